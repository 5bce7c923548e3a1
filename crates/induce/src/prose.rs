//! Running text among siblings: paragraphs, and what stands between them.

use crate::corpus::Corpus;
use crate::flow::{is_inline, is_text_block};
use crate::kinds::Children;
use rustc_hash::FxHashSet;

/// Paragraphs have on average at least this many bytes of text.
const MIN_PARAGRAPH: usize = 25;

/// Share of a kind's members that must stand inside running text to belong to it.
const INSIDE: f64 = 0.9;

/// The kinds that make running text.
pub(crate) struct ProseKinds {
    /// Paragraphs: they begin and end the text.
    pub(crate) paragraphs: Vec<usize>,
    /// What stands between or beside paragraphs and belongs to the text.
    pub(crate) between: Vec<usize>,
    /// The tags of `between`, sorted.
    pub(crate) tags: Vec<String>,
}

/// Whether a kind that instances have several of is a paragraph.
pub(crate) fn is_prose(corpus: &Corpus<'_>, children: &Children, kind: usize) -> bool {
    let (mut count, mut bytes, mut paragraphs) = (0, 0, 0);
    for (_, (page, node)) in children.members(kind) {
        count += 1;
        bytes += corpus.view(page).text_len(node);
        paragraphs += usize::from(matches!(corpus.tag((page, node)), "p" | "blockquote" | "pre"));
    }
    count > 0 && paragraphs == count && bytes >= MIN_PARAGRAPH * count
}

/// Finds what belongs to the paragraphs: plain blocks and inline nodes that stand (almost) always
/// between two paragraphs or beside one.
pub(crate) fn find_prose(
    corpus: &Corpus<'_>,
    children: &Children,
    paragraphs: Vec<usize>,
    done: &FxHashSet<usize>,
) -> ProseKinds {
    let mut between = Vec::new();
    let mut tags = Vec::new();
    for kind in (0..children.count).filter(|kind| !done.contains(kind)) {
        if paragraphs.contains(&kind) {
            continue;
        }
        let Some((_, first)) = children.members(kind).next() else { continue };
        let tag = corpus.tag(first);
        if (is_text_block(tag) || is_inline(tag)) && stands_inside(children, kind, &paragraphs) {
            between.push(kind);
            tags.push(tag.to_owned());
        }
    }
    tags.sort_unstable();
    tags.dedup();
    ProseKinds { paragraphs, between, tags }
}

fn stands_inside(children: &Children, kind: usize, paragraphs: &[usize]) -> bool {
    let (mut inside, mut all) = (0usize, 0usize);
    for kinds in &children.kinds {
        let is_paragraph = |of: &usize| paragraphs.contains(of);
        let first = kinds.iter().position(is_paragraph);
        let last = kinds.iter().rposition(is_paragraph);
        for (at, _) in kinds.iter().enumerate().filter(|(_, of)| **of == kind) {
            all += 1;
            if let (Some(first), Some(last)) = (first, last) {
                inside += usize::from(at > first && at < last);
            }
        }
    }
    inside as f64 >= INSIDE * all as f64
}
