//! Which script does a character belong to?

/// Whether a character belongs to a script that puts no spaces between words, or (Hangul) whose words
/// bear endings that one has to look behind.
pub fn is_dense(c: char) -> bool {
    is_han(c) || is_kana(c) || is_hangul(c)
}

/// Whether a character is one of Chinese writing, as Japanese has them too.
pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}' | '々' | '〆')
}

/// Whether a character is one of the syllables of Japanese: hiragana or katakana.
pub fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}')
}

/// Whether a character is one of Korean.
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')
}
