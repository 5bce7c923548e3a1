//! One HTTP exchange, bounded in every direction.
//!
//! No redirect is followed here, no cookie is kept and no referrer sent. The body is read only
//! if the headers promise what the caller wants, and is counted after decompression, piece by
//! piece, so that a small file that unpacks to gigabytes ends at the cap.

use crate::address::{AddressError, AddressGuard, is_public};
use crate::buffers::BufferPool;
use crate::error::{FetchError, SetupError};
use crate::exchange::{Answer, Body, Request, Want};
use crate::options::{FetchOptions, Timeouts};
use crate::tls::{Refusal, refusal};
use reqwest::header::{self, HeaderMap, HeaderValue};
use reqwest::{Client, Response};
use sitewrap_tree::{essence, is_html_type};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::time::{Instant, timeout};
use url::Url;

/// Bodies that are not wanted are read up to this size all the same, for a connection that is
/// used again costs the server less than a new one.
const DRAIN: u64 = 16 << 10;

/// The `Accept` header of all requests.
pub const ACCEPT: &str = "text/html,application/xhtml+xml,*/*;q=0.5";

/// Most bytes that are made room for on the word of a header.
const FIRST_PIECE: u64 = 1 << 20;

/// The status by which a proxy asks for a password, and what the HTTP client makes of it where the proxy
/// was to make a tunnel.
const PROXY_WANTS_PASSWORD: u16 = 407;
const NO_TUNNEL: &str = "proxy authorization required";

/// Makes requests for one crawl.
#[derive(Debug)]
pub struct Transport {
    client: Client,
    guard: AddressGuard,
    timeouts: Timeouts,
    buffers: BufferPool,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Transport {
    /// A transport with these bounds.
    ///
    /// # Errors
    /// If the environment names a proxy that cannot be used, or the client cannot be built.
    pub fn new(options: &FetchOptions) -> Result<Self, SetupError> {
        let guard = AddressGuard::new(options.allow_private)?;
        let accept = HeaderValue::from_static(ACCEPT);
        let client = Client::builder()
            .user_agent(&options.user_agent)
            .default_headers(HeaderMap::from_iter([(header::ACCEPT, accept)]))
            // Servers send headers that are none; browsers pass over them.
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout(options.timeouts.connect)
            .timeout(options.timeouts.total)
            .pool_max_idle_per_host(options.connections)
            .dns_resolver(Arc::new(guard.clone()))
            .build()
            .map_err(SetupError::Client)?;
        Ok(Self {
            client,
            guard,
            timeouts: options.timeouts.clone(),
            buffers: BufferPool::default(),
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        })
    }

    /// The HTTP client, for those who need one in hand.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Where the room for bodies comes from.
    pub fn buffers(&self) -> &BufferPool {
        &self.buffers
    }

    /// Requests made so far.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Bytes of bodies read so far, after decompression.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Makes one request.
    ///
    /// # Errors
    /// [`FetchError`] if no answer came, or none within the bounds.
    pub async fn exchange(&self, request: &Request) -> Result<Answer, FetchError> {
        let private = self.guard.check(&request.url).await?;
        match timeout(self.timeouts.total, self.exchange_unlimited(request)).await {
            // Where a proxy answered, its own address tells nothing of the host.
            Ok(Ok(answer)) => match self.guard.proxy(&request.url) {
                Some(proxy) if answer.status == PROXY_WANTS_PASSWORD => {
                    Err(FetchError::Proxy(proxy.wants_password()))
                }
                _ => Ok(Answer { private: private.unwrap_or(answer.private), ..answer }),
            },
            Ok(Err(error)) => Err(self.lay_to_proxy(error, &request.url)),
            Err(_) => Err(FetchError::Timeout("complete answer")),
        }
    }

    /// Tells what of a failed connection the user may have to mend: the setting of a proxy.
    fn lay_to_proxy(&self, error: FetchError, url: &Url) -> FetchError {
        match (error, self.guard.proxy(url)) {
            (FetchError::Connect(reason), Some(proxy)) if reason.ends_with(NO_TUNNEL) => {
                FetchError::Proxy(proxy.wants_password())
            }
            (FetchError::Connect(reason), Some(proxy)) => {
                FetchError::Connect(format!("{reason}, {}", proxy.describe()))
            }
            (error, _) => error,
        }
    }

    async fn exchange_unlimited(&self, request: &Request) -> Result<Answer, FetchError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let start = Instant::now();
        let mut builder = self.client.get(request.url.clone());
        if let Some(etag) = &request.validators.etag {
            builder = builder.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(date) = &request.validators.last_modified {
            builder = builder.header(header::IF_MODIFIED_SINCE, date);
        }
        #[cfg(feature = "browser")]
        if let Some((content_type, body)) = &request.question {
            builder = self.client.post(request.url.clone()).body(body.clone());
            builder = builder.header(header::CONTENT_TYPE, content_type);
        }
        let mut response = match timeout(self.timeouts.headers, builder.send()).await {
            Ok(response) => response.map_err(|error| describe(&error))?,
            Err(_) => return Err(FetchError::Timeout("answer")),
        };
        let latency = start.elapsed();
        let status = response.status().as_u16();
        let headers = std::mem::take(response.headers_mut());
        let private = response.remote_addr().is_some_and(|at| !is_public(at.ip()));
        let body = self.body(response, &headers, request).await?;
        Ok(Answer { status, headers, body, latency, private })
    }

    async fn body(
        &self,
        mut response: Response,
        headers: &HeaderMap,
        request: &Request,
    ) -> Result<Body, FetchError> {
        if !response.status().is_success() || matches!(response.status().as_u16(), 204 | 205) {
            self.drain(response).await;
            return Ok(Body::Unwanted);
        }
        let declared = media_type(headers);
        if request.want == Want::Html {
            if let Some(other) = declared.as_deref().filter(|name| !is_html_type(name)) {
                return Ok(Body::OtherType(other.to_owned()));
            }
            if response.content_length().is_some_and(|length| length > request.cap as u64) {
                return Ok(Body::TooLarge);
            }
        }
        // The header may lie; what it promises is only a first guess.
        let expected = response.content_length().unwrap_or_default().min(FIRST_PIECE);
        let mut body = self.buffers.take(expected as usize);
        while let Some(piece) = response.chunk().await.map_err(|error| describe(&error))? {
            self.bytes.fetch_add(piece.len() as u64, Ordering::Relaxed);
            if body.len() + piece.len() > request.cap {
                if request.want == Want::Html {
                    return Ok(Body::TooLarge);
                }
                body.extend_from_slice(&piece[..request.cap - body.len()]);
                break;
            }
            body.extend_from_slice(&piece);
        }
        if request.want == Want::Html && !looks_like_html(&body) {
            // The client takes the header away with the coding; names of none (`utf-8`) do no harm.
            if let Some(coding) = headers.get(header::CONTENT_ENCODING) {
                let coding = String::from_utf8_lossy(coding.as_bytes());
                return Ok(Body::OtherType(format!("content coding {coding}")));
            }
            if declared.is_none() {
                return Ok(Body::OtherType("no type".to_owned()));
            }
        }
        Ok(Body::Read(body))
    }

    async fn drain(&self, mut response: Response) {
        if response.content_length().is_none_or(|length| length > DRAIN) {
            return;
        }
        while let Ok(Some(piece)) = response.chunk().await {
            self.bytes.fetch_add(piece.len() as u64, Ordering::Relaxed);
        }
    }
}

/// The media type that the headers declare, in lower case, without parameters.
fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let name = essence(value).to_ascii_lowercase();
    (!name.is_empty()).then_some(name)
}

