//! Which URLs belong to a crawl.

use crate::CrawlError;
use regex::Regex;
use sitewrap_tree::{canonical_escapes, site_of};
use std::collections::BTreeSet;
use url::Url;

/// Rules that narrow or widen a crawl. By default it keeps to the host of the start page.
#[derive(Clone, Debug, Default)]
pub struct ScopeRules {
    /// Also hosts below the start page's host, and below the same host without `www.`.
    pub subdomains: bool,
    /// If not empty, only paths that begin with one of these (`/docs/`).
    pub path_prefixes: Vec<String>,
    /// If not empty, only URLs that match one of these. A pattern is a glob over the whole URL
    /// (`*` any characters, `?` one), or, with `re:` before it, a regular expression that
    /// matches anywhere.
    pub include: Vec<String>,
    /// No URL that matches one of these; patterns as in `include`. Exclusion wins.
    pub exclude: Vec<String>,
    /// Also links that do something, by the words of their addresses: put into a cart, log out,
    /// delete, vote. By default they are passed over, save those that the user names.
    pub actions: bool,
}

/// The scope of one crawl. The start page is always inside.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    sites: BTreeSet<String>,
    /// Suffix of hosts that are in scope too, with its leading dot.
    below: Option<String>,
    path_prefixes: Vec<String>,
    include: Vec<Regex>,
    exclude: Vec<Regex>,
}

impl Scope {
    /// The scope around a start page.
    pub(crate) fn new(seed: &Url, rules: &ScopeRules) -> Result<Self, CrawlError> {
        let host = seed.host_str().unwrap_or_default();
        let named = seed.domain().is_some();
        let below = (rules.subdomains && named).then(|| format!(".{}", bare(host)));
        Ok(Self {
            sites: BTreeSet::from([site_of(seed)]),
            below,
            path_prefixes: rules.path_prefixes.iter().map(|prefix| rooted(prefix)).collect(),
            include: compile(&rules.include)?,
            exclude: compile(&rules.exclude)?,
        })
    }

    /// Takes in the site of a URL that the start page redirects to, if it is the same site with
    /// or without `www.`; tells whether it is.
    pub(crate) fn adopt(&mut self, seed: &Url, target: &Url) -> bool {
        let same = bare(&site_of(seed)) == bare(&site_of(target));
        if same {
            self.sites.insert(site_of(target));
        }
        same
    }

    /// Takes in the site of a URL that the user listed.
    pub(crate) fn admit(&mut self, url: &Url) {
        self.sites.insert(site_of(url));
    }

    /// Whether a URL is on a site of the crawl, whatever the rules say about its path.
    pub(crate) fn on_site(&self, url: &Url) -> bool {
        self.sites.contains(&site_of(url))
            || self.below.as_ref().is_some_and(|below| {
                let host = url.host_str().unwrap_or_default();
                url.port().is_none() && (host.ends_with(below.as_str()) || host == &below[1..])
            })
    }

    /// Whether a URL belongs to the crawl.
    pub(crate) fn contains(&self, url: &Url) -> bool {
        let matches = |patterns: &[Regex]| patterns.iter().any(|one| one.is_match(url.as_str()));
        let prefixes = &self.path_prefixes;
        self.on_site(url)
            && (prefixes.is_empty() || prefixes.iter().any(|one| url.path().starts_with(one)))
            && (self.include.is_empty() || matches(&self.include))
            && !matches(&self.exclude)
    }
}

/// A path as a URL spells it; the slash that begins it may be left out.
fn rooted(path: &str) -> String {
    let path = as_in_urls(path);
    if path.starts_with('/') { path } else { format!("/{path}") }
}

/// A text in the spelling of normalized URLs: without spaces and characters beyond ASCII.
fn as_in_urls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() && character != ' ' {
            out.push(character);
            continue;
        }
        let bytes = character.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
        bytes.iter().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
    }
    canonical_escapes(&out)
}

/// A host without its leading `www.`.
fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

pub(crate) fn compile(patterns: &[String]) -> Result<Vec<Regex>, CrawlError> {
    patterns.iter().map(|pattern| compile_one(pattern)).collect()
}

