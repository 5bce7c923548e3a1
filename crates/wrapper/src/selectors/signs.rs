//! Signs by which the pages of one type are told from all others.

use super::candidates::looks_generated;
use super::page::Page;
use super::path::{Axis, Path, Step, Test};
use crate::parameters::book;
use rustc_hash::FxHashMap;
use sitewrap_tree::{TagTree, html};
use std::collections::BTreeSet;

/// Elements by tag and what they bear.
pub type SignSet = BTreeSet<(String, Sign)>;

/// A page is of a type if it has all of some elements and none of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Elements that its pages have.
    pub has: Vec<Path>,
    /// Elements that its pages do not have, and those of like types do.
    pub lacks: Vec<Path>,
}

impl Signs {
    /// Whether a page bears the signs; false where there are none.
    pub fn fit(&self, tree: &TagTree) -> bool {
        let page = Page::new(tree);
        let has = |path: &Path| !page.select(path, tree.root()).is_empty();
        !self.has.is_empty() && self.has.iter().all(has) && !self.lacks.iter().any(has)
    }
}

/// The elements of a page that could be signs, in an order that is theirs; see [`learn_signs`].
pub fn page_has(tree: &TagTree) -> SignSet {
    let mut found = BTreeSet::new();
    for node in tree.nodes().filter(|&node| node != tree.root() && !tree.is_text(node)) {
        let tag = tree.tag(node).as_str();
        let words = tree.classes(node).map(|word| Sign::Class(word.to_owned()));
        let attrs =
            tree.attrs(node).filter(|attr| attr.name == "id" || html::is_role_attr(attr.name));
        let attrs = attrs.map(|attr| Sign::Attr(attr.name.to_owned(), attr.value.to_owned()));
        let signs = words.chain(attrs).filter(Sign::is_stable);
        found.extend(signs.map(|sign| (tag.to_owned(), sign)));
        if tag.len() <= book().label_chars && tag.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            found.insert((tag.to_owned(), Sign::Tag));
        }
    }
    found
}

/// What an element bears that could tell its page's type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// An id or a role attribute.
    Attr(String, String),
    /// A class word.
    Class(String),
    /// Its tag alone.
    Tag,
}

impl Sign {
    fn is_stable(&self) -> bool {
        let (Self::Attr(_, word) | Self::Class(word)) = self else { return true };
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
        !word.is_empty()
            && word.len() <= book().label_chars
            && word.chars().all(is_plain)
            && !looks_generated(word)
    }

    fn path(&self, tag: &str) -> Path {
        let step = Step::to(Axis::Descendant, tag);
        let step = match self {
            Self::Attr(name, value) => step.with(Test::Attr(name.clone(), value.clone())),
            Self::Class(word) => step.with(Test::Class(word.clone())),
            Self::Tag => step,
        };
        Path { steps: vec![step] }
    }
}

/// Signs for pages of one type, given what [`page_has`] says of some of its pages and of others.
/// `None` if the pages share nothing.
///
/// Greedy: the element that most of the type's pages have and fewest of the others, then what
/// excludes most of those that are left, as long as something does.
pub fn learn_signs(own: &[SignSet], others: &[SignSet]) -> Option<Signs> {
    let count = |pages: &mut dyn Iterator<Item = &SignSet>| {
        let mut counts: FxHashMap<(String, Sign), usize> = FxHashMap::default();
        pages.for_each(|page| {
            page.iter().for_each(|sign| *counts.entry(sign.clone()).or_default() += 1);
        });
        counts
    };
    let of_own = count(&mut own.iter());
    let share = |sign: &(String, Sign)| {
        of_own.get(sign).copied().unwrap_or(0) as f64 / own.len().max(1) as f64
    };
    let mut signs = Signs::default();
    let mut left: Vec<&SignSet> = others.iter().collect();
    for _ in 0..book().signs {
        let of_left = count(&mut left.iter().copied());
        let total = left.len().max(1) as f64;
        let left_share =
            |sign: &(String, Sign)| of_left.get(sign).copied().unwrap_or(0) as f64 / total;
        // A page of the type that is missed costs as much as all others taken for it.
        let gain = |sign: &(String, Sign), has: bool| {
            let (own, left) = (share(sign), left_share(sign));
            if has { 1.0 - left - 4.0 * (1.0 - own) } else { left - 4.0 * own }
        };
        let known = of_own.keys().map(|sign| (sign, true));
        let foreign = of_left.keys().map(|sign| (sign, false)).filter(|_| !signs.has.is_empty());
        let best = known
            .chain(foreign)
            .map(|(sign, has)| (gain(sign, has), has, sign))
            .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then_with(|| b.2.cmp(a.2)));
        let Some((gained, has, sign)) = best else { break };
        if !signs.has.is_empty() && (gained <= 0.0 || left.is_empty()) {
            break;
        }
        let path = sign.1.path(&sign.0);
        if has {
            signs.has.push(path);
        } else {
            signs.lacks.push(path);
        }
        left.retain(|page| page.contains(sign) == has);
        if left.is_empty() {
            break;
        }
    }
    (!signs.has.is_empty()).then_some(signs)
}
