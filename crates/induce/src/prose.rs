//! Running text among siblings: paragraphs, and what stands between them.

use crate::corpus::Corpus;
use crate::flow::{is_inline, is_text_block};
use crate::kinds::Children;
use rustc_hash::FxHashSet;

/// Paragraphs have on average at least this many bytes of text.
const MIN_PARAGRAPH: usize = 25;

/// Blocks on fewer than this share of the instances with paragraphs come now and then.
const NOW_AND_THEN: f64 = 0.5;

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
/// between two paragraphs; and those that come now and then, beside a paragraph or beside another
/// such block that is.
pub(crate) fn find_prose(
    corpus: &Corpus<'_>,
    children: &Children,
    paragraphs: Vec<usize>,
    done: &FxHashSet<usize>,
) -> ProseKinds {
    let is_plain = |kind: &usize| {
        !done.contains(kind)
            && !paragraphs.contains(kind)
            && children.members(*kind).next().is_some()
            && children.members(*kind).all(|(_, (page, node))| {
                let tree = corpus.tree(page);
                let tag = tree.tag(node).as_str();
                (is_text_block(tag) || is_inline(tag)) && tree.attr(node, "class").is_none()
            })
    };
    let candidates: Vec<usize> = (0..children.count).filter(is_plain).collect();
    let with_prose = children.kinds.iter().filter(|of| of.iter().any(|k| paragraphs.contains(k)));
    let with_prose = with_prose.count() as f64;
    let between: Vec<usize> = candidates
        .iter()
        .copied()
        .filter(|&kind| {
            let seen = children.counts(kind).iter().filter(|count| **count > 0).count();
            let now_and_then = (seen as f64) < NOW_AND_THEN * with_prose;
            let stands = Standing::of(children, kind, &paragraphs, &candidates);
            stands.between >= INSIDE || (now_and_then && stands.beside >= INSIDE)
        })
        .collect();
    let tag = |kind: &usize| {
        children.members(*kind).next().map(|(_, first)| corpus.tag(first).to_owned())
    };
    let mut tags: Vec<String> = between.iter().filter_map(tag).collect();
    tags.sort_unstable();
    tags.dedup();
    ProseKinds { paragraphs, between, tags }
}

/// Where the members of a kind stand, as shares.
struct Standing {
    /// Between two paragraphs.
    between: f64,
    /// In a run of candidates that has a paragraph beside it.
    beside: f64,
}

impl Standing {
    fn of(children: &Children, kind: usize, paragraphs: &[usize], candidates: &[usize]) -> Self {
        let (mut between, mut beside, mut all) = (0usize, 0usize, 0usize);
        for kinds in &children.kinds {
            let is_paragraph = |of: &usize| paragraphs.contains(of);
            let is_candidate = |of: &&usize| candidates.contains(of);
            for (at, _) in kinds.iter().enumerate().filter(|(_, of)| **of == kind) {
                all += 1;
                let before = kinds[..at].iter().any(is_paragraph);
                let after = kinds[at + 1..].iter().any(is_paragraph);
                let mut left = kinds[..at].iter().rev().skip_while(is_candidate);
                let mut right = kinds[at + 1..].iter().skip_while(is_candidate);
                let near =
                    left.next().is_some_and(is_paragraph) || right.next().is_some_and(is_paragraph);
                between += usize::from(before && after);
                beside += usize::from(near);
            }
        }
        let share = |count: usize| count as f64 / all.max(1) as f64;
        Self { between: share(between), beside: share(beside) }
    }
}
