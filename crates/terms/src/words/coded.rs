//! Parts of class words: codes that machines made, and words written as one.

use crate::book;
use crate::words::lexicon::{Role, canonical, is, words};
use crate::words::split;
use sitewrap_lexicon::control;
use std::ops::RangeInclusive;

/// A word that is two: what the page is about, and a known name (`productname`, `commentcount`).
pub(crate) fn compound(word: String) -> Vec<String> {
    if word.len() < 7 || !word.is_ascii() || canonical(&word).is_some() {
        return vec![word];
    }
    let parted = words(Role::FirstOfTwo).find_map(|first| {
        let rest = word.strip_prefix(first).filter(|rest| rest.len() >= 4)?;
        (is(Role::LastOfTwo, rest) || canonical(rest).is_some())
            .then(|| vec![first.to_owned(), rest.to_owned()])
    });
    parted.unwrap_or_else(|| vec![word])
}

/// Whether a word tells how things look, or is two of such (`smalltext`, `alignleft`).
pub(crate) fn is_noise(word: &str) -> bool {
    let is_pair = |at: usize| {
        let (first, second) = word.split_at(at);
        is(Role::Noise, first) && is(Role::Noise, second)
    };
    let affix = book().affix;
    is(Role::Noise, word)
        || word.is_ascii()
            && canonical(word).is_none()
            && (affix..(word.len() + 1).saturating_sub(affix)).any(is_pair)
}

/// Whether a class word was made by a tool that writes style sheets: its prefix, and a code.
pub(crate) fn is_of_tool(token: &str) -> bool {
    let code = words(Role::Tool).find_map(|tool| token.strip_prefix(tool));
    code.is_some_and(|code| code.contains(['#', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']))
}

/// The own name of an element in an id that ASP.NET made of the names of all controls around it, without the
/// kind of control before it: `Price` of `ctl00_ContentPlaceHolder1_Grid_ctl03_lblPrice`. Other ids and class
/// words as they are.
pub(crate) fn without_controls(token: &str) -> &str {
    /// Letters of the kind of a control, at most.
    const KIND: usize = 3;
    let Some(own) = control(token) else { return token };
    let name = own.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let kind = own.len() - name.len();
    if name.starts_with(|c: char| c.is_ascii_uppercase()) && kind <= KIND { name } else { own }
}

/// A class word without the code of five signs that modules of style sheets put behind the names of a file and
/// of a class in it: `Byline_dates__DBYxj`, `Byline__dates___DBYxj`. Behind the name of a component, which begins
/// with a capital, it is a code whatever it looks like; elsewhere it may be a word. Other tools write
/// `_description_dewzpt`.
pub(crate) fn without_module_code(token: &str) -> &str {
    if let Some(name) = name_in_module(token) {
        return name;
    }
    let is_code = |code: &str| {
        code.len() == 5
            && code.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'#'))
    };
    let is_word = |code: &str| {
        let rest = code.trim_start_matches(|c: char| c.is_ascii_uppercase());
        rest.len() + 1 >= code.len() && rest.bytes().all(|b| b.is_ascii_lowercase())
    };
    let Some(at) = token.len().checked_sub(5).filter(|at| token.is_char_boundary(*at)) else {
        return token;
    };
    let (before, code) = token.split_at(at);
    let name = before.strip_suffix("___").or_else(|| before.strip_suffix("__"));
    let is_sure = token.starts_with(|c: char| c.is_ascii_uppercase());
    match name.filter(|name| name.contains('_') && is_code(code) && (is_sure || !is_word(code))) {
        Some(name) => name,
        None => token,
    }
}

/// The name in a class word that modules of style sheets write as `_name_code`, with the number of a line
/// behind it or not: `_description_dewzpt`, `_price_1x2y3_12`.
fn name_in_module(token: &str) -> Option<&str> {
    const CODE: RangeInclusive<usize> = 4..=6;
    let own = token.strip_prefix('_').filter(|own| !own.starts_with('_'))?;
    let is_digit = |c: char| c.is_ascii_digit() || c == '#';
    let (name, code) = match own.rsplit_once('_')? {
        (rest, line) if !line.is_empty() && line.chars().all(is_digit) => rest.rsplit_once('_')?,
        parts => parts,
    };
    let has_digit = code.contains(is_digit);
    let is_word = || canonical(code).is_some() || Role::ALL.iter().any(|role| is(*role, code));
    let is_code = CODE.contains(&code.len())
        && code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#')
        && (has_digit || !is_word());
    (is_code && !name.is_empty()).then_some(name)
}

/// Takes the codes of letters alone out of the class words of an element that a tool which writes such
/// has named. Their form is its: five to seven letters; a known name of that form stays.
pub fn drop_twins(classes: &mut Vec<String>) {
    let is_of_twins = |token: &String| {
        is_of_tool(token) && words(Role::TwinTool).any(|tool| token.starts_with(tool))
    };
    if classes.iter().any(is_of_twins) {
        classes.retain(|token| {
            let is_code =
                (5..=7).contains(&token.len()) && token.bytes().all(|b| b.is_ascii_alphabetic());
            !is_code || canonical(&token.to_lowercase()).is_some()
        });
    }
}

/// Whether a class word tells the form of a field, not its name: Drupal's `field-type-text-with-summary`
/// and `field-label-hidden`.
pub(crate) fn is_of_form(token: &str) -> bool {
    let form = token.strip_prefix("field-").map(|form| form.trim_start_matches('-'));
    form.is_some_and(|form| form.starts_with("type-") || form.starts_with("label-"))
}

/// Whether a class word is of a framework of looks: a property, perhaps what it is of, and a step of
/// a scale (`text-slate-400`, `hover:bg-red-50/75`, `from-sky-500`).
pub(crate) fn is_look(token: &str) -> bool {
    let plain = token.rsplit(':').next().unwrap_or(token);
    let parts: Vec<&str> = plain.split('-').collect();
    let is_step = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_digit() || c == '#')
            && part.chars().all(|c| !c.is_alphabetic())
    };
    if let [look, state] = parts[..]
        && is(Role::Look, look)
        && is(Role::LookState, state)
    {
        return true;
    }
    let [first, _, .., last] = parts[..] else { return false };
    is(Role::Look, first) && is_step(last)
}

