//! The addresses that files give to their pages.

use crate::MAX_URL_BYTES;
use url::Url;

/// Says what is wrong with an address. What a file names is stored, shown and written down as it is,
/// so it has to be a URL as they are written: of bounded length, without white space and controls.
pub(super) fn check(url: &str) -> Result<(), String> {
    if url.len() > MAX_URL_BYTES {
        let start: String = url.chars().take(60).collect();
        return Err(format!("the URL {start:?}… is longer than {MAX_URL_BYTES} bytes"));
    }
    if url.contains(|c: char| c.is_control() || c.is_whitespace()) {
        return Err(format!(
            "the URL {url:?} has white space or controls, which URLs escape (%20)"
        ));
    }
    match Url::parse(url) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("the URL {url:?}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_as_they_are_written_are_taken() {
        for good in ["http://a.example/é?x=1", "https://[::1]/", "file:///a/b.html"] {
            assert_eq!(check(good), Ok(()));
        }
        let long = format!("http://a.example/{}", "a".repeat(1 << 20));
        for bad in ["http://[::1/", "http://a.example/a b", "http://a.example/\x1b[31m", "a", &long]
        {
            let told = check(bad).unwrap_err();
            assert!(told.len() < 200 && !told.contains('\x1b'), "{told}");
        }
    }
}
