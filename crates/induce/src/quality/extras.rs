//! Which fields are no core of a record: what serves the site rather than tells of the page.

mod copies;

use super::addresses::{Elsewhere, bare};
use crate::readings::Table;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_naming::Agreement;
use sitewrap_template::{Corpus, Parameters, Share, leads_back, leads_to_other_page};
use sitewrap_terms::words::lexicon::{Role, canonical, is, words};
use sitewrap_terms::words::split;
use sitewrap_tree::html;
use sitewrap_values::{ValueSource, ValueType};
use sitewrap_wrapper::{Content, Element, Extra, FieldPlace, NamedBy, Wrapper, first_places};
use std::collections::BTreeMap;
use std::ptr;

/// A field, with what is known of its values.
struct Known<'a> {
    parameters: &'a Parameters,
    place: &'a FieldPlace<'a>,
    pages: BTreeMap<usize, &'a Vec<String>>,
    count: usize,
    different: FxHashSet<&'a str>,
    is_sure: bool,
    /// Whether a text in the same link says what the values lead to.
    is_called: bool,
    /// Whether it is all that a list has.
    is_alone: bool,
}

/// Marks the fields of a wrapper that are no core.
pub(super) fn mark(
    wrapper: &mut Wrapper,
    table: &Table,
    corpus: &Corpus<'_>,
    agreements: &FxHashMap<usize, Vec<Agreement>>,
    elsewhere: &Elsewhere,
    kind: usize,
) {
    let places = wrapper.template.field_places();
    let mut known: Vec<Known<'_>> = places
        .iter()
        .enumerate()
        .map(|(at, place)| {
            Known::of(place, at, table, agreements.contains_key(&at), corpus.parameters())
        })
        .collect();
    let called: Vec<bool> =
        known.iter().map(|field| known.iter().any(|text| text.calls(field))).collect();
    for (field, is_called) in known.iter_mut().zip(called) {
        let list = |place: &FieldPlace<'_>| {
            place.path.iter().rev().nth(1).map(|list| ptr::from_ref(*list))
        };
        let own = list(field.place);
        field.is_called = is_called;
        field.is_alone =
            own.is_some() && places.iter().filter(|place| list(place) == own).count() == 1;
    }
    let mut extras: Vec<Option<Extra>> = known
        .iter()
        .map(|field| {
            if field.skips() {
                return Some(Extra::OwnAddress);
            }
            // One star in a row is no rating, whatever it is called.
            if field.is_alone && matches!(field.place.source, ValueSource::ClassWord) {
                return Some(Extra::Script);
            }
            let is_menu = || field.is_address() && field.is_menu(elsewhere, kind);
            if field.is_sure {
                return (field.is_stated() && is_menu()).then_some(Extra::Menu);
            }
            field.extra(corpus, elsewhere, kind)
        })
        .collect();
    mark_words_of_links(&known, &mut extras);
    copies::mark(&known, &mut extras, corpus.parameters().same);
    mark_contents(&places, &mut extras);
    let firsts = first_places(&places);
    for (at, &first) in firsts.iter().enumerate().filter(|(at, first)| at != *first) {
        if extras[first].is_none() || extras[at].is_none() {
            (extras[first], extras[at]) = (None, None);
        }
    }
    for (mut field, extra) in wrapper.template.fields_mut().into_iter().zip(extras) {
        field.field().extra = extra;
    }
}

impl<'a> Known<'a> {
    fn of(
        place: &'a FieldPlace<'a>,
        at: usize,
        table: &'a Table,
        is_witnessed: bool,
        parameters: &'a Parameters,
    ) -> Self {
        let pages: BTreeMap<usize, &Vec<String>> = table.of(at).collect();
        let count = pages.values().map(|values| values.len()).sum();
        let different =
            pages.values().flat_map(|values| values.iter().map(String::as_str)).collect();
        let field = place.field();
        let is_told = is_witnessed || field.named_by <= NamedBy::Markup;
        let is_sure = is_told || is_well_named(place) || is_running(place) || is_way(place);
        Self {
            parameters,
            place,
            pages,
            count,
            different,
            is_sure,
            is_called: false,
            is_alone: false,
        }
    }

