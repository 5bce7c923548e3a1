//! Names for fields, by agreement of evidence.
//!
//! What would a person who sees the page call this value? For each field, everything that speaks
//! for a name is collected (`collect`, `labels`) and weighed (`candidates`): data for machines with the
//! same values, markup made for it, labels and fixed words beside it, the meaning of its tag, class
//! words, the form of its values. Proposals for the same name add up. Then each record gives its names
//! out, the best founded first (`choose`), so that the main title is the `title` and that of a box
//! beside it has the name of the box before it. The evidence stays with the field.

pub(crate) mod across;
pub(crate) mod headers;
pub(crate) mod item_pages;
pub(crate) mod value_overlap;

mod arrows;
mod bearing;
mod candidates;
mod choose;
pub(crate) mod classes;
mod collect;
mod fallback;
mod in_turn;
mod items;
mod knowledge;
mod labels;
mod running;
mod scoring;
mod subject;
mod talk;
mod text_evidence;
mod wording;

pub use choose::told_by_order;
pub(crate) use knowledge::Knowledge;

use across::{Use, uses};
use choose::{Choice, Chosen, by_id, choose};
use collect::collect;
use rustc_hash::FxHashMap;
pub(crate) use scoring::Candidate;
use scoring::WEIGHTS;
use sitewrap_wrapper::{Content, Element, Field, NamedBy, Part, Template, TemplateNode};

/// Gives every field of a template its name. The fields have numbers for names before; boilerplate,
/// which is in no record, has no name after.
pub(crate) fn name_fields(template: &mut Template, known: &Knowledge<'_>) {
    let collected = collect(template, known.columns, known.parameters);
    let names = by_id(&collected, choose(&collected, known).chosen);
    each_field_of(&mut template.root, &mut |field| {
        let chosen = field.name.parse().ok().and_then(|id: usize| names.get(&id)).cloned();
        let nameless = Chosen { name: String::new(), by: NamedBy::Place, evidence: Vec::new() };
        let Chosen { name, by, evidence } = chosen.unwrap_or(nameless);
        field.name = name;
        field.named_by = by;
        field.evidence = evidence;
    });
}

/// What the fields of a page type are called by its own evidence.
pub(crate) struct OwnNames {
    /// The fields with names, by their numbers; what is named by its place is left out.
    pub(crate) named: Vec<(usize, String)>,
    /// What speaks for the names of the fields in markup of their own.
    pub(crate) uses: Vec<Use>,
    /// What speaks for the names of the fields, by their numbers.
    pub(crate) wanted: FxHashMap<usize, Vec<Candidate>>,
}

/// The names of the fields of a template by the evidence of its own page type.
pub(crate) fn own_names(template: &Template, known: &Knowledge<'_>) -> OwnNames {
    let collected = collect(template, known.columns, known.parameters);
    let Choice { chosen, wanted, targets } = choose(&collected, known);
    let mut named: Vec<(usize, String)> = by_id(&collected, chosen)
        .into_iter()
        .filter(|(_, chosen)| chosen.by <= NamedBy::Label)
        .map(|(id, chosen)| (id, chosen.name))
        .collect();
    named.sort();
    let uses = uses(&collected, &wanted, &targets);
    let by_id = collected.subjects.iter().map(|subject| subject.id).zip(wanted);
    OwnNames { named, uses, wanted: by_id.collect() }
}

/// A name that a field of a wrapper has already, as evidence.
pub(crate) fn known_name(name: &str) -> Candidate {
    Candidate {
        name: name.to_owned(),
        by: NamedBy::Values,
        weight: WEIGHTS.label,
        evidence: Vec::new(),
    }
}

/// Gives the fields of a template that has names numbers instead; gives the names that stand for
/// themselves, by these numbers.
pub(crate) fn numbered_names(template: &mut Template) -> Vec<(usize, String)> {
    let (mut next, mut named) = (0usize, Vec::new());
    each_field_of(&mut template.root, &mut |field| {
        let name = std::mem::replace(&mut field.name, next.to_string());
        if field.named_by <= NamedBy::Label && !name.is_empty() {
            named.push((next, name));
        }
        next += 1;
    });
    named
}

/// Gives fields numbers for names, in document order.
pub fn number_fields(template: &mut Template) {
    let mut next = 0usize;
    each_field_of(&mut template.root, &mut |field| {
        field.name = next.to_string();
        next += 1;
    });
}

fn each_field_of(element: &mut Element, act: &mut dyn FnMut(&mut Field)) {
    element.attrs.iter_mut().for_each(|attr| act(&mut attr.field));
    match &mut element.content {
        Content::Children(children) => each_field(children, act),
        Content::Text(pattern) => {
            pattern.whole.iter_mut().for_each(&mut *act);
            for part in &mut pattern.parts {
                if let Part::Field(field) = part {
                    act(field);
                }
            }
            pattern.lead.as_deref_mut().into_iter().for_each(&mut *act);
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn each_field(nodes: &mut [TemplateNode], act: &mut dyn FnMut(&mut Field)) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => each_field_of(element, act),
            TemplateNode::Repeat(repeat) if repeat.through => each_field(&mut repeat.unit, act),
            TemplateNode::Repeat(repeat) => {
                act(&mut repeat.field);
                each_field(&mut repeat.unit, act);
            }
            TemplateNode::Map(map) => act(&mut map.field),
            TemplateNode::Prose(prose) => {
                act(&mut prose.field);
                prose.lead.as_deref_mut().into_iter().for_each(&mut *act);
            }
        }
    }
}
