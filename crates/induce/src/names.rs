//! Names for fields: from labels, markup, classes, tags and values, in that order of trust.

use crate::element::has_fields;
use crate::words::{from_class, from_label, from_lead, from_values, plural};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_extract::{
    AttrField, Content, Element, Field, NamedBy, Pairs, Part, Template, TemplateNode, TextPattern,
};

/// Gives every field of a template its name.
pub(crate) fn name_fields(template: &mut Template) {
    let mut scope = Scope::default();
    let place = Place { classes: Vec::new(), prose: None, in_item: false };
    name_element(&mut template.root, &place, None, &mut scope);
}

/// Names taken in one record.
#[derive(Default)]
struct Scope {
    taken: FxHashSet<String>,
    /// The last number given to a name.
    numbers: FxHashMap<String, usize>,
}

/// Where in the template a node stands.
#[derive(Clone)]
struct Place {
    /// Names from the classes of the nodes above, the nearest last.
    classes: Vec<String>,
    /// What the classes above say of running text.
    prose: Option<&'static str>,
    /// Whether the record is an item of a list.
    in_item: bool,
}

type Proposal = (String, NamedBy);

impl Scope {
    /// Makes a name unique: first with the names of the places it stands in, then by number.
    fn take(&mut self, (name, named_by): Proposal, place: &Place, examples: &[String]) -> Field {
        let mut unique = name.clone();
        for class in place.classes.iter().rev() {
            if !self.taken.contains(&unique) {
                break;
            }
            if *class != name && !name.starts_with(class.as_str()) {
                unique = format!("{class}_{name}");
            }
        }
        while !self.taken.insert(unique.clone()) {
            let number = self.numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            unique = format!("{name}_{number}");
        }
        Field { name: unique, named_by, examples: examples.to_vec(), ..Field::default() }
    }
}

fn name_level(
    nodes: &mut [TemplateNode],
    place: &Place,
    label: Option<&str>,
    scope: &mut Scope,
) -> Option<String> {
    // A label that is there less often than a node does not name it.
    let mut last = label.map(|label| (label.to_owned(), 1.0));
    for node in nodes {
        let share = node.presence().share();
        let label =
            last.as_ref().filter(|(_, of)| *of >= 0.8 * share).map(|(text, _)| text.clone());
        let label = label.as_deref();
        match node {
            TemplateNode::Element(element) => {
                match name_element(element, place, label, scope) {
                    Some(found) => last = Some((found, share)),
                    None if holds_field(element) => last = None,
                    None => {}
                }
                continue;
            }
            TemplateNode::Repeat(repeat) if !repeat.unit.iter().any(has_fields) => continue,
            TemplateNode::Repeat(repeat) => {
                let proposal = name_of_list(&repeat.unit, label, place);
                repeat.field = scope.take(proposal, place, &repeat.field.examples);
                let inside = Place { classes: Vec::new(), prose: None, in_item: true };
                name_level(&mut repeat.unit, &inside, None, &mut Scope::default());
            }
            TemplateNode::Map(map) => {
                let outline = match &map.pairs {
                    Pairs::Nodes(element) => element,
                    Pairs::Runs { key, .. } => key,
                };
                let proposal = by_label(label)
                    .or_else(|| by_class(outline))
                    .or_else(|| by_place(place))
                    .unwrap_or(("properties".to_owned(), NamedBy::Place));
                map.field = scope.take(proposal, place, &map.field.examples);
            }
            TemplateNode::Prose(prose) => {
                let proposal = by_label(label)
                    .or_else(|| prose.paragraphs.first().and_then(by_class))
                    .unwrap_or_else(|| name_of_prose(place));
                prose.field = scope.take(proposal, place, &prose.field.examples);
            }
        }
        last = None;
    }
    last.map(|(label, _)| label)
}

/// Names the fields of an element. Gives the label that the element is for what follows it.
fn name_element(
    element: &mut Element,
    place: &Place,
    label: Option<&str>,
    scope: &mut Scope,
) -> Option<String> {
    let own = by_markup(element).or_else(|| by_class(element));
    let mut inside = place.clone();
    if let Some((name, _)) = &own {
        inside.classes.push(name.clone());
    }
    inside.prose = by_prose_class(element).or(inside.prose);
    let tag = element.tag.clone();
    let mut base = None;
    let mut found = None;
    match &mut element.content {
        Content::Fixed(text) => found = label_text(&tag, text),
        Content::Ignored => {}
        Content::Text(pattern) => {
            let proposal = name_of_text(&tag, own.as_ref(), label, pattern, &inside);
            base = Some(proposal.0.clone());
            name_pattern(pattern, &proposal, place, scope);
        }
        Content::Children(children) => {
            // A label before a node is for the first thing in it.
            found = name_level(children, &inside, label, scope);
            // A heading with a link beside it names what follows; the last label of a block with
            // values of its own does not.
            found = found.filter(|_| count_fields(children) <= 1);
        }
    }
    for attr in &mut element.attrs {
        let proposal = name_of_attr(&tag, attr, own.as_ref(), base.as_deref(), place);
        attr.field = scope.take(proposal, place, &attr.field.examples);
    }
    found
}

