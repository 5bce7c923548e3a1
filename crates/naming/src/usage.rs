//! How a site uses its class words: which of them can tell what something is.
//!
//! A class word that stands with many different companions, such as those of utility frameworks
//! (`mb-3`, `text-center`), says how things look; one that always stands in the same company was
//! given to one thing. A word that begins many class words is the name of a theme or plugin.

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::Corpus;
use sitewrap_terms::book;
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::{fold, singular, split};
use sitewrap_wrapper::normalize_token;
use std::hash::{Hash, Hasher};

/// What is known of the class words of a site.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    /// The companies that a class word was seen in.
    companies: FxHashMap<String, FxHashSet<u64>>,
    prefixes: FxHashSet<String>,
    /// Words of the pages' texts, in the singular.
    said: FxHashSet<String>,
}

/// Different words of texts that are kept.
const MANY_WORDS: usize = 40_000;

impl Usage {
    pub(crate) fn new(corpora: &[Corpus<'_>]) -> Self {
        let mut companies: FxHashMap<String, FxHashSet<u64>> = FxHashMap::default();
        let mut said: FxHashSet<String> = FxHashSet::default();
        for corpus in corpora {
            let step = corpus.len().div_ceil(corpus.parameters().sampled).max(1);
            for page in (0..corpus.len()).step_by(step) {
                let tree = corpus.tree(page);
                for node in tree.nodes() {
                    take_words(tree.text(node), &mut said);
                    let mut words: Vec<String> = tree.classes(node).map(normalize_token).collect();
                    words.sort_unstable();
                    words.dedup();
                    let company = company(tree.tag(node).as_str(), &words);
                    for word in words {
                        let known = companies.entry(word).or_default();
                        if known.len() <= 4 * corpus.parameters().many {
                            known.insert(company);
                        }
                    }
                }
            }
        }
        let mut first: FxHashMap<String, usize> = FxHashMap::default();
        for word in companies.keys() {
            let words = split(word);
            if words.len() > 1 {
                *first.entry(words[0].clone()).or_default() += 1;
            }
        }
        let parameters =
            corpora.first().map(|corpus| corpus.parameters().clone()).unwrap_or_default();
        let least = (parameters.prefix_share * companies.len() as f64).max(parameters.many as f64);
        let is_code = |word: &str| !said.contains(&singular(word)) && !is_word(word);
        let prefixes = first
            .into_iter()
            .filter(|(word, count)| {
                *count as f64 >= least || *count >= parameters.few && is_code(word)
            })
            .map(|(word, _)| word)
            .collect();
        Self { companies, prefixes, said }
    }

    /// How much a class word or id can say, 0..=1.
    pub(crate) fn weight(&self, token: &str) -> f64 {
        let companies = self.companies.get(token).map_or(1, FxHashSet::len);
        if companies <= 3 {
            return 1.0;
        }
        (3.0 / companies as f64).max(0.3)
    }

    /// Whether the site's pages say a word, in the singular or the plural.
    pub(crate) fn says(&self, word: &str) -> bool {
        self.said.contains(&singular(word))
    }

    /// Whether a word begins so many class words of the site that it says nothing.
    pub(crate) fn is_prefix(&self, word: &str) -> bool {
        self.prefixes.contains(word)
    }
}

/// Adds the words of a text in the form that class words have.
fn take_words(text: &str, said: &mut FxHashSet<String>) {
    for word in text.split(|c: char| !c.is_alphabetic()) {
        if (book().affix..=book().word_bytes).contains(&word.len()) && said.len() < MANY_WORDS {
            said.insert(singular(&fold(word)));
        }
    }
}

/// Whether a word is one that names things, whether the pages say it or not.
fn is_word(word: &str) -> bool {
    canonical(word).is_some()
        || is(Role::Entity, word)
        || is(Role::Qualifier, word)
        || is(Role::Kind, word)
        || is(Role::PagePart, word)
}

fn company(tag: &str, words: &[String]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    tag.hash(&mut hasher);
    words.hash(&mut hasher);
    hasher.finish()
}
