//! Running text that stands in boxes among other things of a page: the sections of a manual, each in a box behind its
//! heading or around it; the blocks of an editor, each with a paragraph, a heading or a picture.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::text::blocks::{Boxes, is_box_of_text};
use crate::text::markup::is_heading;
use crate::text::prose::{comes_as_often, is_link};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::lexicon::canonical;

/// Kinds of boxes that are running text: most that they say is prose, nothing in them but prose comes back, and
/// instances have more or fewer of them, of several makes or each behind a heading of its own. Boxes of one make are
/// items (questions, people); headings that pages share part sections. What stands right before such boxes and is prose
/// too begins the text. Kinds in `done` are left out.
pub(crate) fn prose_boxes(
    corpus: &Corpus<'_>,
    children: &Children,
    done: &FxHashSet<usize>,
) -> Vec<usize> {
    let boxes: Vec<usize> = (0..children.count)
        .filter(|kind| !done.contains(kind) && are_boxes(corpus, children, *kind))
        .collect();
    let mut kinds: Vec<usize> = boxes
        .iter()
        .copied()
        .filter(|&kind| children.is_many(kind) && are_text(corpus, children, kind))
        .collect();
    if kinds.is_empty() || comes_as_often(corpus, children, &kinds) {
        return Vec::new();
    }
    let begins =
        |kind: &usize| !kinds.contains(kind) && begins_text(corpus, children, *kind, &kinds);
    let first: Vec<usize> = boxes.into_iter().filter(begins).collect();
    kinds.extend(first);
    kinds
}

/// Whether all members of a kind are boxes.
fn are_boxes(corpus: &Corpus<'_>, children: &Children, kind: usize) -> bool {
    let mut tags = children.members(kind).map(|(_, member)| corpus.tag(member)).peekable();
    tags.peek().is_some() && tags.all(|tag| matches!(tag, "div" | "section"))
}

/// Whether boxes are parts of texts, by all that they say.
fn are_text(corpus: &Corpus<'_>, children: &Children, kind: usize) -> bool {
    let mut boxes = Boxes::default();
    let (mut headed, mut heads): (usize, FxHashMap<String, FxHashSet<usize>>) =
        (0, FxHashMap::default());
    for (at, (group, kinds)) in children.groups.iter().zip(&children.kinds).enumerate() {
        for place in (0..group.len()).filter(|&place| kinds[place] == kind) {
            boxes.add(corpus, at, group[place]);
            let before = place.checked_sub(1).map(|before| group[before]);
            let is_head = |head: &Instance| is_heading(corpus, *head) && !is_link(corpus, *head);
            if let Some(head) = before.filter(is_head) {
                headed += 1;
                heads.entry(corpus.line(head)).or_default().insert(at);
            }
        }
    }
    let instances = boxes.instances();
    let is_usual = |on: &&FxHashSet<usize>| corpus.share(on.len(), instances).is_half();
    let are_headed = corpus.share(headed, boxes.len()).is_nearly_all();
    boxes.are_prose(corpus)
        && heads.values().filter(is_usual).count() < 2
        && (are_headed || boxes.are_of_several_makes(corpus))
}

/// Whether what is of a kind comes once, says prose and stands right before boxes of text or the heading of the first one.
/// What its class words say is something else (a summary) is no part of the text.
fn begins_text(corpus: &Corpus<'_>, children: &Children, kind: usize, boxes: &[usize]) -> bool {
    let (mut all, mut text, mut before) = (0, 0, 0);
    for (group, kinds) in children.groups.iter().zip(&children.kinds) {
        for place in (0..group.len()).filter(|&place| kinds[place] == kind) {
            let (page, node) = group[place];
            let is_called = corpus.tree(page).classes(node).any(|word| canonical(word).is_some());
            if is_called {
                return false;
            }
            let is_head = |next: &usize| is_heading(corpus, group[*next]);
            let next = (place + 1..group.len()).find(|next| !is_head(next));
            all += 1;
            text += usize::from(is_box_of_text(corpus, (page, node)));
            before += usize::from(next.is_some_and(|next| boxes.contains(&kinds[next])));
        }
    }
    corpus.share(before, all).is_most() && corpus.share(text, all).is_nearly_all()
}
