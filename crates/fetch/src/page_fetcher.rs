//! spider's place in the crawl: it drives the fetch of each page over our transport.
//!
//! spider is called page by page with a fetch engine of ours: the engine makes the request within
//! our bounds; spider runs its fetch ladder around it, tells bot walls from their headers, and
//! builds its `Page`. What spider decides about statuses, redirects, limits and robots.txt is not
//! relied on: the answer's own status and headers are kept beside its page. So is the body, which
//! spider would look through several times for what is not asked of it here.

use crate::error::FetchError;
use crate::exchange::{Answer, Request};
use crate::transport::Transport;
use async_trait::async_trait;
use reqwest::StatusCode;
use spider::configuration::Configuration;
use spider::fetch_engine::{
    EngineError, EngineFetchCtx, EngineRequest, EngineResponse, HttpFetchEngine,
    SharedHttpFetchEngine,
};
use spider::page::{AntiBotTech, Page};
use std::sync::{Arc, Mutex, PoisonError};

/// What a fetch through spider gives.
#[derive(Debug)]
pub struct Fetched {
    /// The answer as it came.
    pub answer: Answer,
    /// The name of the bot wall that answered in the site's stead, where spider knows one.
    pub bot_wall: Option<String>,
}

/// Fetches pages through spider.
#[derive(Debug)]
pub struct PageFetcher {
    transport: Arc<Transport>,
    configuration: Configuration,
}

impl PageFetcher {
    /// A fetcher over a transport.
    pub fn new(transport: Arc<Transport>) -> Self {
        Self { transport, configuration: Configuration::default() }
    }

    /// Fetches one page.
    ///
    /// # Errors
    /// [`FetchError`] if no answer came.
    pub async fn fetch(&self, request: Request) -> Result<Fetched, FetchError> {
        let url = request.url.to_string();
        let engine = Arc::new(SingleFetch {
            transport: self.transport.clone(),
            request,
            result: Mutex::new(None),
        });
        let shared: SharedHttpFetchEngine = engine.clone();
        let context = EngineFetchCtx::new(&shared, &self.configuration);
        let client = self.transport.client();
        let page =
            Page::new_page_with_cache_engine(&url, client, None, &None, None, Some(context)).await;
        let result = engine.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        let answer = result.unwrap_or(Err(FetchError::Broken("no answer".to_owned())))?;
        let walled = matches!(answer.status, 401 | 403 | 429 | 503)
            && page.anti_bot_tech != AntiBotTech::None;
        let bot_wall = walled.then(|| format!("{:?}", page.anti_bot_tech));
        Ok(Fetched { answer, bot_wall })
    }
}

/// The engine for one page: lets spider make one request, and keeps what came back.
#[derive(Debug)]
struct SingleFetch {
    transport: Arc<Transport>,
    request: Request,
    result: Mutex<Option<Result<Answer, FetchError>>>,
}

#[async_trait]
impl HttpFetchEngine for SingleFetch {
    async fn fetch(&self, asked: EngineRequest<'_>) -> Result<EngineResponse, EngineError> {
        // spider may try the other scheme or host name on its own; only the URL that went
        // through our checks is fetched.
        if asked.url != self.request.url.as_str() {
            return Err(EngineError::Request);
        }
        let result = self.transport.exchange(&self.request).await;
        let response = match &result {
            Ok(answer) => Ok(EngineResponse {
                status_code: StatusCode::from_u16(answer.status).unwrap_or_default(),
                headers: answer.headers.clone(),
                served: true,
                ..EngineResponse::default()
            }),
            // A timeout or handshake error would set off spider's own retries.
            Err(error) => Err(EngineError::Other(error.to_string())),
        };
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        response
    }
}
