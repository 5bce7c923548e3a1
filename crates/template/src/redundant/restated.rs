//! Class words that follow from the text that they colour: `in-stock` where the text says `In stock`.

use crate::parameters::Parameters;
use crate::share::Share;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_wrapper::{Content, Element, Field, Part, Template, TemplateNode};

/// Values of a field by the record that holds them.
pub(crate) type Texts<'c> = FxHashMap<u64, &'c str>;

/// The numbers of the fields of class words that the text of the same element tells.
///
/// `texts` gives the values of a field by its number.
pub(crate) fn restated<'c>(
    template: &Template,
    parameters: &Parameters,
    texts: &dyn Fn(usize) -> Texts<'c>,
) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    element(&template.root, parameters, texts, &mut found);
    found
}

fn element<'c>(
    of: &Element,
    parameters: &Parameters,
    texts: &dyn Fn(usize) -> Texts<'c>,
    found: &mut FxHashSet<usize>,
) {
    let class = of.attrs.iter().find(|attr| attr.attr == "class");
    if let Some(class) = class.and_then(|attr| number(&attr.field))
        && let Some(text) = only_text(of)
        && follow(&texts(class), &texts(text), parameters)
    {
        found.insert(class);
    }
    if let Content::Children(children) = &of.content {
        nodes(children, parameters, texts, found);
    }
}

fn nodes<'c>(
    of: &[TemplateNode],
    parameters: &Parameters,
    texts: &dyn Fn(usize) -> Texts<'c>,
    found: &mut FxHashSet<usize>,
) {
    for node in of {
        match node {
            TemplateNode::Element(child) => element(child, parameters, texts, found),
            TemplateNode::Repeat(repeat) => nodes(&repeat.unit, parameters, texts, found),
            TemplateNode::Map(_) | TemplateNode::Prose(_) => {}
        }
    }
}

fn number(field: &Field) -> Option<usize> {
    field.name.parse().ok()
}

/// The field of the only text in an element.
fn only_text(of: &Element) -> Option<usize> {
    match &of.content {
        Content::Text(pattern) => {
            let mut parts = pattern.parts.iter().filter_map(|part| match part {
                Part::Field(field) => Some(field),
                Part::Fixed(_) => None,
            });
            number(pattern.whole.as_ref().or_else(|| parts.next())?)
        }
        Content::Children(children) => {
            let mut texts = children.iter().filter_map(|child| match child {
                TemplateNode::Element(child) => only_text(child),
                _ => None,
            });
            let first = texts.next();
            first.filter(|_| texts.next().is_none())
        }
        Content::Fixed(_) | Content::Ignored => None,
    }
}

/// Whether the text of a record tells its class words.
fn follow(words: &Texts<'_>, texts: &Texts<'_>, parameters: &Parameters) -> bool {
    let mut usual: FxHashMap<&str, FxHashMap<&str, usize>> = FxHashMap::default();
    let mut both = 0;
    for (record, word) in words {
        let Some(text) = texts.get(record) else { continue };
        *usual.entry(text).or_default().entry(word).or_default() += 1;
        both += 1;
    }
    let told: usize = usual.values().filter_map(|words| words.values().max()).sum();
    // Texts that hardly come twice tell everything and nothing.
    usual.len() * 3 <= both
        && words.len() >= parameters.many
        && Share::new(told, words.len(), parameters).is_all_but_chance()
}
