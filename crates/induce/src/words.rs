//! Words for names: from classes, ids, labels and values on the page.

/// Words of class names that say how something looks or is laid out, not what it is.
const NOISE: &str = "a active align alt auto b background badge bg block body border bottom box \
    br btn button card cell center clear clearfix close col collapse color column columns cont \
    container content css current d data default details dark display div dropdown even fa fab far \
    fas fix first flex float fluid font full g grid group h half hidden hover i icon id in info inline \
    inner is item items js l large last layout left level lg li light line link list lists m main margin mb md \
    media medium middle mini ml mobile mod module mr ms mt muted mx my n nav no none normal odd \
    offset open outer outline p pad padding page pane panel part pb pl post-box pr primary pull px py r \
    responsive right row rows s secondary sec section sm small span std sub t tab table tablet td \
    text th thumbnail tiny to top tr type ui ul uppercase v value view visible w wide widescreen \
    widget width wrap wrapper x xl xs y z desktop size pod field has style styled elem element \
    unstyled cls class striped component region area holder zone slot inside outside above below \
    component templates template component base bold italic underline nowrap truncate shadow rounded \
    img justify disabled enabled fifths thirds half sixths quarter relative absolute fixed sticky static space between around gap order min max";

/// Longest name made of a label, in words.
const MAX_LABEL_WORDS: usize = 4;

/// A name from a class word or id: its words without those of layout; `None` if nothing is left.
pub(crate) fn from_class(token: &str) -> Option<String> {
    let words: Vec<String> = split(token)
        .into_iter()
        .filter(|word| word.len() > 1 && !is_noise(word) && !is_coded(word))
        .collect();
    let name = words.join("_");
    (!words.is_empty() && words.len() <= MAX_LABEL_WORDS && name.len() <= 32).then_some(name)
}

/// A name from a label on the page (`Price (incl. tax):` gives `price_incl_tax`); `None` where the
/// label is no short phrase.
pub(crate) fn from_label(label: &str) -> Option<String> {
    let label = label.trim().trim_end_matches([':', '：']);
    let words: Vec<String> = label
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(|word| word.replace(['\'', '’'], "").to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let has_letters = words.iter().any(|word| word.chars().any(char::is_alphabetic));
    (has_letters && words.len() <= MAX_LABEL_WORDS).then(|| words.join("_"))
}

/// What a byline's preposition or a fixed word before a value says of the value.
pub(crate) fn from_lead(lead: &str) -> Option<String> {
    let last = lead.split_whitespace().last()?.to_lowercase();
    match last.trim_matches(|c: char| !c.is_alphanumeric()) {
        "by" | "von" | "par" | "por" | "di" => Some("author".to_owned()),
        "on" | "posted" | "published" | "updated" | "am" => Some("date".to_owned()),
        "in" => Some("category".to_owned()),
        _ if lead.trim_end().ends_with([':', '：', '#', '=']) => from_label(lead),
        _ => None,
    }
}

/// What the form of values says: `price`, `date`, `email`, `phone`, `number`.
pub(crate) fn from_values(values: &[String]) -> Option<&'static str> {
    let all = |holds: fn(&str) -> bool| !values.is_empty() && values.iter().all(|v| holds(v));
    [
        (is_price as fn(&str) -> bool, "price"),
        (is_date, "date"),
        (is_email, "email"),
        (is_number, "number"),
    ]
    .into_iter()
    .find(|(holds, _)| all(*holds))
    .map(|(_, name)| name)
}

fn is_price(value: &str) -> bool {
    const SIGNS: [&str; 10] = ["$", "€", "£", "¥", "₹", "USD", "EUR", "GBP", "CHF", "kr"];
    let digits = value.chars().filter(char::is_ascii_digit).count();
    value.len() <= 24 && digits > 0 && SIGNS.iter().any(|sign| value.contains(sign))
}

fn is_date(value: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let lower = value.to_lowercase();
    let numbers: Vec<&str> =
        value.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let year = numbers.iter().any(|n| n.len() == 4 && (n.starts_with("19") || n.starts_with("20")));
    let month = lower
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() >= 3 && MONTHS.iter().any(|month| word.starts_with(month)));
    value.len() <= 40 && year && (month || numbers.len() >= 3)
}

fn is_email(value: &str) -> bool {
    value
        .split_once('@')
        .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !value.contains(' '))
}

fn is_number(value: &str) -> bool {
    value.chars().any(|c| c.is_ascii_digit())
        && value.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '%' | '-'))
}

/// The plural of a name, for a list; names that end in `s` are taken as plural.
pub(crate) fn plural(name: &str) -> String {
    match name {
        _ if name.ends_with('s') => name.to_owned(),
        _ if name.ends_with("ry") || name.ends_with("ty") || name.ends_with("gy") => {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ if name.ends_with("ch") || name.ends_with('x') => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

fn split(token: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in token.chars() {
        if !c.is_alphabetic() {
            words.push(String::new());
        } else {
            if c.is_uppercase() && before.is_lowercase() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn is_noise(word: &str) -> bool {
    NOISE.split_ascii_whitespace().any(|noise| noise == word)
}

/// Letters without a vowel are a code or an abbreviation of a framework.
fn is_coded(word: &str) -> bool {
    const KNOWN: [&str; 6] = ["isbn", "upc", "sku", "mpg", "gtin", "mpn"];
    !KNOWN.contains(&word)
        && word.is_ascii()
        && !word.chars().any(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_words_lose_layout() {
        assert_eq!(from_class("price_color").as_deref(), Some("price"));
        assert_eq!(from_class("col-sm-6"), None);
        assert_eq!(from_class("articleTitle").as_deref(), Some("article_title"));
    }

    #[test]
    fn labels_become_names() {
        assert_eq!(from_label("Price (incl. tax):").as_deref(), Some("price_incl_tax"));
        assert_eq!(from_label("ISBN-13:").as_deref(), Some("isbn_13"));
        assert_eq!(from_lead("by").as_deref(), Some("author"));
    }

    #[test]
    fn values_tell_their_kind() {
        let of = |values: &[&str]| {
            from_values(&values.iter().map(|v| (*v).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&["£22.99", "£1,249.00"]), Some("price"));
        assert_eq!(of(&["4 Jan 2024, 8:31 a.m."]), Some("date"));
        assert_eq!(of(&["2001-03-03"]), Some("date"));
        assert_eq!(of(&["Jane Doe"]), None);
    }
}
