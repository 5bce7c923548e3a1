//! Names for page types, from what their pages say, how they are addressed and what they hold.

mod address;
mod apart;
mod content;
mod marks;

use apart::is_usual;
pub(crate) use apart::unique;
use sitewrap_terms::words::lexicon::{Role, is};

use crate::data::{PageData, schema_type};
use address::{
    by_address, general_word, has_other_kinds, last_kinds, segments, thing_of, word_name, words,
};
use content::{Inventory, by_content};
use marks::{marks, titles, views};
use rustc_hash::FxHashMap;
use sitewrap_template::Corpus;
use sitewrap_terms::words::{plural, singular, snake};
use sitewrap_tree::LinkKind;
use sitewrap_wrapper::Template;

/// What the pages of all types say of themselves: words in their addresses, types in their data.
pub(crate) struct Sayings {
    /// Pages that have a word in their address, by word.
    words: FxHashMap<String, usize>,
    /// Pages by the last word for what a page is in their address.
    kinds: FxHashMap<String, usize>,
    /// Pages that state a type, by type.
    types: FxHashMap<String, usize>,
    /// Pages whose `body` is marked as a kind of page, by kind.
    marks: FxHashMap<String, usize>,
    /// Pages whose title has a word for a kind of page, by kind.
    titles: FxHashMap<String, usize>,
    /// Pages by the id of their `body`.
    views: FxHashMap<String, usize>,
    pages: usize,
}

impl Sayings {
    pub(crate) fn new(corpora: &[Corpus<'_>], data: &[Vec<PageData>]) -> Self {
        let mut all = Self {
            words: FxHashMap::default(),
            kinds: FxHashMap::default(),
            types: FxHashMap::default(),
            marks: FxHashMap::default(),
            titles: FxHashMap::default(),
            views: FxHashMap::default(),
            pages: corpora.iter().map(Corpus::len).sum(),
        };
        for (corpus, data) in corpora.iter().zip(data) {
            for (word, count) in words(corpus) {
                *all.words.entry(word).or_default() += count;
            }
            for (kind, count) in last_kinds(corpus) {
                *all.kinds.entry(kind).or_default() += count;
            }
            for (name, count) in types(data) {
                *all.types.entry(name).or_default() += count;
            }
            for (name, count) in marks(corpus) {
                *all.marks.entry(name).or_default() += count;
            }
            for (name, count) in views(corpus) {
                *all.views.entry(name).or_default() += count;
            }
            for (name, count) in titles(corpus) {
                *all.titles.entry(name).or_default() += count;
            }
        }
        all
    }

    /// Whether (almost) all pages of the site have a word in their addresses: a mirror's are all `index.html`.
    fn have_all(&self, corpus: &Corpus<'_>, word: &str) -> bool {
        let having = self.words.get(word).copied().unwrap_or_default();
        corpus.share(having, self.pages).is_nearly_all()
    }

    /// A word that a share of the pages of a type have in their addresses.
    fn word_of(&self, corpus: &Corpus<'_>, share: f64) -> Option<String> {
        let telling = self.telling(corpus.len(), words(corpus), &self.words, share);
        let telling = telling.into_iter().filter(|word| !is(Role::Asking, word));
        let names = telling.into_iter().filter_map(|word| {
            let name = word_name(&word)?;
            // `/tags/tea` is a tag; `/tags` is a page of tags.
            let ends = (0..corpus.len())
                .filter(|&page| segments(corpus.url(page)).last() == Some(&word))
                .count();
            let is_last = corpus.share(ends, corpus.len()).is_most();
            // A few pages of one name (`/1998/rope.html`) have no kind in common.
            let is_own = is_last && corpus.len() < corpus.parameters().few && !is_usual(&name);
            (!is_own).then(|| if is_last { name } else { singular(&name) })
        });
        // The usual words for kinds of pages say more than words of the site.
        let names: Vec<String> = names.collect();
        let usual = names.iter().find(|name| is(Role::Kind, &singular(name)));
        usual.or(names.first()).cloned()
    }

    /// The last word for what a page is in the addresses of (almost) all pages of a type, if few
    /// pages of other types have it last: the forum of `/forum/boats/`, where topics have addresses
    /// such as `/forum/boats/topic/rope/`.
    fn kind_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        let own = last_kinds(corpus);
        self.telling(corpus.len(), own, &self.kinds, corpus.parameters().nearly_all)
            .into_iter()
            .next()
    }

    /// The type that (almost) all pages of a type state.
    fn type_of(&self, corpus: &Corpus<'_>, data: &[PageData]) -> Option<String> {
        self.telling(data.len(), types(data), &self.types, corpus.parameters().nearly_all)
            .into_iter()
            .next()
    }

