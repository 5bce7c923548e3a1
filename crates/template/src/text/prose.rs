//! Running text among siblings: paragraphs, and what stands between them.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::{Children, usual_count};
use crate::text::blocks::says_prose;
use crate::text::copies::are_copies;
use crate::text::markup::{is_inline, is_layout_table};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::split;
use sitewrap_tree::{NodeId, html};

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
    if are_bare_prose(corpus, children, &[kind]) {
        return true;
    }
    let (mut count, mut bytes, mut paragraphs, mut called) = (0, 0, 0, 0);
    for (_, (page, node)) in children.members(kind) {
        let tree = corpus.tree(page);
        count += 1;
        bytes += corpus.view(page).text_len(node);
        paragraphs += usize::from(is_paragraph(corpus, (page, node)));
        called += usize::from(tree.classes(node).next().is_some());
    }
    let is_set = called == count && comes_as_often(corpus, children, &[kind]);
    count > 0
        && paragraphs == count
        && bytes >= corpus.parameters().text_bytes * count
        && !is_set
        && !are_copies(corpus, children, &[kind])
}

/// Whether kinds are long text between `br`, links and boxes; lines of fewer words may be facts of their own.
fn are_bare_prose(corpus: &Corpus<'_>, children: &Children, kinds: &[usize]) -> bool {
    let (mut count, mut bytes) = (0, 0);
    for (_, (page, node)) in kinds.iter().flat_map(|&kind| children.members(kind)) {
        if !corpus.tree(page).is_text(node) {
            return false;
        }
        count += 1;
        bytes += corpus.line((page, node)).len();
    }
    let has_several =
        |of: &Vec<usize>| of.iter().filter(|kind| kinds.contains(kind)).nth(1).is_some();
    count > 0
        && bytes >= corpus.parameters().bare_bytes * count
        && children.kinds.iter().any(has_several)
        && !are_copies(corpus, children, kinds)
}

/// Makes one kind of bare texts that are running text, whatever stands beside each. Kinds in `done` stay as they
/// are.
pub(crate) fn join_bare_texts(
    corpus: &Corpus<'_>,
    children: &mut Children,
    done: &FxHashSet<usize>,
) {
    let is_text = |kind: &usize| {
        let mut members = children.members(*kind);
        !done.contains(kind)
            && members.next().is_some_and(|(_, (page, node))| corpus.tree(page).is_text(node))
    };
    let texts: Vec<usize> = (0..children.count).filter(is_text).collect();
    if texts.len() > 1 && are_bare_prose(corpus, children, &texts) {
        children.join(&texts);
    }
}

/// Whether an element is a paragraph: by its tag, or as a plain box of words, which some editors write.
fn is_paragraph(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_words = |below| {
        let tag = tree.tag(below).as_str();
        is_inline(tag) || tag == "img"
    };
    match tree.tag(node).as_str() {
        "p" | "blockquote" | "pre" => true,
        "div" => {
            tree.classes(node).next().is_none()
                && tree.attr(node, "id").is_none()
                && tree.subtree(node).skip(1).all(is_words)
                && !is_link(corpus, (page, node))
        }
        _ => false,
    }
}

/// Whether (almost) all of many instances have equally many members of kinds, as no two texts have
/// paragraphs.
pub(crate) fn comes_as_often(corpus: &Corpus<'_>, children: &Children, kinds: &[usize]) -> bool {
    let of = |of: &Vec<usize>| of.iter().filter(|kind| kinds.contains(kind)).count();
    let counts: Vec<usize> = children.kinds.iter().map(of).filter(|count| *count > 0).collect();
    let instances = counts.len();
    instances >= corpus.parameters().many
        && usual_count(counts)
            .is_some_and(|(_, as_often)| corpus.share(as_often, instances).is_all_but_chance())
}

