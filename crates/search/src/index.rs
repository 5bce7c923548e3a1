//! The index on disk: opening it, and bringing it in step with the pages.

use crate::analyzer::Analyzer;
use crate::entry::Entry;
use crate::error::SearchError;
use crate::fields::{DIGEST, Fields, KEY, LINKS, tokenizers};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use sitewrap_hash::of_bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tantivy::schema::Term;
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, TantivyError};
use tempfile::NamedTempFile;

/// What the files of an index mean; an index of another version is made anew.
const VERSION: u32 = 2;

/// Memory in which entries are gathered before they are written, in bytes.
const ARENA_BYTES: usize = 64 << 20;

/// Longest value (bytes) of a field by which hits are counted.
const LABEL_BYTES: usize = 60;

/// The folder of tantivy's files, within that of the index.
const FILES: &str = "index";

/// The file that holds their checksums.
const CHECKSUMS: &str = "checksums.json";

/// The file that holds the ranks of pages, which change more often than the pages.
const RANKS: &str = "ranks.json";

/// The search index of one site, in a folder of its own.
pub struct SearchIndex {
    pub(crate) index: Index,
    pub(crate) reader: IndexReader,
    pub(crate) fields: Fields,
    pub(crate) about: About,
    /// How often links lead to a page, as a multiple of the mean, by the key of its address.
    pub(crate) ranks: FxHashMap<u64, f32>,
    dir: PathBuf,
}

/// What an index says of itself.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct About {
    version: u32,
    /// The language of most pages.
    lang: Option<String>,
    /// Names of the fields of records, as queries write them; those in records and maps with a dot.
    pub(crate) fields: BTreeSet<String>,
    /// Those of them whose values are short texts that say something of the page, not of a list's item.
    pub(crate) facets: BTreeSet<String>,
}

impl SearchIndex {
    /// Opens the index in a folder. `None` if there is none that can be used: none at all, one that is
    /// damaged or cannot be read, or one of another release; each is made anew by [`create`](Self::create).
    pub fn open(dir: &Path) -> Option<Self> {
        // tantivy trusts its files; it sees none that are not as they were written.
        if !is_whole(dir) {
            return None;
        }
        let index = Index::open_in_dir(dir.join(FILES)).ok()?;
        let about: About = serde_json::from_str(&index.load_metas().ok()?.payload?).ok()?;
        let (schema, _) = Fields::schema();
        if about.version != VERSION || index.schema() != schema {
            return None;
        }
        Self::of(index, about, dir).ok()
    }

