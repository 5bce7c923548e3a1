//! The fields of a template, with what stands around them.

use super::arrows::arrow_labels;
use super::bearing::{
    aside, header, is_machine_form, is_sections, item_markup, item_tokens, markup, neighbour,
    own_words, said_by, tokens,
};
use super::labels::{
    caption_of, counting_label, end_labels, heading_of, held_value, is_closed, label_of, things,
    things_in, tile_labels,
};
use super::subject::{Label, Place, Scope, Step, Subject, What};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::{Columns, Parameters, Share};
use sitewrap_terms::grammar::{is_date, is_number, is_price, is_unit};
use sitewrap_terms::words::class_name;
use sitewrap_wrapper::{
    AttrField, Content, Element, Field, Map, Pairs, Part, Repeat, Template, TemplateNode,
    TextPattern, is_drawing,
};
use std::rc::Rc;

/// All fields of a template, and the records they belong to, the page's first.
pub(super) struct Collected {
    pub(super) subjects: Vec<Subject>,
    pub(super) scopes: Vec<Scope>,
}

pub(super) fn collect(
    template: &Template,
    columns: &Columns,
    parameters: &Parameters,
) -> Collected {
    let found = Collected { subjects: Vec::new(), scopes: vec![Scope::default()] };
    let mut collector = Collector { found, columns, parameters, scope: 0 };
    let around = Around { share: 1.0, ..Around::default() };
    collector.element(&template.root, &around, None);
    let mut found = collector.found;
    if let Some(main) = main_text(&found, parameters) {
        found.subjects[main].place.is_main = true;
    }
    found
}

/// The blocks that (almost) all fields of a page stand in.
pub(super) fn frames(collected: &Collected, parameters: &Parameters) -> FxHashSet<String> {
    let fields = &collected.scopes[0].subjects;
    let mut counts: FxHashMap<&String, usize> = FxHashMap::default();
    for &at in fields {
        let blocks: FxHashSet<&String> = collected.subjects[at].place.blocks.iter().collect();
        blocks.into_iter().for_each(|block| *counts.entry(block).or_default() += 1);
    }
    let is_frame = |count: usize| {
        fields.len() >= parameters.many
            && Share::new(count, fields.len(), parameters).is_nearly_all()
    };
    counts.into_iter().filter(|(_, n)| is_frame(*n)).map(|(block, _)| block.clone()).collect()
}

struct Collector<'c> {
    found: Collected,
    columns: &'c Columns,
    parameters: &'c Parameters,
    scope: usize,
}

/// What the nodes above a node say.
#[derive(Clone, Default)]
struct Around {
    place: Place,
    share: f64,
    holders: Vec<String>,
    classes: Vec<(String, usize)>,
    markup: Vec<(String, usize)>,
    words: Vec<String>,
    /// Whether they are the main heading.
    holds_title: bool,
}

impl Around {
    /// What is said below an element. What holds one thing names the thing; what holds several is
    /// the place of all.
    fn inside(&self, element: &Element, parameters: &Parameters) -> Self {
        let mut inside = self.clone();
        inside.share *= element.presence.share();
        let own = tokens(element, parameters);
        let one = things_in(element) <= 1;
        if one {
            inside
                .classes
                .iter_mut()
                .chain(&mut inside.markup)
                .for_each(|(_, levels)| *levels += 1);
            inside.holders.insert(0, element.tag.clone());
        } else {
            inside.classes.clear();
            inside.markup.clear();
            inside.holders.clear();
            inside.words.clear();
        }
        // Of several things the words may be those of another.
        let said = element.label_words.iter().filter(|word| one && !is_drawing(word));
        inside.words.extend(said.cloned());
        let block = own.iter().find_map(|token| class_name(token)).map(|name| name.words.join("_"));
        if one {
            inside.classes.splice(0..0, own.into_iter().map(|token| (token, 0)));
            let markup = markup(element, parameters);
            inside.markup.splice(0..0, markup.into_iter().map(|name| (name, 0)));
        } else if let Some(block) = block.filter(|_| element.tag != "body") {
            let mut blocks = inside.place.blocks.to_vec();
            blocks.push(block);
            inside.place.blocks = Rc::new(blocks);
        }
        inside.place.aside = aside(element, inside.place.aside, parameters);
        inside.place.is_title = element.tag == "#text" && inside.holds_title;
        inside.holds_title = element.tag == "h1";
        inside.place.in_title |= inside.holds_title;
        inside
    }
}

