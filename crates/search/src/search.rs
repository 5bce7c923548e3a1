//! Queries and what they find.

use crate::error::SearchError;
use crate::facets::{Facet, FacetCollector};
use crate::fields::KEY;
use crate::index::SearchIndex;
use crate::query::{Reading, read};
use crate::vectors::cosines;
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::Query as TantivyQuery;
use tantivy::schema::{Field, TantivyDocument, Value};
use tantivy::snippet::SnippetGenerator;
use tantivy::{DocAddress, DocId, Score, Searcher, SegmentReader, TantivyError};

/// How much the rank of a page counts: the score grows by this share of `ln(1 + rank)`, where 1 is the
/// mean rank. A page that is linked to a hundred times as often as the mean gains a fifth, so that ranks
/// decide among pages that say about the same.
const RANK_WEIGHT: f32 = 0.05;

/// Characters of a snippet.
const SNIPPET_CHARS: usize = 180;

/// How hits are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// BM25, with the ranks of pages as a factor.
    #[default]
    Bm25,
    /// The vector space model: the cosine of TF-IDF vectors.
    TfIdf,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Query {
    /// The query: words, `"phrases"`, `field:word`, `field:[from TO to]`, `AND`, `OR`, `-without`.
    pub text: String,
    /// Hits that are wanted.
    pub limit: usize,
    /// Hits that are passed over.
    pub offset: usize,
    /// Letters by which words may differ from those of the query, 0 to 2.
    pub fuzzy: u8,
    /// How hits are ranked.
    pub model: Model,
}

/// A page that a query finds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hit {
    /// The address of the page.
    pub url: String,
    /// Its page type.
    pub page_type: Option<String>,
    /// How well it fits, more is better; scores of different queries cannot be compared.
    pub score: f32,
    /// Its title.
    pub title: Option<String>,
    /// A piece of it that has words of the query, and the byte ranges of these in it.
    pub snippet: Option<(String, Vec<Range<usize>>)>,
}

/// What a query finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Hits {
    /// The hits that are wanted, the best first; those of one score in the order of their addresses.
    pub hits: Vec<Hit>,
    /// How many pages match.
    pub total: usize,
    /// Whether no page has all words of the query, so that pages with some of them are told.
    pub some_words: bool,
    /// Page types and fields with few values among all hits.
    pub facets: Vec<Facet>,
}

impl SearchIndex {
    /// Answers a query. A page must have all its words; where none has, any of them is enough.
    ///
    /// # Errors
    /// If the query cannot be read or asks for a field that no page has, or the index cannot be read.
    pub fn search(&self, asked: &Query) -> Result<Hits, SearchError> {
        let reading = Reading { all: true, fuzzy: asked.fuzzy };
        let query = read(self, &asked.text, reading)?;
        let hits = self.find(&*query, asked).map_err(|error| self.failed(&error))?;
        if hits.total > 0 {
            return Ok(hits);
        }
        let query = read(self, &asked.text, Reading { all: false, ..reading })?;
        let hits = self.find(&*query, asked).map_err(|error| self.failed(&error))?;
        let some_words = hits.total > 0;
        Ok(Hits { some_words, ..hits })
    }

    fn find(&self, query: &dyn TantivyQuery, asked: &Query) -> Result<Hits, TantivyError> {
        let searcher = self.reader.searcher();
        let collectors = (Count, FacetCollector::new(self)?);
        let (total, counts) = searcher.search(query, &collectors)?;
        let facets = collectors.1.facets(counts);
        let mut found = match asked.model {
            Model::Bm25 => self.best(&searcher, query, asked.offset + asked.limit)?,
            Model::TfIdf => cosines(self, &searcher, query)?,
        };
        let mut named: Vec<(f32, String, DocAddress)> = Vec::with_capacity(found.len());
        for (score, address) in found.drain(..) {
            let document: TantivyDocument = searcher.doc(address)?;
            named.push((score, text_of(&document, self.fields.url).unwrap_or_default(), address));
        }
        named.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let snippets = self.snippets(&searcher, query)?;
        let mut hits = Vec::new();
        for (score, url, address) in named.into_iter().skip(asked.offset).take(asked.limit) {
            let document: TantivyDocument = searcher.doc(address)?;
            hits.push(Hit {
                url,
                page_type: text_of(&document, self.fields.page_type),
                score,
                title: text_of(&document, self.fields.title),
                snippet: self.snippet(&document, &snippets),
            });
        }
        Ok(Hits { hits, total, some_words: false, facets })
    }

    /// The best pages by BM25 and their ranks.
    fn best(
        &self,
        searcher: &Searcher,
        query: &dyn TantivyQuery,
        most: usize,
    ) -> Result<Vec<(f32, DocAddress)>, TantivyError> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let ranks = Arc::new(self.ranks.clone());
        let score = move |segment: &SegmentReader| {
            let (keys, ranks) = (segment.fast_fields().u64(KEY).ok(), Arc::clone(&ranks));
            move |doc: DocId, score: Score| {
                let key = keys.as_ref().and_then(|keys| keys.first(doc));
                let rank = key.and_then(|key| ranks.get(&key)).copied().unwrap_or(0.0);
                score * (1.0 + RANK_WEIGHT * rank.max(0.0).ln_1p())
            }
        };
        searcher.search(query, &TopDocs::with_limit(most).tweak_score(score))
    }

    /// What makes the snippets of the text, and of the values where that says nothing of the query.
    fn snippets(
        &self,
        searcher: &Searcher,
        query: &dyn TantivyQuery,
    ) -> Result<[(Field, SnippetGenerator); 2], TantivyError> {
        let of = |field: Field| -> Result<(Field, SnippetGenerator), TantivyError> {
            let mut generator = SnippetGenerator::create(searcher, query, field)?;
            generator.set_max_num_chars(SNIPPET_CHARS);
            Ok((field, generator))
        };
        Ok([of(self.fields.text)?, of(self.fields.values)?])
    }

    fn snippet(
        &self,
        document: &TantivyDocument,
        generators: &[(Field, SnippetGenerator)],
    ) -> Option<(String, Vec<Range<usize>>)> {
        let mut texts = generators.iter().filter_map(|(field, generator)| {
            let text = text_of(document, *field)?;
            let snippet = generator.snippet(&text);
            (!snippet.is_empty())
                .then(|| (snippet.fragment().to_owned(), snippet.highlighted().to_vec()))
        });
        let plain = || {
            let text = generators.iter().find_map(|(field, _)| text_of(document, *field))?;
            Some((text.chars().take(SNIPPET_CHARS).collect(), Vec::new()))
        };
        texts.next().or_else(plain)
    }
}

fn text_of(document: &TantivyDocument, field: Field) -> Option<String> {
    document.get_first(field)?.as_str().map(str::to_owned)
}
