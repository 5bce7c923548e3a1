//! Which words of like siblings may be their labels.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::grammar::is_date;
use sitewrap_values::{is_month, is_weekday};

/// The words of a node that may be its label.
pub(crate) fn may_label<'w>(
    corpus: &Corpus<'_>,
    node: Instance,
    words: &'w [String],
) -> &'w [String] {
    let parameters = corpus.parameters();
    let is_long = words.len() > parameters.label_words && !begins_apart(corpus, node);
    let most = match is_long && corpus.line(node).ends_with(['.', '!', '?', '…', '"', '”']) {
        true => 0,
        false if is_long => 1,
        false => parameters.first_words,
    };
    &words[..words.len().min(most)]
}

/// Which members are values whatever other instances say: days, months and letters, above what they part, and links that
/// lead to one address wherever they say the same: what they say is the
/// name of a thing (a category, an author), and the link a value. A label on a link (`Edit`, `Reply`)
/// leads to another address on each page. Links of several looks are no list of values: one of them may
/// be what the page is called, behind what it belongs to.
pub(crate) fn are_values(corpus: &Corpus<'_>, members: &[Member]) -> Vec<bool> {
    let are_names = are_names(corpus, members);
    let is_value = |((_, member), is_name): (&Member, bool)| {
        is_name || is_day(&corpus.line(*member)) || is_under_letter(corpus, *member)
    };
    members.iter().zip(are_names).map(is_value).collect()
}

/// Whether a text is a date and nothing else.
pub(crate) fn is_day(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
    is_date(text) && words.map(str::to_lowercase).all(|word| is_month(&word) || is_weekday(&word))
}

/// Whether a node is a heading of one letter, or begins with one: a part of an index.
fn is_under_letter(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let heading = corpus.view(page).leading_heading(node);
    heading.is_some_and(|heading| is_letter(&corpus.line((page, heading))))
}

/// Whether a text is one letter.
pub(crate) fn is_letter(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

fn are_names(corpus: &Corpus<'_>, members: &[Member]) -> Vec<bool> {
    let links: Vec<Option<(String, &str)>> = members
        .iter()
        .map(|(_, member)| {
            let (page, link) = sole_link(corpus, *member)?;
            Some((corpus.line((page, link)), corpus.tree(page).attr(link, "href")?))
        })
        .collect();
    let looks = members.iter().filter_map(|(_, member)| {
        let (page, link) = sole_link(corpus, *member)?;
        Some(corpus.tree(page).attr(link, "class").unwrap_or_default())
    });
    if looks.collect::<FxHashSet<_>>().len() > 1 {
        return vec![false; members.len()];
    }
    let mut leads: FxHashMap<&str, (&str, usize, bool)> = FxHashMap::default();
    for (text, address) in links.iter().flatten() {
        let (first, count, is_one) = leads.entry(text).or_insert((address, 0, true));
        *count += 1;
        *is_one &= first == address;
    }
    let is_value = |(text, _): &(String, &str)| {
        leads.get(text.as_str()).is_some_and(|&(_, count, is_one)| count > 1 && is_one)
    };
    links.iter().map(|link| link.as_ref().is_some_and(is_value)).collect()
}

/// The link that is all there is in a node, or the node itself.
pub(crate) fn sole_link(corpus: &Corpus<'_>, (page, node): Instance) -> Option<Instance> {
    let mut at = node;
    loop {
        if corpus.tag((page, at)) == "a" {
            return Some((page, at));
        }
        let mut children = corpus.view(page).content_children(at);
        match (children.next(), children.next()) {
            (Some(only), None) => at = only,
            _ => return None,
        }
    }
}

/// Words that several instances have, each just once, with the number of these instances.
pub(crate) fn label_words(
    members: &[Member],
    first_words: &[&[String]],
) -> FxHashMap<String, usize> {
    let mut counts: FxHashMap<&str, (FxHashSet<usize>, usize)> = FxHashMap::default();
    for ((at, _), words) in members.iter().zip(first_words) {
        for word in *words {
            let (of, count) = counts.entry(word).or_default();
            of.insert(*at);
            *count += 1;
        }
    }
    counts
        .into_iter()
        .filter(|(_, (of, count))| of.len() > 1 && comes_once(*count, of.len()))
        .map(|(word, (of, _))| (word.to_owned(), of.len()))
        .collect()
}

/// Whether what comes so often in so many instances comes (almost) once in each.
pub(crate) fn comes_once(count: usize, instances: usize) -> bool {
    count * 20 <= instances * 21
}

/// Up to three words that all members of a slot have, by the words of each, of those that are asked for.
pub(crate) fn common_words<'w>(
    corpus: &Corpus<'_>,
    words: impl Iterator<Item = &'w Vec<String>>,
    is_asked_for: impl Fn(&str) -> bool,
) -> Vec<String> {
    let words: Vec<&Vec<String>> = words.collect();
    let Some(first) = words.first() else { return Vec::new() };
    let having = |word: &String| words.iter().filter(|of| of.contains(word)).count();
    let mut seen = FxHashSet::default();
    let common = first.iter().filter(|word| {
        is_asked_for(word)
            && seen.insert(*word)
            && corpus.share(having(word), words.len()).is_all_but_chance()
    });
    common.take(3).cloned().collect()
}

/// Whether a node begins with a short element, apart from what follows it.
fn begins_apart(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let mut holder = node;
    loop {
        let mut children = view.content_children(holder);
        match (children.next(), children.next()) {
            (Some(only), None) => holder = only,
            (Some(first), Some(_)) => {
                return !tree.is_text(first)
                    && view.text_len(first) <= corpus.parameters().label_chars;
            }
            _ => return false,
        }
    }
}
