//! From words of the page to the words of names.

use sitewrap_terms::grammar::{Form, is_unit_of_time};
use sitewrap_terms::words::lexicon::{Role, canonical, expected, is};
use sitewrap_terms::words::{is_in, plural, singular};

/// The known name that a class word ends with, unless the word before makes it another one.
pub(super) fn short_of(words: &[String]) -> Option<String> {
    if let [first, rest] = words
        && is_in("num number count nb", first)
    {
        return Some(count_of(rest));
    }
    for from in 0..words.len() {
        if let Some(known) = canonical(&words[from..].join("_")) {
            let qualifier = from.checked_sub(1).map(|at| &words[at]);
            if let Some(named) = qualifier.and_then(|word| named(word, known)) {
                return Some(named.to_owned());
            }
            return match qualifier.filter(|word| is(Role::Qualifier, word)) {
                Some(qualifier) => Some(format!("{qualifier}_{known}")),
                None => Some(known.to_owned()),
            };
        }
    }
    // `price_amount`, `author_name`: what comes first is the thing.
    let first = words.first().filter(|_| words.len() == 2)?;
    let last = words.last()?;
    let vague = is_in("name color amount wrapper text count field info holder display", last);
    canonical(first).filter(|_| vague).map(str::to_owned)
}

/// What the name of something is, if it is known by that (`author_name`), as somebody is by a title (`author_title`); that
/// of a category heads a page.
fn named(word: &str, known: &str) -> Option<&'static str> {
    let is_so = |named: &str| match known {
        "name" => is(Role::Linked, named),
        "title" => named == "author",
        _ => false,
    };
    canonical(word).filter(|named| is_so(named))
}

/// What is counted by a number before a word: `12 reviews`.
pub(super) fn count_of(word: &str) -> String {
    let word = match word {
        "min" | "mins" => "minutes",
        "sec" | "secs" => "seconds",
        "hr" | "hrs" => "hours",
        word => word,
    };
    // `4 stars` are a rating, `12 views` a number of views.
    let known = canonical(&plural(&singular(word))).filter(|name| expected(name) == Form::Number);
    if let Some(known) = known {
        return known.to_owned();
    }
    let one = singular(word);
    if is_unit_of_time(word) || is(Role::Page, &one) || one == word {
        return canonical(word).map_or_else(|| plural(word), str::to_owned);
    }
    let name = format!("{one}_count");
    let in_english = canonical(&one).and_then(|known| canonical(&format!("{known}_count")));
    canonical(&name).or(in_english).map_or(name, str::to_owned)
}

pub(super) fn known_word(name: &str) -> String {
    canonical(name).map_or_else(|| name.to_owned(), str::to_owned)
}

/// A single value is called in the singular.
pub(super) fn one(name: &str) -> String {
    canonical(name).map_or_else(|| known_word(&singular(name)), str::to_owned)
}

/// How many there are of what several are called: `comment_count`, `posts` of a member. Another name is
/// that of one value.
pub(super) fn counted(name: &str) -> String {
    let one_of = singular(name);
    if one_of == name || plural(&one_of) != name {
        return one(name);
    }
    let known = canonical(&format!("{one_of}_count"));
    known.map_or_else(|| canonical(name).unwrap_or(name).to_owned(), str::to_owned)
}

pub(super) fn many(name: &str) -> String {
    // `Read next`
    if name.rsplit('_').next().is_some_and(|last| is_in("next previous more", last)) {
        return name.to_owned();
    }
    plural(&known_word(&singular(name)))
}
