//! From the instances of one node to its place in the template.

use crate::attributes::attr_fields;
use crate::corpus::{Corpus, Instance, is_same};
use crate::features::features;
use crate::level::level;
use crate::level::varying::columns_vary;
use crate::level::way::way;
use crate::opened::Layout;
use crate::redundant::boilerplate::Boilerplate;
use crate::redundant::controls::{are_views, is_pager};
use crate::redundant::role::{holds_role, is_role};
use crate::text::flow::is_one_text;
use crate::text::pattern::{fixed, is_title, text_content, whole};
use crate::trace::Trace;
use rustc_hash::FxHashMap;
use sitewrap_structured::title_has;
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{Content, Element, Presence, TemplateNode};

/// The pages of a cluster, and what is boilerplate on them.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, 't> {
    pub(crate) corpus: &'a Corpus<'t>,
    pub(crate) boilerplate: &'a Boilerplate,
    /// Where instances are kept, if they are asked for.
    pub(crate) trace: Option<&'a Trace>,
    /// Where what only lays the pages out is kept.
    pub(crate) layout: &'a Layout,
}

/// Builds the template node for instances of one tag.
pub(crate) fn element(
    context: &Context<'_, '_>,
    instances: &[Instance],
    presence: Presence,
    depth: usize,
) -> Element {
    let corpus = context.corpus;
    let leads_on = leads_on(context, instances);
    let content = match content(context, instances, depth) {
        Content::Text(_) if leads_on => Content::Ignored,
        content => content,
    };
    let attrs = match content {
        Content::Ignored => Vec::new(),
        Content::Fixed(_) if leads_on => Vec::new(),
        _ => attr_fields(corpus, instances),
    };
    if let Some(trace) = context.trace
        && (matches!(content, Content::Text(_)) || !attrs.is_empty())
    {
        trace.keep(instances);
    }
    Element {
        tag: corpus.tag(instances[0]).to_owned(),
        features: features(corpus, instances),
        label_words: Vec::new(),
        through: false,
        presence,
        attrs,
        content,
    }
}

/// Whether the texts of the instances of (almost) each page are, in their order, those of the others. One
/// page says the same as none.
fn says_the_same(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let mut said: FxHashMap<usize, String> = FxHashMap::default();
    for &instance in instances {
        let of_page = said.entry(instance.0).or_default();
        of_page.push_str(&corpus.line(instance));
        of_page.push('\n');
    }
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    said.values().for_each(|text| *counts.entry(text).or_default() += 1);
    let pages = said.len() as f64;
    let most = counts.into_values().max().unwrap_or_default();
    most > 1 && most as f64 >= corpus.parameters().same * pages
}

/// Whether links that say the same on (almost) all pages lead about the site, not to what the page
/// tells of: those of a section's menu, and those by which a list or the columns of a table are sorted.
fn leads_on(context: &Context<'_, '_>, instances: &[Instance]) -> bool {
    let corpus = context.corpus;
    let is_in_head = |(page, node): &&Instance| {
        let tree = corpus.tree(*page);
        std::iter::successors(Some(*node), |&at| tree.parent(at))
            .take(corpus.parameters().around)
            .any(|at| tree.tag(at).as_str() == "thead")
    };
    let are_in_head = || {
        let held = instances.iter().filter(is_in_head).count();
        corpus.share(held, instances.len()).is_all_but_chance()
    };
    corpus.tag(instances[0]) == "a"
        && says_the_same(corpus, instances)
        && (context.boilerplate.is_of_section(instances)
            || are_in_head()
            || are_views(corpus, instances))
}

