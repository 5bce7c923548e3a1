//! Words for names: from classes, ids and labels on the page.
//!
//! A name is in lower snake case. Latin letters lose their diacritics (`größe` gives `grosse`);
//! words in other scripts stay as they are, since a transliteration would be harder to read.

mod coded;
pub mod lexicon;
pub mod plural;

pub use crate::words::coded::{drop_twins, ends_with_code};
pub use crate::words::plural::{plural, singular};
pub use sitewrap_lexicon::fold;

use crate::book;
use crate::words::coded::{
    compound, is_coded, is_generated, is_look, is_noise, is_of_form, is_of_tool, without_controls,
    without_module_code,
};
use crate::words::lexicon::{COLONS, Role, canonical, is};

/// What a class word or id says: the name of the block it belongs to, and of the thing itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassName {
    /// Words of the block in the sense of BEM (`product-card` of `product-card__price`).
    pub block: Vec<String>,
    /// Words of the thing.
    pub words: Vec<String>,
}

/// A name from a class word or id: its words without those of layout; `None` if nothing is left.
/// Modifiers and generated endings are cut off (`Card_title__3xYzA`, `card__title--large`).
pub fn class_name(token: &str) -> Option<ClassName> {
    // `__next`, `___gatsby`: where a framework mounts its page.
    let is_mount = token.starts_with("__");
    let token = without_controls(without_module_code(token));
    if is_mount || is_of_tool(token) || is_look(token) || is_of_form(token) {
        return None;
    }
    let (plain, modifier) = match token.split_once("--") {
        Some((plain, modifier)) if !plain.is_empty() => (plain, Some(modifier)),
        _ => (token, None),
    };
    if let Some(name) = field_name(token) {
        // All words of it are its name (`field-event-type`), but for the prefix of those that editors add.
        let words = split(name.strip_prefix("field-").unwrap_or(name));
        return (!words.is_empty()).then(|| ClassName { block: Vec::new(), words });
    }
    let mut parts: Vec<Vec<String>> = plain
        .split("__")
        .filter(|part| !is_generated(part))
        .map(telling_words)
        .filter(|words| !words.is_empty())
        .collect();
    if parts.is_empty() {
        let words = modifier.filter(|modifier| !is_generated(modifier)).map(telling_words)?;
        parts.extend(Some(words).filter(|words| !words.is_empty()));
    }
    let mut words = parts.pop()?;
    let block = parts.pop().unwrap_or_default();
    words.dedup();
    // `content-for-layout`
    let says = !words.iter().all(|word| is(Role::Joining, word));
    (says && words.len() <= 4).then_some(ClassName { block, words })
}

/// What a class word says itself is the name of a field, as Drupal's do; `body` is one, too.
fn field_name(token: &str) -> Option<&str> {
    let name = token.strip_prefix("field-name-").or_else(|| token.strip_prefix("field--name-"))?;
    name.split("--").next()
}

/// Whether a class word says itself that it is the name of a field.
pub fn is_field_name(token: &str) -> bool {
    field_name(token).is_some()
}

/// The known name that a modifier is (`rating--voteCount`); most say how things look.
pub fn modifier_name(token: &str) -> Option<&'static str> {
    let (_, modifier) = token.split_once("--")?;
    let name = snake(modifier);
    canonical(&name).filter(|_| !is(Role::Noise, &name) && !is(Role::Weak, &name))
}

/// The words of a class word that say something.
fn telling_words(part: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for chunk in part.split(['-', '_', ':', '/', '.']) {
        // `h1` and `col2` end in digits; generated words have them inside.
        if is_generated(chunk) {
            continue;
        }
        let parts = split(chunk).into_iter().flat_map(compound);
        words.extend(parts.filter(|word| word.len() <= book().word_bytes));
    }
    let all = words.len();
    let mut has_told = false;
    words.retain(|word| {
        // Behind a word that says of what, it is no prefix of a system (`views-row`) but counts: `post-views`.
        let counts = word == "views" && has_told;
        let tells = word.chars().count() > 1 && (counts || !is_noise(word)) && !is_coded(word);
        has_told |= tells;
        tells
    });
    if words.is_empty() && all == 1 {
        words = split(part);
        words.retain(|word| is(Role::Weak, word) && word != "content" && word != "text");
    }
    words
}

