//! From URLs to the forms of segments that are kept.

use super::{ANYWHERE, Forms, Parts, PathPattern, UrlPattern, UrlPatterns, forms};
use crate::frontier::book::{halves, whole};
use crate::frontier::column::Column;
use crate::frontier::keys::Keys;
use crate::page::words::{hash, join};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Up to this many different forms under one parent, each that occurs twice is kept.
const FEW_SIBLINGS: usize = 16;

/// Above, a form is kept if it occurs this many times as often as the median one.
const STANDS_OUT: u32 = 4;

/// How often each form occurs under each parent; forms of different precision do not compete.
#[derive(Debug, Default)]
struct Counts {
    /// Parent and precision, numbered.
    places: FxHashMap<(u64, u8), u32>,
    /// By place and the halves of the form's hash, for whole it would be laid out with four bytes to
    /// spare. There are thousands.
    counts: FxHashMap<(u32, [u32; 2]), u32>,
}

impl Counts {
    fn add(&mut self, parent: u64, forms: &Forms) {
        for (step, form) in (0..).zip(forms.iter()) {
            let next = self.places.len() as u32;
            let place = *self.places.entry((parent, step)).or_insert(next);
            *self.counts.entry((place, halves(form.hash))).or_default() += 1;
        }
    }

    /// How often a form has to occur to be kept, by place.
    fn least(&self) -> Vec<u32> {
        let mut siblings: Vec<Vec<u32>> = vec![Vec::new(); self.places.len()];
        for (&(place, _), &count) in &self.counts {
            siblings[place as usize].push(count);
        }
        let least = |mut sizes: Vec<u32>| {
            if sizes.len() <= FEW_SIBLINGS {
                return 2;
            }
            let middle = sizes.len() / 2;
            (STANDS_OUT * *sizes.select_nth_unstable(middle).1).max(3)
        };
        siblings.into_iter().map(least).collect()
    }

    /// Parents and forms that occur often enough to be kept.
    fn many(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let least = self.least();
        let mut parents = vec![0; least.len()];
        for (&(parent, _), &place) in &self.places {
            parents[place as usize] = parent;
        }
        let many =
            self.counts.iter().filter(move |&(&(place, _), &count)| count >= least[place as usize]);
        many.map(move |(&(place, form), _)| (parents[place as usize], whole(form)))
    }

    fn clear(&mut self) {
        self.places.clear();
        self.counts.clear();
    }
}

/// URLs from which patterns are to be learned. Nothing is kept of a text but hashes.
#[derive(Debug, Default)]
pub(crate) struct Lesson {
    /// Of each URL.
    parts: Vec<(u32, Keys)>,
    /// Each once, however many parameters it is found with.
    paths: Vec<PathPattern>,
    /// Of each path, where its segments are among those of all.
    spans: Vec<Range<u32>>,
    /// Of all paths, one after another, by their places among those that differ.
    segments: Vec<u32>,
    /// Of the segments that differ.
    forms: Column<Forms>,
    known_paths: FxHashMap<u64, u32>,
    known_segments: FxHashMap<u64, u32>,
    text: String,
}

impl Lesson {
    /// Takes in a normalized URL.
    pub(crate) fn add(&mut self, url: &str) {
        let url = Parts::of(url);
        let site = hash(url.site.as_bytes());
        let next = self.paths.len() as u32;
        let key = join(site, hash(url.path.as_bytes()));
        let path = *self.known_paths.entry(key).or_insert(next);
        self.parts.push((path, Keys::of(url.query)));
        if path == next {
            let start = self.segments.len() as u32;
            for segment in url.segments() {
                let next = self.forms.len() as u32;
                let key = hash(segment.as_bytes());
                let place = *self.known_segments.entry(key).or_insert(next);
                if place == next {
                    self.forms.push(forms(segment, &mut self.text));
                }
                self.segments.push(place);
            }
            self.paths.push(PathPattern::of_site(site));
            self.spans.push(start..self.segments.len() as u32);
        }
    }

    fn forms(&self, segment: u32) -> &Forms {
        &self.forms[self.segments[segment as usize] as usize]
    }

    /// Learns from all; gives with it the pattern of each, in their order. Levels are decided from
    /// the root on, for the siblings of a segment are those under the same *pattern* of a parent.
    ///
    /// Time is linear in the URLs.
    pub(crate) fn learn(mut self) -> (UrlPatterns, Vec<UrlPattern>) {
        // What is known is numbered; the room serves for what is counted.
        (self.known_paths, self.known_segments) = Default::default();
        let (mut patterns, mut counts) = (UrlPatterns::default(), Counts::default());
        let all = (0..self.segments.len() as u32).map(|segment| (ANYWHERE, self.forms(segment)));
        patterns.learn_level(all, &mut counts);
        let mut paths = std::mem::take(&mut self.paths);
        // Paths that are not at their end, and what is left of them.
        let mut open: Vec<_> = std::mem::take(&mut self.spans).into_iter().enumerate().collect();
        while !open.is_empty() {
            let level =
                open.iter().map(|(path, rest)| (paths[*path].family, self.forms(rest.start)));
            patterns.learn_level(level, &mut counts);
            for (path, rest) in &mut open {
                let path = &mut paths[*path];
                path.go_on(patterns.choose(path.family, self.forms(rest.start)));
                rest.start += 1;
            }
            open.retain(|(_, rest)| !rest.is_empty());
        }
        let parts = self.parts.into_iter();
        (patterns, parts.map(|(path, keys)| paths[path as usize].with(keys)).collect())
    }
}

impl UrlPatterns {
    /// Learns which forms of one segment under each parent are kept.
    fn learn_level<'a>(
        &mut self,
        level: impl Iterator<Item = (u64, &'a Forms)>,
        counts: &mut Counts,
    ) {
        counts.clear();
        level.for_each(|(parent, forms)| counts.add(parent, forms));
        self.kept.extend(counts.many().map(|(parent, form)| join(parent, form)));
    }
}
