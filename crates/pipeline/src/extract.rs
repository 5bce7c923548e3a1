//! Pages to records, streaming.

use crate::progress::{Observer, Progress, Stage, counted};
use crate::stream::in_order;
use crate::{InputPage, MissingPage};
use sitewrap_bundle::HostWrappers;
use sitewrap_content::give_body;
use sitewrap_model::{Extraction, Page, PageId, Reason};
use sitewrap_store::{Store, StoreError};
use sitewrap_structured::Structured;
use sitewrap_tree::is_html_type;
use sitewrap_tree::{Document, Parsing, Problem};
use sitewrap_values::Values;
use sitewrap_wrapper::{Extractor, ProseForm, Typer, Wrapper, WrapperSet, fill, provenance};
use std::collections::HashMap;
use std::sync::OnceLock;

/// What [`extract_pages`] tells beside the records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtractOptions {
    /// Where each value stands in its page. Pages are then parsed with positions, which takes
    /// longer.
    pub provenance: bool,
    /// What becomes of each text and address of a page. Pages are then parsed with positions too,
    /// and wrappers applied twice.
    pub explain: bool,
    /// Whether values are given as text or as what their types say.
    pub values: Values,
    /// Whether running text is given as text or as clean HTML.
    pub prose: ProseForm,
    /// Whether what pages state for machines is given beside their records.
    pub structured: StructuredForm,
}

/// What is done with what pages state for machines: JSON-LD, microdata, RDFa, Open Graph, the state
/// of their scripts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StructuredForm {
    /// Nothing.
    #[default]
    Out,
    /// It is given beside the record.
    Beside,
    /// It is given beside the record, and the record takes from it what the page does not show.
    Fill,
}

/// How many pages went through [`extract_pages`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtractCounts {
    /// Pages seen.
    pub pages: usize,
    /// Pages that a wrapper fits: those with a record.
    pub records: usize,
    /// Pages that could not be had.
    pub missing: usize,
    /// Pages among those with a record that satisfy their wrapper.
    pub satisfied: usize,
}

/// Extracts pages one after another and hands the results to `sink` in the order of the pages.
///
/// Reading, extracting on all threads, and `sink` overlap; at most two batches of pages are in
/// memory. When pages come slowly, each is handed on without waiting for the next.
///
/// # Errors
/// The first error of `pages` (the source is broken, not one page) or of `sink`; either ends the
/// extraction.
pub fn extract_pages<I, E>(
    wrappers: &WrapperSet,
    pages: I,
    options: ExtractOptions,
    total: Option<u64>,
    observer: &dyn Observer,
    sink: impl FnMut(&Extraction) -> Result<(), E>,
) -> Result<ExtractCounts, E>
where
    I: Iterator<Item = Result<InputPage, E>> + Send,
    E: Send,
{
    let pages = pages.map(|page| page.map(|page| (page, None)));
    let reader = Reader::new(wrappers, options);
    extract_known(|_| Ok(&reader), pages, options, total, observer, sink)
}

/// As [`extract_pages`] with the wrappers of several sites: those of its host extract a page. One of another
/// host gets no record, and the reason says so ([`Reason::OtherHost`]).
///
/// # Errors
/// As [`extract_pages`].
pub fn extract_pages_by_host<I, E>(
    wrappers: &HostWrappers,
    pages: I,
    options: ExtractOptions,
    total: Option<u64>,
    observer: &dyn Observer,
    sink: impl FnMut(&Extraction) -> Result<(), E>,
) -> Result<ExtractCounts, E>
where
    I: Iterator<Item = Result<InputPage, E>> + Send,
    E: Send,
{
    let pages = pages.map(|page| page.map(|page| (page, None)));
    let extractor = HostExtractor::new(wrappers, options);
    extract_known(|page| extractor.reader_of(page), pages, options, total, observer, sink)
}

/// Extracts pages as [`extract_pages_by_host`] does, each when it is asked for.
#[derive(Debug)]
pub struct HostExtractor<'w> {
    wrappers: &'w HostWrappers,
    options: ExtractOptions,
    /// One for each set of wrappers, made when its first page comes: most of many sites may have none.
    readers: Vec<OnceLock<Reader<'w>>>,
}

impl<'w> HostExtractor<'w> {
    /// An extractor with the wrappers of several sites.
    pub fn new(wrappers: &'w HostWrappers, options: ExtractOptions) -> Self {
        let readers = wrappers.sets().iter().map(|_| OnceLock::new()).collect();
        Self { wrappers, options, readers }
    }

