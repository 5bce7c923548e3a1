//! Words to their stems.

use crate::language::Language;
use frostem::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

/// Words whose stems are kept; beyond, the book begins anew. A site has a few ten thousand.
const KEPT: usize = 1 << 16;

/// Words in lower case and their stems, as they came: on a site the same words come again and again, and
/// to look one up takes a tenth of the time of finding its stem.
#[derive(Clone, Debug)]
pub struct Stems {
    /// The language of words in Latin letters.
    latin: Option<Algorithm>,
    known: FxHashMap<String, String>,
}

impl Stems {
    /// Stems of a language for words in Latin letters, which stay as they are in one that is not known;
    /// Cyrillic, Greek and Arabic words have those of Russian, Greek and Arabic.
    pub fn new(language: Language) -> Self {
        let latin = match language.code() {
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
        Self { latin, known: FxHashMap::default() }
    }

    /// The stem of a word, in lower case.
    pub fn of(&mut self, word: &str) -> &str {
        if !self.known.contains_key(word) {
            if self.known.len() >= KEPT {
                self.known.clear();
            }
            let stem = self.find(word);
            self.known.insert(word.to_owned(), stem);
        }
        self.known.get(word).map_or("", String::as_str)
    }

    fn find(&self, word: &str) -> String {
        let word = word.to_lowercase();
        let script = word.chars().find(|c| c.is_alphabetic()).unwrap_or_default();
        let algorithm = match script {
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Algorithm::Greek),
            '\u{400}'..='\u{52f}' => Some(Algorithm::Russian),
            '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Some(Algorithm::Arabic),
            'a'..='z' | '\u{df}'..='\u{24f}' => self.latin,
            _ => None,
        };
        match algorithm {
            Some(algorithm) => Stemmer::new(algorithm).stem(&word).into_owned(),
            None => word,
        }
    }
}