    /// The kind of page that (almost) all pages of a type are marked as.
    fn mark_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        self.telling(corpus.len(), marks(corpus), &self.marks, corpus.parameters().nearly_all)
            .into_iter()
            .next()
    }

    /// The view of the site's system that (almost) all pages of a type are, by the id of `body`.
    fn view_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        self.telling(corpus.len(), views(corpus), &self.views, corpus.parameters().nearly_all)
            .into_iter()
            .next()
    }

    /// The kind of page that the titles of (almost) all pages of a type say, and hardly any others:
    /// what a site is called has such words too, and a site of one type does not tell the two apart.
    fn title_of(&self, corpus: &Corpus<'_>) -> Option<String> {
        let others = self.pages - corpus.len();
        let own = titles(corpus);
        let is_rare = |word: &String| {
            let elsewhere = self.titles.get(word).copied().unwrap_or_default() - own[word];
            corpus.share(elsewhere, others).is_rare()
        };
        let telling =
            self.telling(corpus.len(), own.clone(), &self.titles, corpus.parameters().nearly_all);
        telling.into_iter().find(is_rare).filter(|_| others >= corpus.parameters().few)
    }

    /// Of what the pages of a type (a share of them) have in common, what tells it from others: what
    /// few pages of other types have, the fewest first.
    fn telling(
        &self,
        pages: usize,
        own: FxHashMap<String, usize>,
        all: &FxHashMap<String, usize>,
        share: f64,
    ) -> Vec<String> {
        let others = self.pages - pages;
        let shared = own.into_iter().filter(|(_, n)| *n as f64 >= share * pages as f64);
        let mut telling: Vec<(usize, String)> = shared
            .filter_map(|(word, count)| {
                let elsewhere = all.get(&word).copied().unwrap_or(count) - count;
                (2 * elsewhere <= others).then_some((elsewhere, word))
            })
            .collect();
        telling.sort();
        telling.into_iter().map(|(_, word)| word).collect()
    }
}

/// Pages of a type that state a type in their data, by that type.
fn types(data: &[PageData]) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in data {
        if let Some(own) = page.types.iter().find_map(|name| type_name(schema_type(name))) {
            *counts.entry(own).or_default() += 1;
        }
    }
    counts
}

/// A name for the page type of a template: that they lead on; what they say of themselves; else a
/// word in their addresses, if it tells them from others; else what the template holds.
pub(crate) fn page_type(
    corpus: &Corpus<'_>,
    data: &[PageData],
    sayings: &Sayings,
    template: &Template,
) -> String {
    let inventory = Inventory::of(corpus, template);
    let content = by_content(&inventory);
    let address = sayings.word_of(corpus, corpus.parameters().nearly_all);
    // `products` in the address of a page that is a product; `/canon/` there is not its kind.
    let is_kind =
        |address: &str| is(Role::Kind, &singular(address)) || singular(address) != address;
    let agreed = content.filter(|content| {
        address.as_deref().is_some_and(|address| {
            address == *content
                || address == plural(content)
                || *content == "product" && !is_kind(address)
        })
    });
    // Systems state that all they publish are articles, and much is written at some time.
    let thing = thing_of(corpus);
    let content = content.filter(|content| *content != "article" || thing.is_none());
    let stated = sayings.type_of(corpus, data);
    let stated =
        if stated.as_deref() == Some("article") { thing.clone().or(stated) } else { stated };
    leads_on(corpus)
        .then(|| "redirect".to_owned())
        .or_else(|| by_address(corpus).map(str::to_owned))
        .or_else(|| stated.clone().filter(|stated| stated != "list"))
        .or_else(|| agreed.map(str::to_owned))
        .or_else(|| content.filter(|content| *content == "login").map(str::to_owned))
        .or_else(|| sayings.mark_of(corpus))
        .or_else(|| address.clone().filter(|word| !is(Role::Asking, word)))
        .or(address)
        .or_else(|| sayings.view_of(corpus))
        // That there is a list says less than of what.
        .or(stated)
        .or_else(|| content.map(str::to_owned))
        .or(thing)
        .or_else(|| sayings.kind_of(corpus))
        .or_else(|| sayings.title_of(corpus))
        .or_else(|| {
            let word = sayings.word_of(corpus, corpus.parameters().most)?;
            let is_usual = corpus.len() >= corpus.parameters().few
                && !(inventory.is_list() && has_other_kinds(corpus, &word));
            is_usual.then_some(word)
        })
        .or_else(|| general_word(corpus).filter(|word| !sayings.have_all(corpus, word)))
        .unwrap_or_else(|| if inventory.is_list() { "list" } else { "page" }.to_owned())
}

/// Whether (almost) all pages lead to another page by themselves. Many say the address of what they
/// stand in for, and are not that.
fn leads_on(corpus: &Corpus<'_>) -> bool {
    let leads = |page: &usize| {
        let mut links = corpus.document(*page).links.iter();
        links.any(|link| link.kind == LinkKind::Refresh && link.url != corpus.url(*page))
    };
    corpus.share((0..corpus.len()).filter(leads).count(), corpus.len()).is_nearly_all()
}

/// A stated type as a name: `NewsArticle` as `article`; types of the site or of its boilerplate give
/// none.
fn type_name(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let own = snake(name);
    let name = match lower.as_str() {
        "newsarticle"
        | "blogposting"
        | "techarticle"
        | "reportagenewsarticle"
        | "socialmediaposting"
        | "blog"
        | "opinionnewsarticle"
        | "analysisnewsarticle"
        | "scholarlyarticle" => "article",
        "productgroup" | "individualproduct" | "productmodel" => "product",
        "profilepage" => "profile",
        "jobposting" => "job",
        "qapage" | "question" => "question",
        "discussionforumposting" => "topic",
        "searchresultspage" => "search",
        "itemlist" | "offercatalog" => "list",
        "aboutpage" => "about",
        "contactpage" => "contact",
        "faqpage" => "faq",
        "videoobject" => "video",
        _ => &own,
    }
    .to_owned();
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    (plain && !name.is_empty() && name.len() <= 30 && !is(Role::GeneralThing, &lower))
        .then_some(name)
}