/// Kinds of plain paragraphs, but for a few that are links, which instances have in place of those that
/// are known (one paragraph is all that a short text has), and bare text as long as people write it,
/// wherever it stands.
fn lone_paragraphs(
    corpus: &Corpus<'_>,
    children: &Children,
    paragraphs: &[usize],
    done: &FxHashSet<usize>,
) -> Vec<usize> {
    let is_lone = |&kind: &usize| {
        let (mut count, mut bytes, mut plain, mut bare, mut beside) = (0, 0, 0, 0, 0);
        for (at, (page, node)) in children.members(kind) {
            let tree = corpus.tree(page);
            let is_bare = tree.classes(node).next().is_none() && tree.attr(node, "id").is_none();
            let is_text =
                is_bare && tree.tag(node).as_str() == "p" && !is_link(corpus, (page, node));
            count += 1;
            bytes += corpus.view(page).text_len(node);
            plain += usize::from(is_text);
            bare += usize::from(tree.is_text(node));
            beside += usize::from(children.kinds[at].iter().any(|of| paragraphs.contains(of)));
        }
        let has = |least: usize| count > 0 && bytes >= least * count;
        corpus.share(plain, count).is_nearly_all()
            && has(corpus.parameters().text_bytes)
            && 2 * beside <= count
            || bare == count && has(corpus.parameters().written_bytes)
    };
    (0..children.count)
        .filter(|kind| !paragraphs.contains(kind) && !done.contains(kind))
        .filter(is_lone)
        .collect()
}

/// Kinds of paragraphs that somebody gave another look (`<p class=has-drop-cap>`): a few of the texts have such, as long
/// as others and beside these. What their class words name is something by itself.
fn styled_paragraphs(
    corpus: &Corpus<'_>,
    children: &Children,
    paragraphs: &[usize],
    done: &FxHashSet<usize>,
) -> Vec<usize> {
    let is_paragraph = |of: &usize| paragraphs.contains(of);
    let with_prose = children.kinds.iter().filter(|kinds| kinds.iter().any(is_paragraph)).count();
    let is_styled = |&kind: &usize| {
        let (mut count, mut bytes, mut beside) = (0, 0, 0);
        for (group, kinds) in children.groups.iter().zip(&children.kinds) {
            for at in (0..kinds.len()).filter(|&at| kinds[at] == kind) {
                let (page, node) = group[at];
                let mut words = corpus.tree(page).classes(node).flat_map(split).peekable();
                let is_called = words.peek().is_none()
                    || words.any(|word| canonical(&word).is_some() && !is(Role::Noise, &word));
                if corpus.tag(group[at]) != "p" || is_called || is_link(corpus, group[at]) {
                    return false;
                }
                // Lists and quotations may stand between two paragraphs.
                let ends = |at: &usize| {
                    is_paragraph(&kinds[*at]) || !html::is_text_block(corpus.tag(group[*at]))
                };
                let around = [(0..at).rev().find(ends), (at + 1..kinds.len()).find(ends)];
                let is_beside = around.into_iter().flatten().any(|at| is_paragraph(&kinds[at]));
                count += 1;
                bytes += corpus.view(page).text_len(node);
                beside += usize::from(is_beside || !kinds.iter().any(is_paragraph));
            }
        }
        count > 0
            && bytes >= corpus.parameters().text_bytes * count
            && !corpus.share(count, with_prose).is_half()
            && corpus.share(beside, count).is_nearly_all()
    };
    (0..children.count)
        .filter(|kind| !paragraphs.contains(kind) && !done.contains(kind))
        .filter(is_styled)
        .collect()
}

