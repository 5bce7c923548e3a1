//! Numbers that stand for steps, the same whatever the order of pages.

/// FNV-1a over the label, begun from the parent's hash, then mixed so that sums of hashes spread.
pub(super) fn hash_step(parent: u64, label: &str) -> u64 {
    let start = parent ^ 0xcbf2_9ce4_8422_2325;
    let hash = label.bytes().fold(start, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    mix(hash)
}

/// The finalizer of SplitMix64.
pub(super) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
