//! The blocks of a page: in which part of its template each node stands.
//!
//! What a wrapper makes of a node comes first: a list, running text, a value, or boilerplate. What no
//! wrapper knows is told by the markup: landmarks (`nav`, `footer`), paragraphs, items.

use crate::apply::Compiled;
use crate::apply::account::Covered;
use crate::apply::cover::Cover;
use crate::page::label::label;
use crate::page::view::View;
use crate::record::sources::{Source, Span};
use crate::wrapper::fields::FieldPlace;
use crate::wrapper::quality::Extra;
use crate::wrapper::template::Content;
use crate::wrapper::{Wrapper, WrapperSet};
use rustc_hash::FxHashMap;
use sitewrap_model::Place;
use sitewrap_tree::{NodeId, TagTree};
use sitewrap_values::ValueSource;

/// A set of wrappers made ready to tell the blocks of many pages.
#[derive(Debug)]
pub struct BlockFinder<'w> {
    wrappers: Vec<(Compiled<'w>, FieldRoles<'w>)>,
}

/// What the fields of a wrapper that are in no list are, by name.
type FieldRoles<'w> = FxHashMap<&'w str, Role>;

/// What a field is for those who ask for blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Stands on pages of other types as well, or does something with the page.
    Boilerplate,
    List,
    Text,
    Value,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageBlock {
    /// The kind of place.
    pub place: Place,
    /// The field that it fills, or the element that it is (`nav.menu`).
    pub name: String,
    /// Characters of its text.
    pub text: usize,
}

/// The blocks of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageBlocks {
    /// The blocks, in the order in which they begin.
    pub blocks: Vec<PageBlock>,
    of_node: FxHashMap<NodeId, usize>,
}

impl PageBlocks {
    /// The block in which a link stands, by its place in [`PageBlocks::blocks`]; `None` for a node
    /// that neither is a link nor has text.
    pub fn of(&self, node: NodeId) -> Option<usize> {
        self.of_node.get(&node).copied()
    }
}

impl<'w> BlockFinder<'w> {
    /// Makes a set of wrappers ready.
    pub fn new(set: &'w WrapperSet) -> Self {
        let ready = |wrapper: &'w Wrapper| (Compiled::new(&wrapper.template), roles(wrapper));
        Self { wrappers: set.wrappers.iter().map(ready).collect() }
    }

    /// The blocks of the page at `url`. `known` is the place in the set of the wrapper of the page's
    /// cluster; without it, and where the wrapper does not know a node, the markup tells.
    pub fn blocks(&self, url: &str, tree: &TagTree, known: Option<usize>) -> PageBlocks {
        let view = View::new(tree);
        let mut claims = vec![Claim::None; tree.len()];
        let mut names = Vec::new();
        if let Some((compiled, roles)) = known.and_then(|known| self.wrappers.get(known)) {
            names = claim(&view, url, compiled, roles, &mut claims);
        }
        Finder { tree, claims, names, markup: Markup::of(tree) }.blocks()
    }
}

/// What the fields of a wrapper are.
fn roles(wrapper: &Wrapper) -> FieldRoles<'_> {
    let places = wrapper.template.field_places();
    let outer = places.iter().filter(|place| place.path.len() == 1);
    outer.map(|place| (place.field().name.as_str(), role(place))).collect()
}

fn role(place: &FieldPlace<'_>) -> Role {
    match &place.field().extra {
        None | Some(Extra::Copy(_)) => {}
        Some(_) => return Role::Boilerplate,
    }
    let is_running = || {
        let content = place.elements.last().map(|element| &element.content);
        matches!(content, Some(Content::Text(pattern)) if pattern.running)
    };
    match place.source {
        ValueSource::List => Role::List,
        ValueSource::Prose | ValueSource::Lead => Role::Text,
        ValueSource::Text if is_running() => Role::Text,
        _ => Role::Value,
    }
}

/// What a wrapper makes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// Nothing.
    None,
    /// Template, or varying and no content.
    Boilerplate,
    /// The field with this place among those that were found.
    Field(Role, u32),
}

