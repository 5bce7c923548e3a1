//! Pages of one list, and pages that say the same, as one record.

use crate::SitePage;
use crate::items::Places;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_model::{Extraction, ListPage, Record, Value};

/// Items of a list that tell whether another list has them too.
const LOOKED_AT: usize = 100;

/// What was extracted, by the places of the pages, and by the place of a page the URLs of those that
/// went into its record.
type Gathered = (Vec<(usize, Extraction)>, FxHashMap<usize, Vec<String>>);

/// Takes the pages of each list together at the place of the first that is known, and pages that say
/// the same at that of the first. Pages of other types, or without a record, stay what they are.
pub(crate) fn gathered(pages: Vec<SitePage>, heads: &[Option<(usize, u32)>]) -> Gathered {
    let mut kept: Vec<Option<Extraction>> = Vec::with_capacity(pages.len());
    let mut parts: FxHashMap<usize, Vec<(u32, usize)>> = FxHashMap::default();
    for (at, page) in pages.into_iter().enumerate() {
        if let Some((head, number)) = heads[at] {
            parts.entry(head).or_default().push((number, at));
        }
        kept.push(Some(page.extraction));
    }
    let mut urls: FxHashMap<usize, Vec<String>> = FxHashMap::default();
    for (head, mut of) in parts {
        of.sort_unstable();
        let rest: Vec<Extraction> = of.into_iter().filter_map(|(_, at)| kept[at].take()).collect();
        urls.insert(head, rest.iter().map(|part| part.url.clone()).collect());
        if let Some(record) = kept[head].as_mut().and_then(|head| head.record.as_mut()) {
            let rest: Vec<Record> = rest.into_iter().filter_map(|part| part.record).collect();
            append(record, rest);
        }
    }
    let kept = kept.into_iter().enumerate();
    (kept.filter_map(|(at, page)| Some((at, page?))).collect(), urls)
}

/// For each page the one that stands for all that say the same: the one with the shortest address, which
/// has least in it that does not matter. A page of another type than the first stands for itself.
pub(crate) fn representatives(pages: &[SitePage]) -> Vec<usize> {
    let mut by_url: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, page) in pages.iter().enumerate().filter(|(_, page)| has_record(page)) {
        by_url.entry(&page.extraction.url).or_insert(at);
    }
    let first = |at: usize| {
        let first = *by_url.get(pages[at].duplicate_of.as_deref()?)?;
        let is_like = pages[first].extraction.page_type == pages[at].extraction.page_type;
        // Of those that say to be each other's, each stands for itself.
        (has_record(&pages[at]) && pages[first].duplicate_of.is_none() && is_like).then_some(first)
    };
    let firsts: Vec<usize> = (0..pages.len()).map(|at| first(at).unwrap_or(at)).collect();
    let mut shortest: Vec<usize> = (0..pages.len()).collect();
    for (at, &first) in firsts.iter().enumerate() {
        let length = |at: usize| (pages[at].extraction.url.len(), at);
        if length(at) < length(shortest[first]) {
            shortest[first] = at;
        }
    }
    firsts.into_iter().map(|first| shortest[first]).collect()
}

fn has_record(page: &SitePage) -> bool {
    page.extraction.page_type.is_some() && page.extraction.record.is_some()
}

/// Steps from a page to the one that stands for it; more lead round in circles.
const STEPS: usize = 8;

