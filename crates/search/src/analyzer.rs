//! Text to the words that are searched for.
//!
//! Words are those of Unicode's segmentation (UAX #29), in lower case, without accents, reduced to their
//! stems (Snowball) in the language of the site; Cyrillic, Greek and Arabic words by their script. Chinese
//! has no spaces: it is cut into words by a dictionary (jieba). Japanese and Korean are cut into pairs of
//! characters, which overlap, so that a phrase of pairs is the text itself.

use crate::stems::Stems;
use frostem::Algorithm;
use jieba_rs::{Jieba, TokenizeMode};
use std::sync::LazyLock;
use tantivy::tokenizer::{
    AsciiFoldingFilter, RemoveLongFilter, TextAnalyzer, Token, TokenStream, Tokenizer,
};
use unicode_segmentation::UnicodeSegmentation;

/// Longest word, in bytes; what is longer is no word.
const WORD_BYTES: usize = 80;

static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// How text is cut into words, by the language of most of a site's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analyzer {
    /// The language of words in Latin letters.
    stems: Option<Algorithm>,
    is_chinese: bool,
}

impl Analyzer {
    /// The analyzer for a language by its code (`en`, `pt-BR`); for one that it does not know, or none,
    /// words stay as they are.
    pub fn new(lang: Option<&str>) -> Self {
        let code = lang.unwrap_or_default().split(['-', '_']).next().unwrap_or_default();
        let stems = match code.to_ascii_lowercase().as_str() {
            "da" => Some(Algorithm::Danish),
            "de" => Some(Algorithm::German),
            "en" => Some(Algorithm::English),
            "es" => Some(Algorithm::Spanish),
            "fi" => Some(Algorithm::Finnish),
            "fr" => Some(Algorithm::French),
            "hu" => Some(Algorithm::Hungarian),
            "it" => Some(Algorithm::Italian),
            "nb" | "nn" | "no" => Some(Algorithm::Norwegian),
            "nl" => Some(Algorithm::Dutch),
            "pt" => Some(Algorithm::Portuguese),
            "ro" => Some(Algorithm::Romanian),
            "sv" => Some(Algorithm::Swedish),
            "tr" => Some(Algorithm::Turkish),
            _ => None,
        };
        Self { stems, is_chinese: code.eq_ignore_ascii_case("zh") }
    }

    /// The words of a text, as the index has them.
    pub fn words(self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        self.pipeline().token_stream(text).process(&mut |token| words.push(token.text.clone()));
        words
    }

    /// What tantivy calls for each text.
    pub(crate) fn pipeline(self) -> TextAnalyzer {
        let words = Segmenter {
            is_chinese: self.is_chinese,
            stems: Stems::new(self.stems),
            found: Vec::new(),
            used: 0,
        };
        TextAnalyzer::builder(words)
            .filter(RemoveLongFilter::limit(WORD_BYTES))
            .filter(AsciiFoldingFilter)
            .build()
    }
}

/// Cuts text into words, and reduces these to their stems.
#[derive(Clone)]
struct Segmenter {
    is_chinese: bool,
    stems: Stems,
    /// Those of the text at hand come first; the others are room.
    found: Vec<Token>,
    used: usize,
}

impl Tokenizer for Segmenter {
    type TokenStream<'a> = Words<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        self.used = 0;
        self.segment(text);
        Words { found: &mut self.found[..self.used], next: 0 }
    }
}

/// The words of a text, one after another.
struct Words<'a> {
    found: &'a mut [Token],
    next: usize,
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        self.next += 1;
        self.next <= self.found.len()
    }

    fn token(&self) -> &Token {
        &self.found[self.next - 1]
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.found[self.next - 1]
    }
}

impl Segmenter {
    /// Appends the words of a text with their places.
    fn segment(&mut self, text: &str) {
        let mut rest = 0;
        while rest < text.len() {
            let run = &text[rest..];
            let is_dense = run.chars().next().is_some_and(is_dense);
            let len = run.find(|c| self::is_dense(c) != is_dense).unwrap_or(run.len());
            let run = &run[..len];
            if !is_dense {
                run.unicode_word_indices().for_each(|(at, word)| self.push(rest + at, word));
            } else if self.is_chinese && !run.contains(is_kana_or_hangul) {
                let words = JIEBA.tokenize(run, TokenizeMode::Default, true);
                words.iter().for_each(|token| self.push(rest + token.byte_start, token.word));
            } else {
                self.push_pairs(rest, run);
            }
            rest += len;
        }
    }

    /// Each two neighbours of a run of characters; a character alone where it is all there is.
    fn push_pairs(&mut self, from: usize, run: &str) {
        let mut before: Option<(usize, char)> = None;
        for (at, c) in run.char_indices() {
            if let Some((start, _)) = before {
                self.push(from + start, &run[start..at + c.len_utf8()]);
            }
            before = Some((at, c));
        }
        if run.chars().nth(1).is_none() {
            self.push(from, run);
        }
    }

    fn push(&mut self, at: usize, word: &str) {
        if self.used == self.found.len() {
            self.found.push(Token::default());
        }
        let token = &mut self.found[self.used];
        (token.offset_from, token.offset_to) = (at, at + word.len());
        (token.position, token.position_length) = (self.used, 1);
        token.text.clear();
        if word.len() <= WORD_BYTES {
            token.text.push_str(self.stems.of(word));
        } else {
            // Left out by its length.
            token.text.push_str(word);
        }
        self.used += 1;
    }
}

/// Whether a character belongs to a script that puts no spaces between words, or (Hangul) whose words
/// bear endings that search has to look behind.
fn is_dense(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}' | '々' | '〆')
        || is_kana_or_hangul(c)
}

fn is_kana_or_hangul(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_stems_in_lower_case_without_accents() {
        assert_eq!(
            Analyzer::new(Some("en-GB")).words("The Lanterns, burning!"),
            ["the", "lantern", "burn"]
        );
        assert_eq!(Analyzer::new(Some("fr")).words("Les élèves"), ["le", "elev"]);
        assert_eq!(Analyzer::new(None).words("Cafés 3.5"), ["cafes", "3.5"]);
        let russian = Analyzer::new(Some("en"));
        assert_eq!(russian.words("фонари"), russian.words("фонарь"));
    }

    #[test]
    fn scripts_without_spaces_are_cut() {
        assert_eq!(
            Analyzer::new(Some("zh")).words("我们喜欢灯笼 lamps"),
            ["我们", "喜欢", "灯笼", "lamps"]
        );
        assert_eq!(Analyzer::new(Some("ja")).words("東京タワー"), ["東京", "京タ", "タワ", "ワー"]);
        assert_eq!(Analyzer::new(Some("ko")).words("등불이"), ["등불", "불이"]);
        assert_eq!(Analyzer::new(None).words("灯"), ["灯"]);
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "Żółw 東京, タ";
        let mut pipeline = Analyzer::new(Some("ja")).pipeline();
        let mut stream = pipeline.token_stream(text);
        let mut cut = Vec::new();
        stream.process(&mut |token| cut.push(&text[token.offset_from..token.offset_to]));
        assert_eq!(cut, ["Żółw", "東京", "タ"]);
    }
}
