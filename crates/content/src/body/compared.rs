//! Is the main content of a type's pages a better body than what their wrapper has?

use super::sample::{AGREED, BodySample, Line};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_wrapper::BodyFrom;
use std::collections::BTreeMap;

/// Share of the pages that are to be written ones.
const WRITTEN_PAGES: f64 = 0.8;

/// Share of the pages with a body of their own from which the type is one of written pages, whatever it is
/// called.
const WITH_BODY: f64 = 0.2;

/// Pages whose body is missing or a fragment, and their share, from which that is no accident of one page.
const LACKING_PAGES: (usize, f64) = (2, 1.0 / 6.0);

/// Share of what the body lacks that no other page says; what several say is boilerplate.
const OWN_TEXT: f64 = 0.9;

/// Share of main content that other pages say as well, at most.
const REPEATED: f64 = 0.1;

/// Share of the running text with which another field is the body, by another name; or a list of records what
/// the page is for.
const ELSEWHERE: f64 = 0.5;

/// What types of written pages are called, of which a body is expected though none was found.
const WRITTEN_TYPES: [&str; 2] = ["article", "post"];

/// Whether a page type is called one of written pages: `article`, `article_with_video`, `post_2`.
pub fn is_called_written(page_type: &str) -> bool {
    let kind = page_type.split('_').next().unwrap_or_default();
    WRITTEN_TYPES.contains(&kind)
}

/// Both bodies of some pages of one type.
#[derive(Clone, Debug, Default)]
pub struct Bodies {
    samples: Vec<BodySample>,
    /// The longest line of each.
    longest: FxHashSet<u64>,
}

impl Bodies {
    /// Adds a page. One whose longest line another has is the same text under another address, and is left out.
    pub fn add(&mut self, sample: BodySample) {
        let longest = sample.lines.iter().max_by_key(|line| line.columns).map(|line| line.hash);
        if longest.is_none_or(|longest| self.longest.insert(longest)) {
            self.samples.push(sample);
        }
    }

    /// Where the records of these pages have their body from. From main content where they lack one, if enough of them
    /// do, what they lack is the pages' own, and no other field has it; on all pages, if most bodies are fragments.
    /// Where hardly a page has a body and the type is not called one of written pages, none is missing.
    pub fn best_from(&self, page_type: &str) -> BodyFrom {
        let written: Vec<&BodySample> =
            self.samples.iter().filter(|sample| sample.is_written()).collect();
        if written.len() < 2 || share(written.len(), self.samples.len()) < WRITTEN_PAGES {
            return BodyFrom::Wrapper;
        }
        let with_body = self.samples.iter().filter(|sample| sample.has_body).count();
        let is_written = share(with_body, self.samples.len()) >= WITH_BODY
            || is_called_written(page_type) && most_said(&written, |it| &it.lists) < ELSEWHERE;
        let lacking: Vec<&BodySample> =
            self.samples.iter().filter(|sample| sample.is_lacking()).collect();
        let is_accident = lacking.len() < LACKING_PAGES.0
            || share(lacking.len(), self.samples.len()) < LACKING_PAGES.1;
        if !is_written || is_accident {
            return BodyFrom::Wrapper;
        }
        let own = OwnText::of(&self.samples, &lacking);
        // Beside bodies of their own, pages have lists of other things.
        let in_lists = if 2 * with_body > self.samples.len() {
            most_said(&written, |it| &it.lists)
        } else {
            0.0
        };
        let is_better = agreed(&written) >= AGREED
            && most_said(&written, |it| &it.values).max(in_lists) < ELSEWHERE
            && own.lacking >= OWN_TEXT
            && own.repeated <= REPEATED;
        match is_better {
            false => BodyFrom::Wrapper,
            true if are_fragments(&written) => BodyFrom::Content,
            true => BodyFrom::Fuller,
        }
    }
}

/// How much of their text pages have for themselves, on the mean.
struct OwnText {
    /// The share of what bodies lack that stands on one page alone.
    lacking: f64,
    /// The share of main content that stands on several.
    repeated: f64,
}

impl OwnText {
    /// That of some pages, among all.
    fn of(all: &[BodySample], some: &[&BodySample]) -> Self {
        let mut pages: FxHashMap<u64, u32> = FxHashMap::default();
        for sample in all {
            let lines: FxHashSet<u64> = sample.lines.iter().map(|line| line.hash).collect();
            lines.into_iter().for_each(|line| *pages.entry(line).or_default() += 1);
        }
        let part = |of: fn(&Line) -> bool, is_repeated: bool| {
            let of_page = |sample: &&BodySample| {
                let lines = || sample.lines.iter().filter(|line| of(line));
                let part = lines().filter(|line| (pages[&line.hash] > 1) == is_repeated);
                let all: u32 = lines().map(|line| line.columns).sum();
                let part: u32 = part.map(|line| line.columns).sum();
                (all > 0).then(|| f64::from(part) / f64::from(all))
            };
            mean(some.iter().filter_map(of_page))
        };
        Self { lacking: part(|line| line.is_lacking, false), repeated: part(|_| true, true) }
    }
}

/// Whether most bodies that there are are fragments, so that those which do not look so are none better.
fn are_fragments(samples: &[&BodySample]) -> bool {
    let with_body: Vec<_> = samples.iter().filter(|sample| sample.has_body).collect();
    let fragments = with_body.iter().filter(|sample| sample.is_lacking()).count();
    2 * fragments > with_body.len()
}

/// The share of the pieces of all own bodies that main content has; 1 where there is none.
fn agreed(samples: &[&BodySample]) -> f64 {
    let (all, shared) = samples.iter().fold((0, 0), |(all, shared), sample| {
        (all + u64::from(sample.pieces.0), shared + u64::from(sample.pieces.1))
    });
    if all == 0 { 1.0 } else { shared as f64 / all as f64 }
}

/// The share of the running text that the field says which says most of it, on the mean of the pages.
fn most_said(
    samples: &[&BodySample],
    fields: impl Fn(&BodySample) -> &BTreeMap<String, u32>,
) -> f64 {
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for sample in samples {
        for (name, &columns) in fields(sample) {
            *sums.entry(name).or_default() += f64::from(columns) / f64::from(sample.running);
        }
    }
    sums.values().copied().fold(0.0, f64::max) / samples.len() as f64
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// The mean; 0 of nothing.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}
