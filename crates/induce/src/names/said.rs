//! What words of the page beside a field say of it: fixed words around the value, labels, headings.

use super::claims::Claims;
use super::subject::What;
use super::weigh::weight;
use super::wording::{count_of, known_word};
use crate::names::grammar::{counted_word, is_number, is_reading_time, name_of_form, name_of_unit};
use crate::words::lexicon::canonical;
use crate::words::{from_label, from_lead, is_in, plural, singular, without_entity};
use sitewrap_extract::NamedBy;

/// First words of phrases that ask the reader to do something: no names of what stands below.
const BIDDING: &str = "back click search see view show hide read write add share print email send sign log \
    pick select choose skip go learn find get buy submit save compare back jump subscribe follow join \
    register rate report continue load expand collapse toggle mehr zuruck zeige voir ver vedi";

/// Words before the first and the last of the results that a page shows.
const SHOWING: &str = "showing displaying viewing";
const UP_TO: &str = "to bis au al";

/// Words before the number of a page, and between it and the number of pages.
const PAGE: &str = "page seite pagina página side sida strana strona страница";
const OF: &str = "of von de sur di van af av z из";

/// The word behind a number that says what it counts: the first that is a plural or known; else
/// the last of one or two plain words, which may be cut to the singular (`3 bed`).
fn counted_by(trail: &str) -> Option<String> {
    const NONE: &str = "out left ago available read from per and more off";
    let all: Vec<&str> = trail.split_whitespace().collect();
    let is_plain =
        |word: &&str| word.len() > 2 && word.chars().all(char::is_lowercase) && !is_in(NONE, word);
    let last = all.last().filter(|word| all.len() <= 2 && is_plain(word));
    let words = trail.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
    let mut words = words.take(3).map(str::to_lowercase);
    let found = words.find(|word| singular(word) != *word || canonical(word).is_some());
    match found {
        // Reviews and comments are counted; `22 available` is what is available.
        Some(word) if matches!(canonical(&word), Some("review" | "comment")) => {
            Some(plural(&singular(&word)))
        }
        found => found.or_else(|| last.map(|word| plural(word))),
    }
}

/// What somebody is, if the words behind a name are just that: `Ann Lee (Author)`.
fn role_of(trail: &str) -> Option<&'static str> {
    let role = trail.trim_matches(|c: char| !c.is_alphabetic());
    canonical(&role.to_lowercase())
        .filter(|name| matches!(*name, "artist" | "author" | "company" | "director" | "publisher"))
}

/// Words behind and before a length of time that make it the time since when.
const AGO: &str = "ago geleden sedan siden sitten temu fa atrás назад önce";
const AGO_BEFORE: &str = "vor hace há pred acum";

