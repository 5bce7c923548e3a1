//! Page types apart: each has a name of its own.

use super::address::{word_name, words};
use super::content::{Inventory, by_content};
use rustc_hash::FxHashSet;
use sitewrap_template::Corpus;
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::singular;
use sitewrap_wrapper::{Content, Element, NamedBy, Repeat, Template, TemplateNode};

/// Page types, each another and none of those `taken`; where several page types would bear one
/// name, what tells them apart is added, and a number only where nothing does. The first keeps the
/// plain name.
pub(crate) fn unique(
    names: &[String],
    corpora: &[&Corpus<'_>],
    templates: &[Template],
    taken: &[&str],
) -> Vec<String> {
    let mut given: Vec<String> = Vec::with_capacity(names.len());
    let names: Vec<String> = names
        .iter()
        .zip(templates)
        .map(|(name, template)| match name.as_str() {
            "list" if !has_list(template) => "page".to_owned(),
            "list" | "index" => list_of(template, 1).unwrap_or_else(|| name.clone()),
            "page" if !Inventory::of_template(template).is_list() => name.clone(),
            "page" => list_of(template, 2).unwrap_or_else(|| name.clone()),
            _ if is_usual(name) || !Inventory::of_template(template).is_list() => name.clone(),
            // `/journal/2026/`
            _ => list_of(template, 1).unwrap_or_else(|| name.clone()),
        })
        .collect();
    for (at, name) in names.iter().enumerate() {
        let is_free =
            |option: &String| !given.contains(option) && !taken.contains(&option.as_str());
        if is_free(name) {
            given.push(name.clone());
            continue;
        }
        let namesakes: Vec<usize> = (0..at).filter(|&other| names[other] == *name).collect();
        let mut options = Vec::new();
        // What lists the pages of the other type is their list, unless it is one of them beside.
        let is_kind = by_content(&Inventory::of_template(&templates[at])) == Some(name.as_str());
        let is_list = !is_kind && lists_of(&templates[at], name);
        options.extend(is_list.then(|| format!("{name}_list")));
        if !namesakes.is_empty() {
            let levels = corpora[at].parameters();
            options.extend(by_own_words(at, &namesakes, corpora, name, levels.nearly_all));
            options.extend(by_own_parts(at, &namesakes, templates, name));
            options.extend(by_own_words(at, &namesakes, corpora, name, levels.most));
        }
        let free = options.into_iter().find(|option| is_free(option) && !names.contains(option));
        let numbered = || (2..).map(|number| format!("{name}_{number}")).find(is_free);
        given.extend(free.or_else(numbered));
    }
    given
}

/// What a page that is a list lists: `article_list`, a list that most pages of the type have. Those that are
/// named for the pages they lead to, or by data (rank 2), come before those of links that labels and class
/// words name (rank 1); what has a lower rank than `least` does not count.
fn list_of(template: &Template, least: u8) -> Option<String> {
    let mut lists = Vec::new();
    all_lists(&template.root, &mut lists);
    for list in lists.clone() {
        if !is_telling(&list.field.name) || is_section(&list.field.name) {
            sections_of(&list.unit, &mut lists);
        }
    }
    let is_kind = |name: &str| is(Role::Kind, singular(name).rsplit('_').next().unwrap_or(name));
    let rank = |list: &Repeat| match list.field.named_by {
        _ if list.presence.share() < 0.5 => None,
        NamedBy::Data | NamedBy::Markup | NamedBy::Values => Some(2u8),
        _ if is_kind(&list.field.name) && has_links(&list.unit) => Some(1),
        _ => None,
    };
    let told = lists.into_iter().filter(|list| is_telling(&list.field.name));
    let ranked = told
        .filter_map(|list| Some((rank(list)?, list.items, list)))
        .filter(|(rank, _, _)| *rank >= least);
    let (_, _, list) = ranked.max_by_key(|(rank, items, _)| (*rank, *items))?;
    let name = &list.field.name;
    let words: Vec<&str> = name.split('_').collect();
    let from = words.iter().take_while(|word| is(Role::Which, word)).count();
    let item = if from < words.len() { words[from..].join("_") } else { name.clone() };
    Some(format!("{}_list", singular(&item)))
}

/// Whether a name is one that people give to pages, a plural among them.
pub(super) fn is_usual(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    let known =
        [is(Role::UsualPage, last), is(Role::Kind, &singular(last)), canonical(last).is_some()];
    known.contains(&true) || singular(last) != last
}

/// Whether a page has a list of other things than the way to it.
fn has_list(template: &Template) -> bool {
    let mut lists = Vec::new();
    all_lists(&template.root, &mut lists);
    let names = lists.iter().map(|list| &list.field.name);
    names.into_iter().any(|name| !name.is_empty() && singular(name) != "breadcrumb")
}

/// Whether a page has a list of what `name` is.
fn lists_of(template: &Template, name: &str) -> bool {
    let mut lists = Vec::new();
    all_lists(&template.root, &mut lists);
    let is_written = |word: &str| is(Role::Written, word.rsplit('_').next().unwrap_or(word));
    lists.iter().any(|list| {
        let item = singular(&list.field.name);
        item == name || is_written(&item) && is_written(name)
    })
}

/// Whether the name of a list tells what a page is that holds it, and not only where it stands.
fn is_telling(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or(name);
    !name.contains("_after_")
        && !is(Role::PagePart, first)
        && !name.is_empty()
        && !is(Role::Vague, name)
        && name.len() <= 24
        && !name.ends_with("_items")
}

/// Whether a list is named for what sorts its items: years, groups.
fn is_section(name: &str) -> bool {
    is(Role::Group, name)
}

/// Whether something in the items of a list is a link.
fn has_links(nodes: &[TemplateNode]) -> bool {
    nodes.iter().any(|node| match node {
        TemplateNode::Element(element) => {
            let below = match &element.content {
                Content::Children(children) => has_links(children),
                _ => false,
            };
            below || element.attrs.iter().any(|attr| attr.attr == "href")
        }
        TemplateNode::Repeat(repeat) => has_links(&repeat.unit),
        TemplateNode::Map(_) | TemplateNode::Prose(_) => false,
    })
}

/// The lists of a page that are not in other lists.
fn all_lists<'t>(element: &'t Element, found: &mut Vec<&'t Repeat>) {
    let Content::Children(children) = &element.content else { return };
    for child in children {
        match child {
            TemplateNode::Element(element) => all_lists(element, found),
            TemplateNode::Repeat(repeat) if repeat.through => sections_of(&repeat.unit, found),
            TemplateNode::Repeat(repeat) => found.push(repeat),
            _ => {}
        }
    }
}

