//! Sitemaps and feeds that are to be read, and in which order.

use sitewrap_tree::normalize;
use std::collections::{HashMap, HashSet};
use url::Url;

/// Sitemaps and feeds that a crawl reads at most, those that an index names included.
pub const SITEMAP_FILES: usize = 64;

/// Files that are known of at most.
const NAMES: usize = 4096;

/// URLs that a crawl takes at most from sitemaps and feeds.
pub const SITEMAP_URLS: usize = 200_000;

/// Files that list URLs of the site.
#[derive(Debug, Default)]
pub(crate) struct SitemapQueue {
    waiting: Vec<Url>,
    seen: HashSet<Url>,
    /// How many files were taken, by their names but for numbers.
    taken: HashMap<String, usize>,
    addresses: usize,
}

impl SitemapQueue {
    /// Adds a file to be read, unless there are too many.
    pub(crate) fn add(&mut self, url: Url) {
        if let Some(url) = normalize(url).filter(|_| self.seen.len() < NAMES)
            && self.seen.insert(url.clone())
        {
            self.waiting.push(url);
        }
    }

    /// Whether there are more files or addresses than are taken.
    pub(crate) fn is_cut(&self) -> bool {
        let files: usize = self.taken.values().sum();
        self.addresses >= SITEMAP_URLS || files >= SITEMAP_FILES && !self.waiting.is_empty()
    }

    /// Whether as many addresses were taken as are taken at most.
    pub(crate) fn is_full(&self) -> bool {
        self.addresses >= SITEMAP_URLS
    }

    /// Counts an address that was taken.
    pub(crate) fn count_url(&mut self) {
        self.addresses += 1;
    }

    /// Takes the file that is to be read next. Large sites part their sitemaps by kinds of pages
    /// (`products-1.xml`, …, `pages.xml`): the first of each kind come before the rest of any.
    pub(crate) fn take(&mut self) -> Option<Url> {
        if self.taken.values().sum::<usize>() >= SITEMAP_FILES {
            return None;
        }
        let kind = |url: &Url| url.as_str().replace(|c: char| c.is_ascii_digit(), "");
        let taken = |url: &Url| self.taken.get(&kind(url)).copied().unwrap_or_default();
        let place = (0..self.waiting.len()).min_by_key(|&place| taken(&self.waiting[place]))?;
        let url = self.waiting.remove(place);
        *self.taken.entry(kind(&url)).or_default() += 1;
        Some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(count: usize) -> SitemapQueue {
        let mut queue = SitemapQueue::default();
        let url = |name: String| Url::parse(&format!("http://example.com/{name}.xml")).unwrap();
        (0..count).for_each(|number| queue.add(url(format!("products-{number}"))));
        queue.add(url("pages".to_owned()));
        queue.add(url("products-0".to_owned()));
        queue
    }

    #[test]
    fn the_first_file_of_each_kind_comes_before_the_rest_of_any() {
        let mut queue = queue(3);
        let taken = std::iter::from_fn(|| queue.take());
        let taken: Vec<String> = taken.map(|url| url.path().to_owned()).collect();
        assert_eq!(taken, ["/products-0.xml", "/pages.xml", "/products-1.xml", "/products-2.xml"]);
    }

    #[test]
    fn files_beyond_the_bound_are_told() {
        let mut queue = queue(SITEMAP_FILES + 1);
        assert!(!queue.is_cut());
        assert_eq!(std::iter::from_fn(|| queue.take()).count(), SITEMAP_FILES);
        assert!(queue.is_cut());
    }
}
