//! URL patterns: what the addresses of a site's pages have in common.
//!
//! A site's software gives pages of one kind addresses of one form. A pattern keeps what recurs in
//! the addresses of many pages (directories, names of scripts, names of parameters) and leaves open
//! what is a page's own: `/2026/11/fog-on-the-pier.html` is `/#/#/*.html`.

use crate::profile::Parameters;
use rustc_hash::FxHashMap;
use sitewrap_lexicon::{Role, is, kind_of_page};
use std::borrow::Cow;

/// The patterns of one page's URL, as numbers that are equal for pages with equal patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlPattern {
    /// With the directories and names that recur on the site.
    pub named: u32,
    /// With these left open as well: what is left are the depth, heads of names such as `File:`, the
    /// suffix, and the parameters of the query. Equal where the named patterns are.
    pub open: u32,
    /// The kind of pages that the last of the directories with a known word for one says (`/articles/`, `/people/`).
    pub kind: Option<u32>,
}

/// The patterns of the URLs of a site's pages, in their order.
///
/// Hosts and fragments do not count; digits are `#`; of a query the names of its parameters count, in
/// whatever order, and words among its values that recur (`view=article`), and of what has no value what stands before
/// its first number (`?id.9`). A name that begins with
/// letters and a colon or a low line (`File:`, `index_`) keeps these if they recur. What is no URL has
/// a pattern as well, that of its text.
///
/// # Complexity
/// Linear in the length of the URLs.
pub fn url_patterns(urls: &[&str], parameters: &Parameters) -> Vec<UrlPattern> {
    let split: Vec<Address<'_>> = urls.iter().map(|url| Address::of(url)).collect();
    let mut recurring = Recurring::new(parameters);
    for address in &split {
        recurring.note(address);
    }
    let least =
        (parameters.address_recurs * urls.len() as f64).max(parameters.address_pages as f64);
    let (mut named, mut open, mut kinds) =
        (Numbers::default(), Numbers::default(), Numbers::default());
    split
        .iter()
        .map(|address| UrlPattern {
            named: named.of(recurring.named(address, least)),
            open: open.of(recurring.open(address, least)),
            kind: address.kind().map(|kind| kinds.of(kind)),
        })
        .collect()
}

/// A parameter of a query: its name, and its value or nothing.
type Parameter<'u> = (Cow<'u, str>, &'u str);

/// A URL as far as it counts, digits as `#`.
struct Address<'u> {
    directories: Vec<Cow<'u, str>>,
    name: Cow<'u, str>,
    /// Names of parameters with their values, sorted. What has no value counts as far as its first number.
    parameters: Vec<Parameter<'u>>,
}

impl<'u> Address<'u> {
    fn of(url: &'u str) -> Self {
        let url = url.split_once('#').map_or(url, |(url, _)| url);
        let (url, query) = url.split_once('?').unwrap_or((url, ""));
        let below_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = below_scheme.split_once('/').map_or("", |(_, path)| path);
        let mut steps: Vec<Cow<'u, str>> = path.split('/').map(without_digits).collect();
        let name = steps.pop().unwrap_or_default();
        let parameters = query.split(['&', ';']).filter(|pair| !pair.is_empty());
        let mut parameters: Vec<Parameter<'_>> = parameters
            .map(|pair| match pair.split_once('=') {
                Some((name, value)) => (without_digits(name), value),
                None => (up_to_number(pair), ""),
            })
            .collect();
        parameters.sort_unstable();
        Self { directories: steps, name, parameters }
    }

    /// The kind of pages that the last of the directories with a known word for one says.
    fn kind(&self) -> Option<String> {
        self.directories.iter().rev().find_map(|name| kind(name))
    }

    /// Adds the parameters of the query, with the values that are kept.
    fn push_parameters(&self, pattern: &mut String, is_kept: impl Fn(&Parameter<'_>) -> bool) {
        for (place, pair) in self.parameters.iter().enumerate() {
            pattern.push(if place == 0 { '?' } else { '&' });
            pattern.push_str(&pair.0);
            if is_kept(pair) {
                pattern.push('=');
                pattern.push_str(pair.1);
            }
        }
    }
}

/// How many pages have each directory, name and head of a name.
#[derive(Default)]
struct Recurring {
    directories: FxHashMap<String, u32>,
    names: FxHashMap<String, u32>,
    heads: FxHashMap<String, u32>,
    /// Parameters of queries with values that are words, by both.
    values: FxHashMap<String, u32>,
    /// Of a suffix, at most.
    suffix_bytes: usize,
}

impl Recurring {
    fn new(parameters: &Parameters) -> Self {
        Self { suffix_bytes: parameters.suffix_bytes, ..Self::default() }
    }

