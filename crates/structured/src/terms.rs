//! The terms of schema.org, and those of others that mean the same.

/// Namespaces of vocabularies, as prefixes that RDFa Core knows without a declaration or that pages
/// use by habit, with what their URLs hold.
const VOCABULARIES: [(&str, &str); 8] = [
    ("schema", "schema.org/"),
    ("og", "ogp.me/ns"),
    ("dc", "purl.org/dc/"),
    ("foaf", "xmlns.com/foaf/"),
    ("sioc", "rdfs.org/sioc/"),
    ("v", "data-vocabulary.org/"),
    ("content", "purl.org/rss/1.0/modules/content"),
    ("gr", "purl.org/goodrelations/"),
];

/// Terms of other vocabularies with those of schema.org that mean the same.
const SAME: [(&str, &str); 35] = [
    ("dc:title", "name"),
    ("dc:creator", "author"),
    ("dc:date", "datePublished"),
    ("dc:created", "dateCreated"),
    ("dc:issued", "datePublished"),
    ("dc:modified", "dateModified"),
    ("dc:description", "description"),
    ("dc:abstract", "abstract"),
    ("dc:subject", "keywords"),
    ("dc:publisher", "publisher"),
    ("dc:language", "inLanguage"),
    ("foaf:name", "name"),
    ("foaf:Document", "CreativeWork"),
    ("foaf:Person", "Person"),
    ("foaf:Organization", "Organization"),
    ("foaf:homepage", "url"),
    ("foaf:page", "url"),
    ("sioc:name", "name"),
    ("sioc:Item", "CreativeWork"),
    ("sioc:Post", "CreativeWork"),
    ("sioc:UserAccount", "Person"),
    ("sioc:has_creator", "author"),
    ("sioc:num_replies", "commentCount"),
    ("content:encoded", "articleBody"),
    ("v:title", "name"),
    ("v:itemreviewed", "itemReviewed"),
    ("v:dtreviewed", "datePublished"),
    ("v:reviewer", "author"),
    ("v:Review-aggregate", "AggregateRating"),
    ("v:Breadcrumb", "ListItem"),
    ("v:photo", "image"),
    ("gr:hasCurrency", "priceCurrency"),
    ("gr:hasCurrencyValue", "price"),
    ("og:title", "name"),
    ("og:site_name", "publisher"),
];

/// The schema.org term for a type or property, given as a word, as a URL or with a prefix; `None`
/// for a term of another vocabulary without one that means the same.
///
/// `prefixes` are those that the page declares, with their URLs.
pub(crate) fn term(raw: &str, prefixes: &[(String, String)]) -> Option<String> {
    let raw = raw.trim();
    if let Some((_, path)) = raw.split_once("://") {
        return of_url(path);
    }
    let Some((prefix, local)) = raw.split_once(':') else {
        return is_word(raw).then(|| raw.to_owned());
    };
    let declared = prefixes.iter().find(|(known, _)| known == prefix);
    if let Some((_, url)) = declared {
        return of_url(&format!("{}{local}", url.split_once("://").map_or("", |(_, path)| path)));
    }
    let prefix = if prefix.eq_ignore_ascii_case("dcterms") { "dc" } else { prefix };
    of_vocabulary(&prefix.to_lowercase(), local)
}

/// The term of schema.org that a property of an element's markup means (`content:encoded` is `articleBody`),
/// with the prefixes that pages use by habit; `None` as for a term of another vocabulary without one.
pub fn schema_term(property: &str) -> Option<String> {
    term(property, &[])
}

/// The term of a URL without its scheme.
fn of_url(path: &str) -> Option<String> {
    let path = path.strip_prefix("www.").unwrap_or(path).trim_end_matches('/');
    let (prefix, _) = VOCABULARIES.iter().find(|(_, url)| path.starts_with(url))?;
    of_vocabulary(prefix, path.rsplit(['/', '#']).next()?)
}

fn of_vocabulary(prefix: &str, local: &str) -> Option<String> {
    if prefix == "schema" {
        return is_word(local).then(|| local.to_owned());
    }
    let known = SAME.iter().find(|(other, _)| {
        other.split_once(':').is_some_and(|(own, name)| own == prefix && name == local)
    });
    if let Some((_, term)) = known {
        return Some((*term).to_owned());
    }
    // The vocabulary that schema.org came from has most of its terms.
    (prefix == "v" && is_word(local)).then(|| local.to_owned())
}

/// Names of terms are words: letters, digits, hyphens and underscores.
fn is_word(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    (1..=64).contains(&name.len()) && name.chars().all(is_part)
}

/// The schema.org type of a name.
pub(crate) fn type_term(raw: &str, prefixes: &[(String, String)]) -> Option<String> {
    term(raw, prefixes).filter(|name| is_type(name))
}

/// Whether a term is that of a type: they begin with a capital letter, properties do not.
pub(crate) fn is_type(term: &str) -> bool {
    term.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// Properties whose values are addresses.
pub(crate) fn is_address(property: &str) -> bool {
    const ADDRESSES: [&str; 14] = [
        "url",
        "image",
        "logo",
        "photo",
        "thumbnailUrl",
        "thumbnail",
        "contentUrl",
        "embedUrl",
        "sameAs",
        "mainEntityOfPage",
        "item",
        "downloadUrl",
        "installUrl",
        "target",
    ];
    ADDRESSES.contains(&property)
}

/// Properties whose values are words for readers, even where a link holds them.
pub(crate) fn is_wording(property: &str) -> bool {
    const WORDINGS: [&str; 14] = [
        "name",
        "headline",
        "title",
        "description",
        "author",
        "creator",
        "publisher",
        "articleSection",
        "keywords",
        "genre",
        "category",
        "brand",
        "text",
        "articleBody",
    ];
    WORDINGS.contains(&property)
}

/// A text without the white space around it; a term of schema.org given as a URL
/// (`https://schema.org/InStock`) as the word. `None` if it is blank.
pub(crate) fn plain_text(text: &str) -> Option<String> {
    let text = sitewrap_tree::decode_entities(text.trim());
    let text: String =
        text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    let text = text.trim();
    let term = text.split_once("://").and_then(|(_, path)| {
        let term = path.strip_prefix("www.").unwrap_or(path).strip_prefix("schema.org/")?;
        is_word(term).then_some(term)
    });
    let text = term.unwrap_or(text);
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_those_of_schema_org_whatever_their_dress() {
        let declared = [("s".to_owned(), "https://schema.org/".to_owned())];
        for (raw, expected) in [
            ("datePublished", Some("datePublished")),
            ("http://schema.org/name", Some("name")),
            ("https://www.schema.org/name", Some("name")),
            ("schema:name", Some("name")),
            ("s:name", Some("name")),
            ("dcterms:title", Some("name")),
            ("http://purl.org/dc/terms/created", Some("dateCreated")),
            ("http://data-vocabulary.org/Product", Some("Product")),
            ("mw:File", None),
            ("http://a.example/name", None),
            ("two words", None),
        ] {
            assert_eq!(term(raw, &declared).as_deref(), expected, "{raw}");
        }
        assert_eq!(plain_text(" http://schema.org/InStock ").as_deref(), Some("InStock"));
        assert_eq!(plain_text("Tea &amp; Cake\u{7}").as_deref(), Some("Tea & Cake"));
        assert_eq!(plain_text("https://schema.org/a/b").as_deref(), Some("https://schema.org/a/b"));
        assert_eq!(plain_text(" \n"), None);
    }
}
