//! JSON that a page's scripts start from: `<script type="application/json">`, `__NEXT_DATA__`,
//! `window.__INITIAL_STATE__ = {…}`.
//!
//! Such JSON has no vocabulary, and much of it is not about the page. So only one object is taken:
//! that which is called what the page's title and main heading say, has keys that can mean one
//! thing only, and whose price, if it has one, stands on the page.

use crate::json::{Json, read_all, read_prefix};
use crate::meta::availability;
use crate::page::PageView;
use crate::terms::plain_text;
use crate::thing::{Budget, Source, Stated, Thing};
use sitewrap_tree::{Script, ScriptKind};

/// Keys, in lower case without hyphens and underscores, with the properties that they state.
const KEYS: [(&str, &str); 58] = [
    ("name", "name"),
    ("title", "name"),
    ("productname", "name"),
    ("producttitle", "name"),
    ("headline", "name"),
    ("sku", "sku"),
    ("mpn", "mpn"),
    ("gtin", "gtin"),
    ("gtin8", "gtin8"),
    ("gtin12", "gtin12"),
    ("gtin13", "gtin13"),
    ("gtin14", "gtin14"),
    ("ean", "gtin13"),
    ("upc", "gtin12"),
    ("isbn", "isbn"),
    ("isbn13", "isbn"),
    ("brand", "brand"),
    ("brandname", "brand"),
    ("vendor", "brand"),
    ("manufacturer", "manufacturer"),
    ("price", "offers.price"),
    ("saleprice", "offers.price"),
    ("currentprice", "offers.price"),
    ("finalprice", "offers.price"),
    ("currency", "offers.priceCurrency"),
    ("currencycode", "offers.priceCurrency"),
    ("pricecurrency", "offers.priceCurrency"),
    ("availability", "offers.availability"),
    ("instock", "offers.availability"),
    ("isinstock", "offers.availability"),
    ("ratingvalue", "aggregateRating.ratingValue"),
    ("averagerating", "aggregateRating.ratingValue"),
    ("ratingcount", "aggregateRating.ratingCount"),
    ("reviewcount", "aggregateRating.reviewCount"),
    ("reviewscount", "aggregateRating.reviewCount"),
    ("description", "description"),
    ("shortdescription", "description"),
    ("excerpt", "description"),
    ("image", "image"),
    ("imageurl", "image"),
    ("featuredimage", "image"),
    ("thumbnailurl", "thumbnailUrl"),
    ("datepublished", "datePublished"),
    ("publishedat", "datePublished"),
    ("publisheddate", "datePublished"),
    ("publishdate", "datePublished"),
    ("publicationdate", "datePublished"),
    ("firstpublishedat", "datePublished"),
    ("datecreated", "dateCreated"),
    ("createdat", "dateCreated"),
    ("datemodified", "dateModified"),
    ("modifiedat", "dateModified"),
    ("updatedat", "dateModified"),
    ("lastmodified", "dateModified"),
    ("author", "author"),
    ("authors", "author"),
    ("authorname", "author"),
    ("byline", "author"),
];

/// Properties that only a product has, and that only something published has.
const OF_PRODUCTS: [&str; 8] =
    ["sku", "mpn", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "offers"];
const OF_WORKS: [&str; 2] = ["datePublished", "author"];

/// Properties beside its name that an object must have.
const LEAST: usize = 2;

/// Objects that are looked at on a page.
const MAX_OBJECTS: usize = 50_000;

/// Levels of JSON at which objects are looked at.
const MAX_LEVELS: usize = 32;

/// Bytes that are tried as JSON in a script, as a multiple of its length.
const MAX_WORK: usize = 4;

/// Longest text that a property may have.
const MAX_TEXT: usize = 20_000;

/// The thing that a page's state says the page is about.
pub(crate) fn state(scripts: &[Script], page: &PageView, budget: &mut Budget) -> Option<Thing> {
    let mut best: Option<Thing> = None;
    let mut left = MAX_OBJECTS;
    for script in scripts {
        let values = match script.kind {
            ScriptKind::Json => read_all(&script.text),
            ScriptKind::Code => assigned(&script.text),
        };
        for value in &values {
            look(value, page, &mut left, &mut best);
        }
    }
    let thing = best?;
    let texts: usize = thing.properties.iter().map(|property| property.values.len()).sum();
    (budget.take_thing() && budget.take_text(texts)).then_some(thing)
}

/// Objects and lists that a script assigns, hands to a function, or parses from a text.
fn assigned(code: &str) -> Vec<Json> {
    let mut values = Vec::new();
    let mut at = 0;
    let mut work = MAX_WORK * code.len();
    while let Some(found) = code[at..].find(['{', '[']) {
        let start = at + found;
        at = start + 1;
        let before = code[..start].trim_end();
        let is_value = before.ends_with('=') || before.ends_with('(');
        if !is_value || work == 0 {
            continue;
        }
        match read_prefix(&code[start..]) {
            Ok((value, used)) => {
                work = work.saturating_sub(used);
                at = start + used;
                values.push(value);
            }
            Err(used) => work = work.saturating_sub(used),
        }
    }
    for (start, _) in code.match_indices("JSON.parse(").take(64) {
        let quoted = &code[start + "JSON.parse(".len()..];
        if let Ok((Json::Text(inner), _)) = read_prefix(quoted) {
            values.extend(read_all(&inner));
        }
    }
    values
}

