//! What an element of a template bears: its class words, the names in its markup, its fixed words.

use super::labels::label_of;
use super::subject::Label;
use sitewrap_structured::schema_term;
use sitewrap_template::Parameters;
use sitewrap_terms::book;
use sitewrap_terms::grammar::{Form, may_be};
use sitewrap_terms::words::drop_twins;
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_tree::html;
use sitewrap_wrapper::{AttrField, Content, Element, TemplateNode, kind_weight};

/// Class words and ids that most instances bear, ids first.
pub(super) fn tokens(element: &Element, parameters: &Parameters) -> Vec<String> {
    let share = parameters.most as f32;
    let most = |kind: char, weight: f32| {
        element
            .features
            .iter()
            .filter(move |feature| {
                feature.name.starts_with(kind) && feature.weight >= share * weight
            })
            .map(|feature| feature.name[1..].to_owned())
    };
    let mut classes: Vec<String> = most('.', 2.0).collect();
    drop_twins(&mut classes);
    classes.into_iter().chain(most('#', 3.0)).collect()
}

/// What an element says on all pages, as the label of its attributes.
pub(super) fn own_words(element: &Element) -> Option<Label> {
    fn text(element: &Element) -> Option<&str> {
        match &element.content {
            Content::Fixed(text) => Some(text.as_str()).filter(|text| !text.is_empty()),
            Content::Children(children) => children.iter().find_map(|child| match child {
                TemplateNode::Element(child) => text(child),
                _ => None,
            }),
            _ => None,
        }
    }
    let text =
        text(element).filter(|text| text.split_whitespace().count() <= book().label_words)?;
    let label = label_of("span", text)?;
    Some(Label { is_marked: true, ..label })
}

/// The word beside an element that (almost) all instances have: before it by `(`, after it by `)`.
pub(super) fn neighbour(element: &Element, side: char) -> Option<String> {
    let most = element.features.iter().filter(|feature| feature.name.starts_with(side));
    most.filter(|feature| feature.weight >= 0.45).map(|feature| feature.name[1..].to_owned()).next()
}

/// Whether the items of a list are headings, each with a block below it.
pub(super) fn is_sections(unit: &[TemplateNode]) -> bool {
    let [TemplateNode::Element(head), TemplateNode::Element(_)] = unit else { return false };
    html::is_subheading(head.tag.as_str())
}

/// The header above (almost) all cells that an element stands for.
pub(super) fn header(element: &Element, parameters: &Parameters) -> Option<Label> {
    let is_cell = html::is_cell(element.tag.as_str());
    let header = element.features.iter().find(|feature| feature.name.starts_with('|'))?;
    let least = parameters.most as f32 * kind_weight('|');
    (is_cell && header.weight >= least).then(|| Label {
        text: header.name[1..].to_owned(),
        is_marked: true,
        is_title: false,
    })
}

/// The class words of an item, and of the nodes in it that hold all of it.
pub(super) fn item_tokens(item: &Element, levels: usize, parameters: &Parameters) -> Vec<String> {
    down(item, levels).into_iter().flat_map(|element| tokens(element, parameters)).collect()
}

/// As [`item_tokens`], with what attributes made for it call the nodes.
pub(super) fn item_markup(item: &Element, levels: usize, parameters: &Parameters) -> Vec<String> {
    down(item, levels).into_iter().flat_map(|element| markup(element, parameters)).collect()
}

/// An item and so many levels of nodes in it that hold all of it.
fn down(item: &Element, levels: usize) -> Vec<&Element> {
    std::iter::successors(Some(item), |element| only_child(element)).take(levels + 1).collect()
}

fn only_child(element: &Element) -> Option<&Element> {
    match &element.content {
        Content::Children(children) => match &children[..] {
            [TemplateNode::Element(only)] => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// What attributes made for it call an element. That it is one of several, or what its page is about, does not say
/// what it is (`itemListElement` is a step to the page, a product, an answer).
pub(super) fn markup(element: &Element, parameters: &Parameters) -> Vec<String> {
    let least = parameters.most as f32 * 2.0;
    let value = |name: &str| {
        let prefix = format!("@{name}=");
        element.features.iter().find_map(move |feature| {
            let value = feature.name.strip_prefix(&prefix)?;
            (feature.weight >= least).then(|| value.to_owned())
        })
    };
    let property = value("itemprop").or_else(|| value("property"));
    let property = property.and_then(|property| {
        let word = property.split_ascii_whitespace().next()?;
        if is(Role::ThingContainer, word) {
            return None;
        }
        schema_term(word).or_else(|| Some(word.rsplit(':').next()?.to_owned()))
    });
    // `category tag`: the first tells which of its tags a page is filed under.
    let of_rel = |rel: String| {
        let known = rel.split_ascii_whitespace().filter(|word| html::tells_target(word)).min();
        known.map(str::to_owned)
    };
    property.into_iter().chain(value("rel").and_then(of_rel)).collect()
}

/// The part of the page that an element begins, if it is beside the main content.
pub(super) fn aside(
    element: &Element,
    around: Option<&'static str>,
    parameters: &Parameters,
) -> Option<&'static str> {
    let by_tag = match element.tag.as_str() {
        "main" | "article" => return None,
        "aside" => Some("sidebar"),
        "nav" => Some("menu"),
        "footer" => Some("footer"),
        "form" => Some("form"),
        _ => None,
    };
    // `has-sidebar` and `no-sidebar` are said of what stands beside it, or alone.
    let says_of_other = |words: &[String]| {
        words.iter().any(|word| matches!(word.as_str(), "has" | "with" | "no" | "without"))
    };
    let has = |word: &str| {
        tokens(element, parameters).iter().any(|token| {
            let words = sitewrap_terms::words::split(token);
            words.iter().any(|own| own == word) && !says_of_other(&words)
        })
    };
    let by_class = ["sidebar", "footer", "menu"].into_iter().find(|word| has(word));
    // `sidebar-content` may be what stands beside it.
    let by_class = by_class.filter(|_| !holds_main(&element.content));
    by_tag.or(by_class).or(around)
}

/// Whether the main heading of the page or its main part stands in something.
fn holds_main(content: &Content) -> bool {
    let Content::Children(nodes) = content else { return false };
    nodes.iter().any(|node| match node {
        TemplateNode::Element(element) => {
            matches!(element.tag.as_str(), "h1" | "main") || holds_main(&element.content)
        }
        _ => false,
    })
}

/// Whether an attribute says a day as machines write it, which its element says to readers: that of
/// a `time`, the `content` of RDFa and microdata, or the `title` of an `abbr` by an old custom (`hAtom`).
pub(super) fn is_machine_form(element: &Element, attr: &AttrField) -> bool {
    match element.tag.as_str() {
        "time" => attr.attr != "title",
        "abbr" => attr.attr == "title" && may_be(Form::Date, &attr.field.examples),
        _ => attr.attr == "content" && may_be(Form::Date, &attr.field.examples),
    }
}

/// The attribute whose meaning the values of `attr` have: shops give a link's address again as its
/// `content`.
pub(super) fn said_by<'a>(element: &Element, attr: &'a AttrField) -> &'a str {
    let is_address = attr.attr == "content"
        && element.tag == "a"
        && !attr.field.examples.is_empty()
        && attr.field.examples.iter().all(|value| value.contains('/') && !value.contains(' '));
    if is_address { "href" } else { &attr.attr }
}
