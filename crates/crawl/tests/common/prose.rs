//! Words for pages that are to differ.

/// The words of page `number`, like those of no other.
pub(crate) fn prose(number: usize) -> String {
    let words = [
        "brass", "oak", "wind", "sea", "stone", "cloud", "tall", "old", "warm", "paper", "glass",
        "iron", "north", "green", "kettle", "rope", "salt", "lamp", "chair", "river",
    ];
    let mut state = number as u64 + 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words[(state >> 33) as usize % words.len()]
    };
    (0..24).map(|_| next()).collect::<Vec<_>>().join(" ")
}
