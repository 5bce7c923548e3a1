//! Which fields say what a better one says.

use super::Known;
use rustc_hash::FxHashSet;
use sitewrap_values::ValueSource;
use sitewrap_wrapper::Extra;
use std::collections::BTreeMap;

/// Marks fields whose values are those of a better one.
pub(super) fn mark(known: &[Known<'_>], extras: &mut [Option<Extra>], same: f64) {
    let facts: Vec<Facts> = known
        .iter()
        .map(|field| {
            let is_address = field.is_address();
            let of_page =
                |values: &Vec<String>| values.iter().map(|value| fact(value, is_address)).collect();
            field.pages.iter().map(|(page, values)| (*page, of_page(values))).collect()
        })
        .collect();
    let mut order: Vec<usize> = (0..known.len())
        .filter(|&at| extras[at].is_none() && !known[at].pages.is_empty())
        .filter(|&at| !matches!(known[at].place.source, ValueSource::List))
        .collect();
    order.sort_by_key(|&at| (known[at].rank(), at));
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        let copied = kept.iter().copied().find(|&other| {
            let describes = known[at].is_described_by(&known[other]);
            !known[at].is_sure && says_all(&facts[other], &facts[at], describes, same)
        });
        match copied {
            Some(other) => extras[at] = Some(Extra::Copy(known[other].place.dotted())),
            None => kept.push(at),
        }
    }
}

impl Known<'_> {
    /// Of fields that say the same the one with the lowest rank is core.
    fn rank(&self) -> (bool, usize, u8, std::cmp::Reverse<usize>) {
        let kind = match self.place.source {
            ValueSource::Text | ValueSource::Prose | ValueSource::Map | ValueSource::List => 0,
            ValueSource::Attr {
                attr: "href" | "src" | "datetime" | "data-src" | "style", ..
            } => 1,
            ValueSource::Attr { .. } | ValueSource::ClassWord => 2,
            ValueSource::Lead => 3,
        };
        (!self.is_sure, self.place.path.len(), kind, std::cmp::Reverse(self.pages.len()))
    }

    /// Whether the field may only describe another in more words: the `alt` of a picture.
    fn is_described_by(&self, other: &Known<'_>) -> bool {
        matches!(self.place.source, ValueSource::Attr { attr: "alt" | "title", .. })
            && other.place.path.len() <= self.place.path.len()
            && matches!(other.place.source, ValueSource::Text)
    }
}

/// A value in the form that copies share: sizes of pictures, schemes and queries make no difference.
fn fact(value: &str, is_address: bool) -> String {
    if !is_address {
        return value.trim().to_lowercase();
    }
    let bare = value.split(['?', '#']).next().unwrap_or(value);
    let (stem, _) = bare.rsplit_once('.').unwrap_or((bare, ""));
    let end = stem.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, 'x' | '-' | '_'));
    let sized = stem[end.len()..].contains('x');
    if sized { end.to_lowercase() } else { bare.trim_end_matches('/').to_lowercase() }
}

/// What a field says, page by page, in the order of the page.
type Facts = BTreeMap<usize, Vec<String>>;

/// Whether `same` of the facts of `other` or more are those of `kept` in the same order; or, if it only
/// describes, hold them.
fn says_all(kept: &Facts, other: &Facts, describes: bool, same: f64) -> bool {
    let different: FxHashSet<&String> = other.values().flatten().collect();
    if different.len() < 2 {
        return false;
    }
    let total: usize = other.values().map(Vec::len).sum();
    let allowed = ((1.0 - same) * total as f64) as usize;
    let mut misses = 0;
    for (page, facts) in other {
        let known = kept.get(page).filter(|known| known.len() == facts.len());
        misses += known.map_or(facts.len(), |known| {
            let holds = |known: &String, fact: &String| {
                known == fact || describes && known.len() > 3 && fact.contains(known.as_str())
            };
            known.iter().zip(facts).filter(|(known, fact)| !holds(known, fact)).count()
        });
        if misses > allowed {
            return false;
        }
    }
    true
}