    fn note(&mut self, address: &Address<'_>) {
        let mut note = |counts: fn(&mut Self) -> &mut FxHashMap<String, u32>, text: &str| {
            *counts(self).entry(text.to_owned()).or_default() += 1;
        };
        for directory in &address.directories {
            note(|recurring| &mut recurring.directories, directory);
        }
        note(|recurring| &mut recurring.names, &address.name);
        if let Some(head) = head(&address.name) {
            note(|recurring| &mut recurring.heads, head);
        }
        for pair in address.parameters.iter().filter(|(_, value)| is_word(value)) {
            note(|recurring| &mut recurring.values, &assigned(pair));
        }
    }

    fn named(&self, address: &Address<'_>, least: f64) -> String {
        let mut pattern = String::new();
        for directory in &address.directories {
            let is_kept = directory == "#" || recurs(&self.directories, directory, least);
            pattern.push_str(if is_kept { directory } else { "*" });
            pattern.push('/');
        }
        if recurs(&self.names, &address.name, least) {
            pattern.push_str(&address.name);
        } else {
            self.push_open_name(&mut pattern, &address.name, least);
        }
        address.push_parameters(&mut pattern, |pair| self.keeps(pair, least));
        pattern
    }

    fn open(&self, address: &Address<'_>, least: f64) -> String {
        let mut pattern = String::new();
        for directory in &address.directories {
            pattern.push_str(if directory == "#" { "#/" } else { "*/" });
        }
        self.push_open_name(&mut pattern, &address.name, least);
        address.push_parameters(&mut pattern, |pair| self.keeps(pair, least));
        pattern
    }

    /// Whether the value of a parameter is kept.
    fn keeps(&self, pair: &Parameter<'_>, least: f64) -> bool {
        is_word(pair.1) && recurs(&self.values, &assigned(pair), least)
    }

    /// A name as far as it is not a page's own.
    fn push_open_name(&self, pattern: &mut String, name: &str, least: f64) {
        let (stem, suffix) = stem_and_suffix(name, self.suffix_bytes);
        if name.is_empty() || stem == "#" {
            pattern.push_str(name);
        } else {
            let head = head(name).filter(|head| recurs(&self.heads, head, least));
            pattern.push_str(head.unwrap_or(""));
            pattern.push('*');
            pattern.push_str(suffix);
        }
    }
}

/// Whether the value of a parameter may name a kind of pages: numbers are a page's own.
fn is_word(value: &str) -> bool {
    !value.is_empty() && !value.bytes().any(|byte| byte.is_ascii_digit())
}

/// A parameter with its value, as it is counted.
fn assigned((name, value): &Parameter<'_>) -> String {
    format!("{name}={value}")
}

fn recurs(counts: &FxHashMap<String, u32>, text: &str, least: f64) -> bool {
    counts.get(text).is_some_and(|&count| f64::from(count) >= least)
}

/// The kind of pages that a word in the singular or the plural says.
fn kind(word: &str) -> Option<String> {
    let word = word.to_lowercase().replace('-', "_");
    if let Some(kind) = kind_of_page(&word) {
        return Some(kind.to_owned());
    }
    let without =
        |ending: &str, other: &str| Some(format!("{}{other}", word.strip_suffix(ending)?));
    let forms = [Some(word.clone()), without("s", ""), without("es", ""), without("ies", "y")];
    forms.into_iter().flatten().find(|form| is(Role::Kind, form))
}

/// Gives each text a number, equal ones the same.
#[derive(Default)]
struct Numbers(FxHashMap<String, u32>);

impl Numbers {
    fn of(&mut self, text: String) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(text).or_insert(next)
    }
}

/// The letters and the colon or low line that a name begins with, as in `File:Lantern.jpg` and
/// `index_b.htm`. A hyphen parts the words of titles.
fn head(name: &str) -> Option<&str> {
    let (head, _) = name.split_once([':', '_'])?;
    let is_word = !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word.then(|| &name[..=head.len()])
}

/// A name without and its suffix, which begins with its last dot and has at most so many bytes; empty if it
/// has none.
fn stem_and_suffix(name: &str, most: usize) -> (&str, &str) {
    let is_suffix = |suffix: &str| {
        (1..=most).contains(&suffix.len())
            && suffix.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#')
    };
    match name.rfind('.') {
        Some(dot) if is_suffix(&name[dot + 1..]) => name.split_at(dot),
        _ => (name, ""),
    }
}

/// A text with each run of digits as one `#`.
fn without_digits(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    for sign in text.chars() {
        if !sign.is_ascii_digit() {
            result.push(sign);
        } else if !result.ends_with('#') {
            result.push('#');
        }
    }
    Cow::Owned(result)
}

