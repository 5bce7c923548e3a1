//! The way from the home page to a page, told by its own markup.
//!
//! Nothing in a trail of breadcrumbs plays a role of its own: that the first steps are those of all pages, that
//! the second is the only one that varies, that the last has no link, is chance. So what is in one is not
//! compared, but is a list of steps.

use crate::corpus::{Corpus, Instance};
use crate::text::pattern::{field_with_examples, whole};
use rustc_hash::FxHashMap;
use sitewrap_terms::words::lexicon::{COLONS, Role, is};
use sitewrap_terms::words::{is_crumbs, split};
use sitewrap_tree::{NodeId, TagTree, html};
use sitewrap_wrapper::{
    AttrField, Content, Element, Field, Presence, Repeat, TemplateNode, last_steps, points_on,
    steps,
};

/// What the nodes of trails of breadcrumbs hold, if instances are such: the list of their steps, the step before
/// the page itself, which says what the page belongs to, and that which is the page.
pub(crate) fn way(corpus: &Corpus<'_>, instances: &[Instance]) -> Option<Vec<TemplateNode>> {
    let are_called = instances.iter().all(|instance| is_called_way(corpus, *instance));
    let are_ways = are_called || are_signed_ways(corpus, instances) || are_paths(corpus, instances);
    if !are_ways || hold_ways(corpus, instances) {
        return None;
    }
    let (mut all, mut parents, mut own) = (Vec::new(), Vec::new(), Vec::new());
    let mut trails = 0;
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        let children: Vec<NodeId> = tree.children(node).collect();
        let steps = steps(tree, corpus.url(page), &children);
        trails += usize::from(is_trail(corpus, (page, node), &steps));
        let [parent, last] = last_steps(tree, corpus.url(page), &steps);
        parents.extend(parent.map(|step| (page, step)));
        own.extend(last.map(|step| (page, step)));
        all.extend(steps.into_iter().map(|step| (page, step)));
    }
    if !corpus.share(trails, instances.len()).is_nearly_all() {
        return None;
    }
    let of = instances.len() as u32;
    let is_usual = |steps: &[Instance]| corpus.share(steps.len(), instances.len()).is_half();
    let own = if is_usual(&own) { own } else { Vec::new() };
    let list = Repeat {
        field: Field::default(),
        unit: vec![TemplateNode::Element(step(corpus, &all, true, all.len() as u32))],
        within: false,
        through: false,
        way: true,
        presence: Presence::new(of, of),
        items: all.len() as u32,
    };
    Some(vec![
        TemplateNode::Repeat(list),
        TemplateNode::Element(step(corpus, &parents, true, of)),
        TemplateNode::Element(step(corpus, &own, false, of)),
    ])
}

/// A step of `of` trails: what it says, and where it leads if that is asked for.
fn step(corpus: &Corpus<'_>, steps: &[Instance], with_address: bool, of: u32) -> Element {
    let texts: Vec<String> = steps.iter().map(|&step| corpus.line(step)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let address = || {
        let addresses =
            steps.iter().filter_map(|&(page, step)| corpus.tree(page).attr(step, "href"));
        let field = field_with_examples(addresses, corpus.parameters());
        AttrField { attr: "href".to_owned(), words: Vec::new(), field }
    };
    let is_there = !steps.is_empty();
    Element {
        tag: "a".to_owned(),
        features: Vec::new(),
        label_words: Vec::new(),
        through: false,
        presence: Presence::new(steps.len() as u32, of),
        attrs: (is_there && with_address).then(address).into_iter().collect(),
        content: match is_there {
            true => Content::Text(whole(&texts, corpus.parameters())),
            false => Content::Ignored,
        },
    }
}

/// Whether there are links in an element, phrases besides, and nothing else.
fn is_trail(corpus: &Corpus<'_>, (page, node): Instance, steps: &[NodeId]) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let is_short = |step: &NodeId| view.text_len(*step) <= corpus.parameters().value_bytes;
    let holds_more = tree.subtree(node).any(|below| {
        let tag = tree.tag(below).as_str();
        html::is_heading(tag) || html::is_control(tag) && tag != "a"
    });
    !holds_more
        && steps.iter().any(|step| tree.attr(*step, "href").is_some())
        && steps.iter().all(is_short)
}

/// Whether an element is called a trail of breadcrumbs, or is a list in one, beside a button perhaps.
fn is_called_way(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let holders = std::iter::successors(tree.parent(node), |&above| tree.parent(above));
    calls_way(tree, node)
        || html::is_list(tree.tag(node).as_str())
            && holders.take(2).any(|holder| calls_way(tree, holder))
}

/// Whether the class words, the id, the label or the type of an element call it a trail of breadcrumbs, and none of them a
/// pager, which unfolds beside a step that leads to a list of many pages.
fn calls_way(tree: &TagTree, node: NodeId) -> bool {
    let attr = |name: &str| tree.attr(node, name);
    let says = |name: &str| attr(name).is_some_and(is_crumbs);
    if tree.classes(node).flat_map(split).any(|word| is(Role::Pager, &word)) {
        return false;
    }
    tree.classes(node).any(is_crumbs)
        || says("id")
        || says("aria-label")
        || attr("itemtype").is_some_and(|of| of.trim_end_matches('/').ends_with("BreadcrumbList"))
}

/// Whether (almost) all instances hold one child that is called a trail, and something beside it: a bar with a trail and
/// a link to the search. The steps of a trail may each be called so as well.
fn hold_ways(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let leads = |&(page, node): &Instance| {
        let tree = corpus.tree(page);
        tree.subtree(node).skip(1).any(|below| tree.tag(below).as_str() == "a")
    };
    let holds_way = |instance: &&Instance| {
        let children = corpus.content_children(**instance);
        let mut called =
            children.iter().filter(|(page, child)| calls_way(corpus.tree(*page), *child));
        children.len() > 1 && called.next().is_some_and(leads) && called.next().is_none()
    };
    corpus.share(instances.iter().filter(holds_way).count(), instances.len()).is_nearly_all()
}

/// Whether instances are trails by what stands in them: (almost) all are steps with signs between that point on, half of
/// them have two or more, and (almost) all begin with a link to one page.
fn are_signed_ways(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    begin_at_home(corpus, instances, |(page, node)| {
        pieces(corpus.tree(page), node).and_then(|pieces| signed_steps(&pieces))
    })
}

/// Whether instances are trails by a class word that other things have as well (`path`): half of them have two links or
/// more, and (almost) all begin with a link to one page.
fn are_paths(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    begin_at_home(corpus, instances, |(page, node)| {
        let tree = corpus.tree(page);
        let is_path = tree.classes(node).flat_map(split).any(|word| is(Role::Way, &word));
        let links = || tree.subtree(node).filter(|below| tree.tag(*below).as_str() == "a").count();
        is_path.then(links)
    })
}

/// Whether (almost) all instances have steps, half of them two or more, and (almost) all begin with a link to one page.
fn begin_at_home(
    corpus: &Corpus<'_>,
    instances: &[Instance],
    steps_of: impl Fn(Instance) -> Option<usize>,
) -> bool {
    let mut homes: FxHashMap<&str, usize> = FxHashMap::default();
    let share = |count: usize| corpus.share(count, instances.len());
    let (mut lacking, mut long) = (0, 0);
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        let Some(steps) = steps_of((page, node)) else {
            lacking += 1;
            // Once too many lack them, the others need not be looked at: few nodes are trails.
            if share(instances.len() - lacking).is_nearly_all() {
                continue;
            }
            return false;
        };
        long += usize::from(steps > 1);
        if let Some(home) = tree.subtree(node).find_map(|below| tree.attr(below, "href")) {
            *homes.entry(home).or_default() += 1;
        }
    }
    let most = homes.into_values().max().unwrap_or_default();
    share(instances.len() - lacking).is_nearly_all()
        && share(long).is_half()
        && share(most).is_nearly_all()
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Link,
    Phrase,
    /// A phrase that calls what stands behind it: `You are here:`.
    Label,
    /// Signs that point on, and nothing else.
    Sign,
}