/// Whether the last part of a class word was made by a machine: `elementor-element-4fd13a4`.
pub fn ends_with_code(token: &str) -> bool {
    token.rsplit_once('-').is_some_and(|(_, code)| is_generated(code))
}

/// Whether a part of a class word was made by a machine: digits between letters, digits of a number to the
/// base of sixteen, or letters that change their case too often.
pub(crate) fn is_generated(chunk: &str) -> bool {
    let chars: Vec<char> = chunk.chars().collect();
    let is_digit = |c: char| c.is_ascii_digit() || c == '#';
    let parted =
        chars.windows(2).filter(|two| is_digit(two[0]) && two[1].is_ascii_alphabetic()).count();
    let humps = split(chunk);
    let letters: usize = humps.iter().map(|word| word.chars().count()).sum();
    let flips = humps.len() >= 3 && letters < 3 * humps.len();
    let is_hex = |c: &char| is_digit(*c) || matches!(c, 'a'..='f');
    let is_number = chars.iter().all(is_hex)
        && chars.iter().any(|&c| is_digit(c))
        && chars.iter().any(char::is_ascii_lowercase);
    ((parted > 0 || is_number) && chars.len() >= 4) || flips || is_shuffled(&chars)
}

/// Whether a short word mixes its cases as no words do (`eaRXHu`): many capitals, and not as an
/// abbreviation before or behind a word (`imgURL`, `HTMLview`).
fn is_shuffled(chars: &[char]) -> bool {
    let capitals = chars.iter().filter(|c| c.is_ascii_uppercase()).count();
    let changes = chars
        .windows(2)
        .filter(|two| two[0].is_ascii_uppercase() != two[1].is_ascii_uppercase())
        .count();
    (5..=8).contains(&chars.len())
        && chars.iter().all(char::is_ascii_alphabetic)
        && capitals >= 3
        && changes >= 2
}

