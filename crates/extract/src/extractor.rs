//! Extracting pages with a set of wrappers.

use crate::apply::{Applied, Compiled};
use crate::page::fragment::ProseForm;
use crate::page::view::View;
use crate::record::sources::Sources;
use crate::wrapper::WrapperSet;
use crate::wrapper::signature::{Ranking, paths};
use sitewrap_model::Extraction;
use sitewrap_tree::TagTree;

/// Wrappers tried on a page, those with the most similar signatures.
const CANDIDATES: usize = 3;
/// Wrappers tried if something speaks against each of those: the signature of a type with large pages
/// is unlike its small ones.
const MORE_CANDIDATES: usize = 6;

/// A page whose signature is less like a wrapper's is not tried with it: the two have next to
/// nothing in common. What little more they share, the template tells.
const MIN_SIGNATURE: f32 = 0.1;

/// A page that fits a template less than this is no page of its type.
const MIN_FIT: f64 = 0.5;

/// What each thing that speaks against a wrapper takes off its score: what all pages of the type have
/// and the page lacks, and headings and labels that say something else (`Enum` for `Struct`), which count
/// twice. Small pages of two types that are much alike fit both templates; as a rule nothing speaks
/// against the type that a page is of.
const OBJECTION: f64 = 0.1;
/// Most that count.
const MOST_OBJECTIONS: usize = 8;

fn objections(applied: &Applied) -> usize {
    (applied.missing.len() + 2 * applied.contradicted).min(MOST_OBJECTIONS)
}

/// A set of wrappers made ready to extract many pages.
#[derive(Debug)]
pub struct Extractor<'w> {
    set: &'w WrapperSet,
    compiled: Vec<Compiled<'w>>,
    ranking: Ranking,
    prose: ProseForm,
}

impl<'w> Extractor<'w> {
    /// Makes a set of wrappers ready.
    pub fn new(set: &'w WrapperSet) -> Self {
        Self {
            set,
            compiled: set.wrappers.iter().map(|wrapper| Compiled::new(&wrapper.template)).collect(),
            ranking: Ranking::new(set.wrappers.iter().map(|wrapper| &wrapper.signature)),
            prose: ProseForm::Text,
        }
    }

    /// The same with running text in another form. A field whose type is HTML is given as HTML in
    /// any case.
    #[must_use]
    pub fn with_prose(mut self, prose: ProseForm) -> Self {
        self.prose = prose;
        self
    }

    /// Extracts a page with the wrapper that fits it best. Where none fits, the extraction has no
    /// record and says why.
    pub fn extract(&self, url: &str, tree: &TagTree) -> Extraction {
        self.extract_as(url, tree, None)
    }

    /// As [`Extractor::extract`] for a page that may be known to be of a type, as by its cluster:
    /// `known` is the place of that type's wrapper in the set. The wrapper is taken if it fits and
    /// the page looks like its type; a page may have changed since.
    pub fn extract_as(&self, url: &str, tree: &TagTree, known: Option<usize>) -> Extraction {
        self.best(url, tree, known, false).0
    }

    /// As [`Extractor::extract`], and tells where the values of the record stand; `None` where
    /// there is no record.
    pub fn trace(&self, url: &str, tree: &TagTree) -> (Extraction, Option<Sources>) {
        self.trace_as(url, tree, None)
    }

    /// As [`Extractor::trace`] for a page that may be known to be of a type, as in
    /// [`Extractor::extract_as`].
    pub fn trace_as(
        &self,
        url: &str,
        tree: &TagTree,
        known: Option<usize>,
    ) -> (Extraction, Option<Sources>) {
        let (extraction, sources) = self.best(url, tree, known, true);
        let sources = sources.filter(|_| extraction.record.is_some());
        (extraction, sources)
    }

    fn best(
        &self,
        url: &str,
        tree: &TagTree,
        known: Option<usize>,
        with_sources: bool,
    ) -> (Extraction, Option<Sources>) {
        let view = View::new(tree);
        let mut ranked = self.ranking.rank(&paths(&view));
        ranked.truncate(MORE_CANDIDATES);
        ranked.retain(|(_, signature)| *signature >= MIN_SIGNATURE);
        let fill = |index: usize| self.compiled[index].fill(&view, url, with_sources, self.prose);
        let looks_like =
            |known: usize| ranked.iter().take(CANDIDATES).any(|&(index, _)| index == known);
        if let Some(index) = known.filter(|known| looks_like(*known)) {
            let mut applied = fill(index);
            if applied.fit >= MIN_FIT {
                let sources = applied.sources.take();
                return (self.matched(url, index, applied), sources);
            }
        }
        let mut best: Option<(usize, Applied, f64)> = None;
        for (place, (index, signature)) in ranked.into_iter().enumerate() {
            let is_clear = |(_, applied, _): &(_, Applied, _)| objections(applied) == 0;
            if place >= CANDIDATES && best.as_ref().is_some_and(is_clear) {
                break;
            }
            let applied = fill(index);
            // The signature sees the whole page at once, the template its parts: two types with
            // templates of equal fit are told apart by the former.
            let against = OBJECTION * objections(&applied) as f64;
            let score = applied.fit + f64::from(signature) - against;
            if best.as_ref().is_none_or(|(_, _, known)| score > *known) {
                best = Some((index, applied, score));
            }
        }
        match best {
            Some((index, mut applied, _)) if applied.fit >= MIN_FIT => {
                let sources = applied.sources.take();
                (self.matched(url, index, applied), sources)
            }
            Some((index, applied, _)) => {
                let wrapper = &self.set.wrappers[index];
                let reason = format!("nearest wrapper is {}, which does not fit", wrapper.name);
                (no_match(url, applied.fit, reason), None)
            }
            None => (no_match(url, 0.0, "no wrapper fits this page".to_owned()), None),
        }
    }

    fn matched(&self, url: &str, index: usize, applied: Applied) -> Extraction {
        let wrapper = &self.set.wrappers[index];
        // What is matched and gives nothing is no success, however well the nodes fit.
        let is_void = applied.record.is_empty() && self.compiled[index].has_fields();
        let satisfied = applied.missing.is_empty() && !applied.record.is_empty();
        let reason = if applied.record.is_empty() {
            Some(format!("nothing of the page is a field of wrapper {}", wrapper.name))
        } else {
            (!satisfied).then(|| format!("missing: {}", applied.missing.join(", ")))
        };
        Extraction {
            url: url.to_owned(),
            page_type: Some(wrapper.page_type.clone()),
            wrapper: Some(wrapper.name.clone()),
            version: Some(self.set.version),
            satisfied,
            fit: if is_void { 0.0 } else { rounded(applied.fit) },
            record: Some(applied.record).filter(|record| !record.is_empty()),
            reason,
            untyped: Vec::new(),
            provenance: None,
        }
    }
}

fn no_match(url: &str, fit: f64, reason: String) -> Extraction {
    Extraction { fit: rounded(fit), ..Extraction::without_record(url, reason) }
}

/// Four decimals say all that there is to say.
fn rounded(fit: f64) -> f64 {
    (fit * 1e4).round() / 1e4
}
