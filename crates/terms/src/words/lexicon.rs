//! What the lexicon says of words, in the terms of names.

use crate::form::Form;
pub use sitewrap_lexicon::{COLONS, Role, is, name as canonical, unit, words};

/// What values of a name look like; [`Form::Any`] for names that are not known. Whatever is counted, counts are
/// numbers.
pub fn expected(name: &str) -> Form {
    let unknown = if name.ends_with("_count") { Form::Number } else { Form::Any };
    canonical(name).and_then(sitewrap_lexicon::form_of).and_then(Form::from_name).unwrap_or(unknown)
}

/// The English word for a kind of page that a word of an address says in any language, if it is
/// another one.
pub fn kind_of_page(word: &str) -> Option<&'static str> {
    sitewrap_lexicon::kind_of_page(word).filter(|kind| *kind != word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_forms_of_their_values() {
        assert_eq!((expected("datum"), expected("gizmo")), (Form::Date, Form::Any));
        assert_eq!(expected("gizmo_count"), Form::Number);
        assert_eq!((kind_of_page("produkt"), kind_of_page("product")), (Some("product"), None));
    }
}
