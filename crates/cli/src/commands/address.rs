//! Addresses as people give them.

use crate::exit::UsageError;
use url::Url;

/// The address of a page as people give it: `shop.example:8080/new` is `https://shop.example:8080/new`.
pub(super) fn start_address(text: &str) -> Result<Url, UsageError> {
    let authority = text.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => authority,
    };
    let is_bare = !host.is_empty() && !host.contains([':', '@', ' ']) && !host.starts_with('.');
    let has_port = host.len() < authority.len();
    match Url::parse(&format!("https://{text}")) {
        Ok(url) if is_bare && (has_port || host.contains('.')) => Ok(url),
        _ => web_address(text),
    }
}

/// A URL that can be asked for over HTTP.
pub(super) fn web_address(text: &str) -> Result<Url, UsageError> {
    let example = "give an address like https://shop.example/";
    let url = Url::parse(text)
        .map_err(|error| UsageError(format!("`{text}` is not a URL ({error}); {example}")))?;
    // `http:///path` has no host; the URL standard would take `path` for it.
    let hostless = text.split_once(':').is_some_and(|(_, rest)| rest.starts_with("///"));
    let web = matches!(url.scheme(), "http" | "https");
    if !web || hostless || url.host_str().is_none_or(str::is_empty) {
        return Err(UsageError(format!("`{text}` is not the address of a web site; {example}")));
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str) -> Option<String> {
        start_address(text).ok().map(String::from)
    }

    #[test]
    fn addresses_are_taken_as_people_write_them() {
        for (text, url) in [
            ("shop.example", Some("https://shop.example/")),
            ("shop.example/new?a=1:2", Some("https://shop.example/new?a=1:2")),
            ("shop.example:8080", Some("https://shop.example:8080/")),
            ("localhost:8080/a", Some("https://localhost:8080/a")),
            ("http://shop.example:8080/", Some("http://shop.example:8080/")),
            ("shop", None),
            ("mailto:ann@shop.example", None),
            ("./shop.example", None),
            ("shop.example:port", None),
        ] {
            assert_eq!(start(text).as_deref(), url, "{text}");
        }
    }
}
