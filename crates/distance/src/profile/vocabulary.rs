//! What a site's outlines have in common: its words, and the paths that its pages are made of.

mod placing;

use super::Parameters;
use super::families::{Families, Family};
use super::hash::hash_step;
use super::mirrors::mirrored;
use super::outline::{LOOK, Outline, OutlineNode, RawLabel, TEXT};
use super::path::Path;
use super::texts::{Text, of_templates};
use super::tokens::family;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::html;
use std::borrow::Cow;

/// How one raw label folds below one tag.
#[derive(Clone, Debug)]
enum Folding {
    /// Running text: the element and all below it are left out.
    Cut,
    /// The label of the element, and its further words.
    Keep(u32, Box<[u32]>),
}

/// Words and paths of a set of outlines.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    strings: Vec<Box<str>>,
    by_string: FxHashMap<Box<str>, u32>,
    word_pages: Vec<u32>,
    /// Words that fewer pages bear are left out.
    least_pages: u32,
    /// Families that fold.
    folded: FxHashSet<Family>,
    /// Texts that stand for class words; the site has hardly any if there are some.
    texts: FxHashSet<u32>,
    /// Whether the site has hardly any class words, so that looks count.
    is_bare: bool,
    /// Labels, each below a tag, whose first word says nothing of what is below.
    mirrored: FxHashSet<(u32, u32)>,
    steps: FxHashMap<(u32, u32, Box<[u32]>), Folding>,
    paths: Vec<Path>,
    by_step: FxHashMap<(u32, u32), u32>,
}

/// A raw label in terms of the vocabulary.
struct Label {
    tag: u32,
    /// Tag without the type of a form control.
    plain: u32,
    words: Box<[u32]>,
}

const NO_PATH: u32 = u32::MAX;