    /// Whether the field is a text of a list's item that calls what the link which it stands in leads
    /// to: as many names as addresses, numbers aside. The links of a pager say the same on all pages.
    fn calls(&self, link: &Self) -> bool {
        let is_inside = || {
            let element = link.place.elements.last();
            element.is_some_and(|of| self.place.elements.iter().any(|e| std::ptr::eq(*e, *of)))
        };
        if link.place.path.len() < 2
            || !matches!(self.place.source, ValueSource::Text)
            || !matches!(link.place.source, ValueSource::Attr { attr: "href", .. })
            || !is_inside()
        {
            return false;
        }
        let names: FxHashSet<String> = self
            .different
            .iter()
            .map(|text| text.chars().filter(|c| !c.is_numeric()).collect())
            .collect();
        self.share(names.len(), link.different.len()).is_most()
    }

    /// Whether data for machines name it, and it is not the way to the page: they also state what the site
    /// has to say on all pages.
    fn is_stated(&self) -> bool {
        self.place.field().named_by == NamedBy::Data && !is_way(self.place)
    }

    fn values(&self) -> impl Iterator<Item = (usize, &'a str)> + '_ {
        self.pages
            .iter()
            .flat_map(|(page, values)| values.iter().map(|value| (*page, value.as_str())))
    }

    fn share(&self, hits: usize, of: usize) -> Share<'_> {
        Share::new(hits, of, self.parameters)
    }

    /// Whether (almost) all values are such.
    fn most(&self, is_such: impl Fn(usize, &str) -> bool) -> bool {
        let such = self.values().filter(|(page, value)| is_such(*page, value)).count();
        self.count > 0 && self.share(such, self.count).is_nearly_all()
    }

    /// Whether the values are addresses, whatever the attribute is called.
    fn is_address(&self) -> bool {
        let is_told =
            |attr: &str| matches!(attr, "href" | "src" | "srcset" | "data-src" | "style" | "cite");
        let looks_so = |_, value: &str| value.contains('/') && !value.contains(' ');
        matches!(self.place.source, ValueSource::Attr { attr, .. } if is_told(attr) || self.most(looks_so))
    }

    fn extra(&self, corpus: &Corpus<'_>, elsewhere: &Elsewhere, kind: usize) -> Option<Extra> {
        if self.count == 0 || matches!(self.place.source, ValueSource::List | ValueSource::Map) {
            return None;
        }
        if let ValueSource::Attr { attr, .. } = self.place.source
            && (attr.starts_with("aria-") || attr.starts_with("data-"))
            && !self.is_address()
            && self.place.field().format.is_text()
        {
            return Some(Extra::Script);
        }
        // A class word that says how something looks says nothing of it, unless it bears the name of a
        // known thing (`star-rating four`).
        let is_known = canonical(&self.place.field().name).is_some();
        if matches!(self.place.source, ValueSource::ClassWord) && !is_known {
            return Some(Extra::Script);
        }
        if matches!(self.place.source, ValueSource::Text) && self.is_on_button() {
            return Some(Extra::Control);
        }
        if self.is_address() {
            if self.most(|page, value| leads_back(value, corpus.url(page)))
                || self.follows_from_address(corpus)
            {
                return Some(Extra::OwnAddress);
            }
            let is_link = matches!(self.place.source, ValueSource::Attr { attr: "href", .. });
            if is_link && self.most(|page, value| hands_on_elsewhere(value, corpus.url(page))) {
                return Some(Extra::Control);
            }
            if self.acts() || self.leafs(corpus, elsewhere, kind) {
                return Some(Extra::Control);
            }
            if self.is_decoration() {
                return Some(Extra::Decoration);
            }
        }
        if self.is_address() && self.is_menu(elsewhere, kind) {
            return Some(Extra::Menu);
        }
        self.is_constant().then_some(Extra::Constant)
    }

