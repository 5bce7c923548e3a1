//! Text to the words that are searched for.
//!
//! Words are those of Unicode's segmentation (UAX #29), in lower case, without accents, reduced to their
//! stems (Snowball) in the language of the site; Cyrillic, Greek and Arabic words by their script. Chinese
//! has no spaces: it is cut into words by a dictionary (jieba). Japanese and Korean are cut into pairs of
//! characters, which overlap, so that a phrase of pairs is the text itself.

use sitewrap_words::{Dense, Language, Stems};
use tantivy::tokenizer::{
    AsciiFoldingFilter, RemoveLongFilter, TextAnalyzer, Token, TokenStream, Tokenizer,
};

/// Longest word, in bytes; what is longer is no word.
const WORD_BYTES: usize = 80;

/// How text is cut into words, by the language of most of a site's pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analyzer {
    language: Language,
}

impl Analyzer {
    /// The analyzer for a language by its code (`en`, `pt-BR`); for one that it does not know, or none,
    /// words stay as they are.
    pub fn new(lang: Option<&str>) -> Self {
        Self { language: lang.map(Language::from_code).unwrap_or_default() }
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
            words: sitewrap_words::Segmenter::new(self.language, Dense::Pairs),
            stems: Stems::new(self.language),
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
    words: sitewrap_words::Segmenter,
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
        self.words.segment(text, |word| self.push(word.at, word.text));
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