impl Vocabulary {
    /// Learns the words of a site from all its outlines: how many pages bear each, and which
    /// families fold.
    pub(super) fn learn<'o>(
        outlines: impl Iterator<Item = &'o Outline>,
        parameters: &Parameters,
    ) -> Self {
        let mut vocabulary = Self { least_pages: parameters.word_pages, ..Self::default() };
        let mut families = Families::default();
        let mut pages = 0;
        let (mut nodes, mut with_words) = (0u64, 0u64);
        let mut texts: FxHashMap<(u64, u32), Vec<u32>> = FxHashMap::default();
        for outline in outlines {
            let labels = vocabulary.labels(outline);
            let mut places: Vec<u64> = Vec::with_capacity(outline.nodes().len());
            for (index, node) in outline.nodes().iter().enumerate() {
                let raw = &outline.labels()[node.label as usize];
                let above = if index == 0 { 0 } else { places[node.parent as usize] };
                places.push(hash_step(above, &raw.tag));
                if &*raw.tag == TEXT {
                    for &word in &labels[node.label as usize].words {
                        let on = texts.entry((above, word)).or_default();
                        if on.last() != Some(&(pages as u32)) {
                            on.push(pages as u32);
                        }
                    }
                } else {
                    nodes += 1;
                    with_words += u64::from(raw.tokens.iter().any(|word| !word.starts_with(LOOK)));
                }
            }
            let words: FxHashSet<u32> =
                labels.iter().flat_map(|l| l.words.iter().copied()).collect();
            for word in words {
                vocabulary.word_pages[word as usize] += 1;
            }
            // A text may be spelt as the class word of another element or page.
            let elements = labels.iter().zip(outline.labels()).filter(|(_, raw)| &*raw.tag != TEXT);
            let borne: FxHashSet<u32> =
                elements.flat_map(|(label, _)| label.words.iter().copied()).collect();
            for word in borne {
                let is_id = vocabulary.strings[word as usize].starts_with('#');
                families.note_page(word, pages, is_id);
            }
            pages += 1;
            let heads: Vec<Vec<Option<u32>>> = labels
                .iter()
                .map(|label| label.words.iter().map(|&word| vocabulary.family(word)).collect())
                .collect();
            let is_text = |node: &&OutlineNode| &*outline.labels()[node.label as usize].tag == TEXT;
            for node in outline.nodes().iter().filter(|node| !is_text(node)) {
                let above = &labels[outline.nodes()[node.parent as usize].label as usize];
                let label = &labels[node.label as usize];
                let heads = &heads[node.label as usize];
                families.note(above.plain, label.plain, &label.words, heads);
            }
        }
        let is_id = |head: u32| vocabulary.strings[head as usize].starts_with('#');
        vocabulary.is_bare = with_words * parameters.bare_nodes as u64 <= nodes;
        if vocabulary.is_bare {
            let key = |word: u32| hash_step(0, &vocabulary.strings[word as usize]);
            let texts = texts.into_iter();
            let texts =
                texts.map(|((place, word), pages)| Text { word, place, key: key(word), pages });
            vocabulary.texts = of_templates(texts, parameters).into_iter().collect();
        }
        vocabulary.folded = families.folding(&vocabulary.word_pages, pages, parameters, is_id);
        vocabulary
    }

    /// The paths of an outline, in rising order. Paths that are new are added, and what the page
    /// tells of paths that vary within it is noted.
    pub(super) fn profile(&mut self, outline: &Outline) -> Vec<u32> {
        let labels = self.labels(outline);
        let mut places = Vec::with_capacity(outline.nodes().len());
        let mut counts: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        for (index, node) in outline.nodes().iter().enumerate() {
            let above = if index == 0 { NO_PATH } else { places[node.parent as usize] };
            if index > 0 && above == NO_PATH {
                places.push(NO_PATH);
                continue;
            }
            let tag_above = labels[outline.nodes()[node.parent as usize].label as usize].plain;
            let Folding::Keep(label, words) = self.step(tag_above, &labels[node.label as usize])
            else {
                places.push(NO_PATH);
                continue;
            };
            let here = self.path(above, label);
            places.push(here);
            let count = counts.entry(here).or_default();
            *count = (count.0 + node.elements, count.1 + node.bearers);
            for &word in &words {
                let word = self.path(here, word);
                counts.entry(word).or_default().1 += node.elements;
            }
        }
        self.note_variation(&counts);
        let mut row: Vec<u32> = counts.into_keys().collect();
        row.sort_unstable();
        row
    }

    /// Notes for each path whether the elements above it on this page all have it. `counts` are
    /// the elements at each path and the elements above that have one.
    fn note_variation(&mut self, counts: &FxHashMap<u32, (u32, u32)>) {
        for (&path, &(_, bearers)) in counts {
            let parent = self.paths[path as usize].parent;
            let above = counts.get(&parent).map_or(0, |&(elements, _)| elements);
            if parent != path && above >= 2 {
                let path = &mut self.paths[path as usize];
                path.repeated += 1;
                path.varied += u32::from(bearers < above);
            }
        }
    }

    /// Pools what pages tell of further words that vary between alike elements, over all paths at
    /// which an element of the same label has the word.
    pub(super) fn pool_words(&mut self) {
        let mut sums: FxHashMap<(u32, u32), (u32, u32)> = FxHashMap::default();
        let key = |paths: &[Path], path: &Path| (paths[path.parent as usize].label, path.label);
        for path in self.paths.iter().filter(|path| path.is_word) {
            let sum = sums.entry(key(&self.paths, path)).or_default();
            *sum = (sum.0 + path.repeated, sum.1 + path.varied);
        }
        for index in 0..self.paths.len() {
            if self.paths[index].is_word {
                let sum = sums[&key(&self.paths, &self.paths[index])];
                (self.paths[index].repeated, self.paths[index].varied) = sum;
            }
        }
    }

    /// Leaves out first words that say nothing of what is below, given on how many of `pages` pages
    /// each path is. If there are any, all paths are forgotten: outlines have to be profiled anew.
    pub(super) fn set_mirrored(
        &mut self,
        counts: &[u32],
        pages: u32,
        parameters: &Parameters,
    ) -> bool {
        let name = |label: u32| &*self.strings[label as usize];
        let found = mirrored(&self.paths, counts, pages, parameters, name);
        for &path in &found {
            let (label, parent) =
                (self.paths[path as usize].label, self.paths[path as usize].parent);
            let above = self.strings[self.paths[parent as usize].label as usize].clone();
            let above = self.intern(tag(&above));
            self.mirrored.insert((above, label));
        }
        if !found.is_empty() {
            self.paths.clear();
            self.by_step.clear();
            self.steps.clear();
        }
        !found.is_empty()
    }

    /// All paths; parents come before their children.
    pub(super) fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// Sets how much the pages bear out what a word on `html` or `body` says.
    pub(super) fn set_borne_out(&mut self, path: u32, share: f64) {
        self.paths[path as usize].body_class_weights = share;
    }

    /// A path as text, as in `body > div.page > ul.menu`.
    pub(super) fn describe(&self, mut path: u32) -> String {
        let mut steps = Vec::new();
        loop {
            let step = &self.paths[path as usize];
            steps.push(&*self.strings[step.label as usize]);
            if step.parent == path {
                break;
            }
            path = step.parent;
        }
        steps.reverse();
        steps.join(" > ").replace(" > @", "@")
    }

    fn labels(&mut self, outline: &Outline) -> Vec<Label> {
        let intern = |label: &RawLabel| Label {
            tag: self.intern(&label.tag),
            plain: self.intern(plain(&label.tag)),
            words: label.tokens.iter().map(|word| self.intern(word)).collect(),
        };
        outline.labels().iter().map(intern).collect()
    }

    fn intern(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.by_string.get(text) {
            return known;
        }
        let index = self.strings.len() as u32;
        self.strings.push(text.into());
        self.word_pages.push(0);
        self.by_string.insert(text.into(), index);
        index
    }

    fn family(&mut self, word: u32) -> Option<u32> {
        let text = self.strings[word as usize].clone();
        family(&text).map(|head| self.intern(head))
    }

    fn step(&mut self, above: u32, label: &Label) -> Folding {
        let key = (above, label.tag, label.words.clone());
        if let Some(known) = self.steps.get(&key) {
            return known.clone();
        }
        let step = match self.spell(above, label) {
            None => Folding::Cut,
            Some((first, further)) => {
                let further = further.iter().map(|word| self.intern(word)).collect();
                Folding::Keep(self.intern(&first), further)
            }
        };
        self.steps.insert(key, step.clone());
        step
    }

    /// The label of an element with its first word, and its further words, once words of too few
    /// pages are left out and families are folded; `None` for running text.
    fn spell(&self, above: u32, label: &Label) -> Option<(String, Vec<String>)> {
        let is_text = &*self.strings[label.tag as usize] == TEXT;
        let is_whole_page = matches!(&*self.strings[label.plain as usize], "html" | "body");
        let mut words: Vec<Cow<'_, str>> = Vec::new();
        // Of a whole page, kinds and items are named side by side (`path-user`, `category-travel`);
        // which is which, the pages bear out.
        let mut unfolded: Vec<&str> = Vec::new();
        for &word in &label.words {
            let text = &*self.strings[word as usize];
            let is_left_out = self.word_pages[word as usize] < self.least_pages
                || text.starts_with(LOOK) && !self.is_bare
                || is_text && !self.texts.contains(&word);
            if is_left_out {
                continue;
            }
            let head = family(text).and_then(|head| self.by_string.get(head));
            let word = match head {
                Some(&head) if self.folded.contains(&(above, label.plain, head)) => {
                    if is_whole_page {
                        unfolded.push(text);
                    }
                    Cow::Owned(format!("{}-*", self.strings[head as usize]))
                }
                _ => Cow::Borrowed(text),
            };
            if !words.contains(&word) {
                words.push(word);
            }
        }
        // An id of a family or of a whole page names an item, as one with a number does.
        let names_item = |id: &str| id.starts_with('#') && (is_whole_page || id.ends_with("-*"));
        if words.first().is_some_and(|word| names_item(word)) {
            words.rotate_left(1);
        }
        let tag = &self.strings[label.tag as usize];
        match words.split_first() {
            Some((first, further)) => {
                let label = format!("{tag}.{first}");
                let is_mirrored = self.by_string.get(&*label);
                let is_mirrored = is_mirrored.is_some_and(|&l| self.mirrored.contains(&(above, l)));
                let further = further.iter().map(|word| &**word).chain(unfolded);
                let further = further.map(|word| format!("@{word}")).collect();
                Some((if is_mirrored { tag.to_string() } else { label }, further))
            }
            None if is_text || html::is_prose(&self.strings[label.plain as usize]) => None,
            None => Some((tag.to_string(), Vec::new())),
        }
    }

    fn path(&mut self, parent: u32, label: u32) -> u32 {
        if let Some(&known) = self.by_step.get(&(parent, label)) {
            return known;
        }
        let index = self.paths.len() as u32;
        let text = &self.strings[label as usize];
        let above = (parent != NO_PATH).then(|| &self.paths[parent as usize]);
        let is_word = text.starts_with('@');
        let without_word = match text.split_once('.') {
            Some((tag @ ("html" | "body"), word)) if !word.starts_with(LOOK) => tag,
            _ => text,
        };
        self.paths.push(Path {
            parent: if parent == NO_PATH { index } else { parent },
            label,
            depth: above.map_or(0, |above| above.depth + 1),
            hash: hash_step(above.map_or(0, |above| above.hash), text),
            place: hash_step(above.map_or(0, |above| above.place), without_word),
            is_word,
            on_body: is_word && above.is_some_and(|above| above.depth <= 1),
            body_class_weights: 0.0,
            repeated: 0,
            varied: 0,
        });
        self.by_step.insert((parent, label), index);
        index
    }
}

/// The tag of a label, without the type of a form control.
fn tag(label: &str) -> &str {
    plain(label.split('.').next().unwrap_or(label))
}

fn plain(tag: &str) -> &str {
    tag.split('[').next().unwrap_or(tag)
}
