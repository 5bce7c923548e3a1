//! The keywords of a text.
//!
//! Which words and phrases tell what a text is about? [`keywords`] goes from a [`Text`] to its
//! [`Keyword`]s in three steps:
//!
//! 1. the text is cut into words, each with its stem and what it can be in a phrase,
//! 2. a [`Method`] ranks words ([`Method::Network`]) or phrases ([`Method::Best`]),
//! 3. the best are given as the text writes them.
//!
//! What else its site says ([`Collection`]) tells which words are no news in it. `DESIGN.md` has the
//! methods and what they were measured to give.

mod centrality;
mod collection;
mod grade;
mod method;
mod network;
mod phrases;
mod rank;
mod reading;
mod text;

pub use collection::{Collection, Words};
pub use method::{Centrality, Method};
pub use reading::TEXT_BYTES;
pub use text::{Keyword, Text};

use reading::Reading;

/// The keywords of a text, at most `most`, the best first. `collection` holds the texts beside which it
/// stands, mostly those of its site; for [`Method::Best`] only.
///
/// # Example
/// ```
/// use sitewrap_keywords::{Method, Text, keywords};
/// let body = "The oil lantern burns for six hours. An oil lantern needs a clean wick, \
///     and the wick of an oil lantern has to be trimmed.";
/// let text = Text { body, lang: Some("en"), ..Text::default() };
/// let found = keywords(&text, Method::Best, None, 2);
/// assert_eq!(found[0].text, "oil lantern");
/// ```
pub fn keywords(
    text: &Text<'_>,
    method: Method,
    collection: Option<&Collection>,
    most: usize,
) -> Vec<Keyword> {
    let reading = Reading::of(text);
    let mut found = match method {
        Method::Best => rank::best(&reading, collection, most),
        Method::Network(centrality) => network::central(&reading, centrality, most),
    };
    let top = found.first().map_or(0.0, |first| first.score);
    if top > 0.0 {
        found.iter_mut().for_each(|keyword| keyword.score /= top);
    }
    found
}
