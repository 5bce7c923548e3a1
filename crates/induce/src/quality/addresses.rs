//! What addresses tell: which links stand on pages of other types too, and which pages are likely
//! of one kind.

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_model::{ClusterId, Clustering};
use sitewrap_template::{Corpus, Parameters, Share};

/// On how many pages of each type links stand, and which type the pages are of.
pub(super) struct Elsewhere {
    /// By hash, then by type.
    links: FxHashMap<u64, Vec<(u32, u32)>>,
    pages: Vec<usize>,
    /// The type of each page, by the hash of its address.
    kinds: FxHashMap<u64, usize>,
}

impl Elsewhere {
    pub(super) fn new(corpora: &[Corpus<'_>]) -> Self {
        let mut links: FxHashMap<u64, Vec<(u32, u32)>> = FxHashMap::default();
        for (kind, corpus) in corpora.iter().enumerate() {
            for page in (0..corpus.len()).step_by(step(corpus)) {
                for key in led_to(corpus, page) {
                    let kinds = links.entry(key).or_default();
                    match kinds.last_mut() {
                        Some((last, count)) if *last == kind as u32 => *count += 1,
                        _ => kinds.push((kind as u32, 1)),
                    }
                }
            }
        }
        let looked_at = |corpus: &Corpus<'_>| corpus.len().div_ceil(step(corpus));
        let kind_of = |(kind, corpus): (usize, &Corpus<'_>)| {
            (0..corpus.len()).map(|page| (hash(bare(corpus.url(page))), kind)).collect::<Vec<_>>()
        };
        let kinds = corpora.iter().enumerate().flat_map(kind_of).collect();
        Self { links, pages: corpora.iter().map(looked_at).collect(), kinds }
    }

    /// Whether an address is that of a page of this type; `None` where its type is not known.
    pub(super) fn is_of(&self, kind: usize, address: &str) -> Option<bool> {
        self.kinds.get(&hash(bare(address))).map(|of| *of == kind)
    }

    /// Pages of types other than `kind` that were looked at.
    pub(super) fn others(&self, kind: usize) -> usize {
        self.pages.iter().sum::<usize>() - self.pages[kind]
    }

    /// Share of the pages of types other than `kind` that have a link to this address.
    pub(super) fn share(&self, kind: usize, value: &str) -> f64 {
        let kinds = self.links.get(&hash(bare(value)));
        let others = kinds.into_iter().flatten().filter(|(other, _)| *other as usize != kind);
        let count: u32 = others.map(|(_, count)| count).sum();
        f64::from(count) / self.others(kind).max(1) as f64
    }
}

/// From one page of a type whose links are looked at to the next.
fn step(corpus: &Corpus<'_>) -> usize {
    corpus.len().div_ceil(2 * corpus.parameters().sampled).max(1)
}

/// Hashes of what a page leads to, each once.
fn led_to(corpus: &Corpus<'_>, page: usize) -> FxHashSet<u64> {
    let tree = corpus.tree(page);
    let mut found = FxHashSet::default();
    for node in tree.nodes() {
        if let Some(address) = tree.attr(node, "href").or_else(|| tree.attr(node, "src")) {
            found.insert(hash(bare(address)));
        }
    }
    found
}

/// An address without scheme, host and fragment; another text as it is.
pub(super) fn bare(value: &str) -> &str {
    let rest = value
        .split_once("://")
        .map_or(value, |(_, rest)| rest.find('/').map_or("/", |at| &rest[at..]));
    if rest.starts_with('/') { rest.split('#').next().unwrap_or(rest) } else { value }
}

fn hash(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    std::hash::Hasher::write(&mut hasher, text.as_bytes());
    std::hash::Hasher::finish(&hasher)
}

/// How the pages of each type share their kinds of addresses with others.
pub(crate) struct Families {
    apart: Vec<Option<f32>>,
}

impl Families {
    /// `kept` are the clusters that are asked for, by their places in the clustering.
    pub(crate) fn new(
        urls: &[&str],
        clustering: &Clustering,
        kept: &[usize],
        parameters: &Parameters,
    ) -> Self {
        let family: Vec<String> = urls.iter().map(|url| family(url)).collect();
        let mut all: FxHashMap<&str, usize> = FxHashMap::default();
        let mut own: FxHashMap<(&str, ClusterId), usize> = FxHashMap::default();
        for (family, label) in family.iter().zip(clustering.labels()) {
            *all.entry(family).or_default() += 1;
            if let Some(cluster) = label {
                *own.entry((family, *cluster)).or_default() += 1;
            }
        }
        let apart = |&place: &usize| {
            let cluster = ClusterId(place as u32);
            let pages = &clustering.clusters()[place];
            let shares = pages.iter().filter_map(|&page| {
                let of_all = all[family[page].as_str()];
                let of_own = own[&(family[page].as_str(), cluster)];
                (!Share::new(of_all, urls.len(), parameters).is_nearly_all())
                    .then(|| of_own as f32 / of_all as f32)
            });
            let (count, sum) =
                shares.fold((0.0, 0.0), |(count, sum), share| (count + 1.0, sum + share));
            // One page has no others of its type to be apart from the rest with.
            (pages.len() > 1 && 2.0 * count > pages.len() as f32).then(|| sum / count)
        };
        Self { apart: kept.iter().map(apart).collect() }
    }

    /// Mean share of the pages with an address of one kind that are of the type, over its pages;
    /// `None` where addresses tell no kinds, and for a page that is the only one of its type.
    pub(super) fn apart(&self, place: usize) -> Option<f32> {
        self.apart.get(place).copied().flatten()
    }
}

/// What addresses of one kind have in common: the folders, digits aside, and the names of the
/// parameters with that of the script which they go to.
fn family(url: &str) -> String {
    let path = bare(url);
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let (folder, script) = path.rsplit_once('/').unwrap_or(("", path));
    let mut out: String =
        folder.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    while out.contains("##") {
        out = out.replace("##", "#");
    }
    if !query.is_empty() {
        let mut names: Vec<&str> =
            query.split('&').map(|pair| pair.split('=').next().unwrap_or(pair)).collect();
        names.sort_unstable();
        out.push_str(script);
        out.push_str(&names.join("&"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_that_shares_its_kind_of_address_is_not_apart() {
        let urls: Vec<String> = (0..12)
            .map(|n| match n {
                0..4 => format!("https://a.test/item/{n}"),
                4..8 => format!("https://a.test/news/2024/{n}"),
                _ => format!("https://a.test/news/2023/{n}"),
            })
            .collect();
        let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
        let labels: Vec<Option<usize>> = (0..12).map(|n| Some(n / 4)).collect();
        let clustering = Clustering::from_labels(&labels);
        let families = Families::new(&urls, &clustering, &[0, 1, 2], &Parameters::default());
        assert_eq!(families.apart(0), Some(1.0), "all items are of one type");
        assert_eq!(families.apart(1), Some(0.5), "half of the news are of another type");
        let labels: Vec<Option<usize>> = (0..12).map(|n| Some(usize::from(n == 0))).collect();
        let clustering = Clustering::from_labels(&labels);
        let alone = clustering.clusters().iter().position(|pages| pages.len() == 1).unwrap();
        let families = Families::new(&urls, &clustering, &[0, 1], &Parameters::default());
        assert_eq!(families.apart(alone), None, "one page has no others of its type");
        assert_eq!(
            family("https://a.test/t.php?id=3&p=1"),
            family("https://a.test/t.php?p=2&id=44")
        );
    }
}
