//! One name for each field of a record.

use super::candidates::{NUMBERED, candidates};
use super::collect::{Collected, frames};
use super::fallback::{
    Item, by_item, clean, derived, fallback, first_heading_is_title, first_is_title, kind,
};
use super::in_turn::InTurn;
use super::items::{Items, is_speaker};
use super::knowledge::Knowledge;
use super::scoring::{Candidate, WEIGHTS};
use super::subject::{Subject, What};
use super::talk::name_talk;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::book;
use sitewrap_terms::grammar::{Form, is_number, name_of_form};
use sitewrap_terms::words::lexicon::{canonical, expected};
use sitewrap_terms::words::{class_name, from_label, joined, singular};
use sitewrap_wrapper::{Evidence, NamedBy};

/// Stands between a name that is taken and the name of the field before.
const AFTER: &str = "_after_";

/// The name that a field shares with another one of its record, where nothing but their order tells the
/// two apart: `text` of `text_after_title` and of `text_2`.
pub fn told_by_order(name: &str) -> Option<&str> {
    let (before, last) = name.rsplit_once('_').unwrap_or((name, ""));
    let is_numbered = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    name.split_once(AFTER).map(|(name, _)| name).or(is_numbered.then_some(before))
}

/// A name with the evidence for it.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) name: String,
    pub(super) by: NamedBy,
    pub(super) evidence: Vec<Evidence>,
}

/// The names of the subjects of a template.
pub(super) struct Choice {
    /// By subject.
    pub(super) chosen: Vec<Option<Chosen>>,
    /// What the evidence for the subject itself speaks for, by subject.
    pub(super) wanted: Vec<Vec<Candidate>>,
    /// The types of the pages that subjects lead to.
    pub(super) targets: FxHashMap<usize, String>,
}

/// Gives each subject a name that is unique in its record.
pub(super) fn choose(collected: &Collected, known: &Knowledge<'_>) -> Choice {
    let subjects = collected.subjects.len();
    let mut chooser = Chooser {
        collected,
        known,
        frames: frames(collected, known.parameters),
        chosen: vec![None; subjects],
        wanted: vec![Vec::new(); subjects],
        targets: FxHashMap::default(),
        in_turn: InTurn::default(),
    };
    // The scope of a list comes after the one that the list stands in.
    for scope in 0..collected.scopes.len() {
        chooser.scope(scope);
    }
    let Chooser { chosen, wanted, targets, .. } = chooser;
    Choice { chosen, wanted, targets }
}

struct Chooser<'a> {
    collected: &'a Collected,
    known: &'a Knowledge<'a>,
    /// Blocks around (almost) all that a page holds: they tell nothing apart.
    frames: FxHashSet<String>,
    chosen: Vec<Option<Chosen>>,
    wanted: Vec<Vec<Candidate>>,
    targets: FxHashMap<usize, String>,
    /// The subjects of the scope at hand that are one field.
    in_turn: InTurn,
}

