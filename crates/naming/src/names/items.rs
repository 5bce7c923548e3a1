//! What a list is of, by what its items hold.

use super::collect::Collected;
use super::fallback::{kind, placed};
use super::knowledge::Knowledge;
use super::scoring::{Candidate, WEIGHTS};
use super::subject::{Subject, What};
use crate::names::value_overlap::is_telling;
use sitewrap_terms::grammar::{is_picture, is_price, name_of_form};
use sitewrap_terms::words::lexicon::{Role, canonical, is, words};
use sitewrap_terms::words::{class_name, fold};

/// Whether a word says who somebody is on a site: `user`, `username`.
pub(super) fn is_speaker(word: &str) -> bool {
    let word = word.strip_suffix("name").unwrap_or(word);
    words(Role::Speaker).any(|speaker| word.ends_with(speaker))
}

/// Whether a field is the address of a picture, or its wording.
fn is_of_picture(subject: &Subject) -> bool {
    let is_address = matches!(&subject.what, What::Attr(_) | What::About(..));
    let are_pictures =
        || !subject.values.is_empty() && subject.values.iter().all(|v| is_picture(v));
    matches!(kind(subject), "image" | "image_alt") || is_address && are_pictures()
}

/// The items of a list, with what is known of their fields.
pub(super) struct Items<'a> {
    pub(super) collected: &'a Collected,
    pub(super) known: &'a Knowledge<'a>,
    /// The scope of the items.
    pub(super) scope: usize,
}

impl<'a> Items<'a> {
    fn subjects(&self) -> impl DoubleEndedIterator<Item = &'a Subject> + use<'a> {
        let collected = self.collected;
        collected.scopes[self.scope].subjects.iter().map(|&at| &collected.subjects[at])
    }

    /// Whether they are links called by numbers, and say nothing else: behind the choices of a list stands how many
    /// things are such.
    pub(super) fn is_numbered(&self) -> bool {
        let says_number = |subject: &Subject| {
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
        };
        self.says_one_thing() && self.subjects().any(says_number)
    }

    /// Whether most items have no two texts.
    fn says_one_thing(&self) -> bool {
        let is_usual =
            |subject: &&Subject| matches!(subject.what, What::Text) && subject.share > 0.5;
        self.subjects().filter(is_usual).count() < 2
    }

    /// The page type that the links of the items' headings lead to.
    pub(super) fn headed_target(&self) -> Option<String> {
        let headed =
            self.subjects().filter(|subject| subject.is_usual_link() && subject.is_headed());
        headed.filter_map(|subject| self.known.targets.get(&subject.id)).next().cloned()
    }

    /// The page type that the items' own links lead to: of several links, the one that is another in
    /// each item, as those to authors and categories are not.
    pub(super) fn own_target(&self) -> Option<String> {
        let variety = |subject: &&Subject| self.known.columns.variety(subject.id);
        let links = self.subjects().filter(|subject| subject.is_usual_link());
        // Of equals the first.
        let own = links.rev().max_by(|a, b| variety(a).total_cmp(&variety(b)))?;
        self.known.targets.get(&own.id).cloned()
    }

    /// The page type whose pages bear the titles of the items.
    pub(super) fn titled(&self) -> Option<String> {
        // What an item is called stands in its heading, if there is one.
        let any_headed = self.subjects().any(Subject::is_headed);
        let may_be = |subject: &&Subject| !any_headed || subject.is_headed();
        let of_page = |subject: &Subject| self.known.overlaps.get(&subject.id);
        let mut titles =
            self.subjects().filter(may_be).filter_map(of_page).filter(|(name, _)| name == "title");
        titles.next().map(|(_, kind)| kind.clone()).filter(|kind| is_telling(kind))
    }

