//! robots.txt by RFC 9309.

use crate::robot_rules::RobotRules;
use std::time::Duration;
use url::Url;

/// Bytes of robots.txt that are read (RFC 9309, 2.5).
pub const ROBOTS_BYTES: usize = 500 << 10;

/// How long an answer may be used (RFC 9309, 2.4), in milliseconds.
pub(crate) const LIFETIME_MS: u64 = 24 * 3600 * 1000;

/// What robots.txt of one origin says to us.
#[derive(Debug)]
pub(crate) struct Rules {
    /// Nothing where all is allowed.
    said: RobotRules,
    /// Milliseconds since 1970 when it was fetched.
    fetched_at: u64,
}

impl Rules {
    /// The rules for `product_token` in the text of a robots.txt.
    pub(crate) fn parse(product_token: &str, text: &[u8], fetched_at: u64) -> Self {
        let mut text = text;
        if text.len() >= ROBOTS_BYTES {
            // A rule that is cut in half would say another thing.
            let whole = text[..ROBOTS_BYTES].iter().rposition(|byte| b"\r\n".contains(byte));
            text = &text[..whole.unwrap_or_default()];
        }
        Self { said: RobotRules::parse(product_token, text), fetched_at }
    }

    /// The rules of a site that has no robots.txt: all is allowed.
    pub(crate) fn absent(fetched_at: u64) -> Self {
        Self { said: RobotRules::default(), fetched_at }
    }

    /// Whether a URL may be fetched.
    pub(crate) fn allow(&self, url: &Url) -> bool {
        self.said.allow(url)
    }

    /// The `Crawl-delay`, where it is a sensible number.
    pub(crate) fn delay(&self) -> Option<Duration> {
        Duration::try_from_secs_f32(self.said.delay?).ok()
    }

    /// The sitemaps named, resolved against the robots.txt of the site of a URL.
    pub(crate) fn sitemaps(&self, url: &Url) -> Vec<Url> {
        let Ok(robots) = url.join("/robots.txt") else { return Vec::new() };
        self.said.sitemaps.iter().filter_map(|text| robots.join(text).ok()).collect()
    }

    /// Whether the rules must be fetched again.
    pub(crate) fn expired(&self, now: u64) -> bool {
        now.saturating_sub(self.fetched_at) >= LIFETIME_MS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(text: &str, path: &str) -> bool {
        let url = Url::parse("http://example.com").unwrap().join(path).unwrap();
        Rules::parse("sitewrap", text.as_bytes(), 0).allow(&url)
    }

    #[test]
    fn the_own_group_counts_and_only_that() {
        let text = "User-agent: *\nDisallow: /\n\nUser-agent: SiteWrap\nDisallow: /private\n";
        assert!(allowed(text, "/page"));
        assert!(!allowed(text, "/private/page"));
        assert!(!allowed(text, "/privateer"));
    }

    #[test]
    fn the_longest_match_wins_and_allow_breaks_ties() {
        let text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n\
                    Allow: /tie\nDisallow: /tie\n";
        assert!(!allowed(text, "/a/x"));
        assert!(allowed(text, "/a/b/x"));
        assert!(!allowed(text, "/a/b/c"));
        assert!(allowed(text, "/tie"));
    }

    #[test]
    fn wildcards_and_ends_are_known() {
        let text = "User-agent: *\nDisallow: /*?sort=\nDisallow: /*.php$\n";
        assert!(!allowed(text, "/list?sort=price"));
        assert!(!allowed(text, "/a/b.php"));
        assert!(allowed(text, "/a/b.php?x=1"));
    }

    #[test]
    fn groups_with_several_agents_and_an_empty_rule_are_known() {
        let text = "User-agent: other\nUser-agent: sitewrap\nDisallow: /x\n\n\
                    User-agent: *\nDisallow:\n";
        assert!(!allowed(text, "/x"));
        assert!(allowed("User-agent: *\nDisallow:\n", "/x"));
        assert!(allowed("\u{0}\u{1}garbage", "/x"));
    }

    #[test]
    fn what_lies_beyond_the_size_limit_is_not_read() {
        let mut text = "# padding\n".repeat(ROBOTS_BYTES / 10);
        text.push_str("User-agent: *\nDisallow: /\n");
        assert!(allowed(&text, "/x"));
        let mut text = "User-agent: *\n".to_owned();
        text.push_str(&" ".repeat(ROBOTS_BYTES - text.len() - "\nDisallow: /".len()));
        text.push_str("\nDisallow: /private");
        assert!(allowed(&text, "/x"), "a rule that is cut in half is none");
    }

    #[test]
    fn delay_and_sitemaps_are_read() {
        let text = "User-agent: *\nCrawl-delay: 1.5\nSitemap: map.xml\n";
        let rules = Rules::parse("sitewrap", text.as_bytes(), 0);
        assert_eq!(rules.delay(), Some(Duration::from_millis(1500)));
        let page = Url::parse("http://example.com/shop/page").unwrap();
        assert_eq!(rules.sitemaps(&page)[0].as_str(), "http://example.com/map.xml");
        let negative = Rules::parse("sitewrap", b"User-agent: *\nCrawl-delay: -1\n", 0);
        assert_eq!(negative.delay(), None);
    }
}
