//! Paths that might lead to a node, the most robust first.
//!
//! What a page is marked up with for its own sake lasts longest: ids, `itemprop` and the like,
//! class words, a label before the value. Positions come last. Tokens that look generated (hashes
//! of style sheets) are dear, since the next build of the site may change them.

use super::page::Page;
use super::path::{Axis, Path, Step, Test};
use crate::parameters::book;
use sitewrap_tree::{NodeId, html};

/// A path with what it costs: the less, the more robust.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) path: Path,
    pub(crate) cost: f32,
}

/// A way to say which element is meant, with its cost.
type Named = (Step, f32);

/// Paths from `scope` to `target`, which lies below it or behind it.
pub(crate) fn candidates(page: &Page<'_>, scope: NodeId, target: NodeId) -> Vec<Candidate> {
    if scope == target {
        return vec![Candidate { path: Path::default(), cost: 0.0 }];
    }
    let tree = page.tree();
    if !tree.contains(scope, target) {
        return behind(page, scope, target);
    }
    let line: Vec<NodeId> = std::iter::successors(tree.parent(target), |&node| tree.parent(node))
        .take_while(|&node| node != scope && node != tree.root())
        .collect();
    let mut found = Vec::new();
    let own = names(page, target);
    let bare = (Step::to(Axis::Descendant, tree.tag(target).as_str()), book().bare_step);
    let placed = (nth(page, bare.0.clone(), target), book().placed_step);
    for step in own.iter().chain([&bare]) {
        add(&mut found, [step]);
    }
    let mut named: Vec<(usize, Named)> = Vec::new();
    for (up, &ancestor) in line.iter().enumerate().take(book().ancestors) {
        named.extend(names(page, ancestor).into_iter().map(|name| (up, name)));
        if html::is_telling(tree.tag(ancestor).as_str()) {
            named.push((
                up,
                (Step::to(Axis::Descendant, tree.tag(ancestor).as_str()), book().bare_step),
            ));
        }
    }
    named.truncate(book().named_steps);
    for (up, above) in &named {
        for step in own.iter().chain([&bare, &placed]) {
            add(&mut found, [above, step]);
            if *up == 0 {
                add(&mut found, [above, &child(step)]);
            }
        }
        for (_, further) in named.iter().filter(|(further_up, _)| further_up > up) {
            for step in own.iter().chain([&bare]) {
                add(&mut found, [further, above, step]);
            }
        }
        let chain = chain(page, &line[..*up], target);
        add(&mut found, [above].into_iter().chain(&chain));
    }
    if line.len() <= book().ancestors {
        let mut chain = chain(page, &line, target);
        if let Some(first) = chain.first_mut() {
            first.1 += book().top_step;
        }
        add(&mut found, &chain);
        if line.is_empty() {
            add(&mut found, [&child(&placed)]);
        }
    }
    labels(page, scope, target, &mut found);
    if line.iter().chain([&target]).any(|&node| is_among_hoisted(page, node)) {
        let holds = |step: &Step| step.axis == Axis::Descendant && step.nth.is_none();
        found.retain(|candidate| candidate.path.steps.iter().all(holds));
    }
    found
}

/// Whether a node or one of its siblings stands in an element that has no node: which of them are children, and
/// which siblings, the page tells otherwise.
fn is_among_hoisted(page: &Page<'_>, node: NodeId) -> bool {
    let tree = page.tree();
    let parent = tree.parent(node);
    parent.is_some_and(|parent| tree.children(parent).any(|child| tree.is_hoisted(child)))
}

fn add<'s>(found: &mut Vec<Candidate>, steps: impl IntoIterator<Item = &'s Named>) {
    let (mut path, mut cost) = (Path::default(), 0.0);
    for (step, of_step) in steps {
        path.steps.push(step.clone());
        cost += of_step + 0.3;
    }
    found.push(Candidate { path, cost });
}

/// The ways to name an element by what it bears.
fn names(page: &Page<'_>, node: NodeId) -> Vec<Named> {
    let tree = page.tree();
    let step = || Step::to(Axis::Descendant, tree.tag(node).as_str());
    let mut found = Vec::new();
    for attr in tree.attrs(node).filter(|attr| is_token(attr.value)) {
        let generated = if looks_generated(attr.value) { book().generated_step } else { 0.0 };
        let cost = match attr.name {
            "id" => book().id_step,
            name if html::is_role_attr(name) => book().id_step,
            name if name.starts_with("data-") && !has_digit(attr.value) => book().class_step,
            _ => continue,
        };
        let test = Test::Attr(attr.name.to_owned(), attr.value.to_owned());
        found.push((step().with(test), cost + generated));
    }
    for word in tree.classes(node).filter(|word| is_token(word)) {
        let generated = if looks_generated(word) { book().generated_step } else { 0.0 };
        let numbered = if has_digit(word) { book().id_step } else { 0.0 };
        let test = Test::Class(word.to_owned());
        found.push((step().with(test), book().class_step + generated + numbered));
    }
    found
}

fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_token(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control();
    !text.is_empty() && text.len() <= book().label_chars && text.chars().all(is_plain)
}

