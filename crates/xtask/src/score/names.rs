//! Whether a field is called what a reader would call it.

/// Words that name one thing.
const SYNONYMS: [&[&str]; 12] = [
    &["title", "name", "headline", "heading", "subject"],
    &["author", "writer", "poster", "user", "byline", "by", "creator"],
    &["date", "published", "time", "posted", "datetime", "created"],
    &["price", "cost", "amount"],
    &["body", "content", "text", "description", "article", "message"],
    &["url", "link", "href"],
    &["image", "img", "photo", "picture", "src"],
    &["category", "breadcrumb", "section", "path"],
    &["tags", "tag", "keywords", "keyword"],
    &["rating", "stars", "score"],
    &["availability", "stock", "instock", "available"],
    &["sku", "upc", "isbn", "code", "id", "mpn"],
];

/// Whether the last name of a path says what the truth's field says.
pub(super) fn name_agrees(field: &str, path: &str) -> bool {
    let (a, b) = (parts(field), parts(path));
    let has = |words: &[String], set: &[&str]| words.iter().any(|word| set.contains(&&**word));
    a.iter().any(|word| b.contains(word)) || SYNONYMS.iter().any(|set| has(&a, set) && has(&b, set))
}

/// The words of the last name of a path: `datePublished` has two.
fn parts(path: &str) -> Vec<String> {
    let last = path.rsplit('.').next().unwrap_or(path);
    let mut spaced = String::new();
    let mut after_lower = false;
    for c in last.chars() {
        if after_lower && c.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(if c.is_ascii_alphabetic() { c.to_ascii_lowercase() } else { ' ' });
        after_lower = c.is_ascii_lowercase();
    }
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// Whether the name of a path can be judged against English names.
pub(super) fn is_judged(path: &str) -> bool {
    path.rsplit('.').next().unwrap_or(path).is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_by_a_word_or_a_synonym() {
        assert!(name_agrees("datePublished", "posts[].date"));
        assert!(name_agrees("title", "headline"));
        assert!(name_agrees("items[].url", "items[].link"));
        assert!(!name_agrees("author", "title"));
    }
}
