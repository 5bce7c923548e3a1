//! What must always hold, measured: the shares of the cases in which it does.

use crate::laws::Laws;
use crate::measure::{Measured, Site};
use crate::recipe::recipe_clusters;
use anyhow::Result;
use rayon::prelude::*;
use sitewrap_induce::{Learnt, Params};
use sitewrap_model::{Accounts, ClusterId, Clustering, Explained, Record, Value};
use sitewrap_pipeline::InduceParams;
use sitewrap_tree::{Document, NodeId, TagTree};
use sitewrap_wrapper::{Extractor, Source, Sources, Take, WrapperSet};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What was found.
pub struct Checked {
    /// The shares.
    pub laws: Laws,
    /// Where a law does not hold, the worst first.
    pub exceptions: Vec<String>,
}

/// Exceptions to one law that are told of one site.
const MOST_TOLD: usize = 5;
/// Types with fewer pages are not learned by halves.
const LEAST_HALVED: usize = 8;
/// Sites with more pages are not compared by the published method, which takes minutes there.
const MOST_BY_PAPER: usize = 150;

/// Checks the laws on a site that was learned from.
///
/// # Errors
/// Those of learning.
pub fn check(site: &Site, measured: &Measured, one_of: bool) -> Result<Checked> {
    let mut exceptions = Vec::new();
    let applied = applied_is_learned(site, measured, &mut exceptions);
    let (texts, addresses) = accounts(site, measured, &mut exceptions);
    let (halves, half_names) = halves(site, measured, &mut exceptions);
    let explained = |of: &Accounts| 1.0 - of.unexplained_share();
    let f = measured.figures.f;
    let paper = (site.loaded.urls().len() <= MOST_BY_PAPER)
        .then(|| site.measure(&InduceParams::paper(), one_of))
        .transpose()?;
    let over = |paper: Option<f64>, ours: Option<f64>| Some(ours? - paper?);
    let laws = Laws {
        site: site.bundle.name.clone(),
        applied,
        texts: explained(&texts),
        addresses: explained(&addresses),
        once: 1.0 - share(texts.copies, texts.values + texts.copies),
        halves,
        half_names,
        over_recipe: f - site.score_clusters(&recipe(site)).0,
        over_paper: paper.as_ref().map(|paper| f - paper.figures.f),
        fields_over_paper: paper.and_then(|paper| over(paper.figures.f1, measured.figures.f1)),
    };
    Ok(Checked { laws, exceptions })
}

fn share(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { part as f64 / all as f64 }
}

fn recipe(site: &Site) -> Vec<Option<ClusterId>> {
    let documents: Vec<&Document> = site.loaded.documents().iter().map(|page| &**page).collect();
    let labels = recipe_clusters(&documents);
    labels.into_iter().map(|label| Some(ClusterId(label as u32))).collect()
}

/// Tells the worst of some cases.
fn tell(exceptions: &mut Vec<String>, mut cases: Vec<(f64, String)>) {
    cases.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    exceptions.extend(cases.into_iter().take(MOST_TOLD).map(|(_, line)| line));
}

/// The pages of a site in the order in which they count, with their clusters.
struct Ordered<'s> {
    documents: Vec<&'s Document>,
    urls: Vec<&'s str>,
    clusters: Vec<Option<ClusterId>>,
}

impl<'s> Ordered<'s> {
    fn new(site: &'s Site, measured: &Measured) -> Self {
        let order = site.loaded.order();
        let (documents, urls) = (site.loaded.documents(), site.loaded.urls());
        Self {
            documents: order.iter().map(|&page| &*documents[page]).collect(),
            urls: order.iter().map(|&page| urls[page].as_str()).collect(),
            clusters: order.iter().map(|&page| measured.learnt.clusters[page]).collect(),
        }
    }
}

/// The text nodes and attributes that each field takes: nodes with the indices of their pages.
type Taken = BTreeMap<(usize, String), BTreeSet<(usize, NodeId)>>;

