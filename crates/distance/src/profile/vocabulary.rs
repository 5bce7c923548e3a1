//! What a site's outlines have in common: its words, and the paths that its pages are made of.

use super::outline::{Outline, RawLabel};
use super::tokens::{family, is_prose};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// More distinct words than this with one head (`category-…`) under one pair of tags are names of
/// items, not of kinds, and fold to `head-*`.
///
/// Calibration: anything from 3 to 12 gives the same clusters on the sites measured.
pub(super) const FAMILY_LIMIT: usize = 6;

/// A word that fewer pages bear is not part of a template.
pub(super) const MIN_PAGES: u32 = 2;

/// A path from the root: its last step, and the path before it.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The path without its last step; the root has its own index.
    pub(super) parent: u32,
    /// The last step: a tag with its first word (`div.product`), or a further word (`@sale`).
    pub(super) label: u32,
    /// Steps before the last.
    pub(super) depth: u32,
    /// A hash of the steps, the same whatever the order of pages.
    pub(super) hash: u64,
    /// Whether the last step is a further word of an element.
    pub(super) is_word: bool,
    /// Whether this is a word on the `html` or `body` element.
    pub(super) on_body: bool,
    /// Pages on which several elements stand at the path above.
    pub(super) repeated: u32,
    /// Of those, pages on which only some of these elements have this step below.
    pub(super) varied: u32,
}

/// How one raw label folds below one tag.
#[derive(Clone, Debug)]
enum Step {
    /// Running text: the element and all below it are left out.
    Cut,
    /// The label of the element, and its further words.
    Keep(u32, Box<[u32]>),
}

/// A page that was not among those that paths were learnt from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Its paths that are known, in rising order.
    pub paths: Vec<u32>,
    /// The depth of each path that is not known.
    pub unknown: Vec<u32>,
}

/// Where an element of such a page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Known(u32),
    /// A number for each such path of the page, and its depth.
    Unknown(u32, u32),
    /// In running text.
    Cut,
}

/// How the label of such an element is spelled.
enum Found {
    Cut,
    Known(u32, Box<[u32]>),
    Unknown(String),
}

