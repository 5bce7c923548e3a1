//! Extracting pages with a set of wrappers.

use crate::apply::{Applied, Compiled};
use crate::page::fragment::ProseForm;
use crate::page::view::View;
use crate::parameters::book;
use crate::record::sources::Sources;
use crate::wrapper::quality::Quality;
use crate::wrapper::signature::{Ranking, paths};
use crate::wrapper::{Wrapper, WrapperSet};
use sitewrap_model::{Explained, Extraction, Reason};
use sitewrap_tree::{NodeId, TagTree};

fn objections(applied: &Applied) -> usize {
    applied.missing.len() + 2 * applied.contradicted
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

    /// What became of each text and address of a page that an extraction of this extractor is of;
    /// `xpath` names its nodes. `None` where no wrapper fits.
    pub fn explain(
        &self,
        extraction: &Extraction,
        url: &str,
        tree: &TagTree,
        xpath: &dyn Fn(NodeId) -> String,
    ) -> Option<Explained> {
        let name = extraction.wrapper.as_ref()?;
        let index = self.set.wrappers.iter().position(|wrapper| wrapper.name == *name)?;
        Some(self.compiled[index].cover(&View::new(tree), url).explained(tree, xpath))
    }

    /// The wrapper that an extraction of this extractor was made with.
    pub fn wrapper_of(&self, extraction: &Extraction) -> Option<&'w Wrapper> {
        self.set.get(extraction.wrapper.as_deref()?)
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
        ranked.truncate(book().tried_at_most);
        ranked.retain(|(_, signature)| *signature >= book().least_signature);
        let fill = |index: usize| self.compiled[index].fill(&view, url, with_sources, self.prose);
        let looks_like =
            |known: usize| ranked.iter().take(book().tried).any(|&(index, _)| index == known);
        if let Some(index) = known.filter(|known| looks_like(*known)) {
            let mut applied = fill(index);
            if applied.fit >= book().least_fit {
                let sources = applied.sources.take();
                return (self.matched(url, &self.set.wrappers[index], applied), sources);
            }
        }
        let mut best: Option<(usize, Applied, f64)> = None;
        for (place, (index, signature)) in ranked.into_iter().enumerate() {
            let is_clear = |(_, applied, _): &(_, Applied, _)| objections(applied) == 0;
            if place >= book().tried && best.as_ref().is_some_and(is_clear) {
                break;
            }
            let applied = fill(index);
            // The signature sees the whole page at once, the template its parts: two types with
            // templates of equal fit are told apart by the former.
            let against = book().objection * objections(&applied) as f64;
            let score = applied.fit + f64::from(signature) - against;
            if best.as_ref().is_none_or(|(_, _, known)| score > *known) {
                best = Some((index, applied, score));
            }
        }
        match best {
            Some((index, mut applied, _)) if applied.fit >= book().least_fit => {
                let sources = applied.sources.take();
                (self.matched(url, &self.set.wrappers[index], applied), sources)
            }
            Some((index, applied, _)) => {
                let wrapper = self.set.wrappers[index].name.clone();
                (no_match(url, applied.fit, Reason::DoesNotFit(wrapper)), None)
            }
            None => (no_match(url, 0.0, Reason::NoWrapper), None),
        }
    }

    fn matched(&self, url: &str, wrapper: &Wrapper, applied: Applied) -> Extraction {
        let quality = wrapper.quality.as_ref();
        let reason = if applied.record.is_empty() {
            Some(Reason::NoField(wrapper.name.clone()))
        } else if !applied.missing.is_empty() {
            Some(Reason::Lacks(applied.missing.clone()))
        } else if applied.unexplained >= book().most_unexplained {
            let (wrapper, share) = (wrapper.name.clone(), applied.unexplained);
            Some(Reason::Unexplained { wrapper, share })
        } else {
            quality.filter(|quality| quality.is_bad()).map(|quality| Reason::BadWrapper {
                wrapper: wrapper.name.clone(),
                quality: quality.score,
                why: quality.reasons().into_iter().next().unwrap_or_default(),
            })
        };
        let trust =
            if applied.record.is_empty() { 0.0 } else { quality.map_or(1.0, Quality::trust) };
        Extraction {
            url: url.to_owned(),
            page_type: Some(wrapper.page_type.clone()),
            wrapper: Some(wrapper.name.clone()),
            version: Some(self.set.version),
            satisfied: reason.is_none(),
            fit: rounded(applied.fit * trust),
            record: Some(applied.record).filter(|record| !record.is_empty()),
            reason,
            untyped: Vec::new(),
            provenance: None,
            filled: Vec::new(),
            from_content: None,
            structured: None,
            explained: None,
            joined: None,
        }
    }
}

fn no_match(url: &str, fit: f64, reason: Reason) -> Extraction {
    Extraction { fit: rounded(fit), ..Extraction::without_record(url, reason) }
}

/// Four decimals say all that there is to say.
fn rounded(fit: f64) -> f64 {
    (fit * 1e4).round() / 1e4
}
