//! What speaks for which name: the evidence of each kind as weighted proposals.

use super::items::is_speaker;
use super::knowledge::Knowledge;
use super::scoring::{Candidate, Proposal, WEIGHTS, in_place, merge};
use super::subject::{Step, Subject, What};
use super::talk::are_half_stars;
use super::wording::{known_word, many, one};
use sitewrap_terms::grammar::{Form, is_number_word, is_picture, may_be, name_of_form};
use sitewrap_terms::words::lexicon::{Role, canonical, expected, is};
use sitewrap_terms::words::{is_in, joined, plural, singular, snake, split};
use sitewrap_tree::html;
use sitewrap_wrapper::NamedBy;

/// The names that a field may get, the best first.
pub(super) fn candidates(
    subject: &Subject,
    target: Option<&str>,
    entity: &[String],
    headings: &[&str],
    known: &Knowledge<'_>,
) -> Vec<Candidate> {
    let mut proposals = Proposals { subject, target, entity, headings, known, all: Vec::new() };
    match &subject.what {
        What::List(..) => proposals.of_list(),
        What::Map => proposals.of_map(),
        What::Prose => proposals.of_prose(),
        What::Lead => proposals.of_lead(),
        What::ClassWords => proposals.of_class_words(),
        What::Part(_) => proposals.of_part(),
        What::Text | What::Attr(_) | What::About(..) => proposals.of_value(),
    }
    let across = known.across.get(&subject.id).map_or(&[][..], Vec::as_slice);
    merge(proposals.all, across, subject)
}

/// What is claimed for one field.
pub(super) struct Proposals<'a> {
    pub(super) subject: &'a Subject,
    /// The type of the pages that it links to, or its items do.
    pub(super) target: Option<&'a str>,
    /// Words for what the record is about.
    pub(super) entity: &'a [String],
    /// What the main heading says that is in the titles of the pages.
    pub(super) headings: &'a [&'a str],
    pub(super) known: &'a Knowledge<'a>,
    pub(super) all: Vec<Proposal>,
}

