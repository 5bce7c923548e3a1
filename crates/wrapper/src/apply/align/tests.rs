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
        let open = table[i - 1][j - 1] + similarity + book().filled * slots[i - 1].share;
        let go_on = table[i][j - 1] + similarity;
        let is_open = !slots[i - 1].many || open >= go_on;
        (similarity >= book().least_similar).then_some(if is_open { (open, 1) } else { (go_on, 0) })
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
                if similarity >= book().out_of_order && similarity > best.0 {
                    best = (similarity, Some(slot));
                }
            }
            places[child] = best.1;
        }
    }
    places
}

/// A slot of one kind that all pages have.
fn slot(class: usize, other: usize, many: bool) -> Slot {
    let kinds = vec![recogniser(class, other, false)];
    let share = 1.0;
    Slot {
        kinds,
        many,
        is_anywhere: false,
        is_due: false,
        is_running: false,
        is_required: true,
        share,
    }
}

/// The slots of paragraphs with these classes, aligned with slots of one kind each: its classes, and
/// whether it may stand anywhere or is one node.
fn slots_of(paragraphs: &[(usize, usize)], slots: &[(usize, usize, bool)]) -> Vec<Option<usize>> {
    let paragraphs: Vec<_> = paragraphs.iter().map(|&(class, other)| (class, other, "4")).collect();
    slots_of_texts(&paragraphs, slots)
}

/// As [`slots_of`], with what the paragraphs say.
fn slots_of_texts(
    paragraphs: &[(usize, usize, &str)],
    slots: &[(usize, usize, bool)],
) -> Vec<Option<usize>> {
    let slots: Vec<Slot> = slots
        .iter()
        .map(|&(class, other, is_anywhere)| Slot {
            is_anywhere,
            is_required: !is_anywhere,
            ..slot(class, other, is_anywhere)
        })
        .collect();
    aligned(paragraphs, &slots)
}

/// The slots of paragraphs with these classes and texts.
fn aligned(paragraphs: &[(usize, usize, &str)], slots: &[Slot]) -> Vec<Option<usize>> {
    let paragraph = |&(class, other, text): &(usize, usize, &str)| {
        format!("<p class='{} {}'>{text}</p>", CLASSES[class], CLASSES[other])
    };
    let html: String = paragraphs.iter().map(paragraph).collect();
    let tree = Document::parse(html.as_bytes(), Some("text/html; charset=utf-8"), None).tree;
    let nodes: Vec<NodeId> = tree.nodes().filter(|&node| tree.tag(node).as_str() == "p").collect();
    let hash = |class: &&str| crate::page::view::feature_hash(&format!(".{class}"));
    let vocabulary: Vocabulary = CLASSES.iter().map(hash).collect();
    let places = align(slots, &nodes, &View::new(&tree), &vocabulary);
    places.iter().map(|place| place.map(|place| place.slot)).collect()
}

#[test]
fn boilerplate_before_and_behind_takes_no_content_for_the_sake_of_the_order() {
    let (boilerplate, content) = ((0, 1), (0, 0));
    let page = [boilerplate, content, boilerplate, boilerplate, boilerplate];
    let found = slots_of(&page, &[(0, 1, true), (0, 0, false)]);
    assert_eq!(found, [Some(0), Some(1), Some(0), Some(0), Some(0)]);
}

#[test]
fn of_two_that_look_the_same_the_order_tells_which_is_boilerplate() {
    let page = [(0, 0), (0, 0)];
    assert_eq!(slots_of(&page, &[(0, 0, false), (0, 0, true)]), [Some(0), Some(1)]);
    assert_eq!(slots_of(&page, &[(0, 0, true), (0, 0, false)]), [Some(0), Some(1)]);
}

#[test]
fn of_those_as_like_boilerplate_as_content_the_one_that_says_most_is_content() {
    let story = "A long story of what the page is about.";
    let page =
        [(0, 0, "Logo"), (2, 2, "Menu"), (0, 0, story), (0, 0, "Terms"), (0, 0, "Since 1911")];
    let found = slots_of_texts(&page, &[(0, 0, true), (2, 2, false), (0, 0, false)]);
    assert_eq!(found, [Some(0), Some(1), Some(2), Some(0), Some(0)]);
}

#[test]
fn what_no_page_lacks_is_found_out_of_its_order_though_it_is_less_like() {
    let changed = (1, 3);
    assert_eq!(slots_of(&[changed, (0, 0)], &[(0, 0, false), (1, 1, false)]), [Some(1), Some(0)]);
    let other = (3, 3);
    assert_eq!(slots_of(&[other, (0, 0)], &[(0, 0, false), (1, 1, false)]), [None, Some(0)]);
}

#[test]
fn running_text_goes_on_behind_what_stands_after_it_elsewhere() {
    let text = |is_running: bool| Slot { is_running, ..slot(1, 1, true) };
    let page = [(1, 1, "4"), (0, 0, "4"), (1, 3, "4")];
    let found = |is_running: bool| aligned(&page, &[text(is_running), slot(0, 0, false)]);
    assert_eq!(found(true), [Some(0), Some(1), Some(0)]);
    assert_eq!(found(false), [Some(0), Some(1), None]);
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
                Slot { kinds, is_required: false, ..slot(class, other, many) }
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
