//! What speaks for which name: the evidence of each kind as weighted claims.

use super::Knowledge;
use super::subject::{Subject, What};
use super::weigh::{Candidate, Claim, merge, weight};
use super::wording::{known_word, many, one};
use crate::names::grammar::{Form, is_number_word, may_be, name_of_form};
use crate::page_type::KINDS;
use crate::words::lexicon::canonical;
use crate::words::{is_in, joined, plural, singular, snake, split};
use sitewrap_extract::NamedBy;

/// What a label that is a sentence is worth, of what others are.
const PHRASE: f64 = 0.5;

/// Class words of boxes with other things like the one that the page is about.
const RELATED: &str = "related similar recommended";

/// The names that a field may get, the best first.
pub(super) fn candidates(
    subject: &Subject,
    target: Option<&str>,
    entity: &[String],
    headings: &[&str],
    known: &Knowledge<'_>,
) -> Vec<Candidate> {
    let mut claims = Claims { subject, target, entity, headings, known, all: Vec::new() };
    match &subject.what {
        What::List(..) => claims.of_list(),
        What::Map => claims.of_map(),
        What::Prose => claims.of_prose(),
        What::Lead => claims.of_lead(),
        What::ClassWords => claims.of_class_words(),
        What::Part(_) => claims.of_part(),
        What::Text | What::Attr(_) | What::About(..) => claims.of_value(),
    }
    merge(claims.all, subject)
}

/// What is claimed for one field.
pub(super) struct Claims<'a> {
    pub(super) subject: &'a Subject,
    /// The type of the pages that it links to, or its items do.
    pub(super) target: Option<&'a str>,
    /// Words for what the record is about.
    pub(super) entity: &'a [String],
    /// What the main heading says that is in the titles of the pages.
    pub(super) headings: &'a [&'a str],
    pub(super) known: &'a Knowledge<'a>,
    pub(super) all: Vec<Claim>,
}