/// The lists in the items of a list that are sections: articles by year.
fn sections_of<'t>(nodes: &'t [TemplateNode], found: &mut Vec<&'t Repeat>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => all_lists(element, found),
            TemplateNode::Repeat(repeat) if repeat.through => sections_of(&repeat.unit, found),
            TemplateNode::Repeat(repeat) => found.push(repeat),
            _ => {}
        }
    }
}

/// Words that at least a share of the addresses of this type have, and hardly one of the others.
fn by_own_words(
    at: usize,
    namesakes: &[usize],
    corpora: &[&Corpus<'_>],
    name: &str,
    least: f64,
) -> Vec<String> {
    let share = |of: usize, word: &String| {
        words(corpora[of]).get(word).copied().unwrap_or(0) as f64 / corpora[of].len().max(1) as f64
    };
    let nearly_all = corpora[at].parameters().nearly_all;
    // The name of one page is no word for several.
    let size = corpora[at].len() as f64;
    let mut own: Vec<String> = words(corpora[at])
        .into_keys()
        .filter(|word| share(at, word) >= least && share(at, word) * size >= 2.0)
        .filter(|word| namesakes.iter().all(|&namesake| share(namesake, word) <= 1.0 - nearly_all))
        .filter_map(|word| word_name(&word))
        .filter(|word| word.is_ascii() && word.len() + name.len() < 30 && singular(word) != name)
        .collect();
    own.sort();
    own.into_iter().map(|word| format!("{}_{name}", singular(&word))).collect()
}

/// What the template of this type holds and those of the others lack, by its label or class.
fn by_own_parts(at: usize, namesakes: &[usize], templates: &[Template], name: &str) -> Vec<String> {
    // What labels and data name comes before what class words do.
    let parts_of = |template: &Template| {
        let mut found = Vec::new();
        parts(&template.root, &mut found);
        found.sort_by_key(|(by, _)| *by > NamedBy::Label);
        found.into_iter().map(|(_, name)| name).collect::<Vec<String>>()
    };
    let mut own = parts_of(&templates[at]);
    let others: FxHashSet<String> =
        namesakes.iter().flat_map(|&namesake| parts_of(&templates[namesake])).collect();
    let is_short = |part: &String| part.len() + name.len() < 24 && part != name;
    own.retain(|part| !others.contains(part) && is_short(part));
    own.into_iter().map(|part| format!("{name}_with_{part}")).collect()
}

/// What the lists and maps in (almost) all pages of a type are called, in document order.
fn parts(element: &Element, found: &mut Vec<(NamedBy, String)>) {
    if let Content::Children(children) = &element.content {
        parts_of(children, found);
    }
}

fn parts_of(nodes: &[TemplateNode], found: &mut Vec<(NamedBy, String)>) {
    for child in nodes.iter().filter(|child| child.presence().share() >= 0.7) {
        let field = match child {
            TemplateNode::Element(element) => {
                parts(element, found);
                continue;
            }
            TemplateNode::Repeat(repeat) if repeat.through => {
                parts_of(&repeat.unit, found);
                continue;
            }
            TemplateNode::Repeat(repeat) => &repeat.field,
            TemplateNode::Map(map) => &map.field,
            TemplateNode::Prose(prose) => &prose.field,
        };
        if is_telling(&field.name) && field.name != "text" {
            found.push((field.named_by, field.name.clone()));
        }
    }
}
