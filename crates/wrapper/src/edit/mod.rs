//! Edits by hand, which outlive the wrappers that they were made on.
//!
//! Edits are kept apart from the wrappers, as statements about a field or a page type: what it is
//! to be called, what its type is, that it is to be left out. Each names its field by the place in
//! the template, the former name and the values, so that it finds the field again in wrappers that
//! were induced from other pages: [`Edits::apply`] gives induced wrappers as edited ones and tells
//! what was not found. Wrappers as induced are never changed, so that an edit can be taken back.

mod anchor;
mod body;
mod change;
mod choice;
mod error;
mod find;

pub use change::{Change, FieldChoice};
pub use choice::{BadType, TypeChoice};
pub use error::EditError;

use crate::wrapper::fields::FieldMut;
use crate::wrapper::main_content::BodyFrom;
use crate::wrapper::presence::Presence;
use crate::wrapper::template::{Field, Map};
use crate::wrapper::{Signature, Wrapper, WrapperSet};
use anchor::{FieldAnchor, anchors, first_anchors, match_fields, match_types};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use sitewrap_values::{Format, Locale};
use std::collections::BTreeMap;

/// All edits of a site's wrappers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edits {
    types: Vec<TypeEdit>,
}

/// The edits of one page type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct TypeEdit {
    /// The name that induction gave.
    page_type: String,
    signature: Signature,
    /// The name to give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_name: Option<String>,
    /// Where the `body` is to come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body_from: Option<BodyFrom>,
    /// All fields that the type had, also those that are not edited: each must find itself again,
    /// so that none is taken for another.
    fields: Vec<FieldAnchor>,
    /// By index in `fields`.
    changes: BTreeMap<usize, FieldEdit>,
}

/// The edits of one field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct FieldEdit {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<TypeChoice>,
    /// Types of names in a map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    keys: BTreeMap<String, TypeChoice>,
    /// What names in a map are called; empty for those that are dropped.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    key_names: BTreeMap<String, String>,
    #[serde(default)]
    is_dropped: bool,
    /// Whether it is core whatever induction says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_kept: bool,
}

/// What came of applying edits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited {
    /// The wrappers as edited, in the order of the induced ones.
    pub wrappers: WrapperSet,
    /// What could not be done as it was said, each in a line: edits that do not find their field
    /// or page type, induced names that had to give way.
    pub notes: Vec<String>,
}

