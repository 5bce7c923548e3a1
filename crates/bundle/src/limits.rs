//! How large a bundle may be. What is larger is neither written nor read.

/// Bytes of a bundle. The wrappers of a site take some tens of KB.
pub const BYTES: u64 = 64 << 20;
/// Bytes of its content before it was compressed. What is made of it takes some three times as many.
pub const CONTENT_BYTES: u64 = 256 << 20;
/// Sites of a bundle.
pub const SITES: usize = 10_000;
/// Hosts of all its sites together.
pub const HOSTS: usize = 1_000_000;
/// Wrappers of a site.
pub const WRAPPERS: usize = 10_000;
/// Levels of a template, one in another. Pages have a depth of 512, of which each level may be a list.
pub const TEMPLATE_DEPTH: usize = 1100;
/// The levels above each of the nodes of a site's templates, summed up. The ways to all their fields take
/// eight bytes for each.
pub const TEMPLATE_STEPS: u64 = 1 << 24;