impl Proposals<'_> {
    pub(super) fn add(
        &mut self,
        name: impl Into<String>,
        by: NamedBy,
        weight: f64,
        what: impl Into<String>,
    ) {
        let name = name.into();
        if !name.is_empty() {
            let name = in_place(name, self.subject);
            self.all.push(Proposal { name, by, weight, what: what.into() });
        }
    }

    fn of_value(&mut self) {
        match self.subject.place.step {
            Some(Step::Before) => {
                // The reviews of a product belong to it, the product to a category.
                let is_thing = |kind: &&str| is(Role::Kind, kind) && !is(Role::Written, kind);
                let thing = self.target.filter(is_thing);
                self.add(thing.unwrap_or("category"), NamedBy::Class, WEIGHTS.label, "breadcrumbs");
            }
            // It may say less than the heading: the number of the thing.
            Some(Step::Own) if self.is_sole_title() => {
                self.add("title", NamedBy::Class, WEIGHTS.tag, "breadcrumbs");
            }
            Some(Step::Own) | None => {}
        }
        self.data();
        self.by_overlap();
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
            for proposal in self.all.iter_mut().filter(|proposal| proposal.by != NamedBy::Data) {
                proposal.name = joined(&proposal.name, "url");
            }
        }
    }

    fn of_part(&mut self) {
        self.data();
        self.by_overlap();
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
            self.add("rating", NamedBy::Values, WEIGHTS.tag, values[0].clone());
        }
        // The text beside such a word has the better right to the name.
        self.all.iter_mut().for_each(|proposal| proposal.weight *= WEIGHTS.of_class_values);
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
        self.add("properties", NamedBy::Place, WEIGHTS.place, "pairs");
    }

    fn of_list(&mut self) {
        if self.subject.place.in_text {
            return;
        }
        let markup = self.subject.markup.clone();
        for (key, levels) in markup {
            let name = known_word(&snake(&key));
            // The title of what is listed is not what is listed.
            if !is(Role::PlainName, &name) {
                self.add(many(&name), NamedBy::Markup, weight_of_markup(&key, levels), key);
            }
        }
        if self.target == Some(NUMBERED) {
            self.add("pages", NamedBy::Values, WEIGHTS.label, "links called by numbers");
        } else if let Some(kind) = self.target {
            let what = format!("links to {kind}");
            self.add(plural(kind), NamedBy::Values, target_weight(kind), what);
        }
        self.label();
        self.heading();
        let known = self.known;
        for proposal in self.all.iter_mut().filter(|proposal| proposal.by == NamedBy::Label) {
            if is_phrase(&proposal.name) {
                proposal.weight *= WEIGHTS.of_phrase;
            }
            proposal.name = match self.target.filter(|kind| *kind != NUMBERED) {
                Some(kind) if proposal.name == "related" => joined("related", &plural(kind)),
                _ if known.is_of_page(&proposal.name) => continue,
                _ => many_by_label(&proposal.name),
            };
        }
        self.classes(&many);
        self.related();
    }

    /// `related`, `similar`: other things of the kind that the items link to.
    fn related(&mut self) {
        let Some(kind) = self.target.filter(|kind| *kind != NUMBERED) else { return };
        for (token, _) in self.subject.classes.clone() {
            let words = split(&token);
            if let Some(word) = words.iter().find(|word| canonical(word) == Some("related")) {
                let name = joined(word, &plural(kind));
                self.add(name, NamedBy::Class, WEIGHTS.class, token);
            }
        }
    }

    /// What structured data calls the same values, and what a page that it links to is.
    fn data(&mut self) {
        for agreement in self.known.agreements.get(&self.subject.id).into_iter().flatten() {
            if agreement.key == "title" && self.is_beside_title() {
                continue;
            }
            // A shop may state as its price what is none.
            let values = &self.subject.values;
            if expected(&agreement.name) == Form::Price && !may_be(Form::Price, values) {
                continue;
            }
            // Keywords begin with what the page is called.
            if agreement.name == "tag" && html::is_heading(&self.subject.tag) {
                continue;
            }
            // The way to a page says what other pages are called.
            if agreement.key.starts_with("BreadcrumbList")
                && !self.entity.iter().any(|word| word == "breadcrumb")
            {
                continue;
            }
            // A page is not called as the page that it links to, unless nothing else in it is called so.
            let of_page = match (agreement.key.as_str(), self.target) {
                ("title", Some(_)) if !self.is_sole_title() => WEIGHTS.of_linked_title,
                ("title", _) => WEIGHTS.of_title,
                _ => 1.0,
            };
            let weight = WEIGHTS.data * agreement.share * of_page;
            let name = match agreement.name.as_str() {
                "description" if self.is_body(agreement.is_excerpt) => "body",
                // Of something written, data state who has written it.
                "name" if self.is_written() && agreement.key.starts_with("Person.") => "author",
                name => name,
            };
            self.add(name, NamedBy::Data, weight, agreement.key.clone());
        }
    }

    /// Whether no other field has what the titles of the pages say.
    fn is_sole_title(&self) -> bool {
        let mut others = self.known.agreements.iter().filter(|(id, _)| **id != self.subject.id);
        others.all(|(_, of)| of.iter().all(|agreement| agreement.key != "title"))
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

    /// Whether what data call the description is the running text itself: they state its beginning,
    /// and nothing says that the page is of a thing, whose running text is a description.
    fn is_body(&self, is_excerpt: bool) -> bool {
        let is_prose = matches!(self.subject.what, What::Prose);
        let is_begun = is_excerpt && self.subject.is_long() && self.text_name() == "body";
        self.is_written() && is_prose || is_begun
    }

    /// What fields of other page types with the same values are called, and the type of the pages
    /// that a link leads to.
    fn by_overlap(&mut self) {
        if let Some((name, whose)) = self.known.overlaps.get(&self.subject.id) {
            let what = format!("{name} of {whose}");
            let is_who = is_in("title name", name) && is_speaker(whose) && self.is_written();
            let name = if is_who { "author" } else { name.as_str() };
            self.add(name, NamedBy::Values, WEIGHTS.values, what);
        }
        if let Some(kind) = self.target.filter(|kind| *kind != NUMBERED) {
            let what = format!("links to {kind}");
            if is_speaker(kind) && self.is_written() {
                self.add("author", NamedBy::Values, WEIGHTS.label, what);
            } else if name_of_form(&self.subject.values) != Some("date") {
                // A day leads to what was written on it, and stays a day.
                self.add(kind, NamedBy::Values, target_weight(kind), what);
            }
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
                // What some systems call the category of an article.
                name if name == "genre" && self.is_written() => "category".to_owned(),
                name => name,
            };
            self.add(name, NamedBy::Markup, weight_of_markup(key, *levels), key.clone());
        }
    }

    fn tag(&mut self) {
        let subject = self.subject;
        if subject.place.in_title && matches!(subject.what, What::Text) {
            let weight = if subject.place.is_title { WEIGHTS.of_main_heading } else { 1.0 };
            self.add("title", NamedBy::Tag, WEIGHTS.tag * weight, "in <h1>");
        }
        let tags = std::iter::once(&subject.tag).chain(&subject.holders);
        let is_money = may_be(Form::Price, &subject.values);
        let is_price = name_of_form(&subject.values) == Some("price");
        let (in_item, is_aside) = (subject.place.in_item, subject.place.aside.is_some());
        if let Some(struck_by) = subject.struck_by()
            && is_money
            && matches!(subject.what, What::Text)
        {
            self.add("old_price", NamedBy::Tag, WEIGHTS.markup, struck_by);
            return;
        }
        for tag in tags {
            let (name, weight) = match (tag.as_str(), &subject.what) {
                ("ins", What::Text) if is_money => ("price", WEIGHTS.tag),
                ("time", _) => ("date", WEIGHTS.tag),
                ("img" | "source", What::Attr(attr)) if attr.contains("src") => {
                    (if shows_face(subject) { "avatar" } else { "image" }, WEIGHTS.tag)
                }
                ("img", What::Attr(attr)) if attr == "alt" => ("image_alt", WEIGHTS.tag),
                ("video" | "audio", What::Attr(_)) => ("media", WEIGHTS.tag),
                (_, What::Attr(_)) => continue,
                ("h1", _) => ("title", WEIGHTS.tag * WEIGHTS.of_main_heading),
                ("cite", What::Text) if in_item && self.is_written() => ("author", WEIGHTS.tag),
                ("address", _) => ("address", WEIGHTS.tag),
                ("figcaption" | "caption", _) => ("caption", WEIGHTS.tag),
                // A price in large letters.
                ("h2" | "h3" | "h4" | "h5" | "h6", What::Text) if is_price => continue,
                ("h2" | "h3" | "h4" | "h5" | "h6", _) if in_item => ("title", WEIGHTS.tag),
                ("h2", _) if !is_aside => ("heading", WEIGHTS.values),
                ("h2" | "h3" | "h4" | "h5" | "h6", _) => {
                    ("heading", WEIGHTS.tag * WEIGHTS.of_vague_tag)
                }
                ("blockquote" | "q", _) => ("quote", WEIGHTS.tag * WEIGHTS.of_vague_tag),
                ("pre" | "code", _) => ("code", WEIGHTS.tag * WEIGHTS.of_vague_tag),
                _ => continue,
            };
            self.add(name, NamedBy::Tag, weight, format!("<{tag}>"));
            break;
        }
    }

    fn form(&mut self) {
        // Of a text in parts, the part that has the form is what it says.
        // A picture leads to itself in full size.
        let picture = self.subject.values.first().filter(|_| self.subject.is_link());
        if let Some(first) = picture.filter(|_| self.subject.values.iter().all(|v| is_picture(v))) {
            self.add("image", NamedBy::Values, WEIGHTS.values, first.clone());
        }
        if let Some(form) = name_of_form(&self.subject.values)
            && (!self.subject.has_parts || form == "reading_time")
            && !matches!(&self.subject.what, What::Attr(attr) if attr == "alt")
        {
            let weight = if form == "number" { WEIGHTS.place } else { WEIGHTS.values };
            // What a job pays.
            let is_job = self.entity.iter().any(|word| matches!(word.as_str(), "job" | "vacancy"));
            let (form, weight) = match form {
                "price" if is_job => ("salary", weight),
                "number" if are_half_stars(self.subject, self.known) => ("rating", WEIGHTS.faint),
                form => (form, weight),
            };
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

/// Whether a label is rather a sentence about what follows than its name: `What customers say`, but
/// not `Auto Trait Implementations`, which is said of several things.
fn is_phrase(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    let words = name.split('_').count();
    let is_name = words == 3 && singular(last) != last;
    words >= 3 && !is_name && canonical(last).is_none() && !is(Role::Kind, &singular(last))
}

/// A label as the name of a list. Of phrases only those with a known word at the end are put in
/// the plural: `Customer review`, but not `What's hot`.
fn many_by_label(name: &str) -> String {
    let last = name.rsplit('_').next().unwrap_or(name);
    let is_noun = last == name || canonical(name).is_some() || canonical(last).is_some();
    if is_noun { many(name) } else { name.to_owned() }
}

/// Whether a kind of pages tells little of what leads to them: an archive or an index may be one of anything.
pub(super) fn is_vague(kind: &str) -> bool {
    let kinds = plural(kind);
    is(Role::Vague, &kinds) || is(Role::Group, &kinds)
}

/// What it weighs that attributes made for it call something so, some levels above. `rel=tag` is on links to tags,
/// categories and topics alike.
fn weight_of_markup(key: &str, levels: usize) -> f64 {
    let weight = if key == "tag" { WEIGHTS.known_words } else { WEIGHTS.markup };
    weight - WEIGHTS.markup_level * levels as f64
}

/// What it weighs that something leads to pages of a kind.
fn target_weight(kind: &str) -> f64 {
    WEIGHTS.target * if is_vague(kind) { WEIGHTS.of_quality } else { 1.0 }
}

/// What stands for the type of pages that lists of page numbers link to.
pub(super) const NUMBERED: &str = "#";
