//! Pairs as they stand in a record: names and values without the signs around them.

use crate::wrapper::template::called;
use sitewrap_lexicon::COLONS;
use sitewrap_model::{Record, Value};
use std::collections::BTreeMap;

/// A name as written on the page, without the colon after it.
pub fn clean_key(key: &str) -> String {
    key.trim().trim_end_matches([':', '：', ' ']).to_owned()
}

/// A value as written on the page, without the colon before it and a comma behind it, and without its name where that
/// stands before it once more, as for small screens.
pub(crate) fn clean_value<'v>(key: &str, value: &'v str) -> &'v str {
    let value = value.trim_start_matches([':', ' ']).trim_end_matches([',', ' ']);
    let again = value.strip_prefix(key).map(str::trim_start);
    let behind = again.and_then(|rest| rest.strip_prefix(COLONS));
    behind.map_or(value, str::trim_start)
}

/// Adds a pair to a map, under the name that `names` give to that of the page; a name that comes
/// again gets a list. Gives the name in the map, or `None` if the pair has no name or no value, or
/// was dropped, and was left out.
pub(crate) fn add_pair(
    pairs: &mut Record,
    key: &str,
    value: &str,
    names: &BTreeMap<String, String>,
) -> Option<String> {
    let own = clean_key(key);
    let key = called(names, &own)?.to_owned();
    let value = clean_value(&own, value);
    if key.is_empty() || value.is_empty() {
        return None;
    }
    let value = Value::Text(value.to_owned());
    let joined = match pairs.get(&key) {
        None => value,
        Some(Value::List(list)) => {
            let mut list = list.clone();
            list.push(value);
            Value::List(list)
        }
        Some(known) => Value::List(vec![known.clone(), value]),
    };
    pairs.insert(key.clone(), joined);
    Some(key)
}