fn name_pattern(pattern: &mut TextPattern, proposal: &Proposal, place: &Place, scope: &mut Scope) {
    if let Some(whole) = &mut pattern.whole {
        *whole = scope.take(proposal.clone(), place, &whole.examples);
    }
    let several = pattern.whole.is_some();
    let mut lead: Option<String> = None;
    for part in &mut pattern.parts {
        match part {
            Part::Fixed(text) => lead = Some(text.clone()),
            Part::Field(field) => {
                let by_lead = lead.take().and_then(|lead| from_lead(&lead));
                let part_name = match by_lead {
                    Some(name) => (name, NamedBy::Label),
                    None if several => {
                        let kind = from_values(&field.examples).unwrap_or("part");
                        (format!("{}_{kind}", proposal.0), proposal.1)
                    }
                    None => proposal.clone(),
                };
                *field = scope.take(part_name, place, &field.examples);
            }
        }
    }
}

fn name_of_text(
    tag: &str,
    own: Option<&Proposal>,
    label: Option<&str>,
    pattern: &TextPattern,
    place: &Place,
) -> Proposal {
    let examples: &[String] = match (&pattern.whole, pattern.parts.iter().find_map(part_field)) {
        (Some(whole), _) => &whole.examples,
        (None, Some(field)) => &field.examples,
        (None, None) => &[],
    };
    let form = from_values(examples);
    let lead = match pattern.parts.first() {
        Some(Part::Fixed(text)) => from_lead(text),
        _ => None,
    };
    if by_label(label).is_none() && is_long(examples) {
        return name_of_prose(place);
    }
    let by_form = form.filter(|form| *form != "number");
    let markup = own.filter(|(_, by)| *by == NamedBy::Markup).cloned();
    markup
        .or_else(|| lead.map(|name| (name, NamedBy::Label)))
        .or_else(|| by_label(label))
        .or_else(|| by_tag(tag).map(|name| (name.to_owned(), NamedBy::Tag)))
        .or_else(|| own.cloned())
        .or_else(|| by_form.map(|name| (name.to_owned(), NamedBy::Place)))
        .or_else(|| by_place(place).filter(|_| tag != "a"))
        .or_else(|| form.map(|name| (name.to_owned(), NamedBy::Place)))
        .unwrap_or_else(|| (default_name(tag, place).to_owned(), NamedBy::Place))
}

/// Running text is the body of what it stands in, unless a class says better.
fn name_of_prose(place: &Place) -> Proposal {
    (place.prose.unwrap_or("text").to_owned(), NamedBy::Class)
}

fn is_long(examples: &[String]) -> bool {
    let bytes: usize = examples.iter().map(String::len).sum();
    !examples.is_empty() && bytes >= 100 * examples.len()
}

/// What class words and ids say of running text in a node.
fn by_prose_class(element: &Element) -> Option<&'static str> {
    const WORDS: [(&str, &str); 9] = [
        ("description", "description"),
        ("summary", "summary"),
        ("excerpt", "excerpt"),
        ("abstract", "summary"),
        ("comment", "comment"),
        ("body", "body"),
        ("content", "body"),
        ("entry", "body"),
        ("text", "body"),
    ];
    let tokens = element.features.iter().filter(|f| f.name.starts_with(['.', '#']));
    tokens.filter(|feature| feature.weight >= 1.2).find_map(|feature| {
        let token = feature.name.to_lowercase();
        WORDS.iter().find(|(word, _)| token.contains(word)).map(|(_, name)| *name)
    })
}

fn part_field(part: &Part) -> Option<&Field> {
    match part {
        Part::Field(field) => Some(field),
        Part::Fixed(_) => None,
    }
}

fn name_of_attr(
    tag: &str,
    attr: &AttrField,
    own: Option<&Proposal>,
    base: Option<&str>,
    place: &Place,
) -> Proposal {
    let near = own
        .map(|(name, _)| name.as_str())
        .or(base)
        .or(place.classes.last().map(String::as_str))
        .filter(|name| !matches!(*name, "link" | "url" | "image"));
    let named = |what: &str| match near {
        Some(near) if !near.ends_with(what) => format!("{near}_{what}"),
        _ => what.to_owned(),
    };
    let name = match (tag, attr.attr.as_str()) {
        (_, "class") => return (near.unwrap_or("kind").to_owned(), NamedBy::Class),
        ("time", "datetime") => "date".to_owned(),
        ("img", "src" | "data-src") if place.in_item => "image".to_owned(),
        ("img" | "source", "src" | "data-src" | "srcset") => named("image"),
        (_, "href") if place.in_item && base.is_none_or(|base| base == "title") => "url".to_owned(),
        (_, "href" | "cite") => named("url"),
        (_, "title") if place.in_item && tag == "a" => "title".to_owned(),
        (_, other) => named(&other.trim_start_matches("data-").replace('-', "_")),
    };
    (name, NamedBy::Tag)
}

