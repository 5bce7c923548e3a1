//! What speaks for which name: the evidence of each kind as weighted claims.

use super::Knowledge;
use super::subject::{Subject, What};
use super::wording::{count_of, known_word, many, one, short_of};
use crate::grammar::{Form, counted_word, is_number, may_be, name_of_form, name_of_unit};
use crate::lexicon::{QUALIFIERS, canonical, expected};
use crate::words::{
    MAX_NAME, class_name, from_label, from_lead, is_in, joined, plural, singular, snake, split,
    without_entity,
};
use sitewrap_extract::{Evidence, NamedBy};

/// Weight of evidence that is as strong as its kind can be. Kinds of evidence that say the same
/// add up; the order is that of [`NamedBy`]. A name that is nowhere near its neighbours in this
/// table changes nothing by moving a few tenths.
mod weight {
    pub(super) const DATA: f64 = 3.0;
    pub(super) const MARKUP: f64 = 2.6;
    pub(super) const LEAD: f64 = 2.3;
    pub(super) const LABEL: f64 = 2.0;
    pub(super) const PLAIN_LABEL: f64 = 1.2;
    pub(super) const HEADING: f64 = 1.4;
    pub(super) const TAG: f64 = 1.5;
    pub(super) const CLASS: f64 = 1.4;
    pub(super) const VALUES: f64 = 0.9;
    pub(super) const PLACE: f64 = 0.2;
}

/// A name with what speaks for it.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) weight: f64,
    /// What was found.
    pub(super) what: String,
}

/// A name that a field may get, with all evidence for it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) weight: f64,
    pub(super) evidence: Vec<Evidence>,
}

/// Class words that say where in the page something stands.
const PARTS_OF_PAGES: &str = "footer header sidebar navbar menu navigation topbar toolbar";

/// Pieces of evidence that are kept with a field.
const MAX_EVIDENCE: usize = 4;

/// The names that a field may get, the best first.
pub(super) fn candidates(
    subject: &Subject,
    target: Option<&str>,
    entity: &[String],
    known: &Knowledge<'_>,
) -> Vec<Candidate> {
    let mut claims = Claims { subject, target, entity, known, all: Vec::new() };
    match &subject.what {
        What::List(..) => claims.of_list(),
        What::Map => claims.of_map(),
        What::Prose => claims.of_prose(),
        What::ClassWords => claims.of_class_words(),
        What::Part(_) => claims.of_part(),
        What::Text | What::Attr(_) | What::About(..) => claims.of_value(),
    }
    merge(claims.all, subject)
}

/// Things whose running text is what they are.
const WRITTEN: [&str; 7] = ["article", "chapter", "news", "post", "posting", "review", "story"];

struct Claims<'a> {
    subject: &'a Subject,
    /// The type of the pages that it links to, or its items do.
    target: Option<&'a str>,
    /// Words for what the record is about.
    entity: &'a [String],
    known: &'a Knowledge<'a>,
    all: Vec<Claim>,
}

