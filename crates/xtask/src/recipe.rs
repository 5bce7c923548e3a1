//! A plain clustering to compare with: pages as sets of folded paths, weighed by how well they split
//! the site, joined while the mean similarity across two clusters is high.
//!
//! No clustering that costs more should be worse anywhere. The constants are those of the recipe as
//! it was written down, and are not for tuning.

use sitewrap_tree::{Document, NodeId, TagTree};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const SKIP: [&str; 11] = [
    "script", "style", "noscript", "template", "head", "link", "meta", "br", "wbr", "base", "title",
];

/// Elements of running text: without classes they are not looked into.
const PROSE: [&str; 46] = [
    "a",
    "span",
    "b",
    "i",
    "em",
    "strong",
    "u",
    "s",
    "font",
    "small",
    "big",
    "sub",
    "sup",
    "code",
    "tt",
    "kbd",
    "samp",
    "var",
    "cite",
    "abbr",
    "q",
    "mark",
    "del",
    "ins",
    "time",
    "label",
    "img",
    "svg",
    "path",
    "picture",
    "source",
    "figure",
    "figcaption",
    "p",
    "pre",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "dl",
    "dt",
    "dd",
];

/// More words of one family under an element are one word.
const MANY: usize = 6;
const DEPTH_DECAY: f64 = 0.93;
const BODY_BOOST: f64 = 15.0;

struct Element {
    parent: Option<usize>,
    tag: String,
    words: Vec<String>,
}

/// The cluster of each page.
pub fn recipe_clusters(documents: &[&Document]) -> Vec<usize> {
    let folded = Folded::new(&documents.iter().map(|page| elements(page)).collect::<Vec<_>>());
    let one = join(&folded.similarity(&folded.weights(0.25), 0.65), 0.0, 0.8);
    let mut sizes: HashMap<usize, usize> = HashMap::new();
    one.iter().for_each(|label| *sizes.entry(*label).or_default() += 1);
    if sizes.values().any(|&size| 10 * size >= 9 * documents.len()) {
        return one;
    }
    join(&folded.similarity(&folded.weights(0.03), 0.5), 0.9, 0.8)
}

/// Elements in document order.
fn elements(page: &Document) -> Vec<Element> {
    let attr = |name: &str| {
        page.html_attrs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
    };
    let (id, classes) = (attr("id"), attr("class"));
    let html = Element { parent: None, tag: "html".to_owned(), words: words(id, classes) };
    let tree = &page.tree;
    let mut found = vec![html];
    let mut places: Vec<Option<usize>> = vec![None; tree.len()];
    for node in tree.nodes() {
        let above = tree.parent(node).map_or(Some(0), |parent| places[parent.index()]);
        let Some(parent) = above.filter(|_| is_element(tree, node)) else { continue };
        let value = |name: &str| {
            tree.attrs(node).find(|attr| attr.name == name).map_or("", |attr| attr.value)
        };
        let mut tag = tree.tag(node).as_str().to_owned();
        if matches!(&*tag, "input" | "button") && !value("type").is_empty() {
            tag.push_str(&format!("[{}]", value("type")));
        }
        places[node.index()] = Some(found.len());
        let words = words(value("id"), value("class"));
        found.push(Element { parent: Some(parent), tag, words });
    }
    found
}

fn is_element(tree: &TagTree, node: NodeId) -> bool {
    !tree.is_text(node) && !SKIP.contains(&tree.tag(node).as_str())
}

/// The id and the classes, each once and with numbers alike.
fn words(id: &str, classes: &str) -> Vec<String> {
    let id = (!id.is_empty()).then(|| format!("#{id}"));
    let all = id.into_iter().chain(classes.split_whitespace().map(str::to_owned));
    let mut words: Vec<String> = Vec::new();
    for word in all {
        let mut plain = String::new();
        for c in word.chars() {
            if !c.is_numeric() {
                plain.push(c);
            } else if !plain.ends_with('\u{1}') {
                plain.push('\u{1}');
            }
        }
        let plain = plain.replace('\u{1}', "#");
        if !words.contains(&plain) {
            words.push(plain);
        }
    }
    words
}

