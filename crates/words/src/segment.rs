//! Where do the words of a text begin and end?

use crate::language::Language;
use crate::script::{is_dense, is_han, is_hangul, is_kana};
use jieba_rs::Jieba;
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation;

static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// How Japanese and Korean are cut, for which there is no dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dense {
    /// Into pairs of characters that overlap, for finding: a phrase of pairs is the text itself.
    Pairs,
    /// Where the kind of character changes, for reading: words of Japanese are mostly written in Chinese
    /// characters or in katakana, and hiragana stands between them. Korean is cut at its spaces.
    Runs,
}

/// What part a word has in its sentence, as far as the dictionary tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The dictionary does not tell.
    Unknown,
    /// Names something.
    Noun,
    /// Says what is done.
    Verb,
    /// Says of what kind something is.
    Modifier,
    /// Joins other words, stands for them, or counts them.
    Function,
}

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// Byte of the text at which it begins.
    pub at: usize,
    /// The word as it is written.
    pub text: &'t str,
    /// Its part; [`Part::Unknown`] for all but Chinese.
    pub part: Part,
}

/// Cuts texts of a language into words.
#[derive(Clone, Copy, Debug)]
pub struct Segmenter {
    is_chinese: bool,
    dense: Dense,
    with_parts: bool,
}

impl Segmenter {
    /// For texts in a language; words of other languages in them are cut too.
    pub fn new(language: Language, dense: Dense) -> Self {
        let is_chinese = matches!(language.code(), "zh" | "yue");
        Self { is_chinese, dense, with_parts: false }
    }

    /// Tells the parts of Chinese words too, which takes a third more time.
    pub fn with_parts(self) -> Self {
        Self { with_parts: true, ..self }
    }

    /// Hands on the words of a text in their order.
    pub fn segment<'t>(self, text: &'t str, mut hand_on: impl FnMut(Word<'t>)) {
        let mut at = 0;
        while at < text.len() {
            let run = &text[at..];
            let dense = run.chars().next().is_some_and(is_dense);
            let len = run.find(|c| is_dense(c) != dense).unwrap_or(run.len());
            let run = &run[..len];
            if dense {
                self.segment_dense(at, run, &mut hand_on);
            } else {
                run.unicode_word_indices().for_each(|(from, word)| hand_on(plain(at + from, word)));
            }
            at += len;
        }
    }

    fn segment_dense<'t>(self, at: usize, run: &'t str, hand_on: &mut impl FnMut(Word<'t>)) {
        if self.is_chinese && !run.contains(|c| is_kana(c) || is_hangul(c)) {
            chinese(at, run, self.with_parts, hand_on);
        } else if self.dense == Dense::Pairs {
            pairs(at, run, hand_on);
        } else {
            runs(at, run, hand_on);
        }
    }
}

fn plain(at: usize, text: &str) -> Word<'_> {
    Word { at, text, part: Part::Unknown }
}

/// The words of a run of Chinese characters, by the dictionary.
fn chinese<'t>(mut at: usize, run: &'t str, with_parts: bool, hand_on: &mut impl FnMut(Word<'t>)) {
    let mut push = |text: &'t str, part: Part| {
        hand_on(Word { at, text, part });
        at += text.len();
    };
    if with_parts {
        JIEBA.tag(run, true).into_iter().for_each(|tag| push(tag.word, part(tag.tag)));
    } else {
        JIEBA.cut(run, true).into_iter().for_each(|token| push(token.word, Part::Unknown));
    }
}

/// The part that a tag of the dictionary (those of ICTCLAS) stands for.
fn part(tag: &str) -> Part {
    match tag {
        "x" => Part::Unknown,
        "a" | "ad" | "b" | "an" | "z" => Part::Modifier,
        "vd" | "vshi" | "vyou" => Part::Function,
        _ => match tag.as_bytes().first() {
            Some(b'n' | b'l' | b'i' | b'j') => Part::Noun,
            Some(b'v') => Part::Verb,
            _ => Part::Function,
        },
    }
}

/// Each two neighbours of a run of characters; a character alone where it is all there is.
fn pairs<'t>(at: usize, run: &'t str, hand_on: &mut impl FnMut(Word<'t>)) {
    let mut before: Option<usize> = None;
    for (from, c) in run.char_indices() {
        if let Some(start) = before {
            hand_on(plain(at + start, &run[start..from + c.len_utf8()]));
        }
        before = Some(from);
    }
    if run.chars().nth(1).is_none() {
        hand_on(plain(at, run));
    }
}

/// Pieces of a run of characters that are of one kind.
fn runs<'t>(at: usize, run: &'t str, hand_on: &mut impl FnMut(Word<'t>)) {
    let kind = |c: char| match c {
        'ー' | '\u{30a1}'..='\u{30fa}' => 1,
        c if is_han(c) => 2,
        c if is_hangul(c) => 3,
        _ => 4,
    };
    let mut from = 0;
    let mut chars = run.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let end = chars.peek().map_or(run.len(), |(end, _)| *end);
        if chars.peek().is_none_or(|(_, next)| kind(*next) != kind(c)) {
            hand_on(plain(at + from, &run[from..end]));
            from = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(language: &str, dense: Dense, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        Segmenter::new(Language::from_code(language), dense).segment(text, |word| {
            assert_eq!(&text[word.at..word.at + word.text.len()], word.text);
            words.push(word.text.to_owned());
        });
        words
    }

    #[test]
    fn scripts_without_spaces_are_cut() {
        use Dense::{Pairs, Runs};
        assert_eq!(words("zh-CN", Pairs, "我们喜欢灯笼 lamps"), ["我们", "喜欢", "灯笼", "lamps"]);
        assert_eq!(words("ja", Pairs, "東京タワー"), ["東京", "京タ", "タワ", "ワー"]);
        assert_eq!(words("ja", Runs, "東京タワーの高さ"), ["東京", "タワー", "の", "高", "さ"]);
        assert_eq!(words("ko", Pairs, "등불이"), ["등불", "불이"]);
        assert_eq!(words("ko", Runs, "등불이 탄다"), ["등불이", "탄다"]);
        assert_eq!(words("", Pairs, "灯"), ["灯"]);
    }

    #[test]
    fn parts_of_chinese_words_are_told() {
        let mut parts = Vec::new();
        Segmenter::new(Language::from_code("zh"), Dense::Runs).with_parts().segment(
            "我们研究水的性质",
            |word| {
                parts.push((word.text, word.part));
            },
        );
        assert_eq!(parts.first(), Some(&("我们", Part::Function)));
        assert_eq!(parts.last(), Some(&("性质", Part::Noun)));
    }
}
