//! A text as words with stems, grades and what lies between them.

use crate::Text;
use crate::grade::{Grade, Grader, JOINERS, WORD_BYTES};
use rustc_hash::FxHashMap;
use sitewrap_lexicon::{Prose, prose};
use sitewrap_words::{Dense, Language, Segmenter, Stems, Word, is_dense, is_hangul};

/// Bytes of a text that are read; what comes behind does not count.
pub const TEXT_BYTES: usize = 1 << 18;

/// Marks that end a sentence; a stop does so before a space only.
const ENDS: [char; 10] = ['!', '?', ';', '…', '。', '！', '？', '；', '\n', '\r'];

/// What lies between a word and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Nothing, or a space as it stands between words of a phrase.
    Close,
    /// A mark or a space that parts phrases.
    Apart,
    /// The end of a sentence or of a line.
    Sentence,
}

/// A word of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Bytes of the text at which it begins and ends.
    pub(crate) at: u32,
    pub(crate) end: u32,
    /// Number of its stem.
    pub(crate) stem: u32,
    pub(crate) grade: Grade,
    pub(crate) gap: Gap,
}

/// A text as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Reading<'t> {
    /// What was read of it.
    pub(crate) text: &'t str,
    /// Whether verbs are known in its language, so that what lies between them is a phrase.
    pub(crate) knows_verbs: bool,
    pub(crate) tokens: Vec<Token>,
    /// The stems by their numbers.
    pub(crate) stems: Vec<String>,
    /// Whether the title has a stem.
    pub(crate) in_title: Vec<bool>,
}

impl<'t> Reading<'t> {
    pub(crate) fn of(text: &Text<'t>) -> Self {
        let mut end = text.body.len().min(TEXT_BYTES);
        while !text.body.is_char_boundary(end) {
            end -= 1;
        }
        let body = &text.body[..end];
        let language = Language::of(body, text.lang);
        let knows_verbs = prose(language.code()).is_some_and(Prose::knows_verbs);
        let mut reader = Reader::new(language);
        let tokens = reader.read(body);
        let count = reader.stems.len();
        let mut in_title = vec![false; count];
        for token in reader.read(text.title.unwrap_or_default()) {
            if let Some(is_in) = in_title.get_mut(token.stem as usize) {
                *is_in = token.grade != Grade::Break;
            }
        }
        reader.stems.truncate(count);
        Self { text: body, knows_verbs, tokens, stems: reader.stems, in_title }
    }