    /// Whether the text says what a button does, and heads nothing.
    fn is_on_button(&self) -> bool {
        let tags = || self.place.elements.iter().map(|element| element.tag.as_str());
        tags().any(|tag| tag == "button") && !tags().any(html::is_heading)
    }

    /// Whether (almost) all values are their page's address with one and the same thing behind it.
    fn follows_from_address(&self, corpus: &Corpus<'_>) -> bool {
        let mut behind: FxHashMap<&str, usize> = FxHashMap::default();
        for (page, value) in self.values() {
            let own = bare(corpus.url(page)).trim_end_matches('/');
            if let Some(rest) = bare(value).strip_prefix(own).filter(|_| !own.is_empty()) {
                *behind.entry(rest).or_default() += 1;
            }
        }
        let most = behind.values().copied().max().unwrap_or(0);
        self.different.len() > 2 && self.share(most, self.count).is_nearly_all()
    }

    /// Whether the values lead to one and the same place on whatever page, by a link that always says
    /// the same: `Jump to navigation`. An archive may have written the pages' own addresses into it, as data
    /// state them.
    fn skips(&self) -> bool {
        let says_the_same =
            |element: &&Element| element.tag == "a" && matches!(element.content, Content::Fixed(_));
        let fragment = |value: &&'a str| value.split_once('#').map_or("", |(_, fragment)| fragment);
        let fragments: FxHashSet<&str> = self.different.iter().map(fragment).collect();
        self.place.elements.last().is_some_and(says_the_same)
            && fragments.len() == 1
            && !fragments.contains("")
    }

    /// Whether the addresses are those of other pages of a list, by their form, and no page of another
    /// type shows that things have numbers for addresses: `/tea/2` of `/tea`.
    fn leafs(&self, corpus: &Corpus<'_>, elsewhere: &Elsewhere, kind: usize) -> bool {
        !self.is_called
            && self.most(|page, value| leads_to_other_page(value, corpus.url(page)))
            && !self.values().any(|(_, value)| elsewhere.is_of(kind, value) == Some(false))
    }

    /// Whether the addresses do something with a page: words that (almost) all of them share say so.
    /// What only some have is the name of a page.
    fn acts(&self) -> bool {
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        for (_, value) in self.values() {
            let words = value.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 2);
            for word in words.map(str::to_lowercase).collect::<FxHashSet<_>>() {
                *counts.entry(word).or_default() += 1;
            }
        }
        let is_shared = |count: &usize| self.share(*count, self.count).is_nearly_all();
        words(Role::Action).any(|action| counts.get(action).is_some_and(is_shared))
    }

    /// Whether the values stand on many pages of other types, and on most of the type's own: whatever
    /// a page is about.
    fn is_menu(&self, elsewhere: &Elsewhere, kind: usize) -> bool {
        if elsewhere.others(kind) < self.parameters.few {
            return false;
        }
        let mut on_pages: FxHashMap<&str, usize> = FxHashMap::default();
        for values in self.pages.values() {
            for value in values.iter().map(String::as_str).collect::<FxHashSet<_>>() {
                *on_pages.entry(value).or_default() += 1;
            }
        }
        let least = self.parameters.most;
        let is_usual =
            |value: &str| self.share(on_pages[value], self.pages.len()).is_at_least(least);
        let boilerplate = self.parameters.some;
        self.most(|_, value| is_usual(value) && elsewhere.share(kind, value) >= boilerplate)
    }

    /// Whether the pictures are the same few everywhere, or called decoration.
    fn is_decoration(&self) -> bool {
        let ValueSource::Attr { tag, .. } = self.place.source else { return false };
        // What stands alone on a page is what the page is about: the picture of a member.
        if !matches!(tag, "img" | "source" | "use") || self.place.path.len() < 2 {
            return false;
        }
        let is_called = |word: &String| is(Role::Decoration, word);
        let by_class = self.place.elements.iter().rev().take(2).any(|element| {
            element.features.iter().any(|feature| {
                feature.name.starts_with('.') && split(&feature.name[1..]).iter().any(is_called)
            })
        });
        let by_address = self.most(|_, value| split(value).iter().any(is_called));
        let few = self.count >= self.parameters.sure
            && self.share(self.different.len(), self.count).is_rare();
        by_class || by_address || few
    }

    /// Whether all pages say the same; that only some pages say it tells something of them.
    fn is_constant(&self) -> bool {
        let filled = self.place.field().filled.share();
        let is_everywhere = self.is_address() || filled >= self.parameters.nearly_all;
        self.count >= self.parameters.many
            && self.pages.len() >= self.parameters.few
            && self.different.len() == 1
            && is_everywhere
    }
}

