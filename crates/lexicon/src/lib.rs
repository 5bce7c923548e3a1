//! What words, signs and units of pages mean.
//!
//! The words are data: one file a language in `data/lexicon`, one (`shared.txt`) for what has no
//! language, and tables of currencies, their signs, time zones and what locales differ in. They are
//! compiled in, read once, and asked by what they are for. A new language is a file and a line in
//! `src/files.rs`.
//!
//! ```
//! use sitewrap_lexicon::{Role, is, name};
//!
//! assert!(is(Role::Ago, "geleden") && !is(Role::Ago, "geld"));
//! assert_eq!(name("kirjoittaja"), Some("author"));
//! ```

mod controls;
mod files;
mod letters;
mod prose;
mod role;
mod tables;

pub use controls::control;
pub use letters::{fold, fold_into};
pub use prose::{Prose, prose};
pub use role::Role;
pub use tables::{CountryRow, CurrencyRow, LanguageRow, Locales, SignRow};
pub use tables::{currencies, locales, signs, zone};

use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The signs that end a label, and part it from its value.
pub const COLONS: [char; 2] = [':', '：'];

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(files::LANGUAGES));

/// What words mean, by the words without marks.
type Words = FxHashMap<Cow<'static, str>, &'static str>;

#[derive(Default)]
struct Lexicon {
    /// The names that users of records expect, with what values of them look like.
    forms: Words,
    names: Words,
    kinds: Words,
    measures: Words,
    units: Words,
    roles: FxHashMap<Role, Listed>,
}

/// The words of a role: in the order of the files, and to be looked up.
#[derive(Default)]
struct Listed {
    words: Vec<Cow<'static, str>>,
    places: FxHashMap<Cow<'static, str>, usize>,
}

impl Lexicon {
    fn read(files: &[(&'static str, &'static str)]) -> Self {
        let mut lexicon = Self::default();
        for (_, file) in files {
            files::for_each_word(file, |section, key, word| lexicon.take(section, key, word));
        }
        lexicon
    }

    fn take(&mut self, section: &str, key: &'static str, word: &'static str) {
        match section {
            "forms" => {
                self.forms.insert(Cow::Borrowed(word), key);
                self.names.insert(Cow::Borrowed(word), word);
            }
            "names" => drop(self.names.entry(unmarked(word)).or_insert(key)),
            "kinds" => drop(self.kinds.entry(unmarked(word)).or_insert(key)),
            "measures" => drop(self.measures.entry(unmarked(word)).or_insert(key)),
            "units" => drop(self.units.entry(unmarked(word)).or_insert(key)),
            // Words of one language, which are asked for by it.
            "prose" => (),
            _ => {
                let Some(role) = Role::from_name(key) else { return };
                let word = match word.contains('_') {
                    true => Cow::Owned(word.replace('_', " ")),
                    false => Cow::Borrowed(word),
                };
                let listed = self.roles.entry(role).or_default();
                let plain = Cow::Owned(unmarked(&word).into_owned());
                listed.places.entry(plain).or_insert(listed.words.len());
                listed.words.push(word);
            }
        }
    }
}

/// The name that users expect for a word or phrase in lower snake case, if it is a known one.
pub fn name(phrase: &str) -> Option<&'static str> {
    LEXICON.names.get(&*unmarked(phrase)).copied()
}

/// What values of a known name look like, as the section `forms` calls it.
pub fn form_of(name: &str) -> Option<&'static str> {
    LEXICON.forms.get(name).copied()
}

/// The English word for a kind of page that a word of an address says in any language.
pub fn kind_of_page(word: &str) -> Option<&'static str> {
    LEXICON.kinds.get(&*unmarked(word)).copied()
}

/// The name of what is measured in a unit behind a number: `weight` in `kg`.
pub fn measure(word: &str) -> Option<&'static str> {
    LEXICON.measures.get(&*unmarked(word)).copied()
}

/// What a unit behind a number is one of: as [`measure`], a unit of time (`hour`; `time` for those
/// longer than days) or `other`.
pub fn unit(word: &str) -> Option<&'static str> {
    measure(word).or_else(|| LEXICON.units.get(&*unmarked(word)).copied())
}

/// Whether a word or phrase in lower case has a role.
pub fn is(role: Role, word: &str) -> bool {
    place(role, word).is_some()
}

/// The place of a word among those of its role: the value of a numeral.
pub fn place(role: Role, word: &str) -> Option<usize> {
    LEXICON.roles.get(&role)?.places.get(&*unmarked(word)).copied()
}

/// All words of a role.
pub fn words(role: Role) -> impl Iterator<Item = &'static str> {
    LEXICON.roles.get(&role).into_iter().flat_map(|listed| &listed.words).map(AsRef::as_ref)
}

/// A word as it is kept and looked up: marks do not count, since many leave them out.
fn unmarked(word: &str) -> Cow<'_, str> {
    if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(fold(word)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_things_have_one_name_in_all_languages() {
        for (word, known) in [
            ("headline", "title"),
            ("τιτλος", "title"),
            ("τίτλος", "title"),
            ("tiêu_đề", "title"),
            ("preço", "price"),
            ("категорія", "category"),
            ("kirjoittaja", "author"),
            ("آخر_تحديث", "modified"),
            ("المؤلّف", "author"),
            ("投稿日", "date"),
            ("nastepny_wpis", "next"),
            ("цена", "price"),
        ] {
            assert_eq!(name(word), Some(known), "{word}");
        }
        assert_eq!((name("gizmo"), form_of("date")), (None, Some("date")));
    }

    #[test]
    fn roles_kinds_and_units_are_of_all_files() {
        assert!(is(Role::Ago, "geleden") && is(Role::By, "von") && is(Role::Of, "out of"));
        assert_eq!(
            (kind_of_page("produkt"), place(Role::Numeral, "two")),
            (Some("product"), Some(2))
        );
        assert_eq!(
            (unit("timmar"), unit("kg"), unit("week")),
            (Some("hour"), Some("weight"), Some("time"))
        );
    }

    #[test]
    fn the_usual_names_are_known_in_every_language_and_no_word_mixes_scripts() {
        let is_cyrillic = |c: char| ('\u{400}'..='\u{52f}').contains(&c);
        for (code, file) in files::LANGUAGES.iter().filter(|(code, _)| *code != "shared") {
            let mut known: Vec<&str> = Vec::new();
            files::for_each_word(file, |section, key, word| {
                known.extend(Some(key).filter(|_| section == "names"));
                let has_latin = word.contains(|c: char| c.is_ascii_alphabetic());
                assert!(!has_latin || !word.contains(is_cyrillic), "{code}: {word}");
            });
            for name in ["title", "name", "price", "author", "date", "description", "category"] {
                assert!(known.contains(&name), "{code}: {name}");
            }
        }
    }

    #[test]
    fn every_word_of_the_files_is_read() {
        for (_, file) in files::LANGUAGES {
            let lines = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            let mut section = "";
            for line in lines {
                if line.starts_with('[') {
                    section = line;
                } else if let Some((key, _)) =
                    line.split_once(": ").filter(|_| section == "[roles]")
                {
                    assert!(Role::from_name(key).is_some(), "{line}");
                }
                let known = [
                    "[forms]",
                    "[names]",
                    "[kinds]",
                    "[roles]",
                    "[measures]",
                    "[units]",
                    "[prose]",
                ];
                assert!(known.contains(&section), "{section}: {line}");
            }
        }
        for role in Role::ALL {
            assert!(words(*role).next().is_some(), "{role:?} has no words");
        }
    }
}
