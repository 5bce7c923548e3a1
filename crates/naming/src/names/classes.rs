//! What class words and ids say of a field.

use super::candidates::{NUMBERED, Proposals, is_vague};
use super::scoring::WEIGHTS;
use super::subject::What;
use super::wording::{counted, short_of};
use sitewrap_terms::book;
use sitewrap_terms::grammar::{Form, is_whole_number, name_of_form};
use sitewrap_terms::words::lexicon::{Role, canonical, expected, is};
use sitewrap_terms::words::{
    class_name, is_crumbs, is_field_name, is_in, joined, modifier_name, singular, split,
    without_entity,
};
use sitewrap_wrapper::NamedBy;

impl Proposals<'_> {
    /// Class words and ids; `number` puts a name into the singular or plural.
    pub(super) fn classes(&mut self, number: &dyn Fn(&str) -> String) {
        let of_author = |(token, levels): &(String, usize)| *levels > 0 && is_word(token, "author");
        let is_of_author = self.subject.classes.iter().any(of_author);
        let values = &self.subject.values;
        let counts = !values.is_empty() && values.iter().all(|value| is_whole_number(value));
        for (token, levels) in self.subject.classes.clone() {
            if is_of_author && levels == 0 && is_word(&token, "name") {
                // The name of the author is the author.
                continue;
            }
            let near = 1.0 / (1.0 + WEIGHTS.class_level * levels as f64);
            // A text has its class words from the element around it.
            let number = if counts && levels <= 1 { &counted } else { number };
            if !self.by_kind(&token) {
                self.class_word(token, levels, near, number);
            }
        }
    }

    /// What a class word says of a list in particular; gives whether that is all it says.
    fn by_kind(&mut self, token: &str) -> bool {
        if matches!(self.subject.what, What::List(..)) && is_crumbs(token) {
            // Where the links lead says less.
            self.add("breadcrumbs", NamedBy::Class, WEIGHTS.label, token);
            return true;
        }
        false
    }

    /// Whether what bears a class word is dressed in others: most of them say how it looks, and so may
    /// this one (`text-xs uppercase tracking-widest`).
    fn is_dressed(&self, levels: usize) -> bool {
        let beside = self.subject.classes.iter().filter(|(_, of)| *of == levels);
        let (mut looks, mut all) = (0, 0);
        for (token, _) in beside {
            all += 1;
            let first = token.split('-').next().unwrap_or_default();
            looks += usize::from(class_name(token).is_none() || is(Role::Look, first));
        }
        looks >= self.known.parameters.few_things && 2 * looks > all
    }

    /// How sure it is that class words which are no known name are a name; `None` for those that are no words.
    fn sureness(&self, own: &[String], is_dressed: impl FnOnce() -> bool) -> Option<f64> {
        let full = own.join("_");
        let is_list = matches!(self.subject.what, What::List(..));
        let is_kind = is_list && is(Role::Kind, &singular(&full));
        let says = |word: &String| self.known.usage.says(word);
        if !own.iter().all(says) && is_dressed() {
            // `tracking-widest` among others
            None
        } else if is_kind || own.iter().any(says) {
            Some(WEIGHTS.of_unknown_class)
        } else {
            // `um`, `xi`
            (full.len() >= book().affix).then_some(WEIGHTS.of_unsaid_class)
        }
    }

    fn class_word(
        &mut self,
        token: String,
        levels: usize,
        near: f64,
        number: &dyn Fn(&str) -> String,
    ) {
        let Some(class) = class_name(&token) else { return };
        let mut words = class.words;
        if self.known.usage.is_prefix(&words[0]) {
            words.remove(0);
        }
        if words.is_empty() {
            return;
        }
        // Of a picture these say more than its tag.
        let picture = words.last().is_some_and(|word| is_in("logo avatar", word));
        let more = if picture { WEIGHTS.of_sure_class } else { 1.0 };
        let weight = WEIGHTS.class * self.known.usage.weight(&token) * near * more;
        let own = without_entity(&words, self.entity);
        if self.is_of_text(own) {
            self.add(self.text_name(), NamedBy::Class, weight * WEIGHTS.of_unknown_class, token);
            return;
        }
        let is_value = !matches!(self.subject.what, What::List(..) | What::Map);
        if let Some(known) = modifier_name(&token).filter(|_| is_value) {
            self.add(number(known), NamedBy::Class, weight, token.clone());
        }
        let is_records = matches!(self.subject.what, What::List(_, false));
        // `entry-content` is known as a whole. A list of teasers lists what they tell of.
        if let Some(known) = canonical(&split(&token).join("_")) {
            let Some(of_form) = self.of_form(known) else { return };
            self.add(number(known), NamedBy::Class, weight * of_form, token);
            return;
        }
        let full = own.join("_");
        if words.iter().any(|word| is(Role::Pager, word)) {
            // What leads to the text before this one and to the next says more than a number.
            let is_other = is_records && self.target.is_some_and(|kind| kind != NUMBERED);
            if matches!(self.subject.what, What::List(..)) && !is_other {
                self.add("pages", NamedBy::Class, weight * WEIGHTS.of_sure_class, token);
            }
            return;
        }
        if full.chars().count() > book().name_chars || is(Role::PagePart, &full) {
            return;
        }
        if is(Role::Qualifier, &full) {
            // `was` of a price.
            if let Some(form) = name_of_form(&self.subject.values) {
                self.add(joined(&full, form), NamedBy::Class, weight, token);
                return;
            }
        }
        let short = short_of(own);
        let Some(of_form) = self.of_form(short.as_deref().unwrap_or_default()) else { return };
        // `load-more` is what a button says, `edit` what is done to an item.
        let is_list = matches!(self.subject.what, What::List(..));
        let is_done = [Role::Bidding, Role::Action].iter().any(|role| is(*role, &words[0]));
        if is_list && short.is_none() && is_done {
            return;
        }
        let is_dressed = || is_value && !is_field_name(&token) && self.is_dressed(levels);
        let sure = if short.is_some() { Some(1.0) } else { self.sureness(own, is_dressed) };
        let Some(sure) = sure else { return };
        if let Some(short) = short.filter(|short| *short != full) {
            let weight = weight * of_form;
            self.add(number(&short), NamedBy::Class, weight, token.clone());
            self.add(number(&full), NamedBy::Class, weight * WEIGHTS.of_unknown_class, token);
        } else {
            self.add(number(&full), NamedBy::Class, weight * of_form * sure, token);
        }
    }
}

impl Proposals<'_> {
    /// What a class word with a known name is worth on a subject: a list of teasers lists what they
    /// tell of; one of things that have several values, or that lead to pages of another type, lists no
    /// values of one kind.
    fn of_form(&self, name: &str) -> Option<f64> {
        let leads_elsewhere =
            self.target.is_some_and(|kind| kind != NUMBERED && kind != name && !is_vague(kind));
        match (&self.subject.what, expected(name)) {
            (What::List(_, false), Form::Text) => None,
            (What::List(..), Form::Any | Form::Url) => Some(1.0),
            (What::List(_, false), _) => Some(WEIGHTS.of_quality),
            (What::List(_, true), _) if leads_elsewhere => Some(WEIGHTS.of_quality),
            _ => Some(1.0),
        }
    }
}

/// Whether a class word is one word and that is known as `name`.
fn is_word(token: &str, name: &str) -> bool {
    matches!(&split(token)[..], [only] if canonical(only) == Some(name))
}