fn name_of_list(unit: &[TemplateNode], label: Option<&str>, place: &Place) -> Proposal {
    let item = unit.iter().find_map(|node| match node {
        TemplateNode::Element(element) => item_name(element, 3),
        _ => None,
    });
    by_label(label)
        .or_else(|| item.map(|(name, by)| (plural(&name), by)))
        .or_else(|| by_place(place).map(|(name, by)| (plural(&name), by)))
        .unwrap_or(("items".to_owned(), NamedBy::Place))
}

/// The class name of an item, or of the only node in it.
fn item_name(element: &Element, levels: usize) -> Option<Proposal> {
    by_markup(element).or_else(|| by_class(element)).or_else(|| match &element.content {
        Content::Children(children) if levels > 0 => match &children[..] {
            [TemplateNode::Element(only)] => item_name(only, levels - 1),
            _ => None,
        },
        _ => None,
    })
}

fn by_label(label: Option<&str>) -> Option<Proposal> {
    let label = label?;
    let lead = from_lead(label).filter(|_| label.split_whitespace().count() <= 3);
    Some((lead.or_else(|| from_label(label))?, NamedBy::Label))
}

fn by_markup(element: &Element) -> Option<Proposal> {
    let value = |name: &str| {
        let prefix = format!("@{name}=");
        element.features.iter().find_map(|feature| feature.name.strip_prefix(&prefix))
    };
    if let Some(property) = value("itemprop").or_else(|| value("property")) {
        let property = property.rsplit(':').next()?;
        return Some((from_label(&snake(property))?, NamedBy::Markup));
    }
    let name = match value("rel")? {
        "tag" => "tag",
        "author" => "author",
        _ => return None,
    };
    Some((name.to_owned(), NamedBy::Markup))
}

/// `datePublished` as `date_published`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// The first class word or id that most instances bear and that says something.
fn by_class(element: &Element) -> Option<Proposal> {
    let tokens = element.features.iter().filter(|f| f.name.starts_with(['.', '#']));
    let most = tokens.filter(|feature| feature.weight >= 1.2);
    let mut names = most.filter_map(|feature| from_class(&feature.name[1..]));
    Some((names.next()?, NamedBy::Class))
}

fn by_place(place: &Place) -> Option<Proposal> {
    Some((place.classes.last()?.clone(), NamedBy::Class))
}

fn by_tag(tag: &str) -> Option<&'static str> {
    match tag {
        "h1" => Some("title"),
        "time" => Some("date"),
        "address" => Some("address"),
        "figcaption" | "caption" => Some("caption"),
        _ => None,
    }
}

fn default_name(tag: &str, place: &Place) -> &'static str {
    match tag {
        "h2" | "h3" | "h4" | "h5" | "h6" if place.in_item => "title",
        "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
        "a" if place.in_item => "title",
        "a" => "link",
        "blockquote" | "q" => "quote",
        "td" | "th" => "cell",
        _ => "text",
    }
}

/// Template text that names what follows it.
fn label_text(tag: &str, text: &str) -> Option<String> {
    const LABEL_TAGS: [&str; 15] = [
        "h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "label", "b", "strong", "legend",
        "caption", "summary", "td",
    ];
    let is_label = LABEL_TAGS.contains(&tag) || text.trim_end().ends_with([':', '：']);
    let short = text.chars().count() <= 40 && text.chars().any(char::is_alphabetic);
    // A wrapper around a heading is as good as the heading.
    let is_wrapper = matches!(tag, "div" | "header" | "span" | "p" | "#text");
    (short && (is_label || is_wrapper)).then(|| text.to_owned())
}

/// Number of fields among nodes; a list, a map and running text count as two.
fn count_fields(nodes: &[TemplateNode]) -> usize {
    let count = |node: &TemplateNode| match node {
        TemplateNode::Element(element) => {
            let inside = match &element.content {
                Content::Children(children) => count_fields(children),
                Content::Text(_) => 1,
                Content::Fixed(_) | Content::Ignored => 0,
            };
            inside + element.attrs.len()
        }
        TemplateNode::Repeat(_) | TemplateNode::Map(_) | TemplateNode::Prose(_) => 2,
    };
    nodes.iter().map(count).sum()
}

fn holds_field(element: &Element) -> bool {
    !element.attrs.is_empty() || !matches!(element.content, Content::Fixed(_) | Content::Ignored)
}
