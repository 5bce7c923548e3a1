//! How much does a text say, in whatever script?
//!
//! Words cannot be counted without a dictionary where no spaces stand between them, so that lengths
//! are in columns: a letter has one, a Chinese, Japanese or Korean character two (Unicode Standard
//! Annex 11, East Asian Width).

use crate::kind::Kinds;
use sitewrap_terms::words::lexicon::COLONS;

/// What a text consists of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signs {
    /// Columns of letters and digits.
    pub(crate) columns: u32,
    /// Columns of digits.
    pub(crate) digits: u32,
    /// Capital letters.
    pub(crate) capitals: u32,
    /// Signs that end a sentence.
    pub(crate) stops: u32,
    /// Commas and semicolons.
    pub(crate) commas: u32,
    /// Other characters that are no letters, digits or spaces.
    pub(crate) others: u32,
    /// Whether the text ends as a sentence does, quotes and brackets aside.
    pub(crate) ends_sentence: bool,
    /// Whether it ends with a colon.
    pub(crate) ends_colon: bool,
}

impl Signs {
    /// Counts the signs of a piece of a text; how it ends is not looked at.
    pub(crate) fn count(&mut self, piece: &str) {
        let kinds = Kinds::known();
        for c in piece.chars() {
            let kind = kinds.of(c);
            if kind.is_letter() {
                let columns = 1 + u32::from(kind.is_wide());
                self.columns += columns;
                self.digits += if kind.is_digit() { columns } else { 0 };
                self.capitals += u32::from(kind.is_capital());
            } else if kind.is_stop() {
                self.stops += 1;
            } else if kind.is_comma() {
                self.commas += 1;
            } else if !kind.is_space() {
                self.others += 1;
            }
        }
    }

    /// Looks at how the text ends whose signs were counted.
    pub(crate) fn end(&mut self, text: &str) {
        let closes =
            |c: char| matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）');
        let last = text.trim_end_matches(closes).chars().next_back();
        self.ends_sentence = last.is_some_and(|last| Kinds::known().of(last).is_stop());
        self.ends_colon = last.is_some_and(|last| COLONS.contains(&last));
    }
}
