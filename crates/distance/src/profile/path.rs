//! The paths of a site, and those of one page.

/// A path from the root: its last step, and the path before it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The path without its last step; the root has its own index.
    pub(super) parent: u32,
    /// The last step: a tag with its first word (`div.product`), or a further word (`@sale`).
    pub(super) label: u32,
    /// Steps before the last.
    pub(super) depth: u32,
    /// A hash of the steps, the same whatever the order of pages.
    pub(super) hash: u64,
    /// The same without the first words of `html` and `body`: what stands below any of them has one place.
    pub(super) place: u64,
    /// Whether the last step is a further word of an element.
    pub(super) is_word: bool,
    /// Whether this is a word on the `html` or `body` element.
    pub(super) on_body: bool,
    /// For such a word, how much alike it says the pages are: 0..=1, see [`super::body_class_weight`].
    pub(super) body_class_weights: f64,
    /// Pages on which several elements stand at the path above.
    pub(super) repeated: u32,
    /// Of those, pages on which only some of these elements have this step below.
    pub(super) varied: u32,
}

/// A page that was not among those that paths were learnt from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Its paths that are known, in rising order.
    pub paths: Vec<u32>,
    /// The depth of each path that is not known.
    pub unknown: Vec<u32>,
}
