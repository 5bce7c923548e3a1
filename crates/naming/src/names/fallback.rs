//! Names for want of evidence, and names made from other names.

use super::collect::Collected;
use super::items::is_speaker;
use super::knowledge::Knowledge;
use super::scoring::{Candidate, WEIGHTS};
use super::subject::{Subject, What};
use sitewrap_template::Parameters;
use sitewrap_terms::book;
use sitewrap_terms::grammar::{Form, are_cut_short, is_number};
use sitewrap_terms::words::lexicon::{Role, canonical, expected, is};
use sitewrap_terms::words::{fold, joined, plural, singular, split};
use sitewrap_wrapper::NamedBy;

/// The list that a record is an item of.
#[derive(Clone, Copy)]
pub(super) struct Item<'l> {
    pub(super) list: &'l str,
    /// Whether there is one thing in it: a text, with its link.
    pub(super) one_thing: bool,
    /// Whether there is a link in it.
    pub(super) links: bool,
}

/// A name for want of evidence: what kind of value stands where.
pub(super) fn fallback(
    subject: &Subject,
    item: Option<Item<'_>>,
    block: Option<&str>,
) -> Vec<Candidate> {
    let mut names: Vec<(String, f64)> = Vec::new();
    let kind = kind(subject);
    let is_long = subject.is_long();
    if let Some(item) = item {
        let one = singular(item.list);
        let is_text = matches!(subject.what, What::Text) && kind != "number" && !is_long;
        let is_link = kind == "link";
        // An item of tags is a tag; an item of products has a title.
        let is_quality = canonical(&one).is_some_and(|name| expected(name) == Form::Short);
        if item.list == "pages" && matches!(subject.what, What::Text) && kind == "number" {
            names.push(("page".to_owned(), 0.5));
        } else if is_text && is_quality && (item.one_thing || is_link) {
            names.push((one, 1.3));
        } else if is_text && is_link {
            // A post that is but a link is called by its title; of one that is read here, the link
            // is who has written it.
            let is_author = is_said(&one) && !(item.one_thing && one == "post");
            names.push(((if is_author { "author" } else { "title" }).to_owned(), 0.5));
        } else if is_text && item.one_thing && item.list != "items" {
            names.push((one, 0.3));
        } else if is_long {
            // Before a link to the whole of it stands an excerpt.
            let whole = matches!(one.as_str(), "review" | "comment" | "reply" | "answer" | "post")
                && !are_cut_short(&subject.values);
            let (name, weight) = match (whole, item.links) {
                (true, _) => ("body", 0.95),
                (false, true) if subject.place.has_lead => ("body", 0.95),
                (false, true) => ("excerpt", 0.3),
                (false, false) => ("body", 0.3),
            };
            names.push((name.to_owned(), weight));
        } else if is_text && item.links && !item.one_thing && is_sentence(subject) {
            let name = if is_said(&one) { "body" } else { "excerpt" };
            names.push((name.to_owned(), 0.3));
        } else if kind == "url" {
            names.push(("url".to_owned(), 0.5));
        }
    } else if is_long {
        names.push(("body".to_owned(), 0.2));
    }
    let block = block.or(subject.place.aside);
    if block.and_then(canonical) == Some("breadcrumb") {
        let one = matches!(kind, "link" | "text").then_some("breadcrumb");
        let name = if kind == "items" { Some("breadcrumbs") } else { one };
        names.extend(name.map(|name| (name.to_owned(), 0.15)));
    }
    if let (Some(block), None) = (block, item) {
        let known =
            canonical(block).filter(|name| matches!(kind, "text" | "link") && *name != "title");
        names.extend(known.map(|name| (name.to_owned(), 0.15)));
        names.push((joined(block, kind), 0.1));
    }
    // A mark on the picture of a thing: `Sale`, `New`.
    let is_badge = |(token, _): &(String, usize)| split(token).iter().any(|word| word == "badge");
    if kind == "text" && subject.classes.iter().any(is_badge) {
        names.push(("badge".to_owned(), 0.4));
    }
    names.push((kind.to_owned(), 0.05));
    names.into_iter().map(|(name, weight)| placed(name, weight)).collect()
}