fn applied_is_learned(site: &Site, measured: &Measured, exceptions: &mut Vec<String>) -> f64 {
    let Ordered { documents, urls, clusters } = Ordered::new(site, measured);
    let clustering = Clustering::with_numbers(&clusters);
    let learnt = sitewrap_induce::learnt_from(&documents, &urls, &clustering, &Params::default());
    let extractor = Extractor::new(&measured.learnt.wrappers);
    let (mut both, mut either, mut cases) = (0, 0, Vec::new());
    for (cluster, (learnt, wrapper)) in
        learnt.iter().zip(&measured.learnt.wrappers.wrappers).enumerate()
    {
        let sources: Vec<(usize, Sources)> = learnt
            .pages
            .par_iter()
            .filter_map(|&page| {
                let tree = &documents[page].tree;
                let (extraction, sources) = extractor.trace_as(urls[page], tree, Some(cluster));
                let is_its = extraction.wrapper.as_ref() == Some(&wrapper.name);
                sources.filter(|_| is_its).map(|sources| (page, sources))
            })
            .collect();
        let mut taken = Taken::new();
        for (page, sources) in &sources {
            take(*page, "", sources, cluster, &mut taken);
        }
        let roles = roles(learnt, &documents);
        for ((_, field), nodes) in &taken {
            let outermost =
                |(page, node): &(usize, NodeId)| (*page, outermost(&documents[*page].tree, *node));
            let nodes = nodes.iter().map(outermost).collect();
            let Some((shared, all)) = agreement(&nodes, &roles) else { continue };
            both += shared;
            either += all;
            if shared < all {
                let part = share(shared, all);
                cases.push((
                    part,
                    format!("applied {}.{field}: {shared} of {all} nodes", wrapper.name),
                ));
            }
        }
    }
    tell(exceptions, cases);
    if either == 0 { 1.0 } else { share(both, either) }
}

/// Most nodes of an element that says no more than one node in it.
const MOST_AROUND: usize = 8;

/// The outermost element that says what a node says: which of them is taken makes no difference to
/// the value.
fn outermost(tree: &TagTree, node: NodeId) -> NodeId {
    let text = sitewrap_wrapper::line(tree, node);
    let says_it = |&around: &NodeId| {
        tree.subtree_len(around) <= MOST_AROUND && sitewrap_wrapper::line(tree, around) == text
    };
    let around = std::iter::successors(tree.parent(node), |&at| tree.parent(at));
    around.take_while(says_it).last().unwrap_or(node)
}

/// Adds the texts that the fields of a page take.
fn take(page: usize, path: &str, sources: &Sources, cluster: usize, taken: &mut Taken) {
    for (name, source) in sources.iter() {
        let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        take_source(page, &path, source, cluster, taken);
    }
}

fn take_source(page: usize, path: &str, source: &Source, cluster: usize, taken: &mut Taken) {
    match source {
        Source::Value(span) if span.first == span.last && !matches!(span.take, Take::Attr(_)) => {
            taken.entry((cluster, path.to_owned())).or_default().insert((page, span.first));
        }
        Source::Value(_) => {}
        Source::List(items) => {
            items.iter().for_each(|item| take_source(page, path, &item.source, cluster, taken));
        }
        Source::Record(inner) => take(page, path, inner, cluster, taken),
    }
}

/// The roles of induction as the texts that they hold.
fn roles(learnt: &Learnt, documents: &[&Document]) -> Vec<BTreeSet<(usize, NodeId)>> {
    let text = |&(page, node): &(usize, NodeId)| {
        let tree = &documents[page].tree;
        let has_text = !sitewrap_wrapper::line(tree, node).is_empty();
        has_text.then(|| (page, outermost(tree, node)))
    };
    learnt.roles.iter().map(|role| role.iter().filter_map(text).collect()).collect()
}

