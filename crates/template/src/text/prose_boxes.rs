//! Running text that stands in boxes among other things of a page: the sections of a manual, each in a box behind its
//! heading or around it; the blocks of an editor, each with a paragraph, a heading or a picture.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::text::blocks::Boxes;
use crate::text::markup::is_heading;
use crate::text::prose::{comes_as_often, is_link};
use rustc_hash::{FxHashMap, FxHashSet};

/// Kinds of boxes that are running text: most that they say is prose, nothing in them but prose comes back, and
/// instances have more or fewer of them, of several makes or each behind a heading of its own. Boxes of one make are
/// items (questions, people); headings that pages share part sections. Kinds in `done`
/// are left out.
pub(crate) fn prose_boxes(
    corpus: &Corpus<'_>,
    children: &Children,
    done: &FxHashSet<usize>,
) -> Vec<usize> {
    let is_text = |kind: &usize| {
        !done.contains(kind)
            && children.is_many(*kind)
            && are_boxes(corpus, children, *kind)
            && are_text(corpus, children, *kind)
    };
    let kinds: Vec<usize> = (0..children.count).filter(is_text).collect();
    if kinds.is_empty() || comes_as_often(corpus, children, &kinds) {
        return Vec::new();
    }
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
