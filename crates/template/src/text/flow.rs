//! Which elements are one text, however they are marked up inside.

use crate::corpus::{Corpus, Instance};
use crate::level::labelled::has_lines;
use crate::level::labelled_paragraphs::have_labelled_paragraphs;
use crate::level::led::hold_led_items;
use crate::level::wrapped::is_text_now_linked;
use crate::text::blocks::is_built_of_blocks;
use crate::text::copies::are_numbered_copies;
use crate::text::markup::{is_inline, is_part_of_line};
use crate::text::phrase::is_irregular_phrase;
use crate::text::written::is_written;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::grammar::{is_amount, name_of_form};
use sitewrap_terms::words::lexicon::{Role, canonical, words};
use sitewrap_tree::{NodeId, html};

/// Whether an element is one text: a leaf, words with irregular inline markup, or running text in
/// blocks without structure of its own. Instances that hold nothing tell nothing of the others.
pub(crate) fn is_one_text(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let is_filled = |(page, node): &Instance| corpus.tree(*page).children(*node).next().is_some();
    let filled: Vec<Instance> = instances.iter().copied().filter(is_filled).collect();
    let instances = &filled[..];
    let has_text = |(page, node): &Instance| corpus.view(*page).text_len(*node) > 0;
    if !instances.iter().any(has_text) {
        return false;
    }
    let children: Vec<Vec<NodeId>> =
        instances.iter().map(|&instance| corpus.children(instance)).collect();
    let nearly_all = |holds: &dyn Fn(usize) -> bool| {
        let all = instances.len();
        // Once too many lack it, the others need not be looked at.
        let enough = |lacking: usize| corpus.share(all - lacking, all).is_nearly_all();
        (0..all).filter(|&i| !holds(i)).zip(1..).all(|(_, lacking)| enough(lacking))
    };
    let tag = |i: usize, child: NodeId| corpus.tag((instances[i].0, child));
    let is_bare = |i: usize| children[i].iter().all(|&child| is_part_of_line(tag(i, child)));
    if nearly_all(&is_bare) && !are_columns(corpus, &children, &tag) {
        return !has_lines(corpus, instances);
    }
    if is_code(corpus, instances) || are_now_paragraphs(corpus, instances, &children) {
        return true;
    }
    let inline = |i: usize| {
        let (page, node) = instances[i];
        let tags = corpus.tree(page).subtree(node).skip(1).map(|below| corpus.tag((page, below)));
        tags.into_iter().all(|tag| is_inline(tag) || tag == "img")
    };
    let regular = || regularity(corpus, instances);
    if nearly_all(&inline) {
        if are_addresses(corpus, instances) && !has_lines(corpus, instances) {
            return true;
        }
        if nearly_all(&|i| is_amount_in_pieces(corpus, instances[i])) {
            return true;
        }
        if has_lines(corpus, instances) || is_text_now_linked(corpus, instances) {
            return false;
        }
        return is_irregular_phrase(corpus, instances, &children, &regular)
            && !are_numbered_copies(corpus, instances.chunks(1));
    }
    !is_headed(corpus, instances)
        && !have_labelled_paragraphs(corpus, instances)
        && ((regular() < corpus.parameters().some
            && is_written(corpus, instances)
            && !is_laid_out(corpus, instances, &children)
            && !has_lines(corpus, instances))
            || (says_text(corpus, instances) && is_plain_text(corpus, instances))
            || is_built_of_blocks(corpus, instances))
        && !hold_led_items(corpus, instances)
}

/// Whether (almost) all instances hold one text and nothing else, now bare and now in paragraphs, perhaps in a box
/// of their own: what an editor writes today, and what stood there before it.
fn are_now_paragraphs(
    corpus: &Corpus<'_>,
    instances: &[Instance],
    children: &[Vec<NodeId>],
) -> bool {
    let is_line = |page: usize, node: &NodeId| is_part_of_line(corpus.tag((page, *node)));
    let (mut bare, mut paragraphs) = (0, 0);
    for (&(page, node), nodes) in instances.iter().zip(children) {
        if !nodes.is_empty() && nodes.iter().all(|node| is_line(page, node)) {
            bare += 1;
        } else {
            paragraphs += usize::from(holds_paragraphs(corpus, (page, node)));
        }
    }
    let share = |count: usize| corpus.share(count, instances.len());
    share(bare).recurs() && share(paragraphs).recurs() && share(bare + paragraphs).is_nearly_all()
}