fn content(context: &Context<'_, '_>, instances: &[Instance], depth: usize) -> Content {
    let corpus = context.corpus;
    let tag = corpus.tag(instances[0]);
    if html::has_no_text(tag)
        || is_pager(corpus, instances)
        || hold_nested_items(corpus, instances)
        || are_names_of_columns(corpus, instances)
    {
        return Content::Ignored;
    }
    if is_same(corpus, instances) && !holds_page_title(context, instances[0]) {
        let is_boilerplate = context.boilerplate.is_boilerplate(instances[0]);
        // One instance shows nothing to be the same: what it repeats in itself may be a list.
        let is_alone = instances.len() == 1;
        if is_boilerplate || !is_alone && !holds_role(corpus, instances[0]) {
            return fixed(corpus, instances[0]);
        }
        if is_role(corpus, instances[0]) {
            return Content::Text(whole(&[&corpus.line(instances[0])], corpus.parameters()));
        }
    }
    if let Some(way) = way(corpus, instances) {
        return Content::Children(way);
    }
    if tag == "#text"
        || depth >= corpus.parameters().template_depth
        || is_one_text(corpus, instances)
    {
        return text_content(corpus, instances);
    }
    let groups: Vec<Vec<Instance>> =
        instances.iter().map(|&instance| corpus.content_children(instance)).collect();
    let children = level(context, &groups, depth + 1);
    if children.iter().any(has_fields) {
        Content::Children(children)
    } else {
        shell(corpus, instances)
    }
}

/// Whether the instances are the rows of headers of tables whose rows are maps of headers to cells.
fn are_names_of_columns(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    instances.iter().all(|&(page, node)| corpus.view(page).is_header_row(node))
        && columns_vary(corpus, instances.iter().copied())
}

/// Whether most of what each instance says stands in items that are shown beside those that hold them.
fn hold_nested_items(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let text_len = |&(page, node): &Instance| corpus.view(page).text_len(node);
    let holds_items = |instance: &Instance| {
        let elsewhere = corpus.view(instance.0).text_shown_elsewhere(instance.1);
        corpus.share(elsewhere, text_len(instance)).is_most()
    };
    !corpus.nested().is_empty()
        && instances.iter().all(holds_items)
        && instances.iter().any(|instance| text_len(instance) > 0)
}

/// Whether a node is, or holds, the main heading, which is content even where all pages of a type share it, unless it is
/// the site's. Of several main headings in blocks of their own it is the one that the document's title has.
fn holds_page_title(context: &Context<'_, '_>, (page, node): Instance) -> bool {
    let corpus = context.corpus;
    let tree = corpus.tree(page);
    let is_own = |node: NodeId| {
        is_title(corpus, (page, node))
            && !corpus.line((page, node)).is_empty()
            && !context.boilerplate.is_boilerplate((page, node))
    };
    let is_main = |node: &NodeId| tree.tag(*node).as_str() == "h1";
    let is_the_one = |node: NodeId| {
        is_own(node)
            && (tree.nodes().filter(is_main).nth(1).is_none()
                || corpus
                    .document(page)
                    .title
                    .as_ref()
                    .is_some_and(|title| title_has(title, &corpus.line((page, node)))))
    };
    is_own(node) || tree.subtree(node).skip(1).filter(is_main).any(is_the_one)
}

/// A node that varies only where nobody reads.
fn shell(corpus: &Corpus<'_>, instances: &[Instance]) -> Content {
    let text = corpus.line(instances[0]);
    let same = instances.iter().filter(|&&instance| corpus.line(instance) == text).count();
    if same as f64 >= corpus.parameters().same * instances.len() as f64 {
        fixed(corpus, instances[0])
    } else {
        Content::Ignored
    }
}

/// Whether a template node holds a field.
pub(crate) fn has_fields(node: &TemplateNode) -> bool {
    match node {
        TemplateNode::Element(element) => {
            !element.attrs.is_empty()
                || match &element.content {
                    Content::Children(children) => children.iter().any(has_fields),
                    Content::Text(_) => true,
                    Content::Fixed(_) | Content::Ignored => false,
                }
        }
        TemplateNode::Repeat(repeat) => repeat.unit.iter().any(has_fields),
        TemplateNode::Map(_) | TemplateNode::Prose(_) => true,
    }
}