/// Words and paths of a set of outlines.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    strings: Vec<Box<str>>,
    by_string: FxHashMap<Box<str>, u32>,
    word_pages: Vec<u32>,
    /// Families that fold: (tag above, tag, head).
    folded: FxHashSet<(u32, u32, u32)>,
    steps: FxHashMap<(u32, u32, Box<[u32]>), Step>,
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
    pub(super) fn learn<'o>(outlines: impl Iterator<Item = &'o Outline>) -> Self {
        let mut vocabulary = Self::default();
        let mut families: FxHashMap<(u32, u32, u32), FxHashSet<u32>> = FxHashMap::default();
        for outline in outlines {
            let labels = vocabulary.labels(outline);
            let words: FxHashSet<u32> =
                labels.iter().flat_map(|l| l.words.iter().copied()).collect();
            for word in words {
                vocabulary.word_pages[word as usize] += 1;
            }
            for node in outline.nodes() {
                let above = &labels[outline.nodes()[node.parent as usize].label as usize];
                let label = &labels[node.label as usize];
                for &word in &label.words {
                    if let Some(head) = vocabulary.family(word) {
                        let family = (above.plain, label.plain, head);
                        families.entry(family).or_default().insert(word);
                    }
                }
            }
        }
        vocabulary.folded = families
            .into_iter()
            .filter(|(_, words)| words.len() > FAMILY_LIMIT)
            .map(|(family, _)| family)
            .collect();
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
            let Step::Keep(label, words) = self.step(tag_above, &labels[node.label as usize])
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

    /// The paths of an outline, as far as they are known; paths that are not are counted.
    pub(super) fn placed(&self, outline: &Outline) -> Placed {
        let labels: Vec<Option<Label>> =
            outline.labels().iter().map(|label| self.find_label(label)).collect();
        let mut places: Vec<Place> = Vec::with_capacity(outline.nodes().len());
        let mut placed = Placed::default();
        // Labels that differ in unknown words alone are one path, as known ones would be.
        let mut strange: FxHashMap<(Place, String), Place> = FxHashMap::default();
        for (index, node) in outline.nodes().iter().enumerate() {
            let above =
                if index == 0 { Place::Known(NO_PATH) } else { places[node.parent as usize] };
            let tag_above = &labels[outline.nodes()[node.parent as usize].label as usize];
            let label = &labels[node.label as usize];
            let place = self.find_place(above, tag_above.as_ref(), label.as_ref(), &mut placed);
            let place = match place {
                Ok(place) => place,
                Err(name) => {
                    let depth = self.depth_below(above);
                    *strange.entry((above, name)).or_insert_with(|| {
                        placed.unknown.push(depth);
                        Place::Unknown(placed.unknown.len() as u32 - 1, depth)
                    })
                }
            };
            places.push(place);
        }
        placed.paths.sort_unstable();
        placed.paths.dedup();
        placed
    }

    /// Where an element stands, its known paths noted; its name if that is below nothing known.
    fn find_place(
        &self,
        above: Place,
        tag_above: Option<&Label>,
        label: Option<&Label>,
        placed: &mut Placed,
    ) -> Result<Place, String> {
        let Some(label) = label else {
            return if above == Place::Cut { Ok(Place::Cut) } else { Err(String::new()) };
        };
        let plain_above = tag_above.map_or(NO_PATH, |above| above.plain);
        match (above, self.find_step(plain_above, label)) {
            (Place::Cut, _) | (_, Found::Cut) => Ok(Place::Cut),
            (_, Found::Unknown(name)) => Err(name),
            (Place::Unknown(..), Found::Known(name, _)) => {
                Err(self.strings[name as usize].to_string())
            }
            (Place::Known(above), Found::Known(name, words)) => {
                let Some(&here) = self.by_step.get(&(above, name)) else {
                    return Err(self.strings[name as usize].to_string());
                };
                placed.paths.push(here);
                let known = |word: &u32| self.by_step.get(&(here, *word)).copied();
                placed.paths.extend(words.iter().filter_map(known));
                Ok(Place::Known(here))
            }
        }
    }

    /// The depth of a path below a place.
    fn depth_below(&self, above: Place) -> u32 {
        match above {
            Place::Known(NO_PATH) | Place::Cut => 0,
            Place::Known(path) => self.paths[path as usize].depth + 1,
            Place::Unknown(_, depth) => depth + 1,
        }
    }

    /// All paths; parents come before their children.
    pub(super) fn paths(&self) -> &[Path] {
        &self.paths
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

    fn find_label(&self, label: &RawLabel) -> Option<Label> {
        let find = |text: &str| self.by_string.get(text).copied();
        Some(Label {
            tag: find(&label.tag)?,
            plain: find(plain(&label.tag))?,
            // A word that is not known is as one that too few pages bear: left out.
            words: label.tokens.iter().filter_map(|word| find(word)).collect(),
        })
    }

    fn family(&mut self, word: u32) -> Option<u32> {
        let text = self.strings[word as usize].clone();
        family(&text).map(|head| self.intern(head))
    }

    fn step(&mut self, above: u32, label: &Label) -> Step {
        let key = (above, label.tag, label.words.clone());
        if let Some(known) = self.steps.get(&key) {
            return known.clone();
        }
        let step = match self.spell(above, label) {
            None => Step::Cut,
            Some((first, further)) => {
                let further = further.iter().map(|word| self.intern(word)).collect();
                Step::Keep(self.intern(&first), further)
            }
        };
        self.steps.insert(key, step.clone());
        step
    }

    fn find_step(&self, above: u32, label: &Label) -> Found {
        match self.steps.get(&(above, label.tag, label.words.clone())) {
            Some(Step::Cut) => return Found::Cut,
            Some(Step::Keep(name, words)) => return Found::Known(*name, words.clone()),
            None => {}
        }
        let Some((first, further)) = self.spell(above, label) else { return Found::Cut };
        let find = |text: &String| self.by_string.get(text.as_str()).copied();
        match find(&first) {
            Some(first) => Found::Known(first, further.iter().filter_map(find).collect()),
            None => Found::Unknown(first),
        }
    }

    /// The label of an element with its first word, and its further words, once words of too few
    /// pages are left out and families are folded; `None` for running text.
    fn spell(&self, above: u32, label: &Label) -> Option<(String, Vec<String>)> {
        let mut words: Vec<Cow<'_, str>> = Vec::new();
        for &word in &label.words {
            if self.word_pages[word as usize] < MIN_PAGES {
                continue;
            }
            let text = &*self.strings[word as usize];
            let head = family(text).and_then(|head| self.by_string.get(head));
            let word = match head {
                Some(&head) if self.folded.contains(&(above, label.plain, head)) => {
                    Cow::Owned(format!("{}-*", self.strings[head as usize]))
                }
                _ => Cow::Borrowed(text),
            };
            if !words.contains(&word) {
                words.push(word);
            }
        }
        // An id of a family names an item, as one with a number does.
        if words.first().is_some_and(|word| word.starts_with('#') && word.ends_with("-*")) {
            words.rotate_left(1);
        }
        let tag = &self.strings[label.tag as usize];
        match words.split_first() {
            Some((first, further)) => {
                let further = further.iter().map(|word| format!("@{word}")).collect();
                Some((format!("{tag}.{first}"), further))
            }
            None if is_prose(&self.strings[label.plain as usize]) => None,
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
        self.paths.push(Path {
            parent: if parent == NO_PATH { index } else { parent },
            label,
            depth: above.map_or(0, |above| above.depth + 1),
            hash: hash_step(above.map_or(0, |above| above.hash), text),
            is_word,
            on_body: is_word && above.is_some_and(|above| above.depth <= 1),
            repeated: 0,
            varied: 0,
        });
        self.by_step.insert((parent, label), index);
        index
    }
}

fn plain(tag: &str) -> &str {
    tag.split('[').next().unwrap_or(tag)
}

/// FNV-1a over the label, begun from the parent's hash, then mixed so that sums of hashes spread.
pub(super) fn hash_step(parent: u64, label: &str) -> u64 {
    let start = parent ^ 0xcbf2_9ce4_8422_2325;
    let hash = label.bytes().fold(start, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    mix(hash)
}

/// The finalizer of SplitMix64.
pub(super) fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