/// Names that are others in the items of a list: what is said to a comment is a reply, and of a text
/// that is cut short there is an excerpt.
pub(super) fn by_item(subject: &Subject, names: &mut [Candidate], item: Option<Item<'_>>) {
    let Some(item) = item else { return };
    let is_list = matches!(subject.what, What::List(..));
    let one = singular(item.list);
    let (in_said, is_long) = (is_said(&one), subject.is_long());
    let is_written = is(Role::Written, &one);
    let is_excerpt = item.links && is_long && are_cut_short(&subject.values);
    for name in names {
        match name.name.as_str() {
            "children" | "comments" if in_said && is_list => "replies".clone_into(&mut name.name),
            "name" if in_said => "author".clone_into(&mut name.name),
            "username" | "user" | "member" | "profile" if in_said || is_written => {
                "author".clone_into(&mut name.name);
            }
            "comment" | "reply" if in_said && is_long => "body".clone_into(&mut name.name),
            "body" | "description" if is_excerpt => "excerpt".clone_into(&mut name.name),
            // The label of a list is that of its items.
            own if own == item.list => name.name = singular(own),
            _ => {}
        }
    }
}

/// Where nothing else is the title of items that link to something, their first short text is.
pub(super) fn first_is_title(
    collected: &Collected,
    wanted: &mut [(usize, Vec<Candidate>)],
    item: Option<Item<'_>>,
) {
    let is_named = |names: &[Candidate]| {
        names.first().is_some_and(|name| matches!(name.name.as_str(), "title" | "name"))
    };
    let is_bare = |(at, names): &&mut (usize, Vec<Candidate>)| {
        let subject = &collected.subjects[*at];
        let is_text = subject.what == What::Text && kind(subject) == "text";
        is_text && !subject.is_long() && names.is_empty()
    };
    let is_linked = item.is_some_and(|item| item.links && !item.one_thing);
    // A link that nothing names but the type of the page that it leads to is what the item is of.
    let is_of_target = |at: usize, names: &[Candidate]| {
        let is_link = kind(&collected.subjects[at]) == "link";
        let is_thing = |name: &Candidate| {
            name.by == NamedBy::Values && canonical(&name.name).is_none() && !is_speaker(&name.name)
        };
        is_link && names.first().is_some_and(is_thing)
    };
    let is_title = |at: usize, names: &[Candidate]| {
        let is_bare_link = kind(&collected.subjects[at]) == "link" && !is_of_target(at, names);
        is_named(names) || is_bare_link
    };
    if !is_linked || wanted.iter().any(|(at, names)| is_title(*at, names)) {
        return;
    }
    let link = wanted.iter().position(|(at, names)| is_of_target(*at, names));
    let name = match item.is_some_and(|item| is_said(&singular(item.list))) {
        true => "author",
        false => "title",
    };
    if let Some(at) = link {
        let best = wanted[at].1.first().map_or(0.0, |best| best.weight);
        wanted[at].1.insert(0, placed(name.to_owned(), best));
    } else if let Some((_, names)) = wanted.iter_mut().find(is_bare) {
        names.push(placed(name.to_owned(), 0.3));
    }
}

/// Whether a subject is a heading that (almost) all pages have, beside no other part of the page.
fn is_heading(parameters: &Parameters, subject: &Subject) -> bool {
    let mut tags = std::iter::once(&subject.tag).chain(&subject.holders);
    matches!(subject.what, What::Text)
        && subject.place.aside.is_none()
        && subject.share >= parameters.nearly_all
        && tags.any(|tag| matches!(tag.as_str(), "h1" | "h2" | "h3" | "h4"))
}

/// Whether more than a few pages have a subject, and it says the same on all of them.
fn is_same_on_several(known: &Knowledge<'_>, subject: &Subject) -> bool {
    let mut said = known.columns.of(subject.id).map(|(_, values)| values.first());
    let first = said.next();
    let mut pages = 1;
    first.is_some()
        && said.inspect(|_| pages += 1).all(|other| Some(other) == first)
        && pages >= known.parameters.few
}