/// Writes down what a wrapper makes of the nodes of a page; gives the names of the fields.
fn claim(
    view: &View<'_>,
    url: &str,
    compiled: &Compiled<'_>,
    roles: &FieldRoles<'_>,
    claims: &mut [Claim],
) -> Vec<String> {
    let tree = view.tree;
    let Covered { sources, covers } = compiled.cover(view, url);
    let mut paint = |first: NodeId, last: NodeId, claim: Claim| {
        let end = last.index() + tree.subtree_len(last);
        claims[first.index()..end].fill(claim);
    };
    for (node, cover) in covers {
        match cover {
            Cover::Template | Cover::LeftOut => paint(node, node, Claim::Boilerplate),
            Cover::Pairs | Cover::Value | Cover::Unmatched => {}
        }
    }
    let role_of = |name: &str| roles.get(name).copied().unwrap_or(Role::Value);
    let mut fields: Vec<(Role, &str, &Source)> =
        sources.iter().map(|(name, source)| (role_of(name), name, source)).collect();
    // What stands in running text is running text, whatever else it fills.
    fields.sort_by_key(|(role, ..)| *role == Role::Text);
    for (place, (role, _, source)) in fields.iter().enumerate() {
        let claim = Claim::Field(*role, place as u32);
        for (first, last) in spans(source) {
            paint(first, last, claim);
        }
    }
    fields.into_iter().map(|(_, name, _)| name.to_owned()).collect()
}

/// The nodes that a value was taken from; whole items of a list.
fn spans(source: &Source) -> Vec<(NodeId, NodeId)> {
    let mut found = Vec::new();
    let mut open = vec![source];
    while let Some(source) = open.pop() {
        match source {
            Source::Value(Span { first, last, .. }) => found.push((*first, *last)),
            Source::List(items) => {
                found.extend(items.iter().flat_map(|item| &item.nodes).map(|&node| (node, node)));
            }
            Source::Record(fields) => open.extend(fields.iter().map(|(_, source)| source)),
        }
    }
    found
}

/// What the markup says of each node, from the root down.
struct Markup {
    /// The landmark that it is in.
    landmark: Vec<Option<(Place, NodeId)>>,
    /// The paragraph or the list that it is in, whichever is nearer.
    within: Vec<Option<(Place, NodeId)>>,
    /// The nearest element around it, itself included, that has an id or a class.
    named: Vec<NodeId>,
}

impl Markup {
    fn of(tree: &TagTree) -> Self {
        let mut markup = Self {
            landmark: vec![None; tree.len()],
            within: vec![None; tree.len()],
            named: vec![tree.root(); tree.len()],
        };
        // Whether it is in a part of the page with a head and a foot of its own.
        let mut sectioned = vec![false; tree.len()];
        for node in tree.nodes() {
            let at = node.index();
            let above = tree.parent(node).map_or(at, NodeId::index);
            let tag = tree.tag(node).as_str();
            sectioned[at] = sectioned[above] || matches!(tag, "article" | "section" | "main");
            let own = landmark(tree, node, tag, sectioned[above]);
            markup.landmark[at] = own.map(|place| (place, node)).or(markup.landmark[above]);
            markup.within[at] = match tag {
                "p" | "dd" | "blockquote" | "figcaption" => Some((Place::Text, node)),
                "li" | "td" | "th" | "dt" | "article" => {
                    Some((Place::List, tree.parent(node).unwrap_or(node)))
                }
                _ => markup.within[above],
            };
            let has_name = tree.attr(node, "id").is_some() || tree.attr(node, "class").is_some();
            markup.named[at] = if has_name { node } else { markup.named[above] };
        }
        markup
    }
}

/// The place that an element is by itself (HTML Accessibility API Mappings: `header` and `footer` of
/// an article are no landmarks), or by an id or class that says that it is the foot of the page.
fn landmark(tree: &TagTree, node: NodeId, tag: &str, sectioned: bool) -> Option<Place> {
    match (tag, tree.attr(node, "role")) {
        ("nav" | "menu", _) | (_, Some("navigation" | "banner")) => Some(Place::Navigation),
        (_, Some("contentinfo")) => Some(Place::Footer),
        ("header", _) if !sectioned => Some(Place::Navigation),
        ("footer", _) if !sectioned => Some(Place::Footer),
        ("div" | "table" | "td" | "section", _) if !sectioned => {
            let mut words = tree.attr(node, "id").into_iter().chain(tree.classes(node));
            words.any(|word| word.eq_ignore_ascii_case("footer")).then_some(Place::Footer)
        }
        _ => None,
    }
}

