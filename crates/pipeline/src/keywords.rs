//! Texts to their keywords, streaming.

use crate::MissingPage;
use crate::content::KeywordOptions;
use crate::progress::{Observer, Progress, Stage, counted};
use crate::source::missing;
use crate::stream::in_order;
use sitewrap_archive::{NamedText, SourceError};
use sitewrap_keywords::{Collection, Keyword, Text, Words, keywords};

/// A text, or what stands in its place where it could not be had.
pub type InputText = Result<NamedText, MissingPage>;

/// A text of a source as input: an error concerns one text, not the source.
pub fn text_or_missing(text: Result<NamedText, SourceError>) -> InputText {
    text.map_err(missing)
}

/// The keywords of a text.
#[derive(Clone, Debug)]
pub struct TextKeywords {
    /// The name of the text; its place, if it could not be had.
    pub id: String,
    /// The keywords, the best first.
    pub keywords: Vec<Keyword>,
    /// Why there is no text; `None` if there is one.
    pub problem: Option<String>,
}

/// Counts the words of texts, by which [`text_keywords`] tells those that all have.
///
/// # Errors
/// The first error of `texts`.
pub fn collection_of<E: Send>(
    texts: impl Iterator<Item = Result<InputText, E>> + Send,
) -> Result<Collection, E> {
    let mut collection = Collection::default();
    let words = |text: &InputText| text.as_ref().ok().map(|text| Words::of(&as_text(text)));
    in_order(texts, bytes, words, |words| {
        if let Some(words) = words {
            collection.add(words);
        }
        Ok(())
    })?;
    Ok(collection)
}

/// Finds the keywords of texts one after another and hands them to `sink` in the order of the texts.
///
/// # Errors
/// The first error of `texts` or of `sink`.
pub fn text_keywords<E: Send>(
    texts: impl Iterator<Item = Result<InputText, E>> + Send,
    options: KeywordOptions,
    collection: Option<&Collection>,
    observer: &dyn Observer,
    mut sink: impl FnMut(&TextKeywords) -> Result<(), E>,
) -> Result<(), E> {
    let progress = Progress::start(observer, Stage::Keywords, None);
    let mut seen = 0;
    let find = |text: &InputText| match text {
        Ok(text) => TextKeywords {
            id: text.id.clone(),
            keywords: keywords(&as_text(text), options.method, collection, options.most),
            problem: None,
        },
        Err(MissingPage { url, reason }) => TextKeywords {
            id: url.clone(),
            keywords: Vec::new(),
            problem: Some(reason.to_string()),
        },
    };
    in_order(texts, bytes, find, |found| {
        seen += 1;
        sink(found)?;
        progress.advance(1);
        Ok(())
    })?;
    progress.finish(&counted(seen, "text"));
    Ok(())
}

fn as_text(text: &NamedText) -> Text<'_> {
    Text { title: text.title.as_deref(), body: &text.text, lang: text.lang.as_deref() }
}

fn bytes(text: &InputText) -> usize {
    text.as_ref().map_or(0, |text| text.text.len())
}
