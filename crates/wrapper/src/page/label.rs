//! What nodes are called by their own markup, and the hashes of that.

use crate::page::stripe::tells_place;
use crate::parameters::book;
use sitewrap_lexicon::{control, fold};
use sitewrap_tree::{NodeId, TagTree, html};

/// The label of a node: `tag`, `tag#id`, `tag.class` or, of links, `a@rel`, with runs of digits as `#`.
pub fn label(tree: &TagTree, node: NodeId) -> String {
    let [tag, sign, word] = label_parts(tree, node);
    format!("{tag}{sign}{}", normalize_token(word))
}

/// Tag, sign and word of a label; the two latter are empty where the tag is all of it.
pub(super) fn label_parts(tree: &TagTree, node: NodeId) -> [&str; 3] {
    let tag = tree.tag(node).as_str();
    if let Some(id) = role_id(tree, node) {
        return [tag, "#", id];
    }
    let mut classes = tree.classes(node).filter(|class| !tells_place(class));
    match classes.next().filter(|class| class.len() <= book().label_chars) {
        Some(class) => [tag, ".", class],
        None => link_role(tree, node).map_or([tag, "", ""], |role| [tag, "@", role]),
    }
}

/// What a link without class words leads to, as it says itself (`rel=author`): a link type of HTML, or `category`, which
/// blogs write beside `tag`.
fn link_role(tree: &TagTree, node: NodeId) -> Option<&str> {
    let roles = tree.attr(node, "rel").filter(|_| tree.tag(node).as_str() == "a")?;
    let is_known = |role: &&str| {
        matches!(*role, "author" | "bookmark" | "category" | "license" | "next" | "prev" | "tag")
    };
    roles.split_ascii_whitespace().find(is_known)
}

/// The hash of two texts and a token, normalized, behind one another.
pub(super) fn hash_parts([first, second, token]: [&str; 3]) -> u64 {
    hash_bytes(hash_bytes(hash_text(first), second.bytes()), normalized(token))
}

/// The id of an element, if it may tell what the element is for.
pub(super) fn role_id(tree: &TagTree, node: NodeId) -> Option<&str> {
    tree.attr(node, "id").filter(|id| is_role(id) && !is_spelled(tree, node, id))
}

/// Whether an id is what the heading that bears it says, as software that writes tables of contents gives each heading
/// a place to lead to (`<h2 id="neue_mitglieder">Neue Mitglieder</h2>`): it tells no more than the words do.
fn is_spelled(tree: &TagTree, node: NodeId, id: &str) -> bool {
    if !html::is_heading(tree.tag(node).as_str()) {
        return false;
    }
    // What is longer than an id can be is no such heading, however much longer it is.
    let texts = tree.subtree(node).map(|part| tree.text(part));
    let said: String = texts.flat_map(str::chars).take(2 * book().label_chars).collect();
    letters(id) == letters(&said)
}

/// The letters of a text without marks; of umlauts that are written with two, the first.
fn letters(text: &str) -> String {
    let folded = fold(text).replace("ae", "a").replace("oe", "o").replace("ue", "u");
    folded.chars().filter(|c| c.is_alphabetic()).collect()
}

/// Whether an id may tell the role of an element; of the names of controls in one the last has to be short. What holds dots, brackets or commas is data, such
/// as the name of what the element documents (`method.push`, `add(int,int)`).
pub(super) fn is_role(id: &str) -> bool {
    let is_written = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '$' | '#');
    !id.is_empty()
        && control(id).unwrap_or(id).len() <= book().label_chars
        && id.chars().all(is_written)
        && !holds_code(id)
}

/// Whether a part of an id is, from its first digit on, a number in base 16 with letters between digits, as ids of
/// records in a database are (`pgi2f64a182_0`): it tells of which thing an element is, not its role.
fn holds_code(id: &str) -> bool {
    /// Digits of such a number, at least.
    const DIGITS: usize = 5;
    id.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| {
        let number = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = number.bytes().filter(u8::is_ascii_alphabetic).count();
        number.len() >= DIGITS
            && (1..number.len()).contains(&letters)
            && number.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    })
}

/// A class word or id with each run of digits as `#`, so that `post-12` and `post-7` are one.
pub fn normalize_token(token: &str) -> String {
    let mut out = String::with_capacity(token.len());
    for c in token.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
    }
    out
}

/// The bytes of [`normalize_token`].
fn normalized(token: &str) -> impl Iterator<Item = u8> + '_ {
    let mut last = 0;
    token.bytes().filter_map(move |byte| {
        let is_digit = byte.is_ascii_digit();
        let goes_on = is_digit && last == b'#';
        last = if is_digit { b'#' } else { byte };
        (!goes_on).then_some(last)
    })
}

/// FNV-1a, 64 bits. These hashes are stored, so they must not change with a library's version.
pub(crate) fn hash_text(text: &str) -> u64 {
    hash_bytes(0xcbf2_9ce4_8422_2325, text.bytes())
}

/// The hash of a text and what follows it, from that of the text.
fn hash_bytes(hash: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A hash that depends on `kind` and `hash`.
pub(crate) fn mix(kind: char, hash: u64) -> u64 {
    let mixed = (hash ^ (u64::from(kind) << 56)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    #[test]
    fn an_id_that_spells_its_heading_tells_no_role() {
        let of = |html: &str| {
            let tree = Document::parse(html.as_bytes(), None, None).tree;
            let node = tree.nodes().find(|&node| tree.tag(node).as_str() == "h2").expect("an h2");
            label(&tree, node)
        };
        assert_eq!(of("<h2 id=neue_mitglieder>Neue Mitglieder</h2>"), "h2");
        assert_eq!(of("<h2 id=schluessel1 class=part>Schlüssel</h2>"), "h2.part");
        assert_eq!(of("<h2 id=step-2-oil-it><a href='#'>Step 2:</a> Oil it</h2>"), "h2");
        assert_eq!(of("<h2 id=comments>3 answers</h2>"), "h2#comments");
    }

    #[test]
    fn ids_with_codes_of_things_tell_no_role() {
        for id in ["pgi2f64a182_0", "item-3f2504e0-4f89-11d3-9a0c-0305e82c3301", "a1b2c3"] {
            assert!(holds_code(id), "{id}");
        }
        for id in
            ["comp-kmfo3qg7", "post-12", "col-md-6", "h1b", "ctl00_lblPrice", "face1", "x20240101"]
        {
            assert!(!holds_code(id), "{id}");
        }
    }
}
