//! Probes: addresses that nobody can have made, by which a site shows what it answers where it has
//! nothing.

use crate::page::words::hash;
use url::{Position, Url, form_urlencoded};

/// An address that is made up, and the name in it by which a redirect shows that it keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Probe {
    pub(crate) url: Url,
    name: String,
    /// The name is a number, as those of its neighbours are: nobody has made it, yet something may
    /// be computed for it.
    pub(crate) counted: bool,
}

impl Probe {
    /// Two probes below a URL.
    pub(crate) fn below(url: &Url) -> Option<[Self; 2]> {
        Some([Self::in_place_of(url, Word::First)?, Self::in_place_of(url, Word::Second)?])
    }

    /// Two probes that are neighbours of a page, in the same form; `None` if it has no such neighbours.
    pub(crate) fn beside(page: &Url) -> Option<[Self; 2]> {
        Some([Self::neighbour(page, Word::First)?, Self::neighbour(page, Word::Second)?])
    }

    /// Whether a redirect from one URL to another keeps the name of the probe.
    pub(crate) fn is_kept_by(&self, url: &Url, target: &Url) -> bool {
        let name = self.name.as_str();
        let in_query = || target.path() == url.path() && target.as_str().contains(name);
        target.path().contains(name) || in_query()
    }

    /// An address that stands where `url` does, its last part being a made-up one.
    fn in_place_of(url: &Url, word: Word) -> Option<Self> {
        let name = word.of(url);
        let url = url.join(&name).ok()?;
        Some(Self { url, name, counted: false })
    }

    /// A neighbour of a page, in the same form: in its parameters a number is another one, or where
    /// it has none the last part of its path, of which the number is if there is one.
    fn neighbour(page: &Url, word: Word) -> Option<Self> {
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
enum Word {
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
            let probe = Probe::neighbour(&site.join(page).unwrap(), Word::First).unwrap();
            let found = probe.url[Position::BeforePath..].replace(&name, "NAME");
            assert_eq!((&*found, probe.counted), (expected, counted), "{page}");
        }
        for page in ["/", "//", "/p/.html", "/p?of=b%20c"] {
            assert_eq!(
                Probe::neighbour(&site.join(page).unwrap_or(site.clone()), Word::First),
                None
            );
        }
    }
}