    /// What all items hold says what they are.
    pub(super) fn held(&self) -> Option<Candidate> {
        let is_text = |subject: &Subject| matches!(subject.what, What::Text | What::Part(_));
        // Events and courses may be free; what all have a price is sold.
        let is_priced = |subject: &Subject| {
            !subject.values.is_empty() && subject.values.iter().all(|value| is_price(value))
        };
        let are_priced = self
            .subjects()
            .any(|subject| is_text(subject) && subject.share >= 0.5 && is_priced(subject));
        let has_kind = |wanted: &str| self.subjects().any(|subject| kind(subject) == wanted);
        let has_text = self.subjects().any(is_text);
        let is_talk = self.known.entity.iter().any(|word| is(Role::Talk, word));
        let (name, weight) = if self.is_way() {
            ("breadcrumbs", WEIGHTS.way)
        } else if are_priced && (has_kind("url") || has_kind("image")) {
            ("products", WEIGHTS.held)
        } else if self.is_discussion(is_talk) {
            (if is_talk { "posts" } else { "comments" }, WEIGHTS.held)
        } else if self.is_headed() && self.is_told() {
            ("articles", WEIGHTS.values)
        } else if has_kind("image") && self.subjects().all(is_of_picture) {
            ("images", WEIGHTS.held_alone)
        } else if !has_text && has_kind("image") {
            ("images", WEIGHTS.held_little)
        } else if !has_text && has_kind("url") || self.are_links() {
            ("links", WEIGHTS.held_little)
        } else {
            return None;
        };
        Some(placed(name.to_owned(), weight))
    }

    /// Whether they are links and what they say.
    fn are_links(&self) -> bool {
        let is_bare = |subject: &Subject| {
            subject.is_link() || matches!(subject.what, What::Text) && kind(subject) == "link"
        };
        self.subjects().count() == 2
            && self.subjects().all(is_bare)
            && self.subjects().any(Subject::is_link)
    }

    /// Whether they are the steps of the way to the page: links that lead down to it, or that
    /// data call so.
    fn is_way(&self) -> bool {
        let is_step = |subject: &Subject| {
            let agreements = self.known.agreements.get(&subject.id).into_iter().flatten();
            let is_said =
                agreements.take(1).any(|agreement| agreement.key.starts_with("Breadcrumb"));
            self.known.ways.contains(&subject.id) || is_said
        };
        let others = |subject: &&Subject| !matches!(subject.what, What::Text) && !subject.is_link();
        // A link, what it says, and perhaps a sign between two.
        self.subjects().any(is_step)
            && self.subjects().count() <= self.known.parameters.few_things
            && self.subjects().filter(others).count() <= 1
            && self.subjects().any(Subject::is_link)
    }

    pub(super) fn is_headed(&self) -> bool {
        self.subjects().any(Subject::is_headed)
    }

    /// Whether something of them was said at some time.
    pub(super) fn is_told(&self) -> bool {
        let says = self.subjects().any(|subject| subject.share >= 0.5 && subject.is_long());
        says && self.subjects().any(|subject| {
            let first = subject.trail.as_deref().and_then(|trail| trail.split_whitespace().next());
            first.is_some_and(|word| is(Role::Ago, &fold(word)))
                || name_of_form(&subject.values) == Some("date")
        })
    }

    /// Whether they are what people say in turn: running text by somebody at some time, without a
    /// heading save where a page is such a talk.
    fn is_discussion(&self, is_talk: bool) -> bool {
        let mut usual = self.subjects().filter(|subject| subject.share >= 0.5);
        let has_speaker = usual.any(|subject| {
            let classes = subject.classes.iter().filter_map(|(token, _)| class_name(token));
            let is_known = |word: &str| canonical(word).is_some_and(is_speaker);
            let by_class = classes
                .flat_map(|class| class.words)
                .any(|word| is_speaker(&word) || is_known(&word));
            let target = self.known.targets.get(&subject.id);
            by_class || target.is_some_and(|kind| is_speaker(kind))
        });
        (is_talk || !self.is_headed()) && self.is_told() && has_speaker
    }
}
