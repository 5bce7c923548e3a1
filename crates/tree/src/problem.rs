//! What was wrong with a page.

use std::fmt;

/// Something that was wrong with a page, or that a [limit](crate::Limits) cut off. A page with
/// problems still gives a tree; mere errors of HTML syntax are repaired and not reported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Bytes that are not text in the page's encoding were replaced by U+FFFD.
    Malformed {
        /// Number of malformed sequences.
        sequences: usize,
    },
    /// The encoding that the server or the page declares is unknown, or the bytes contradict it.
    DeclaredEncodingIgnored {
        /// The label as declared.
        label: String,
    },
    /// The address of the page is not an absolute URL, so relative URLs could not be resolved.
    InvalidUrl,
    /// The body was longer than allowed.
    BytesCut {
        /// Bytes that were read.
        kept: usize,
        /// Bytes that the body has.
        of: usize,
    },
    /// Elements were nested too deep; their tags were ignored, their content was kept.
    DepthCut {
        /// Number of elements left out.
        elements: usize,
    },
    /// The page makes more nodes than allowed, or too much work for the nodes it makes; the rest
    /// of it was not parsed.
    ParsingStopped {
        /// Nodes that the parser had made when it stopped.
        nodes: usize,
    },
    /// Attributes were left out or cut, as there were too many or they were too long.
    AttributesCut {
        /// Number of attributes touched.
        attributes: usize,
    },
    /// Text was left out of the tree, as there was too much of it.
    TextCut {
        /// Bytes left out.
        bytes: usize,
    },
    /// The page could not be cleaned to its end; the rest of it was parsed as it is.
    CleaningStopped {
        /// What the rewriter said.
        reason: String,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { sequences } => {
                write!(f, "{sequences} malformed byte sequences were replaced")
            }
            Self::DeclaredEncodingIgnored { label } => {
                write!(f, "the declared encoding {label:?} does not fit and was ignored")
            }
            Self::InvalidUrl => f.write_str("the page's address is not an absolute URL"),
            Self::BytesCut { kept, of } => write!(f, "only {kept} of {of} bytes were read"),
            Self::DepthCut { elements } => {
                write!(f, "{elements} elements nested too deep were replaced by their content")
            }
            Self::ParsingStopped { nodes } => write!(f, "parsing stopped after {nodes} nodes"),
            Self::AttributesCut { attributes } => {
                write!(f, "{attributes} attributes were left out or cut")
            }
            Self::TextCut { bytes } => write!(f, "{bytes} bytes of text were left out"),
            Self::CleaningStopped { reason } => write!(f, "cleaning stopped early: {reason}"),
        }
    }
}