/// The head of a word's family: `post` of `post-#`.
fn family(word: &str) -> Option<&str> {
    let body = word.strip_prefix('#').unwrap_or(word);
    let end = body.find(|c: char| !c.is_ascii_alphabetic() && c != '#')?;
    let (head, tail) = body.split_at(end);
    let rest = tail.trim_start_matches(['-', '_', '.', ':']);
    let is_family = !head.is_empty() && rest.len() < tail.len();
    // What is left must not be empty; one mark of several may stand for it.
    let has_tail = !rest.is_empty() || tail.len() > 1;
    (is_family && has_tail).then(|| &word[..word.len() - tail.len()])
}

fn plain(tag: &str) -> &str {
    tag.split('[').next().unwrap_or(tag)
}

struct Trie {
    index: HashMap<(Option<usize>, String), usize>,
    parents: Vec<Option<usize>>,
    depths: Vec<i32>,
    labels: Vec<String>,
}

impl Trie {
    fn path(&mut self, parent: Option<usize>, label: String) -> usize {
        let key = (parent, label);
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        self.labels.push(key.1.clone());
        self.parents.push(parent);
        self.depths.push(parent.map_or(0, |parent| self.depths[parent] + 1));
        self.index.insert(key, self.labels.len() - 1);
        self.labels.len() - 1
    }
}

/// Pages as sets of paths of a trie.
struct Folded {
    trie: Trie,
    rows: Vec<Vec<usize>>,
}

impl Folded {
    fn new(pages: &[Vec<Element>]) -> Self {
        let mut bearers: HashMap<&str, usize> = HashMap::new();
        let mut families: HashMap<(&str, &str, &str), BTreeSet<&str>> = HashMap::new();
        for page in pages {
            let words: BTreeSet<&str> =
                page.iter().flat_map(|element| element.words.iter().map(String::as_str)).collect();
            words.into_iter().for_each(|word| *bearers.entry(word).or_default() += 1);
            for element in page {
                let above = element.parent.map_or("", |parent| plain(&page[parent].tag));
                for word in &element.words {
                    if let Some(head) = family(word) {
                        let key = (above, plain(&element.tag), head);
                        families.entry(key).or_default().insert(word);
                    }
                }
            }
        }
        let kept = |above: &str, element: &Element| {
            let mut kept: Vec<String> = Vec::new();
            for word in element.words.iter().filter(|word| bearers[word.as_str()] >= 2) {
                let of_many = family(word)
                    .filter(|head| families[&(above, plain(&element.tag), *head)].len() > MANY);
                let word = of_many.map_or_else(|| word.clone(), |head| format!("{head}-*"));
                if !kept.contains(&word) {
                    kept.push(word);
                }
            }
            kept
        };
        let mut trie = Trie {
            index: HashMap::new(),
            parents: Vec::new(),
            depths: Vec::new(),
            labels: Vec::new(),
        };
        let mut rows = Vec::new();
        for page in pages {
            let mut places: Vec<Option<usize>> = Vec::with_capacity(page.len());
            let mut seen = BTreeSet::new();
            for element in page {
                let above = element.parent.map_or("", |parent| plain(&page[parent].tag));
                let words = kept(above, element);
                let place = element.parent.map(|parent| places[parent]);
                if place == Some(None) || (words.is_empty() && PROSE.contains(&plain(&element.tag)))
                {
                    places.push(None);
                    continue;
                }
                let first = words.first().map_or(String::new(), |word| format!(".{word}"));
                let here = trie.path(place.flatten(), format!("{}{first}", element.tag));
                places.push(Some(here));
                seen.insert(here);
                for word in words.iter().skip(1) {
                    seen.insert(trie.path(Some(here), format!("@{word}")));
                }
            }
            rows.push(seen.into_iter().collect());
        }
        Self { trie, rows }
    }

    fn weights(&self, floor: f64) -> Vec<f64> {
        let mut count = vec![0.0; self.trie.labels.len()];
        self.rows.iter().flatten().for_each(|&path| count[path] += 1.0);
        let weight = |path: usize| {
            let p = count[path] / self.rows.len() as f64;
            let parent = self.trie.parents[path];
            let q = parent.map_or(1.0, |parent| count[path] / f64::max(1.0, count[parent]));
            let v = 4.0 * p * (1.0 - p);
            let is_shared = f64::from(u8::from(count[path] >= 2.0));
            let own = (4.0 * q * (1.0 - q) * v + 0.3 * v) * is_shared + 1e-9;
            let boost = if self.is_on_body(path) { BODY_BOOST } else { 1.0 };
            (own * boost + floor * is_shared) * DEPTH_DECAY.powi(self.trie.depths[path])
        };
        (0..count.len()).map(weight).collect()
    }