/// The nodes that both a field and the roles of induction that are most like it have, and those that
/// either has; `None` where the field takes no role of a single node (maps, running text). A field
/// may have several roles: one place or another has it, by the page.
fn agreement(
    nodes: &BTreeSet<(usize, NodeId)>,
    roles: &[BTreeSet<(usize, NodeId)>],
) -> Option<(usize, usize)> {
    let compare = |role: &BTreeSet<(usize, NodeId)>| {
        let shared = role.intersection(nodes).count();
        (shared, nodes.len() + role.len() - shared)
    };
    let likeness = |role: &BTreeSet<(usize, NodeId)>| {
        let (shared, all) = compare(role);
        share(shared, all)
    };
    let mut near: Vec<_> = roles.iter().filter(|role| !role.is_disjoint(nodes)).collect();
    near.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
    let mut near = near.into_iter();
    let mut known = near.next()?.clone();
    for role in near {
        let both: BTreeSet<_> = known.union(role).copied().collect();
        if likeness(&both) > likeness(&known) {
            known = both;
        }
    }
    Some(compare(&known))
}

/// What became of all texts and of all addresses.
fn accounts(
    site: &Site,
    measured: &Measured,
    exceptions: &mut Vec<String>,
) -> (Accounts, Accounts) {
    let extractor = Extractor::new(&measured.learnt.wrappers);
    let pages = measured.extractions.par_iter().zip(site.loaded.documents());
    let path = |node: NodeId| node.index().to_string();
    let explained: Vec<Option<Explained>> = pages
        .map(|(page, document)| extractor.explain(page, &page.url, &document.tree, &path))
        .collect();
    let (mut texts, mut addresses) = (Accounts::default(), Accounts::default());
    let mut cases = Vec::new();
    for (page, explained) in measured.extractions.iter().zip(explained) {
        let Some(explained) = explained else { continue };
        add(&mut texts, &explained.texts);
        add(&mut addresses, &explained.addresses);
        if let Some(first) = explained.unexplained.first() {
            let lost = explained.texts.unexplained + explained.addresses.unexplained;
            let told: String = first.text.chars().take(60).collect();
            let line = format!("lost {}: {lost}, first {told:?}", page.url);
            cases.push((-(lost as f64), line));
        }
    }
    tell(exceptions, cases);
    (texts, addresses)
}

fn add(sum: &mut Accounts, of: &Accounts) {
    sum.all += of.all;
    sum.template += of.template;
    sum.left_out += of.left_out;
    sum.values += of.values;
    sum.copies += of.copies;
    sum.unexplained += of.unexplained;
}

/// The share of values that two halves of each type give alike on all its pages, and the share of
/// those with their names.
fn halves(site: &Site, measured: &Measured, exceptions: &mut Vec<String>) -> (f64, f64) {
    let ordered = Ordered::new(site, measured);
    let halves = [0, 1].map(|half| Half::learn(&ordered, half));
    let extractors = halves.each_ref().map(|half| Extractor::new(&half.wrappers));
    let mut by_cluster: BTreeMap<ClusterId, Vec<usize>> = BTreeMap::new();
    for (page, cluster) in ordered.clusters.iter().enumerate() {
        if let Some(cluster) = cluster {
            by_cluster.entry(*cluster).or_default().push(page);
        }
    }
    by_cluster.retain(|_, pages| pages.len() >= LEAST_HALVED);
    let (mut total, mut cases) = (Alike::default(), Vec::new());
    for (cluster, pages) in by_cluster {
        let of_page = |&page: &usize| {
            let [one, other] = [0, 1].map(|half| {
                let known = halves[half].places.get(&cluster).copied();
                let (url, tree) = (ordered.urls[page], &ordered.documents[page].tree);
                extractors[half].extract_as(url, tree, known).record.map_or_else(Bag::new, bag)
            });
            Alike::new(&one, &other)
        };
        let alike: Alike = pages.par_iter().map(of_page).reduce(Alike::default, Alike::add);
        total = total.add(alike);
        if alike.values < alike.all {
            let name = &measured.learnt.wrappers.wrappers[cluster.index()].name;
            let (part, pages) = (share(alike.values, alike.all), pages.len());
            let Alike { first, all, .. } = alike;
            let line = format!(
                "halves {name}: {part:.3} of the values alike; {first} and {} on {pages} pages",
                all - first
            );
            cases.push((part, line));
        }
    }
    tell(exceptions, cases);
    let of_all = |part: usize| if total.all == 0 { 1.0 } else { share(part, total.all) };
    (of_all(total.values), of_all(total.named))
}

