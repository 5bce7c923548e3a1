//! Patterns of URLs, learned from the URLs of the site.
//!
//! Which parts of a path name a kind of page (`category`), and which an item (`blue-shoes_17`)?
//! A segment under one parent is kept word for word if many known URLs share it; else it falls
//! back, step by step, to forms that more URLs share: digits as `#`, the first word and the
//! extension (`struct*.html`), and last `*`. What is many depends on the siblings. A form with
//! `#` or `*` that is common on the whole site is kept under every parent.

use crate::words::hash;
use std::collections::{HashMap, HashSet};
use url::Url;

/// Up to this many different forms under one parent, each that occurs twice is kept.
const FEW_SIBLINGS: usize = 16;

/// Above, a form is kept if it occurs this many times as often as the median one.
const STANDS_OUT: usize = 4;

/// Stands for any parent.
const ANYWHERE: u64 = 0;

/// The pattern of a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Site and path.
    pub(crate) family: u64,
    /// Site, path, and names of parameters.
    pub(crate) group: u64,
    /// Site and first segment of the path.
    pub(crate) section: u64,
    /// Last segment of the path and names of parameters.
    pub(crate) tail: u64,
    /// The URLs of the group differ in numbers and parameters only.
    pub(crate) counted: bool,
}

/// What the known URLs of a crawl have taught about segments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    /// Forms that are kept, as hashes of parent and form.
    kept: HashSet<u64>,
}

impl Shapes {
    /// Learns from all known URLs. Levels are decided from the root on, for the siblings of a
    /// segment are those under the same *pattern* of a parent.
    pub(crate) fn learn<'a>(urls: impl Iterator<Item = &'a Url>) -> Self {
        let mut shapes = Self::default();
        // A path counts once, however many parameters it is found with.
        let mut seen = HashSet::new();
        let mut open: Vec<(u64, Vec<Vec<String>>)> = urls
            .map(|url| (hash(url.host_str().unwrap_or_default().as_bytes()), url))
            .filter(|(host, url)| seen.insert(join(*host, url.path())))
            .map(|(host, url)| (host, segments(url).map(forms).rev().collect()))
            .collect();
        let everywhere: Vec<(u64, Vec<Vec<String>>)> = open
            .iter()
            .flat_map(|(_, rest)| rest.iter().map(|forms| (ANYWHERE, vec![forms.clone()])))
            .collect();
        shapes.learn_level(&everywhere);
        while !open.is_empty() {
            shapes.learn_level(&open);
            for (parent, rest) in &mut open {
                if let Some(forms) = rest.pop() {
                    *parent = join(*parent, shapes.choose(*parent, &forms));
                }
            }
            open.retain(|(_, rest)| !rest.is_empty());
        }
        shapes
    }

    fn learn_level(&mut self, open: &[(u64, Vec<Vec<String>>)]) {
        let mut counts: HashMap<(u64, usize), HashMap<&str, usize>> = HashMap::new();
        for (parent, rest) in open {
            for (step, form) in rest.last().into_iter().flatten().enumerate() {
                *counts.entry((*parent, step)).or_default().entry(form).or_default() += 1;
            }
        }
        for ((parent, _), forms) in counts {
            let least = if forms.len() <= FEW_SIBLINGS {
                2
            } else {
                let mut sizes: Vec<usize> = forms.values().copied().collect();
                let middle = sizes.len() / 2;
                (STANDS_OUT * *sizes.select_nth_unstable(middle).1).max(3)
            };
            let many = forms.iter().filter(|(_, count)| **count >= least);
            self.kept.extend(many.map(|(form, _)| join(parent, form)));
        }
    }

    /// The most precise form that is kept under a parent; the last one if none is.
    fn choose<'a>(&self, parent: u64, forms: &'a [String]) -> &'a str {
        let kept = forms.iter().find(|form| {
            self.kept.contains(&join(parent, form))
                || form.contains(['#', '*']) && self.kept.contains(&join(ANYWHERE, form))
        });
        kept.or(forms.last()).map_or("", String::as_str)
    }

    /// The pattern of a URL.
    pub(crate) fn shape(&self, url: &Url) -> Shape {
        let mut family = hash(url.host_str().unwrap_or_default().as_bytes());
        let (mut section, mut tail) = (0, 0);
        let mut counted = true;
        for segment in segments(url) {
            let forms = forms(segment);
            let form = self.choose(family, &forms);
            counted &= !form.contains('*');
            family = join(family, form);
            section = if section == 0 { family } else { section };
            tail = join(if segment.is_empty() { tail } else { 1 }, form);
        }
        let mut keys: Vec<_> = url.query_pairs().map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        let query = keys.iter().fold(7, |state, key| join(state, key));
        let group = family.rotate_left(7) ^ query;
        let tail = tail ^ query.rotate_left(9);
        Shape { family, group, section, tail, counted: counted || !keys.is_empty() }
    }
}