impl FieldEdit {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The edit in words, for messages.
    fn in_words(&self) -> String {
        let name = self.name.iter().map(|name| format!("is called `{name}`"));
        let choice = self.choice.iter().map(|choice| format!("has type {choice}"));
        let keys = self.keys.iter().map(|(key, choice)| format!("has type {choice} in `{key}`"));
        let names = self.key_names.iter().map(|(key, name)| match name.is_empty() {
            true => format!("has `{key}` dropped"),
            false => format!("has `{key}` called `{name}`"),
        });
        let dropped = self.is_dropped.then(|| "is dropped".to_owned());
        let kept = self.is_kept.then(|| "is kept".to_owned());
        name.chain(choice)
            .chain(keys)
            .chain(names)
            .chain(dropped)
            .chain(kept)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl Edits {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Induced wrappers as edited.
    pub fn apply(&self, induced: WrapperSet) -> Edited {
        let mut edited = Edited { wrappers: induced, notes: Vec::new() };
        if self.is_empty() {
            return edited;
        }
        let found = self.find(&edited.wrappers);
        for (edit, at) in self.types.iter().zip(&found) {
            let Some(at) = *at else {
                edited.notes.push(edit.lost());
                continue;
            };
            let WrapperSet { wrappers, locale, .. } = &mut edited.wrappers;
            edit.apply_fields(&mut wrappers[at], locale, &mut edited.notes);
        }
        let named = self
            .types
            .iter()
            .zip(&found)
            .filter_map(|(edit, at)| Some(((*at)?, edit.new_name.as_deref()?)));
        name_types(&mut edited.wrappers.wrappers, &named.collect::<Vec<_>>(), &mut edited.notes);
        edited
    }

    /// For each edited page type the place of its wrapper, if it is still there.
    fn find(&self, induced: &WrapperSet) -> Vec<Option<usize>> {
        let old: Vec<(&str, &Signature)> =
            self.types.iter().map(|edit| (edit.page_type.as_str(), &edit.signature)).collect();
        match_types(&old, &induced.wrappers)
    }
}

impl TypeEdit {
    /// An edit that changes nothing yet.
    fn of(wrapper: &Wrapper) -> Self {
        Self {
            page_type: wrapper.page_type.clone(),
            signature: wrapper.signature.clone(),
            new_name: None,
            body_from: None,
            fields: anchors(&wrapper.template),
            changes: BTreeMap::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.new_name.is_none() && self.body_from.is_none() && self.changes.is_empty()
    }

    /// The edits of a wrapper's fields by their place in its template, and those that do not find
    /// their field.
    fn placed(&self, anchors: &[FieldAnchor]) -> (BTreeMap<usize, FieldEdit>, Vec<usize>) {
        let (found, firsts) = (match_fields(&self.fields, anchors), first_anchors(anchors));
        let (mut placed, mut lost) = (BTreeMap::new(), Vec::new());
        for (&field, edit) in &self.changes {
            match found.get(field).copied().flatten() {
                Some(place) => {
                    placed.insert(firsts[place], edit.clone());
                }
                // A change of no field, as no release writes it, is nothing that could be lost.
                None if field < self.fields.len() => lost.push(field),
                None => {}
            }
        }
        (placed, lost)
    }

    fn apply_fields(&self, wrapper: &mut Wrapper, locale: &Locale, notes: &mut Vec<String>) {
        let anchors = anchors(&wrapper.template);
        let (placed, lost) = self.placed(&anchors);
        for field in lost {
            let (anchor, edit) = (&self.fields[field], &self.changes[&field]);
            notes.push(format!(
                "{}: `{}`, which {}, is no field of the page type any more",
                wrapper.page_type,
                anchor.dotted(),
                edit.in_words()
            ));
        }
        self.give_body(wrapper, &anchors, &placed);
        let names = names(&anchors, &placed, &wrapper.page_type, notes);
        let (kept, firsts) = (kept(&anchors, &placed), first_anchors(&anchors));
        for (place, mut field) in wrapper.template.fields_mut().into_iter().enumerate() {
            // A field is edited at its first place, and at all.
            let first = firsts[place];
            if kept[first] {
                field.field().extra = None;
            }
            give(field, &names[first], placed.get(&first), locale);
        }
    }

    fn lost(&self) -> String {
        let name = self.new_name.as_ref().map(|name| format!("is called `{name}`"));
        let body = self.body_from.map(|from| format!("has its body from the {}", from.name()));
        let fields = self.changes.iter().filter_map(|(field, edit)| {
            let field = self.fields.get(*field)?;
            Some(format!("whose `{}` {}", field.dotted(), edit.in_words()))
        });
        let what: Vec<String> = name.into_iter().chain(body).chain(fields).collect();
        format!(
            "page type `{}`, which {}, is not among the wrappers",
            self.page_type,
            what.join(", ")
        )
    }
}

/// The names of all fields: a name that a person has given is kept, an induced one that is equal
/// gives way.
fn names(
    anchors: &[FieldAnchor],
    placed: &BTreeMap<usize, FieldEdit>,
    page_type: &str,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let level = |place: usize| anchors[place].path[..anchors[place].path.len() - 1].join(".");
    let own = |place: usize| anchors[place].path[anchors[place].path.len() - 1].clone();
    let given = |place: usize| placed.get(&place).and_then(|edit| edit.name.clone());
    let is_dropped = |place: usize| placed.get(&place).is_some_and(|edit| edit.is_dropped);
    let mut taken: FxHashSet<(String, String)> = (0..anchors.len())
        .filter(|&place| !is_dropped(place))
        .filter_map(|place| Some((level(place), given(place)?)))
        .collect();
    let firsts = first_anchors(anchors);
    let mut names: Vec<String> = Vec::with_capacity(anchors.len());
    for place in 0..anchors.len() {
        if firsts[place] < place {
            names.push(names[firsts[place]].clone());
            continue;
        }
        if is_dropped(place) {
            names.push(String::new());
            continue;
        }
        if let Some(name) = given(place) {
            names.push(name);
            continue;
        }
        let plain = own(place);
        let mut name = plain.clone();
        for number in 2.. {
            if plain.is_empty() || taken.insert((level(place), name.clone())) {
                break;
            }
            name = format!("{plain}_{number}");
        }
        if name != plain {
            notes.push(format!(
                "{page_type}: the name `{plain}` was given to another field; the field that \
                 induction calls so is `{name}` now"
            ));
        }
        names.push(name);
    }
    names
}

/// Which fields are kept, with the lists that they are in.
fn kept(anchors: &[FieldAnchor], placed: &BTreeMap<usize, FieldEdit>) -> Vec<bool> {
    let mut kept = vec![false; anchors.len()];
    for (&place, _) in placed.iter().filter(|(_, edit)| edit.is_kept) {
        kept[place] = true;
        let mut depth = anchors[place].path.len();
        // A list stands before what is in it.
        for above in (0..place).rev() {
            if anchors[above].path.len() < depth
                && anchors[place].path.starts_with(&anchors[above].path)
            {
                kept[above] = true;
                depth = anchors[above].path.len();
            }
        }
    }
    kept
}

fn give(mut to: FieldMut<'_>, name: &str, edit: Option<&FieldEdit>, locale: &Locale) {
    let field: &mut Field = to.field();
    name.clone_into(&mut field.name);
    let Some(edit) = edit else { return };
    if let Some(choice) = edit.choice {
        field.format = choice.format(field.format, &field.examples, locale);
        // How many of all values fit is not known; of the examples it is.
        let examples = field.examples.iter();
        let fits = examples.filter(|text| field.format.read(text, "https://x").is_some()).count();
        field.fitting = Presence::new(fits as u32, field.examples.len() as u32);
    }
    if let FieldMut::Map(map) = to {
        give_keys(map, edit, locale);
    }
}

/// Types and names of what is in a map. Where several names are now one, the type is that of the
/// one that was seen most often.
fn give_keys(map: &mut Map, edit: &FieldEdit, locale: &Locale) {
    let mut formats = std::mem::take(&mut map.formats);
    for (key, choice) in &edit.keys {
        let known = formats.get(key).copied().unwrap_or_default();
        formats.insert(key.clone(), choice.format(known, &[], locale));
    }
    // What induction calls as another goes with it.
    for (key, name) in &mut map.names {
        if let Some(edited) = edit.key_names.get(key).or_else(|| edit.key_names.get(name)) {
            name.clone_from(edited);
        }
    }
    map.names.extend(edit.key_names.clone());
    let rare = formats.keys().filter(|key| !map.keys.contains(key));
    for key in map.keys.iter().chain(rare) {
        let format = formats.get(key).copied().unwrap_or_default();
        if let Some(name) = map.name_of(key) {
            map.formats.entry(name.to_owned()).or_insert(format);
        }
    }
    map.formats.retain(|_, format: &mut Format| !format.is_text());
}

/// Gives page types their new names; induced ones that are equal give way.
fn name_types(wrappers: &mut [Wrapper], named: &[(usize, &str)], notes: &mut Vec<String>) {
    let mut taken: FxHashSet<String> = named.iter().map(|(_, name)| (*name).to_owned()).collect();
    for (at, wrapper) in wrappers.iter_mut().enumerate() {
        if let Some((_, name)) = named.iter().find(|(place, _)| *place == at) {
            (*name).clone_into(&mut wrapper.page_type);
        } else {
            let plain = wrapper.page_type.clone();
            for number in 2.. {
                if taken.insert(wrapper.page_type.clone()) {
                    break;
                }
                wrapper.page_type = format!("{plain}_{number}");
            }
            if wrapper.page_type != plain {
                notes.push(format!(
                    "the name `{plain}` was given to another page type; the one that induction \
                     calls so is `{}` now",
                    wrapper.page_type
                ));
            }
        }
        wrapper.name.clone_from(&wrapper.page_type);
    }
}
