//! Numbers that stand for steps, the same whatever the order of pages.

use sitewrap_hash::{FNV_OFFSET, fnv1a, spread};

/// The number of a step below what another number stands for, spread so that sums of such numbers are
/// spread as well.
pub(super) fn hash_step(parent: u64, label: &str) -> u64 {
    spread(fnv1a(parent ^ FNV_OFFSET, label.bytes()))
}
