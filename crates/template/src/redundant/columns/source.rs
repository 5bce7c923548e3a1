//! What the fields of a template are taken from.

use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_wrapper::{Content, Element, Field, Part, TemplateNode};

/// What a field is taken from; of equal fields the one with the lowest rank is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// The main heading; a field even where it says the same on all pages.
    Title,
    Heading,
    /// A text that class words name, although all pages say the same.
    Role,
    Text,
    AttrOfText,
    /// What is read aloud and not shown.
    Spoken,
    /// The `title` of an element.
    Caption,
    /// The `alt` of a picture.
    Alt,
    Attr,
    /// What an element holds for scripts.
    Data,
    Whole,
    /// The first paragraph of a text.
    Lead,
    /// A step of the way from the home page, however many pages have it.
    Way,
    /// The last step of it, which is the page itself.
    OwnStep,
}

impl Source {
    /// Whether it may say what another field says in more or other words.
    pub(super) fn describes(self) -> bool {
        matches!(self, Self::Caption | Self::Alt | Self::Data)
    }
}

/// Whether readers see the values.
pub(super) fn is_shown(source: Source) -> bool {
    use Source::{Heading, Role, Text, Title, Whole};
    matches!(source, Title | Heading | Role | Text | Whole)
}

fn number(field: &mut Field, source: Source, sources: &mut Vec<Source>) {
    field.name = sources.len().to_string();
    sources.push(source);
}

/// Gives all fields of an element and of what is below it numbers for names, and tells what each is
/// taken from, in the order of the numbers.
pub(super) fn number_element(element: &mut Element, sources: &mut Vec<Source>) {
    let first = sources.len();
    number_shown(element, sources);
    // What a page is called is its title, also where no reader sees the heading.
    if element.tag != "h1" && is_spoken(element) {
        sources[first..].fill(Source::Spoken);
    }
}

/// Whether class words say that an element is for those who listen to a page.
fn is_spoken(element: &Element) -> bool {
    let mut words = element.features.iter().filter_map(|feature| feature.name.strip_prefix('.'));
    words.any(|word| is(Role::Spoken, word))
}

fn number_shown(element: &mut Element, sources: &mut Vec<Source>) {
    let mut beside_text = false;
    match &mut element.content {
        Content::Children(children) => {
            beside_text = children.iter().any(
                |node| matches!(node, TemplateNode::Element(e) if matches!(e.content, Content::Text(_))),
            );
            number_nodes(children, sources);
        }
        Content::Text(pattern) => {
            beside_text = true;
            // A text that varies has several examples.
            let says_one = pattern.whole.as_ref().is_some_and(|whole| whole.examples.len() == 1);
            let source = match element.tag.as_str() {
                "h1" => Source::Title,
                // A heading that all share is content where it is what they are called.
                "h2" | "h3" if says_one => Source::Title,
                "h2" | "h3" => Source::Heading,
                _ if says_one => Source::Role,
                _ => Source::Text,
            };
            let has_parts = !pattern.parts.is_empty();
            if let Some(whole) = &mut pattern.whole {
                number(whole, if has_parts { Source::Whole } else { source }, sources);
            }
            for part in &mut pattern.parts {
                if let Part::Field(field) = part {
                    number(field, source, sources);
                }
            }
            if let Some(lead) = &mut pattern.lead {
                number(lead, Source::Lead, sources);
            }
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
    for attr in &mut element.attrs {
        let source = match attr.attr.as_str() {
            // The full form of what is shown: by an old custom, a day as machines write it.
            "title" if element.tag == "abbr" && beside_text => Source::AttrOfText,
            "title" => Source::Caption,
            "alt" => Source::Alt,
            // Words for scripts and readers aloud, such as `Reply to Jane Doe`.
            "aria-label" => Source::Caption,
            name if name.starts_with("data-") && name != "data-src" => Source::Data,
            _ if beside_text => Source::AttrOfText,
            _ => Source::Attr,
        };
        number(&mut attr.field, source, sources);
    }
}

fn number_nodes(nodes: &mut [TemplateNode], sources: &mut Vec<Source>) {
    let is_way = matches!(nodes, [TemplateNode::Repeat(list), ..] if list.way);
    for (at, node) in nodes.iter_mut().enumerate() {
        let first = sources.len();
        match node {
            TemplateNode::Element(element) => number_element(element, sources),
            TemplateNode::Repeat(repeat) => {
                number(&mut repeat.field, Source::Text, sources);
                number_nodes(&mut repeat.unit, sources);
            }
            TemplateNode::Map(map) => number(&mut map.field, Source::Text, sources),
            TemplateNode::Prose(prose) => {
                number(&mut prose.field, Source::Text, sources);
                if let Some(lead) = &mut prose.lead {
                    number(lead, Source::Lead, sources);
                }
            }
        }
        match (is_way, at) {
            (true, 0) => sources[first..].fill(Source::Way),
            (true, 2) => sources[first..].fill(Source::OwnStep),
            _ => {}
        }
    }
}
