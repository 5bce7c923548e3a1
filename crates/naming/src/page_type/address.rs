//! What the addresses of pages say of their kind.

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::Corpus;
use sitewrap_terms::words::lexicon::{Role, is, kind_of_page};
use sitewrap_terms::words::{class_name, fold, singular};

/// The thing that pages are, if (almost) all of their addresses have one word for it before the
/// page's own name: `/talks/x` is a talk.
pub(super) fn thing_of(corpus: &Corpus<'_>) -> Option<String> {
    let of_page = |page: usize| {
        let segments = segments(corpus.url(page));
        let before = segments.len().checked_sub(2).map(|at| kind_word(&segments[at]));
        before.filter(|word| {
            is(Role::Kind, word) && !is(Role::Written, word) && !is(Role::UsualPage, word)
        })
    };
    let found: Vec<Option<String>> = (0..corpus.len()).map(of_page).collect();
    let thing = found.iter().flatten().next()?;
    let same = found.iter().filter(|word| word.as_ref() == Some(thing)).count();
    corpus.share(same, corpus.len()).is_nearly_all().then(|| thing.clone())
}

/// The general word that the addresses of (almost) all pages end with: `/docs/alloc/index.html`.
pub(super) fn general_word(corpus: &Corpus<'_>) -> Option<String> {
    let ends = |word: &str| {
        let pages = 0..corpus.len();
        pages
            .filter(|&page| segments(corpus.url(page)).last().is_some_and(|last| last == word))
            .count()
    };
    let enough = |word: &&&str| corpus.share(ends(word), corpus.len()).is_nearly_all();
    ["index", "all"].iter().find(enough).map(|word| (*word).to_owned())
}

/// A word of a language as the kind of page that it says, others in the singular.
fn kind_word(word: &str) -> String {
    kind_of_page(&fold(word).replace('-', "_")).map_or_else(|| singular(word), str::to_owned)
}

/// A word of an address as a name; what sites shorten, or say in another language, is said in full.
pub(super) fn word_name(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let known = kind_of_page(&fold(word).replace('-', "_")).map(str::to_owned);
    // `viewtopic`, `show_bug`: what is shown.
    let shown = ["view", "show", "display"].iter().find_map(|verb| {
        let rest = lower.strip_prefix(verb)?.trim_start_matches(['_', '-']);
        is(Role::Kind, &singular(rest)).then(|| rest.to_owned())
    });
    let named = || Some(class_name(word)?.words.join("_"));
    // Of an element `class` says nothing, of an address it does.
    known.or(shown).or_else(named).or_else(|| is(Role::Kind, &singular(&lower)).then_some(lower))
}