/// What a block is called by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Field(u32),
    Element(NodeId),
}

struct Finder<'t> {
    tree: &'t TagTree,
    claims: Vec<Claim>,
    /// The fields that claims name.
    names: Vec<String>,
    markup: Markup,
}

impl Finder<'_> {
    fn blocks(&self) -> PageBlocks {
        let tree = self.tree;
        let mut found = PageBlocks::default();
        let mut known: FxHashMap<(Place, Name), usize> = FxHashMap::default();
        for node in tree.nodes() {
            let is_link =
                matches!(tree.tag(node).as_str(), "a" | "area" | "iframe" | "frame" | "form");
            if !is_link && !tree.is_text(node) {
                continue;
            }
            let key = self.block(node);
            let next = found.blocks.len();
            let place = *known.entry(key).or_insert(next);
            if place == next {
                let name = match key.1 {
                    Name::Field(field) => self.names[field as usize].clone(),
                    Name::Element(node) => label(tree, node),
                };
                found.blocks.push(PageBlock { place: key.0, name, text: 0 });
            }
            found.blocks[place].text += tree.text(node).chars().count();
            found.of_node.insert(node, place);
        }
        found
    }

    fn block(&self, node: NodeId) -> (Place, Name) {
        let at = node.index();
        let claim = match self.claims[at] {
            Claim::Field(role, field) => Claim::Field(role, field),
            // A link around what is a value is a part of it.
            other => {
                let inside = self.claims[at..at + self.tree.subtree_len(node)].iter();
                let field = inside.copied().find(|claim| matches!(claim, Claim::Field(..)));
                field.unwrap_or(other)
            }
        };
        let landmark = self.markup.landmark[at];
        match (claim, landmark) {
            (Claim::Field(Role::Text, field), _) => (Place::Text, Name::Field(field)),
            (Claim::Field(_, field), Some((place, _))) => (place, Name::Field(field)),
            (Claim::Field(role, field), None) => (place_of(role), Name::Field(field)),
            (_, Some((place, element))) => (place, Name::Element(element)),
            (Claim::Boilerplate, None) => (Place::Navigation, Name::Element(self.markup.named[at])),
            (Claim::None, None) => match self.markup.within[at] {
                Some((place, element)) => {
                    (place, Name::Element(self.markup.named[element.index()]))
                }
                None => (Place::Other, Name::Element(self.markup.named[at])),
            },
        }
    }
}

fn place_of(role: Role) -> Place {
    match role {
        Role::Boilerplate => Place::Navigation,
        Role::List => Place::List,
        Role::Text => Place::Text,
        Role::Value => Place::Value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    #[test]
    fn without_a_wrapper_the_markup_tells() {
        let page = Document::parse(
            b"<header><a href=/a>Shop</a></header><nav class=menu><a href=/b>Menu</a></nav>\
              <main><article><footer><a href=/c>Tags</a></footer><p>Some <a href=/d>text</a>\
              </article><ul id=items><li><a href=/e>Item</a></ul></main>\
              <div class=box><a href=/f>Box</a></div><div id=footer><p><a href=/g>Terms</a></div>",
            None,
            Some("https://a.example/"),
        );
        let set = WrapperSet::default();
        let found = BlockFinder::new(&set).blocks("https://a.example/", &page.tree, None);
        let told: Vec<(Place, &str, usize)> = page
            .links
            .iter()
            .map(|link| &found.blocks[found.of(link.node.unwrap()).unwrap()])
            .map(|block| (block.place, block.name.as_str(), block.text))
            .collect();
        assert_eq!(
            told,
            [
                (Place::Navigation, "header", 4),
                (Place::Navigation, "nav.menu", 4),
                (Place::List, "body", 4),
                (Place::Text, "body", 9),
                (Place::List, "ul#items", 4),
                (Place::Other, "div.box", 3),
                (Place::Footer, "div#footer", 5),
            ]
        );
    }
}
