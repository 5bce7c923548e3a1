//! The vector space model: pages and queries as vectors of words.
//!
//! A word weighs `1 + ln tf` in a text and `ln(N / df)` on the site; the score is the cosine of the angle
//! between the query's vector and the page's (ltc.ltc in the notation of SMART).

use crate::index::SearchIndex;
use rustc_hash::FxHashMap;
use tantivy::collector::DocSetCollector;
use tantivy::postings::Postings;
use tantivy::query::Query;
use tantivy::schema::{Field, IndexRecordOption, Term};
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED, TantivyError};

/// The pages that a query matches with their cosines, in no order.
///
/// # Complexity
/// Linear in the postings of the whole index, since the length of a page's vector depends on how many
/// pages have each of its words.
pub(crate) fn cosines(
    index: &SearchIndex,
    searcher: &Searcher,
    query: &dyn Query,
) -> Result<Vec<(f32, DocAddress)>, TantivyError> {
    let matching = searcher.search(query, &DocSetCollector)?;
    let mut asked: FxHashMap<(Field, Vec<u8>), f32> = FxHashMap::default();
    query.query_terms(&mut |term: &Term, _| {
        if index.fields.of_words().contains(&term.field()) {
            let word = (term.field(), term.serialized_value_bytes().to_vec());
            *asked.entry(word).or_insert(0.0) += 1.0;
        }
    });
    let pages = searcher.num_docs() as f32;
    let mut dots: FxHashMap<DocAddress, f32> = FxHashMap::default();
    let mut squares: FxHashMap<DocAddress, f32> = FxHashMap::default();
    for field in index.fields.of_words() {
        let mut frequency: FxHashMap<Vec<u8>, u32> = FxHashMap::default();
        for segment in searcher.segment_readers() {
            let inverted = segment.inverted_index(field)?;
            let mut terms = inverted.terms().stream()?;
            while terms.advance() {
                *frequency.entry(terms.key().to_vec()).or_default() += terms.value().doc_freq;
            }
        }
        for (ord, segment) in searcher.segment_readers().iter().enumerate() {
            let inverted = segment.inverted_index(field)?;
            let mut terms = inverted.terms().stream()?;
            while terms.advance() {
                let of_site = (pages / frequency[terms.key()].max(1) as f32).max(1.0).ln();
                let word = (field, terms.key().to_vec());
                let in_query = asked.get(&word).map(|count| (1.0 + count.ln()) * of_site);
                let option = IndexRecordOption::WithFreqs;
                let mut postings = inverted.read_postings_from_terminfo(terms.value(), option)?;
                let mut doc = postings.doc();
                while doc != TERMINATED {
                    let page = DocAddress::new(ord as u32, doc);
                    let weight = (1.0 + (postings.term_freq() as f32).ln()) * of_site;
                    *squares.entry(page).or_default() += weight * weight;
                    if let Some(in_query) = in_query {
                        *dots.entry(page).or_default() += weight * in_query;
                    }
                    doc = postings.advance();
                }
            }
        }
    }
    let cosine = |page: DocAddress| {
        let (dot, square) = (dots.get(&page), squares.get(&page));
        let (dot, square) = (dot.copied().unwrap_or(0.0), square.copied().unwrap_or(0.0));
        (if square > 0.0 { dot / square.sqrt() } else { 0.0 }, page)
    };
    Ok(matching.into_iter().map(cosine).collect())
}
