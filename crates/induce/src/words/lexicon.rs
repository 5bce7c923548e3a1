//! The words that users of records expect, and what is said for them on pages.
//!
//! The words themselves stand in `lexicon.txt`, each with its language and its role. A phrase that is
//! not there keeps its own words.

use crate::names::grammar::Form;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::LazyLock;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("lexicon.txt")));

/// What a word says of what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// Before the name of who has written something.
    By,
    /// Before a day.
    On,
    /// Verbs before the day, the hour or the place of what was said.
    Said,
    /// Verbs before the day of a change.
    Changed,
    /// Behind a length of time: `2 days ago`.
    Ago,
    /// Before a length of time: `vor 2 Tagen`.
    Since,
    /// Before the number of a page.
    Page,
    /// Between the number of a page and the number of pages.
    Of,
    /// Between the ends of a range.
    To,
    /// Before the range of the results that a page shows.
    Showing,
    /// Beside the time that reading takes.
    Read,
    /// First words of phrases that ask the reader to do something: no names of what stands below.
    Bidding,
}

impl Role {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "by" => Self::By,
            "on" => Self::On,
            "said" => Self::Said,
            "changed" => Self::Changed,
            "ago" => Self::Ago,
            "since" => Self::Since,
            "page" => Self::Page,
            "of" => Self::Of,
            "to" => Self::To,
            "showing" => Self::Showing,
            "read" => Self::Read,
            "bidding" => Self::Bidding,
            _ => return None,
        })
    }
}

/// What the words of a block of the table are for.
#[derive(Clone, Copy)]
enum Block {
    Name(&'static str, Form),
    Role(Role),
    Kind(&'static str),
}

#[derive(Default)]
struct Lexicon {
    names: FxHashMap<&'static str, (&'static str, Form)>,
    kinds: FxHashMap<&'static str, &'static str>,
    roles: FxHashSet<(Role, &'static str)>,
}

impl Lexicon {
    fn read(table: &'static str) -> Self {
        let mut lexicon = Self::default();
        let (mut block, mut goes_on) = (None, false);
        for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let mut words = line.split_ascii_whitespace().filter(|word| *word != "\\");
            if let Some(head) = line.strip_prefix(['=', '~', '@']) {
                block = Self::block(line, head.trim());
                if let Some(block @ (Block::Name(name, _) | Block::Kind(name))) = block {
                    lexicon.take(block, name);
                }
                continue;
            }
            if !goes_on {
                // The code of the language.
                words.next();
            }
            goes_on = line.ends_with('\\');
            if let Some(block) = block {
                words.for_each(|word| lexicon.take(block, word));
            }
        }
        lexicon
    }

    fn block(line: &str, head: &'static str) -> Option<Block> {
        match (line.as_bytes().first(), head.split_once(' ')) {
            (Some(b'='), Some((name, form))) => Some(Block::Name(name, Form::from_name(form)?)),
            (Some(b'~'), None) => Role::from_name(head).map(Block::Role),
            (Some(b'@'), None) => Some(Block::Kind(head)),
            _ => None,
        }
    }

    fn take(&mut self, block: Block, word: &'static str) {
        match block {
            Block::Name(name, form) => {
                self.names.entry(word).or_insert((name, form));
            }
            Block::Role(role) => {
                self.roles.insert((role, word));
            }
            Block::Kind(kind) => {
                self.kinds.entry(word).or_insert(kind);
            }
        }
    }
}

/// The name that users expect for a word or phrase in lower snake case, if it is a known one.
pub(crate) fn canonical(phrase: &str) -> Option<&'static str> {
    LEXICON.names.get(&*unmarked(phrase)).map(|(name, _)| *name)
}

/// What values of a name look like; [`Form::Any`] for names that are not known.
pub(crate) fn expected(name: &str) -> Form {
    LEXICON.names.get(&*unmarked(name)).map_or(Form::Any, |(_, form)| *form)
}

/// Whether a word (in lower case, Latin letters without diacritics) has a role beside values.
pub(crate) fn has_role(word: &str, role: Role) -> bool {
    LEXICON.roles.contains(&(role, &*unmarked(word)))
}

/// The English word for a kind of page that a word of an address says in any language, if it is
/// another one.
pub(crate) fn kind_of_page(word: &str) -> Option<&'static str> {
    LEXICON.kinds.get(word).copied().filter(|kind| *kind != word)
}

/// A word without the marks that Arabic leaves out or writes in several ways.
fn unmarked(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let plain = |c: char| match c {
        'أ' | 'إ' | 'آ' => Some('ا'),
        '\u{64b}'..='\u{652}' | '\u{640}' => None,
        other => Some(other),
    };
    Cow::Owned(word.chars().filter_map(plain).collect())
}

/// Words for the thing that a record is about; in front of a name within the record they say
/// nothing (`product_price` of a product).
pub(crate) const ENTITIES: &str = "product article post entry item page node story listing record \
    card tile detail details main";

/// Words before a known name that make it another one (`old_price`, `birth_date`).
pub(crate) const QUALIFIERS: &str = "old new was now sale special regular retail list original \
    discount discounted previous next min max minimum maximum low lowest high highest start end first \
    last birth due unit total sub short long related similar reviewer seller vendor shipping billing \
    delivery publication release expiry expiration side source target parent member club online net \
    gross base average overall current starting from to";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_things_have_one_name_in_all_languages() {
        for (word, name) in [
            ("headline", "title"),
            ("τιτλος", "title"),
            ("kirjoittaja", "author"),
            ("آخر_تحديث", "updated"),
            ("المؤلّف", "author"),
            ("投稿日", "date"),
            ("nastepny_wpis", "next"),
            ("цена", "price"),
        ] {
            assert_eq!(canonical(word), Some(name), "{word}");
        }
        assert_eq!(canonical("gizmo"), None);
        assert_eq!((expected("datum"), expected("gizmo")), (Form::Date, Form::Any));
    }

    #[test]
    fn the_table_is_whole() {
        let heads =
            include_str!("lexicon.txt").lines().filter(|line| line.starts_with(['=', '@', '~']));
        for head in heads {
            let name: &'static str = head[1..].trim();
            assert!(Lexicon::block(head, name).is_some(), "{head}");
        }
        assert!(has_role("geleden", Role::Ago) && has_role("von", Role::By));
        assert_eq!((kind_of_page("produkt"), kind_of_page("product")), (Some("product"), None));
    }
}
