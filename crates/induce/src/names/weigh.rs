//! Claims for names, their weights, and how they add up.

use super::claims::is_struck;
use super::subject::{Subject, What};
use crate::names::grammar::{Form, may_be};
use crate::words::lexicon::expected;
use sitewrap_extract::{Evidence, NamedBy};

/// Weight of evidence that is as strong as its kind can be. Kinds of evidence that say the same
/// add up; the order is that of [`NamedBy`]. A name that is nowhere near its neighbours in this
/// table changes nothing by moving a few tenths.
pub(super) mod weight {
    pub(crate) const DATA: f64 = 3.0;
    pub(crate) const MARKUP: f64 = 2.6;
    pub(crate) const LEAD: f64 = 2.3;
    pub(crate) const LABEL: f64 = 2.0;
    pub(crate) const PLAIN_LABEL: f64 = 1.2;
    pub(crate) const HEADING: f64 = 1.4;
    pub(crate) const TAG: f64 = 1.5;
    pub(crate) const CLASS: f64 = 1.4;
    /// More than class words, less than a label that is marked.
    pub(crate) const LONGEST: f64 = 1.7;
    pub(crate) const VALUES: f64 = 0.9;
    pub(crate) const PLACE: f64 = 0.2;
}

/// A name with what speaks for it.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) weight: f64,
    /// What was found.
    pub(super) what: String,
}

/// A name that a field may get, with all evidence for it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) weight: f64,
    pub(super) evidence: Vec<Evidence>,
}

/// Pieces of evidence that are kept with a field.
const MAX_EVIDENCE: usize = 4;

/// Adds up what speaks for the same name; names that the values belie lose most of their weight.
pub(super) fn merge(claims: Vec<Claim>, subject: &Subject) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut claims: Vec<Claim> = claims;
    claims.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.by.cmp(&b.by)));
    for claim in claims {
        let evidence = Evidence { by: claim.by, what: claim.what };
        match candidates.iter_mut().find(|candidate| candidate.name == claim.name) {
            // Two pieces of the same kind are one piece of evidence.
            Some(known) if known.evidence.iter().any(|have| have.by == claim.by) => {}
            Some(known) => {
                known.weight += claim.weight;
                if known.evidence.len() < MAX_EVIDENCE {
                    known.evidence.push(evidence);
                }
            }
            None => candidates.push(Candidate {
                name: claim.name,
                by: claim.by,
                weight: claim.weight,
                evidence: vec![evidence],
            }),
        }
    }
    for candidate in &mut candidates {
        let form = match subject.what {
            What::List(..) | What::Map => Form::Any,
            _ => expected(&candidate.name),
        };
        let is_struck = subject.holders.iter().chain([&subject.tag]).any(|tag| is_struck(tag));
        if is_struck && candidate.name == "price" {
            candidate.weight *= 0.15;
        }
        if candidate.by != NamedBy::Data && !may_be(form, &subject.values) {
            candidate.weight *= 0.15;
        }
    }
    candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.name.cmp(&b.name)));
    candidates
}