/// Parts from plain paragraphs those that bear a class word which most instances have, and just once
/// (`<p class=tags>` below an article): whatever they look like, they are no paragraphs of the text.
/// Kinds in `done` stay as they are.
pub(crate) fn part_called(corpus: &Corpus<'_>, children: &mut Children, done: &FxHashSet<usize>) {
    for kind in 0..children.count {
        if done.contains(&kind) || !children.is_many(kind) {
            continue;
        }
        // For each class word: instances, and members.
        let mut bearers: FxHashMap<&str, (FxHashSet<usize>, usize)> = FxHashMap::default();
        let mut having = FxHashSet::default();
        for (at, (page, node)) in children.members(kind) {
            having.insert(at);
            let words: FxHashSet<&str> = corpus.tree(page).classes(node).collect();
            // Words of two letters are made by tools.
            let tells = |word: &&&str| !is_modifier(word, &words) && word.len() > 2;
            for &word in words.iter().filter(tells) {
                let (instances, members) = bearers.entry(word).or_default();
                instances.insert(at);
                *members += 1;
            }
        }
        let is_own = |(instances, members): &(FxHashSet<usize>, usize)| {
            corpus.share(members - instances.len(), *members).is_chance()
                && corpus.share(instances.len(), having.len()).is_half()
        };
        let mut own: Vec<&str> = bearers.iter().filter(|of| is_own(of.1)).map(|of| *of.0).collect();
        own.sort_unstable();
        let is_p = |(_, member): (usize, Instance)| corpus.tag(member) == "p";
        if own.is_empty() || !children.members(kind).all(is_p) {
            continue;
        }
        let part = |(_, (page, node)): (usize, Instance)| {
            let mut words = corpus.tree(page).classes(node);
            words.find_map(|word| own.binary_search(&word).ok()).map_or(0, |at| at + 1)
        };
        let parts: Vec<usize> = children.members(kind).map(part).collect();
        children.split(kind, &parts);
    }
}

/// Parts from the headings of a text those below which no paragraph of it stands: a heading at the end
/// of a text heads what comes after it. Kinds in `done` stay as they are.
pub(crate) fn part_trailing_headings(
    corpus: &Corpus<'_>,
    children: &mut Children,
    paragraphs: &[usize],
    done: &FxHashSet<usize>,
) {
    for kind in 0..children.count {
        let is_heading = |(_, member)| html::is_subheading(corpus.tag(member));
        if done.contains(&kind) || !children.members(kind).all(is_heading) {
            continue;
        }
        let trailing = |kinds: &Vec<usize>| -> Vec<usize> {
            let last = kinds.iter().rposition(|of| paragraphs.contains(of));
            let places = kinds.iter().enumerate().filter(|(_, of)| **of == kind);
            let trails = |place: usize| last.is_some_and(|last| place > last);
            places.map(|(place, _)| usize::from(trails(place))).collect()
        };
        let parts: Vec<usize> = children.kinds.iter().flat_map(trailing).collect();
        if parts.contains(&0) && parts.contains(&1) {
            children.split(kind, &parts);
        }
    }
}

/// Whether a class word says how a block looks whose own name stands beside it: `text--first` beside `text`.
fn is_modifier(word: &str, words: &FxHashSet<&str>) -> bool {
    word.split_once("--").is_some_and(|(block, _)| words.contains(block))
}

/// Whether most instances have several headings that lead to pages: they head the items of a list,
/// and the paragraphs below are what it says of each.
pub(crate) fn heads_items(corpus: &Corpus<'_>, children: &Children) -> bool {
    let several = children.groups.iter().filter(|group| {
        let is_head =
            |node: &&Instance| html::is_heading(corpus.tag(**node)) && is_link(corpus, **node);
        group.iter().filter(is_head).count() > 1
    });
    2 * several.count() > children.groups.len()
}

/// A kind that may belong to running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Block {
    /// Part of a text wherever it stands: plain blocks and inline nodes, and headings, quotations,
    /// figures, lines of code and lists of words whatever their classes are.
    Written,
    /// A list of links or a table with a class, or a heading that leads elsewhere, as those of the items of a
    /// list do: part of a text if there is text on both sides of it, else as like to be something by
    /// itself.
    Laid,
    /// A box of words (a note, a tip, lines of code): part of a text if most have text on both sides
    /// and stand alone. Boxes in rows are items.
    Boxed,
}

