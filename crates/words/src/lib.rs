//! Text to words.
//!
//! Where do words begin and end, what is the stem of one, which of them say nothing by themselves, and
//! in which language is a text? Words are those of Unicode's segmentation (UAX #29); Chinese, which has
//! no spaces, is cut by a dictionary (jieba). Stems are those of Snowball, stop words those of the
//! Stopwords ISO and NLTK collections.
//!
//! ```
//! use sitewrap_words::{Dense, Language, Segmenter};
//!
//! let mut words = Vec::new();
//! let segmenter = Segmenter::new(Language::from_code("zh"), Dense::Pairs);
//! segmenter.segment("我们喜欢灯笼 lamps", |word| words.push(word.text));
//! assert_eq!(words, ["我们", "喜欢", "灯笼", "lamps"]);
//! ```

mod language;
mod script;
mod segment;
mod stems;
mod stop;

pub use language::Language;
pub use script::{is_dense, is_han, is_hangul, is_kana};
pub use segment::{Dense, Part, Segmenter, Word};
pub use stems::Stems;
pub use stop::StopWords;
