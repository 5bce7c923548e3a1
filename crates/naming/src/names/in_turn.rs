//! One field at two places: a price stands bare, and where it is lowered in an element of its own.
//!
//! Fields with values of one form, or in elements with the same tags and class words (a title above the picture
//! and, where there is none, beside the text), of which (almost) each record has one and none has two, are one
//! field if something speaks for the same name of both. So are fields none of whose records has two where many would if
//! the one said nothing of the other; lists of like items; main headings, of which pages of two kinds with one
//! template have one each; and what the attributes of the elements of one field say.

use super::collect::Collected;
use super::knowledge::Knowledge;
use super::scoring::Candidate;
use super::subject::{Subject, What};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::Share;
use sitewrap_terms::grammar::name_of_form;
use sitewrap_terms::words::lexicon::canonical;
use sitewrap_wrapper::NamedBy;

/// Subjects of one scope with those that stand where they do not.
#[derive(Default)]
pub(super) struct InTurn {
    others: FxHashMap<usize, FxHashSet<usize>>,
}

impl InTurn {
    /// Finds the subjects of a scope that are one, and leaves each with the names that it may have in
    /// common with the others.
    pub(super) fn find(
        wanted: &mut [(usize, Vec<Candidate>)],
        collected: &Collected,
        known: &Knowledge<'_>,
    ) -> Self {
        let mut found = Self::default();
        let forms: Vec<Option<Form>> = wanted.iter().map(|(at, _)| form(*at, collected)).collect();
        let pairs: Vec<(usize, usize)> = (0..wanted.len())
            .flat_map(|a| (a + 1..wanted.len()).map(move |b| (a, b)))
            .filter(|&(a, b)| forms[a].is_some() && forms[a] == forms[b])
            .collect();
        if pairs.is_empty() {
            return found;
        }
        let ids: Vec<usize> = wanted.iter().map(|(at, _)| collected.subjects[*at].id).collect();
        let records = known.columns.records(&ids);
        let all: FxHashSet<&(usize, usize)> = records.iter().flatten().collect();
        let share = |count: usize, of: usize| Share::new(count, of, known.parameters);
        for (a, b) in pairs {
            let fewer = records[a].len().min(records[b].len());
            let together = records[a].intersection(&records[b]).count();
            let either = records[a].len() + records[b].len() - together;
            // So many would have both if the one said nothing of the other.
            let expected = records[a].len() * records[b].len() / all.len().max(1);
            let exclude = expected >= known.parameters.few;
            let cover = || exclude || share(either, all.len()).is_nearly_all();
            let may_be_one = || match forms[a] {
                Some(Form::Heading) => true,
                Some(Form::Look(_)) => cover() && are_called_alike(wanted, a, b),
                Some(Form::Map) => together == 0 && have_labels_in_common(known, (ids[a], ids[b])),
                Some(Form::List) => cover() && have_like_items(collected, wanted[a].0, wanted[b].0),
                _ => cover(),
            };
            if fewer > 1
                && share(together, fewer).is_chance()
                && may_be_one()
                && (forms[a] == Some(Form::List)
                    || join(wanted, (a, b), forms[a] == Some(Form::Map)))
            {
                if forms[a] == Some(Form::List) {
                    // What the one that more records have may be called.
                    let is_rarer = records[a].len() < records[b].len();
                    let (usual, other) = if is_rarer { (b, a) } else { (a, b) };
                    wanted[other].1 = wanted[usual].1.clone();
                }
                let (a, b) = (wanted[a].0, wanted[b].0);
                found.others.entry(a).or_default().insert(b);
                found.others.entry(b).or_default().insert(a);
            }
        }
        found.take_attributes(wanted, collected);
        found
    }

    /// Takes in the attributes of elements whose texts are one field.
    fn take_attributes(&mut self, wanted: &[(usize, Vec<Candidate>)], collected: &Collected) {
        let about = |at: usize| match &collected.subjects[at].what {
            What::About(of, attr) if self.has(*of) => Some((at, *of, attr)),
            _ => None,
        };
        let about: Vec<(usize, usize, &String)> =
            wanted.iter().filter_map(|(at, _)| about(*at)).collect();
        let are_one = |a: &(usize, usize, &String), b: &(usize, usize, &String)| {
            a.2 == b.2 && self.are_one(a.1, b.1)
        };
        let others = about.iter().map(|a| {
            let of_a = about.iter().filter(|b| are_one(a, b)).map(|(at, ..)| *at);
            (a.0, of_a.collect::<FxHashSet<usize>>())
        });
        let others: Vec<_> = others.filter(|(_, others)| !others.is_empty()).collect();
        self.others.extend(others);
    }

    /// Whether a subject stands where others do not.
    pub(super) fn has(&self, at: usize) -> bool {
        self.others.contains_key(&at)
    }

