//! Patterns of URLs, learned from the URLs of the site.
//!
//! Which parts of a path name a kind of page (`category`), and which an item (`blue-shoes_17`)?
//! A segment under one parent is kept word for word if many known URLs share it; else it falls
//! back, step by step, to forms that more URLs share: digits as `#`, the first word and the
//! extension (`struct*.html`), and last `*`. What is many depends on the siblings. A form with
//! `#` or `*` that is common on the whole site is kept under every parent.

pub(crate) mod lesson;

use crate::frontier::keys::Keys;
use crate::page::words::{hash, join};
use rustc_hash::FxHashSet;

/// Keeps later pages of lists apart from the first ones.
const LATE: u64 = 0x6c61_7465_7061_6765;

/// Stands for any parent.
const ANYWHERE: u64 = 0;

/// The pattern of a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct UrlPattern {
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
    /// By the names of their parameters, the URLs of the group show what is elsewhere too: in
    /// another order, in part, for printing.
    pub(crate) variant: bool,
    /// The URLs of the group are later pages of lists whose first pages are known or come before
    /// them.
    pub(crate) late: bool,
}

impl UrlPattern {
    /// The pattern for later pages of lists.
    pub(crate) fn late(self) -> Self {
        Self { group: self.group ^ LATE, late: true, ..self }
    }

    /// The group of the first pages of lists, for that of later ones.
    pub(crate) fn first_pages(self) -> u64 {
        self.group ^ LATE
    }
}

/// A segment in a form that it shares with others.
#[derive(Clone, Copy, Debug, Default)]
struct Form {
    hash: u64,
    /// It stands for several segments: `#` or `*` is in it.
    open: bool,
    /// `*` is in it.
    named: bool,
    /// It is that of an empty segment.
    empty: bool,
}

impl Form {
    fn of(text: &str) -> Self {
        let named = text.contains('*');
        Self {
            hash: hash(text.as_bytes()),
            open: named || text.contains('#'),
            named,
            empty: text.is_empty(),
        }
    }
}

/// The forms of a segment, the most precise first; each but the last is more precise than the next.
///
/// A lesson holds those of thousands of segments, so they are laid out to be small.
#[derive(Clone, Copy, Debug, Default)]
struct Forms {
    hashes: [u64; 4],
    /// Whether they are open, named and empty.
    marks: [(bool, bool, bool); 4],
    length: u8,
}

const _: () = assert!(size_of::<Forms>() <= 48, "a lesson holds thousands");

impl Forms {
    fn push(&mut self, text: &str) {
        let form = Form::of(text);
        if self.iter().last().is_none_or(|last| last.hash != form.hash) {
            let place = usize::from(self.length);
            self.hashes[place] = form.hash;
            self.marks[place] = (form.open, form.named, form.empty);
            self.length += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Form> + '_ {
        let forms = self.hashes.iter().zip(&self.marks).take(usize::from(self.length));
        forms.map(|(&hash, &(open, named, empty))| Form { hash, open, named, empty })
    }
}

/// What the known URLs of a crawl have taught about segments.
#[derive(Clone, Debug, Default)]
pub(crate) struct UrlPatterns {
    /// Forms that are kept, as hashes of parent and form.
    kept: FxHashSet<u64>,
}

impl UrlPatterns {
    /// The most precise form that is kept under a parent; the last one if none is.
    fn choose(&self, parent: u64, forms: &Forms) -> Form {
        let kept = forms.iter().find(|form| {
            self.kept.contains(&join(parent, form.hash))
                || form.open && self.kept.contains(&join(ANYWHERE, form.hash))
        });
        kept.or_else(|| forms.iter().last()).unwrap_or_default()
    }

    /// The pattern of a normalized URL.
    pub(crate) fn pattern(&self, url: &str) -> UrlPattern {
        let url = Parts::of(url);
        let mut text = String::new();
        let mut path = PathPattern::of_site(hash(url.site.as_bytes()));
        for segment in url.segments() {
            path.go_on(self.choose(path.family, &forms(segment, &mut text)));
        }
        path.with(Keys::of(url.query))
    }
}

/// The pattern of the first segments of a path.
#[derive(Clone, Copy, Debug)]
struct PathPattern {
    family: u64,
    /// Up to the first segment; 0 without one.
    section: u64,
    /// Of the last segment.
    tail: u64,
    /// No segment stands for names.
    counted: bool,
}

impl PathPattern {
    fn of_site(site: u64) -> Self {
        Self { family: site, section: 0, tail: 0, counted: true }
    }

    /// Takes in the next segment.
    fn go_on(&mut self, form: Form) {
        self.counted &= !form.named;
        self.family = join(self.family, form.hash);
        self.section = if self.section == 0 { self.family } else { self.section };
        self.tail = join(if form.empty { self.tail } else { 1 }, form.hash);
    }