/// Whether an element, or the box that is all that it holds, holds paragraphs and what people write between them.
fn holds_paragraphs(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let only = |node: NodeId| {
        let mut children = tree.children(node);
        children.next().filter(|child| {
            children.next().is_none() && html::is_wrapper(tree.tag(*child).as_str())
        })
    };
    let inner = std::iter::successors(Some(node), |&node| only(node)).last().unwrap_or(node);
    let is_plain = |below: NodeId| tree.classes(below).next().is_none();
    let is_written = |below: NodeId| {
        let tag = tree.tag(below).as_str();
        is_inline(tag)
            || matches!(tag, "#text" | "img")
            || is_plain(below) && matches!(tag, "p" | "ul" | "ol" | "li" | "blockquote" | "hr")
    };
    let is_paragraph = |child: NodeId| tree.tag(child).as_str() == "p";
    tree.children(inner).any(is_paragraph) && tree.subtree(inner).skip(1).all(is_written)
}

/// Whether (almost) all instances have the same number of lines, two or more: each is a column of its
/// own. Lines that come and go are those of one text.
fn are_columns<'c>(
    corpus: &Corpus<'_>,
    children: &[Vec<NodeId>],
    tag: &dyn Fn(usize, NodeId) -> &'c str,
) -> bool {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    for (i, nodes) in children.iter().enumerate() {
        let lines = nodes.iter().filter(|&&child| tag(i, child) == "#text").count();
        *counts.entry(lines).or_default() += 1;
    }
    let share = |count: usize| corpus.share(count, children.len());
    counts.iter().any(|(&lines, &count)| lines > 1 && share(count).is_nearly_all())
}

/// Whether all instances are called addresses, and none has a line of another form (a telephone number): the lines of one
/// are no facts by themselves, however many all have.
fn are_addresses(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let is_called = |word: &str| canonical(word) == Some("address");
    let has_form = |line: String| {
        matches!(name_of_form(&[line]), Some("phone" | "email" | "website" | "duration" | "time"))
    };
    instances.iter().all(|&(page, node)| {
        let tree = corpus.tree(page);
        let called = tree.tag(node).as_str() == "address"
            || tree.classes(node).any(is_called)
            || tree.attr(node, "itemprop").is_some_and(is_called);
        called && !tree.children(node).any(|line| has_form(corpus.line((page, line))))
    })
}

/// Whether (almost) all instances begin with a heading, which is a title or a label of what follows:
/// `Description` above a description. What boxes hold that are all there is begins them.
fn is_headed(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let begins_so = |&&(page, node): &&Instance| {
        let tree = corpus.tree(page);
        let mut at = node;
        while let Some(first) = tree.children(at).next() {
            let is_only = tree.children(at).nth(1).is_none();
            if html::is_heading(tree.tag(first).as_str()) {
                return !is_only;
            }
            if !is_only || is_part_of_line(tree.tag(first).as_str()) {
                return false;
            }
            at = first;
        }
        false
    };
    let headed = instances.iter().filter(begins_so).count();
    corpus.share(headed, instances.len()).is_nearly_all()
}

/// Whether an element holds nothing but one amount of money, whose sign, digits and cents stand in
/// elements of their own. Digits that touch across elements (`12<sup>99</sup>`) are two numbers.
fn is_amount_in_pieces(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_digit = |c: char| c.is_ascii_digit();
    let mut after_digit = false;
    for below in tree.subtree(node).skip(1) {
        if tree.tag(below).as_str() == "a" {
            return false;
        }
        let text = tree.text(below);
        if text.is_empty() {
            continue;
        }
        if after_digit && text.starts_with(is_digit) {
            return false;
        }
        after_digit = text.ends_with(is_digit);
    }
    is_amount(&corpus.line((page, node)))
}