/// The parts of a short line; `None` if an element holds something else.
fn pieces(tree: &TagTree, node: NodeId) -> Option<Vec<Piece>> {
    /// Nodes of the longest trail that is looked at.
    const NODES: usize = 64;
    if tree.subtree_len(node) > NODES {
        return None;
    }
    let mut pieces = Vec::new();
    let mut end_of_link = node.0;
    for part in tree.subtree(node).skip(1).filter(|part| tree.tag(*part).as_str() != "br") {
        if part.0 < end_of_link {
            continue;
        }
        let tag = tree.tag(part).as_str();
        if tag == "a" {
            end_of_link = part.0 + tree.subtree_len(part) as u32;
            pieces.push(Piece::Link);
            continue;
        }
        if !html::is_phrasing(tag) {
            return None;
        }
        let text = tree.text(part).trim();
        let behind = text.trim_start_matches(points_on);
        let phrase = behind.trim_end_matches(points_on);
        pieces.extend((behind.len() < text.len()).then_some(Piece::Sign));
        let is_label = phrase.ends_with(COLONS);
        let said = if is_label { Piece::Label } else { Piece::Phrase };
        pieces.extend((!phrase.is_empty()).then_some(said));
        pieces.extend((phrase.len() < behind.len()).then_some(Piece::Sign));
    }
    Some(pieces)
}

/// How many steps a line has, if they are links, or a phrase at the end, and signs part each from the next. A label
/// may stand before the first.
fn signed_steps(pieces: &[Piece]) -> Option<usize> {
    let pieces = pieces.strip_prefix(&[Piece::Label]).unwrap_or(pieces);
    let steps: Vec<&[Piece]> =
        pieces.split(|piece| *piece == Piece::Sign).filter(|step| !step.is_empty()).collect();
    let (last, before) = steps.split_last()?;
    let are_steps = before.iter().all(|step| *step == [Piece::Link]) && last.len() == 1;
    (are_steps && steps[0] == [Piece::Link]).then_some(steps.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    #[test]
    fn signs_that_point_on_part_the_steps_of_a_trail() {
        let steps = |html: &str| {
            let tree = Document::parse(format!("<p>{html}").as_bytes(), None, None).tree;
            let node = tree.nodes().find(|&node| tree.tag(node).as_str() == "p").expect("a p");
            pieces(&tree, node).and_then(|pieces| signed_steps(&pieces))
        };
        let (home, tools) = ("<a href=/>Home</a>", "<a href=/t>Tools</a>");
        assert_eq!(steps(&format!("{home} &gt; {tools} &gt; Drill")), Some(3));
        assert_eq!(
            steps(&format!("{home}<em>&raquo;</em>{tools} <em>›</em> <b>Drill</b>")),
            Some(3)
        );
        assert_eq!(steps(&format!("{home} / {tools} /")), Some(2));
        assert_eq!(steps(&format!("<b>You are here:</b> {home} &gt; {tools}")), Some(2));
        for other in [
            format!("{home} {tools}"),
            format!("{home}, {tools}"),
            format!("Ann &gt; {home}"),
            format!("{home} &gt; Drill &gt; {tools}"),
            format!("{home} &gt; {tools}<img src=/a.png>"),
        ] {
            assert_eq!(steps(&other), None, "{other}");
        }
    }
}
