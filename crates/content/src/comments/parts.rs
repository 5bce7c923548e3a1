//! Who wrote a comment, when, and what does it say?

use super::comment::Comment;
use super::item::Item;
use super::names::is_heading;
use crate::block::{Block, Blocks};
use sitewrap_structured::schema_term;
use sitewrap_terms::book;
use sitewrap_terms::grammar::is_date;
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::{snake, split};
use sitewrap_tree::{NodeId, TagTree};

/// Nodes of an element that may be a name or a day at most.
const MAX_NODES: usize = 40;

/// Bytes of the texts in such an element at most, white space included.
const MAX_BYTES: usize = 2048;

/// Longest name of an author in bytes.
const MAX_AUTHOR: usize = 100;

/// Columns beside author and day that a line may have and still be no part of the text.
const MOST_BESIDE: u32 = 16;

/// Columns of a line that does something: `Reply`, `Report this comment`.
const MOST_OF_ACTION: u32 = 28;

/// Reads a comment; `nested` are those within it. `None` if it says nothing.
pub(super) fn comment(
    tree: &TagTree,
    blocks: &Blocks,
    item: &Item,
    nested: &[Item],
) -> Option<Comment> {
    let nodes: Vec<NodeId> = item.own_nodes(nested).collect();
    // What one element is called is said of all that is in it.
    let whole = NodeId(item.nodes.start);
    let is_one = whole.0 + tree.subtree_len(whole) as u32 == item.nodes.end;
    let said: Vec<(NodeId, &'static str)> = nodes
        .iter()
        .filter(|&&node| !(tree.is_text(node) || is_one && node == whole))
        .filter_map(|&node| Some((node, says(tree, node)?)))
        .collect();
    let date = date(tree, &nodes, &said);
    let author = author(tree, &said, date.as_ref())
        .or_else(|| opening_name(tree, blocks, item.own_blocks(nested).next()?, date.as_ref()));
    let mut own: Vec<usize> = item.own_blocks(nested).collect();
    own.retain(|&at| !is_beside(tree, blocks, &blocks.all()[at], author.as_ref(), date.as_ref()));
    let columns = |own: &[usize]| own.iter().map(|&at| blocks.all()[at].columns()).sum::<u32>();
    let all = columns(&own);
    let bodies = said.iter().filter(|(_, name)| *name == "body");
    let body = bodies.map(|(node, _)| blocks.below(tree, *node)).find(|range| {
        let inner: Vec<usize> = own.iter().copied().filter(|at| range.contains(at)).collect();
        columns(&inner) * 2 > all
    });
    if let Some(body) = body {
        own.retain(|at| body.contains(at));
    }
    let text = text(tree, blocks, item, &own);
    let is_telling = !text.is_empty() && (own.len() > 1 || !is_heading(&text) || author.is_some());
    is_telling.then(|| Comment {
        author: author.map(|part| part.text),
        date: date.map(|part| part.stated.unwrap_or(part.text)),
        text,
    })
}

/// The lines of a comment: a blank one between paragraphs, none between those of one list, table or listing in it.
fn text(tree: &TagTree, blocks: &Blocks, item: &Item, own: &[usize]) -> String {
    let group = |block: &Block| {
        let mut above = std::iter::successors(Some(block.holder), |&node| tree.parent(node))
            .take_while(|node| node.0 > item.nodes.start);
        let is_group = |tag: &str| matches!(tag, "ul" | "ol" | "dl" | "table" | "pre");
        above.find(|&node| is_group(tree.tag(node).as_str())).unwrap_or(block.holder)
    };
    let mut text = String::new();
    let mut before: Option<NodeId> = None;
    for block in own.iter().map(|&at| &blocks.all()[at]) {
        let group = group(block);
        if let Some(before) = before {
            text.push_str(if before == group { "\n" } else { "\n\n" });
        }
        text.push_str(blocks.text(block));
        before = Some(group);
    }
    text
}

/// A part of a comment: the node that it stands in, as it is shown, and as it is stated for machines.
struct Part {
    node: NodeId,
    text: String,
    stated: Option<String>,
}

impl Part {
    /// A node that may be one: it has a text, and a short one.
    fn of(tree: &TagTree, node: NodeId) -> Option<Self> {
        let bytes: usize =
            tree.subtree(node).take(MAX_NODES).map(|node| tree.text(node).len()).sum();
        if tree.subtree_len(node) > MAX_NODES || bytes > MAX_BYTES {
            return None;
        }
        let text = match tree.is_text(node) {
            true => tree.text(node).split_whitespace().collect::<Vec<_>>().join(" "),
            false => tree.inner_line(node),
        };
        let is_beside = |c: char| {
            c.is_whitespace() || matches!(c, ':' | ',' | '|' | '·' | '•' | '-' | '–' | '—')
        };
        let text = text.trim_matches(is_beside).to_owned();
        (!text.is_empty()).then_some(Self { node, text, stated: None })
    }
}

/// What an element of a comment is called: `author`, `date` or `body`; `name` for what may be that of the author
/// or of the comment.
fn says(tree: &TagTree, node: NodeId) -> Option<&'static str> {
    match tree.tag(node).as_str() {
        "time" => return Some("date"),
        "cite" => return Some("author"),
        _ => {}
    }
    tree.attrs(node).find_map(|attr| match attr.name {
        "itemprop" | "property" | "rel" => attr.value.split_ascii_whitespace().find_map(|term| {
            let term = schema_term(term).unwrap_or_else(|| term.to_owned());
            if term == "name" { Some("name") } else { known(&snake(&term)) }
        }),
        "class" => attr.value.split_ascii_whitespace().take(MAX_NODES).find_map(|token| {
            let words = split(token);
            let own: Vec<&str> = words
                .iter()
                .map(String::as_str)
                .filter(|word| !is(Role::Comments, word) && !is(Role::Entity, word))
                .collect();
            known(&own.join("_")).or_else(|| known(own.last()?))
        }),
        _ => None,
    })
}