    /// Makes an empty index in a folder for pages of a language, in place of one that is there.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn create(dir: &Path, lang: Option<&str>) -> Result<Self, SearchError> {
        let failed = |problem: String| SearchError::Io { path: dir.to_owned(), problem };
        match fs::remove_dir_all(dir) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(error.to_string()));
            }
            _ => {}
        }
        let files = dir.join(FILES);
        fs::create_dir_all(&files).map_err(|error| failed(error.to_string()))?;
        let (schema, _) = Fields::schema();
        let about = About { version: VERSION, lang: lang.map(str::to_owned), ..About::default() };
        Index::create_in_dir(&files, schema)
            .and_then(|index| Self::of(index, about, dir))
            .map_err(|error| failed(error.to_string()))
    }

    fn of(mut index: Index, about: About, dir: &Path) -> Result<Self, TantivyError> {
        index.set_tokenizers(tokenizers(Analyzer::new(about.lang.as_deref())));
        let (_, fields) = Fields::schema();
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let ranks = fs::read(dir.join(RANKS)).ok();
        let ranks: Vec<(u64, f32)> =
            ranks.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Ok(Self {
            index,
            reader,
            fields,
            about,
            ranks: ranks.into_iter().collect(),
            dir: dir.into(),
        })
    }

    /// How many pages it holds.
    pub fn len(&self) -> usize {
        self.reader.searcher().num_docs() as usize
    }

    /// Whether it holds no page.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The language of most of its pages, as it was told when the index was made.
    pub fn lang(&self) -> Option<&str> {
        self.about.lang.as_deref()
    }

    /// What each page's entry was made from, by its address.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn digests(&self) -> Result<FxHashMap<String, u64>, SearchError> {
        let searcher = self.reader.searcher();
        let mut found = FxHashMap::default();
        let mut read = || -> Result<(), TantivyError> {
            for segment in searcher.segment_readers() {
                let columns = segment.fast_fields();
                let digests = columns.u64(DIGEST)?;
                let Some(urls) = columns.str("url")? else { continue };
                for doc in segment.doc_ids_alive() {
                    let mut url = String::new();
                    if let (Some(ord), Some(digest)) =
                        (urls.term_ords(doc).next(), digests.first(doc))
                        && urls.ord_to_str(ord, &mut url)?
                    {
                        found.insert(url, digest);
                    }
                }
            }
            Ok(())
        };
        read().map_err(|error| self.failed(&error))?;
        Ok(found)
    }

    /// Where the pages lead: the key of each page with those of the pages that it has links to, which may
    /// be pages that the index does not hold.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn links(&self) -> Result<Vec<(u64, Vec<u64>)>, SearchError> {
        let searcher = self.reader.searcher();
        let mut found = Vec::new();
        let mut read = || -> Result<(), TantivyError> {
            for segment in searcher.segment_readers() {
                let (keys, links) =
                    (segment.fast_fields().u64(KEY)?, segment.fast_fields().u64(LINKS)?);
                let of_doc = |doc| Some((keys.first(doc)?, links.values_for_doc(doc).collect()));
                found.extend(segment.doc_ids_alive().filter_map(of_doc));
            }
            Ok(())
        };
        read().map_err(|error| self.failed(&error))?;
        found.sort_unstable();
        Ok(found)
    }

    /// Keeps the ranks of the pages: by key, as multiples of their mean.
    ///
    /// # Errors
    /// If the disk is full or not to be written.
    pub fn set_ranks(&mut self, ranks: Vec<(u64, f32)>) -> Result<(), SearchError> {
        write_json(&self.dir, RANKS, &ranks).map_err(|error| self.failed(&error.into()))?;
        self.ranks = ranks.into_iter().collect();
        Ok(())
    }

    /// Begins to bring the index in step with the pages.
    ///
    /// # Errors
    /// If the folder cannot be written, or another process is writing.
    pub fn update(&mut self) -> Result<Update<'_>, SearchError> {
        // One thread, so that the same pages give the same index.
        let writer = self
            .index
            .writer_with_num_threads(1, ARENA_BYTES)
            .map_err(|error| self.failed(&error))?;
        Ok(Update { counts: UpdateCounts::default(), writer, index: self })
    }

    pub(crate) fn failed(&self, error: &TantivyError) -> SearchError {
        SearchError::Io { path: self.dir.clone(), problem: error.to_string() }
    }
}

/// How many entries an [`Update`] has written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UpdateCounts {
    /// Entries that are new, or other than before.
    pub written: usize,
    /// Entries of pages that are no more.
    pub removed: usize,
}

/// Changes of an index, which hold together: all of them or none.
pub struct Update<'i> {
    index: &'i mut SearchIndex,
    writer: IndexWriter,
    counts: UpdateCounts,
}