    /// Extracts a page with the wrappers of its host.
    pub fn extract(&self, page: &Page) -> Extraction {
        match self.reader_of(page) {
            Ok(reader) => reader.read(page, None, self.options),
            Err(reason) => without_wrappers(page, reason, self.options),
        }
    }

    fn reader_of(&self, page: &Page) -> Result<&Reader<'w>, Reason> {
        let place = self.wrappers.place_of(&page.url, &page.final_url)?;
        let made = || Reader::new(&self.wrappers.sets()[place], self.options);
        Ok(self.readers[place].get_or_init(made))
    }
}

/// As [`extract_pages`] for all pages of a store in the order of their ids. A page of a cluster is
/// extracted with the wrapper of its cluster.
///
/// # Errors
/// If the store cannot be read, and the first error of `sink`.
pub fn extract_stored<E>(
    store: &Store,
    wrappers: &WrapperSet,
    options: ExtractOptions,
    observer: &dyn Observer,
    sink: impl FnMut(&Extraction) -> Result<(), E>,
) -> Result<ExtractCounts, E>
where
    E: From<StoreError> + Send,
{
    let known = wrappers_of_pages(store, wrappers)?;
    let pages = stored_pages(store);
    let total = pages.len() as u64;
    let pages = pages.zip(known).map(|(page, known)| Ok((page?, known)));
    let reader = Reader::new(wrappers, options);
    extract_known(|_| Ok(&reader), pages, options, Some(total), observer, sink)
}

/// For every page of a store, in the order of their ids, the place in a wrapper set of the wrapper
/// of its cluster, if it is in one. The set is the latest of the store.
pub(crate) fn wrappers_of_pages(
    store: &Store,
    wrappers: &WrapperSet,
) -> Result<Vec<Option<usize>>, StoreError> {
    let induced = store.induced()?.unwrap_or_default().wrappers;
    let places: HashMap<&str, usize> =
        induced.iter().enumerate().map(|(at, of)| (of.page_type.as_str(), at)).collect();
    let mut known = vec![None; store.pages().len()];
    for label in store.clustering()?.map(|(_, labels)| labels).unwrap_or_default() {
        let place = label.page_type.and_then(|name| places.get(name.as_str()).copied());
        if let Some(known) = known.get_mut(label.page.0 as usize) {
            *known = place.filter(|place| *place < wrappers.wrappers.len());
        }
    }
    Ok(known)
}

/// A page, and the place of its wrapper if that is known.
type KnownPage = (InputPage, Option<usize>);

/// A set of wrappers made ready to read many pages.
#[derive(Debug)]
struct Reader<'w> {
    extractor: Extractor<'w>,
    typer: Option<Typer<'w>>,
}

impl<'w> Reader<'w> {
    fn new(wrappers: &'w WrapperSet, options: ExtractOptions) -> Self {
        Self {
            extractor: Extractor::new(wrappers).with_prose(options.prose),
            typer: (options.values == Values::Typed).then(|| Typer::new(wrappers)),
        }
    }

    fn read(&self, page: &Page, known: Option<usize>, options: ExtractOptions) -> Extraction {
        let raw = match unfit(page) {
            Some(reason) => Extraction::without_record(&page.url, reason),
            None => extract_fit(&self.extractor, page, known, options),
        };
        match &self.typer {
            Some(typer) => typer.typed(raw),
            None => raw,
        }
    }
}

/// What there is to tell of a page that there are no wrappers for.
fn without_wrappers(page: &Page, reason: Reason, options: ExtractOptions) -> Extraction {
    let extraction = Reader::new(&WrapperSet::default(), options).read(page, None, options);
    let reason = unfit(page).unwrap_or(reason);
    Extraction { reason: Some(reason), ..extraction }
}

/// Extracts pages, each with what `reader_of` gives for it, or else with its reason.
fn extract_known<'r, 'w: 'r, I, E>(
    reader_of: impl Fn(&Page) -> Result<&'r Reader<'w>, Reason> + Sync,
    pages: I,
    options: ExtractOptions,
    total: Option<u64>,
    observer: &dyn Observer,
    mut sink: impl FnMut(&Extraction) -> Result<(), E>,
) -> Result<ExtractCounts, E>
where
    I: Iterator<Item = Result<KnownPage, E>> + Send,
    E: Send,
{
    let progress = Progress::start(observer, Stage::Extract, total);
    let mut counts = ExtractCounts::default();
    let extract = |(page, known): &KnownPage| match page {
        Ok(page) => match reader_of(page) {
            Ok(reader) => (reader.read(page, *known, options), false),
            Err(reason) => (without_wrappers(page, reason, options), false),
        },
        Err(MissingPage { url, reason }) => (Extraction::without_record(url, reason.clone()), true),
    };
    let bytes = |page: &KnownPage| page.0.as_ref().map_or(0, |page| page.body.len());
    in_order(pages, bytes, extract, |(extraction, is_missing)| {
        counts.add(extraction);
        counts.missing += usize::from(*is_missing);
        sink(extraction)?;
        progress.advance(1);
        Ok(())
    })?;
    progress.finish(&format!(
        "{} of {} gave a record, {} of them in full",
        counts.records,
        counted(counts.pages, "page"),
        counts.satisfied
    ));
    Ok(counts)
}

