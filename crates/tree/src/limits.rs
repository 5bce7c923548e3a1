//! What parsing may cost at most.

/// Bounds on one page, so that no page costs more than a fraction of a second and a few hundred
/// megabytes, whatever it holds. What a bound cut off is reported as a [`Problem`](crate::Problem).
///
/// The defaults lie far above what pages made for readers hold: the largest of 4,000 documentation
/// pages measured had 156,000 nodes, and browsers themselves stop nesting at 512 levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the body that are decoded; what follows is not seen. Default 8 MiB.
    pub bytes: usize,
    /// Levels of elements, root included. A start tag beyond is ignored, its content stays.
    /// Default 512.
    pub depth: usize,
    /// Nodes that the parser may create, those outside the body included; then it stops. One
    /// tag can create many nodes (misnested formatting is repeated), so the tree may be larger by
    /// some thousand. Default 400,000.
    pub nodes: usize,
    /// Attributes kept of an element. Default 256.
    pub attributes: usize,
    /// Bytes kept of an attribute's value. Default 64 KiB.
    pub attribute_bytes: usize,
    /// Bytes of text and attribute values in a tree. Default 32 MiB.
    pub tree_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 8 << 20,
            depth: 512,
            nodes: 400_000,
            attributes: 256,
            attribute_bytes: 64 << 10,
            tree_bytes: 32 << 20,
        }
    }
}
