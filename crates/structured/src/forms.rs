//! Forms in which two values can be equal.

use sitewrap_lexicon::fold_into;

/// Texts of at least this many characters are compared by their beginning: descriptions are cut.
const LONG: usize = 40;

/// The forms of a value, each prefixed by its kind, so that they can be looked up in one index.
///
/// Two values say the same if they share a form: their words; the one number in them; the day; the
/// path of a URL; the beginning of a long text; the last segment of a schema.org value
/// (`https://schema.org/InStock`) and the words without spaces (`In stock`).
pub fn forms(value: &str) -> Vec<String> {
    let words = plain(value);
    let mut forms = Vec::with_capacity(3);
    if words.is_empty() {
        return forms;
    }
    let characters = words.chars().count();
    if let Some(path) = url_path(value) {
        if let Some(term) = value.trim().rsplit_once("schema.org/").map(|(_, term)| term) {
            forms.push(format!("j{}", term.to_lowercase()));
        }
        forms.push(format!("u{path}"));
        return forms;
    }
    if characters >= LONG {
        let start: String =
            words.chars().filter(|c| c.is_alphanumeric()).take(LONG * 3 / 4).collect();
        forms.push(format!("b{start}"));
        return forms;
    }
    if let Some(day) = day(value) {
        forms.push(format!("d{day}"));
        return forms;
    }
    if let Some(number) = number(value) {
        forms.push(format!("n{number}"));
    }
    if characters <= 24 {
        let joined: String = words.chars().filter(|c| c.is_alphanumeric()).collect();
        forms.push(format!("j{joined}"));
    }
    forms.push(format!("w{words}"));
    forms
}

/// The words of a value in lower case, without the signs around them.
pub fn plain(value: &str) -> String {
    let mut joined = String::with_capacity(value.len());
    for word in value.split_whitespace() {
        if !joined.is_empty() {
            joined.push(' ');
        }
        fold_into(word, &mut joined);
    }
    let end = joined.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
    joined.truncate(end);
    let start = joined.len() - joined.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
    joined.drain(..start);
    joined
}

/// Path and query of a URL, host and scheme left out; file sizes in the query of pictures do not
/// count.
fn url_path(value: &str) -> Option<String> {
    let value = value.trim();
    if value.contains(char::is_whitespace) {
        return None;
    }
    let rest = match value.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => value
            .strip_prefix("//")
            .map_or(value, |rest| rest.find('/').map_or("/", |at| &rest[at..])),
    };
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    (rest.starts_with('/') && path.len() > 1).then(|| path.trim_end_matches('/').to_lowercase())
}

/// The only number in a short value, without separators of thousands and trailing zeros.
pub fn number(value: &str) -> Option<String> {
    let mut groups = value.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    let mut numbers = groups.by_ref().map(|g| g.trim_matches(['.', ','])).filter(|g| !g.is_empty());
    let only = numbers.next()?;
    if numbers.next().is_some() || value.len() > 32 {
        return None;
    }
    let decimals = only.rfind(['.', ',']).filter(|at| {
        // `1,204` is a whole number, `1,20` is not.
        only.len() - at - 1 != 3 || (only.matches(['.', ',']).count() == 1 && only.starts_with('0'))
    });
    let (whole, fraction) = decimals.map_or((only, ""), |at| (&only[..at], &only[at + 1..]));
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    Some(format!("{}.{fraction}", if whole.is_empty() { "0" } else { whole }))
}

/// The day of an ISO 8601 date or of an English one with the month's name, as `2024-5-1`.
fn day(value: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let numbers: Vec<&str> =
        value.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let trimmed = value.trim();
    let is_iso = trimmed.len() >= 10
        && trimmed.is_char_boundary(10)
        && trimmed[..10].bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    let plain = |n: &str| n.trim_start_matches('0').to_owned();
    if is_iso {
        return Some(format!("{}-{}-{}", numbers[0], plain(numbers[1]), plain(numbers[2])));
    }
    let lower = value.to_lowercase();
    let month = lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() >= 3)
        .find_map(|word| MONTHS.iter().position(|month| word.starts_with(month)))?;
    let year = numbers.iter().find(|n| n.len() == 4)?;
    let day = numbers.iter().find(|n| n.len() <= 2)?;
    Some(format!("{year}-{}-{}", month + 1, plain(day)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: &str, b: &str) -> bool {
        let other = forms(b);
        forms(a).iter().any(|form| other.contains(form))
    }

    #[test]
    fn values_are_equal_whatever_their_dress() {
        assert!(same("£1,249.00", "1249.00"));
        assert!(same("12,50 €", "12.5"));
        assert!(same("4 Jan 2024", "2024-01-04T10:00:00Z"));
        assert!(same("In stock", "https://schema.org/InStock"));
        assert!(same("https://a.example/x/1.jpg?w=300", "/x/1.jpg"));
        assert!(same("“Tea & Cake”", "Tea & Cake"));
        let long = "A long description of a thing that goes on and on for a while";
        assert!(same(long, &format!("{} …", &long[..50])));
    }

    #[test]
    fn other_values_are_not() {
        assert!(!same("1,204", "1.2"));
        assert!(!same("Tea", "Coffee"));
        assert!(!same("4 Jan 2024", "2024-01-05"));
        assert!(!same("/x/1", "/x/2"));
    }
}