impl Block {
    fn of(corpus: &Corpus<'_>, children: &Children, kind: usize) -> Option<Self> {
        let (mut block, mut boxes, mut says) = (None, 0, 0);
        let is_built = !corpus.opened().is_empty();
        for (_, (page, node)) in children.members(kind) {
            let tree = corpus.tree(page);
            let tag = tree.tag(node).as_str();
            let is_plain = tree.classes(node).next().is_none();
            let of_member = match tag {
                // On pages that a builder made, what has class words is a thing that the builder knows.
                "ul" | "ol" | "dl" | "table" | "div" | "section" | "aside" | "details"
                    if is_built && !is_plain =>
                {
                    return None;
                }
                // Several main headings are headings of a text.
                "h1" if !children.is_many(kind) => return None,
                tag if html::is_heading(tag) && is_link(corpus, (page, node)) => Self::Laid,
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" | "blockquote" | "figure"
                | "hr" => Self::Written,
                "table" if is_layout_table(corpus, (page, node)) => return None,
                _ if is_plain && (html::is_text_block(tag) || is_inline(tag)) => Self::Written,
                "ul" | "ol" if is_list_of_words(corpus, (page, node)) => Self::Written,
                "ul" | "ol" | "dl" | "table" => Self::Laid,
                "div" | "section" | "aside" | "details" => {
                    boxes += 1;
                    says += usize::from(says_prose(corpus, (page, node)));
                    Self::Boxed
                }
                _ => return None,
            };
            block = block.max(Some(of_member));
        }
        block.filter(|_| corpus.share(says, boxes).is_nearly_all())
    }
}

/// Whether the items of a list are words that somebody may have written, little of them links (those of contents lead to the page itself), and no class word of it
/// is a name of something (`tags`).
fn is_list_of_words(corpus: &Corpus<'_>, (page, list): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_word = |below: NodeId| {
        let tag = tree.tag(below).as_str();
        is_inline(tag) || matches!(tag, "li" | "p" | "ul" | "ol")
    };
    let is_name = |word: &str| canonical(&word.to_lowercase()).is_some();
    let mut words = tree.classes(list).flat_map(split);
    let text_len = |node| corpus.view(page).text_len(node);
    let links = tree.subtree(list).filter(|&below| tree.tag(below).as_str() == "a");
    tree.subtree(list).skip(1).all(is_word)
        && 2 * links.map(text_len).sum::<usize>() <= text_len(list)
        && !words.any(|word| is_name(&word))
}

/// Whether most of a node's text links to another page; a heading that links to itself does not.
pub(crate) fn is_link(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let of = |node| corpus.view(page).text_len(node);
    let without_fragment = |url: &'_ str| url.split('#').next().unwrap_or_default().len();
    let own = corpus.url(page);
    let own = &own[..without_fragment(own)];
    let leads_away = |&link: &NodeId| {
        let address = tree.attr(link, "href").unwrap_or_default();
        let there = &address[..without_fragment(address)];
        tree.tag(link).as_str() == "a" && !there.is_empty() && there != own
    };
    2 * tree.subtree(node).filter(leads_away).map(of).sum::<usize>() > of(node)
}