impl Collector<'_> {
    fn add(&mut self, field: &Field, what: What, tag: &str, around: &Around) -> usize {
        let id = field.name.parse().unwrap_or(usize::MAX);
        let mut values = self.columns.values(id, self.parameters.sampled);
        if values.is_empty() {
            values.clone_from(&field.examples);
        }
        let at = self.found.subjects.len();
        self.found.subjects.push(Subject {
            id,
            what,
            tag: tag.to_owned(),
            holders: around.holders.clone(),
            values,
            classes: around.classes.clone(),
            markup: around.markup.clone(),
            label: None,
            lead: None,
            trail: None,
            opening: None,
            words: around.words.clone(),
            share: around.share,
            has_parts: false,
            place: around.place.clone(),
        });
        self.found.scopes[self.scope].subjects.push(at);
        at
    }

    /// Takes the fields of what is in a node. Gives the label that it ends with.
    fn level(
        &mut self,
        nodes: &[TemplateNode],
        around: &Around,
        label: Option<&Label>,
    ) -> Option<Label> {
        if let [TemplateNode::Repeat(way), TemplateNode::Element(step), TemplateNode::Element(own)] =
            nodes
            && way.way
        {
            self.list(way, around, None);
            self.step(step, Step::Before, around);
            self.step(own, Step::Own, around);
            return None;
        }
        self.siblings(nodes, around, label)
    }

    /// Takes the fields of sibling nodes. Gives the label that they end with.
    fn siblings(
        &mut self,
        nodes: &[TemplateNode],
        around: &Around,
        label: Option<&Label>,
    ) -> Option<Label> {
        // A label that only few pages have hides none of those before it.
        let mut labels: Vec<(Label, f64)> =
            label.map(|label| (label.clone(), 1.0)).into_iter().collect();
        let mut around = around.clone();
        let mut headings = vec![(around.place.heading.clone(), 1.0)];
        let own = tile_labels(nodes).into_iter().zip(end_labels(nodes)).zip(arrow_labels(nodes));
        for (node, ((tile, end), arrow)) in nodes.iter().zip(own) {
            let share = node.presence().share();
            let names = |of: f64| of >= self.parameters.nearly_all * share;
            let above = headings.iter().rfind(|(_, of)| names(*of));
            around.place.heading = above.and_then(|(heading, _)| heading.clone());
            let before = labels.iter().rfind(|(_, of)| names(*of));
            let is_tile = tile.is_some();
            let label = tile.or(end).or(arrow).or_else(|| before.map(|(label, _)| label.clone()));
            match node {
                TemplateNode::Element(element) => {
                    let before = self.found.subjects.len();
                    match self.element(element, &around, label.as_ref()) {
                        // The words below the value of a tile say nothing of the next one.
                        Some(_) if is_tile => labels.clear(),
                        Some(found) => labels.push((found, share)),
                        None if self.found.subjects.len() > before || held_value(element) => {
                            labels.clear();
                        }
                        None => {}
                    }
                    if let Some(heading) = heading_of(element) {
                        headings.push((Some(heading.into()), share));
                    }
                    continue;
                }
                TemplateNode::Repeat(repeat) if things(&repeat.unit) == 0 => continue,
                TemplateNode::Repeat(repeat) => {
                    let before = self.found.subjects.len();
                    if repeat.through {
                        let mut inside = around.clone();
                        inside.share *= share;
                        self.level(&repeat.unit, &inside, label.as_ref());
                    } else {
                        self.list(repeat, &around, label);
                    }
                    // What no page of the type has takes no label from what follows.
                    if self.is_unseen(before) {
                        continue;
                    }
                }
                TemplateNode::Map(map) => self.map(map, &around, label),
                TemplateNode::Prose(prose) => {
                    let mut inside = around.clone();
                    inside.share *= prose.presence.share();
                    let tag = prose.paragraphs.first().map_or("p", |element| element.tag.as_str());
                    let first = prose.paragraphs.first();
                    let own = first.map(|first| tokens(first, self.parameters)).unwrap_or_default();
                    inside.classes.splice(0..0, own.into_iter().map(|token| (token, 0)));
                    let at = self.add(&prose.field, What::Prose, tag, &inside);
                    self.found.subjects[at].label = label;
                    self.lead(prose.lead.as_deref(), at, &inside);
                }
            }
            labels.clear();
        }
        let is_usual = |(_, of): &(Label, f64)| *of >= self.parameters.nearly_all;
        labels.pop().filter(is_usual).map(|(label, _)| label)
    }

    /// Whether no page has a value for the subjects from `first` on. Templates learn alike sections
    /// (`div.section`) as one, so that each has the lists of all.
    fn is_unseen(&self, first: usize) -> bool {
        let is_seen = |subject: &Subject| {
            matches!(subject.what, What::Map) || !self.columns.values(subject.id, 1).is_empty()
        };
        !self.columns.is_empty() && !self.found.subjects[first..].iter().any(is_seen)
    }

    fn element(
        &mut self,
        element: &Element,
        around: &Around,
        label: Option<&Label>,
    ) -> Option<Label> {
        let inside = around.inside(element, self.parameters);
        let before = self.found.subjects.len();
        let mut ends_with = None;
        let header = header(element, self.parameters);
        let label = header.as_ref().or(label);
        match &element.content {
            // What a form says is about its own controls.
            Content::Fixed(text) if element.tag != "form" => {
                ends_with = caption_of(element, text);
            }
            Content::Fixed(_) | Content::Ignored => {}
            Content::Text(pattern) => {
                self.text(pattern, &element.tag, &inside, label);
                // A heading that is the same on all pages is also a label.
                let examples = pattern.whole.as_ref().map_or(&[][..], |whole| &whole.examples);
                if let [only] = examples {
                    ends_with = label_of(&element.tag, only).filter(|label| label.is_marked);
                }
                ends_with = ends_with.or_else(|| counting_label(&element.tag, pattern));
                if let Some(subject) = self.found.subjects.get_mut(before) {
                    subject.lead = subject.lead.take().or_else(|| neighbour(element, '('));
                    subject.trail = subject.trail.take().or_else(|| neighbour(element, ')'));
                }
            }
            Content::Children(children) => {
                // A label before a node is for the first thing in it, but plain words beside a
                // block of many things are no label.
                let label = label.filter(|label| {
                    label.is_marked || things(children) <= self.parameters.few_things
                });
                let last = self.level(children, &inside, label);
                ends_with = last.and_then(|last| self.left_over(last, children, before));
            }
        }
        self.attrs(element, &inside, label, before);
        ends_with.filter(|_| !is_closed(element))
    }

    /// What the last label in a block is for what comes after it. A heading with a link beside it names what
    /// follows; the last label of a block with several values does not, nor do other words behind a value: a
    /// unit (`120 m²`) is a part of it. `first` is the first subject in the block.
    fn left_over(&mut self, last: Label, block: &[TemplateNode], first: usize) -> Option<Label> {
        match things(block) {
            0 => Some(last),
            1 if last.is_marked => Some(last),
            1 => {
                let is_unit = last.text.split_whitespace().next().is_some_and(is_unit);
                if let Some(subject) = self.found.subjects.get_mut(first).filter(|_| is_unit) {
                    subject.trail.get_or_insert(last.text);
                }
                None
            }
            _ => None,
        }
    }

    fn text(&mut self, pattern: &TextPattern, tag: &str, around: &Around, label: Option<&Label>) {
        // What the page is called says nothing of the words that follow.
        let label = label.filter(|label| !label.is_title);
        let whole = pattern.whole.as_ref().map(|whole| {
            let at = self.add(whole, What::Text, tag, around);
            self.found.subjects[at].label = label.cloned();
            self.found.subjects[at].has_parts = !pattern.parts.is_empty();
            at
        });
        if let Some(whole) = whole {
            self.lead(pattern.lead.as_deref(), whole, around);
        }
        let fields = pattern.parts.iter().filter(|part| matches!(part, Part::Field(_))).count();
        for (place, part) in pattern.parts.iter().enumerate() {
            let Part::Field(field) = part else { continue };
            let fixed = |part: Option<&Part>| match part {
                Some(Part::Fixed(text)) => Some(text.clone()),
                _ => None,
            };
            let what = if fields > 1 || whole.is_some() { What::Part(whole) } else { What::Text };
            let at = self.add(field, what, tag, around);
            let subject = &mut self.found.subjects[at];
            subject.lead = place.checked_sub(1).and_then(|before| fixed(pattern.parts.get(before)));
            subject.trail = fixed(pattern.parts.get(place + 1));
            subject.opening = fixed(pattern.parts.first());
            subject.label = label.filter(|_| fields == 1).cloned();
        }
    }

    /// The first paragraph of the running text that the subject at `whole` is.
    fn lead(&mut self, lead: Option<&Field>, whole: usize, around: &Around) {
        if let Some(lead) = lead {
            self.add(lead, What::Lead, "p", around);
            self.found.subjects[whole].place.has_lead = true;
        }
    }

    /// The text among the subjects from `first` on that says what an element is, if there is one: a link
    /// around a card is about what the card is called, by its heading if it has one, not about the number or the day
    /// before it.
    fn said_of(&self, element: &Element, first: usize) -> Option<usize> {
        let subjects = &self.found.subjects;
        let is_text = |at: &usize| matches!(subjects[*at].what, What::Text | What::Part(_));
        let is_measure = |value: &String| is_number(value) || is_date(value) || is_price(value);
        let says_what = |at: &usize| {
            let values = &subjects[*at].values;
            values.is_empty() || !values.iter().all(is_measure)
        };
        let mut texts = (first..subjects.len()).filter(is_text);
        let head = texts.clone().next();
        let is_heading = |at: &usize| element.tag == "a" && subjects[*at].is_headed();
        let headed = texts.clone().find(is_heading);
        headed.or_else(|| texts.find(says_what)).or(head)
    }

    /// The attributes of an element, whose other fields begin at the subject `first`.
    fn attrs(&mut self, element: &Element, inside: &Around, label: Option<&Label>, first: usize) {
        let text = self.said_of(element, first);
        // `datetime` and `src` say more exactly what the element says.
        let rank = |attr: &&AttrField| match attr.attr.as_str() {
            "datetime" | "content" | "src" => 0,
            "data-src" | "srcset" | "style" => 1,
            _ => 2,
        };
        let mut attrs: Vec<&AttrField> = element.attrs.iter().collect();
        attrs.sort_by_key(rank);
        let mut base = text;
        for attr in attrs {
            let name = said_by(element, attr);
            let is_first = base.is_none() && name != "href" && name != "title" && name != "class";
            let what = match (name, base) {
                ("class", _) => What::ClassWords,
                ("datetime" | "content" | "title", Some(text))
                    if is_machine_form(element, attr) =>
                {
                    self.found.subjects[text].what =
                        What::About(self.found.subjects.len(), "text".to_owned());
                    What::Attr(name.to_owned())
                }
                (_, Some(base)) if !(name == "alt" && is_first) => {
                    What::About(base, name.to_owned())
                }
                _ => What::Attr(name.to_owned()),
            };
            let is_base = matches!(what, What::Attr(_));
            let at = self.add(&attr.field, what, &element.tag, inside);
            // A link is called by what it says.
            let own = own_words(element).filter(|_| is_base && name == "href");
            self.found.subjects[at].label = own.or_else(|| label.cloned());
            if is_base && name != "title" {
                base = Some(at);
            }
        }
    }

    fn list(&mut self, repeat: &Repeat, around: &Around, label: Option<Label>) {
        let mut inside = around.clone();
        inside.share *= repeat.presence.share();
        let item = match &repeat.unit[..] {
            [TemplateNode::Element(element)] => Some(element),
            _ => None,
        };
        let parameters = self.parameters;
        let own =
            item.map(|item| (item_tokens(item, 3, parameters), item_markup(item, 3, parameters)));
        let (classes, markup) = own.unwrap_or_default();
        inside.classes.iter_mut().for_each(|(_, levels)| *levels += 1);
        inside.classes.splice(0..0, classes.into_iter().map(|token| (token, 0)));
        inside.markup.splice(0..0, markup.into_iter().map(|name| (name, 0)));
        if repeat.within {
            // What stands around a text says nothing of the links in it.
            inside.classes.clear();
            inside.markup.clear();
            inside.place.in_text = true;
        }
        let label = label.filter(|_| !repeat.within && !repeat.way);
        if repeat.way {
            inside.classes.insert(0, ("breadcrumbs".to_owned(), 0));
        }
        let is_row = matches!(&repeat.unit[..], [TemplateNode::Map(_)]);
        let tag = item.map_or(if is_row { "tr" } else { "" }, |item| item.tag.as_str());
        let scope = self.found.scopes.len();
        let one = things(&repeat.unit) <= 1;
        let at = self.add(&repeat.field, What::List(scope, one), tag, &inside);
        self.found.subjects[at].label = if is_sections(&repeat.unit) {
            Some(Label { text: "groups".to_owned(), is_marked: true, is_title: false })
        } else {
            label.map(|label| Label { is_marked: label.is_marked && !label.is_title, ..label })
        };
        self.found.scopes.push(Scope { subjects: Vec::new(), list: Some(at) });
        let before = std::mem::replace(&mut self.scope, scope);
        let place = Place { in_item: true, ..Place::default() };
        let mut within = Around { place, share: 1.0, ..Around::default() };
        if repeat.way {
            within.classes.push(("breadcrumb".to_owned(), 0));
        }
        self.level(&repeat.unit, &within, None);
        self.scope = before;
    }

    /// A step of the way from the home page, the one before the page itself or the page: it is called by what it
    /// is, whatever it is made of.
    fn step(&mut self, node: &Element, step: Step, around: &Around) {
        let place = Place { step: Some(step), aside: None, ..around.place.clone() };
        let around = Around { place, share: around.share, ..Around::default() };
        let bare = Element { features: Vec::new(), ..node.clone() };
        self.element(&bare, &around, None);
    }

    fn map(&mut self, map: &Map, around: &Around, label: Option<Label>) {
        let tag = match &map.pairs {
            Pairs::Nodes(element) | Pairs::Lines(element) => &element.tag,
            Pairs::Runs { key, .. } => &key.tag,
            Pairs::Cells(_) => "tr",
            Pairs::InText => "li",
        };
        let mut inside = around.clone();
        inside.share *= map.presence.share();
        inside.classes.iter_mut().for_each(|(_, levels)| *levels += 1);
        let at = self.add(&map.field, What::Map, tag, &inside);
        self.found.subjects[at].label = label;
    }
}

/// The longest running text of a page outside of lists, menus and the like.
fn main_text(collected: &Collected, parameters: &Parameters) -> Option<usize> {
    let length = |subject: &Subject| {
        let bytes: usize = subject.values.iter().map(String::len).sum();
        bytes / subject.values.len().max(1)
    };
    let is_code = |subject: &Subject| {
        let mut tags = std::iter::once(&subject.tag).chain(&subject.holders);
        tags.any(|tag| matches!(tag.as_str(), "pre" | "code" | "textarea"))
    };
    let texts = collected.scopes[0].subjects.iter().copied().filter(|&at| {
        let subject = &collected.subjects[at];
        let is_usual = subject.share >= 0.5 && length(subject) >= parameters.written_bytes;
        subject.is_long() && is_usual && subject.place.aside.is_none() && !is_code(subject)
    });
    let said = |&at: &usize| {
        let subject = &collected.subjects[at];
        (length(subject) as f64 * subject.share) as usize
    };
    texts.max_by_key(|at| (said(at), std::cmp::Reverse(*at)))
}