/// Whether an element is code: words in ever new markup by a highlighter, parts of which are no
/// facts of their own. A `pre` of links without code in it may be a list.
fn is_code(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    if !matches!(corpus.tag(instances[0]), "pre" | "code") {
        return false;
    }
    let mut counts: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        let tags: Vec<&str> = tree.subtree(node).map(|below| tree.tag(below).as_str()).collect();
        if tags.contains(&"a") && !tags.contains(&"code") {
            return false;
        }
        *counts.entry(tags).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    !corpus.share(most, instances.len()).is_most()
}

/// Whether headings show a layout that all instances follow: the main heading of the page, or two
/// headings and more that most of them have.
fn is_laid_out(corpus: &Corpus<'_>, instances: &[Instance], children: &[Vec<NodeId>]) -> bool {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for (&(page, _), nodes) in instances.iter().zip(children) {
        let mut headings = FxHashSet::default();
        for &child in nodes {
            match corpus.tag((page, child)) {
                "h1" => drop(headings.insert("h1".to_owned())),
                "h2" | "h3" | "h4" | "h5" | "h6" => {
                    headings.insert(corpus.line((page, child)));
                }
                _ => {}
            }
        }
        headings.into_iter().for_each(|heading| *counts.entry(heading).or_default() += 1);
    }
    let usual = |text: &String| corpus.share(counts[text], instances.len()).is_half();
    counts.keys().filter(|text| text.as_str() != "h1" && usual(text)).count() >= 2
        || counts.get("h1").is_some_and(|_| usual(&"h1".to_owned()))
}

fn says_text(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let says = |&&(page, node): &&Instance| {
        let tree = corpus.tree(page);
        ["class", "id", "itemprop"].iter().any(|name| {
            let value = tree.attr(node, name).unwrap_or_default().to_lowercase();
            let has = |word: &str| {
                value.split(['_', ' ']).any(|token| token == word)
                    || (word.len() > 4 && value.contains(word))
            };
            words(Role::TextBlock).any(has)
        })
    };
    corpus.share(instances.iter().filter(says).count(), instances.len()).is_nearly_all()
}

/// Whether (almost) all that is in the instances is text blocks and inline markup without classes.
fn is_plain_text(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let (mut all, mut plain) = (0usize, 0usize);
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        for below in tree.subtree(node).skip(1) {
            let tag = tree.tag(below).as_str();
            all += 1;
            let block =
                html::is_text_block(tag) || is_inline(tag) || matches!(tag, "li" | "dt" | "dd");
            plain += usize::from(block && tree.classes(below).next().is_none());
        }
    }
    corpus.share(plain, all).is_nearly_all()
}

/// Share of instances on the most frequent sequence of child tags, of those that are more than a bare
/// text, which tells nothing of how the others are made.
fn regularity(corpus: &Corpus<'_>, instances: &[Instance]) -> f64 {
    let mut counts: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
    for &instance in instances {
        let mut sequence = Vec::new();
        take_sequence(corpus, instance, corpus.parameters().around, &mut sequence);
        if !matches!(sequence[..], [] | ["#text"]) {
            *counts.entry(sequence).or_default() += 1;
        }
    }
    let most = counts.values().copied().max().unwrap_or(0);
    most as f64 / counts.values().sum::<usize>().max(1) as f64
}

/// The tags of the children of a node; those of plain boxes stand for the boxes, which editors put
/// around whatever is written.
fn take_sequence<'c>(
    corpus: &'c Corpus<'_>,
    (page, node): Instance,
    wrappers: usize,
    sequence: &mut Vec<&'c str>,
) {
    let tree = corpus.tree(page);
    for child in tree.children(node) {
        let is_plain = tree.classes(child).next().is_none() && tree.attr(child, "id").is_none();
        if wrappers > 0 && is_plain && tree.tag(child).as_str() == "div" {
            take_sequence(corpus, (page, child), wrappers - 1, sequence);
        } else {
            sequence.push(corpus.tag((page, child)));
        }
    }
}