/// Whether a field has the name of a known thing, and values of its form.
fn is_well_named(place: &FieldPlace<'_>) -> bool {
    use ValueType::{Date, DateTime, Duration, Price, Rating};
    let field = place.field();
    let is_typed = matches!(field.format.value_type, Date | DateTime | Duration | Price | Rating);
    let is_said = field.named_by < NamedBy::Values && canonical(&field.name).is_some();
    let is_text = matches!(place.source, ValueSource::Text | ValueSource::Prose);
    is_said && (is_typed || is_text && matches!(field.name.as_str(), "title" | "author" | "name"))
}

/// Whether a field is part of the way from the home page down, which a page has whatever it leads
/// through.
fn is_way(place: &FieldPlace<'_>) -> bool {
    place.path.iter().any(|field| field.name == "breadcrumbs")
}

fn is_running(place: &FieldPlace<'_>) -> bool {
    matches!(place.source, ValueSource::Prose)
        && matches!(place.field().name.as_str(), "body" | "description")
}

/// Marks what the links of menus say. What data state of it is the site's if they state the links.
fn mark_words_of_links(known: &[Known<'_>], extras: &mut [Option<Extra>]) {
    let links: Vec<(&Element, bool)> = known
        .iter()
        .zip(&*extras)
        .filter(|(_, extra)| **extra == Some(Extra::Menu))
        .filter_map(|(field, _)| Some((*field.place.elements.last()?, field.is_stated())))
        .filter(|(element, _)| element.tag == "a")
        .collect();
    for (field, extra) in known.iter().zip(extras) {
        let holds = |(link, is_stated): &(&Element, bool)| {
            (*is_stated || !field.is_sure)
                && field.place.elements.iter().any(|element| std::ptr::eq(*link, *element))
        };
        if extra.is_none() && links.iter().any(holds) {
            *extra = Some(Extra::Menu);
        }
    }
}

/// Whether an address leads to another site and hands an address on to it: to share a page there.
fn hands_on_elsewhere(address: &str, page: &str) -> bool {
    let host = |url: &str| {
        url.split("://").nth(1).and_then(|rest| rest.split('/').next().map(str::to_owned))
    };
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let holds = query.contains("://") || query.to_lowercase().contains("%3a%2f%2f");
    holds && host(address).is_some() && host(address) != host(page)
}

/// Marks lists of nothing but extras.
fn mark_contents(places: &[FieldPlace<'_>], extras: &mut [Option<Extra>]) {
    for at in (0..places.len()).rev() {
        if !matches!(places[at].source, ValueSource::List) || extras[at].is_some() {
            continue;
        }
        let depth = places[at].path.len();
        let inside = (at + 1..places.len()).take_while(|&inner| places[inner].path.len() > depth);
        let mut inside = inside.filter(|&inner| places[inner].path.len() == depth + 1).peekable();
        if inside.peek().is_some() && inside.all(|inner| extras[inner].is_some()) {
            extras[at] = Some(Extra::Contents);
        }
    }
}
