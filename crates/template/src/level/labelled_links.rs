//! Links called by what they lead to: `PDF`, `Code`, `Slides` of a paper, `Website`, `Profile` of a person.
//!
//! Such words are labels, and the address is the value: each page has its own behind the same word. What links
//! are called that lead to one address wherever they say the same (tags, authors, the parts of a menu) is the
//! name of a thing, and they are a list of these.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use crate::level::label_words::sole_link;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_wrapper::leads_nowhere;
use std::collections::BTreeMap;

/// The slot of each member, from 0, and the words of each slot; those of links that say what hardly any others
/// say have none. `None` where the members are no such links.
pub(crate) fn labelled_links(
    corpus: &Corpus<'_>,
    members: &[Member],
) -> Option<(Vec<usize>, Vec<Vec<String>>)> {
    let links: Option<Vec<Link>> = members.iter().map(|member| Link::of(corpus, *member)).collect();
    let links = links?;
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    let labels = labels(corpus, &links);
    let saying = |label: &Vec<String>| links.iter().filter(|link| link.words == *label).count();
    // Names recur as well; what pages of a kind lead to is there on half of them.
    let counts: Vec<usize> = labels.keys().map(saying).collect();
    let is_usual = counts.iter().any(|&count| corpus.share(count, instances).is_half());
    let labelled = corpus.share(counts.iter().sum(), links.len());
    if labels.len() < 2 || !is_usual || !labelled.is_most() {
        return None;
    }
    let place = |link: &Link| labels.get(&link.words).copied().unwrap_or(labels.len());
    let of_member: Vec<usize> = links.iter().map(place).collect();
    let mut words: Vec<Vec<String>> = vec![Vec::new(); labels.len() + 1];
    for (label, at) in labels {
        words[at] = label;
    }
    Some((of_member, words))
}

/// A link that is all there is in a member.
struct Link {
    instance: usize,
    text: String,
    words: Vec<String>,
    address: String,
}

impl Link {
    fn of(corpus: &Corpus<'_>, (instance, member): Member) -> Option<Self> {
        let (page, link) = sole_link(corpus, member).filter(|link| *link == member)?;
        let address = address(corpus, member)?;
        let (text, words) = (corpus.line(member), corpus.view(page).label_words(link));
        Some(Self { instance, text, words, address })
    }
}

/// Where a link leads, from wherever and in whichever visit it is written; where a script opens it, what the script is given.
fn address(corpus: &Corpus<'_>, (page, link): Instance) -> Option<String> {
    let (tree, document) = (corpus.tree(page), corpus.document(page));
    let written = tree.attr(link, "href")?;
    if leads_nowhere(written) {
        let given = tree.attrs(link).filter(|attr| attr.name.starts_with("data-"));
        return Some(given.map(|attr| attr.value).collect::<Vec<_>>().join(" "));
    }
    let at = document.links.binary_search_by_key(&Some(link), |link| link.node);
    let address = at.map_or(written, |at| &document.links[at].url);
    Some(corpus.session(page).without(address).into_owned())
}

/// The words that are labels, numbered: enough instances have a link that says them and nothing else, each one, and
/// it leads now here, now there.
fn labels(corpus: &Corpus<'_>, links: &[Link]) -> BTreeMap<Vec<String>, usize> {
    let mut saying: BTreeMap<&Vec<String>, Vec<&Link>> = BTreeMap::new();
    for link in links.iter().filter(|link| !link.words.is_empty()) {
        saying.entry(&link.words).or_default().push(link);
    }
    let is_label = |links: &Vec<&Link>| {
        let instances: FxHashSet<usize> = links.iter().map(|link| link.instance).collect();
        let mut addresses: FxHashMap<&str, usize> = FxHashMap::default();
        links.iter().for_each(|link| *addresses.entry(&*link.address).or_default() += 1);
        let usual = addresses.into_values().max().unwrap_or_default();
        instances.len() >= corpus.parameters().few
            && instances.len() == links.len()
            && links.iter().all(|link| link.text == links[0].text)
            && !corpus.share(usual, links.len()).is_half()
    };
    let labels = saying.into_iter().filter(|(_, links)| is_label(links));
    labels.map(|(words, _)| words.clone()).zip(0..).collect()
}
