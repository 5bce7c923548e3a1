//! Why a crawl passes a URL over.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a URL was not fetched, or fetched and not kept.
///
/// It is stored and shown as a text, which says all that it holds: read, the text is the reason again,
/// also one of a store that was made before there was this type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum SkipReason {
    /// The site's robots.txt forbids it.
    Robots,
    /// It does not parse.
    NotUrl,
    /// Its path repeats itself.
    Repetitive,
    /// It is a date of a calendar that has shown enough.
    Endless,
    /// By this word of its address it does something.
    Action(String),
    /// It leads to the same page as this URL.
    SamePage(String),
    /// It redirects to this URL.
    Redirect(String),
    /// It redirects to itself.
    RedirectLoop,
    /// It redirects to where the crawl does not go.
    RedirectOutOfScope,
    /// Redirects lead on for too long.
    TooManyRedirects,
    /// Its page says what made-up addresses are answered with: nothing is there.
    Soft404,
    /// It redirects to where made-up addresses lead, which is here.
    Soft404Redirect(String),
    /// The answer is empty.
    NoContent,
    /// The page says that it is not to be kept.
    NoIndex,
    /// The answer is no HTML but this.
    NotHtml(String),
    /// The page is larger than this.
    TooLarge(String),
    /// What a filter of pages says.
    Other(String),
}

/// Reasons that say no more than their text.
const PLAIN: [(&str, SkipReason); 10] = [
    ("robots.txt", SkipReason::Robots),
    ("not a URL", SkipReason::NotUrl),
    ("repetitive pattern", SkipReason::Repetitive),
    ("endless calendar", SkipReason::Endless),
    ("redirects to itself", SkipReason::RedirectLoop),
    ("redirects out of scope", SkipReason::RedirectOutOfScope),
    ("too many redirects", SkipReason::TooManyRedirects),
    ("soft 404: says what made-up addresses are answered with", SkipReason::Soft404),
    ("no content", SkipReason::NoContent),
    ("noindex", SkipReason::NoIndex),
];

/// What the texts of the others begin with, and end with.
const ACTION: &str = "does something: ";
const SAME_PAGE: &str = "same page as ";
const REDIRECT: &str = "redirects to ";
const SOFT_404_REDIRECT: [&str; 2] = ["soft 404: made-up addresses redirect to ", " too"];
const NOT_HTML: &str = "not HTML: ";
const TOO_LARGE: &str = "larger than ";

impl SkipReason {
    /// Under which name links that do something are counted.
    pub const ACTIONS: &str = "does something, by its address";

    /// Under which name a crawl counts it.
    pub fn counted(&self) -> String {
        match self {
            Self::Action(_) => Self::ACTIONS.to_owned(),
            Self::SamePage(_) => "another address of a page".to_owned(),
            Self::Redirect(_) => "redirect".to_owned(),
            Self::Soft404 | Self::Soft404Redirect(_) => "soft 404".to_owned(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(word) => write!(f, "{ACTION}{word}"),
            Self::SamePage(url) => write!(f, "{SAME_PAGE}{url}"),
            Self::Redirect(target) => write!(f, "{REDIRECT}{target}"),
            Self::Soft404Redirect(target) => {
                let [before, after] = SOFT_404_REDIRECT;
                write!(f, "{before}{target}{after}")
            }
            Self::NotHtml(kind) => write!(f, "{NOT_HTML}{kind}"),
            Self::TooLarge(size) => write!(f, "{TOO_LARGE}{size}"),
            Self::Other(text) => f.write_str(text),
            plain => {
                let text = PLAIN.iter().find(|(_, reason)| reason == plain);
                f.write_str(text.map_or("", |(text, _)| text))
            }
        }
    }
}

impl From<&str> for SkipReason {
    fn from(text: &str) -> Self {
        if let Some((_, plain)) = PLAIN.iter().find(|(known, _)| *known == text) {
            return plain.clone();
        }
        let rest = |prefix: &str| text.strip_prefix(prefix).map(str::to_owned);
        let [before, after] = SOFT_404_REDIRECT;
        let bare = || rest(before)?.strip_suffix(after).map(str::to_owned);
        let target = || rest(REDIRECT).filter(|target| target.contains("://"));
        rest(ACTION)
            .map(Self::Action)
            .or_else(|| rest(SAME_PAGE).map(Self::SamePage))
            .or_else(|| target().map(Self::Redirect))
            .or_else(|| bare().map(Self::Soft404Redirect))
            .or_else(|| rest(NOT_HTML).map(Self::NotHtml))
            .or_else(|| rest(TOO_LARGE).map(Self::TooLarge))
            .unwrap_or_else(|| Self::Other(text.to_owned()))
    }
}

impl From<String> for SkipReason {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<SkipReason> for String {
    fn from(reason: SkipReason) -> Self {
        reason.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_from_its_text() {
        let text = || "http://a.example/".to_owned();
        let telling = [
            SkipReason::Action("vote".to_owned()),
            SkipReason::SamePage(text()),
            SkipReason::Redirect(text()),
            SkipReason::Soft404Redirect(text()),
            SkipReason::NotHtml("image/png".to_owned()),
            SkipReason::TooLarge("8 MB".to_owned()),
            SkipReason::Other("unwanted: tea".to_owned()),
        ];
        for reason in PLAIN.into_iter().map(|(_, reason)| reason).chain(telling) {
            let text = reason.to_string();
            assert!(!text.is_empty(), "{reason:?}");
            assert_eq!(SkipReason::from(text.as_str()), reason, "{text}");
        }
    }

    #[test]
    fn any_text_stays_what_it_is() {
        for text in
            ["", "redirects to nowhere", "soft 404", "soft 404: made-up addresses redirect to"]
        {
            assert_eq!(SkipReason::from(text), SkipReason::Other(text.to_owned()));
            assert_eq!(SkipReason::from(text).to_string(), text);
        }
    }
}
