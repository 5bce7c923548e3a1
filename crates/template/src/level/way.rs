//! The way from the home page to a page, told by its own markup.
//!
//! Nothing in a trail of breadcrumbs plays a role of its own: that the first steps are those of all pages, that
//! the second is the only one that varies, that the last has no link, is chance. So what is in one is not
//! compared, but is a list of steps.

use crate::corpus::{Corpus, Instance};
use crate::text::pattern::{field_with_examples, whole};
use sitewrap_terms::words::is_crumbs;
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{
    AttrField, Content, Element, Field, Presence, Repeat, TemplateNode, last_steps, steps,
};

/// What the nodes of trails of breadcrumbs hold, if instances are such: the list of their steps, the step before
/// the page itself, which says what the page belongs to, and that which is the page.
pub(crate) fn way(corpus: &Corpus<'_>, instances: &[Instance]) -> Option<Vec<TemplateNode>> {
    if !instances.iter().all(|instance| is_called_way(corpus, *instance)) {
        return None;
    }
    let (mut all, mut parents, mut own) = (Vec::new(), Vec::new(), Vec::new());
    let mut trails = 0;
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        let children: Vec<NodeId> = tree.children(node).collect();
        let steps = steps(tree, &children);
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

/// Whether the class words, the id, the label or the type of an element call it a trail of breadcrumbs.
fn is_called_way(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let attr = |name: &str| tree.attr(node, name);
    let says = |name: &str| attr(name).is_some_and(is_crumbs);
    tree.classes(node).any(is_crumbs)
        || says("id")
        || says("aria-label")
        || attr("itemtype").is_some_and(|of| of.trim_end_matches('/').ends_with("BreadcrumbList"))
}