impl Claims<'_> {
    fn add(&mut self, name: impl Into<String>, by: NamedBy, weight: f64, what: impl Into<String>) {
        let name = name.into();
        if !name.is_empty() {
            self.all.push(Claim { name, by, weight, what: what.into() });
        }
    }

    fn of_value(&mut self) {
        self.data();
        self.echo();
        self.markup();
        self.leads();
        self.label();
        self.tag();
        self.classes(&one);
        self.form();
        if matches!(&self.subject.what, What::Attr(attr) if attr == "href") {
            for claim in self.all.iter_mut().filter(|claim| claim.by != NamedBy::Data) {
                claim.name = joined(&claim.name, "url");
            }
        }
    }

    fn of_part(&mut self) {
        self.data();
        self.echo();
        self.leads();
        self.label();
        self.form();
    }

    fn of_class_words(&mut self) {
        self.markup();
        self.classes(&one);
        // The text beside such a word has the better right to the name.
        self.all.iter_mut().for_each(|claim| claim.weight *= 0.7);
    }

    fn of_prose(&mut self) {
        self.data();
        // What data call the description of something written is its beginning.
        if self.entity.iter().any(|word| WRITTEN.contains(&word.as_str())) {
            for claim in self.all.iter_mut().filter(|claim| claim.name == "description") {
                claim.name = "body".to_owned();
            }
        }
        self.markup();
        self.label();
        self.heading();
        self.classes(&one);
    }

    fn of_map(&mut self) {
        self.label();
        self.heading();
        self.classes(&many);
        self.add("properties", NamedBy::Place, weight::PLACE, "pairs");
    }

    fn of_list(&mut self) {
        let markup = self.subject.markup.clone();
        for (key, levels) in markup {
            let name = many(&known_word(&snake(&key)));
            self.add(name, NamedBy::Markup, weight::MARKUP - 0.1 * levels as f64, key);
        }
        if self.target == Some(NUMBERED) {
            self.add("pages", NamedBy::Values, weight::LABEL, "links called by numbers");
        } else if let Some(kind) = self.target {
            let what = format!("links to {kind}");
            self.add(plural(kind), NamedBy::Values, weight::CLASS * 0.9, what);
        }
        self.label();
        self.heading();
        for claim in &mut self.all {
            if claim.by == NamedBy::Label {
                claim.name = many(&claim.name);
            }
        }
        self.classes(&many);
    }

    /// What structured data calls the same values, and what a page that it links to is.
    fn data(&mut self) {
        for agreement in self.known.agreements.get(&self.subject.id).into_iter().flatten() {
            // A page is not called as the page that it links to.
            let of_page = match (agreement.key.as_str(), self.target) {
                ("title", Some(_)) => 0.2,
                ("title", None) => 0.75,
                _ => 1.0,
            };
            let weight = weight::DATA * agreement.share * of_page;
            self.add(agreement.name.clone(), NamedBy::Data, weight, agreement.key.clone());
        }
    }

    /// What fields of other page types with the same values are called, and the type of the pages
    /// that a link leads to.
    fn echo(&mut self) {
        if let Some((name, whose)) = self.known.echoes.get(&self.subject.id) {
            self.add(name.clone(), NamedBy::Values, weight::VALUES, whose.clone());
        }
        if let Some(kind) = self.target.filter(|kind| *kind != NUMBERED) {
            self.add(kind, NamedBy::Values, weight::PLAIN_LABEL, format!("links to {kind}"));
        }
    }

    fn markup(&mut self) {
        let subject = self.subject;
        for (at, (key, levels)) in subject.markup.iter().enumerate() {
            // The name of the author is the author.
            let of = subject.markup.get(at + 1).filter(|_| key == "name");
            let word = of.map_or(key, |(of, _)| of);
            let name = match known_word(&snake(word)) {
                name if name == "name" => "title".to_owned(),
                name => name,
            };
            // `rel=tag` is on links to tags, categories and topics alike.
            let weight = if key == "tag" { weight::PLAIN_LABEL } else { weight::MARKUP };
            self.add(name, NamedBy::Markup, weight - 0.2 * *levels as f64, key.clone());
        }
    }

    /// The fixed words around a value.
    fn leads(&mut self) {
        let subject = self.subject;
        if let Some(lead) = &subject.lead
            && let Some(name) = from_lead(lead)
        {
            self.add(known_word(&name), NamedBy::Label, weight::LEAD, lead.clone());
        }
        if let Some(quantity) = name_of_unit(&subject.values) {
            self.add(quantity, NamedBy::Values, weight::VALUES, subject.values[0].clone());
        }
        let numbers = !subject.values.is_empty() && subject.values.iter().all(|v| is_number(v));
        if let Some(trail) = subject.trail.as_ref().filter(|_| numbers)
            && let Some(word) =
                trail.split(|c: char| !c.is_alphabetic()).find(|word| word.len() > 2)
        {
            let word = word.to_lowercase();
            if singular(&word) != word || canonical(&word).is_some() {
                self.add(count_of(&word), NamedBy::Label, weight::LEAD, trail.clone());
            }
        }
        if let Some(word) = counted_word(&subject.values) {
            self.add(count_of(&word), NamedBy::Values, weight::LEAD, word);
        }
        if subject.label.is_none() && subject.lead.is_none() && !subject.words.is_empty() {
            let words = subject.words.join(" ");
            let name = from_lead(&words)
                .or_else(|| from_label(&words).filter(|name| canonical(name).is_some()));
            if let Some(name) = name {
                self.add(known_word(&name), NamedBy::Label, weight::LABEL * 0.9, words);
            }
        }
    }

    fn label(&mut self) {
        let Some(label) = self.subject.label.clone() else { return };
        let lead = from_lead(&label.text).filter(|_| label.text.split_whitespace().count() <= 3);
        let Some(name) = lead.clone().or_else(|| from_label(&label.text)) else { return };
        // Words of running text are no label of a link.
        let first = label.text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let is_loose = is_in("of for in to with and or a an the from at", &first)
            || matches!(&self.subject.what, What::Attr(attr) if attr == "href");
        if !label.is_marked && lead.is_none() && is_loose {
            return;
        }
        let weight = match (lead, label.is_marked) {
            (Some(_), _) => weight::LEAD,
            (None, true) => weight::LABEL,
            (None, false) => weight::PLAIN_LABEL,
        };
        let name = self.shortened(&name);
        self.add(name, NamedBy::Label, weight, label.text);
    }

    /// A label's words without what the record is about, where a known name is left.
    fn shortened(&self, name: &str) -> String {
        if let Some(known) = canonical(name) {
            return known.to_owned();
        }
        let words: Vec<String> = name.split('_').map(str::to_owned).collect();
        let rest = without_entity(&words, self.entity).join("_");
        canonical(&rest).map_or_else(|| name.to_owned(), str::to_owned)
    }

    fn heading(&mut self) {
        let Some(heading) = self.subject.place.heading.clone() else { return };
        if self.subject.label.is_none()
            && let Some(name) = from_label(&heading)
        {
            let name = self.shortened(&name);
            self.add(name, NamedBy::Label, weight::HEADING * 0.7, heading.to_string());
        }
    }

    fn tag(&mut self) {
        let subject = self.subject;
        if subject.place.in_title && matches!(subject.what, What::Text) {
            self.add("title", NamedBy::Tag, weight::TAG, "in <h1>");
        }
        let tags = std::iter::once(&subject.tag).chain(&subject.holders);
        let is_money = may_be(Form::Price, &subject.values);
        let (in_item, is_aside) = (subject.place.in_item, subject.place.aside.is_some());
        for tag in tags {
            let (name, weight) = match (tag.as_str(), &subject.what) {
                (struck, What::Text) if is_money && is_struck(struck) => {
                    ("old_price", weight::MARKUP)
                }
                ("ins", What::Text) if is_money => ("price", weight::TAG),
                ("time", _) => ("date", weight::TAG),
                ("img" | "source", What::Attr(attr)) if attr.contains("src") => {
                    ("image", weight::TAG)
                }
                ("img", What::Attr(attr)) if attr == "alt" => ("image_alt", weight::TAG),
                ("video" | "audio", What::Attr(_)) => ("media", weight::TAG),
                (_, What::Attr(_)) => continue,
                ("h1", _) => ("title", weight::TAG * 1.3),
                ("address", _) => ("address", weight::TAG),
                ("figcaption" | "caption", _) => ("caption", weight::TAG),
                ("h2" | "h3" | "h4" | "h5" | "h6", _) if in_item => ("title", weight::TAG),
                ("h2", _) if !is_aside => ("heading", weight::VALUES),
                ("h2" | "h3" | "h4" | "h5" | "h6", _) => ("heading", weight::VALUES * 0.8),
                ("blockquote" | "q", _) => ("quote", weight::VALUES),
                ("pre" | "code", _) => ("code", weight::VALUES * 0.5),
                _ => continue,
            };
            self.add(name, NamedBy::Tag, weight, format!("<{tag}>"));
            break;
        }
    }

    /// Class words and ids; `number` puts a name into the singular or plural.
    fn classes(&mut self, number: &dyn Fn(&str) -> String) {
        for (token, levels) in self.subject.classes.clone() {
            let Some(class) = class_name(&token) else { continue };
            let mut words = class.words;
            if words.len() > 1 && self.known.usage.is_prefix(&words[0]) {
                words.remove(0);
            }
            let near = 1.0 / (1.0 + 0.25 * levels as f64);
            // Of a picture these say more than its tag.
            let picture = words.last().is_some_and(|word| is_in("logo avatar", word));
            let more = if picture { 1.8 } else { 1.0 };
            let weight = weight::CLASS * self.known.usage.weight(&token) * near * more;
            let own = without_entity(&words, self.entity);
            // `entry-content` is known as a whole.
            if let Some(known) = canonical(&split(&token).join("_")) {
                self.add(number(known), NamedBy::Class, weight, token);
                continue;
            }
            let full = own.join("_");
            if full.chars().count() > MAX_NAME || is_in(PARTS_OF_PAGES, &full) {
                continue;
            }
            if is_in(QUALIFIERS, &full) {
                // `was` of a price.
                if let Some(form) = name_of_form(&self.subject.values) {
                    self.add(joined(&full, form), NamedBy::Class, weight, token);
                    continue;
                }
            }
            let short = short_of(own);
            let sure = if short.is_some() { 1.0 } else { 0.75 };
            if let Some(short) = short.filter(|short| *short != full) {
                self.add(number(&short), NamedBy::Class, weight, token.clone());
                self.add(number(&full), NamedBy::Class, weight * 0.6, token);
            } else {
                self.add(number(&full), NamedBy::Class, weight * sure, token);
            }
        }
    }

    fn form(&mut self) {
        if let Some(form) = name_of_form(&self.subject.values)
            && !matches!(&self.subject.what, What::Attr(attr) if attr == "alt")
        {
            let weight = if form == "number" { weight::PLACE } else { weight::VALUES };
            self.add(form, NamedBy::Values, weight, self.subject.values[0].clone());
        }
    }
}

