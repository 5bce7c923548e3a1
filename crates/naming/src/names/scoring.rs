//! Proposals for names, their weights, and how they add up.

use super::subject::{Subject, What};
use sitewrap_terms::grammar::{Form, is_length_of_time, is_unit_of_time, may_be};
use sitewrap_terms::words::lexicon::{canonical, expected};
use sitewrap_wrapper::{Evidence, NamedBy};

/// What each kind of evidence weighs. Kinds of evidence that say the same add up. Weights are above 0;
/// factors, in 0..=1 unless said, multiply the weight of evidence that is weaker than its kind can be.
/// A name that is nowhere near its neighbours changes nothing by moving a few tenths.
pub(super) struct Weights {
    /// Data for machines with the same values; of how many values they have, the share counts.
    pub(super) data: f64,
    /// Factor: the title of the page, which also names the team, the section.
    pub(super) of_title: f64,
    /// Factor: the title of the page on a link to another page.
    pub(super) of_linked_title: f64,
    /// Markup made for names: `itemprop`, `property`, `rel`.
    pub(super) markup: f64,
    /// What markup loses for each level between it and the value.
    pub(super) markup_level: f64,
    /// Fixed words in the text: `by {}`.
    pub(super) lead: f64,
    /// A label marked as such by a tag or a colon; the header of a column.
    pub(super) label: f64,
    /// Fixed words before a value, if they are a known name.
    pub(super) known_words: f64,
    /// Other fixed words before a value.
    pub(super) words: f64,
    /// The heading above, where there is no label.
    pub(super) heading: f64,
    /// Factor: a label that is rather a sentence.
    pub(super) of_phrase: f64,
    /// The longest running text of a page.
    pub(super) longest: f64,
    /// The meaning of the tag.
    pub(super) tag: f64,
    /// Factor, above 1: the main heading.
    pub(super) of_main_heading: f64,
    /// Factor: other headings, quotations, code: what they are says little of what they tell.
    pub(super) of_vague_tag: f64,
    /// Class words and ids that are known names.
    pub(super) class: f64,
    /// Factor: class words that are no known names.
    pub(super) of_unknown_class: f64,
    /// Factor: class words that are no known names and no word of the pages: rather codes.
    pub(super) of_unsaid_class: f64,
    /// Factor: class words that vary name themselves less than the text beside them.
    pub(super) of_class_values: f64,
    /// Factor: a class word for one value (`category`, `date`) on a list of things with several, or
    /// of links to pages of another type.
    pub(super) of_quality: f64,
    /// Factor, above 1: class words that leave no doubt: `avatar`, `pagination`.
    pub(super) of_sure_class: f64,
    /// What class words lose for each level between them and the value, as a share of themselves.
    pub(super) class_level: f64,
    /// The form of the values, or the same values on pages of another type.
    pub(super) values: f64,
    /// What a list's items link to.
    pub(super) target: f64,
    /// What a list's items hold.
    pub(super) held: f64,
    /// That a list's items hold pictures alone: whatever the list is called, these are its pictures.
    pub(super) held_alone: f64,
    /// That a list's items hold links or pictures, and no more.
    pub(super) held_little: f64,
    /// Links that lead down to the page: what stands before them (`Struct`) is the kind of the page.
    pub(super) way: f64,
    /// The place, which says something in any case.
    pub(super) place: f64,
    /// Factor: a name that the values belie.
    pub(super) of_belied: f64,
    /// Factor on the order in which names are given: what stands beside the main content.
    pub(super) of_aside: f64,
    /// Factor on that order: what no record has; what all have counts in full.
    pub(super) of_rare: f64,
    /// A second name is taken only if this share of the evidence for the first speaks for it.
    pub(super) second: f64,
    /// Weaker evidence says less than the place does.
    pub(super) faint: f64,
    /// Names by place above this are as good as evidence.
    pub(super) sure: f64,
}

/// The weights in use.
pub(super) const WEIGHTS: Weights = Weights {
    data: 3.0,
    of_title: 0.75,
    of_linked_title: 0.2,
    markup: 2.6,
    markup_level: 0.2,
    lead: 2.3,
    label: 2.0,
    known_words: 1.2,
    words: 0.8,
    heading: 1.3,
    of_phrase: 0.5,
    longest: 1.7,
    tag: 1.5,
    of_main_heading: 1.3,
    of_vague_tag: 0.5,
    class: 1.4,
    of_unknown_class: 0.75,
    of_unsaid_class: 0.45,
    of_class_values: 0.7,
    of_quality: 0.35,
    of_sure_class: 1.8,
    class_level: 0.25,
    values: 0.9,
    target: 1.25,
    held: 1.3,
    held_alone: 1.9,
    held_little: 0.3,
    way: 2.4,
    place: 0.2,
    of_belied: 0.02,
    of_aside: 0.6,
    of_rare: 0.2,
    second: 0.45,
    faint: 0.25,
    sure: 0.9,
};

