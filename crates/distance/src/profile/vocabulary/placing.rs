//! Pages that come later, in the words and paths that are known.

use super::super::outline::{Outline, RawLabel};
use super::super::path::Placed;
use super::{Folding, Label, NO_PATH, Vocabulary, plain};
use rustc_hash::FxHashMap;

/// The way down to an element of a page that comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Branch {
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

impl Vocabulary {
    /// The paths of an outline, as far as they are known; paths that are not are counted.
    pub(in crate::profile) fn placed(&self, outline: &Outline) -> Placed {
        let labels: Vec<Option<Label>> =
            outline.labels().iter().map(|label| self.find_label(label)).collect();
        let mut places: Vec<Branch> = Vec::with_capacity(outline.nodes().len());
        let mut placed = Placed::default();
        // Labels that differ in unknown words alone are one path, as known ones would be.
        let mut strange: FxHashMap<(Branch, String), Branch> = FxHashMap::default();
        for (index, node) in outline.nodes().iter().enumerate() {
            let above =
                if index == 0 { Branch::Known(NO_PATH) } else { places[node.parent as usize] };
            let tag_above = &labels[outline.nodes()[node.parent as usize].label as usize];
            let label = &labels[node.label as usize];
            let place = self.find_branch(above, tag_above.as_ref(), label.as_ref(), &mut placed);
            let place = match place {
                Ok(place) => place,
                Err(name) => {
                    let depth = self.depth_below(above);
                    *strange.entry((above, name)).or_insert_with(|| {
                        placed.unknown.push(depth);
                        Branch::Unknown(placed.unknown.len() as u32 - 1, depth)
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
    fn find_branch(
        &self,
        above: Branch,
        tag_above: Option<&Label>,
        label: Option<&Label>,
        placed: &mut Placed,
    ) -> Result<Branch, String> {
        let Some(label) = label else {
            return if above == Branch::Cut { Ok(Branch::Cut) } else { Err(String::new()) };
        };
        let plain_above = tag_above.map_or(NO_PATH, |above| above.plain);
        match (above, self.find_step(plain_above, label)) {
            (Branch::Cut, _) | (_, Found::Cut) => Ok(Branch::Cut),
            (_, Found::Unknown(name)) => Err(name),
            (Branch::Unknown(..), Found::Known(name, _)) => {
                Err(self.strings[name as usize].to_string())
            }
            (Branch::Known(above), Found::Known(name, words)) => {
                let Some(&here) = self.by_step.get(&(above, name)) else {
                    return Err(self.strings[name as usize].to_string());
                };
                placed.paths.push(here);
                let known = |word: &u32| self.by_step.get(&(here, *word)).copied();
                placed.paths.extend(words.iter().filter_map(known));
                Ok(Branch::Known(here))
            }
        }
    }

    /// The depth of a path below a place.
    fn depth_below(&self, above: Branch) -> u32 {
        match above {
            Branch::Known(NO_PATH) | Branch::Cut => 0,
            Branch::Known(path) => self.paths[path as usize].depth + 1,
            Branch::Unknown(_, depth) => depth + 1,
        }
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

    fn find_step(&self, above: u32, label: &Label) -> Found {
        match self.steps.get(&(above, label.tag, label.words.clone())) {
            Some(Folding::Cut) => return Found::Cut,
            Some(Folding::Keep(name, words)) => return Found::Known(*name, words.clone()),
            None => {}
        }
        let Some((first, further)) = self.spell(above, label) else { return Found::Cut };
        let find = |text: &String| self.by_string.get(text.as_str()).copied();
        match find(&first) {
            Some(first) => Found::Known(first, further.iter().filter_map(find).collect()),
            None => Found::Unknown(first),
        }
    }
}
