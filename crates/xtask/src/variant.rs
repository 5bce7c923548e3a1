//! What a site would be if it had been made otherwise, with the truth as it is.
//!
//! Rules that were made by looking at some sites may know their class words, or need as many pages as
//! these have. A variant of a site is one that nobody has looked at: how much worse figures are on it says
//! how much is owed to what it takes away.

use crate::bundle::{Bundle, decoded};
use anyhow::{Result, anyhow};
use clap::ValueEnum;
use lol_html::{HtmlRewriter, Settings, element};
use sha1_smol::Sha1;
use std::collections::HashSet;

/// How a site is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Variant {
    /// Class words and ids are made of words that say nothing: letters are others, digits and signs stay.
    Renamed,
    /// Elements have neither class words nor ids.
    Bare,
    /// A third of the pages, chosen by their addresses.
    Third,
}

impl Variant {
    /// The site, changed.
    ///
    /// # Errors
    /// If a page cannot be rewritten: a tag of it takes more memory than a rewriter has.
    pub fn of(self, bundle: Bundle) -> Result<Bundle> {
        match self {
            Self::Renamed => with_attributes(bundle, |value| Some(renamed(value))),
            Self::Bare => with_attributes(bundle, |_| None),
            Self::Third => Ok(third(bundle)),
        }
    }
}

/// A bundle with other class words and ids.
fn with_attributes(
    mut bundle: Bundle,
    change: impl Fn(&str) -> Option<String> + Copy,
) -> Result<Bundle> {
    for page in &mut bundle.pages {
        page.body =
            rewritten(&page.body, change).map_err(|problem| anyhow!("{}: {problem}", page.url))?;
    }
    Ok(bundle)
}

/// A page with other class words and ids; all else stays byte for byte, whatever its character set is.
fn rewritten(body: &[u8], change: impl Fn(&str) -> Option<String>) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(body.len());
    let handler = element!("*", |element| {
        for name in ["class", "id"] {
            if let Some(value) = element.get_attribute(name) {
                match change(&value) {
                    Some(value) => element.set_attribute(name, &value)?,
                    None => element.remove_attribute(name),
                }
            }
        }
        Ok(())
    });
    let settings = Settings::new().with_strict(false).append_element_content_handler(handler);
    let mut rewriter = HtmlRewriter::new(settings, |chunk: &[u8]| out.extend_from_slice(chunk));
    rewriter.write(body)?;
    rewriter.end()?;
    Ok(out)
}

/// Words with others in place of their letters, the same for the same.
fn renamed(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(from) = rest.find(char::is_alphabetic) {
        out.push_str(&rest[..from]);
        let end =
            rest[from..].find(|c: char| !c.is_alphabetic()).map_or(rest.len(), |at| from + at);
        out.push_str(&code(&rest[from..end]));
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Six letters that stand for a word.
fn code(word: &str) -> String {
    let digest = Sha1::from(word).digest().bytes();
    digest.iter().take(6).map(|byte| char::from(b'a' + byte % 26)).collect()
}

/// A third of the pages.
fn third(mut bundle: Bundle) -> Bundle {
    let is_kept = |url: &str| Sha1::from(url).digest().bytes()[0].is_multiple_of(3);
    let urls = bundle.pages.iter().map(|page| decoded(&page.url));
    let kept: HashSet<String> = urls.filter(|url| is_kept(url)).collect();
    bundle.pages.retain(|page| kept.contains(&decoded(&page.url)));
    bundle.types.retain(|page| kept.contains(&page.url));
    bundle.records.retain(|record| kept.contains(&record.url));
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_others_and_what_is_around_them_stays() {
        let (price, old) = (code("price"), code("old"));
        assert_eq!(
            renamed("price old-price col-12"),
            format!("{price} {old}-{price} {}-12", code("col"))
        );
        assert_ne!(price, old);
    }

    #[test]
    fn pages_change_in_class_words_and_ids_alone() -> Result<()> {
        let page = "<p CLASS=a title='class=b'>\u{e9} &amp; <b id=\"c1\">d</b>";
        let html = String::from_utf8(rewritten(page.as_bytes(), |value| Some(renamed(value)))?)?;
        let want = page
            .replace("=a", &format!("=\"{}\"", code("a")))
            .replace("c1", &format!("{}1", code("c")));
        assert_eq!(html.to_lowercase(), want.to_lowercase());
        let latin = rewritten(b"<p class=x>\xe9</p>", |_| None)?;
        assert_eq!(latin, b"<p>\xe9</p>");
        Ok(())
    }
}