impl Claims<'_> {
    pub(super) fn add(
        &mut self,
        name: impl Into<String>,
        by: NamedBy,
        weight: f64,
        what: impl Into<String>,
    ) {
        let mut name = name.into();
        if name == "excerpt" && !self.subject.place.in_item {
            // What stands before the whole of it is no excerpt.
            name = "summary".to_owned();
        }
        if !name.is_empty() {
            self.all.push(Claim { name, by, weight, what: what.into() });
        }
    }

    fn of_value(&mut self) {
        self.data();
        self.echo();
        self.header();
        self.markup();
        self.leads();
        self.label();
        self.tag();
        self.classes(&one);
        self.form();
        self.counted();
        self.main_text();
        if matches!(&self.subject.what, What::Attr(attr) if attr == "href") {
            for claim in self.all.iter_mut().filter(|claim| claim.by != NamedBy::Data) {
                claim.name = joined(&claim.name, "url");
            }
        }
    }

    fn of_part(&mut self) {
        self.data();
        self.echo();
        self.header();
        self.leads();
        self.label();
        self.form();
    }

    fn of_class_words(&mut self) {
        self.markup();
        self.classes(&one);
        let values = &self.subject.values;
        if !values.is_empty() && values.iter().all(|value| is_number_word(value)) {
            // `star-rating Three`
            self.add("rating", NamedBy::Values, weight::TAG, values[0].clone());
        }
        // The text beside such a word has the better right to the name.
        self.all.iter_mut().for_each(|claim| claim.weight *= 0.7);
    }

    fn of_prose(&mut self) {
        self.data();
        self.markup();
        self.label();
        self.heading();
        self.classes(&one);
        self.main_text();
    }

    fn of_map(&mut self) {
        self.label();
        self.heading();
        self.classes(&known_word);
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
        for claim in self.all.iter_mut().filter(|claim| claim.by == NamedBy::Label) {
            if is_phrase(&claim.name) {
                claim.weight *= PHRASE;
            }
            claim.name = many_by_label(&claim.name);
        }
        self.classes(&many);
        self.related();
    }

    /// `related`, `similar`: other things of the kind that the items link to.
    fn related(&mut self) {
        let Some(kind) = self.target.filter(|kind| *kind != NUMBERED) else { return };
        for (token, _) in self.subject.classes.clone() {
            let words = split(&token);
            if let Some(word) = words.iter().find(|word| is_in(RELATED, word)) {
                let name = joined(word, &plural(kind));
                self.add(name, NamedBy::Class, weight::CLASS * 1.1, token);
            }
        }
    }

    /// What structured data calls the same values, and what a page that it links to is.
    fn data(&mut self) {
        for agreement in self.known.agreements.get(&self.subject.id).into_iter().flatten() {
            if agreement.key == "title" && self.is_beside_title() {
                continue;
            }
            // A page is not called as the page that it links to.
            let of_page = match (agreement.key.as_str(), self.target) {
                ("title", Some(_)) => 0.2,
                ("title", None) => 0.75,
                _ => 1.0,
            };
            let weight = weight::DATA * agreement.share * of_page;
            let name = match agreement.name.as_str() {
                "description" if self.is_body(agreement.is_excerpt) => "body",
                name => name,
            };
            self.add(name, NamedBy::Data, weight, agreement.key.clone());
        }
    }

    /// Whether the main heading is the title and says something else: titles of pages also name the
    /// author, the team, the section.
    fn is_beside_title(&self) -> bool {
        let Subject { values, place, .. } = self.subject;
        let in_heading =
            |value: &&String| self.headings.iter().any(|heading| heading.contains(value.as_str()));
        let shared = values.iter().filter(in_heading).count();
        !self.headings.is_empty() && !place.in_title && 2 * shared < values.len()
    }

    /// Whether what data call the description is the running text itself: of something written,
    /// they state the beginning.
    fn is_body(&self, is_excerpt: bool) -> bool {
        let is_prose = matches!(self.subject.what, What::Prose);
        self.is_written() && (is_prose || is_excerpt && self.subject.is_long())
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
                // What a text is about; as a label `About` says something else.
                _ if word == "about" => "category".to_owned(),
                name => name,
            };
            // `rel=tag` is on links to tags, categories and topics alike.
            let weight = if key == "tag" { weight::PLAIN_LABEL } else { weight::MARKUP };
            self.add(name, NamedBy::Markup, weight - 0.2 * *levels as f64, key.clone());
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
                    (if shows_face(subject) { "avatar" } else { "image" }, weight::TAG)
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

    fn form(&mut self) {
        // Of a text in parts, the part that has the form is what it says.
        if let Some(form) = name_of_form(&self.subject.values)
            && (!self.subject.has_parts || form == "reading_time")
            && !matches!(&self.subject.what, What::Attr(attr) if attr == "alt")
        {
            let weight = if form == "number" { weight::PLACE } else { weight::VALUES };
            // What a job pays.
            let is_job = self.entity.iter().any(|word| matches!(word.as_str(), "job" | "vacancy"));
            let form = if form == "price" && is_job { "salary" } else { form };
            self.add(form, NamedBy::Values, weight, self.subject.values[0].clone());
        }
    }
}

/// Whether a picture shows who has written something, as its class words say.
fn shows_face(subject: &Subject) -> bool {
    let own = subject.classes.iter().filter(|(_, levels)| *levels == 0);
    let mut words = own.flat_map(|(token, _)| split(token));
    words.any(|word| canonical(&word) == Some("avatar"))
}

/// Whether an element strikes out what no longer holds.
pub(super) fn is_struck(tag: &str) -> bool {
    matches!(tag, "del" | "s" | "strike")
}

/// Words that begin sentences, not names.
const ASKING: &str = "what who how why when where which you your we our more most see also";

/// Whether a label is rather a sentence about what follows than its name: `What customers say`, but
/// not `Auto Trait Implementations`, which is said of several things.
fn is_phrase(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    let words = name.split('_').count();
    let is_name =
        words == 3 && singular(last) != last && !name.split('_').any(|word| is_in(ASKING, word));
    words >= 3 && !is_name && canonical(last).is_none() && !is_in(KINDS, &singular(last))
}

/// A label as the name of a list. Of phrases only those with a known word at the end are put in
/// the plural: `Customer review`, but not `What's hot`.
fn many_by_label(name: &str) -> String {
    let last = name.rsplit('_').next().unwrap_or(name);
    let is_noun = last == name || canonical(name).is_some() || canonical(last).is_some();
    if is_noun { many(name) } else { name.to_owned() }
}

/// What stands for the type of pages that lists of page numbers link to.
pub(super) const NUMBERED: &str = "#";