    /// Whether two subjects are one field.
    pub(super) fn are_one(&self, a: usize, b: usize) -> bool {
        self.others.get(&a).is_some_and(|others| others.contains(&b))
    }
}

/// What two fields must have in common to be one.
#[derive(PartialEq)]
enum Form {
    /// They are main headings.
    Heading,
    /// What the form of their values says.
    Values(&'static str),
    /// The tag of their texts, with its class words and those of the element around it.
    Look(String),
    /// They are maps, whose labels tell.
    Map,
    /// They are lists, whose items tell.
    List,
}

/// What a text must have in common with another, if anything.
fn form(at: usize, collected: &Collected) -> Option<Form> {
    let subject = &collected.subjects[at];
    let mut tags = std::iter::once(&subject.tag).chain(&subject.holders);
    let is_heading = tags.any(|tag| tag == "h1") || subject.place.is_title;
    match subject.what {
        What::Text if is_heading => Some(Form::Heading),
        What::Text => name_of_form(&subject.values)
            .map(Form::Values)
            .or_else(|| look(subject).map(Form::Look)),
        What::Map => Some(Form::Map),
        What::List(..) => Some(Form::List),
        _ => None,
    }
}

fn look(subject: &Subject) -> Option<String> {
    let near = subject.classes.iter().filter(|(_, levels)| *levels <= 1);
    let near: Vec<String> = near.map(|(token, levels)| format!("{levels}.{token}")).collect();
    (!near.is_empty()).then(|| format!("{} {}", subject.tag, near.join(" ")))
}

/// Whether as much speaks for one known name of two subjects as for any other.
fn are_called_alike(wanted: &[(usize, Vec<Candidate>)], a: usize, b: usize) -> bool {
    let best = |at: usize| wanted[at].1.first().map(|best| best.name.as_str());
    best(a) == best(b) && best(a).is_some_and(|name| canonical(name) == Some(name))
}

/// Whether two maps have most labels of the one with fewer in common: the facts of a thing in two layouts.
fn have_labels_in_common(known: &Knowledge<'_>, (a, b): (usize, usize)) -> bool {
    let (a, b) = (known.columns.labels(a), known.columns.labels(b));
    let common = a.intersection(&b).count();
    common > 1 && 2 * common > a.len().min(b.len())
}

/// Whether the items of two lists have most fields of those of the list with fewer in common, as far as markup tells.
fn have_like_items(collected: &Collected, a: usize, b: usize) -> bool {
    let fields = |list: usize| -> FxHashSet<(&str, &str, Option<&str>)> {
        let What::List(scope, _) = collected.subjects[list].what else {
            return FxHashSet::default();
        };
        let subjects = collected.scopes[scope].subjects.iter().map(|&at| &collected.subjects[at]);
        fn class(subject: &Subject) -> Option<&str> {
            subject.classes.first().map(|(token, _)| token.as_str())
        }
        subjects.map(|subject| (what(subject), subject.tag.as_str(), class(subject))).collect()
    };
    let (a, b) = (fields(a), fields(b));
    let common: Vec<_> = a.intersection(&b).collect();
    let is_told = common.iter().any(|(.., class)| class.is_some());
    is_told && common.len() > 1 && 2 * common.len() > a.len().min(b.len())
}

/// What a field is taken from, as markup tells.
fn what(subject: &Subject) -> &str {
    match &subject.what {
        What::Text | What::Part(_) => "text",
        What::Prose | What::Lead => "prose",
        What::Map => "map",
        What::List(..) => "list",
        What::ClassWords => "class",
        What::Attr(attr) | What::About(_, attr) => attr,
    }
}

/// Leaves two subjects with the known names that both may have, if there are any; what is told to be something
/// else, as what a thing cost before, is that. No name of a map is known.
fn join(wanted: &mut [(usize, Vec<Candidate>)], (a, b): (usize, usize), are_maps: bool) -> bool {
    let names = |at: usize| wanted[at].1.iter().map(|name| name.name.as_str());
    let is_known = |name: &str| canonical(name) == Some(name);
    let of_b: FxHashSet<&str> = names(b).collect();
    let common = names(a).filter(|name| (are_maps || is_known(name)) && of_b.contains(name));
    let common: FxHashSet<String> = common.map(str::to_owned).collect();
    let may_be_common = |at: usize| {
        wanted[at].1.first().is_some_and(|best| {
            common.contains(&best.name) || best.by > NamedBy::Label && !is_known(&best.name)
        })
    };
    let are_one = !common.is_empty() && may_be_common(a) && may_be_common(b);
    if are_one {
        for at in [a, b] {
            wanted[at].1.retain(|name| common.contains(&name.name));
        }
    }
    are_one
}