impl Claims<'_> {
    /// The fixed words around a value.
    pub(super) fn leads(&mut self) {
        let subject = self.subject;
        let numbers = !subject.values.is_empty() && subject.values.iter().all(|v| is_number(v));
        // `7-0-1` is a number of something, but no count.
        let has_dashes = subject.values.iter().any(|value| value.contains('-'));
        if let Some(lead) = &subject.lead
            && let Some(name) = from_lead(lead)
            // `3 von 5`
            && !(numbers && name == "author")
        {
            self.add(known_word(&name), NamedBy::Label, weight::LEAD, lead.clone());
        }
        let form = name_of_form(&subject.values);
        let quantity = name_of_unit(&subject.values).filter(|_| form != Some("reading_time"));
        if let Some(quantity) = quantity {
            self.add(quantity, NamedBy::Values, weight::VALUES, subject.values[0].clone());
        }
        if let Some(trail) = subject.trail.as_ref().filter(|_| numbers && !has_dashes)
            && let Some(word) = counted_by(trail)
        {
            self.add(count_of(&word), NamedBy::Label, weight::LEAD, trail.clone());
        }
        if let Some(trail) = subject.trail.as_ref().filter(|_| !numbers)
            && let Some(name) = role_of(trail)
        {
            self.add(name, NamedBy::Label, weight::PLAIN_LABEL, trail.clone());
        }
        if let Some(word) = counted_word(&subject.values) {
            self.add(count_of(&plural(&word)), NamedBy::Values, weight::LEAD, word);
        }
        // `4 minutes read (565 words)`
        let is_read = |trail: &String| {
            let takes = |value: &String| is_reading_time(&format!("{value} read"));
            trail.split_whitespace().next() == Some("read") && subject.values.iter().all(takes)
        };
        if subject.trail.as_ref().is_some_and(is_read) {
            self.add("reading_time", NamedBy::Label, weight::LEAD, "read");
        }
        let is_ago = |text: &Option<String>, words: &str| {
            let first = text.as_deref().and_then(|text| text.split_whitespace().next());
            first.is_some_and(|word| is_in(words, &word.to_lowercase()))
        };
        if is_ago(&subject.trail, AGO) || is_ago(&subject.lead, AGO_BEFORE) {
            let what = subject.trail.clone().or_else(|| subject.lead.clone()).unwrap_or_default();
            self.add("date", NamedBy::Label, weight::LEAD, what);
        }
        if numbers {
            self.place_in_results();
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

    /// `Page 1 of 20`, `Showing 1 to 20`.
    fn place_in_results(&mut self) {
        let subject = self.subject;
        let Some(lead) = &subject.lead else { return };
        let has = |text: &str, words: &str| {
            let lower = text.to_lowercase();
            lower.split(|c: char| !c.is_alphabetic()).any(|word| is_in(words, word))
        };
        let last = lead.split_whitespace().next_back().unwrap_or_default().to_lowercase();
        let opens_with_page = subject.opening.as_ref().is_some_and(|text| has(text, PAGE));
        let name = match last.as_str() {
            last if is_in(PAGE, last) => "page",
            last if is_in(OF, last) && opens_with_page => "page_count",
            last if is_in(SHOWING, last) => "from",
            last if is_in(UP_TO, last) => "to",
            _ => return,
        };
        self.add(name, NamedBy::Label, weight::LEAD, lead.clone());
    }

    /// What counts things is not called as they are.
    pub(super) fn counted(&mut self) {
        let Some(word) = counted_word(&self.subject.values) else { return };
        for claim in self.all.iter_mut().filter(|claim| singular(&claim.name) == word) {
            claim.name = count_of(&plural(&word));
        }
    }

    /// The header of its column in a table.
    pub(super) fn header(&mut self) {
        let Some(header) = self.known.headers.get(&self.subject.id) else { return };
        if let Some(name) = from_label(header) {
            let name = self.shortened(&name);
            self.add(name, NamedBy::Label, weight::LABEL, header.clone());
        }
    }

    pub(super) fn label(&mut self) {
        let Some(label) = self.subject.label.clone() else { return };
        let lead = from_lead(&label.text).filter(|_| label.text.split_whitespace().count() <= 3);
        let Some(name) = lead.clone().or_else(|| from_label(&label.text)) else { return };
        // Words of running text are no label of a link.
        let first = label.text.split_whitespace().next().unwrap_or_default().to_lowercase();
        let is_loose = is_in("of for in to with and or a an the from at", &first)
            || is_in(BIDDING, &first)
            // `Free shipping over $100`
            || label.text.contains(['$', '€', '£', '¥', '!', '?'])
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
    pub(super) fn shortened(&self, name: &str) -> String {
        if let Some(known) = canonical(name) {
            return known.to_owned();
        }
        let words: Vec<String> = name.split('_').map(str::to_owned).collect();
        let rest = without_entity(&words, self.entity).join("_");
        canonical(&rest).map_or_else(|| name.to_owned(), str::to_owned)
    }

    pub(super) fn heading(&mut self) {
        let Some(heading) = self.subject.place.heading.clone() else { return };
        if self.subject.label.is_none()
            && let Some(name) = from_label(&heading)
        {
            let name = self.shortened(&name);
            self.add(name, NamedBy::Label, weight::HEADING * 0.7, heading.to_string());
        }
    }
}
