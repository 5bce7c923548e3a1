//! What a template makes of a node of a page.

/// What the template makes of a node with all that is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Template text.
    Template,
    /// Varies and is no content.
    LeftOut,
    /// A pair of a map, whose name is content too.
    Pairs,
    /// The text of a field, or of several.
    Value,
    /// No node of the template stands for it.
    Unmatched,
}