/// Whether an element strikes out what no longer holds.
fn is_struck(tag: &str) -> bool {
    matches!(tag, "del" | "s" | "strike")
}

/// What stands for the type of pages that lists of page numbers link to.
pub(super) const NUMBERED: &str = "#";

/// Adds up what speaks for the same name; names that the values belie lose most of their weight.
fn merge(claims: Vec<Claim>, subject: &Subject) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut claims: Vec<Claim> = claims;
    claims.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.by.cmp(&b.by)));
    for claim in claims {
        let evidence = Evidence { by: claim.by, what: claim.what };
        match candidates.iter_mut().find(|candidate| candidate.name == claim.name) {
            // Two pieces of the same kind are one piece of evidence.
            Some(known) if known.evidence.iter().any(|have| have.by == claim.by) => {}
            Some(known) => {
                known.weight += claim.weight;
                if known.evidence.len() < MAX_EVIDENCE {
                    known.evidence.push(evidence);
                }
            }
            None => candidates.push(Candidate {
                name: claim.name,
                by: claim.by,
                weight: claim.weight,
                evidence: vec![evidence],
            }),
        }
    }
    for candidate in &mut candidates {
        let form = match subject.what {
            What::List(..) | What::Map => Form::Any,
            _ => expected(&candidate.name),
        };
        let is_struck = subject.holders.iter().chain([&subject.tag]).any(|tag| is_struck(tag));
        if is_struck && candidate.name == "price" {
            candidate.weight *= 0.15;
        }
        if candidate.by != NamedBy::Data && !may_be(form, &subject.values) {
            candidate.weight *= 0.15;
        }
    }
    candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.name.cmp(&b.name)));
    candidates
}
