//! Asking a site for addresses that nobody can have made: what it answers where it has nothing.

use crate::page::likeness::{Likeness, Pattern};
use crate::page::words::hash;
use crate::run::Run;
use crate::traps::missing::Sign;
use sitewrap_fetch::{Answer, Body, Request, Validators};
use url::{Position, Url, form_urlencoded};

/// Redirects of a made-up address that are followed where they keep it.
const REDIRECTS: usize = 3;

/// An address that is made up, and the name in it by which a redirect shows that it keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MadeUp {
    pub(crate) url: Url,
    name: String,
    /// The name is a number, as those of its neighbours are: nobody has made it, yet something may
    /// be computed for it.
    pub(crate) counted: bool,
}

/// What a made-up address is answered with, if not honestly.
enum Said {
    Page(Likeness),
    Redirect(String),
}

impl Run<'_> {
    /// How the site answers for made-up addresses: the first is asked for, and where the answer is a
    /// page, the second. `None` if the site says honestly that there is nothing, or nothing can be
    /// said.
    pub(crate) async fn sign_of(&mut self, first: &MadeUp, second: &MadeUp) -> Option<Sign> {
        let one = match self.ask_for_made_up(first).await? {
            Said::Redirect(target) => return Some(Sign::Redirect(target)),
            Said::Page(one) => one,
        };
        let Said::Page(other) = self.ask_for_made_up(second).await? else { return None };
        let pattern = Pattern::of(&one, &other);
        if pattern.is_none() {
            let url = &first.url;
            tracing::info!(%url, "made-up addresses are answered with a page, never the same");
        }
        pattern.map(Sign::Page)
    }

    /// Asks for a made-up address. A redirect that keeps the name is followed.
    async fn ask_for_made_up(&mut self, made_up: &MadeUp) -> Option<Said> {
        let (mut url, name) = (made_up.url.clone(), made_up.name.as_str());
        for _ in 0..=REDIRECTS {
            if !self.scope.on_site(&url) || !self.rules_allow(&url) {
                return None;
            }
            tracing::info!(%url, "asked for a made-up address, to know soft 404s");
            let request =
                Request::page(url.clone(), self.options.limits.body, Validators::default());
            let answer = self.fetch_aside(&request).await?.ok()?;
            if let 300..=399 = answer.status {
                let target = answer.location(&url)?;
                let in_query = || target.path() == url.path() && target.as_str().contains(name);
                if !target.path().contains(name) && !in_query() {
                    return Some(Said::Redirect(target[..Position::AfterPath].to_owned()));
                }
                url = target;
                continue;
            }
            return page_of(&answer, &url).map(Said::Page);
        }
        None
    }
}

fn page_of(answer: &Answer, url: &Url) -> Option<Likeness> {
    match &answer.body {
        Body::Read(body) if (200..300).contains(&answer.status) => {
            let page = Likeness::of(body, answer.header("content-type"), url);
            // A page that scripts fill says nothing of itself.
            (page.words() > 0).then_some(page)
        }
        _ => None,
    }
}

impl MadeUp {
    /// An address that stands where `url` does, its last part being a made-up one.
    pub(crate) fn in_place_of(url: &Url, word: Word) -> Option<Self> {
        let name = word.of(url);
        let url = url.join(&name).ok()?;
        Some(Self { url, name, counted: false })
    }

    /// A neighbour of a page, in the same form: in its parameters a number is another one, or where
    /// it has none the last part of its path, of which the number is if there is one.
    pub(crate) fn beside(page: &Url, word: Word) -> Option<Self> {
        let mut url = page.clone();
        url.set_fragment(None);
        let (name, counted) = match page.query().filter(|query| !query.is_empty()) {
            Some(query) => {
                url.set_query(Some(&other_query(query, word.number())?));
                (word.number().to_owned(), true)
            }
            None => {
                let path = page.path();
                let end = path.trim_end_matches('/').len();
                let start = path[..end].rfind('/')? + 1;
                let last = &path[start..end];
                let stem = last.rfind('.').map_or(last, |dot| &last[..dot]);
                if stem.is_empty() {
                    return None;
                }
                let (number, name) = (number_in(stem), word.of(page));
                let other = match number {
                    Some((before, after)) => format!("{before}{}{after}", word.number()),
                    None => name.clone(),
                };
                url.set_query(None);
                let rest = &path[start + stem.len()..];
                url.set_path(&format!("{}{other}{rest}", &path[..start]));
                match number {
                    Some(_) => (word.number().to_owned(), true),
                    None => (name, false),
                }
            }
        };
        Some(Self { url, name, counted })
    }
}

/// The parameters of a neighbour: the numbers among them are others. `None` if there is none: other
/// words mostly choose from a list, and nothing of it is no sign.
fn other_query(query: &str, number: &str) -> Option<String> {
    let is_number = |value: &str| !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    let mut other = form_urlencoded::Serializer::new(String::new());
    let mut counted = false;
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        counted |= is_number(&value);
        other.append_pair(&key, if is_number(&value) { number } else { &value });
    }
    counted.then(|| other.finish())
}

/// What stands around the number at the end of a name, or at its beginning. The words beside it are
/// kept: what finds its pages by numbers may ask for the form of the whole.
fn number_in(name: &str) -> Option<(&str, &str)> {
    let before = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let after = name.trim_start_matches(|c: char| c.is_ascii_digit());
    match (before.len() < name.len(), after.len() < name.len()) {
        (true, _) => Some((before, "")),
        (false, true) => Some(("", after)),
        (false, false) => None,
    }
}

/// Which of two made-up names is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    First,
    Second,
}

impl Word {
    /// A name that no page has: the same for each crawl of a host, and telling whoever reads its
    /// log.
    fn of(self, page: &Url) -> String {
        let word = match self {
            Self::First => "page",
            Self::Second => "place",
        };
        let number = hash(page[..Position::BeforePath].as_bytes()) as u32;
        format!("sitewrap-asks-for-no-such-{word}-{number:08x}")
    }

    /// A number that no page has: too great for one, small enough for 32 bits with a sign.
    fn number(self) -> &'static str {
        match self {
            Self::First => "1987654321",
            Self::Second => "1976543210",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_has_the_form_of_the_page() {
        let site = Url::parse("http://example.com").unwrap();
        let name = Word::First.of(&site);
        for (page, expected, counted) in [
            ("/p/lamp", "/p/NAME", false),
            ("/p/lamp-17", "/p/lamp-1987654321", true),
            ("/p/17-lamp.html", "/p/1987654321-lamp.html", true),
            ("/p/17/", "/p/1987654321/", true),
            ("/p/lamp/#top", "/p/NAME/", false),
            ("/a/lamp.v2.html", "/a/lamp.v1987654321.html", true),
            ("/lamp", "/NAME", false),
            ("/p?id=17&of=lamp", "/p?id=1987654321&of=lamp", true),
        ] {
            let made_up = MadeUp::beside(&site.join(page).unwrap(), Word::First).unwrap();
            let found = made_up.url[Position::BeforePath..].replace(&name, "NAME");
            assert_eq!((&*found, made_up.counted), (expected, counted), "{page}");
        }
        for page in ["/", "//", "/p/.html", "/p?of=b%20c"] {
            assert_eq!(MadeUp::beside(&site.join(page).unwrap_or(site.clone()), Word::First), None);
        }
    }
}