/// Looks for the object that says most of what the page is about.
fn look(json: &Json, page: &PageView, left: &mut usize, best: &mut Option<Thing>) {
    let mut open: Vec<(&Json, usize)> = vec![(json, 0)];
    while let Some((json, level)) = open.pop() {
        if *left == 0 || level > MAX_LEVELS {
            continue;
        }
        match json {
            Json::List(items) => open.extend(items.iter().rev().map(|item| (item, level + 1))),
            Json::Object(members) => {
                *left -= 1;
                let known = best.as_ref().map_or(0, |best| best.properties.len());
                if let Some(thing) = thing(members, page)
                    && thing.properties.len() > known
                {
                    *best = Some(thing);
                }
                open.extend(members.iter().rev().map(|(_, value)| (value, level + 1)));
            }
            _ => {}
        }
    }
}

/// An object as a thing, if it is called as the page is and says enough.
fn thing(members: &[(String, Json)], page: &PageView) -> Option<Thing> {
    let keyed = members.iter().filter_map(|(key, value)| Some((property(key)?, value)));
    let keyed: Vec<(&str, &Json)> = keyed.collect();
    let mut names = keyed.iter().filter(|(name, _)| *name == "name");
    let name =
        names.find_map(|(_, value)| value.text().filter(|name| page.is_surely_called(name)))?;
    let mut thing = Thing::default();
    thing.add("name", Source::State, Stated::Text(plain_text(name)?));
    for (path, value) in keyed {
        if path != "name" {
            state_value(&mut thing, path, value, page);
        }
    }
    let has = |names: &[&str]| names.iter().any(|name| thing.get(name).is_some());
    let kind = match (has(&OF_PRODUCTS), has(&OF_WORKS)) {
        (true, _) => "Product",
        (false, true) => "CreativeWork",
        (false, false) => return None,
    };
    thing.types = vec![kind.to_owned()];
    (thing.properties.len() > LEAST).then_some(thing)
}

fn property(key: &str) -> Option<&'static str> {
    if key.len() > 24 {
        return None;
    }
    let plain: String = key.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect();
    let plain = plain.to_lowercase();
    KEYS.iter().find(|(known, _)| *known == plain).map(|(_, property)| *property)
}

fn state_value(thing: &mut Thing, path: &str, value: &Json, page: &PageView) {
    let text = match (path, value) {
        ("offers.availability", Json::Bool(yes)) => {
            Some(if *yes { "InStock" } else { "OutOfStock" }.to_owned())
        }
        ("author" | "brand" | "manufacturer", Json::List(items)) => {
            for item in items.iter().take(32).filter(|item| !matches!(item, Json::List(_))) {
                state_value(thing, path, item, page);
            }
            return;
        }
        ("author" | "brand" | "manufacturer" | "image", Json::Object(_)) => {
            let keys = if path == "image" { &["url", "src"][..] } else { &["name"] };
            keys.iter().find_map(|key| value.get(key)?.text()).and_then(plain_text)
        }
        _ => value.text().and_then(plain_text),
    };
    let Some(text) = text.filter(|text| text.len() <= MAX_TEXT) else { return };
    // Amounts may be in cents, dates in seconds: what the page shows, or what is written out, counts.
    let fits = match path {
        "offers.price" => page.shows_number(&text),
        "offers.priceCurrency" => text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase()),
        "datePublished" | "dateCreated" | "dateModified" => starts_with_day(&text),
        "image" | "thumbnailUrl" => text.contains('/') && !text.contains(char::is_whitespace),
        _ => true,
    };
    if !fits {
        return;
    }
    let text = if path == "offers.availability" { availability(&text) } else { text };
    match path.split_once('.') {
        None => thing.add(path, Source::State, Stated::Text(text)),
        Some((outer, inner)) => {
            let kind = if outer == "offers" { "Offer" } else { "AggregateRating" };
            if thing.get(outer).is_none() {
                thing.add(outer, Source::State, Stated::Thing(Thing::of_type(kind)));
            }
            let part = thing.properties.iter_mut().find(|property| property.name == outer);
            if let Some(Stated::Thing(part)) = part.and_then(|part| part.values.first_mut())
                && part.get(inner).is_none()
            {
                part.add(inner, Source::State, Stated::Text(text));
            }
        }
    }
}

/// Whether a text begins with a day as ISO 8601 writes it.
fn starts_with_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_a_script_assigns_are_found_among_code() {
        let code = r#"window.a = {"x": 1}; var b={y:[2]}; if (c == {}) { d() }
            push({"z": 3}); self["e"] = JSON.parse("{\"w\": 4}"); f = function () { return {} };"#;
        let found = assigned(code);
        let numbers: Vec<_> = ["x", "y", "z", "w"]
            .iter()
            .filter(|key| found.iter().any(|value| value.get(key).is_some()))
            .collect();
        assert_eq!(numbers, [&"x", &"y", &"z", &"w"]);
    }

    #[test]
    fn code_that_never_is_json_costs_no_more_than_its_length() {
        let code = "=[".repeat(200_000);
        assert!(assigned(&code).is_empty());
    }
}
