//! Addresses that differ in one number, as those of the pages of a list do.

use url::Url;

/// Parts of the path that a page of a list may have more than the first one: a word and a number.
const MORE_PARTS: usize = 2;

/// The one number in which two addresses differ: in the first, and in the second. An address that
/// lacks it is that of the first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) from: u64,
    pub(crate) to: u64,
    /// The number stands in the query, where it may count items.
    counts: bool,
    /// The second path goes on where the first one ends.
    pub(crate) adds: bool,
    /// The first address looks like that of a first page.
    pub(crate) begins: bool,
}

impl Turn {
    /// Whether the second address may be that of the page with this number.
    pub(crate) fn fits(self, number: u32) -> bool {
        let number = u64::from(number);
        // Some begin with 0; offsets are whole steps.
        self.to == number
            || self.counts && self.to + 1 == number
            || self.counts && self.to > 0 && number > 1 && self.to.is_multiple_of(number - 1)
    }
}

/// A number in the path that is that of the first page on both sides.
const PATH: Turn = Turn { from: 1, to: 1, counts: false, adds: false, begins: false };

/// How a second address differs from a first one, if in one number only.
pub(crate) fn turn_of(own: &Url, other: &Url) -> Option<Turn> {
    if own.origin() != other.origin() {
        return None;
    }
    if own.path() == other.path() {
        return turn_of_query(own, other);
    }
    if own.query() != other.query() {
        return None;
    }
    let (own, other) = (parts(own.path()), parts(other.path()));
    let shared = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
    match (&own[shared..], &other[shared..]) {
        ([a], [b]) => {
            let ((a, from), (b, to)) = (split_number(a)?, split_number(b)?);
            // `list.html` and `list-2.html`: the first one has no number.
            let same = a == b || from.is_none() && a.0 == b.0.trim_end_matches(['-', '_']);
            let ends = a.1 == b.1;
            let turn = Turn { from: from.unwrap_or(1), to: to?, begins: from.is_none(), ..PATH };
            (same && ends).then_some(turn)
        }
        ([], more) => Some(Turn { to: only_number(more)?, adds: true, begins: true, ..PATH }),
        (more, []) => Some(Turn { from: only_number(more)?, ..PATH }),
        _ => None,
    }
}

/// The number at the end of what an address has more than another: `page/2`, `page-2`, `2`.
fn only_number(more: &[&str]) -> Option<u64> {
    let (last, before) = more.split_last()?;
    let words = before.iter().all(|part| !part.bytes().any(|byte| byte.is_ascii_digit()));
    if more.len() > MORE_PARTS || !words {
        return None;
    }
    split_number(last)?.1
}

/// The parts of a path without empty ones.
fn parts(path: &str) -> Vec<&str> {
    path.split('/').filter(|part| !part.is_empty()).collect()
}

/// A part of a path around its last number; all of it and no number, if it has none. `None` if it
/// has another number before.
fn split_number(part: &str) -> Option<((&str, &str), Option<u64>)> {
    let digit = |c: char| c.is_ascii_digit();
    let Some(last) = part.rfind(digit) else {
        let dot = part.rfind('.').unwrap_or(part.len());
        return Some((part.split_at(dot), None));
    };
    let start = part[..=last]
        .rfind(|c| !digit(c))
        .map_or(0, |at| at + part[at..].chars().next().map_or(1, char::len_utf8));
    Some(((&part[..start], &part[last + 1..]), Some(part[start..=last].parse().ok()?)))
}

fn turn_of_query(own: &Url, other: &Url) -> Option<Turn> {
    let pairs = |url: &Url| -> Vec<(String, String)> { url.query_pairs().into_owned().collect() };
    let (own, other) = (pairs(own), pairs(other));
    let only = |some: &[(String, String)], others: &[(String, String)]| -> Vec<(String, String)> {
        some.iter().filter(|pair| !others.contains(pair)).cloned().collect()
    };
    let number = |pair: &(String, String)| pair.1.parse::<u64>().ok();
    let (from, to) = match (&only(&own, &other)[..], &only(&other, &own)[..]) {
        ([a], [b]) if a.0 == b.0 => (number(a)?, number(b)?),
        ([], [b]) => (first_number(number(b)?), number(b)?),
        ([a], []) => (number(a)?, first_number(number(a)?)),
        _ => return None,
    };
    Some(Turn { from, to, counts: true, adds: false, begins: from <= 1 })
}

/// The number that the first page would have where another page has `other`.
fn first_number(other: u64) -> u64 {
    u64::from(other > 1)
}
