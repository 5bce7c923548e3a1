//! Lines of `Label: value` among the children of a node: a map that line breaks part.

use crate::corpus::{Corpus, Instance};
use crate::features::features;
use crate::level::order::Placed;
use crate::level::pairs::{Candidates, Keys, Told, map_keys};
use rustc_hash::FxHashSet;
use sitewrap_tree::NodeId;
use sitewrap_wrapper::{
    Content, Element, Field, LabelledLine, Map, Pairs, Presence, TemplateNode, labelled_lines,
};
use std::collections::BTreeMap;

type Groups = Vec<Vec<Instance>>;

/// Labelled lines of each instance, with their labels.
struct Lines {
    of_group: Vec<Vec<LabelledLine>>,
    keys: Keys,
}

/// Whether the children of a node's instances are, in part, a map of labelled lines.
pub(crate) fn has_lines(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let groups: Groups = instances.iter().map(|&node| corpus.content_children(node)).collect();
    lines(corpus, &groups).is_some()
}

/// Takes the labelled lines, if they are a map, out of the children of each instance.
pub(crate) fn part_lines(corpus: &Corpus<'_>, groups: &mut Groups) -> Option<Placed> {
    let Lines { of_group, keys: Keys { keys, names } } = lines(corpus, groups)?;
    let (mut labels, mut firsts, mut places) = (Vec::new(), Vec::new(), 0.0);
    for (at, (group, lines)) in groups.iter_mut().zip(&of_group).enumerate() {
        let Some(first) = lines.first() else { continue };
        firsts.push((at, group[first.nodes.start].1));
        places += (first.nodes.start as f64 + 0.5) / group.len() as f64;
        labels.extend(lines.iter().map(|line| group[line.nodes.start]));
        let is_line = |index: usize| lines.iter().any(|line| line.nodes.contains(&index));
        let rest = group.iter().enumerate().filter(|(index, _)| !is_line(*index));
        *group = rest.map(|(_, child)| *child).collect();
    }
    let presence = Presence::new(firsts.len() as u32, groups.len() as u32);
    let label = Element {
        tag: corpus.tag(labels[0]).to_owned(),
        features: features(corpus, &labels),
        label_words: Vec::new(),
        through: false,
        presence,
        attrs: Vec::new(),
        content: Content::Ignored,
    };
    let field = Field { examples: keys.iter().take(3).cloned().collect(), ..Field::default() };
    let pairs = Pairs::Lines(label);
    let map = Map { field, pairs, keys, names, formats: BTreeMap::new(), presence };
    let place = places / firsts.len() as f64;
    Some(Placed { place, firsts, node: TemplateNode::Map(Box::new(map)) })
}

/// The labelled lines of each instance, if half of them have one, most of these several, and their labels
/// recur from instance to instance. Not where half of them have a label with several values.
fn lines(corpus: &Corpus<'_>, groups: &Groups) -> Option<Lines> {
    let of_group: Vec<Vec<LabelledLine>> = groups
        .iter()
        .map(|group| {
            let Some(&(page, _)) = group.first() else { return Vec::new() };
            let nodes: Vec<NodeId> = group.iter().map(|(_, node)| *node).collect();
            labelled_lines(corpus.view(page), &nodes)
        })
        .collect();
    let having = of_group.iter().filter(|lines| !lines.is_empty()).count();
    let several = of_group.iter().filter(|lines| lines.len() > 1).count();
    let filled = groups.iter().filter(|group| !group.is_empty()).count();
    // What people write has such lines now and then.
    if several == 0 || several * 2 < having || !corpus.share(having, filled).is_half() {
        return None;
    }
    let marked = |(group, lines): (&Vec<Instance>, &Vec<LabelledLine>)| {
        lines.iter().any(|line| are_told_apart(corpus, &group[line.value_from..line.nodes.end]))
    };
    let marked = groups.iter().zip(&of_group).filter(|pair| marked(*pair)).count();
    if corpus.share(marked, having).is_half() {
        return None;
    }
    let pair = |line: &LabelledLine| Some((line.label.clone(), line.value.clone()));
    let candidates: Candidates = of_group
        .iter()
        .enumerate()
        .flat_map(|(at, lines)| lines.iter().map(move |line| (at, pair(line))))
        .collect();
    let keys = map_keys(corpus, &candidates, Told::Markup)?;
    Some(Lines { of_group, keys })
}

/// Whether the markup tells several values behind one label apart: `Posted: <i id="day"></i> in <a id="section"></a>`.
fn are_told_apart(corpus: &Corpus<'_>, values: &[Instance]) -> bool {
    let is_marked = |&&(page, node): &&Instance| {
        ["id", "class"].iter().any(|name| corpus.tree(page).attr(node, name).is_some())
    };
    let looks =
        values.iter().filter(is_marked).map(|&(page, node)| corpus.view(page).label_hash(node));
    looks.collect::<FxHashSet<_>>().len() > 1
}
