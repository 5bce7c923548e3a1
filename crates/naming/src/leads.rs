//! First paragraphs that a site uses as summaries of what follows.
//!
//! Each running text may begin with one, and most do not: an essay begins with its first thought. So
//! the first paragraphs of all texts stand in the columns as fields of their own at first, and only
//! those stay that the site itself uses apart from the rest: it states them as the description of
//! the page, or shows them alone on pages of other types, as teasers in a list.

use crate::data::PageData;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use sitewrap_template::{Columns, Parameters};
use sitewrap_terms::grammar::are_cut_short;
use sitewrap_wrapper::{Content, Element, Field, Template, TemplateNode};
use std::hash::{Hash, Hasher};

/// A running text with its first paragraph, by the numbers that their fields have for names.
#[derive(Clone, Copy, Debug)]
struct Lead {
    whole: usize,
    lead: usize,
    in_list: bool,
}

/// Leaves those first paragraphs in templates that the site uses as summaries.
///
/// `columns` and `data` are those of the pages of each template.
pub(crate) fn keep_used(
    templates: &mut [Template],
    columns: &[&Columns],
    data: &[&[PageData]],
    parameters: &Parameters,
) {
    let leads: Vec<Vec<Lead>> = templates.iter_mut().map(leads_of).collect();
    let texts: Vec<Texts> = columns.iter().zip(&leads).map(|(c, l)| Texts::of(c, l)).collect();
    for (kind, template) in templates.iter_mut().enumerate() {
        let is_used = |lead: &Lead| {
            let pages = Pages::of(columns[kind], lead, parameters);
            if columns[kind].of(lead.whole).all(|(_, values)| are_cut_short(values)) {
                // The whole is an excerpt itself.
                return false;
            }
            let others = texts.iter().enumerate().filter(|(other, _)| *other != kind);
            if lead.in_list {
                let begins =
                    |text: &u64| others.clone().any(|(_, texts)| texts.begin.contains(text));
                pages.is_alone_elsewhere() && pages.used(|_, text| begins(text))
            } else {
                let shown =
                    |text: &u64| others.clone().any(|(_, texts)| texts.alone.contains(text));
                pages.used(|page, text| states(&data[kind][page], *text))
                    || pages.used(|_, text| shown(text))
            }
        };
        let used: FxHashSet<usize> =
            leads[kind].iter().filter(|lead| is_used(lead)).map(|lead| lead.lead).collect();
        each_lead(&mut template.root, false, &mut |lead, _| {
            lead.take_if(|field| number(field).is_none_or(|number| !used.contains(&number)));
        });
    }
}

/// What a running text says on each page: digests of its whole and of its first paragraph.
struct Pages<'p> {
    parameters: &'p Parameters,
    /// First paragraphs of texts that go on, with their pages.
    of_longer: Vec<(usize, u64)>,
    /// Texts that are one paragraph.
    single: usize,
}

impl<'p> Pages<'p> {
    fn of(columns: &Columns, lead: &Lead, parameters: &'p Parameters) -> Self {
        let wholes: FxHashMap<usize, &Vec<String>> = columns.of(lead.whole).collect();
        let mut pages = Self { parameters, of_longer: Vec::new(), single: 0 };
        for (page, values) in columns.of(lead.lead) {
            let whole: FxHashSet<u64> = wholes
                .get(&page)
                .into_iter()
                .flat_map(|values| values.iter())
                .filter_map(|value| digest(value))
                .collect();
            for text in values.iter().filter_map(|value| digest(value)) {
                if whole.contains(&text) {
                    pages.single += 1;
                } else {
                    pages.of_longer.push((page, text));
                }
            }
        }
        pages
    }

    /// Whether enough first paragraphs of longer texts are used apart from them, and not one of all.
    fn used(&self, is_used: impl Fn(usize, &u64) -> bool) -> bool {
        let used: Vec<u64> = self
            .of_longer
            .iter()
            .filter(|(page, text)| is_used(*page, text))
            .map(|(_, text)| *text)
            .collect();
        let different: FxHashSet<&u64> = used.iter().collect();
        different.len() >= self.parameters.few && self.is_some(used.len(), self.of_longer.len())
    }

    fn is_alone_elsewhere(&self) -> bool {
        self.is_some(self.single, self.single + self.of_longer.len())
    }

    fn is_some(&self, part: usize, all: usize) -> bool {
        part as f64 >= self.parameters.some * all as f64
    }
}

/// The texts on the pages of a type.
struct Texts {
    /// Texts that are fields of their own.
    alone: FxHashSet<u64>,
    /// First paragraphs of the pages' own running texts.
    begin: FxHashSet<u64>,
}

impl Texts {
    fn of(columns: &Columns, leads: &[Lead]) -> Self {
        let digests = |field: usize| {
            columns.of(field).flat_map(|(_, values)| values.iter().filter_map(|v| digest(v)))
        };
        let is_lead = |field: &usize| leads.iter().any(|lead| lead.lead == *field);
        let own = leads.iter().filter(|lead| !lead.in_list);
        Self {
            alone: columns.fields().filter(|field| !is_lead(field)).flat_map(digests).collect(),
            begin: own.flat_map(|lead| digests(lead.lead)).collect(),
        }
    }
}

/// Whether a page states a text as its description.
fn states(page: &PageData, text: u64) -> bool {
    let described = page.statements.iter().filter(|statement| statement.name == "description");
    described.filter_map(|statement| digest(&statement.value)).any(|stated| stated == text)
}

/// The letters and digits of a text, if it has any: marks of code and quotes differ from place to place.
fn digest(text: &str) -> Option<u64> {
    let mut hasher = FxHasher::default();
    let mut is_empty = true;
    let mut take = |c: char| {
        c.hash(&mut hasher);
        is_empty = false;
    };
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        match c.is_ascii() {
            true => take(c.to_ascii_lowercase()),
            false => c.to_lowercase().for_each(&mut take),
        }
    }
    (!is_empty).then(|| hasher.finish())
}

fn number(field: &Field) -> Option<usize> {
    field.name.parse().ok()
}

fn leads_of(template: &mut Template) -> Vec<Lead> {
    let mut found = Vec::new();
    each_lead(&mut template.root, false, &mut |lead, (whole, in_list)| {
        if let Some((lead, whole)) = lead.as_deref().and_then(number).zip(whole) {
            found.push(Lead { whole, lead, in_list });
        }
    });
    found
}

/// A first paragraph, the number of the text's field, and whether it is in a list.
type Act<'a> = &'a mut dyn FnMut(&mut Option<Box<Field>>, (Option<usize>, bool));

fn each_lead(element: &mut Element, in_list: bool, act: Act<'_>) {
    match &mut element.content {
        Content::Children(children) => each_lead_of(children, in_list, act),
        Content::Text(pattern) => {
            let whole = pattern.whole.as_ref().and_then(number);
            act(&mut pattern.lead, (whole, in_list));
        }
        Content::Fixed(_) | Content::Ignored => {}
    }
}

fn each_lead_of(nodes: &mut [TemplateNode], in_list: bool, act: Act<'_>) {
    for node in nodes {
        match node {
            TemplateNode::Element(element) => each_lead(element, in_list, act),
            TemplateNode::Repeat(repeat) => {
                each_lead_of(&mut repeat.unit, in_list || !repeat.through, act);
            }
            TemplateNode::Prose(prose) => {
                let whole = number(&prose.field);
                act(&mut prose.lead, (whole, in_list));
            }
            TemplateNode::Map(_) => {}
        }
    }
}
