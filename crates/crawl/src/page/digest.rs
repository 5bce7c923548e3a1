//! What a page says, in brief.

/// What a page says, in two hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// Of the bytes.
    pub(crate) bytes: u64,
    /// Of the text.
    pub(crate) content: u64,
}