impl Chooser<'_> {
    /// What main headings say that is in the titles of the pages.
    fn headings(&self, subjects: &[usize]) -> Vec<&str> {
        let subjects = subjects.iter().map(|&at| &self.collected.subjects[at]);
        let is_titled = |subject: &&Subject| {
            let mut agreements = self.known.agreements.get(&subject.id).into_iter().flatten();
            subject.place.in_title && agreements.any(|agreement| agreement.key == "title")
        };
        let values = subjects.filter(is_titled).flat_map(|subject| &subject.values);
        values.map(String::as_str).collect()
    }

    fn scope(&mut self, at: usize) {
        let scope = &self.collected.scopes[at];
        let list =
            scope.list.and_then(|list| self.chosen[list].as_ref()).map(|list| list.name.clone());
        let entity: Vec<String> = match &list {
            Some(list) => singular(list).split('_').map(str::to_owned).collect(),
            None => self.known.entity.clone(),
        };
        let one_thing = scope
            .list
            .is_some_and(|list| matches!(self.collected.subjects[list].what, What::List(_, true)));
        let mut targets = self.targets(at, &entity);
        if one_thing || list.as_deref() == Some("pages") {
            // What an item of one thing is, its list says; pages are called by their numbers.
            targets.clear();
        }
        let headings = match scope.list {
            None => self.headings(&scope.subjects),
            Some(_) => Vec::new(),
        };
        let mut wanted: Vec<(usize, Vec<Candidate>)> = scope
            .subjects
            .iter()
            .map(|&at| {
                let subject = &self.collected.subjects[at];
                let target = targets.get(&at).map(String::as_str);
                (at, candidates(subject, target, &entity, &headings, self.known))
            })
            .collect();
        for (at, names) in &wanted {
            self.wanted[*at].clone_from(names);
        }
        self.targets.extend(targets);
        // A step of a breadcrumb, a tag: that its text is its title says nothing.
        let is_quality = |list: &String| expected(&singular(list)) == Form::Short;
        if one_thing && list.as_ref().is_some_and(is_quality) {
            for (_, names) in &mut wanted {
                names.retain(|name| !matches!(name.name.as_str(), "title" | "name"));
            }
        }
        let links = scope.subjects.iter().filter(|&&at| self.collected.subjects[at].is_link());
        let links = links.count();
        let item = list.as_deref().map(|list| Item { list, one_thing, links: links > 0 });
        if let Some(list) = &list {
            name_talk(&self.items(at), list, &mut wanted);
        }
        first_is_title(self.collected, &mut wanted, item);
        if item.is_none() {
            first_heading_is_title(self.known, self.collected, &mut wanted);
        }
        for (subject, names) in &mut wanted {
            self.complete(&self.collected.subjects[*subject], names, item, links);
        }
        self.in_turn = InTurn::find(&mut wanted, self.collected, self.known);
        self.settle(wanted, &entity, list.as_deref());
    }

    /// Adds to the names of a subject what its place says of it: the list that it is in, the blocks.
    fn complete(
        &self,
        subject: &Subject,
        names: &mut Vec<Candidate>,
        item: Option<Item<'_>>,
        links: usize,
    ) {
        by_item(subject, names, item);
        let held = match subject.what {
            What::List(scope, _) => self.items(scope).held(),
            _ => None,
        };
        names.extend(held);
        names.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        if links == 1 && item.is_some() && subject.what == What::Attr("href".to_owned()) {
            // The only link of an item is its address, whatever it says.
            names.retain(|name| name.by == NamedBy::Data);
        }
        let blocks = self.blocks(subject);
        let best = names.first().map_or(0.0, |best| best.weight);
        let others = fallback(subject, item, blocks.last().map(String::as_str));
        let is_better = |other: &Candidate| {
            other.weight > best && best < WEIGHTS.faint || other.weight > WEIGHTS.sure
        };
        let is_better = others.iter().any(is_better);
        names.extend(others);
        if is_better {
            names.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        }
    }

    /// What the nodes above a subject are called, without the prefix of the site's class words.
    fn blocks(&self, subject: &Subject) -> Vec<String> {
        let telling = subject.place.blocks.iter().filter(|block| !self.frames.contains(*block));
        let cleaned = telling.map(|block| match block.split_once('_') {
            Some((first, rest)) if self.known.usage.is_prefix(first) => rest.to_owned(),
            None if self.known.usage.is_prefix(block) => String::new(),
            _ => block.clone(),
        });
        cleaned.filter(|block| !block.is_empty()).collect()
    }

    fn items(&self, scope: usize) -> Items<'_> {
        Items { collected: self.collected, known: self.known, scope }
    }

    /// The types of the pages that fields of a scope link to, where they are of another type than
    /// the record itself; for a list, those that all its items link to.
    fn targets(&self, at: usize, entity: &[String]) -> FxHashMap<usize, String> {
        let mut targets = FxHashMap::default();
        let is_own = |kind: &str| entity.iter().any(|word| word == kind);
        for &at in &self.collected.scopes[at].subjects {
            let subject = &self.collected.subjects[at];
            match &subject.what {
                What::About(of, attr) if attr == "href" => {
                    let kind = self.known.targets.get(&subject.id);
                    if let Some(kind) = kind.filter(|kind| !is_own(kind)) {
                        targets.insert(*of, kind.clone());
                    }
                }
                What::List(scope, _) if !subject.place.in_text => {
                    let links = self.collected.scopes[*scope].subjects.iter().filter_map(|&at| {
                        let subject = &self.collected.subjects[at];
                        // A list of sections is not of what one of them links to.
                        subject.is_usual_link().then(|| self.known.targets.get(&subject.id))
                    });
                    let is_numbered = self.items(*scope).is_numbered();
                    let mut kinds: Vec<Option<&String>> = links.collect();
                    // A link to a page of a list has its number and little more; items with a
                    // count, a rank or a day among their values are something else.
                    let is_bare = self.collected.scopes[*scope].subjects.len()
                        <= self.known.parameters.few_things;
                    if is_numbered && is_bare && kinds.len() == 1 {
                        targets.insert(at, NUMBERED.to_owned());
                        continue;
                    }
                    kinds.dedup();
                    // Items are what their headings or their own links lead to, or whose titles they
                    // bear.
                    let items = self.items(*scope);
                    let own = || items.headed_target().or_else(|| items.own_target());
                    if let Some(kind) = match kinds[..] {
                        [Some(kind)] => Some(kind.clone()),
                        _ => own().or_else(|| items.titled()),
                    }
                    // What is said leads to who says it.
                    .filter(|kind| !(is_speaker(kind) && items.is_told()))
                    {
                        targets.insert(at, kind);
                    }
                }
                _ => {}
            }
        }
        targets
    }

    /// The strongest proposals first; what is about another field comes after that field.
    fn settle(
        &mut self,
        mut wanted: Vec<(usize, Vec<Candidate>)>,
        entity: &[String],
        list: Option<&str>,
    ) {
        let strength = |(subject, names): &(usize, Vec<Candidate>)| {
            let subject = &self.collected.subjects[*subject];
            let place = if subject.place.aside.is_some() { WEIGHTS.of_aside } else { 1.0 };
            names.first().map_or(0.0, |best| best.weight) * {
                place * (WEIGHTS.of_rare + (1.0 - WEIGHTS.of_rare) * subject.share)
            }
        };
        wanted.sort_by(|a, b| strength(b).total_cmp(&strength(a)).then_with(|| a.0.cmp(&b.0)));
        let mut taken: FxHashSet<String> = FxHashSet::default();
        let depends = |subject: usize| match self.collected.subjects[subject].what {
            What::About(of, _) | What::Part(Some(of)) => Some(of),
            _ => None,
        };
        // A link that nothing names is the address of the thing where its title has no link.
        let is_nameless = |names: &[Candidate]| {
            names.first().is_some_and(|best| best.by == NamedBy::Place && best.name == "url")
        };
        let (nameless, wanted): (Vec<_>, Vec<_>) =
            wanted.into_iter().partition(|(_, names)| is_nameless(names));
        let (later, first): (Vec<_>, Vec<_>) =
            wanted.into_iter().partition(|(subject, _)| depends(*subject).is_some());
        for (subject, names) in first {
            self.give(subject, &names, &mut taken, entity);
        }
        // What is about something that is itself about something comes last of all.
        let (last, later): (Vec<_>, Vec<_>) = later
            .into_iter()
            .partition(|(subject, _)| depends(*subject).and_then(depends).is_some());
        for (subject, mut names) in later.into_iter().chain(last).chain(nameless) {
            self.about(subject, &mut names, list);
            self.cede(subject, &mut names, &mut taken);
            self.give(subject, &names, &mut taken, entity);
        }
    }

    /// Puts a name made from that of the field that this one is about before all others, unless
    /// the data of the pages name it.
    fn about(&self, subject: usize, names: &mut Vec<Candidate>, list: Option<&str>) {
        let of = match &self.collected.subjects[subject].what {
            What::About(of, _) | What::Part(Some(of)) => *of,
            _ => return,
        };
        let Some(base) = self.chosen[of].as_ref() else { return };
        let subject = &self.collected.subjects[subject];
        let name = match &subject.what {
            What::About(_, attr) => derived(&base.name, attr, subject.place.in_item, list),
            _ => {
                let form = name_of_form(&subject.values).unwrap_or("part");
                joined(&base.name, form)
            }
        };
        let is_part = matches!(subject.what, What::Part(_));
        // What a `time` says in words is the text of the date, not a date beside it.
        let is_wording = matches!(&subject.what, What::About(_, attr) if attr == "text");
        names.retain(|name| {
            !is_wording
                && name.weight >= 1.0
                && (is_part && name.by < NamedBy::Tag || name.by == NamedBy::Data)
        });
        // `url` in structured data is the address of something; of what, the page says better.
        names.retain(|name| name.name != "url" || subject.is_link());
        let own = Candidate { name, by: base.by, weight: 1.0, evidence: base.evidence.clone() };
        let at = usize::from(!names.is_empty());
        names.insert(at, own);
    }

    /// A part of a text that is called as the text itself has the better right to the name: the
    /// number in `12 reviews`, the time in `4 minutes read (565 words)`.
    fn cede(&mut self, subject: usize, names: &mut Vec<Candidate>, taken: &mut FxHashSet<String>) {
        let What::Part(Some(of)) = self.collected.subjects[subject].what else { return };
        let values = &self.collected.subjects[subject].values;
        let is_number = !values.is_empty() && values.iter().all(|value| is_number(value));
        let form = name_of_form(values);
        let Some(whole) = self.chosen[of].as_mut() else { return };
        let is_it = is_number && whole.name.ends_with("_count")
            || form == Some(whole.name.as_str())
            || names.first().is_some_and(|own| own.name == whole.name);
        let longer = joined(&whole.name, "text");
        if is_it && !taken.contains(&longer) {
            let name = std::mem::replace(&mut whole.name, longer.clone());
            let own = Candidate {
                name: name.clone(),
                by: whole.by,
                weight: 1.0,
                evidence: whole.evidence.clone(),
            };
            taken.remove(&name);
            taken.insert(longer);
            names.insert(0, own);
        }
    }

    fn give(
        &mut self,
        at: usize,
        names: &[Candidate],
        taken: &mut FxHashSet<String>,
        entity: &[String],
    ) {
        let subject = &self.collected.subjects[at];
        let Some(best) = names.first() else { return };
        if let Some(name) = self.at_other_place(at) {
            let (by, evidence) = (best.by, best.evidence.clone());
            self.chosen[at] = Some(Chosen { name, by, evidence });
            return;
        }
        let second = names
            .iter()
            .filter(|name| name.weight >= WEIGHTS.second * best.weight)
            .find(|name| !taken.contains(&name.name));
        let (name, from) = match second {
            Some(free) => (free.name.clone(), free),
            None => (self.qualified(subject, &best.name, taken, entity), best),
        };
        let name = clean(&name);
        let mut unique = name.clone();
        let mut number = 1;
        while taken.contains(&unique) {
            number += 1;
            unique = format!("{name}_{number}");
        }
        taken.insert(unique.clone());
        self.chosen[at] =
            Some(Chosen { name: unique, by: from.by, evidence: from.evidence.clone() });
    }

    /// What the same field is called at another place, where no other field is called so.
    fn at_other_place(&self, at: usize) -> Option<String> {
        if !self.in_turn.has(at) {
            return None;
        }
        let scope = self.collected.scopes.iter().find(|scope| scope.subjects.contains(&at))?;
        let named = scope.subjects.iter().filter(|other| **other != at);
        let named: Vec<(usize, &str)> = named
            .filter_map(|&other| Some((other, self.chosen[other].as_ref()?.name.as_str())))
            .collect();
        let is_free = |name: &str| {
            named.iter().all(|(other, of)| *of != name || self.in_turn.are_one(at, *other))
        };
        let of_others = named.iter().filter(|(other, _)| self.in_turn.are_one(at, *other));
        of_others.map(|(_, name)| *name).find(|name| is_free(name)).map(str::to_owned)
    }

    /// A taken name with what tells it from the others before it: its place, its class word, the
    /// field that it follows.
    fn qualified(
        &self,
        subject: &Subject,
        name: &str,
        taken: &FxHashSet<String>,
        entity: &[String],
    ) -> String {
        if let What::About(of, _) = subject.what
            && let Some(base) = self.chosen[of].as_ref()
        {
            let longer = joined(&base.name, name);
            if !taken.contains(&longer) {
                return longer;
            }
        }
        let heading = subject.place.heading.as_ref().and_then(|heading| from_label(heading));
        let is_said = |block: &&String| {
            canonical(block).is_some() || block.split('_').any(|word| self.known.usage.says(word))
        };
        let own_blocks = self.blocks(subject);
        let blocks = || own_blocks.iter().rev();
        let codes = blocks().filter(|block| !is_said(block)).cloned();
        let own = subject.classes.iter().filter_map(|(token, _)| class_name(token));
        let own = own.map(|class| class.words.join("_"));
        let aside = subject.place.aside.map(str::to_owned);
        let places = blocks().filter(is_said).cloned().chain(heading).chain(aside);
        let at_place = |place: &String| {
            let is_new = !entity.contains(place) && singular(place) != singular(name);
            let longer = joined(place, name);
            (is_new && longer != name && longer != *place && !taken.contains(&longer))
                .then_some(longer)
        };
        // `date_text` is the text of the date.
        let is_kept = |longer: &String| longer.ends_with("_text") && expected(name) == Form::Date;
        let of_kind = Some(joined(name, kind(subject)))
            .filter(|longer| !taken.contains(longer) && !is_kept(longer));
        if let (What::ClassWords, Some(of_kind)) = (&subject.what, &of_kind) {
            return of_kind.clone();
        }
        places
            .into_iter()
            .find_map(|place| at_place(&place))
            .or(of_kind)
            .or_else(|| own.chain(codes).find_map(|place| at_place(&place)))
            .or_else(|| {
                let after = format!("{name}{AFTER}{}", self.before(subject)?);
                (!taken.contains(&after)).then_some(after)
            })
            .unwrap_or_else(|| name.to_owned())
    }

    /// The name of the field that comes before one in its record, without what that one follows.
    fn before(&self, subject: &Subject) -> Option<&str> {
        let scope = self.collected.scopes.iter().find(|scope| {
            scope.subjects.iter().any(|&at| self.collected.subjects[at].id == subject.id)
        })?;
        let place =
            scope.subjects.iter().position(|&at| self.collected.subjects[at].id == subject.id)?;
        let before = scope.subjects[..place].iter().rev();
        let name = before.filter_map(|&at| self.chosen[at].as_ref()).next()?.name.as_str();
        Some(name.split(AFTER).next().unwrap_or(name))
            .filter(|name| name.len() <= book().name_chars)
    }
}

/// Each number with its name.
pub(super) fn by_id(
    collected: &Collected,
    chosen: Vec<Option<Chosen>>,
) -> FxHashMap<usize, Chosen> {
    let ids = collected.subjects.iter().map(|subject| subject.id);
    ids.zip(chosen).filter_map(|(id, chosen)| Some((id, chosen?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_only_order_or_a_number_makes_another_is_told() {
        assert_eq!(told_by_order("text_after_title"), Some("text"));
        assert_eq!(told_by_order("text_2"), Some("text"));
        assert_eq!(told_by_order("body_text"), None);
        assert_eq!(told_by_order("mp3"), None);
    }
}