/// A name from a label on the page (`Price (incl. tax):` gives `price_incl_tax`); `None` where the
/// label is no short phrase.
pub fn from_label(label: &str) -> Option<String> {
    let label = label.trim().trim_end_matches(COLONS);
    let words: Vec<String> = label
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(|word| fold(&word.replace(['\'', '’'], "")))
        .filter(|word| !word.is_empty())
        .collect();
    let is_number = |word: &&String| word.chars().all(|c| c.is_ascii_digit());
    let words = &words[words.iter().take_while(is_number).count()..];
    let has_letters = words.iter().any(|word| word.chars().any(char::is_alphabetic));
    let name = words.join("_");
    let parameters = book();
    (has_letters
        && words.len() <= parameters.label_words
        && name.chars().count() <= parameters.name_chars)
        .then_some(name)
}

/// What a byline's preposition or a fixed word before a value says of the value.
pub fn from_lead(lead: &str) -> Option<String> {
    let trimmed = lead.trim();
    let words: Vec<String> = trimmed
        .split_whitespace()
        .map(|word| fold(word.trim_matches(|c: char| !c.is_alphanumeric())))
        .filter(|word| !word.is_empty())
        .collect();
    let last = words.last()?;
    let before = words.len().checked_sub(2).map(|at| words[at].as_str());
    let has = |role: Role| is(role, last);
    let is_said = before.is_none_or(|word| is(Role::Said, word));
    let is_changed = before.is_some_and(|word| is(Role::Changed, word));
    let name = match last.as_str() {
        _ if has(Role::By) && (is_said || before.is_some_and(is_written)) => "author",
        _ if is_changed && (has(Role::On) || matches!(last.as_str(), "at" | "last")) => "modified",
        _ if has(Role::Changed) && before.is_none_or(|word| word == "last") => "modified",
        _ if has(Role::On) && is_said => "date",
        "posted" | "published" | "created" => "date",
        "in" | "under" if is_said => "category",
        "at" if is_said => "time",
        _ => return from_colon(trimmed),
    };
    Some(name.to_owned())
}

/// Whether a word is for what somebody has written, in whatever language.
fn is_written(word: &str) -> bool {
    is(Role::Written, canonical(word).unwrap_or(word))
}

fn from_colon(lead: &str) -> Option<String> {
    if lead.ends_with([':', '：', '#', '=']) { from_label(lead) } else { None }
}

/// Whether a word in a list of words parted by white space.
pub fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

/// Words without those in front that only say what the record is about; all of them if nothing
/// else is left.
pub fn without_entity<'w>(words: &'w [String], entity: &[String]) -> &'w [String] {
    let is_entity = |word: &String| {
        is(Role::Entity, word) || entity.contains(word) || entity.contains(&singular(word))
    };
    let from = words.iter().take_while(|word| is_entity(word)).count();
    if from < words.len() { &words[from..] } else { words }
}

/// Two names as one, without saying a word twice and within the longest name.
pub fn joined(first: &str, second: &str) -> String {
    let before: Vec<&str> = first.split('_').collect();
    let mut words: Vec<&str> = before.clone();
    words.extend(second.split('_').filter(|word| !before.contains(word)));
    let all: usize = words.iter().map(|word| word.chars().count() + 1).sum();
    if all <= book().name_chars + 1 {
        return words.join("_");
    }
    // The last word of the place says most.
    let last = before.last().copied().unwrap_or(first);
    let short = format!("{last}_{second}");
    if short.chars().count() <= book().name_chars { short } else { second.to_owned() }
}

/// `datePublished` as `date_published`.
pub fn snake(name: &str) -> String {
    let words: Vec<String> = name.split(|c: char| !c.is_alphanumeric()).flat_map(split).collect();
    words.join("_")
}

