//! The addresses that files give to their pages.

use sitewrap_tree::MAX_URL_BYTES;
use url::Url;

/// The address that a page is stored under, or what is wrong with the one that a file gives it. Spaces,
/// which tools that mirror sites leave as they are, are escaped as the URL standard has it; else it is
/// stored, shown and written down as it is, so it has to be a URL of bounded length without controls.
pub(crate) fn checked(url: &str) -> Result<String, String> {
    if url.len() > MAX_URL_BYTES {
        let start: String = url.chars().take(60).collect();
        return Err(format!("the URL {start:?}… is longer than {MAX_URL_BYTES} bytes"));
    }
    let url = url.trim_matches(' ').replace(' ', "%20");
    if url.contains(|c: char| c.is_control() || c.is_whitespace()) {
        return Err(format!("the URL {url:?} has controls or line breaks, which URLs escape"));
    }
    match Url::parse(&url) {
        Ok(_) => Ok(url),
        Err(error) => Err(format!("the URL {url:?}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_as_they_are_written_are_taken() {
        for good in ["http://a.example/é?x=1", "https://[::1]/", "file:///a/b.html"] {
            assert_eq!(checked(good).as_deref(), Ok(good));
        }
        assert_eq!(checked("http://a.example/a b c").as_deref(), Ok("http://a.example/a%20b%20c"));
        let long = format!("http://a.example/{}", "a".repeat(1 << 20));
        for bad in
            ["http://[::1/", "http://a.example/a\nb", "http://a.example/\x1b[31m", "a", &long]
        {
            let told = checked(bad).unwrap_err();
            assert!(told.len() < 200 && !told.contains('\x1b'), "{told}");
        }
    }
}