    /// The pattern of a URL with this path.
    fn with(self, keys: Keys) -> UrlPattern {
        let Self { family, section, tail, counted } = self;
        let group = family.rotate_left(7) ^ keys.hash;
        let tail = tail ^ keys.hash.rotate_left(9);
        let counted = counted || keys.any;
        UrlPattern { family, group, section, tail, counted, variant: keys.variant, late: false }
    }
}

/// A normalized URL, taken apart.
struct Parts<'a> {
    /// Host and port.
    site: &'a str,
    path: &'a str,
    query: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(url: &'a str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        let (site, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        Self { site, path, query }
    }

    /// The segments of the path; a trailing slash is an empty last one.
    fn segments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.path.trim_start_matches('/').split('/')
    }
}

/// The forms of a segment. Plain numbers count items, days or pages wherever they stand, and never
/// name a kind. `text` is room to write in.
fn forms(segment: &str, text: &mut String) -> Forms {
    let mut forms = Forms::default();
    if segment.is_empty() {
        forms.push("");
        return forms;
    }
    if segment.bytes().all(|byte| byte.is_ascii_digit()) {
        forms.push("#");
        return forms;
    }
    forms.push(segment);
    text.clear();
    for character in segment.chars() {
        match character.is_ascii_digit() {
            true if text.ends_with('#') => {}
            true => text.push('#'),
            false => text.push(character),
        }
    }
    forms.push(text);
    let (stem, extension) = match segment.rfind('.') {
        Some(dot) if is_extension(&segment[dot + 1..]) => segment.split_at(dot),
        _ => (segment, ""),
    };
    let first = stem.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let number = if stem.ends_with(|c: char| c.is_ascii_digit()) { "#" } else { "" };
    let mut open = |first: &str| {
        text.clear();
        [first, "*", number, extension].iter().for_each(|part| text.push_str(part));
        forms.push(text);
    };
    if !first.is_empty() && first.len() < stem.len() {
        open(first);
    }
    open("");
    forms
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::lesson::Lesson;
    use super::*;
    use std::collections::BTreeSet;

    fn url(path: &str) -> String {
        format!("http://example.com{}", path.replace(' ', "%20"))
    }

    /// What is learned from URLs; the pattern that comes with it is that of each.
    fn learned(urls: &[String]) -> UrlPatterns {
        let mut lesson = Lesson::default();
        urls.iter().for_each(|url| lesson.add(url));
        let (patterns, own) = lesson.learn();
        assert!(urls.iter().map(|url| patterns.pattern(url)).eq(own));
        patterns
    }

    /// A different word for each number below 676.
    fn word(n: usize) -> String {
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        [letter(n * 7), letter(n / 26 + n), letter(n * n), letter(n / 26)].iter().collect()
    }

    /// The number of groups that the paths fall into.
    fn groups(patterns: &UrlPatterns, paths: &[&str]) -> usize {
        paths.iter().map(|path| patterns.pattern(&url(path)).group).collect::<BTreeSet<_>>().len()
    }

    #[test]
    fn names_of_items_are_one_pattern_and_names_of_sections_are_not() {
        let mut urls = Vec::new();
        for n in 0..60 {
            urls.push(url(&format!("/shop/{}-shoe_{n}/", word(n))));
            urls.push(url(&format!("/shop/category/{}/", word(n))));
            urls.push(url(&format!("/news/2024/{:02}/title {n}", n % 12)));
        }
        let patterns = learned(&urls);
        assert_eq!(groups(&patterns, &["/shop/blue-boot_99/", "/shop/x-shoe_7/"]), 1);
        assert_eq!(groups(&patterns, &["/shop/category/shoes/", "/shop/category/other/"]), 1);
        assert_eq!(groups(&patterns, &["/shop/a_1/", "/shop/category/a/", "/news/2024/01/a"]), 3);
        assert_eq!(groups(&patterns, &["/shop/a_1/", "/shop/a_1/?page=1", "/shop/b_2/?page=9"]), 2);
    }

    #[test]
    fn file_names_with_a_kind_in_front_keep_it() {
        let names = ["struct", "enum", "fn"];
        let urls: Vec<String> = (0..90)
            .map(|n| url(&format!("/doc/m{}/{}.{}.html", n % 9, names[n / 9 % 3], word(n))))
            .collect();
        let patterns = learned(&urls);
        let paths = ["/doc/m1/struct.A.html", "/doc/m1/enum.A.html", "/doc/m1/fn.b.html"];
        assert_eq!(groups(&patterns, &paths), 3);
        let tails = |path: &str| patterns.pattern(&url(path)).tail;
        assert_eq!(tails("/doc/m1/struct.A.html"), tails("/doc/m2/struct.Other.html"));
    }

    #[test]
    fn numbers_and_parameters_are_counted_and_names_are_not() {
        let urls: Vec<String> = (0..50).map(|n| url(&format!("/calendar/{n}/x{n}y"))).collect();
        let patterns = learned(&urls);
        assert!(patterns.pattern(&url("/calendar/99/")).counted);
        assert!(patterns.pattern(&url("/wiki/Some_Name?sort=1")).counted);
        assert!(!patterns.pattern(&url("/wiki/Some_Name")).counted);
    }
}
