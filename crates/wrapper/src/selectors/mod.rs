//! Wrappers as selectors, for programs that know CSS or XPath only.
//!
//! Which selectors give the fields of a wrapper? [`Selectors::learn`] looks where the wrapper found
//! each value on some of its pages ([`Sources`]), makes paths that lead there, and takes of those
//! that lead to all and to nothing else the most robust: ids, `itemprop` and class words before
//! labels, labels before positions. [`Selectors::check`] then follows the paths on every page and
//! counts how often they give what the wrapper gives, so that a user knows what they are worth.
//!
//! What selectors cannot do is told rather than hidden: a wrapper aligns whole trees, so it finds a
//! node that has lost its class, or whose neighbours are missing, where a selector does not.

mod candidates;
mod check;
mod fields;
mod learn;
mod page;
mod path;
mod rule;
mod search;
mod signs;

pub use path::{Axis, Path, Step, Test};
pub use rule::{
    Agreement, Cut, FieldSelector, Language, PairRule, Paths, Rule, TakeRule, ValueRule,
};
pub use signs::{Sign, SignSet, Signs, learn_signs, page_has};

use crate::apply::values::origin;
use crate::record::sources::Sources;
use crate::wrapper::Wrapper;
use learn::{Learner, Sheet};
use page::Page;
use sitewrap_model::Record;
use sitewrap_tree::TagTree;

/// A page with what a wrapper found on it.
#[derive(Clone, Copy, Debug)]
pub struct TracedPage<'a> {
    /// The page.
    pub tree: &'a TagTree,
    /// Its address.
    pub url: &'a str,
    /// What [`Extractor::trace`](crate::Extractor::trace) gave.
    pub record: &'a Record,
    /// Where its values stand.
    pub sources: &'a Sources,
}

/// The fields of a wrapper as selectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selectors {
    /// In the order of the template. A field that no path leads to is left out.
    pub fields: Vec<FieldSelector>,
}

/// Agreements of all fields, those of items behind their list: XPath, CSS.
pub type Agreements = Vec<(Agreement, Agreement)>;

impl Selectors {
    /// Learns selectors for the fields of a wrapper from some of its pages; a few dozen are enough.
    pub fn learn(wrapper: &Wrapper, pages: &[TracedPage<'_>]) -> Self {
        let prepared: Vec<Page<'_>> = pages.iter().map(|page| Page::new(page.tree)).collect();
        let learner = Learner {
            pages: prepared.iter().collect(),
            origins: pages.iter().map(|page| origin(page.url)).collect(),
        };
        let sheets = pages.iter().enumerate().map(|(at, page)| Sheet {
            page: at,
            scope: page.tree.root(),
            record: page.record,
            sources: page.sources,
        });
        let fields = fields::fields(&wrapper.template.root);
        Self { fields: learner.fields(&fields, &sheets.collect::<Vec<_>>()) }
    }

    /// How far the selectors agree with the wrapper on a page.
    pub fn check(&self, page: TracedPage<'_>) -> Agreements {
        check::check(&self.fields, page)
    }

    /// Adds what [`Selectors::check`] found to the agreements of the fields.
    pub fn count(&mut self, agreements: &[(Agreement, Agreement)]) {
        check::count(&mut self.fields, &mut agreements.iter());
    }
}