impl Update<'_> {
    /// Puts the entry of a page in the place of that which is there. `digest` tells what it was made
    /// from; see [`SearchIndex::digests`].
    ///
    /// # Errors
    /// If the disk is full or not to be written.
    pub fn put(&mut self, entry: &Entry, digest: u64) -> Result<(), SearchError> {
        let fields = self.index.fields;
        self.writer.delete_term(Term::from_field_text(fields.url, &entry.url));
        let mut document = TantivyDocument::default();
        document.add_text(fields.url, &entry.url);
        document.add_u64(fields.digest, digest);
        document.add_u64(fields.key, of_bytes(entry.url.as_bytes()));
        let mut led_to = FxHashSet::default();
        for link in entry.links.iter().map(|url| of_bytes(url.as_bytes())) {
            if led_to.insert(link) {
                document.add_u64(fields.links, link);
            }
        }
        let texts = [
            (fields.page_type, &entry.page_type),
            (fields.title, &entry.title),
            (fields.title, &entry.window_title),
            (fields.text, &entry.text),
        ];
        for (field, text) in texts {
            if let Some(text) = text {
                document.add_text(field, text);
            }
        }
        document.add_text(fields.path, entry.path());
        let values = entry.values();
        if !values.is_empty() {
            document.add_text(fields.values, values);
        }
        let record = entry.fields();
        self.index.about.name(&record, "", true);
        let record =
            record.into_iter().map(|(name, value)| (name, value.into())).collect::<Vec<_>>();
        document.add_object(fields.record, record.into_iter().collect());
        self.writer.add_document(document).map_err(|error| self.index.failed(&error))?;
        self.counts.written += 1;
        Ok(())
    }

    /// Takes the page with this address out.
    pub fn remove(&mut self, url: &str) {
        self.writer.delete_term(Term::from_field_text(self.index.fields.url, url));
        self.counts.removed += 1;
    }

    /// Writes the changes.
    ///
    /// # Errors
    /// If the disk is full or not to be written; the index is then as it was.
    pub fn commit(mut self) -> Result<UpdateCounts, SearchError> {
        let index = self.index;
        let about = serde_json::to_string(&index.about)
            .map_err(|error| index.failed(&TantivyError::InternalError(error.to_string())))?;
        let commit = |writer: &mut IndexWriter| -> Result<(), TantivyError> {
            let mut prepared = writer.prepare_commit()?;
            prepared.set_payload(&about);
            prepared.commit()?;
            Ok(())
        };
        commit(&mut self.writer).map_err(|error| index.failed(&error))?;
        self.writer.wait_merging_threads().map_err(|error| index.failed(&error))?;
        write_checksums(&index.dir).map_err(|error| index.failed(&error.into()))?;
        index.reader.reload().map_err(|error| index.failed(&error))?;
        Ok(self.counts)
    }
}

impl About {
    /// Adds the names of a record's fields as queries write them. `alone` tells whether the record is no
    /// item of a list.
    fn name(&mut self, record: &Map<String, Json>, within: &str, alone: bool) {
        for (name, value) in record {
            let name = if within.is_empty() { name.clone() } else { format!("{within}.{name}") };
            let (values, is_one) = match value {
                Json::Array(list) => (list.as_slice(), false),
                one => (std::slice::from_ref(one), true),
            };
            for value in values {
                if let Json::Object(record) = value {
                    self.name(record, &name, alone && is_one);
                    continue;
                }
                self.fields.insert(name.clone());
                if alone && is_label(value) {
                    self.facets.insert(name.clone());
                }
            }
        }
    }
}

/// Whether a value may be one of few: a short text that is no address.
fn is_label(value: &Json) -> bool {
    let text = value.as_str().unwrap_or_default();
    !text.is_empty() && text.len() <= LABEL_BYTES && !text.contains("://") && !text.starts_with('/')
}

/// Writes the checksums (CRC-32) of the files of an index, by which [`is_whole`] knows them.
fn write_checksums(dir: &Path) -> io::Result<()> {
    let mut checksums = BTreeMap::new();
    for file in fs::read_dir(dir.join(FILES))? {
        let file = file?;
        let name = file.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".lock") {
            checksums.insert(name, crc32fast::hash(&fs::read(file.path())?));
        }
    }
    write_json(dir, CHECKSUMS, &checksums)
}

/// Whether all files of an index are as they were written.
fn is_whole(dir: &Path) -> bool {
    let checksums = fs::read(dir.join(CHECKSUMS)).ok();
    let checksums: Option<BTreeMap<String, u32>> =
        checksums.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    checksums.is_some_and(|checksums| {
        checksums.iter().all(|(name, checksum)| {
            let bytes = fs::read(dir.join(FILES).join(name));
            bytes.is_ok_and(|bytes| crc32fast::hash(&bytes) == *checksum)
        })
    })
}

/// Writes a file whole or not at all.
fn write_json(dir: &Path, name: &str, value: &impl Serialize) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(dir)?;
    serde_json::to_writer(&mut file, value)?;
    file.flush()?;
    file.persist(dir.join(name)).map_err(|error| error.error)?;
    Ok(())
}
