//! The fields of the index, and which of them a query means.

use crate::analyzer::Analyzer;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, JsonObjectOptions, STORED, STRING, Schema, TextFieldIndexing,
    TextOptions,
};
use tantivy::tokenizer::TokenizerManager;

/// The name by which tantivy knows the [`Analyzer`].
const ANALYZER: &str = "site";

/// Name of the field that holds the fields of records.
pub(crate) const RECORD: &str = "record";

/// Name of the field that holds page types, in the index.
pub(crate) const PAGE_TYPE: &str = "page_type";

/// Name of the field that holds what entries were made from.
pub(crate) const DIGEST: &str = "digest";

/// Name of the field that holds the hashes of addresses.
pub(crate) const KEY: &str = "key";

/// Name of the field that holds where pages lead.
pub(crate) const LINKS: &str = "links";

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    pub(crate) url: Field,
    pub(crate) page_type: Field,
    pub(crate) title: Field,
    pub(crate) text: Field,
    /// What the record says in words.
    pub(crate) values: Field,
    /// Words of the address.
    pub(crate) path: Field,
    pub(crate) record: Field,
    /// What the entry was made from; another one where that has changed.
    pub(crate) digest: Field,
    /// A hash of the address, by which ranks are found.
    pub(crate) key: Field,
    /// The keys of the pages that the page leads to.
    pub(crate) links: Field,
}

impl Fields {
    pub(crate) fn schema() -> (Schema, Self) {
        let indexing = || {
            TextFieldIndexing::default()
                .set_tokenizer(ANALYZER)
                .set_index_option(IndexRecordOption::WithFreqsAndPositions)
        };
        let words = || TextOptions::default().set_indexing_options(indexing());
        let record = JsonObjectOptions::default().set_indexing_options(indexing()).set_fast("raw");
        let mut schema = Schema::builder();
        let fields = Self {
            url: schema.add_text_field("url", STRING | STORED | FAST),
            page_type: schema.add_text_field(PAGE_TYPE, STRING | STORED | FAST),
            title: schema.add_text_field("title", words().set_stored()),
            text: schema.add_text_field("text", words().set_stored()),
            values: schema.add_text_field("values", words().set_stored()),
            path: schema.add_text_field("path", words()),
            record: schema.add_json_field(RECORD, record),
            digest: schema.add_u64_field(DIGEST, FAST),
            key: schema.add_u64_field(KEY, FAST),
            links: schema.add_u64_field(LINKS, FAST),
        };
        (schema.build(), fields)
    }

    /// Fields whose words a query without a field means.
    pub(crate) fn of_words(&self) -> [Field; 4] {
        [self.title, self.text, self.values, self.path]
    }
}

/// What cuts the texts of an index into words.
pub(crate) fn tokenizers(analyzer: Analyzer) -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(ANALYZER, analyzer.pipeline());
    tokenizers
}
