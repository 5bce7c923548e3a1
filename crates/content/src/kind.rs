//! What is a character?
//!
//! Unicode's tables are searched anew for each character that is not ASCII, and for each question. What
//! they say of the Basic Multilingual Plane is put down once, a byte a character.

use std::sync::LazyLock;

/// Characters of the Basic Multilingual Plane.
const PLANE: u32 = 0x1_0000;

static KNOWN: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kind = |code| char::from_u32(code).map_or(Kind::default(), Kind::looked_up);
    (0..PLANE).map(kind).collect()
});

/// What a character is, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kind(u8);

impl Kind {
    const LETTER: u8 = 1;
    const WIDE: u8 = 1 << 1;
    const DIGIT: u8 = 1 << 2;
    const CAPITAL: u8 = 1 << 3;
    const STOP: u8 = 1 << 4;
    const COMMA: u8 = 1 << 5;
    const SPACE: u8 = 1 << 6;
    const LOWERED: u8 = 1 << 7;

    fn looked_up(c: char) -> Self {
        let is_lowered = !c.to_lowercase().eq(std::iter::once(c));
        let bits = [
            (Self::LETTER, c.is_alphanumeric()),
            (Self::WIDE, is_wide(c)),
            (Self::DIGIT, c.is_numeric()),
            (Self::CAPITAL, c.is_uppercase()),
            (Self::STOP, is_stop(c)),
            (Self::COMMA, is_comma(c)),
            (Self::SPACE, c.is_whitespace()),
            (Self::LOWERED, is_lowered),
        ];
        Self(bits.into_iter().filter(|(_, is)| *is).map(|(bit, _)| bit).sum())
    }

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// A letter or digit.
    pub(crate) fn is_letter(self) -> bool {
        self.has(Self::LETTER)
    }

    /// As wide as two letters.
    pub(crate) fn is_wide(self) -> bool {
        self.has(Self::WIDE)
    }

    /// A digit, or another sign for a number.
    pub(crate) fn is_digit(self) -> bool {
        self.has(Self::DIGIT)
    }

    /// An upper-case letter.
    pub(crate) fn is_capital(self) -> bool {
        self.has(Self::CAPITAL)
    }

    /// A sign that ends a sentence.
    pub(crate) fn is_stop(self) -> bool {
        self.has(Self::STOP)
    }

    /// A comma or semicolon.
    pub(crate) fn is_comma(self) -> bool {
        self.has(Self::COMMA)
    }

    /// White space.
    pub(crate) fn is_space(self) -> bool {
        self.has(Self::SPACE)
    }

    /// Whether it is another character, or several, in lower case.
    pub(crate) fn is_lowered(self) -> bool {
        self.has(Self::LOWERED)
    }
}

/// The kinds of characters, looked up.
#[derive(Clone, Copy)]
pub(crate) struct Kinds(&'static [Kind]);

impl Kinds {
    pub(crate) fn known() -> Self {
        Self(&KNOWN)
    }

    /// What a character is.
    pub(crate) fn of(self, c: char) -> Kind {
        let known = self.0.get(u32::from(c) as usize).copied();
        known.unwrap_or_else(|| Kind::looked_up(c))
    }

    /// The letters and digits of a text in lower case.
    pub(crate) fn letters(self, text: &str) -> String {
        let mut letters = String::with_capacity(text.len());
        for c in text.chars() {
            let kind = self.of(c);
            match kind.is_letter() {
                true if kind.is_lowered() => letters.extend(c.to_lowercase()),
                true => letters.push(c),
                false => {}
            }
        }
        letters
    }
}

/// East Asian Width, the scripts in use.
fn is_wide(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xa960..=0xa97f | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1f64f
        | 0x20000..=0x3fffd)
}

/// Unicode's `Sentence_Terminal`, the scripts in use.
fn is_stop(c: char) -> bool {
    let stops = ".!?…。！？．｡؟۔।॥։።";
    stops.contains(c)
}

fn is_comma(c: char) -> bool {
    ",;，、；،؛·".contains(c)
}

#[cfg(test)]
mod tests {
    use super::{Kind, Kinds};

    #[test]
    fn what_is_put_down_is_what_unicode_says() {
        let kinds = Kinds::known();
        for c in
            ['\0', ' ', 'a', 'Z', '7', '\u{a0}', 'ß', 'İ', '½', '·', '中', '\u{ffff}', '🙂', '𝔸']
        {
            assert_eq!(kinds.of(c), Kind::looked_up(c), "{c:?}");
        }
        assert!(kinds.of('中').is_wide() && !kinds.of('é').is_wide());
        assert!(kinds.of('。').is_stop() && kinds.of('、').is_comma());
    }

    #[test]
    fn letters_are_those_of_the_lower_case() {
        for text in ["“Größe, ÉTÉ – İstanbul 42”", "北京 2024!", "ΟΔΟΣ", ""] {
            let plain = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
            assert_eq!(Kinds::known().letters(text), plain.collect::<String>());
        }
    }
}
