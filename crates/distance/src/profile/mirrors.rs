//! Which first words of an element say nothing of what is below it?
//!
//! The first word of an element is part of all paths below, since `main.product` and `main.article`
//! hold different things. But where `body.en` and `body.fr` stand, the same things are below either:
//! its pages are all the kinds of the site twice. Such a word is a further word, not the first.

use super::Parameters;
use super::hash::hash_step;
use super::path::Path;
use rustc_hash::FxHashMap;

/// The paths whose first words mirror those of another path at the same place.
///
/// # Arguments
/// `counts` are on how many of `pages` pages each path is; `name` gives the text of a label.
///
/// # Complexity
/// Linear in the paths for each place that holds nearly all of what varies; these are steps of one way
/// down, of which the first with variants are looked at.
pub(super) fn mirrored<'s>(
    paths: &[Path],
    counts: &[u32],
    pages: u32,
    parameters: &Parameters,
    name: impl Fn(u32) -> &'s str,
) -> Vec<u32> {
    let vary = |count: u32| u64::from(count) * u64::from(pages - count);
    let mut below: Vec<u64> = counts.iter().map(|&count| vary(count)).collect();
    for index in (0..paths.len()).rev() {
        let parent = paths[index].parent as usize;
        if parent != index {
            below[parent] += below[index];
        }
    }
    let roots = (0..paths.len()).filter(|&path| paths[path].depth == 0);
    let least = parameters.nearly_all * roots.map(|path| below[path]).sum::<u64>() as f64;
    let mut places: FxHashMap<(Option<u32>, &str), Vec<u32>> = FxHashMap::default();
    for (index, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_word) {
        if let Some((tag, _)) = name(path.label).split_once('.') {
            let parent = (path.depth > 0).then_some(path.parent);
            places.entry((parent, tag)).or_default().push(index as u32);
        }
    }
    let holds_all = |variants: &[u32]| {
        variants.iter().map(|&path| below[path as usize]).sum::<u64>() as f64 >= least
    };
    let variants = places.values().filter(|variants| variants.len() > 1 && holds_all(variants));
    let highest = variants.min_by_key(|variants| paths[variants[0] as usize].depth);
    let mut variants = highest.cloned().unwrap_or_default();
    variants.retain(|&path| counts[path as usize] as usize >= parameters.few_pages);
    of_place(paths, counts, &variants, parameters.mirrored, &name)
}

/// Those of the variants at one place that mirror another.
fn of_place<'s>(
    paths: &[Path],
    counts: &[u32],
    variants: &[u32],
    least: f64,
    name: &impl Fn(u32) -> &'s str,
) -> Vec<u32> {
    let below = below(paths, counts, variants, name);
    let is_mirrored = |one: usize| {
        (0..variants.len())
            .any(|other| other != one && share(&below, counts, variants, one, other) >= least)
    };
    (0..variants.len()).filter(|&one| is_mirrored(one)).map(|one| variants[one]).collect()
}

/// For each path below one of the variants, told by its steps from there, on how many pages of each
/// variant it is.
fn below<'s>(
    paths: &[Path],
    counts: &[u32],
    variants: &[u32],
    name: &impl Fn(u32) -> &'s str,
) -> FxHashMap<u64, Vec<u32>> {
    let mut steps: FxHashMap<u32, (usize, u64)> = FxHashMap::default();
    steps.extend(variants.iter().enumerate().map(|(variant, &path)| (path, (variant, 0))));
    let mut below: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    for (index, path) in paths.iter().enumerate() {
        let Some(&(variant, above)) = steps.get(&path.parent) else { continue };
        if path.parent as usize == index {
            continue;
        }
        let hash = hash_step(above, name(path.label));
        steps.insert(index as u32, (variant, hash));
        below.entry(hash).or_insert_with(|| vec![0; variants.len()])[variant] += counts[index];
    }
    below
}

/// What share of what varies below either of two variants is below both.
fn share(
    below: &FxHashMap<u64, Vec<u32>>,
    counts: &[u32],
    variants: &[u32],
    one: usize,
    other: usize,
) -> f64 {
    let pages =
        u64::from(counts[variants[one] as usize]) + u64::from(counts[variants[other] as usize]);
    let (mut both, mut either) = (0u64, 0u64);
    for on in below.values() {
        let (here, there) = (u64::from(on[one]), u64::from(on[other]));
        let count = here + there;
        // As the weight of a path goes: 4p(1 − p), here in whole numbers.
        let varies = count * pages.saturating_sub(count);
        either += varies;
        if here > 0 && there > 0 {
            both += varies;
        }
    }
    if either == 0 { 0.0 } else { both as f64 / either as f64 }
}
