//! What a name in an edit stands for: a field, or names in a map.

use super::error::EditError;
use crate::parameters::book;
use crate::wrapper::fields::FieldPlace;
use crate::wrapper::template::Map;
use sitewrap_values::ValueSource;

/// The fields of a wrapper by the names that they have.
pub(super) struct Names<'t> {
    page_type: &'t str,
    places: Vec<FieldPlace<'t>>,
    /// Names with those of lists; empty for fields that are dropped.
    paths: Vec<String>,
}

/// What a name stands for.
pub(super) enum Found {
    /// The field at that place.
    Field(usize),
    /// Names in the map at that place, as pages have them. There are several where a person has
    /// given them one name.
    Keys(usize, Vec<String>),
}

impl<'t> Names<'t> {
    /// The names that fields have in records.
    pub(super) fn of_records(page_type: &'t str, places: Vec<FieldPlace<'t>>) -> Self {
        let path = |place: &FieldPlace<'_>| match place.field().is_dropped() {
            true => String::new(),
            false => place.dotted(),
        };
        Self { page_type, paths: places.iter().map(path).collect(), places }
    }

    /// The fields in the order of the template.
    pub(super) fn places(&self) -> &[FieldPlace<'t>] {
        &self.places
    }

    /// What a name stands for: fields of lists are called `reviews.author`, names of maps
    /// `details.UPC`.
    pub(super) fn find(&self, name: &str) -> Result<Found, EditError> {
        if let Some(at) = self.position(name) {
            return Ok(Found::Field(at));
        }
        let in_map = name.match_indices('.').find_map(|(dot, _)| {
            let at = self.position(&name[..dot])?;
            Some((at, self.places[at].map?, &name[dot + 1..]))
        });
        let Some((at, map, key)) = in_map else {
            return Err(EditError::NoField {
                page_type: self.page_type.to_owned(),
                name: name.to_owned(),
                hint: hint(name, self.paths.iter().map(String::as_str)),
            });
        };
        let keys: Vec<String> =
            map.keys.iter().filter(|known| map.name_of(known) == Some(key)).cloned().collect();
        if keys.is_empty() {
            return Err(no_key(&self.paths[at], key, map));
        }
        Ok(Found::Keys(at, keys))
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.paths.iter().position(|path| !path.is_empty() && path == name)
    }

    /// Checks that a field holds values, which have a type, and no list or map of them.
    pub(super) fn may_have_type(&self, at: usize) -> Result<(), EditError> {
        let name = &self.paths[at];
        let inside = format!("{name}.");
        let (what, hint) = match self.places[at].source {
            ValueSource::List => {
                let fields = self.paths.iter().filter(|path| path.starts_with(&inside));
                let fields: Vec<&str> = fields.map(String::as_str).collect();
                ("list", format!("one of: {}", fields.join(", ")))
            }
            ValueSource::Map => ("map", format!("as `{inside}NAME`")),
            _ => return Ok(()),
        };
        Err(EditError::NoType { name: name.clone(), what, hint })
    }
}

fn no_key(path: &str, key: &str, map: &Map) -> EditError {
    let known: Vec<&str> = map.keys.iter().filter_map(|known| map.name_of(known)).collect();
    let mut hint = hint(key, known.iter().copied().take(book().names_told));
    let more = known.len().saturating_sub(book().names_told);
    if let Some(near) = near(key, known.iter().copied()) {
        hint = format!("did you mean `{path}.{near}`?");
    } else if more > 0 {
        hint.push_str(&format!(" and {more} more"));
    }
    EditError::NoKey { map: path.to_owned(), name: key.to_owned(), hint }
}

/// The nearest of the names that there are; all of them if none is near.
pub(super) fn hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.filter(|known| !known.is_empty()).collect();
    match near(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", known.join(", ")),
    }
}

fn near<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    known
        .map(|known| (strsim::jaro_winkler(&name.to_lowercase(), &known.to_lowercase()), known))
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .filter(|(similarity, _)| *similarity >= 0.75)
        .map(|(_, near)| near)
}