/// Finds what belongs to the paragraphs: blocks that stand (almost) always between two paragraphs;
/// those that come now and then, or several times with nothing but text between them, beside a
/// paragraph or beside another such block that is; and boxes of words most of which do.
pub(crate) fn find_prose(
    corpus: &Corpus<'_>,
    children: &Children,
    paragraphs: Vec<usize>,
    done: &FxHashSet<usize>,
) -> ProseKinds {
    let lone = lone_paragraphs(corpus, children, &paragraphs, done);
    let paragraphs: Vec<usize> = paragraphs.into_iter().chain(lone).collect();
    let styled = styled_paragraphs(corpus, children, &paragraphs, done);
    let paragraphs: Vec<usize> = paragraphs.into_iter().chain(styled).collect();
    let parameters = corpus.parameters();
    let block = |kind: usize| {
        let free = !done.contains(&kind) && !paragraphs.contains(&kind);
        free.then(|| Block::of(corpus, children, kind)).flatten().map(|block| (kind, block))
    };
    let blocks: FxHashMap<usize, Block> = (0..children.count).filter_map(block).collect();
    let candidates: Vec<usize> = (0..children.count).filter(|k| blocks.contains_key(k)).collect();
    let written: Vec<usize> =
        candidates.iter().copied().filter(|kind| blocks[kind] == Block::Written).collect();
    let with_prose = children.kinds.iter().filter(|of| of.iter().any(|k| paragraphs.contains(k)));
    let with_prose = with_prose.count();
    let between: Vec<usize> = candidates
        .iter()
        .copied()
        .filter(|&kind| {
            let seen = children.counts(kind).iter().filter(|count| **count > 0).count();
            let now_and_then = !corpus.share(seen, with_prose).is_half();
            // What comes once on most instances is part of their layout.
            let is_once = !now_and_then && !children.is_many(kind);
            let stands = Standing::of(children, kind, &paragraphs, &candidates, &written);
            if blocks[&kind] == Block::Boxed {
                return !is_once && stands.alone >= 0.5 && stands.between >= parameters.most;
            }
            let is_laid = blocks[&kind] == Block::Laid;
            let parts_text = children.is_many(kind) && stands.text_between >= 0.5;
            let may = (now_and_then || parts_text) && !is_laid;
            let is_layout = is_once && (is_laid || is_table(corpus, children, kind));
            let level = parameters.nearly_all;
            !is_layout && stands.between >= level || may && stands.beside >= level
        })
        .collect();
    // A box that stands in a text may begin or end it.
    let (boxes, between): (Vec<usize>, Vec<usize>) =
        between.into_iter().partition(|kind| blocks[kind] == Block::Boxed);
    let paragraphs = paragraphs.into_iter().chain(boxes).collect();
    let tag = |kind: &usize| {
        children.members(*kind).next().map(|(_, first)| corpus.tag(first).to_owned())
    };
    let at_ends = between.iter().filter(|kind| blocks[kind] == Block::Written);
    let mut tags: Vec<String> = at_ends.filter_map(tag).collect();
    tags.sort_unstable();
    tags.dedup();
    ProseKinds { paragraphs, between, tags }
}

fn is_table(corpus: &Corpus<'_>, children: &Children, kind: usize) -> bool {
    children.members(kind).any(|(_, node)| corpus.tag(node) == "table")
}

/// Where the members of a kind stand, as shares.
struct Standing {
    /// Between two paragraphs.
    between: f64,
    /// In a run of candidates that has a paragraph beside it.
    beside: f64,
    /// With none of the kind before or behind it.
    alone: f64,
    /// With nothing but paragraphs and written blocks up to the next member, of those that have one.
    text_between: f64,
}

impl Standing {
    fn of(
        children: &Children,
        kind: usize,
        paragraphs: &[usize],
        candidates: &[usize],
        written: &[usize],
    ) -> Self {
        let (mut between, mut beside, mut alone, mut all) = (0usize, 0usize, 0usize, 0usize);
        let (mut followed, mut only_text) = (0usize, 0usize);
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
                let is_same = |at: Option<usize>| at.and_then(|at| kinds.get(at)) == Some(&kind);
                alone += usize::from(!is_same(at.checked_sub(1)) && !is_same(Some(at + 1)));
                if let Some(space) = kinds[at + 1..].iter().position(|of| *of == kind) {
                    let mut space = kinds[at + 1..][..space].iter();
                    followed += 1;
                    only_text +=
                        usize::from(space.all(|of| is_paragraph(of) || written.contains(of)));
                }
            }
        }
        let share = |count: usize, all: usize| count as f64 / all.max(1) as f64;
        Self {
            between: share(between, all),
            beside: share(beside, all),
            alone: share(alone, all),
            text_between: share(only_text, followed),
        }
    }
}
