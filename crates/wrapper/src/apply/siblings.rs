//! Children of a page's node that stand where the template has no place for them: inside of a node
//! that is looked through, between paragraphs, and in lines with labels; and where the items of a list
//! begin.

use crate::apply::align::{MAX_ALIGNED, Place, Slot};
use crate::apply::compile::Level;
use crate::apply::recognise::{NodeFeatures, Vocabulary};
use crate::page::lines::labelled_lines;
use crate::page::view::View;
use crate::parameters::book;
use crate::wrapper::template::Prose;
use sitewrap_tree::NodeId;
use sitewrap_tree::html::is_subheading;

/// The children with what is in those that are looked through: such a child itself, and behind it its
/// own children. `through` are the slots of nodes that are looked through.
pub(crate) fn opened(
    slots: &[Slot],
    through: &[usize],
    children: &[NodeId],
    view: &View<'_>,
    vocabulary: &Vocabulary,
) -> Vec<NodeId> {
    let of_through = |slot: &usize| &slots[*slot].kinds;
    let is_through = |child: NodeId| {
        let tag = view.tree.tag(child);
        if !through.iter().flat_map(of_through).any(|kind| kind.tag() == tag) {
            return false;
        }
        let features = NodeFeatures::of(view, child, Some(vocabulary));
        let best = |slot: usize| {
            let kinds = slots[slot].kinds.iter();
            kinds.map(|kind| kind.similarity(view, child, &features)).fold(0.0, f32::max)
        };
        let other = (0..slots.len()).filter(|slot| !through.contains(slot)).map(best);
        let other = other.fold(book().least_similar, f32::max);
        through.iter().any(|&slot| best(slot) >= other)
    };
    let mut opened = Vec::with_capacity(children.len());
    for &child in children.iter().take(MAX_ALIGNED) {
        opened.push(child);
        if is_through(child) {
            opened.extend(view.content_children(child));
        }
    }
    opened
}

/// Gives to running text what stands between its paragraphs, and what may stand at its ends, with the headings of that.
pub(crate) fn absorb_between(
    prose: &Prose,
    slot: usize,
    children: &[NodeId],
    places: &mut [Option<Place>],
    view: &View<'_>,
) {
    let is_paragraph = |place: &Option<Place>| place.is_some_and(|place| place.slot == slot);
    let Some(first) = places.iter().position(is_paragraph) else { return };
    let last = places.iter().rposition(is_paragraph).unwrap_or(first);
    let absorbed = Some(Place { slot, kind: 0 });
    let may_join = |child: NodeId| {
        let tag = view.tree.tag(child).as_str();
        prose.between.iter().any(|known| known == tag)
    };
    // A heading above paragraphs heads them, whatever looks like it elsewhere.
    let heads = |child: NodeId| is_subheading(view.tree.tag(child).as_str()) && may_join(child);
    for (place, &child) in places[first..=last].iter_mut().zip(&children[first..=last]) {
        if place.is_none() || heads(child) {
            *place = absorbed;
        }
    }
    for at in (0..first).rev() {
        if places[at].is_some() || !may_join(children[at]) {
            break;
        }
        places[at] = absorbed;
    }
    for at in last + 1..places.len() {
        let leads_on = || {
            let next = children.get(at + 1).filter(|_| heads(children[at]));
            next.is_some_and(|&next| places[at + 1].is_none() && may_join(next) && !heads(next))
        };
        if !may_join(children[at]) || places[at].is_some() && !leads_on() {
            break;
        }
        places[at] = absorbed;
    }
}

/// Parts the nodes of labelled lines from the other nodes.
pub(super) fn part_lines(view: &View<'_>, nodes: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
    let mut is_line = vec![false; nodes.len()];
    for line in labelled_lines(view, nodes) {
        is_line[line.nodes].fill(true);
    }
    let (lines, others): (Vec<_>, Vec<_>) =
        nodes.iter().zip(is_line).partition(|(_, is_line)| *is_line);
    let nodes = |of: Vec<(&NodeId, bool)>| of.into_iter().map(|(node, _)| *node).collect();
    (nodes(lines), nodes(others))
}

/// Cuts the nodes of a list into items: a new item begins where a unit's first kind comes again,
/// or where the kinds go back in their order.
pub(super) fn cut_items(
    unit: &Level<'_>,
    unit_of_kind: &[usize],
    found: &[(NodeId, usize)],
) -> Vec<Vec<NodeId>> {
    let mut items: Vec<Vec<NodeId>> = Vec::new();
    let mut last = usize::MAX;
    for &(node, kind) in found {
        let place = unit_of_kind.get(kind).copied().unwrap_or(0);
        let again = place == last && unit.slots[place].many;
        if items.is_empty() || (place <= last && !again) {
            items.push(Vec::new());
        }
        last = place;
        if let Some(item) = items.last_mut() {
            item.push(node);
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapper::presence::Presence;
    use crate::wrapper::template::Field;
    use sitewrap_tree::Document;

    /// The tags of the children of a page's `main` that belong to its running text. Paragraphs stand in it, in the
    /// first place of the template; headings in the second.
    fn taken(html: &str) -> Vec<String> {
        let page = Document::parse(format!("<main>{html}</main>").as_bytes(), None, None);
        let view = View::new(&page.tree);
        let tag = |node: NodeId| view.tree.tag(node).as_str();
        let main = view.tree.nodes().find(|&node| tag(node) == "main").expect("a main");
        let children: Vec<NodeId> = view.tree.children(main).collect();
        let place = |&child: &NodeId| match tag(child) {
            "p" => Some(Place { slot: 0, kind: 0 }),
            "h2" => Some(Place { slot: 1, kind: 0 }),
            _ => None,
        };
        let mut places: Vec<Option<Place>> = children.iter().map(place).collect();
        let prose = Prose {
            field: Field::default(),
            paragraphs: Vec::new(),
            between: vec!["h2".to_owned(), "ul".to_owned()],
            lead: None,
            presence: Presence::new(1, 1),
        };
        absorb_between(&prose, 0, &children, &mut places, &view);
        let is_taken = |place: &Option<Place>| place.is_some_and(|place| place.slot == 0);
        let found = children.iter().zip(&places).filter(|(_, place)| is_taken(place));
        found.map(|(child, _)| tag(*child).to_owned()).collect()
    }

    #[test]
    fn what_stands_below_a_heading_at_the_end_of_a_text_is_part_of_it() {
        let text = "<p>It rains.<h2>Notes</h2><p>It snows.";
        assert_eq!(taken(&format!("{text}<ul><li>Hail</ul>")), ["p", "h2", "p", "ul"]);
        assert_eq!(
            taken(&format!("{text}<h2>More</h2><ul><li>Hail</ul><h2>Logs</h2><div>Fog</div>")),
            ["p", "h2", "p", "h2", "ul"]
        );
        assert_eq!(taken(&format!("{text}<div>Fog</div><ul><li>Hail</ul>")), ["p", "h2", "p"]);
    }
}