/// A text up to its first number, with that as `#`: `user.php?id.9` and `showthread.php?12-Fog-on-the-pier` name a page by
/// the number of it in the place of a query.
fn up_to_number(text: &str) -> Cow<'_, str> {
    match text.bytes().position(|byte| byte.is_ascii_digit()) {
        Some(at) => Cow::Owned(format!("{}#", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(urls: &[&str]) -> Vec<String> {
        let split: Vec<Address<'_>> = urls.iter().map(|url| Address::of(url)).collect();
        let mut recurring = Recurring::new(&Parameters::default());
        split.iter().for_each(|address| recurring.note(address));
        split.iter().map(|address| recurring.named(address, 3.0)).collect()
    }

    #[test]
    fn what_recurs_is_kept_and_what_is_a_pages_own_is_left_open() {
        let urls = [
            "https://a.example/tags/tea/",
            "https://a.example/tags/fog/",
            "https://a.example/tags/sea/",
            "https://a.example/2026/11/fog-on-the-pier.html",
            "https://a.example/wiki/File:Lamp.jpg",
            "https://a.example/wiki/File:Pier.jpg",
            "https://a.example/wiki/File:Boat.jpg",
            "https://a.example/people/index_a.htm",
            "https://a.example/people/index_b.htm",
            "https://a.example/people/index_c.htm",
            "https://a.example/people/ann_lee.htm",
            "https://a.example/show.php?tid=4&page=2#last",
            "https://a.example/people/ann.smithson",
        ];
        let expected = ["tags/*/", "tags/*/", "tags/*/", "#/#/*.html"];
        let files = ["wiki/File:*.jpg"; 3];
        let people = ["people/index_*.htm"; 3].into_iter().chain(["people/*.htm"]);
        let all = expected.into_iter().chain(files).chain(people);
        let all: Vec<&str> = all.chain(["*.php?page&tid", "people/*"]).collect();
        assert_eq!(patterns(&urls), all);
    }

    #[test]
    fn directories_say_kinds_in_known_words() {
        let urls = [
            "https://a.example/tags/tea",
            "https://a.example/en/tag/fog/",
            "https://a.example/galleries/pier/2.html",
            "https://a.example/kategorien/tee",
            "https://a.example/news/articles/fog",
            "https://a.example/blue/12",
            "https://a.example/articles",
        ];
        let kinds: Vec<Option<String>> = urls.iter().map(|url| Address::of(url).kind()).collect();
        let expected = [
            Some("tag"),
            Some("tag"),
            Some("gallery"),
            Some("category"),
            Some("article"),
            None,
            None,
        ];
        assert_eq!(kinds.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn words_in_queries_that_recur_are_kept() {
        let urls = [
            "https://a.example/index.php?view=article&id=7:fog",
            "https://a.example/index.php?id=8:sea&view=article",
            "https://a.example/index.php?view=article&id=9:tea",
            "https://a.example/index.php?view=poll&id=1",
            "https://a.example/index.php?action=profile;u=7",
        ];
        let articles = ["index.php?id&view=article"; 3];
        let others = ["index.php?id&view", "index.php?action&u"];
        let all: Vec<&str> = articles.into_iter().chain(others).collect();
        assert_eq!(patterns(&urls), all);
    }

    #[test]
    fn numbers_in_queries_are_a_pages_own() {
        let urls = [
            "https://a.example/user.php?id.9",
            "https://a.example/links.php?cat.12.list",
            "https://a.example/showthread.php?12-Fog-on-the-pier",
            "https://a.example/index.php?/topic/7-fog/",
            "https://a.example/list.php?filter_12=red&all",
        ];
        let all = ["*.php?id.#", "*.php?cat.#", "*.php?#", "*.php?/topic/#", "*.php?all&filter_#"];
        assert_eq!(patterns(&urls), all);
    }

    #[test]
    fn open_patterns_forget_directories() {
        let urls = ["https://a.example/red/lamps/a.html", "https://a.example/blue/x/b.html?p=1"];
        let nothing = Recurring::new(&Parameters::default());
        let open: Vec<String> =
            urls.iter().map(|url| nothing.open(&Address::of(url), 3.0)).collect();
        assert_eq!(open, ["*/*/*.html", "*/*/*.html?p"]);
    }

    #[test]
    fn anything_has_a_pattern() {
        let urls = ["", "#", "?", "no url", "https://", "x://h//..//a.b.c?&=&a", "/:.:"];
        assert_eq!(url_patterns(&urls, &Parameters::default()).len(), urls.len());
    }
}