/// What every other page of each cluster teaches.
struct Half {
    wrappers: WrapperSet,
    /// The place of each cluster's wrapper.
    places: HashMap<ClusterId, usize>,
}

impl Half {
    fn learn(ordered: &Ordered<'_>, half: usize) -> Self {
        // One page says nothing of how another one differs.
        let params = Params { min_pages: 2, ..Params::default() };
        let mut seen: HashMap<ClusterId, usize> = HashMap::new();
        let of_half = ordered.clusters.iter().map(|cluster| {
            let count = seen.entry((*cluster)?).or_default();
            *count += 1;
            cluster.filter(|_| *count % 2 == half)
        });
        let of_half: Vec<Option<ClusterId>> = of_half.collect();
        let clustering = Clustering::with_numbers(&of_half);
        let known = clustering.clusters().iter().enumerate();
        let places = known
            .filter(|(_, pages)| pages.len() >= params.min_pages)
            .enumerate()
            .map(|(place, (cluster, _))| (ClusterId(cluster as u32), place))
            .collect();
        let Ordered { documents, urls, .. } = ordered;
        let wrappers = sitewrap_induce::induce(documents, urls, &clustering, &params);
        Self { wrappers, places }
    }
}

/// How many values two records of a page share, counted in both.
#[derive(Clone, Copy, Debug, Default)]
struct Alike {
    values: usize,
    named: usize,
    /// Values of the first record.
    first: usize,
    all: usize,
}

impl Alike {
    fn new(one: &Bag, other: &Bag) -> Self {
        let count = |bag: &Bag| bag.values().sum::<usize>();
        Self {
            values: 2 * shared(&nameless(one), &nameless(other)),
            named: 2 * shared(one, other),
            first: count(one),
            all: count(one) + count(other),
        }
    }

    fn add(self, other: Self) -> Self {
        Self {
            values: self.values + other.values,
            named: self.named + other.named,
            first: self.first + other.first,
            all: self.all + other.all,
        }
    }
}

/// Values with their paths, and how often each comes.
type Bag = BTreeMap<(String, String), usize>;

fn nameless(bag: &Bag) -> Bag {
    let mut plain = Bag::new();
    for ((_, value), count) in bag {
        *plain.entry((String::new(), value.clone())).or_default() += count;
    }
    plain
}

fn shared(one: &Bag, other: &Bag) -> usize {
    one.iter().filter_map(|(key, count)| Some(*count.min(other.get(key)?))).sum()
}

#[expect(clippy::needless_pass_by_value, reason = "what records are mapped by")]
fn bag(record: Record) -> Bag {
    let mut bag = Bag::new();
    of_record("", &record, &mut bag);
    bag
}

fn of_record(path: &str, record: &Record, bag: &mut Bag) {
    for (name, value) in record.iter() {
        of_value(&format!("{path}.{name}"), value, bag);
    }
}

fn of_value(path: &str, value: &Value, bag: &mut Bag) {
    match value {
        Value::Text(text) => *bag.entry((path.to_owned(), text.clone())).or_default() += 1,
        Value::Typed(typed) => {
            *bag.entry((path.to_owned(), typed.to_string())).or_default() += 1;
        }
        Value::List(items) => items.iter().for_each(|item| of_value(path, item, bag)),
        Value::Record(record) => of_record(path, record, bag),
    }
}
