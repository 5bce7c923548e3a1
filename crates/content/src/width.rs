//! How much does a text say, in whatever script?
//!
//! Words cannot be counted without a dictionary where no spaces stand between them, so that lengths
//! are in columns: a letter has one, a Chinese, Japanese or Korean character two (Unicode Standard
//! Annex 11, East Asian Width).

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

/// Whether a character is as wide as two letters.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1f64f
        | 0x20000..=0x3fffd)
}

/// Whether a character ends a sentence (Unicode's `Sentence_Terminal`, the scripts in use).
pub(crate) fn is_stop(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | '…'
            | '。'
            | '！'
            | '？'
            | '．'
            | '｡'
            | '؟'
            | '۔'
            | '।'
            | '॥'
            | '։'
            | '።'
    )
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';' | '，' | '、' | '；' | '،' | '؛' | '·')
}

/// Counts the signs of a text.
pub(crate) fn signs_of(text: &str) -> Signs {
    let mut signs = Signs::default();
    for c in text.chars() {
        if c.is_ascii_lowercase() {
            signs.columns += 1;
        } else if c.is_alphanumeric() {
            let columns = 1 + u32::from(is_wide(c));
            signs.columns += columns;
            signs.digits += if c.is_numeric() { columns } else { 0 };
            signs.capitals += u32::from(c.is_uppercase());
        } else if is_stop(c) {
            signs.stops += 1;
        } else if is_comma(c) {
            signs.commas += 1;
        } else if !c.is_whitespace() {
            signs.others += 1;
        }
    }
    let closes =
        |c: char| matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）');
    let last = text.trim_end_matches(closes).chars().next_back();
    signs.ends_sentence = last.is_some_and(is_stop);
    signs.ends_colon = last.is_some_and(|last| matches!(last, ':' | '：'));
    signs
}