/// The segments of a path; a trailing slash is an empty last one.
fn segments(url: &Url) -> impl DoubleEndedIterator<Item = &str> {
    url.path().trim_start_matches('/').split('/')
}

/// The forms of a segment, the most precise first. Plain numbers count items, days or pages
/// wherever they stand, and never name a kind.
fn forms(segment: &str) -> Vec<String> {
    if segment.is_empty() {
        return vec![String::new()];
    }
    if segment.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec!["#".to_owned()];
    }
    let mut counted = String::with_capacity(segment.len());
    for character in segment.chars() {
        match character.is_ascii_digit() {
            true if counted.ends_with('#') => {}
            true => counted.push('#'),
            false => counted.push(character),
        }
    }
    let (stem, extension) = match segment.rsplit_once('.') {
        Some((stem, extension)) if is_extension(extension) => (stem, format!(".{extension}")),
        _ => (segment, String::new()),
    };
    let first = stem.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let number = if stem.ends_with(|c: char| c.is_ascii_digit()) { "#" } else { "" };
    let mut forms = vec![segment.to_owned(), counted];
    if !first.is_empty() && first.len() < stem.len() {
        forms.push(format!("{first}*{number}{extension}"));
    }
    forms.push(format!("*{number}{extension}"));
    forms.dedup();
    forms
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn join(parent: u64, form: &str) -> u64 {
    (parent.rotate_left(5) ^ hash(form.as_bytes())).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn url(path: &str) -> Url {
        Url::parse("http://example.com").unwrap().join(path).unwrap()
    }

    /// A different word for each number below 676.
    fn word(n: usize) -> String {
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        [letter(n * 7), letter(n / 26 + n), letter(n * n), letter(n / 26)].iter().collect()
    }

    /// The number of groups that the paths fall into.
    fn groups(shapes: &Shapes, paths: &[&str]) -> usize {
        paths.iter().map(|path| shapes.shape(&url(path)).group).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn names_of_items_are_one_pattern_and_names_of_sections_are_not() {
        let mut urls = Vec::new();
        for n in 0..60 {
            urls.push(url(&format!("/shop/{}-shoe_{n}/", word(n))));
            urls.push(url(&format!("/shop/category/{}/", word(n))));
            urls.push(url(&format!("/news/2024/{:02}/title {n}", n % 12)));
        }
        let shapes = Shapes::learn(urls.iter());
        assert_eq!(groups(&shapes, &["/shop/blue-boot_99/", "/shop/x-shoe_7/"]), 1);
        assert_eq!(groups(&shapes, &["/shop/category/shoes/", "/shop/category/other/"]), 1);
        assert_eq!(groups(&shapes, &["/shop/a_1/", "/shop/category/a/", "/news/2024/01/a"]), 3);
        assert_eq!(groups(&shapes, &["/shop/a_1/", "/shop/a_1/?page=1", "/shop/b_2/?page=9"]), 2);
    }

    #[test]
    fn file_names_with_a_kind_in_front_keep_it() {
        let names = ["struct", "enum", "fn"];
        let urls: Vec<Url> = (0..90)
            .map(|n| url(&format!("/doc/m{}/{}.{}.html", n % 9, names[n / 9 % 3], word(n))))
            .collect();
        let shapes = Shapes::learn(urls.iter());
        let paths = ["/doc/m1/struct.A.html", "/doc/m1/enum.A.html", "/doc/m1/fn.b.html"];
        assert_eq!(groups(&shapes, &paths), 3);
        let tails = |path: &str| shapes.shape(&url(path)).tail;
        assert_eq!(tails("/doc/m1/struct.A.html"), tails("/doc/m2/struct.Other.html"));
    }

    #[test]
    fn numbers_and_parameters_are_counted_and_names_are_not() {
        let urls: Vec<Url> = (0..50).map(|n| url(&format!("/calendar/{n}/x{n}y"))).collect();
        let shapes = Shapes::learn(urls.iter());
        assert!(shapes.shape(&url("/calendar/99/")).counted);
        assert!(shapes.shape(&url("/wiki/Some_Name?sort=1")).counted);
        assert!(!shapes.shape(&url("/wiki/Some_Name")).counted);
    }
}