    /// The text from one token to another, with single spaces.
    pub(crate) fn span(&self, first: Token, last: Token) -> String {
        let text = self.text.get(first.at as usize..last.end as usize).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

struct Reader {
    segmenter: Segmenter,
    grader: Grader,
    stemmer: Stems,
    numbers: FxHashMap<String, u32>,
    stems: Vec<String>,
}

impl Reader {
    fn new(language: Language) -> Self {
        Self {
            segmenter: Segmenter::new(language, Dense::Runs).with_parts(),
            grader: Grader::new(language),
            stemmer: Stems::new(language),
            numbers: FxHashMap::default(),
            stems: Vec::new(),
        }
    }

    fn read(&mut self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut end = 0;
        for word in joined(text, self.segmenter) {
            let gap = gap(text, end, word.at);
            end = word.at + word.text.len();
            let text = bare(self.grader.without_particle(word.text));
            let lower = text.to_lowercase();
            let grade = self.grader.grade(&word, &lower);
            let stem = self.stem(&lower);
            let own_end = (word.at + text.len()) as u32;
            tokens.push(Token { at: word.at as u32, end: own_end, stem, grade, gap });
        }
        tokens
    }

    /// The number of a word's stem. Of a word made of several, only the last has endings.
    fn stem(&mut self, lower: &str) -> u32 {
        let at = lower.rfind(JOINERS);
        let joint =
            at.and_then(|at| Some(at + lower[at..].chars().next()?.len_utf8())).unwrap_or(0);
        let stem = match joint {
            0 => self.stemmer.of(lower).to_owned(),
            joint => format!("{}{}", &lower[..joint], self.stemmer.of(&lower[joint..])),
        };
        let next = self.stems.len() as u32;
        *self.numbers.entry(stem).or_insert_with_key(|stem| {
            self.stems.push(stem.clone());
            next
        })
    }
}

/// The words of a text, those that a joiner joins as one.
fn joined(text: &str, segmenter: Segmenter) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    segmenter.segment(text, |word| {
        if let Some(last) = words.last_mut() {
            let end = last.at + last.text.len();
            let mut between = text[end..word.at].chars();
            let joins =
                between.next().is_some_and(|c| JOINERS.contains(&c)) && between.next().is_none();
            // What is longer is no word; without a bound, a row of joiners takes the square of its length.
            let fits = word.at + word.text.len() - last.at <= WORD_BYTES;
            let is_dense_pair = || last.text.contains(is_dense) || word.text.starts_with(is_dense);
            if joins && fits && !is_dense_pair() {
                last.text = &text[last.at..word.at + word.text.len()];
                return;
            }
        }
        words.push(word);
    });
    // C++ and F# are words.
    for word in &mut words {
        let rest = &text[word.at + word.text.len()..];
        let signs = if rest.starts_with("++") { 2 } else { usize::from(rest.starts_with('#')) };
        let ends = !rest[signs..].starts_with(char::is_alphanumeric);
        if signs > 0
            && ends
            && word.text.len() == 1
            && word.text.as_bytes()[0].is_ascii_alphabetic()
        {
            word.text = &text[word.at..word.at + 1 + signs];
        }
    }
    words
}

/// A word without the sign of the owner.
fn bare(word: &str) -> &str {
    let owner = ["'s", "’s", "'", "’"];
    owner
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(word)
}

fn gap(text: &str, end: usize, at: usize) -> Gap {
    let between = &text[end..at];
    if end == 0 || between.contains(ENDS) || between.contains(". ") {
        return Gap::Sentence;
    }
    if !between.chars().all(char::is_whitespace) {
        return Gap::Apart;
    }
    // A space between two Chinese words parts them; one beside a Latin word is mere setting.
    let is_tight = |c: char| is_dense(c) && !is_hangul(c);
    let parts = text[..end].ends_with(is_tight) && text[at..].starts_with(is_tight);
    if parts && !between.is_empty() { Gap::Apart } else { Gap::Close }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(lang: &str, body: &str) -> Vec<(String, Gap)> {
        let reading = Reading::of(&Text { body, lang: Some(lang), ..Text::default() });
        reading.tokens.iter().map(|token| (reading.span(*token, *token), token.gap)).collect()
    }

    #[test]
    fn words_are_joined_and_gaps_told() {
        use Gap::{Apart, Close, Sentence};
        let expected = [
            ("Object-oriented", Sentence),
            ("C++", Close),
            ("and", Apart),
            ("TCP/IP", Close),
            ("The", Sentence),
            ("lamp", Close),
        ];
        let found = words("en", "Object-oriented C++, and TCP/IP. The lamp's");
        let expected: Vec<_> =
            expected.iter().map(|(word, gap)| ((*word).to_owned(), *gap)).collect();
        assert_eq!(found, expected);
        let gaps: Vec<Gap> =
            words("zh", "灯笼 研究 Rust 语言。").iter().map(|(_, gap)| *gap).collect();
        assert_eq!(gaps, [Sentence, Apart, Close, Close]);
    }

    #[test]
    fn a_long_text_is_read_in_part() {
        let body = "灯".repeat(TEXT_BYTES);
        let reading = Reading::of(&Text { body: &body, ..Text::default() });
        assert!(reading.text.len() <= TEXT_BYTES && reading.text.len() > TEXT_BYTES - 4);
    }
}
