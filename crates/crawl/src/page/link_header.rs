//! The `Link` header of an answer (RFC 8288): what a page could as well say in its head.

/// Links taken from the headers of one answer.
const LINKS: usize = 64;

/// A link of a header, as it is written; a parameter that is not there is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SentLink<'a> {
    pub(crate) target: &'a str,
    pub(crate) rel: &'a str,
    pub(crate) media_type: &'a str,
    pub(crate) language: &'a str,
}

/// The links of the values of all `Link` headers, in their order. What is no link is passed over.
pub(crate) fn sent_links<'a>(values: impl Iterator<Item = &'a str>) -> Vec<SentLink<'a>> {
    let mut links = Vec::new();
    for value in values {
        let mut rest = value;
        while let Some((link, after)) = first_link(rest).filter(|_| links.len() < LINKS) {
            links.push(link);
            rest = after;
        }
    }
    links
}

/// The first link of a value, and what comes after it.
fn first_link(value: &str) -> Option<(SentLink<'_>, &str)> {
    let (_, value) = value.split_once('<')?;
    let (target, mut rest) = value.split_once('>')?;
    let mut link = SentLink { target, ..SentLink::default() };
    while let Some(parameter) = rest.trim_start().strip_prefix(';') {
        let name_end = parameter.find(['=', ';', ',']).unwrap_or(parameter.len());
        let (name, after) = parameter.split_at(name_end);
        let value;
        (value, rest) = match after.strip_prefix('=').map(str::trim_start) {
            Some(given) => parameter_value(given),
            None => ("", after),
        };
        let place = match name.trim() {
            name if name.eq_ignore_ascii_case("rel") => &mut link.rel,
            name if name.eq_ignore_ascii_case("type") => &mut link.media_type,
            name if name.eq_ignore_ascii_case("hreflang") => &mut link.language,
            _ => continue,
        };
        // Of a parameter that comes twice, the first one counts.
        if place.is_empty() {
            *place = value;
        }
    }
    Some((link, rest))
}

/// The value that a text begins with, and what comes after it. Escapes in quotes stay as they are:
/// none of the values that count has any.
fn parameter_value(text: &str) -> (&str, &str) {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => {
            let (value, rest) = text.split_at(text.find([';', ',']).unwrap_or(text.len()));
            (value.trim_end(), rest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_with_and_without_quotes() {
        let values = [
            "<https://a.example/x,y>; rel=\"canonical\"",
            "</2>;REL=next;title=\"a, b; c\", </de> ; rel=alternate ; hreflang=\"de-AT\" , <f>; \
             type=application/rss+xml; rel=\"alternate home\"; rel=next",
        ];
        let link =
            |target, rel, media_type, language| SentLink { target, rel, media_type, language };
        assert_eq!(
            sent_links(values.into_iter()),
            [
                link("https://a.example/x,y", "canonical", "", ""),
                link("/2", "next", "", ""),
                link("/de", "alternate", "", "de-AT"),
                link("f", "alternate home", "application/rss+xml", ""),
            ]
        );
    }

    #[test]
    fn broken_values_give_what_is_whole() {
        for (value, count) in
            [("", 0), ("x", 0), ("<a", 0), ("<a>;rel=\"next", 1), ("<a>;;=,<b>", 2)]
        {
            assert_eq!(sent_links([value].into_iter()).len(), count, "{value}");
        }
        assert_eq!(sent_links(["<a>,"; 500].into_iter()).len(), LINKS);
    }
}