/// Whether a word looks like the hash that a build tool gives: a part of it mixes letters and
/// digits to and fro (`css-1x2y3z`), or mixes cases without being words (`sc-bdVaJa`).
pub(crate) fn looks_generated(word: &str) -> bool {
    word.split(['-', '_', ':', '.']).any(|part| {
        let class = |c: char| match c {
            'a'..='z' => 0,
            'A'..='Z' => 1,
            '0'..='9' => 2,
            _ => 3,
        };
        let classes: Vec<u8> = part.chars().map(class).collect();
        let turns =
            |a: u8, b: u8| classes.windows(2).filter(|pair| pair[0] == a && pair[1] == b).count();
        let (into_digits, out_of_digits) = (turns(0, 2) + turns(1, 2), turns(2, 0) + turns(2, 1));
        let runs_of_capitals = turns(0, 1);
        let lower_runs = classes.split(|&class| class != 0).filter(|run| run.len() == 1).count();
        part.len() >= 5
            && (into_digits + out_of_digits >= 2 && into_digits > 0 && out_of_digits > 0)
            || (part.len() >= 5 && runs_of_capitals >= 2 && lower_runs >= 2)
    })
}

fn child((step, cost): &Named) -> Named {
    (step.clone().along(Axis::Child), *cost)
}

fn nth(page: &Page<'_>, mut step: Step, node: NodeId) -> Step {
    step.nth = Some(page.nth(node));
    step
}

/// Steps by position down to the target from above `line`, which is given from the bottom up.
fn chain(page: &Page<'_>, line: &[NodeId], target: NodeId) -> Vec<Named> {
    let tree = page.tree();
    let mut axis = Axis::Child;
    let mut steps = Vec::new();
    for &node in line.iter().rev().chain([&target]) {
        let tag = tree.tag(node).as_str();
        if tag == "tbody" {
            // Parsers differ on whether a table without the tag has the element.
            axis = Axis::Descendant;
            continue;
        }
        let is_only = page.nth(node) == 1
            && !page.siblings_behind(node).any(|sibling| tree.tag(sibling) == tree.tag(node));
        let step = Step::to(std::mem::replace(&mut axis, Axis::Child), tag);
        steps.push(if is_only {
            (step, book().bare_step + 0.6)
        } else {
            (nth(page, step, node), book().placed_step)
        });
    }
    steps
}

/// Paths by what stands before the target or before what holds it: a label, or an element with a
/// name of its own.
fn labels(page: &Page<'_>, scope: NodeId, target: NodeId, found: &mut Vec<Candidate>) {
    let tree = page.tree();
    let line = std::iter::successors(Some(target), |&node| tree.parent(node));
    let line: Vec<NodeId> = line.take(3).take_while(|&node| node != scope).collect();
    for (up, &held) in line.iter().enumerate() {
        let Some(parent) = tree.parent(held) else { return };
        let before = tree.children(parent).take_while(|&sibling| sibling != held);
        let Some(label) = before.filter(|&sibling| !tree.is_text(sibling)).last() else { continue };
        let chain = chain(page, line.get(1..up).unwrap_or_default(), target);
        let down = if up == 0 { &[][..] } else { &chain };
        let is_next = !page.siblings_behind(label).any(|node| !tree.is_text(node) && node < held);
        for name in names(page, label).into_iter().filter(|_| is_next) {
            let adjacent = (Step::to(Axis::Adjacent, tree.tag(held).as_str()), book().bare_step);
            add(found, [&name, &adjacent].into_iter().chain(down));
        }
        let Some(text) = page.label(label).filter(|text| text.chars().any(char::is_alphabetic))
        else {
            continue;
        };
        let tag = tree.tag(label).as_str();
        let label = (Step::to(Axis::Descendant, tag).with(Test::Text(text)), book().labelled_step);
        let next = (Step::to(Axis::Next, tree.tag(held).as_str()), 0.0);
        add(found, [&label, &next].into_iter().chain(down));
    }
}

/// Paths to what stands behind the first node of an item of several siblings.
fn behind(page: &Page<'_>, scope: NodeId, target: NodeId) -> Vec<Candidate> {
    let tree = page.tree();
    let parent = tree.parent(scope);
    let line: Vec<NodeId> = std::iter::successors(Some(target), |&node| tree.parent(node))
        .take_while(|&node| Some(node) != parent)
        .collect();
    let Some(&sibling) = line.last().filter(|&&sibling| !is_among_hoisted(page, sibling)) else {
        return Vec::new();
    };
    let bare = (Step::to(Axis::Next, tree.tag(sibling).as_str()), 1.0);
    let ways = names(page, sibling).into_iter().map(|(step, cost)| (step.along(Axis::Next), cost));
    let mut found = Vec::new();
    for way in ways.chain([bare]) {
        if sibling == target {
            add(&mut found, [&way]);
            continue;
        }
        for below in candidates(page, sibling, target) {
            let mut path = Path { steps: vec![way.0.clone()] };
            path.steps.extend(below.path.steps);
            found.push(Candidate { path, cost: way.1 + 0.3 + below.cost });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_told_from_words() {
        for word in ["css-1x2y3z", "sc-bdVaJa", "Card_title__3kQ9x", "a1b2c3d4e5"] {
            assert!(looks_generated(word), "{word}");
        }
        for word in ["price", "product-title", "col-md-6", "h1", "isbn13", "mainContent", "mt-4"] {
            assert!(!looks_generated(word), "{word}");
        }
    }
}