    /// Whether a path is a further class of the `html` or `body` element.
    fn is_on_body(&self, path: usize) -> bool {
        let root =
            self.trie.parents[path].and_then(|at| self.trie.labels[at].split(['.', '[']).next());
        self.trie.labels[path].starts_with('@')
            && self.trie.depths[path] <= 2
            && matches!(root, Some("html" | "body"))
    }

    fn similarity(&self, weights: &[f64], smaller: f64) -> Vec<Vec<f64>> {
        let own: Vec<f64> =
            self.rows.iter().map(|row| row.iter().map(|&path| weights[path]).sum()).collect();
        let mut has = vec![false; weights.len()];
        let mut matrix = vec![vec![1.0; self.rows.len()]; self.rows.len()];
        for (i, row) in self.rows.iter().enumerate() {
            row.iter().for_each(|&path| has[path] = true);
            for (j, other) in self.rows.iter().enumerate() {
                let shared = other.iter().filter(|&&path| has[path]);
                let common: f64 = shared.map(|&path| weights[path]).sum();
                let (left, right) = (own[i] - common, own[j] - common);
                let d = 2.0 * (smaller * left.min(right) + (1.0 - smaller) * left.max(right));
                matrix[i][j] = 1.0 - d / (2.0 * common + d + 1e-6);
            }
            row.iter().for_each(|&path| has[path] = false);
        }
        matrix
    }
}

/// A pair that is not to be joined.
const NEVER: f64 = -9.0;

/// Joins the pair with the highest mean similarity across while that is `between` or more and the
/// mean within the union is `whole` or more.
fn join(matrix: &[Vec<f64>], whole: f64, between: f64) -> Vec<usize> {
    let n = matrix.len();
    let (mut size, mut inside) = (vec![1.0; n], vec![1.0; n]);
    let mut cross = matrix.to_vec();
    let mut mean = matrix.to_vec();
    (0..n).for_each(|i| mean[i][i] = NEVER);
    let mut label: Vec<usize> = (0..n).collect();
    let mut alive: BTreeMap<usize, ()> = (0..n).map(|i| (i, ())).collect();
    loop {
        let mut best = (NEVER, 0, 0);
        for &i in alive.keys() {
            for &j in alive.keys() {
                if mean[i][j] > best.0 {
                    best = (mean[i][j], i, j);
                }
            }
        }
        let (similarity, i, j) = best;
        if similarity < between {
            return label;
        }
        let union = inside[i] + inside[j] + 2.0 * cross[i][j];
        if union / f64::powi(size[i] + size[j], 2) < whole {
            (mean[i][j], mean[j][i]) = (NEVER, NEVER);
            continue;
        }
        inside[i] = union;
        size[i] += size[j];
        alive.remove(&j);
        label.iter_mut().filter(|label| **label == j).for_each(|label| *label = i);
        for &k in alive.keys() {
            cross[i][k] += cross[j][k];
            cross[k][i] = cross[i][k];
            let value = if k == i { NEVER } else { cross[i][k] / (size[i] * size[k]) };
            (mean[i][k], mean[k][i]) = (value, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_two_templates_are_two_clusters() {
        let page = |at: usize| {
            let body = if at.is_multiple_of(2) {
                "<div class=item><div class=price></div><ul class=facts><li></ul></div>"
            } else {
                "<div class=list><table class=rows><tr class=row></table><form></form></div>"
            };
            Document::parse(format!("<body>{body}").as_bytes(), None, None)
        };
        let pages: Vec<Document> = (0..10).map(page).collect();
        let labels = recipe_clusters(&pages.iter().collect::<Vec<_>>());
        assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), 2, "{labels:?}");
        assert!(labels.chunks(2).all(|pair| pair == &labels[..2]));
    }

    #[test]
    fn families_have_a_head_and_a_tail() {
        assert_eq!(family("post-#"), Some("post"));
        assert_eq!(family("#item_tea"), Some("#item"));
        assert_eq!(family("post"), None);
    }
}
