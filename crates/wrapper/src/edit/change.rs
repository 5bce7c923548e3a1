//! Making edits: what a person asks for, checked against the wrappers.

use super::anchor::{anchors, first_anchors};
use super::choice::TypeChoice;
use super::error::EditError;
use super::find::{Found, Names, hint};
use super::{Edits, FieldEdit, TypeEdit, names};
use crate::wrapper::main_content::BodyFrom;
use crate::wrapper::template::Field;
use crate::wrapper::{Wrapper, WrapperSet};
use rustc_hash::FxHashSet;

/// One thing to change on a page type. Fields are named as they are now, fields of lists as
/// `reviews.author`, names of maps as `details.UPC`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The page type has another name.
    PageType(String),
    /// A field has another name.
    Rename {
        /// The field, or a name in a map. Names in a map that are given one name are one.
        field: String,
        /// The name, without those of lists.
        name: String,
    },
    /// A field has another type.
    Type {
        /// The field, or a name in a map.
        field: String,
        /// The type.
        choice: TypeChoice,
    },
    /// A field is left out of records.
    Drop {
        /// The field, or a name in a map.
        field: String,
    },
    /// A field is in records of core fields, whatever induction says.
    Keep {
        /// The field.
        field: String,
    },
    /// The `body` comes from there.
    Body(BodyFrom),
    /// All is again as induced.
    Reset,
}

/// What a field is to be, told of a field by the name that induction gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldChoice {
    /// The field, with the names of its lists; or a name in a map.
    pub field: String,
    /// Its name; `None` for the one that it has.
    pub name: Option<String>,
    /// Its type; `None` for the one that it has.
    pub choice: Option<TypeChoice>,
    /// Whether it is left out of records; `None` for as it is.
    pub is_dropped: Option<bool>,
    /// Whether it is core whatever induction says; `None` for as it is.
    pub is_kept: Option<bool>,
}

impl Edits {
    /// The edits with further ones.
    ///
    /// # Arguments
    /// - `induced`: the wrappers without edits.
    /// - `page_type`: the page type as it is called now.
    ///
    /// # Errors
    /// If a page type or field is not there, or a name is none or is taken; the edits are then as
    /// they were.
    pub fn change(
        &self,
        induced: &WrapperSet,
        page_type: &str,
        changes: &[Change],
    ) -> Result<Self, EditError> {
        let now = self.apply(induced.clone()).wrappers;
        let at = place_of(&now, page_type)?;
        let mut edit = self.of_wrapper(induced, at);
        let names = Names::of_records(page_type, now.wrappers[at].template.field_places());
        for change in changes {
            match change {
                Change::Reset => edit = TypeEdit::of(&induced.wrappers[at]),
                Change::PageType(name) => edit.new_name = Some(checked(name)?),
                Change::Body(from) => edit.take_body(*from, &induced.wrappers[at]),
                Change::Rename { field, name } => {
                    let name = checked(name)?;
                    match names.find(field)? {
                        Found::Field(place) => edit.field(place).name = Some(name),
                        Found::Keys(place, keys) => edit.field(place).call(keys, &name),
                    }
                }
                Change::Drop { field } => match names.find(field)? {
                    Found::Field(place) => {
                        let edit = edit.field(place);
                        (edit.is_dropped, edit.is_kept) = (true, false);
                    }
                    Found::Keys(place, keys) => edit.field(place).call(keys, ""),
                },
                Change::Keep { field } => match names.find(field)? {
                    Found::Field(place) | Found::Keys(place, _) => {
                        edit.field(place).is_kept = true;
                    }
                },
                Change::Type { field, choice } => match names.find(field)? {
                    Found::Field(place) => {
                        names.may_have_type(place)?;
                        edit.field(place).choice = Some(*choice);
                    }
                    Found::Keys(place, keys) => {
                        edit.field(place).keys.extend(keys.into_iter().map(|key| (key, *choice)));
                    }
                },
            }
        }
        self.with(induced, at, edit)
    }

