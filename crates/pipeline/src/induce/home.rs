//! The home page of a site, which is the only one of its kind on many.

use std::collections::HashMap;

/// The pages of a host.
struct Host<'u> {
    pages: usize,
    /// The directory that all of them lie in.
    directory: Vec<&'u str>,
}

/// The places of the home pages among addresses: those of the directory that all pages of their host
/// lie in, or of its `index`, where there are others.
pub(super) fn homes(urls: &[&str]) -> Vec<usize> {
    let mut hosts: HashMap<&str, Host<'_>> = HashMap::new();
    for (host, path) in urls.iter().map(|url| parts(url)) {
        let directory = || directory_and_name(path).0.split('/');
        let host = hosts
            .entry(host)
            .or_insert_with(|| Host { pages: 0, directory: directory().collect() });
        let same = host.directory.iter().copied().zip(directory()).take_while(|(a, b)| a == b);
        let common = same.count();
        host.directory.truncate(common);
        host.pages += 1;
    }
    let is_home = |url: &str| {
        let (host, path) = parts(url);
        let (directory, name) = directory_and_name(path);
        let is_index = name.is_empty() || name.starts_with("index.") && !name.contains('?');
        let Host { pages, directory: common } = &hosts[host];
        is_index && *pages > 1 && directory.split('/').eq(common.iter().copied())
    };
    (0..urls.len()).filter(|&at| is_home(urls[at])).collect()
}

/// The scheme and host of an address, and its path with what follows.
fn parts(url: &str) -> (&str, &str) {
    let start = url.find("://").map_or(0, |scheme| scheme + 3);
    url.split_at(url[start..].find('/').map_or(url.len(), |host| start + host))
}

fn directory_and_name(path: &str) -> (&str, &str) {
    let end = path.find('?').unwrap_or(path.len());
    let name = path[..end].rfind('/').map_or(0, |slash| slash + 1);
    (path[..name].trim_end_matches('/'), &path[name..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_page_is_the_directory_of_all_pages_of_its_host() {
        let urls = [
            "https://a.test/shop/",
            "https://a.test/shop/kettles/1",
            "https://a.test/shop/index.html",
            "https://a.test/shop/index.php?from=/20",
            "https://b.test/",
            "https://b.test/kettles/",
        ];
        assert_eq!(homes(&urls), [0, 2, 4]);
    }

    #[test]
    fn the_only_page_of_a_host_is_no_home_page() {
        assert!(homes(&["https://a.test/", "https://b.test/"]).is_empty());
    }
}