/// For each page the place of the one that its record goes into, if that is another, and its number in a
/// list; pages that say the same have 0.
pub(crate) fn heads(pages: &[SitePage], places: &Places<'_>) -> Vec<Option<(usize, u32)>> {
    let mut firsts: FxHashMap<(Option<&str>, &str), (u32, usize)> = FxHashMap::default();
    let is_own = |at: usize| places.representative(at) == at && has_record(&pages[at]);
    for (at, page) in pages.iter().enumerate().filter(|(at, _)| is_own(*at)) {
        if let Some(ListPage { first, number }) = &page.series {
            let key = (page.extraction.page_type.as_deref(), &**first);
            let known = firsts.entry(key).or_insert((*number, at));
            *known = (*known).min((*number, at));
        }
    }
    let told = |at: usize| {
        let ListPage { first, number } = pages[at].series.as_ref()?;
        let key = (pages[at].extraction.page_type.as_deref(), &**first);
        let (_, head) = firsts.get(&key)?;
        (*head != at).then_some((*head, *number))
    };
    let by_address = |at: usize| {
        let (first, number) = page_of(&pages[at].extraction.url)?;
        let head = places.at(&first).filter(|&head| head != at && has_record(&pages[head]))?;
        goes_on(&pages[head].extraction, &pages[at].extraction).then_some((head, number))
    };
    let step = |at: usize| match places.representative(at) {
        own if own == at && has_record(&pages[at]) => told(at).or_else(|| by_address(at)),
        own => (own != at).then_some((own, 0)),
    };
    let steps: Vec<Option<(usize, u32)>> = (0..pages.len()).map(step).collect();
    // A page may say the same as a part of a list.
    let whole = |at: usize| {
        let (mut head, number) = steps[at]?;
        for _ in 0..STEPS {
            match steps[head] {
                Some((next, _)) => head = next,
                None => return Some((head, number)),
            }
        }
        None
    };
    (0..pages.len()).map(whole).collect()
}

/// The address that a page of a list would have one more parameter than, whose value is a number, or two
/// more segments, a word and a number; and that number.
fn page_of(url: &str) -> Option<(String, u32)> {
    if let Some((path, query)) = url.split_once('?') {
        let parameters: Vec<&str> = query.split('&').collect();
        let number = |parameter: &str| parameter.split_once('=')?.1.parse().ok();
        let mut numbers =
            parameters.iter().enumerate().filter_map(|(at, text)| Some((at, number(text)?)));
        // Of two numbers one may be what the list is of.
        let (place, number) = numbers.next_back()?;
        let mut others = parameters;
        others.remove(place);
        let query = others.join("&");
        let first = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        return Some((first, number));
    }
    let path = url.strip_suffix('/').unwrap_or(url);
    let (rest, number) = path.rsplit_once('/')?;
    let (first, word) = rest.rsplit_once('/')?;
    let is_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
    Some((format!("{first}/"), number.parse().ok().filter(|_| is_word)?))
}

/// Whether two pages of one type have a list of which most items are others on the second.
fn goes_on(first: &Extraction, second: &Extraction) -> bool {
    let (Some(own), Some(further)) = (&first.record, &second.record) else { return false };
    first.page_type == second.page_type
        && own.iter().any(|(name, list)| match (list, further.get(name)) {
            (Value::List(list), Some(Value::List(items))) => {
                let items = items.iter().take(LOOKED_AT);
                let (known, all) = items.fold((0, 0), |(known, all), item| {
                    (
                        known + usize::from(list.iter().take(LOOKED_AT).any(|own| own == item)),
                        all + 1,
                    )
                });
                all > 0 && known * 2 < all && matches!(list.first(), Some(Value::Record(_)))
            }
            _ => false,
        })
}

/// Appends the items of further pages of a list to a record, each item once. A list that is the same
/// on a further page stands beside the one that goes on.
fn append(record: &mut Record, rest: Vec<Record>) {
    let mut seen: FxHashMap<String, FxHashSet<String>> = FxHashMap::default();
    for part in rest {
        for (name, value) in part.iter() {
            let (Value::List(more), Some(Value::List(own))) = (value, record.get(name)) else {
                continue;
            };
            let key = |item: &Value| format!("{item:?}");
            let seen = seen.entry(name.to_owned()).or_insert_with(|| own.iter().map(key).collect());
            let new: Vec<Value> =
                more.iter().filter(|item| seen.insert(key(item))).cloned().collect();
            if !new.is_empty()
                && let Some(Value::List(own)) = record.get_mut(name)
            {
                own.extend(new);
            }
        }
    }
}
