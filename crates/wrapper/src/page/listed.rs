//! Values that are several: links with nothing but commas between them, elements of one class, the items of a list, what
//! may be chosen, the definitions of one term.
//!
//! ```html
//! <dt>Directors</dt><dd><a href="/p/1">Ann Lee</a>, <a href="/p/2">Bo Kim</a> and <a>…</a></dd>
//! <dt>Subjects</dt><dd>Railways</dd><dd>Portraits</dd>
//! <th>Awards</th><td><ul><li>Bachelor</li><li>Master</li></ul></td>
//! <th>Editors</th><td><span class="person">Ann Lee (Leeds)</span>, <span class="person">Bo Kim</span></td>
//! ```

use crate::page::text;
use crate::parameters::book;
use sitewrap_lexicon::{Role, is};
use sitewrap_tree::{NodeId, TagTree, html};

/// The nodes of the single values that siblings hold, in document order: links that only signs and
/// words such as `and` part, elements of one class side by side, the items of one list, the entries of one `select`, labels
/// side by side (of buttons to choose by), or definitions of one term. `None` where they hold one value.
///
/// # Complexity
/// Linear in the nodes below `nodes`.
pub(crate) fn listed(tree: &TagTree, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    links(tree, nodes)
        .or_else(|| items(tree, nodes))
        .or_else(|| definitions(tree, nodes))
        .filter(|parts| parts.len() <= book().children)
}

fn definitions(tree: &TagTree, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let is_filled = |&node: &NodeId| !text::line(tree, node).is_empty();
    let filled: Vec<NodeId> = nodes.iter().copied().filter(is_filled).collect();
    let are_definitions = filled.iter().all(|&node| tree.tag(node).as_str() == "dd");
    (filled.len() > 1 && are_definitions).then_some(filled)
}

fn links(tree: &TagTree, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let mut links = Vec::new();
    let mut open: Vec<NodeId> = nodes.iter().rev().copied().collect();
    while let Some(node) = open.pop() {
        if tree.tag(node).as_str() == "a" {
            if text::line(tree, node).is_empty() {
                return None;
            }
            links.push(node);
        } else if !parts_only(tree.text(node)) {
            return None;
        } else {
            let from = open.len();
            open.extend(tree.children(node));
            open[from..].reverse();
        }
    }
    (links.len() > 1).then_some(links)
}

fn items(tree: &TagTree, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let is_filled = |&node: &NodeId| !text::line(tree, node).is_empty();
    let tag = |node: NodeId| tree.tag(node).as_str();
    let mut items: Vec<NodeId> = nodes.iter().copied().filter(is_filled).collect();
    loop {
        if items.iter().any(|&item| tag(item) == "select") {
            items.retain(|&item| !is_inert(tree, item));
        }
        let &[only] = &items[..] else { break };
        items = tree.children(only).filter(is_filled).collect();
        if tag(only) == "select" {
            return Some(choices(tree, only)).filter(|choices| !choices.is_empty());
        }
        if html::is_list(tag(only)) {
            let are_items = items.iter().all(|&item| tag(item) == "li");
            return (items.len() > 1 && are_items).then_some(items);
        }
    }
    let are_labels = items.iter().all(|&item| tag(item) == "label");
    if items.len() > 1 && are_labels {
        return Some(items);
    }
    items.retain(|&item| !tree.is_text(item) || !parts_only(tree.text(item)));
    let may_be = (2..=book().children).contains(&items.len());
    (may_be && are_alike(tree, &items)).then_some(items)
}

/// Whether an element does something to what stands beside it and leads nowhere: what clears a choice.
fn is_inert(tree: &TagTree, node: NodeId) -> bool {
    match tree.tag(node).as_str() {
        "button" => true,
        "a" => tree.attr(node, "href").is_none_or(|address| address.ends_with('#')),
        _ => false,
    }
}

/// Whether nodes are elements of one tag that share a class word, none of which is a paragraph.
fn are_alike(tree: &TagTree, nodes: &[NodeId]) -> bool {
    let (first, others) = (nodes[0], &nodes[1..]);
    let tag = tree.tag(first);
    let is_shared = |word: &str| others.iter().all(|&node| tree.classes(node).any(|it| it == word));
    others.iter().all(|&node| tree.tag(node) == tag)
        && !html::is_text_block(tag.as_str())
        && tree.classes(first).take(book().words_read).any(is_shared)
}