/// Whether a body of undeclared type begins as HTML does; an empty body does.
fn looks_like_html(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let start = body.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(body.len());
    let head = &body[start..body.len().min(start + 1024)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    head.is_empty()
        || head.starts_with('<')
            && ["<!doctype html", "<html", "<head", "<body", "<title", "<div", "<p", "<a "]
                .iter()
                .any(|tag| head.contains(tag))
}

/// Tells an error of the HTTP client by what the user can do about it.
fn describe(error: &reqwest::Error) -> FetchError {
    let mut deepest: &(dyn Error + 'static) = error;
    while let Some(source) = deepest.source() {
        if let Some(address) = source.downcast_ref::<AddressError>() {
            return FetchError::Address(address.clone());
        }
        deepest = source;
    }
    match () {
        () if error.is_connect() && error.is_timeout() => FetchError::Timeout("connection"),
        () if error.is_timeout() => FetchError::Timeout("complete answer"),
        () if error.is_connect() => match refusal(error) {
            Some(Refusal { reason, stays: true }) => FetchError::Insecure(reason),
            Some(Refusal { reason, .. }) => FetchError::Connect(reason),
            None => FetchError::Connect(deepest.to_string()),
        },
        () => FetchError::Broken(deepest.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undeclared_types_are_told_by_their_first_bytes() {
        assert!(looks_like_html(b"\xef\xbb\xbf \n<!DOCTYPE HTML><title>x</title>"));
        assert!(looks_like_html(b"<!-- note --><html>"));
        assert!(looks_like_html(b""));
        assert!(!looks_like_html(b"<?xml version='1.0'?><rss>"));
        assert!(!looks_like_html(b"\x89PNG\r\n"));
        assert!(!looks_like_html(b"{\"html\": \"<html>\"}"));
    }
}