/// Which of the parts of a comment a name is.
fn known(name: &str) -> Option<&'static str> {
    match canonical(name).unwrap_or(name) {
        "author" | "username" | "name" => Some("author"),
        "date" | "time" | "timestamp" | "updated" => Some("date"),
        "body" | "text" | "content" | "message" | "description" => Some("body"),
        _ if is(Role::Speaker, name) => Some("author"),
        _ => None,
    }
}

/// When it was written: what is called so and reads so, else the first text that reads as a day.
fn date(tree: &TagTree, nodes: &[NodeId], said: &[(NodeId, &'static str)]) -> Option<Part> {
    let small = |node: NodeId| tree.subtree_len(node) <= MAX_NODES;
    let called = said.iter().filter(|(node, name)| *name == "date" && small(*node));
    let called = called.filter_map(|(node, _)| {
        let mut part = Part::of(tree, *node)?;
        let stated = ["datetime", "content"].into_iter().find_map(|name| tree.attr(*node, name));
        part.stated = stated.map(|stated| stated.trim().to_owned()).filter(|it| !it.is_empty());
        let has_digit = part.text.contains(|c: char| c.is_ascii_digit());
        (part.stated.is_some() || has_digit && part.text.len() <= book().value_bytes)
            .then_some(part)
    });
    let called: Vec<Part> = called.collect();
    let stated = called.iter().position(|part| part.stated.is_some());
    match stated.or_else(|| called.iter().position(|part| is_date(&part.text))) {
        Some(at) => called.into_iter().nth(at),
        None => shown_day(tree, nodes).or_else(|| called.into_iter().next()),
    }
}

/// The first text that reads as a day, and of what is in it the innermost that does.
fn shown_day(tree: &TagTree, nodes: &[NodeId]) -> Option<Part> {
    let days = nodes.iter().filter(|&&node| tree.subtree_len(node) <= MAX_NODES);
    let mut days = days.filter_map(|&node| {
        Part::of(tree, node)
            .filter(|part| part.text.len() <= book().value_bytes && is_date(&part.text))
    });
    let first = days.next()?;
    let outer = first.node;
    Some(days.take_while(|day| tree.contains(outer, day.node)).last().unwrap_or(first))
}

/// Who wrote it: the innermost of the elements that are called so.
fn author(tree: &TagTree, said: &[(NodeId, &'static str)], date: Option<&Part>) -> Option<Part> {
    let is_day = |node: NodeId| date.is_some_and(|date| tree.contains(node, date.node));
    let with_text = |node: &NodeId| {
        Part::of(tree, *node).is_some_and(|part| part.text.len() <= MAX_AUTHOR + book().value_bytes)
    };
    let called = |name: &'static str| {
        let named = said.iter().filter(move |(_, own)| *own == name || *own == "author");
        named.map(|(node, _)| *node).filter(with_text)
    };
    let first = called("author").next()?;
    let innermost = called("name").rfind(|&node| tree.contains(first, node))?;
    let named = |node: NodeId| {
        tree.subtree(node).skip(1).find(|&inner| {
            matches!(tree.tag(inner).as_str(), "a" | "b" | "strong" | "cite")
                && with_text(&inner)
                && !is_day(inner)
        })
    };
    let beside_day = |node: NodeId| {
        let mut inner =
            tree.subtree(node).filter(|&inner| tree.is_text(inner) && with_text(&inner));
        inner.find(|&inner| date.is_none_or(|date| !tree.contains(date.node, inner)))
    };
    let node = match named(innermost) {
        Some(named) => named,
        None if is_day(innermost) => beside_day(innermost)?,
        None => innermost,
    };
    let mut part = Part::of(tree, node)?;
    part.text.truncate(without_verb(&part.text).len());
    (part.text.len() <= MAX_AUTHOR).then_some(part)
}

/// A name without the verb that leads to what was said, in whatever language: `Ines said…`.
fn without_verb(name: &str) -> &str {
    let leading = name.strip_suffix("...").or_else(|| name.strip_suffix('…'));
    leading
        .and_then(|leading| leading.trim_end().rsplit_once(' '))
        .map_or(name, |(name, _)| name.trim_end())
}

/// The name that a comment begins with, where no element is called so: a link or a strong word in its first line.
fn opening_name(
    tree: &TagTree,
    blocks: &Blocks,
    first: usize,
    date: Option<&Part>,
) -> Option<Part> {
    let block = &blocks.all()[first];
    let is_name = |node: NodeId| {
        let tag = tree.tag(node).as_str();
        matches!(tag, "a" | "b" | "strong")
            && date.is_none_or(|date| !tree.contains(node, date.node))
    };
    let start = std::iter::successors(Some(NodeId(block.nodes.start)), |&node| tree.parent(node));
    let named = start.take_while(|&node| node >= block.holder).find(|&node| is_name(node))?;
    Part::of(tree, named).filter(|part| part.text.len() <= MAX_AUTHOR && !is_date(&part.text))
}

/// Whether a line is beside the text of a comment: who wrote it and when, or what can be done with it.
fn is_beside(
    tree: &TagTree,
    blocks: &Blocks,
    block: &Block,
    author: Option<&Part>,
    date: Option<&Part>,
) -> bool {
    let text = blocks.text(block);
    let columns = block.columns();
    let mut left = columns;
    for part in [author, date].into_iter().flatten() {
        let node = part.node.0;
        let end = node + tree.subtree_len(part.node) as u32;
        let is_in = block.nodes.start < end && node < block.nodes.end;
        if is_in && (text.contains(&part.text) || part.text.contains(text)) {
            left = left
                .saturating_sub(part.text.chars().filter(|c| c.is_alphanumeric()).count() as u32);
        }
    }
    let does = columns <= MOST_OF_ACTION
        && (block.linked == columns || tree.tag(block.holder).as_str() == "button");
    columns == 0 || does || left < columns && left <= MOST_BESIDE || is_date(text)
}