/// The entries of a `select` but for that which asks to choose one.
fn choices(tree: &TagTree, select: NodeId) -> Vec<NodeId> {
    let is_choice = |&node: &NodeId| {
        tree.tag(node).as_str() == "option"
            && tree.attr(node, "value") != Some("")
            && !text::line(tree, node).is_empty()
    };
    tree.subtree(select).filter(is_choice).collect()
}

/// Whether a text says nothing, but parts what stands beside it.
fn parts_only(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || ",;|/&·•".contains(c))
        .all(|word| word.is_empty() || is(Role::And, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    /// The parts of what stands in the `main` of a page.
    fn parts(html: &str) -> Vec<String> {
        let tree = Document::parse(format!("<main>{html}</main>").as_bytes(), None, None).tree;
        let main = tree.nodes().find(|&node| tree.tag(node).as_str() == "main");
        let nodes: Vec<NodeId> = tree.children(main.expect("a main")).collect();
        let parts = listed(&tree, &nodes).unwrap_or_default();
        parts.into_iter().map(|node| text::line(&tree, node)).collect()
    }

    #[test]
    fn links_with_signs_between_them_are_several_values() {
        assert_eq!(parts("<a>Ann</a>, <a>Bo</a> and <a>Cy</a>"), ["Ann", "Bo", "Cy"]);
        assert_eq!(parts("<b><a>Ann</a></b>&nbsp;|&nbsp;<i><a>Bo</a></i>"), ["Ann", "Bo"]);
        assert_eq!(parts("<a>Ann</a><br><a>Bo</a>"), ["Ann", "Bo"]);
    }

    #[test]
    fn items_of_a_list_are_several_values() {
        assert_eq!(
            parts("<div><ul><li>Bachelor <li><b>Master</b></ul></div>"),
            ["Bachelor", "Master"]
        );
    }

    #[test]
    fn elements_of_one_class_are_several_values() {
        assert_eq!(
            parts("<b class=name><a>Ann</a> (Leeds)</b>, <b class='name new'>Bo</b>"),
            ["Ann (Leeds)", "Bo"]
        );
        assert_eq!(
            parts("<div><div class=way>A &gt; B</div> <div class=way>C</div></div>"),
            ["A > B", "C"]
        );
    }

    #[test]
    fn what_may_be_chosen_are_several_values() {
        let select =
            "<select><option value=''>Choose<optgroup><option>Red</optgroup><option>Blue</select>";
        assert_eq!(parts(select), ["Red", "Blue"]);
        assert_eq!(parts("<p><select><option value=''>Choose<option>Red</select>"), ["Red"]);
        assert_eq!(parts("<select><option>Red</select><a href='#'>Clear</a>"), ["Red"]);
        assert_eq!(
            parts(
                "<div><label><input type=radio>Red</label> <label><input type=radio>Blue</label>"
            ),
            ["Red", "Blue"]
        );
    }

    #[test]
    fn definitions_of_one_term_are_several_values() {
        assert_eq!(parts("<dd><a>Railways</a></dd><dd>Portraits</dd>"), ["Railways", "Portraits"]);
    }

    #[test]
    fn words_with_a_link_in_them_are_one_value() {
        for one in [
            "<a>Ann</a>",
            "<a>Ann</a> (1962)",
            "<a>Ann</a>, London",
            "<a>Books</a> &gt; <a>Crime</a>",
            "<a><img></a> <a>Ann</a>",
            "<ul><li>Bachelor</ul>",
            "See: <ul><li>Bachelor<li>Master</ul>",
            "<b class=name>Ann</b> of <b class=name>Leeds</b>",
            "<b class=name>Ann</b> <b class=place>Leeds</b>",
            "<b>12</b> <b>kg</b>",
            "<p class=text>It rains.</p><p class=text>It snows.</p>",
            "",
        ] {
            assert!(parts(one).is_empty(), "{one}");
        }
    }
}
