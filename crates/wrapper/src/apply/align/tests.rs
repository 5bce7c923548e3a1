//! The alignment by groups of children against a plain one.

use super::*;
use crate::wrapper::presence::Presence;
use crate::wrapper::template::{Content, Element, Feature, Matching};
use proptest::prelude::*;
use sitewrap_tree::Document;

const CLASSES: [&str; 4] = ["a", "b", "c", "d"];

fn recogniser(class: usize, other: usize, label: bool) -> Recogniser {
    let feature = |class: usize, weight| Feature { name: format!(".{}", CLASSES[class]), weight };
    let mut features = vec![feature(class, 1.0)];
    if other != class {
        features.push(feature(other, 0.5));
    }
    let element = Element {
        tag: "p".to_owned(),
        features,
        label_words: if label { vec!["Price".to_owned()] } else { Vec::new() },
        presence: Presence::new(1, 1),
        attrs: Vec::new(),
        through: false,
        content: Content::Ignored,
    };
    Recogniser::new(&element, Matching::Features)
}

/// The places by a whole table of slots and children, each looked at by itself.
fn plain(
    slots: &[Slot],
    children: &[NodeId],
    view: &View<'_>,
    vocabulary: &Vocabulary,
) -> Vec<Option<usize>> {
    let score = |slot: &Slot, child: NodeId| {
        let features = NodeFeatures::of(view, child, Some(vocabulary));
        let kinds = slot.kinds.iter();
        kinds.map(|kind| kind.similarity(view, child, &features)).fold(0.0, f32::max)
    };
    let mut table = vec![vec![0.0f32; children.len() + 1]; slots.len() + 1];
    let matched = |table: &[Vec<f32>], i: usize, j: usize| {
        let similarity = score(&slots[i - 1], children[j - 1]);
        let open = table[i - 1][j - 1] + similarity + FILLED * slots[i - 1].share;
        let go_on = table[i][j - 1] + similarity;
        let is_open = !slots[i - 1].many || open >= go_on;
        (similarity >= MIN_SIMILARITY).then_some(if is_open { (open, 1) } else { (go_on, 0) })
    };
    for i in 1..=slots.len() {
        for j in 1..=children.len() {
            let skip = table[i - 1][j].max(table[i][j - 1]);
            table[i][j] = matched(&table, i, j).map_or(skip, |(matched, _)| matched.max(skip));
        }
    }
    let mut places = vec![None; children.len()];
    let (mut i, mut j) = (slots.len(), children.len());
    while i > 0 && j > 0 {
        if table[i][j] == table[i - 1][j] {
            i -= 1;
        } else if let Some((_, moves)) =
            matched(&table, i, j).filter(|(score, _)| *score == table[i][j])
        {
            places[j - 1] = Some(i - 1);
            i -= moves;
            j -= 1;
        } else {
            j -= 1;
        }
    }
    let free =
        |places: &[Option<usize>], slot: usize| slots[slot].many || !places.contains(&Some(slot));
    for child in 0..children.len() {
        if places[child].is_none() {
            let mut best = (0.0, None);
            for slot in (0..slots.len()).filter(|&slot| free(&places, slot)) {
                let similarity = score(&slots[slot], children[child]);
                if similarity >= MIN_OUT_OF_ORDER && similarity > best.0 {
                    best = (similarity, Some(slot));
                }
            }
            places[child] = best.1;
        }
    }
    places
}

proptest! {
    #[test]
    fn children_get_the_places_of_the_plain_alignment(
        slots in prop::collection::vec((0..4usize, 0..4usize, prop::bool::weighted(0.1), any::<bool>()), 0..8),
        children in prop::collection::vec((0..4usize, 0..4usize, any::<bool>()), 0..14),
    ) {
        let slots: Vec<Slot> = slots
            .into_iter()
            .map(|(class, other, label, many)| {
                let kinds = vec![recogniser(class, other, label)];
                Slot { kinds, many, is_due: false, share: 1.0 }
            })
            .collect();
        let paragraph = |&(class, other, label): &(usize, usize, bool)| {
            let words = if label { "Price 4" } else { "4" };
            format!("<p class='{} {}'>{words}</p>", CLASSES[class], CLASSES[other])
        };
        let html: String = children.iter().map(paragraph).collect();
        let tree = Document::parse(html.as_bytes(), Some("text/html; charset=utf-8"), None).tree;
        let view = View::new(&tree);
        let paragraphs: Vec<NodeId> =
            tree.nodes().filter(|&node| tree.tag(node).as_str() == "p").collect();
        let vocabulary: Vocabulary =
            CLASSES.iter().map(|class| crate::page::view::feature_hash(&format!(".{class}"))).collect();
        let places = align(&slots, &paragraphs, &view, &vocabulary);
        let places: Vec<Option<usize>> = places.iter().map(|place| place.map(|place| place.slot)).collect();
        prop_assert_eq!(places, plain(&slots, &paragraphs, &view, &vocabulary));
    }
}
