//! One row of the alignment of two child lists, in a form that compilers turn into vector code.

/// Replaces `row`, the best gains of aligning a prefix of list A with each prefix of list B, by
/// those of the next longer prefix of A.
///
/// `row` has one element more than `gains`; `gains[j]` is what mapping the new child of A to child
/// `j` of B gains, and a negative number forbids it. `scratch` is overwritten.
pub(crate) fn advance(row: &mut [i32], gains: &[i32], scratch: &mut [i32]) {
    let n = gains.len();
    let scratch = &mut scratch[..n];
    let (before, above) = (&row[..n], &row[1..=n]);
    for (((out, &diagonal), &up), &gain) in scratch.iter_mut().zip(before).zip(above).zip(gains) {
        *out = up.max(diagonal + gain);
    }
    let mut best = 0;
    for (out, &value) in row[1..=n].iter_mut().zip(&*scratch) {
        best = best.max(value);
        *out = best;
    }
}

/// The first place from `from` on where `gains` is still unknown (negative: minus an upper bound)
/// and the bound could improve `row`.
pub(crate) fn next_wanted(row: &[i32], gains: &[i32], from: usize) -> Option<usize> {
    const LANES: usize = 16;
    let wanted = |j: usize| gains[j] < 0 && row[j] - gains[j] > row[j + 1];
    let mut start = from;
    while start + LANES <= gains.len() {
        let gain = &gains[start..start + LANES];
        let (diagonal, up) = (&row[start..start + LANES], &row[start + 1..=start + LANES]);
        let mut any = 0;
        for j in 0..LANES {
            any |= i32::from(gain[j] < 0) & i32::from(diagonal[j] - gain[j] > up[j]);
        }
        if any != 0 {
            break;
        }
        start += LANES;
    }
    (start..gains.len()).find(|&j| wanted(j))
}
