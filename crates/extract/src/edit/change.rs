//! Making edits: what a person asks for, checked against the wrappers.

use super::anchor::anchors;
use super::choice::TypeChoice;
use super::{Edits, FieldEdit, TypeEdit, names};
use crate::fields::FieldPlace;
use crate::types::ValueSource;
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
        /// The field.
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
        /// The field.
        field: String,
    },
    /// All is again as induced.
    Reset,
}

/// What a field is to be, told of a field by the name that induction gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldChoice {
    /// The field, with the names of its lists.
    pub field: String,
    /// Its name; `None` for the one that it has.
    pub name: Option<String>,
    /// Its type; `None` for the one that it has.
    pub choice: Option<TypeChoice>,
    /// Whether it is left out of records; `None` for as it is.
    pub is_dropped: Option<bool>,
}

/// Why a change cannot be made. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such page type.
    #[error("there is no page type `{name}`; {hint}")]
    NoPageType {
        /// The name as given.
        name: String,
        /// Which there are.
        hint: String,
    },
    /// The page type has no such field.
    #[error("page type `{page_type}` has no field `{name}`; {hint}")]
    NoField {
        /// The page type.
        page_type: String,
        /// The name as given.
        name: String,
        /// Which there are.
        hint: String,
    },
    /// A name in a map is what pages call it.
    #[error("`{name}` is named by the pages; only its type can be changed (--type {name}=TYPE)")]
    NameOfPages {
        /// The map and the name in it.
        name: String,
    },
    /// A list or a map has no type, only what is in it has one.
    #[error("`{name}` is a {what} and has no type; give one to what is in it, {hint}")]
    NoType {
        /// The field.
        name: String,
        /// What it is.
        what: &'static str,
        /// What is in it.
        hint: String,
    },
    /// A name that is none.
    #[error("`{0}` is no name: a name has letters, digits, `_` and `-`")]
    BadName(String),
    /// Two fields would have one name.
    #[error("page type `{page_type}` would have two fields `{name}`; rename or drop one of them")]
    FieldTaken {
        /// The page type.
        page_type: String,
        /// The name.
        name: String,
    },
    /// Two page types would have one name.
    #[error("there would be two page types `{0}`; give another name")]
    PageTypeTaken(String),
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
        let places = now.wrappers[at].template.field_places();
        let paths: Vec<String> = places
            .iter()
            .map(|place| if place.field().is_dropped() { String::new() } else { place.dotted() })
            .collect();
        let find = |name: &str| {
            let found = paths.iter().position(|path| path == name);
            found.ok_or_else(|| match in_map(name, &paths, &places) {
                Some(_) => EditError::NameOfPages { name: name.to_owned() },
                None => EditError::NoField {
                    page_type: page_type.to_owned(),
                    name: name.to_owned(),
                    hint: hint(name, paths.iter().map(String::as_str)),
                },
            })
        };
        for change in changes {
            match change {
                Change::Reset => edit = TypeEdit::of(&induced.wrappers[at]),
                Change::PageType(name) => edit.new_name = Some(checked(name)?),
                Change::Rename { field, name } => {
                    edit.field(find(field)?).name = Some(checked(name)?);
                }
                Change::Drop { field } => edit.field(find(field)?).is_dropped = true,
                Change::Type { field, choice } => match in_map(field, &paths, &places) {
                    Some((at, key)) => {
                        edit.field(at).keys.insert(key.to_owned(), *choice);
                    }
                    None => {
                        let at = find(field)?;
                        may_have_type(at, &paths, &places)?;
                        edit.field(at).choice = Some(*choice);
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
        fields: &[FieldChoice],
    ) -> Result<Self, EditError> {
        let at = place_of(induced, page_type)?;
        let mut edit = self.of_wrapper(induced, at);
        let places = induced.wrappers[at].template.field_places();
        let paths: Vec<String> = places.iter().map(FieldPlace::dotted).collect();
        if let Some(name) = name {
            edit.new_name = Some(checked(name)?).filter(|name| name != page_type);
        }
        for choice in fields {
            if let (Some((at, key)), Some(choice)) =
                (in_map(&choice.field, &paths, &places), choice.choice)
            {
                let known = places[at].map.and_then(|map| map.formats.get(key));
                let known = known.map(TypeChoice::of).unwrap_or_default();
                let keys = &mut edit.field(at).keys;
                if choice == known {
                    keys.remove(key);
                } else {
                    keys.insert(key.to_owned(), choice);
                }
                continue;
            }
            let Some(place) = paths.iter().position(|path| *path == choice.field) else {
                return Err(EditError::NoField {
                    page_type: page_type.to_owned(),
                    name: choice.field.clone(),
                    hint: hint(&choice.field, paths.iter().map(String::as_str)),
                });
            };
            let field = places[place].field();
            let induced_type = TypeChoice::of(&field.format);
            let to = edit.field(place);
            if let Some(name) = &choice.name {
                to.name = Some(checked(name)?).filter(|name| *name != field.name);
            }
            if let Some(choice) = choice.choice {
                to.choice = Some(choice).filter(|choice| *choice != induced_type);
            }
            if let Some(is_dropped) = choice.is_dropped {
                to.is_dropped = is_dropped;
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
    fn field(&mut self, place: usize) -> &mut FieldEdit {
        self.changes.entry(place).or_default()
    }
}

/// The map and the name in it that a path such as `details.UPC` stands for.
fn in_map<'p>(
    path: &'p str,
    paths: &[String],
    places: &[FieldPlace<'_>],
) -> Option<(usize, &'p str)> {
    if paths.iter().any(|known| known == path) {
        return None;
    }
    path.match_indices('.').find_map(|(dot, _)| {
        let at = paths.iter().position(|known| *known == path[..dot])?;
        (places[at].source == ValueSource::Map).then_some((at, &path[dot + 1..]))
    })
}

/// Checks that a field holds values, which have a type, and no list or map of them.
fn may_have_type(at: usize, paths: &[String], places: &[FieldPlace<'_>]) -> Result<(), EditError> {
    let name = &paths[at];
    let inside = format!("{name}.");
    let (what, hint) = match places[at].source {
        ValueSource::List => {
            let fields = paths.iter().filter(|path| path.starts_with(&inside));
            let fields: Vec<&str> = fields.map(String::as_str).collect();
            ("list", format!("one of: {}", fields.join(", ")))
        }
        ValueSource::Map => ("map", format!("as `{inside}NAME`")),
        _ => return Ok(()),
    };
    Err(EditError::NoType { name: name.clone(), what, hint })
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
    for (anchor, name) in anchors.iter().zip(&names) {
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

fn checked(name: &str) -> Result<String, EditError> {
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if is_name { Ok(name.to_owned()) } else { Err(EditError::BadName(name.to_owned())) }
}

/// The nearest of the names that there are; all of them if none is near.
pub(super) fn hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.filter(|known| !known.is_empty()).collect();
    let near = known
        .iter()
        .map(|known| (strsim::jaro_winkler(name, known), *known))
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)));
    match near {
        Some((similarity, near)) if similarity >= 0.75 => format!("did you mean `{near}`?"),
        _ => format!("there are: {}", known.join(", ")),
    }
}
