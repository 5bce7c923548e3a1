//! Words of a text that are marked since a search asked for them.

use crate::corpus::{Corpus, Instance};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, html};

/// Whether the elements in texts mark what their page searched for: most of those of one page say the same, those of
/// other pages something else, and the words beside them are others in most texts. A name behind `by` is the
/// same on the pages of an author too, but so is the word.
pub(super) fn are_highlighted(
    corpus: &Corpus<'_>,
    instances: &[Instance],
    children: &[Vec<NodeId>],
) -> bool {
    let mut pages: FxHashMap<usize, FxHashMap<String, usize>> = FxHashMap::default();
    let (mut marked, mut beside) = (0, FxHashSet::default());
    for (&(page, _), nodes) in instances.iter().zip(children) {
        let is_text = |node: &NodeId| corpus.tag((page, *node)) == "#text";
        let Some(mark) = nodes.iter().find(|node| !is_text(node)) else { continue };
        if !nodes.iter().all(|node| is_text(node) || is_mark(corpus, (page, *node))) {
            return false;
        }
        marked += 1;
        let said = corpus.line((page, *mark)).to_lowercase();
        *pages.entry(page).or_default().entry(said).or_default() += 1;
        let texts = nodes.iter().filter(|node| is_text(node));
        let around: String = texts.map(|text| corpus.line((page, *text))).collect();
        let around: String = around.chars().filter(|c| c.is_alphabetic()).collect();
        if !around.is_empty() {
            beside.insert(around);
        }
    }
    let share = |count: usize| corpus.share(count, marked);
    if pages.len() < corpus.parameters().few || !share(beside.len()).is_most() {
        return false;
    }
    let leads = pages
        .values()
        .filter_map(|said| said.iter().max_by_key(|(text, count)| (**count, text.len(), *text)));
    let (mut led, mut asked) = (0, FxHashMap::<&str, usize>::default());
    for (text, count) in leads {
        led += count;
        *asked.entry(text).or_default() += 1;
    }
    let most_asked = asked.into_values().max().unwrap_or_default();
    // Where each page has one text, it says the same as all of that page.
    marked >= 2 * pages.len()
        && share(led).is_most()
        && !corpus.share(most_asked, pages.len()).is_half()
}

/// Whether an element marks words: it is emphasis, or a plain element in a line, and leads nowhere.
fn is_mark(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    tree.subtree(node).all(|below| {
        let tag = tree.tag(below).as_str();
        html::is_phrasing(tag) && tag != "a"
    })
}