/// All pages of a store in the order of their ids, as input of [`extract_pages`]. A damaged page
/// is a missing one.
pub fn stored_pages(
    store: &Store,
) -> impl ExactSizeIterator<Item = Result<InputPage, StoreError>> + Send + '_ {
    store.pages().enumerate().map(|(at, page)| match page {
        Ok((_, page)) => Ok(Ok(page)),
        Err(StoreError::BadRow { table, row, problem }) => {
            let url = store.page_url(PageId(at as u32)).ok().flatten();
            let url = url.unwrap_or_else(|| format!("page {at} of the store"));
            let reason = Reason::Damaged(format!("row {row} of table {table} {problem}"));
            Ok(Err(MissingPage { url, reason }))
        }
        Err(error) => Err(error),
    })
}

impl ExtractCounts {
    fn add(&mut self, extraction: &Extraction) {
        self.pages += 1;
        self.records += usize::from(extraction.record.is_some());
        self.satisfied += usize::from(extraction.satisfied);
    }
}

/// The extraction of a page that can hold a record, with what else is asked for.
fn extract_fit(
    extractor: &Extractor<'_>,
    page: &Page,
    known: Option<usize>,
    options: ExtractOptions,
) -> Extraction {
    let with_structured = options.structured != StructuredForm::Out;
    let parsing = Parsing {
        positions: options.provenance || options.explain,
        scripts: with_structured,
        no_body_links: true,
        ..Parsing::default()
    };
    let address = Some(page.final_url.as_str());
    let (document, positions) =
        Document::parse_with(&page.body, page.content_type(), address, &parsing);
    let mut extraction = match positions {
        Some(positions) => {
            let (mut extraction, sources) = extractor.trace_as(&page.url, &document.tree, known);
            if options.provenance {
                extraction.provenance =
                    sources.map(|sources| provenance(&sources, &document.tree, &positions));
            }
            if options.explain {
                let xpath = |node| positions.xpath(&document.tree, node);
                extraction.explained =
                    extractor.explain(&extraction, &page.url, &document.tree, &xpath);
            }
            extraction
        }
        None => extractor.extract_as(&page.url, &document.tree, known),
    };
    let wrapper = extractor.wrapper_of(&extraction);
    if let Some(content) = wrapper.and_then(Wrapper::content) {
        give_body(&mut extraction, content, &document, &page.final_url, options.prose);
    }
    if let Some(problem) = document.problems.iter().find(|problem| loses_content(problem)) {
        extraction.satisfied = false;
        let of_rest = extraction.reason.map(Box::new);
        extraction.reason = Some(Reason::ReadInPart { of_rest, problem: problem.to_string() });
    }
    if with_structured {
        let structured = Structured::of(&document, &page.final_url);
        if options.structured == StructuredForm::Fill {
            fill(&mut extraction, &structured.facts());
        }
        extraction.structured = Some(structured.records());
    }
    extraction
}

/// Whether what a bound cut off of a page may have held values.
fn loses_content(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::BytesCut { .. }
            | Problem::ParsingStopped { .. }
            | Problem::TextCut { .. }
            | Problem::CleaningStopped { .. }
    )
}

/// Why a page cannot hold a record, whatever the wrappers; `None` for pages worth a look.
pub(crate) fn unfit(page: &Page) -> Option<Reason> {
    if page.is_soft_404() {
        return Some(Reason::Soft404);
    }
    if !page.is_success() {
        return Some(Reason::Status(page.status));
    }
    if let Some(kind) = page.content_type()
        && !is_html(kind)
    {
        return Some(Reason::NotHtml(kind.to_owned()));
    }
    page.body.iter().all(u8::is_ascii_whitespace).then_some(Reason::EmptyPage)
}

/// Whether a `content-type` is HTML; an empty one is given the benefit of the doubt.
pub(crate) fn is_html(content_type: &str) -> bool {
    content_type.trim().is_empty() || is_html_type(content_type)
}