fn compile_one(pattern: &str) -> Result<Regex, CrawlError> {
    let source = match pattern.strip_prefix("re:") {
        Some(regex) => regex.to_owned(),
        None => glob_to_regex(pattern),
    };
    Regex::new(&source).map_err(|error| {
        // The lines before the last one point into the pattern, for which one line has no room.
        let told = error.to_string();
        let last = told.lines().next_back().unwrap_or_default();
        let reason = last.strip_prefix("error: ").unwrap_or(last).to_owned();
        CrawlError::Pattern { pattern: pattern.to_owned(), reason }
    })
}

/// A regular expression for a glob over a whole URL. A glob that begins with `/` is matched from
/// the path on.
fn glob_to_regex(glob: &str) -> String {
    let mut regex = String::from(if glob.starts_with('/') { "^[^/]*//[^/]*" } else { "^" });
    for character in as_in_urls(glob).chars() {
        match character {
            '*' => regex.push_str(".*"),
            '?' => regex.push('.'),
            other => regex.push_str(&regex::escape(other.encode_utf8(&mut [0; 4]))),
        }
    }
    regex.push('$');
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn scope(rules: &ScopeRules) -> Scope {
        Scope::new(&url("https://www.example.com/start"), rules).unwrap()
    }

    #[test]
    fn the_host_of_the_start_page_is_the_scope() {
        let scope = scope(&ScopeRules::default());
        assert!(scope.contains(&url("https://www.example.com/a")));
        assert!(scope.contains(&url("http://www.example.com/a")));
        assert!(!scope.contains(&url("https://example.com/a")));
        assert!(!scope.contains(&url("https://www.example.com:8443/a")));
        assert!(!scope.contains(&url("https://www.example.com.evil.org/")));
    }

    #[test]
    fn a_redirect_of_the_start_page_widens_by_www_only() {
        let seed = url("https://www.example.com/start");
        let mut scope = scope(&ScopeRules::default());
        assert!(!scope.adopt(&seed, &url("https://example.org/")));
        assert!(scope.adopt(&seed, &url("https://example.com/")));
        assert!(scope.contains(&url("https://example.com/a")));
    }

    #[test]
    fn subdomains_can_be_taken_in() {
        let scope = scope(&ScopeRules { subdomains: true, ..ScopeRules::default() });
        assert!(scope.contains(&url("https://blog.example.com/")));
        assert!(scope.contains(&url("https://example.com/")));
        assert!(!scope.contains(&url("https://badexample.com/")));
    }

    #[test]
    fn prefixes_globs_and_regexes_narrow_the_scope() {
        let scope = scope(&ScopeRules {
            path_prefixes: vec!["/docs/".into(), "/blog/".into()],
            include: vec!["*/docs/*".into(), r"re:/blog/\d+".into()],
            exclude: vec!["/docs/private*".into()],
            ..ScopeRules::default()
        });
        assert!(scope.contains(&url("https://www.example.com/docs/a?b")));
        assert!(scope.contains(&url("https://www.example.com/blog/12/x")));
        assert!(!scope.contains(&url("https://www.example.com/blog/new")));
        assert!(!scope.contains(&url("https://www.example.com/docs/private/a")));
        assert!(!scope.contains(&url("https://www.example.com/shop/docs/")));
    }

    #[test]
    fn rules_are_spelled_as_people_do() {
        let scope = scope(&ScopeRules {
            path_prefixes: vec!["docs/".into(), "/caf\u{e9} 1/".into(), "/%7ejoe".into()],
            exclude: vec!["*/caf%c3%a9*z\u{fc}".into()],
            ..ScopeRules::default()
        });
        assert!(scope.contains(&url("https://www.example.com/docs/a")));
        assert!(scope.contains(&url("https://www.example.com/caf\u{e9} 1/a")));
        assert!(scope.contains(&url("https://www.example.com/~joe")));
        assert!(!scope.contains(&url("https://www.example.com/caf\u{e9} 1/z\u{fc}")));
        assert!(!scope.contains(&url("https://www.example.com/shop/docs/")));
    }

    #[test]
    fn a_broken_pattern_is_told() {
        let rules = ScopeRules { include: vec!["re:(".into()], ..ScopeRules::default() };
        let error = Scope::new(&url("https://example.com/"), &rules).unwrap_err();
        assert!(error.to_string().contains("re:("));
    }
}