    /// The edits after a page type and its fields were described anew, by the names that induction
    /// gave. What is not described stays as it is.
    ///
    /// # Errors
    /// As [`Edits::change`].
    pub fn describe(
        &self,
        induced: &WrapperSet,
        page_type: &str,
        name: Option<&str>,
        body_from: Option<BodyFrom>,
        fields: &[FieldChoice],
    ) -> Result<Self, EditError> {
        let at = place_of(induced, page_type)?;
        let mut edit = self.of_wrapper(induced, at);
        let names = Names::of_records(page_type, induced.wrappers[at].template.field_places());
        if let Some(name) = name {
            edit.new_name = Some(checked(name)?).filter(|name| name != page_type);
        }
        if let Some(from) = body_from {
            edit.take_body(from, &induced.wrappers[at]);
        }
        for choice in fields {
            match names.find(&choice.field)? {
                Found::Field(place) => {
                    if choice.choice.is_some() {
                        names.may_have_type(place)?;
                    }
                    edit.field(place).describe(names.places()[place].field(), choice)?;
                }
                Found::Keys(place, keys) => {
                    let formats = names.places()[place].map.map(|map| &map.formats);
                    for key in &keys {
                        let known = formats.and_then(|of| of.get(key)).map(TypeChoice::of);
                        edit.field(place).describe_key(key, known.unwrap_or_default(), choice)?;
                    }
                }
            }
        }
        self.with(induced, at, edit)
    }

    /// The edits of an induced wrapper, told of its own fields; edits that do not find their field
    /// are kept, with what they would find it by.
    fn of_wrapper(&self, induced: &WrapperSet, at: usize) -> TypeEdit {
        let mut now = TypeEdit::of(&induced.wrappers[at]);
        let found = self.find(induced);
        let Some(old) = found.iter().position(|place| *place == Some(at)) else { return now };
        let old = &self.types[old];
        let (placed, lost) = old.placed(&now.fields);
        now.new_name.clone_from(&old.new_name);
        now.body_from = old.body_from;
        now.changes = placed;
        for field in lost {
            now.changes.insert(now.fields.len(), old.changes[&field].clone());
            now.fields.push(old.fields[field].clone());
        }
        now
    }

    /// The edits with those of one wrapper in the place of what there was for it, if all names
    /// are still told apart.
    fn with(&self, induced: &WrapperSet, at: usize, mut edit: TypeEdit) -> Result<Self, EditError> {
        edit.changes.retain(|_, change| !change.is_empty());
        check_names(&edit, &induced.wrappers[at])?;
        let found = self.find(induced);
        let others = self.types.iter().zip(&found).filter(|(_, place)| **place != Some(at));
        let mut types: Vec<TypeEdit> = others.map(|(edit, _)| edit.clone()).collect();
        if !edit.is_empty() {
            types.push(edit.clone());
        }
        let edits = Self { types };
        let now = edits.apply(induced.clone()).wrappers;
        let name = edit.new_name.as_ref().unwrap_or(&edit.page_type);
        let before = self.apply(induced.clone()).wrappers;
        let is_other =
            |(place, wrapper): (usize, &Wrapper)| place != at && wrapper.page_type == *name;
        let is_taken = before.wrappers.iter().enumerate().any(is_other);
        if is_taken || now.wrappers[at].page_type != *name {
            return Err(EditError::PageTypeTaken(name.clone()));
        }
        Ok(edits)
    }
}

impl TypeEdit {
    /// Has the body come from there; what is as induced is no edit.
    fn take_body(&mut self, from: BodyFrom, induced: &Wrapper) {
        self.body_from = Some(from).filter(|from| *from != induced.body_from());
    }

    fn field(&mut self, place: usize) -> &mut FieldEdit {
        self.changes.entry(place).or_default()
    }
}