/// Where nothing else is the title of a page, the first heading that all pages have is. One that says the same on
/// several pages (`News`) is not, where they have others.
pub(super) fn first_heading_is_title(
    known: &Knowledge<'_>,
    collected: &Collected,
    wanted: &mut [(usize, Vec<Candidate>)],
) {
    let is_title = |names: &[Candidate]| {
        names.first().is_some_and(|name| name.name == "title" && name.weight >= WEIGHTS.faint)
    };
    let subject = |at: usize, wanted: &[(usize, Vec<Candidate>)]| &collected.subjects[wanted[at].0];
    let is_heading = |at: &usize| is_heading(known.parameters, subject(*at, wanted));
    let (same, other): (Vec<usize>, Vec<usize>) = (0..wanted.len())
        .filter(is_heading)
        .partition(|at| is_same_on_several(known, subject(*at, wanted)));
    if !other.is_empty() {
        for &at in &same {
            wanted[at].1.retain(|name| name.name != "title");
        }
    }
    if !wanted.iter().any(|(_, names)| is_title(names))
        && let Some(&at) = other.first().or(same.first())
    {
        // What all pages are called is no label of what each is called.
        let is_below = !same.is_empty() && !other.is_empty();
        let best = wanted[at].1.first().filter(|_| is_below).map_or(0.0, |best| best.weight);
        let place = if is_below { 0 } else { wanted[at].1.len() };
        wanted[at].1.insert(place, placed("title".to_owned(), best.max(WEIGHTS.tag)));
    }
}

/// Whether values are rather sentences than names.
fn is_sentence(subject: &Subject) -> bool {
    let letters: usize = subject.values.iter().map(|value| value.chars().count()).sum();
    letters >= book().value_bytes * subject.values.len().max(1)
}

/// Whether items are what people say in turn: the first that is told of them is who says it.
fn is_said(item: &str) -> bool {
    matches!(item, "comment" | "reply" | "response" | "post" | "message")
}

/// What kind of value a field has, for want of a better name.
pub(super) fn kind(subject: &Subject) -> &str {
    let is_link = subject.tag == "a" || subject.holders.iter().any(|tag| tag == "a");
    let numbers = !subject.values.is_empty() && subject.values.iter().all(|value| is_number(value));
    match &subject.what {
        What::List(..) if subject.tag == "tr" => "rows",
        What::List(..) => "items",
        What::Map => "properties",
        What::Prose | What::Lead => "text",
        What::Attr(attr) | What::About(_, attr) => match attr.as_str() {
            "href" | "cite" => "url",
            "src" | "srcset" | "data-src" | "style" => "image",
            "alt" => "image_alt",
            "datetime" => "date",
            "content" => "value",
            other => other.trim_start_matches("data-"),
        },
        What::ClassWords => "class",
        _ if numbers => "number",
        _ if is_link => "link",
        _ => "text",
    }
}

/// A name in the letters, digits and underscores of names.
pub(super) fn clean(name: &str) -> String {
    let lower = fold(name);
    let plain: String = lower.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let words: Vec<&str> = plain.split('_').filter(|word| !word.is_empty()).collect();
    let words = words.join("_");
    let starts_well = words.starts_with(char::is_alphabetic);
    let name = if starts_well { words } else { format!("value_{words}") };
    name.chars().take(2 * book().name_chars).collect::<String>().trim_end_matches('_').to_owned()
}

pub(super) fn placed(name: String, weight: f64) -> Candidate {
    Candidate { name, by: NamedBy::Place, weight, evidence: Vec::new() }
}

/// The name of what an attribute says about the thing called `base`.
pub(super) fn derived(base: &str, attr: &str, in_item: bool, list: Option<&str>) -> String {
    let what = match attr {
        "href" | "cite" => "url",
        "src" => "image",
        "text" => "text",
        // The text is often cut short where the attribute is not.
        "title" if base == "title" => return "full_title".to_owned(),
        other => return joined(base, &attr_name(other)),
    };
    // `12 reviews` leads to the reviews.
    if let ("url", Some(counted)) = (what, base.strip_suffix("_count")) {
        return joined(&plural(counted), what);
    }
    let is_main = matches!(base, "title" | "name" | "link" | "url" | "text" | "image" | "heading");
    match what {
        // The address of an item is that of its title.
        "url" if in_item && (is_main || list.is_some_and(|list| singular(list) == base)) => {
            "url".to_owned()
        }
        _ => joined(base, what),
    }
}

fn attr_name(attr: &str) -> String {
    attr.trim_start_matches("data-").replace(['-', ':'], "_").to_lowercase()
}
