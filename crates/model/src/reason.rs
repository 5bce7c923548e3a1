//! Why a page gives no record, or not all of one.

use serde::{Serialize, Serializer};
use std::fmt;

/// Why there is no record of a page, or why it is not to be relied on.
///
/// It is shown and written as a text; programs tell reasons apart by their variants.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The page is damaged in the store; how.
    Damaged(String),
    /// There are no wrappers of this host; of none where the address has no host, and there are
    /// wrappers of several sites.
    OtherHost(Option<String>),
    /// The page was not asked for, as its address is private; in the words of who refused it.
    PrivateAddress(String),
    /// The server answers so where it has nothing.
    Soft404,
    /// The server answered with a status that is no success.
    Status(u16),
    /// The page is of this media type.
    NotHtml(String),
    /// The page has nothing but white space.
    EmptyPage,
    /// No wrapper is like the page.
    NoWrapper,
    /// The wrapper of this name is nearest, and does not fit.
    DoesNotFit(String),
    /// The wrapper of this name fits, and nothing of the page is a field of it.
    NoField(String),
    /// Required nodes that the page lacks.
    Lacks(Vec<String>),
    /// The wrapper fits, and much of the text of the page is nothing that it knows.
    Unexplained {
        /// Its name.
        wrapper: String,
        /// Share of the text of the page, 0..=1.
        share: f64,
    },
    /// The wrapper fits and is bad.
    BadWrapper {
        /// Its name.
        wrapper: String,
        /// Its quality, 0..=1.
        quality: f32,
        /// What is worst about it.
        why: String,
    },
    /// A bound cut off what may have held values.
    ReadInPart {
        /// What there was to tell of the rest.
        of_rest: Option<Box<Reason>>,
        /// What was cut off.
        problem: String,
    },
    /// The record is what lists say: the thing's own page is not stored.
    NotStored,
    /// What the source of the page says.
    Other(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(how) => write!(f, "damaged in the store: {how}"),
            Self::OtherHost(Some(host)) => write!(f, "there are no wrappers of its host ({host})"),
            Self::OtherHost(None) => f.write_str(
                "there are no wrappers of its host: its address has none, and there are wrappers of \
                 several sites",
            ),
            Self::Soft404 => f.write_str("the server answers so where it has nothing (soft 404)"),
            Self::Status(status) => write!(f, "the server answered with status {status}"),
            Self::NotHtml(kind) => write!(f, "not an HTML page ({kind})"),
            Self::EmptyPage => f.write_str("the page is empty"),
            Self::NoWrapper => f.write_str("no wrapper fits this page"),
            Self::DoesNotFit(wrapper) => {
                write!(f, "nearest wrapper is {wrapper}, which does not fit")
            }
            Self::NoField(wrapper) => {
                write!(f, "nothing of the page is a field of wrapper {wrapper}")
            }
            Self::Lacks(nodes) => write!(f, "missing: {}", nodes.join(", ")),
            Self::Unexplained { wrapper, share } => {
                let share = share * 100.0;
                write!(f, "wrapper {wrapper} does not explain {share:.0} % of the text of the page")
            }
            Self::BadWrapper { wrapper, quality, why } => {
                write!(f, "wrapper {wrapper} is of quality {quality:.2}: {why}")
            }
            Self::ReadInPart { of_rest: Some(reason), problem } => {
                write!(f, "{reason}; read in part: {problem}")
            }
            Self::ReadInPart { of_rest: None, problem } => write!(f, "read in part: {problem}"),
            Self::NotStored => f.write_str("told by lists alone: its own page is not stored"),
            Self::PrivateAddress(text) | Self::Other(text) => f.write_str(text),
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_reasons_are_part_of_what_is_written() {
        let text = || "a".to_owned();
        let bad = Reason::BadWrapper { wrapper: text(), quality: 0.1, why: "b".to_owned() };
        let cut = |of_rest| Reason::ReadInPart { of_rest, problem: "b".to_owned() };
        for (reason, told) in [
            (Reason::Damaged(text()), "damaged in the store: a"),
            (Reason::OtherHost(Some(text())), "there are no wrappers of its host (a)"),
            (
                Reason::OtherHost(None),
                "there are no wrappers of its host: its address has none, and there are wrappers of \
                 several sites",
            ),
            (Reason::PrivateAddress(text()), "a"),
            (Reason::Soft404, "the server answers so where it has nothing (soft 404)"),
            (Reason::Status(404), "the server answered with status 404"),
            (Reason::NotHtml(text()), "not an HTML page (a)"),
            (Reason::EmptyPage, "the page is empty"),
            (Reason::NoWrapper, "no wrapper fits this page"),
            (Reason::DoesNotFit(text()), "nearest wrapper is a, which does not fit"),
            (Reason::NoField(text()), "nothing of the page is a field of wrapper a"),
            (Reason::Lacks(vec![text(), "b".to_owned()]), "missing: a, b"),
            (
                Reason::Unexplained { wrapper: text(), share: 0.123 },
                "wrapper a does not explain 12 % of the text of the page",
            ),
            (bad, "wrapper a is of quality 0.10: b"),
            (cut(None), "read in part: b"),
            (cut(Some(Box::new(Reason::Other(text())))), "a; read in part: b"),
            (Reason::NotStored, "told by lists alone: its own page is not stored"),
        ] {
            assert_eq!(reason.to_string(), told);
        }
    }
}
