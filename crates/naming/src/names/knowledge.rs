//! What is known of the fields of a template beside the template.

use super::scoring::Candidate;
use crate::data::Agreement;
use crate::usage::Usage;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::{Columns, Parameters};
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::{plural, singular};

/// What is known beside the template.
pub(crate) struct Knowledge<'a> {
    /// The parameters of the induction.
    pub(crate) parameters: &'a Parameters,
    /// The class words of the site.
    pub(crate) usage: &'a Usage,
    /// Values by the number of their field.
    pub(crate) columns: &'a Columns,
    /// Keys of the pages' data that have a field's values, by the number of the field.
    pub(crate) agreements: FxHashMap<usize, Vec<Agreement>>,
    /// The type of the pages that a field's URLs lead to, by the number of the field.
    pub(crate) targets: FxHashMap<usize, String>,
    /// The fields whose links lead step by step down to their page, by their numbers.
    pub(crate) ways: FxHashSet<usize>,
    /// The header of the table column that a field's values stand in, by the number of the field.
    pub(crate) headers: FxHashMap<usize, String>,
    /// What fields of other page types with the same values are called, with the page type, by the
    /// number of the field.
    pub(crate) overlaps: FxHashMap<usize, (String, String)>,
    /// What speaks on other page types for names of the same markup, and of the same thing in a list and on
    /// its own page, by the number of the field.
    pub(crate) across: FxHashMap<usize, Vec<Vec<Candidate>>>,
    /// Words for what a page is about.
    pub(crate) entity: Vec<String>,
    /// Whether most pages say that they are in another language than English, whose words have other
    /// plurals.
    pub(crate) is_foreign: bool,
}

impl<'a> Knowledge<'a> {
    /// What the class words and the page type alone say.
    pub(crate) fn new(
        parameters: &'a Parameters,
        usage: &'a Usage,
        columns: &'a Columns,
        kind: &str,
    ) -> Self {
        Self {
            parameters,
            usage,
            columns,
            agreements: FxHashMap::default(),
            targets: FxHashMap::default(),
            ways: FxHashSet::default(),
            headers: FxHashMap::default(),
            overlaps: FxHashMap::default(),
            across: FxHashMap::default(),
            entity: kind.split('_').map(singular).collect(),
            is_foreign: false,
        }
    }

    /// Whether a word that pages show is one of their own language, which says itself how many there are.
    pub(crate) fn is_of_page(&self, word: &str) -> bool {
        let is_known = |word: &str| canonical(word).is_some() || is(Role::Kind, word);
        self.is_foreign && !is_known(word) && !is_known(&singular(word))
    }

    /// Several of what a word that pages show names.
    pub(crate) fn several(&self, word: &str) -> String {
        if self.is_of_page(word) { word.to_owned() } else { plural(word) }
    }
}
