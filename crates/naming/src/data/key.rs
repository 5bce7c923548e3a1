//! Names from keys of structured data.

use sitewrap_terms::book;
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::snake;

/// The name that a path of properties (`offers.price`, `author.name`) gives to a value; `None`
/// for a property that names nothing (ids, types).
pub(crate) fn name_of_path(path: &[&str], thing: &str) -> Option<String> {
    let path: Vec<&str> =
        path.iter().copied().filter(|part| !is(Role::ThingContainer, part)).collect();
    let (last, before) = path.split_last()?;
    let name = match (before.last(), *last) {
        (_, "@type" | "@context" | "position" | "inLanguage") => return None,
        (None, "@id" | "url") => "url".to_owned(),
        (Some(of), "@id" | "url") if canonical(&snake(of)) == Some("image") => "image".to_owned(),
        (Some(of), "@id" | "url") => format!("{}_url", known(&snake(of))),
        (Some(of), plain) if is(Role::PlainProperty, plain) => known(&snake(of)),
        (None, "name") => name_of_thing(thing).to_owned(),
        (Some(of), "width" | "height" | "caption") => format!("{}_{last}", known(&snake(of))),
        // Digits are part of some properties (`gtin12`).
        _ => canonical(&last.to_lowercase()).map_or_else(|| known(&snake(last)), str::to_owned),
    };
    let plain = !name.is_empty() && name.chars().count() <= book().name_chars;
    plain.then_some(name)
}

/// The name that the key of a `meta` gives to a value.
pub(crate) fn name_of_meta(key: &str) -> Option<String> {
    let lower = key.to_lowercase();
    let plain = lower.rsplit(':').next()?;
    let name = match (lower.as_str(), plain) {
        ("og:url" | "twitter:url", _) => "url",
        (_, "locale" | "type" | "site_name" | "card" | "site" | "viewport" | "robots") => {
            return None;
        }
        (_, "generator" | "charset" | "width" | "height" | "secure_url" | "app_id") => return None,
        ("author" | "article:author" | "og:author" | "dc.creator" | "citation_author", _) => {
            "author"
        }
        ("dc.title" | "citation_title", _) => "title",
        ("dc.date" | "citation_publication_date" | "date", _) => "date",
        ("product:price:amount" | "og:price:amount", _) => "price",
        ("twitter:creator", _) => "author",
        _ => canonical(&plain.replace(['-', '.'], "_"))?,
    };
    Some(name.to_owned())
}

/// What the name of a thing is called: people and places have names, works and goods titles.
fn name_of_thing(thing: &str) -> &'static str {
    if is(Role::NamedThing, &thing.to_lowercase()) { "name" } else { "title" }
}

fn known(name: &str) -> String {
    canonical(name).map_or_else(|| name.to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_structured::FACTS;

    #[test]
    fn facts_that_fill_records_are_called_as_fields_are() {
        for (name, _, paths) in FACTS {
            let path: Vec<&str> = paths[0].split('.').collect();
            assert_eq!(name_of_path(&path, "Product").as_deref(), Some(name));
        }
    }

    #[test]
    fn paths_give_the_names_that_people_use() {
        for (path, thing, name) in [
            (&["offers", "price"][..], "Product", Some("price")),
            (&["author", "name"], "Article", Some("author")),
            (&["name"], "Product", Some("title")),
            (&["name"], "Person", Some("name")),
            (&["headline"], "NewsArticle", Some("title")),
            (&["aggregateRating", "ratingValue"], "Product", Some("rating")),
            (&["image", "url"], "Article", Some("image")),
            (&["datePublished"], "Article", Some("date")),
            (&["brand", "url"], "Product", Some("brand_url")),
            (&["@type"], "Product", None),
        ] {
            assert_eq!(name_of_path(path, thing).as_deref(), name, "{path:?}");
        }
        assert_eq!(name_of_meta("article:published_time").as_deref(), Some("date"));
        assert_eq!(name_of_meta("og:image").as_deref(), Some("image"));
        assert_eq!(name_of_meta("viewport"), None);
    }
}
