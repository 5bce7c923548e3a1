//! What words of the page beside a field say of it: fixed words around the value, labels, headings.

use super::candidates::Proposals;
use super::knowledge::Knowledge;
use super::scoring::WEIGHTS;
use super::subject::What;
use super::wording::{count_of, known_word};
use sitewrap_terms::grammar::{
    Form, counted_word, is_number, is_reading_time, name_of_form, name_of_unit,
};
use sitewrap_terms::words::lexicon::{Role, canonical, expected, is};
use sitewrap_terms::words::{
    fold, from_label, from_lead, joined, plural, singular, without_entity,
};
use sitewrap_wrapper::NamedBy;

/// The word behind a number that says what it counts: the first that is a plural or known; else
/// the last of one or two plain words, which may be cut to the singular (`3 bed`).
fn counted_by(trail: &str, known: &Knowledge<'_>) -> Option<String> {
    let all: Vec<&str> = trail.split_whitespace().collect();
    // `4.5 von 5` counts nothing called `von`.
    let is_plain = |word: &&str| {
        word.len() > 2 && word.chars().all(char::is_lowercase) && !is_function_word(word)
    };
    let last = all.last().filter(|word| all.len() <= 2 && is_plain(word));
    let words = trail.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
    let mut words = words.take(3).map(str::to_lowercase);
    let found = words.find(|word| singular(word) != *word || canonical(word).is_some());
    match found {
        // Reviews and comments are counted; `22 available` is what is available.
        Some(word) if matches!(canonical(&word), Some("review" | "comment")) => {
            Some(plural(&singular(&word)))
        }
        found => found.or_else(|| last.map(|word| known.several(word))),
    }
}

/// What somebody is, if the words behind a name are just that: `Ann Lee (Author)`.
fn role_of(trail: &str) -> Option<&'static str> {
    let role = trail.trim_matches(|c: char| !c.is_alphabetic());
    canonical(&role.to_lowercase())
        .filter(|name| matches!(*name, "artist" | "author" | "company" | "director" | "publisher"))
}

/// Whether a name is one word that only joins others.
fn is_function_word(name: &str) -> bool {
    [Role::By, Role::Of, Role::To, Role::And, Role::Joining].iter().any(|role| is(*role, name))
}