impl FieldEdit {
    /// Calls names of a map otherwise; by an empty name they are dropped.
    fn call(&mut self, keys: Vec<String>, name: &str) {
        self.key_names.extend(keys.into_iter().map(|key| (key, name.to_owned())));
        self.key_names.retain(|key, name| key != name);
    }

    /// Takes over what is said of a field; what is as induced is no edit.
    fn describe(&mut self, induced: &Field, choice: &FieldChoice) -> Result<(), EditError> {
        if let Some(name) = &choice.name {
            self.name = Some(checked(name)?).filter(|name| *name != induced.name);
        }
        if let Some(of) = choice.choice {
            self.choice = Some(of).filter(|of| *of != TypeChoice::of(&induced.format));
        }
        if let Some(is_dropped) = choice.is_dropped {
            self.is_dropped = is_dropped;
        }
        if let Some(is_kept) = choice.is_kept {
            self.is_kept = is_kept && induced.extra.is_some();
        }
        Ok(())
    }

    /// The same of a name in a map, whose values are of the type `known`.
    fn describe_key(
        &mut self,
        key: &str,
        known: TypeChoice,
        choice: &FieldChoice,
    ) -> Result<(), EditError> {
        if let Some(of) = choice.choice {
            self.keys.insert(key.to_owned(), of);
            self.keys.retain(|name, of| name != key || *of != known);
        }
        let name = match &choice.name {
            Some(name) if name != key => Some(checked(name)?),
            _ => None,
        };
        // A name that comes back from being dropped is what the pages call it.
        let was_dropped = self.key_names.get(key).is_some_and(String::is_empty);
        if choice.is_dropped == Some(true) {
            self.key_names.insert(key.to_owned(), String::new());
        } else if let Some(name) = name {
            self.key_names.insert(key.to_owned(), name);
        } else if choice.name.is_some() || (was_dropped && choice.is_dropped.is_some()) {
            self.key_names.remove(key);
        }
        Ok(())
    }
}

/// Checks that no two fields of one record have one name.
fn check_names(edit: &TypeEdit, wrapper: &Wrapper) -> Result<(), EditError> {
    let anchors = anchors(&wrapper.template);
    let own: std::collections::BTreeMap<usize, FieldEdit> = edit
        .changes
        .iter()
        .filter(|(field, _)| **field < anchors.len())
        .map(|(field, change)| (*field, change.clone()))
        .collect();
    let names = names(&anchors, &own, &edit.page_type, &mut Vec::new());
    let mut seen = FxHashSet::default();
    let firsts = first_anchors(&anchors).into_iter().enumerate();
    for at in firsts.filter(|(at, first)| at == first).map(|(at, _)| at) {
        let (anchor, name) = (&anchors[at], &names[at]);
        let level = anchor.path[..anchor.path.len() - 1].join(".");
        let plain = &anchor.path[anchor.path.len() - 1];
        let is_given = own.values().any(|change| change.name.as_ref() == Some(name));
        // An induced name that would have to give way is taken as well.
        let gave_way = !name.is_empty() && name != plain && !is_given;
        if gave_way || (!name.is_empty() && !seen.insert((level, name.clone()))) {
            let name = if gave_way { plain.clone() } else { name.clone() };
            return Err(EditError::FieldTaken { page_type: edit.page_type.clone(), name });
        }
    }
    Ok(())
}

fn place_of(set: &WrapperSet, page_type: &str) -> Result<usize, EditError> {
    let names = || set.wrappers.iter().map(|wrapper| wrapper.name.as_str());
    names().position(|name| name == page_type).ok_or_else(|| EditError::NoPageType {
        name: page_type.to_owned(),
        hint: hint(page_type, names()),
    })
}

/// Bytes of a name, which may become the name of a file.
const MAX_NAME_BYTES: usize = 100;

fn checked(name: &str) -> Result<String, EditError> {
    let has_length = (1..=MAX_NAME_BYTES).contains(&name.len());
    let is_name = has_length && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_name { Ok(name.to_owned()) } else { Err(EditError::BadName(name.to_owned())) }
}