/// A name with what speaks for it.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) weight: f64,
    /// What was found.
    pub(super) what: String,
}

/// A name that a field may get, with all evidence for it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) weight: f64,
    pub(super) evidence: Vec<Evidence>,
}

/// Pieces of evidence that are kept with a field.
const MAX_EVIDENCE: usize = 4;

/// Adds up what speaks for the same name. The candidates of other page types for the same markup,
/// `across`, count as its own; names that the values belie lose most of their weight.
pub(super) fn merge(
    proposals: Vec<Proposal>,
    across: &[Vec<Candidate>],
    subject: &Subject,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut proposals: Vec<Proposal> = proposals;
    let mut values = subject.values.iter();
    if !subject.values.is_empty() && values.all(|value| is_length_of_time(value)) {
        proposals.iter_mut().for_each(|proposal| name_as_duration(&mut proposal.name));
    }
    proposals.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.by.cmp(&b.by)));
    for proposal in proposals {
        let evidence = Evidence { by: proposal.by, what: proposal.what };
        match candidates.iter_mut().find(|candidate| candidate.name == proposal.name) {
            // Two pieces of the same kind are one piece of evidence.
            Some(known) if known.evidence.iter().any(|have| have.by == proposal.by) => {}
            Some(known) => {
                known.weight += proposal.weight;
                if known.evidence.len() < MAX_EVIDENCE {
                    known.evidence.push(evidence);
                }
            }
            None => candidates.push(Candidate {
                name: proposal.name,
                by: proposal.by,
                weight: proposal.weight,
                evidence: vec![evidence],
            }),
        }
    }
    pool(&mut candidates, across, subject);
    let is_struck = subject.struck_by().is_some();
    for candidate in &mut candidates {
        let form = match subject.what {
            What::List(..) | What::Map => Form::Any,
            _ => form_of(&candidate.name),
        };
        if is_struck && candidate.name == "price" {
            candidate.weight *= WEIGHTS.of_belied;
        }
        // What the values themselves tell they do not belie.
        let is_told = matches!(candidate.by, NamedBy::Data | NamedBy::Values);
        if !is_told && !may_be(form, &subject.values) {
            candidate.weight *= WEIGHTS.of_belied;
        }
    }
    // Of two that as much speaks for, the one that is known.
    let is_new = |candidate: &Candidate| canonical(&candidate.name).is_none();
    candidates.sort_by(|a, b| {
        let by_weight = b.weight.total_cmp(&a.weight);
        by_weight.then_with(|| is_new(a).cmp(&is_new(b))).then_with(|| a.name.cmp(&b.name))
    });
    candidates
}

/// Lengths of time may be called by their unit (`days`) or be a `length`, of which most are those of things: either
/// says `duration`.
fn name_as_duration(name: &mut String) {
    if is_unit_of_time(name) || name == "length" {
        "duration".clone_into(name);
    }
}

/// What values of a name look like. A name of several words that is not known says what it is in the last one: a `tour_price`
/// is a price.
fn form_of(name: &str) -> Form {
    let last = || name.rsplit_once('_').map(|(_, last)| expected(last));
    let is_strict = |form: &Form| matches!(form, Form::Price | Form::Date);
    match expected(name) {
        Form::Any => last().filter(is_strict).unwrap_or(Form::Any),
        form => form,
    }
}

/// The greatest weight of each name over `candidates` and all page types in `across`: that one type says
/// nothing for a name is nothing against it.
fn pool(candidates: &mut Vec<Candidate>, across: &[Vec<Candidate>], subject: &Subject) {
    for other in across.iter().flatten() {
        let name = in_place(other.name.clone(), subject);
        match candidates.iter_mut().find(|candidate| candidate.name == name) {
            Some(known) => known.weight = known.weight.max(other.weight),
            None => candidates.push(Candidate { name, ..other.clone() }),
        }
    }
}

/// A name as the place of the field has it: what stands before the whole of a text is its summary, what a
/// list shows of it an excerpt.
pub(super) fn in_place(name: String, subject: &Subject) -> String {
    match (name.as_str(), subject.place.in_item) {
        ("excerpt", false) => "summary".to_owned(),
        ("summary", true) => "excerpt".to_owned(),
        _ => name,
    }
}