impl Proposals<'_> {
    /// What the unit behind the values measures, be it a part of them or of what stands behind `numbers`: `120`,
    /// and `m²`.
    fn measured(&self, numbers: bool) -> Option<&'static str> {
        let values = &self.subject.values;
        let with_trail = |trail: &String| -> Vec<String> {
            values.iter().map(|value| format!("{value} {trail}")).collect()
        };
        let with_units = self.subject.trail.as_ref().filter(|_| numbers).map(with_trail);
        name_of_unit(with_units.as_ref().unwrap_or(values))
    }

    /// The fixed words around a value.
    pub(super) fn leads(&mut self) {
        let subject = self.subject;
        let numbers = !subject.values.is_empty() && subject.values.iter().all(|v| is_number(v));
        // `7-0-1` is a number of something, but no count.
        let has_dashes = subject.values.iter().any(|value| value.contains('-'));
        self.lead();
        let form = name_of_form(&subject.values);
        let quantity = self.measured(numbers).filter(|_| form != Some("reading_time"));
        if let Some(quantity) = quantity {
            // `V6, 240 hp` is an engine rather than a power.
            let is_bare = |value: &String| value.split_whitespace().count() <= 2;
            let of_rest = if subject.values.iter().all(is_bare) { 1.0 } else { WEIGHTS.of_phrase };
            let weight = WEIGHTS.values * of_rest;
            self.add(quantity, NamedBy::Values, weight, subject.values[0].clone());
        }
        // `45 /night` is for each of them.
        let counts = |trail: &&String| numbers && !has_dashes && !trail.starts_with('/');
        if let Some(trail) = subject.trail.as_ref().filter(counts)
            && let Some(word) = counted_by(trail, self.known)
        {
            self.add(count_of(&word), NamedBy::Label, WEIGHTS.lead, trail.clone());
        }
        if let Some(trail) = subject.trail.as_ref().filter(|_| !numbers)
            && let Some(name) = role_of(trail)
        {
            self.add(name, NamedBy::Label, WEIGHTS.known_words, trail.clone());
        }
        if let Some(word) = counted_word(&subject.values) {
            self.add(count_of(&plural(&word)), NamedBy::Values, WEIGHTS.lead, word);
        }
        // `4 minutes read (565 words)`
        let is_read = |trail: &String| {
            let takes = |value: &String| is_reading_time(&format!("{value} read"));
            trail.split_whitespace().next() == Some("read") && subject.values.iter().all(takes)
        };
        if subject.trail.as_ref().is_some_and(is_read) {
            self.add("reading_time", NamedBy::Label, WEIGHTS.lead, "read");
        }
        let is_ago = |text: &Option<String>, role: Role| {
            let first = text.as_deref().and_then(|text| text.split_whitespace().next());
            first.is_some_and(|word| is(role, &fold(word)))
        };
        if is_ago(&subject.trail, Role::Ago) || is_ago(&subject.lead, Role::Since) {
            let what = subject.trail.clone().or_else(|| subject.lead.clone()).unwrap_or_default();
            self.add("date", NamedBy::Label, WEIGHTS.lead, what);
        }
        if numbers {
            self.place_in_results();
        }
        if subject.label.is_none() && subject.lead.is_none() && !subject.words.is_empty() {
            let words = subject.words.join(" ");
            let name = self
                .led(&words)
                .or_else(|| from_label(&words).filter(|name| canonical(name).is_some()));
            if let Some(name) = name {
                self.add(known_word(&name), NamedBy::Label, WEIGHTS.label, words);
            }
        }
    }

    /// The fixed words before a value.
    fn lead(&mut self) {
        let subject = self.subject;
        if let Some(lead) = &subject.lead
            && let Some(name) = self.led(lead).or_else(|| self.price_of(lead))
        {
            let name = self.own_kind(&name).map_or_else(|| known_word(&name), str::to_owned);
            self.add(name, NamedBy::Label, WEIGHTS.lead, lead.clone());
        }
    }

    /// What the words before a value say of it. A number is nobody: `3 von 5`, `1 von 16 (2 Seiten)`.
    fn led(&self, lead: &str) -> Option<String> {
        let is_counted = |value: &String| value.starts_with(|c: char| c.is_ascii_digit());
        let are_counted = || self.subject.values.iter().all(is_counted);
        from_lead(lead).filter(|name| name != "author" || !are_counted())
    }

    /// What a price is called by nothing but the words before it: `Netto 61,26 €`.
    fn price_of(&self, lead: &str) -> Option<String> {
        let name = canonical(&from_label(lead)?)?;
        let are_prices = name_of_form(&self.subject.values) == Some("price");
        (are_prices && expected(name) == Form::Price).then(|| name.to_owned())
    }

    /// `Page 1 of 20`, `Showing 1 to 20`.
    fn place_in_results(&mut self) {
        let subject = self.subject;
        let Some(lead) = &subject.lead else { return };
        let has = |text: &str, role: Role| {
            text.split(|c: char| !c.is_alphabetic()).any(|word| is(role, &fold(word)))
        };
        let last = fold(lead.split_whitespace().next_back().unwrap_or_default());
        let opens_with_page = subject.opening.as_ref().is_some_and(|text| has(text, Role::Page));
        let name = match last.as_str() {
            last if is(Role::Page, last) => "page",
            last if is(Role::Of, last) && opens_with_page => "page_count",
            last if is(Role::Showing, last) => "from",
            last if is(Role::To, last) => "to",
            _ => return,
        };
        self.add(name, NamedBy::Label, WEIGHTS.lead, lead.clone());
    }

    /// What counts things is not called as they are.
    pub(super) fn counted(&mut self) {
        let Some(word) = counted_word(&self.subject.values) else { return };
        for proposal in self.all.iter_mut().filter(|proposal| singular(&proposal.name) == word) {
            proposal.name = count_of(&plural(&word));
        }
    }

    /// The header of its column in a table.
    pub(super) fn header(&mut self) {
        let Some(header) = self.known.headers.get(&self.subject.id) else { return };
        if let Some(name) = from_label(header) {
            let name = self.shortened(&name);
            self.add(name, NamedBy::Label, WEIGHTS.label, header.clone());
        }
    }

    pub(super) fn label(&mut self) {
        let Some(label) = self.subject.label.clone() else { return };
        let is_short = label.text.split_whitespace().count() <= 3;
        let lead = self.led(&label.text).filter(|_| is_short);
        let Some(name) = lead.clone().or_else(|| from_label(&label.text)) else { return };
        // Words of running text are no label of a link.
        let first = fold(label.text.split_whitespace().next().unwrap_or_default());
        let is_loose = is(Role::Joining, &first)
            || is(Role::Bidding, &first)
            // `Free shipping over $100`
            || label.text.contains(['$', '€', '£', '¥', '!', '?'])
            || matches!(&self.subject.what, What::Attr(attr) if attr == "href");
        if !label.is_marked && lead.is_none() && is_loose {
            return;
        }
        // `Was:` of a price.
        let form = name_of_form(&self.subject.values).filter(|_| is(Role::Qualifier, &name));
        let name = form.map_or_else(|| name.clone(), |form| joined(&name, form));
        let name = self.shortened(&name);
        let weight = match (lead, label.is_marked) {
            (Some(_), _) => WEIGHTS.lead,
            (None, true) => WEIGHTS.label,
            (None, false) if canonical(&name).is_some() => WEIGHTS.known_words,
            (None, false) => WEIGHTS.words,
        };
        self.add(name, NamedBy::Label, weight, label.text);
    }

    /// A label's words without what the record is about, where a known name is left.
    pub(super) fn shortened(&self, name: &str) -> String {
        if let Some(title) = self.own_kind(name) {
            return title.to_owned();
        }
        let is_list = matches!(self.subject.what, What::List(..));
        let known =
            canonical(name).or(Some("comments").filter(|_| is_list && is(Role::Comments, name)));
        if let Some(known) = known {
            return known.to_owned();
        }
        let words: Vec<String> = name.split('_').map(str::to_owned).collect();
        let rest = without_entity(&words, self.entity).join("_");
        canonical(&rest).map_or_else(|| name.to_owned(), str::to_owned)
    }

    /// What a label says that is a word for a category elsewhere, and here for what the record is about: `Topic: …` of
    /// a topic is what it is called.
    fn own_kind(&self, name: &str) -> Option<&'static str> {
        let is_own = self.entity.contains(&singular(name));
        (is_own && canonical(name) == Some("category")).then_some("title")
    }

    pub(super) fn heading(&mut self) {
        let Some(heading) = self.subject.place.heading.clone() else { return };
        if self.subject.label.is_none()
            && let Some(name) = from_label(&heading)
        {
            let name = self.shortened(&name);
            self.add(name, NamedBy::Label, WEIGHTS.heading, heading.to_string());
        }
    }
}