/// Pages of a type that have a word in the path of their address, by word.
pub(super) fn words(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in 0..corpus.len() {
        for word in segments(corpus.url(page)).into_iter().collect::<FxHashSet<_>>() {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts
}

/// Pages of a type by the last word for what a page is in the path of their address.
pub(super) fn last_kinds(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in 0..corpus.len() {
        let names = segments(corpus.url(page)).into_iter().filter_map(|word| word_name(&word));
        let last = names.map(|name| singular(&name)).rfind(|name| is(Role::Kind, name));
        if let Some(kind) = last {
            *counts.entry(kind).or_default() += 1;
        }
    }
    counts
}

/// Whether addresses that lack a word name other kinds of pages: lists by tag, by category and by
/// author from one template are none of these three.
pub(super) fn has_other_kinds(corpus: &Corpus<'_>, name: &str) -> bool {
    let is_kind = |word: &String| is(Role::Kind, &singular(&word.to_lowercase()));
    let others = (0..corpus.len()).filter(|&page| {
        let words = segments(corpus.url(page));
        let own = words.iter().any(|word| singular(&word.to_lowercase()) == singular(name));
        !own && words.iter().any(is_kind)
    });
    !corpus.share(others.count(), corpus.len()).is_rare()
}

/// Whether an address is that of a further page of the site's first list: `/page/2/`, `/?page=2`,
/// `/index-2.html`.
fn is_of_first_list(url: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let query = url.split_once('?').map(|(_, query)| query);
    let words = segments(url);
    match (&words[..], query) {
        ([], Some(query)) => query
            .split_once('=')
            .is_some_and(|(key, value)| matches!(key, "page" | "paged" | "p") && is_number(value)),
        ([word, number], None) => word == "page" && is_number(number),
        ([word], None) => ["page", "index"]
            .iter()
            .filter_map(|name| word.strip_prefix(name))
            .any(|rest| is_number(rest.trim_start_matches(['-', '_']))),
        _ => false,
    }
}

/// What the addresses of pages with a role of their own look like.
pub(super) fn by_address(corpus: &Corpus<'_>) -> Option<&'static str> {
    let all = |holds: &dyn Fn(&str) -> bool| (0..corpus.len()).all(|page| holds(corpus.url(page)));
    let is_search = |url: &str| {
        let query = url.split_once('?').map_or("", |(_, query)| query);
        query.split('&').any(|pair| {
            matches!(pair.split('=').next(), Some("q" | "s" | "query" | "search" | "keyword"))
        })
    };
    let is_home = |url: &str| match &segments(url)[..] {
        [] => !url.contains('?'),
        // One script may write all pages, each told by its query.
        [only] => only == "index" && !url.contains('?'),
        _ => false,
    };
    let is_of_home = |url: &str| is_home(url) || is_of_first_list(url);
    if all(&is_search) {
        Some("search")
    } else if (0..corpus.len()).any(|page| is_home(corpus.url(page))) && all(&is_of_home) {
        Some("home")
    } else if is_overview(corpus) {
        Some("overview")
    } else {
        None
    }
}

/// Whether the addresses of (almost) all pages end with what a site has several of, and not all with
/// the same: `/tags/`, `/categories/`, `/authors/`.
fn is_overview(corpus: &Corpus<'_>) -> bool {
    let kind = |page| {
        let last = segments(corpus.url(page)).pop()?.to_lowercase();
        let one = singular(&last);
        (one != last && is(Role::Kind, &one)).then_some(one)
    };
    let kinds: Vec<String> = (0..corpus.len()).filter_map(kind).collect();
    let different: FxHashSet<&String> = kinds.iter().collect();
    let usual = different.len() > 1 && 2 * different.len() >= kinds.len();
    usual && corpus.share(kinds.len(), corpus.len()).is_nearly_all()
}

/// The words of a URL's path: segments without their extension. What stands before a colon is the space
/// of names that a wiki keeps its pages of one kind in (`Category:Tea`). Where one script writes all pages, the
/// words for kinds of pages in its query stand for it (`/index.php?topic=7`, `/?route=product/product`).
pub(super) fn segments(url: &str) -> Vec<String> {
    let plain = url.split('#').next().unwrap_or_default();
    let (path, query) = plain.split_once('?').unwrap_or((plain, ""));
    let mut segments = path_segments(path);
    let is_asking = |word: &String| is(Role::Asking, &word.to_lowercase());
    if query.is_empty() || !segments.last().is_none_or(is_asking) {
        return segments;
    }
    let kinds = kinds_of_query(query);
    if !kinds.is_empty() {
        segments.pop();
        segments.extend(kinds);
    }
    segments
}

/// The words for kinds of pages in a query, and the value behind one that is a key. Beside the page's own `id` a key says
/// what it belongs to, not what it is (`detail.asp?id=163&cat=1`).
fn kinds_of_query(query: &str) -> Vec<String> {
    let is_kind = |word: &str| is(Role::Kind, &kind_word(word));
    let keys = || query.split(['&', ';']).filter_map(|pair| pair.split('=').next());
    let has_id = keys().any(|key| key.eq_ignore_ascii_case("id"));
    let mut kinds = Vec::new();
    for pair in query.split(['&', ';']) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let words = value.split(['/', '.']).filter(|word| !word.is_empty());
        if is_kind(key) && !has_id {
            kinds.push(key.to_owned());
            kinds.extend(words.map(str::to_owned));
        } else {
            kinds.extend(words.filter(|word| is_kind(word)).map(str::to_owned));
        }
    }
    kinds
}

fn path_segments(url: &str) -> Vec<String> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    path.split('/')
        .skip(1)
        .filter(|segment| !segment.is_empty())
        .map(|segment| segment.split('.').next().unwrap_or_default())
        .flat_map(|segment| segment.split(':').filter(|word| !word.is_empty()))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_query_say_what_a_page_is_unless_it_has_an_id_of_its_own() {
        for (url, words) in [
            ("http://a.test/index.asp?cat=1", &["cat", "1"][..]),
            ("http://a.test/index.php?topic=7", &["topic", "7"]),
            ("http://a.test/detail.asp?id=163&cat=1", &["detail"]),
            ("http://a.test/index.php?view=article&id=163", &["article"]),
        ] {
            assert_eq!(segments(url), words, "{url}");
        }
    }
}
