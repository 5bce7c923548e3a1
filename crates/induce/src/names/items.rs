//! What a list is of, by what its items hold.

use super::Knowledge;
use super::collect::Collected;
use super::fallback::{kind, placed};
use super::subject::{Subject, What};
use super::weigh::{Candidate, weight};
use crate::names::grammar::name_of_form;
use crate::words::lexicon::canonical;
use crate::words::{class_name, is_in, plural};
use sitewrap_extract::{Evidence, NamedBy};

/// Weight of a list's name by what its items hold: more than a class word that no page says, less
/// than one that pages say. That they hold links or pictures says little.
const HELD: f64 = 0.95;
const HELD_LITTLE: f64 = 0.3;

/// Weight of what links that lead down to the page are: what stands before them (`Struct`) is the kind
/// of the page.
const WAY: f64 = 1.2 * weight::LABEL;

/// Words for who says something.
const SPEAKERS: [&str; 5] = ["user", "author", "poster", "commenter", "username"];

/// The items of a list, with what is known of their fields.
pub(super) struct Items<'a> {
    pub(super) collected: &'a Collected,
    pub(super) known: &'a Knowledge<'a>,
    /// The scope of the items.
    pub(super) scope: usize,
}

impl<'a> Items<'a> {
    fn subjects(&self) -> impl Iterator<Item = &'a Subject> + use<'a> {
        let collected = self.collected;
        collected.scopes[self.scope].subjects.iter().map(|&at| &collected.subjects[at])
    }

    /// Whether they are links called by numbers.
    pub(super) fn is_numbered(&self) -> bool {
        self.subjects().any(|subject| {
            // `2024` is a year.
            let is_page = |value: &&String| {
                value.len() <= 5
                    && value.bytes().all(|byte| byte.is_ascii_digit())
                    && !(value.len() == 4 && value.starts_with(['1', '2']))
            };
            let numbers = subject.values.iter().filter(is_page).count();
            let is_link = kind(subject) == "link" || kind(subject) == "number";
            let is_text = matches!(subject.what, What::Text);
            is_text && is_link && numbers >= 2 && 2 * numbers >= subject.values.len()
        })
    }

    /// The name of the list where an item is one text that the pages' data name: genres.
    pub(super) fn of_only(&self) -> Option<Candidate> {
        const GENERAL: &str = "title name url description text image body date id";
        let mut texts = self.subjects().filter(|subject| matches!(subject.what, What::Text));
        let (only, None) = (texts.next()?, texts.next()) else { return None };
        let known = self.known.agreements.get(&only.id)?.first()?;
        let is_telling = canonical(&known.name).is_some() && !is_in(GENERAL, &known.name);
        is_telling.then(|| Candidate {
            name: plural(&known.name),
            by: NamedBy::Data,
            weight: weight::DATA * known.share * 0.75,
            evidence: vec![Evidence { by: NamedBy::Data, what: known.key.clone() }],
        })
    }

    /// What all items hold says what they are.
    pub(super) fn held(&self) -> Option<Candidate> {
        let is_text = |subject: &Subject| matches!(subject.what, What::Text | What::Part(_));
        let has = |form: &str| {
            self.subjects().any(|subject| {
                is_text(subject)
                    && subject.share >= 0.5
                    && name_of_form(&subject.values) == Some(form)
            })
        };
        let has_kind = |wanted: &str| self.subjects().any(|subject| kind(subject) == wanted);
        let has_text = self.subjects().any(is_text);
        let is_way = self.subjects().any(|subject| self.known.ways.contains(&subject.id));
        let (name, weight) = if is_way {
            ("breadcrumbs", WAY)
        } else if has("price") && (has_kind("url") || has_kind("image")) {
            ("products", HELD)
        } else if self.is_discussion() {
            ("comments", HELD)
        } else if !has_text && has_kind("image") {
            ("images", HELD_LITTLE)
        } else if !has_text && has_kind("url") {
            ("links", HELD_LITTLE)
        } else {
            return None;
        };
        Some(placed(name.to_owned(), weight))
    }

    /// Whether they are what people say in turn: running text by somebody at some time, without a
    /// heading.
    fn is_discussion(&self) -> bool {
        let is_headed = self.subjects().any(|subject| {
            let mut tags = std::iter::once(&subject.tag).chain(&subject.holders);
            tags.any(|tag| matches!(tag.as_str(), "h1" | "h2" | "h3"))
        });
        let says = self.subjects().any(|subject| subject.share >= 0.5 && subject.is_long());
        let has_time = self.subjects().any(|subject| {
            let ago = subject.trail.as_deref().is_some_and(|trail| trail.trim().starts_with("ago"));
            ago || name_of_form(&subject.values) == Some("date")
        });
        let has_speaker = self.subjects().any(|subject| {
            let classes = subject.classes.iter().filter_map(|(token, _)| class_name(token));
            let is_speaker = |word: &str| SPEAKERS.iter().any(|speaker| word.ends_with(speaker));
            let by_class = classes.flat_map(|class| class.words).any(|word| is_speaker(&word));
            let target = self.known.targets.get(&subject.id);
            by_class || target.is_some_and(|kind| is_speaker(kind))
        });
        !is_headed && says && has_time && has_speaker
    }
}