/// Letters without a vowel are a code or an abbreviation of a framework.
pub(crate) fn is_coded(word: &str) -> bool {
    canonical(word).is_none()
        && word.is_ascii()
        && !word.chars().any(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_scales_are_looks() {
        for token in
            ["text-slate-400", "text-slate-#", "hover:bg-red-50/75", "from-sky-#", "btn-success"]
        {
            assert!(is_look(token), "{token}");
        }
        for token in ["text-price", "from-price-range", "border-4", "h-text-3", "post-date-12"] {
            assert!(!is_look(token), "{token}");
        }
    }

    #[test]
    fn builders_of_pages_put_codes_behind_names() {
        for token in ["elementor-element-4fd13a4", "elementor-element-#a#e#", "brxe-fcfa#"] {
            assert!(ends_with_code(token), "{token}");
        }
        for token in ["post-#", "col-md-6", "text-3xl", "field-event-type", "facade"] {
            assert!(!ends_with_code(token), "{token}");
        }
    }

    #[test]
    fn modules_of_style_sheets_put_codes_behind_names() {
        for (token, name) in [
            ("Byline_dates__DBYxj", "Byline_dates"),
            ("Comment_text__abcde", "Comment_text"),
            ("Byline__dates___a-9_b", "Byline__dates"),
            ("card_body__x3Yz1", "card_body"),
            ("card_body__price", "card_body__price"),
            ("card_body__Title", "card_body__Title"),
            ("product__image", "product__image"),
            ("größe_ä__é", "größe_ä__é"),
        ] {
            assert_eq!(without_module_code(token), name);
        }
    }

    #[test]
    fn modules_of_style_sheets_write_names_between_low_lines() {
        for (token, name) in [
            ("_description_dewzpt", Some("description")),
            ("_quick-links_yanrui", Some("quick-links")),
            ("_stat_d9mz4e", Some("stat")),
            ("_price_1x2y3_12", Some("price")),
            ("_form_label", None),
            ("_x", None),
            ("__next_price", None),
            ("card_dewzpt", None),
            ("_größe_ä", None),
        ] {
            assert_eq!(name_in_module(token), name, "{token}");
        }
    }

    #[test]
    fn the_second_word_of_a_tool_goes_with_its_first() {
        let kept = |tokens: &str| {
            let mut classes = tokens.split(' ').map(str::to_owned).collect();
            drop_twins(&mut classes);
            classes.join(" ")
        };
        assert_eq!(kept("sc-730888c0-4 celzcs"), "sc-730888c0-4");
        assert_eq!(kept("sc-# author headline kmpRts"), "sc-# author headline");
        assert_eq!(kept("kicker css-1a2b"), "kicker css-1a2b");
    }

    #[test]
    fn abbreviations_are_not_taken_for_codes() {
        for token in ["imgURL", "HTMLview", "productTitle", "isNew"] {
            assert!(!is_generated(token), "{token}");
        }
    }

    #[test]
    fn controls_around_an_element_do_not_name_it() {
        for (token, name) in [
            ("ctl00_ContentPlaceHolder1_Grid_ctl03_lblPrice", "Price"),
            ("ctl#_ContentPlaceHolder#_DetailsView#", "DetailsView#"),
            ("ContentPlaceHolder1_FormView1_hlMaker", "Maker"),
            ("ctl00_menu", "menu"),
            ("price_label", "price_label"),
            ("MainContent_rptOffers_lblPrice_3", "Price"),
            ("control_price", "control_price"),
        ] {
            assert_eq!(without_controls(token), name);
        }
    }
}