/// The words of a token: parted by signs, digits and a capital after a small letter.
pub fn split(token: &str) -> Vec<String> {
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
                word.push(c);
            }
        }
        before = c;
    }
    words.iter().filter(|word| !word.is_empty()).map(|word| fold(word)).collect()
}

/// Whether a class word is one for the way from the home page; not one of a page that has or lacks it
/// (`has-breadcrumb`).
pub fn is_crumbs(token: &str) -> bool {
    let words = split(token);
    let tells_of_page = |word: &String| is_in("has no with without", word);
    words.iter().any(|word| canonical(word) == Some("breadcrumb"))
        && !words.iter().any(tells_of_page)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(token: &str) -> Option<String> {
        class_name(token).map(|class| class.words.join("_"))
    }

    #[test]
    fn crumbs_are_told_from_pages_that_have_them() {
        assert!(is_crumbs("woocommerce-breadcrumb") && is_crumbs("page-title-bar-breadcrumbs"));
        assert!(!is_crumbs("theme-has-breadcrumb-mobile-hidden") && !is_crumbs("breadth"));
    }

    #[test]
    fn class_words_lose_layout() {
        for (token, expected) in [
            ("price_color", Some("price")),
            ("col-sm-#", None),
            ("content-for-layout", None),
            ("articleTitle", Some("article_title")),
            ("productname", Some("product_name")),
            ("commentcount", Some("comment_count")),
            ("newsletter", Some("newsletter")),
            ("sc-bde#-#", None),
            ("card__title--large", Some("title")),
            ("ProductCard_title__#xYzA", Some("product_title")),
            ("styles__author--#Ab#c", Some("author")),
            ("sc-bdVaJa", None),
            ("css-#q#w#e", None),
            ("hKzqJD", None),
            ("eaRXHu", None),
            ("field--name-field-price", Some("price")),
            ("field--name-field-event-type", Some("event_type")),
            ("elementor-element-fcfa597", None),
            ("elementor-element-4fd13a4", None),
            ("field-name-field-job-title", Some("job_title")),
            ("field-name-body", Some("body")),
            ("field--name-body", Some("body")),
            ("smalltext", None),
            ("td-post-views", Some("post_views")),
            ("views-row-first", None),
            ("field-type-text-with-summary", None),
            ("field--label-above", None),
            ("topictitle", Some("topic_title")),
            ("copyright", Some("copyright")),
            ("woocommerce-Price-amount", Some("price_amount")),
            ("large--three-fifths", None),
            ("text-center", None),
            ("__next", None),
            ("___gatsby", None),
        ] {
            assert_eq!(name(token).as_deref(), expected, "{token}");
        }
    }

    #[test]
    fn modifiers_count_where_they_are_known_names() {
        assert_eq!(modifier_name("ipc-rating-star--voteCount"), Some("vote_count"));
        assert_eq!(modifier_name("card__title--large"), None);
        assert_eq!(modifier_name("button--label"), None);
    }

    #[test]
    fn the_block_of_a_class_word_is_kept() {
        let class = class_name("review-list__author").expect("a name");
        assert_eq!(
            (class.block, class.words),
            (vec!["review".to_owned()], vec!["author".to_owned()])
        );
    }

    #[test]
    fn labels_become_names() {
        assert_eq!(from_label("Price (incl. tax):").as_deref(), Some("price_incl_tax"));
        assert_eq!(from_label("ISBN-13:").as_deref(), Some("isbn_13"));
        assert_eq!(from_label("Größe").as_deref(), Some("grosse"));
        assert_eq!(from_label("价格：").as_deref(), Some("价格"));
        assert_eq!(from_label("a long sentence that says much more"), None);
    }

    #[test]
    fn leads_say_what_follows() {
        for (lead, expected) in [
            ("by", Some("author")),
            ("Posted on", Some("date")),
            ("Last updated on", Some("modified")),
            ("ISBN:", Some("isbn")),
            ("about the", None),
        ] {
            assert_eq!(from_lead(lead).as_deref(), expected, "{lead}");
        }
    }
}
