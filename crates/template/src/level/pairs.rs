//! Maps of names to values: rows of a property table, definition lists, `Label: value` lines.

use crate::corpus::Corpus;
use crate::level::reading::{Named, is_shorter_as_map};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::plural::singular;
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{View, clean_key};
use std::collections::BTreeMap;

/// Candidate pairs: instance, name, value; `None` where a candidate is no pair.
pub(crate) type Candidates = Vec<(usize, Option<(String, String)>)>;

/// The names of a map.
#[derive(Debug)]
pub(crate) struct Keys {
    /// As they stand on the pages, the most frequent first.
    pub(crate) keys: Vec<String>,
    /// What records call those that are another's singular or plural.
    pub(crate) names: BTreeMap<String, String>,
}

/// What tells that candidates are names and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The markup means pairs: `th` and `td`, `dt` and `dd`.
    Markup,
    /// Colons behind the names: things alike (a camera in three colours) say the same under most.
    Colons,
    /// Nothing but that names recur.
    Nothing,
}

/// The names of a map, if the candidates are pairs of names and values.
pub(crate) fn map_keys(corpus: &Corpus<'_>, candidates: &Candidates, told: Told) -> Option<Keys> {
    let sure = told == Told::Markup;
    let pairs = named_values(candidates, corpus.parameters().label_chars);
    if pairs.is_empty() || !corpus.share(pairs.len(), candidates.len()).is_nearly_all() {
        return None;
    }
    let mut by_key: FxHashMap<&str, (FxHashSet<usize>, FxHashSet<&str>, usize)> =
        FxHashMap::default();
    for (at, key, value) in &pairs {
        let (instances, values, count) = by_key.entry(key).or_default();
        instances.insert(*at);
        values.insert(value);
        *count += 1;
    }
    // One name that all have is the label of one value. Words that join values name none: `by Ann and Bo`.
    let joins =
        |key: &&str| [Role::By, Role::And].iter().any(|role| is(*role, &key.to_lowercase()));
    if !sure && (by_key.len() < 2 || by_key.keys().all(joins)) {
        return None;
    }
    let repeated: usize =
        by_key.values().map(|(instances, _, count)| count - instances.len()).sum();
    if corpus.share(repeated, pairs.len()).recurs() {
        return None;
    }
    let shared = by_key.values().filter(|(instances, _, _)| instances.len() > 1);
    let (mut of_shared, mut constant) = (0, 0);
    for (_, values, count) in shared {
        of_shared += count;
        constant += if values.len() == 1 { *count } else { 0 };
    }
    if told == Told::Nothing && corpus.share(constant, of_shared).is_most() {
        return None;
    }
    let instances = candidates.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    // One name at least is usual: places and people recur as well, now this, now that.
    let most = by_key.values().map(|(of, _, _)| of.len()).max().unwrap_or(0);
    if told == Told::Nothing && !corpus.share(most, instances).is_at_least(corpus.parameters().some)
    {
        return None;
    }
    let named = pairs.iter().map(|(at, key, value)| Named { instance: *at, name: key, value });
    if !is_shorter_as_map(corpus, &named.collect::<Vec<_>>(), instances) {
        return None;
    }
    let counts: Vec<(&str, usize)> = by_key.iter().map(|(key, of)| (*key, of.2)).collect();
    if are_numbered(&counts) {
        return None;
    }
    let mut keys: Vec<(usize, &str)> =
        by_key.iter().map(|(key, (_, _, count))| (*count, *key)).collect();
    keys.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let of_key: Vec<(&str, &FxHashSet<usize>)> =
        keys.iter().map(|(_, key)| (*key, &by_key[key].0)).collect();
    let names = one_name(&of_key);
    Some(Keys { keys: keys.into_iter().map(|(_, key)| key.to_owned()).collect(), names })
}

/// The candidates that have a name, each with its instance.
fn named_values(candidates: &Candidates, most: usize) -> Vec<(usize, String, &str)> {
    let named = candidates.iter().filter_map(|(at, pair)| {
        let (key, value) = pair.as_ref()?;
        Some((*at, clean_key(key), value.as_str()))
    });
    named.filter(|(_, key, _)| is_key(key, most)).collect()
}

/// What records call names of the pages: those of one thing have one name (`Director`, `Directors`,
/// `Directed by`), the usual one if there is any, else the most frequent. Names that come together on
/// a page are two things.
fn one_name(keys: &[(&str, &FxHashSet<usize>)]) -> BTreeMap<String, String> {
    let mut things: BTreeMap<String, (String, Vec<&str>, FxHashSet<usize>)> = BTreeMap::new();
    for &(key, instances) in keys {
        let lower = key.to_lowercase();
        let form = singular(lower.strip_suffix("(s)").unwrap_or(&lower).trim_end());
        let words = form.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let usual = canonical(&words.collect::<Vec<_>>().join("_"))
            .filter(|known| is(Role::UsualKey, known));
        let (name, of, having) =
            things.entry(usual.map_or(form, str::to_owned)).or_insert_with(|| {
                let is_other = |known: &&str| lower != **known;
                (
                    usual.filter(is_other).map_or(key.to_owned(), capitalised),
                    vec![],
                    FxHashSet::default(),
                )
            });
        if having.is_disjoint(instances) {
            of.push(key);
            having.extend(instances);
        } else {
            // Each keeps its own.
            key.clone_into(name);
            of.clear();
        }
    }
    let named = |(name, of, _): (String, Vec<&str>, _)| {
        let others = of.into_iter().filter(|key| *key != name).map(str::to_owned);
        others.map(|key| (key, name.clone())).collect::<Vec<_>>()
    };
    things.into_values().flat_map(named).collect()
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Whether most names, each with how often it came, differ from another in their numbers alone.
fn are_numbered(names: &[(&str, usize)]) -> bool {
    let mut alike: FxHashMap<String, (usize, usize)> = FxHashMap::default();
    for &(name, count) in names.iter().filter(|(name, _)| name.contains(|c: char| c.is_numeric())) {
        let words: String = name.chars().filter(|c| !c.is_numeric()).collect();
        let (different, of) = alike.entry(words).or_default();
        *different += 1;
        *of += count;
    }
    let several = alike.values().filter(|(different, _)| *different > 1);
    let numbered: usize = several.map(|(_, of)| of).sum();
    let all: usize = names.iter().map(|(_, count)| count).sum();
    2 * numbered > all
}

/// Whether a node holds records, sections or names with values of their own, which are no value of a name: a
/// heading, a `dl`, or like siblings with several texts each.
pub(crate) fn holds_records(view: &View<'_>, node: NodeId) -> bool {
    let tree = view.tree;
    // Boxes that hold all of an item are nothing of it.
    let texts = |mut item: NodeId| {
        let with_text = |child: &NodeId| !tree.is_text(*child) && view.text_len(*child) > 0;
        loop {
            let filled: Vec<NodeId> = view.content_children(item).filter(with_text).collect();
            match filled[..] {
                [only] => item = only,
                _ => return filled.len(),
            }
        }
    };
    tree.subtree(node).any(|below| {
        let is_heading = html::is_heading(tree.tag(below).as_str());
        let are_named = tree.tag(below).as_str() == "dl";
        let mut items: FxHashMap<&str, usize> = FxHashMap::default();
        for item in tree.children(below).filter(|&item| texts(item) > 1) {
            *items.entry(tree.tag(item).as_str()).or_default() += 1;
        }
        is_heading || are_named || items.values().any(|&count| count > 1)
    })
}

fn is_key(key: &str, most: usize) -> bool {
    !key.is_empty() && key.chars().count() <= most && key.chars().any(char::is_alphabetic)
}
