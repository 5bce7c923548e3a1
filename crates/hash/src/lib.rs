//! Numbers that stand for texts and bytes.
//!
//! Which number stands for this? All functions give the same on every machine and in every run, so
//! that what is ordered or drawn by numbers does not depend on where it is done. [`fnv1a`], [`spread`]
//! and [`join`] stay what they are from release to release, and may be stored; [`of_bytes`] is quicker,
//! and is for tables in memory and for what can be made anew at any time.
//!
//! None of them withstands somebody who looks for two texts with one number.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// What [`fnv1a`] begins with where nothing comes before.
pub const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// What [`fnv1a`] multiplies by.
pub const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// FNV-1a with 64 bits: the hash of bytes behind what `state` stands for.
///
/// # Example
/// ```
/// use sitewrap_hash::{FNV_OFFSET, fnv1a};
/// let whole = fnv1a(FNV_OFFSET, "foobar".bytes());
/// assert_eq!(whole, 0x85944171f73967e8);
/// assert_eq!(fnv1a(fnv1a(FNV_OFFSET, "foo".bytes()), "bar".bytes()), whole);
/// ```
pub fn fnv1a(state: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(state, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}

/// A number spread over all its bits, so that sums of such numbers are spread as well: the finalizer of
/// SplitMix64. Different numbers stay different, and 0 stays 0.
pub fn spread(mut number: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The hash of what has a part more: that of the whole so far, and that of the part. The order of parts
/// counts.
pub fn join(whole: u64, part: u64) -> u64 {
    (whole.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A quick hash of bytes.
pub fn of_bytes(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_stored_stay_what_they_are() {
        assert_eq!(fnv1a(FNV_OFFSET, "a".bytes()), 0xaf63_dc4c_8601_ec8c);
        // The first number of SplitMix64 from the seed 0.
        assert_eq!(spread(0x9e37_79b9_7f4a_7c15), 0xe220_a839_7b1d_cdaf);
        assert_eq!(spread(0), 0);
        assert_eq!(join(0, 1), 0x9e37_79b9_7f4a_7c15);
    }

    #[test]
    fn parts_count_in_their_order() {
        assert_ne!(join(join(1, 2), 3), join(join(1, 3), 2));
        assert_ne!(of_bytes(b"ab"), of_bytes(b"ba"));
    }
}
