//! What the scripts of a page ask for: fetched by the crawl's transport, as robots.txt permits.

use super::resource::{Json, Resource};
use crate::clock::now_ms;
use crate::exchange::{Answer, Body, Request};
use crate::options::{FetchOptions, product_token};
use crate::pace::Paces;
use crate::robots::{ROBOTS_BYTES, Rules};
use crate::robots_cache::RobotsTxt;
use crate::transport::Transport;
use sitewrap_tree::origin_of;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};
use url::Url;

/// Bytes of scripts that are kept for the next pages, which mostly need the same.
const CACHE_BYTES: usize = 64 << 20;
/// Redirects of a robots.txt that are followed (RFC 9309, 2.3.1.2).
const ROBOTS_REDIRECTS: usize = 5;

/// Fetches resources for the pages of one crawl.
pub(crate) struct Resources {
    transport: Arc<Transport>,
    product_token: String,
    paces: Paces,
    body_limit: usize,
    /// What robots.txt of an origin says; `None` if it could not be had: nothing may be fetched.
    sites: Mutex<HashMap<String, Option<Rules>>>,
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    scripts: HashMap<Url, Arc<Resource>>,
    bytes: usize,
}

impl Resources {
    pub(crate) fn new(options: &FetchOptions, transport: Arc<Transport>, paces: Paces) -> Self {
        Self {
            transport,
            product_token: product_token(&options.user_agent).to_owned(),
            paces,
            body_limit: options.body,
            sites: Mutex::default(),
            cache: Mutex::default(),
        }
    }

    /// What is at a URL, or what it says to a question in JSON; `None` if it may not be fetched or
    /// cannot be. A redirect is an answer like
    /// others: where it leads is judged when the browser asks for it.
    pub(crate) async fn get(&self, url: &Url, question: Option<Json>) -> Option<Arc<Resource>> {
        let known = self.cache.lock().await.scripts.get(url).cloned();
        if let Some(known) = known.filter(|_| question.is_none()) {
            return Some(known);
        }
        if !self.permits(url).await {
            return None;
        }
        let asks = question.is_some();
        let mut request = Request::file(url.clone(), self.body_limit);
        request.question = question.map(|json| (json.content_type, json.body));
        let answer = self.fetch(&request).await?;
        let headers = answer.stored_headers();
        let body = match answer.body {
            Body::Read(body) if body.len() < self.body_limit => body,
            Body::Unwanted => Vec::new(),
            _ => return None,
        };
        let resource = Resource { status: answer.status, headers, body };
        let resource = Arc::new(resource);
        if !asks {
            self.keep(url, &resource).await;
        }
        Some(resource)
    }

    /// Takes in what robots.txt of an origin says; its delay is kept by those who asked.
    pub(crate) async fn learn_robots(&self, origin: &str, robots: &RobotsTxt) {
        let rules = robots.rules(&self.product_token);
        self.sites.lock().await.insert(origin.to_owned(), Some(rules));
    }

    /// Whether robots.txt permits a URL.
    async fn permits(&self, url: &Url) -> bool {
        let origin = origin_of(url);
        let mut sites = self.sites.lock().await;
        if !sites.contains_key(&origin) {
            let rules = self.robots(url).await;
            let delay = rules.as_ref().and_then(Rules::delay);
            self.paces.of(url, |pace| pace.heed(delay));
            sites.insert(origin.clone(), rules);
        }
        sites.get(&origin).is_some_and(|rules| rules.as_ref().is_some_and(|rules| rules.allow(url)))
    }

    /// Makes a request when it is the turn of its host.
    async fn fetch(&self, request: &Request) -> Option<Answer> {
        sleep_until(self.paces.of(&request.url, |pace| pace.reserve(Instant::now()))).await;
        match self.transport.exchange(request).await {
            Ok(answer) => {
                let good = (200..400).contains(&answer.status);
                self.paces.of(&request.url, |pace| {
                    pace.learn(answer.latency, !answer.private, good);
                    if matches!(answer.status, 429 | 503) {
                        pace.back_off(Instant::now(), answer.retry_after());
                    }
                });
                Some(answer)
            }
            Err(error) => {
                tracing::debug!(url = %request.url, %error, "not fetched for the browser");
                None
            }
        }
    }

    /// The rules of an origin; `None` if there is no telling.
    async fn robots(&self, url: &Url) -> Option<Rules> {
        let mut target = url.join("/robots.txt").ok()?;
        for _ in 0..=ROBOTS_REDIRECTS {
            let request = Request::file(target.clone(), ROBOTS_BYTES);
            match self.fetch(&request).await? {
                Answer { body: Body::Read(text), .. } => {
                    return Some(Rules::parse(&self.product_token, &text, now_ms()));
                }
                answer @ Answer { status: 300..=399, .. } => {
                    target = answer.location(&target)?;
                }
                Answer { status: 200..=299 | 400..=499, .. } => {
                    return Some(Rules::absent(now_ms()));
                }
                _ => return None,
            }
        }
        Some(Rules::absent(now_ms()))
    }

    /// Keeps a script for the next pages. Data is not kept: it may be another one each time.
    async fn keep(&self, url: &Url, resource: &Arc<Resource>) {
        let is_script = resource.headers.iter().any(|header| {
            header.name == "content-type"
                && header.value.to_ascii_lowercase().contains("javascript")
        });
        let mut cache = self.cache.lock().await;
        if is_script && resource.status == 200 && cache.bytes + resource.body.len() <= CACHE_BYTES {
            cache.bytes += resource.body.len();
            cache.scripts.insert(url.clone(), resource.clone());
        }
    }
}
