//! Letters without what some writers leave out.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

const DECOMPOSITION: CanonicalDecompositionBorrowed<'static> =
    CanonicalDecompositionBorrowed::new();

/// A word in lower case, its Latin, Greek and Arabic letters without marks: `Größe` gives `grosse`,
/// `Tiêu đề` gives `tieu de`, `Τίτλος` gives `τιτλος`. Marks that make other letters stay (`й`, `が`).
///
/// Canonical decomposition of Unicode (UAX 15), for these scripts alone.
pub fn fold(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    fold_into(word, &mut out);
    out
}

/// Appends what [`fold`] gives.
pub fn fold_into(word: &str, out: &mut String) {
    if word.is_ascii() {
        let start = out.len();
        out.push_str(word);
        out[start..].make_ascii_lowercase();
        return;
    }
    for c in word.to_lowercase().chars() {
        match c {
            _ if c.is_ascii() => out.push(c),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'þ' => out.push_str("th"),
            'ø' => out.push('o'),
            'đ' | 'ð' => out.push('d'),
            'ł' => out.push('l'),
            'ı' => out.push('i'),
            'ё' => out.push('е'),
            // Marks that stand for themselves: of Latin and Greek, and the vowels and the stretching of Arabic.
            '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{655}' | '\u{640}' => {}
            _ => out.push(base(c)),
        }
    }
}

/// A letter without its marks, however many; others as they are.
fn base(c: char) -> char {
    let first = match DECOMPOSITION.decompose(c) {
        Decomposed::Default => return c,
        Decomposed::Singleton(first) | Decomposed::Expansion(first, _) => base(first),
    };
    let loses_marks = matches!(first, 'a'..='z' | 'α'..='ω' | '\u{620}'..='\u{64a}');
    if loses_marks { first } else { c }
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn letters_lose_marks_that_make_no_other_letter() {
        for (word, folded) in [
            ("Größe", "grosse"),
            ("Tiêu_đề", "tieu_de"),
            ("Ngày đăng", "ngay dang"),
            ("ΤΊΤΛΟΣ", "τιτλος"),
            ("Τίτλος", "τιτλος"),
            ("Łódź", "lodz"),
            ("İstanbul", "istanbul"),
            ("Cafe\u{301}", "cafe"),
            ("أُخرى", "اخرى"),
            ("Объём", "объем"),
            ("последний", "последний"),
            ("категорія", "категорія"),
            ("カテゴリが", "カテゴリが"),
            ("한국어", "한국어"),
        ] {
            assert_eq!(fold(word), folded, "{word}");
        }
    }
}
