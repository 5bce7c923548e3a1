//! The robots.txt of each origin that is met: asked for once, kept for a day (RFC 9309, 2.3 and 2.4).

use crate::clock::now_ms;
use crate::error::FetchError;
use crate::exchange::{Answer, Body, Request};
use crate::pace::WaitReason;
use crate::polite::PoliteClient;
use crate::robots::{ROBOTS_BYTES, Rules};
use serde::{Deserialize, Serialize};
use sitewrap_tree::origin_of;
use std::collections::HashMap;
use std::time::Duration;
use url::Url;

/// Redirects of a robots.txt that are followed (RFC 9309, 2.3.1.2).
const REDIRECTS: usize = 5;

/// First wait before robots.txt is tried again; doubled each time.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// A robots.txt as it was fetched, in the form that is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RobotsTxt {
    fetched_at: u64,
    /// `None` where the site has no robots.txt.
    text: Option<String>,
}

impl RobotsTxt {
    /// Reads the stored form; `None` if it is none, or too old to be used.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let stored: Self = serde_json::from_slice(bytes).ok()?;
        (!Rules::absent(stored.fetched_at).expired(now_ms())).then_some(stored)
    }

    /// The form that is stored.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        serde_json::to_vec(self).ok()
    }

    /// What it says to the crawler with this product token.
    pub(crate) fn rules(&self, product_token: &str) -> Rules {
        match &self.text {
            Some(text) => Rules::parse(product_token, text.as_bytes(), self.fetched_at),
            None => Rules::absent(self.fetched_at),
        }
    }
}

/// Whether robots.txt lets a URL be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permission {
    /// It does.
    Allowed,
    /// It does not.
    Forbidden,
    /// It could not be had: nothing may be fetched.
    Unavailable(Unavailable),
    /// It is to be asked for first.
    Unknown,
}

/// Why nothing may be fetched from an origin (RFC 9309, 2.3.1.4).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Its robots.txt was answered with this status.
    #[error("HTTP {0}")]
    Status(u16),
    /// No answer came.
    #[error(transparent)]
    Fetch(FetchError),
    /// It asks for longer waits than are allowed.
    #[error("Crawl-delay")]
    CrawlDelay,
}

/// What else a robots.txt says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotsExtras {
    /// The `Crawl-delay`.
    pub delay: Option<Duration>,
    /// The sitemaps that it names.
    pub sitemaps: Vec<Url>,
}

enum Knowledge {
    Rules(Rules),
    Unavailable(Unavailable),
}

/// What is known of robots.txt, by origin.
pub struct RobotsCache {
    product_token: String,
    known: HashMap<String, Knowledge>,
}

impl RobotsCache {
    /// A cache for the crawler with this product token.
    pub fn new(product_token: String) -> Self {
        Self { product_token, known: HashMap::new() }
    }

    /// Whether a URL may be fetched, as far as is known.
    pub fn permission(&self, url: &Url) -> Permission {
        match self.known.get(&origin_of(url)) {
            Some(Knowledge::Rules(rules)) if rules.expired(now_ms()) => Permission::Unknown,
            Some(Knowledge::Rules(rules)) if rules.allow(url) => Permission::Allowed,
            Some(Knowledge::Rules(_)) => Permission::Forbidden,
            Some(Knowledge::Unavailable(why)) => Permission::Unavailable(why.clone()),
            None => Permission::Unknown,
        }
    }

    /// Takes in the robots.txt of a URL's origin; gives what else it says.
    pub fn learn(&mut self, url: &Url, robots: &RobotsTxt) -> RobotsExtras {
        let rules = robots.rules(&self.product_token);
        let extras = RobotsExtras { delay: rules.delay(), sitemaps: rules.sitemaps(url) };
        self.known.insert(origin_of(url), Knowledge::Rules(rules));
        extras
    }

    /// Takes in that nothing may be fetched from a URL's origin, and why.
    pub fn shut(&mut self, url: &Url, why: Unavailable) {
        self.known.insert(origin_of(url), Knowledge::Unavailable(why));
    }
}

/// Why there is no robots.txt at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRobots {
    /// It could not be had.
    Unavailable(Unavailable),
    /// The crawl is to stop.
    Stopped,
}

/// How long a robots.txt is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Persistence {
    /// Attempts that may fail.
    pub attempts: u8,
    /// The longest wait before another one.
    pub wait: Duration,
}

/// How an attempt to fetch a robots.txt ended.
enum Attempt {
    Text(Vec<u8>),
    Absent,
    Unavailable(Unavailable, Option<Duration>),
    Stopped,
}

/// Fetches the robots.txt of a URL's origin, waiting where the server says that it will pass;
/// `on_wait` is told of each wait.
///
/// # Errors
/// [`NoRobots`] if there is no telling what it says, or the crawl is to stop.
pub async fn fetch_robots(
    client: &PoliteClient,
    url: &Url,
    persistence: Persistence,
    on_wait: &(dyn Fn(Duration, WaitReason) + Sync),
) -> Result<RobotsTxt, NoRobots> {
    let mut wait = FIRST_WAIT;
    let mut attempts = 0;
    loop {
        let text = match attempt(client, url, on_wait).await {
            Attempt::Text(text) => Some(String::from_utf8_lossy(&text).into_owned()),
            Attempt::Absent => None,
            Attempt::Stopped => return Err(NoRobots::Stopped),
            Attempt::Unavailable(why, asked) => {
                attempts += 1;
                let pause = asked.map_or(wait, |asked| asked.max(wait));
                if attempts >= persistence.attempts || pause > persistence.wait {
                    return Err(NoRobots::Unavailable(why));
                }
                wait *= 2;
                client.pause(pause, WaitReason::Robots, on_wait).await.ok_or(NoRobots::Stopped)?;
                continue;
            }
        };
        return Ok(RobotsTxt { fetched_at: now_ms(), text });
    }
}

async fn attempt(
    client: &PoliteClient,
    url: &Url,
    on_wait: &(dyn Fn(Duration, WaitReason) + Sync),
) -> Attempt {
    let Ok(mut target) = url.join("/robots.txt") else { return Attempt::Absent };
    for _ in 0..=REDIRECTS {
        let request = Request::file(target.clone(), ROBOTS_BYTES);
        let answer = match client.fetch(&request, on_wait).await {
            Some(Ok(answer)) => answer,
            // Waiting will not change a refusal of our own.
            Some(Err(error)) => {
                let wait = (!error.may_pass()).then_some(Duration::MAX);
                return Attempt::Unavailable(Unavailable::Fetch(error), wait);
            }
            None => return Attempt::Stopped,
        };
        match next_step(&target, answer) {
            Ok(attempt) => return attempt,
            Err(redirect) => target = redirect,
        }
    }
    Attempt::Absent
}

/// What an answer to robots.txt means, or where it redirects to (RFC 9309, 2.3.1). A status 429
/// is a request for time, not the absence of rules.
fn next_step(target: &Url, answer: Answer) -> Result<Attempt, Url> {
    match answer.status {
        200..=299 => Ok(match answer.body {
            Body::Read(text) => Attempt::Text(text),
            _ => Attempt::Absent,
        }),
        300..=399 => answer.location(target).map_or(Ok(Attempt::Absent), Err),
        429 | 500..=599 => {
            let why = Unavailable::Status(answer.status);
            Ok(Attempt::Unavailable(why, answer.retry_after()))
        }
        _ => Ok(Attempt::Absent),
    }
}
