//! The ways of getting all pages of a site, and what each run took.

use crate::server::Server;
use sitewrap_crawl::{CrawlOptions, StopSignal};
use sitewrap_model::{CrawlBatch, Header, Page};
use sitewrap_pipeline::crawl_site;
use sitewrap_store::Store;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use url::Url;

/// Requests in flight.
const LANES: usize = 8;

/// Pages of a batch: more than in the crawl, by which the loop gains.
const BATCH: usize = 32;

/// A way of getting all pages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Contender {
    Crawl,
    Loop,
    Append,
}

impl Contender {
    pub(crate) const ALL: [Self; 3] = [Self::Crawl, Self::Loop, Self::Append];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Crawl => "crawl",
            Self::Loop => "loop",
            Self::Append => "append",
        }
    }
}

/// What one run took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure {
    pub(crate) pages: usize,
    time: Duration,
    cpu: Duration,
}

impl Figure {
    /// Pages a second.
    pub(crate) fn rate(&self) -> f64 {
        self.pages as f64 / self.time.as_secs_f64()
    }

    pub(crate) fn cpu_micros(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.pages as f64
    }
}

/// Runs a contender once, from a new store to its last commit.
pub(crate) fn run(contender: Contender, server: &Server, paths: &[String]) -> Figure {
    let folder = tempfile::tempdir().expect("a folder for what is stored");
    let cpu = cpu_time::ProcessTime::now();
    let start = Instant::now();
    let pages = match contender {
        Contender::Crawl => crawl(folder.path(), server, paths.len()),
        Contender::Loop => {
            let store = Store::open(folder.path()).expect("a new store");
            let commit = move |pages| {
                let batch = CrawlBatch { pages, ..CrawlBatch::default() };
                store.commit(&batch).expect("a store that can be written");
            };
            runtime().block_on(fetch_all(server, paths, commit))
        }
        Contender::Append => {
            let mut file = File::create(folder.path().join("pages")).expect("a new file");
            let append = move |pages: Vec<Page>| {
                for page in pages {
                    file.write_all(&page.body).expect("a file that can be written");
                }
            };
            runtime().block_on(fetch_all(server, paths, append))
        }
    };
    Figure { pages, time: start.elapsed(), cpu: cpu.elapsed() }
}

/// Crawls so many pages into a new store in a folder, as the command does; gives how many came.
pub(crate) fn crawl(folder: &Path, server: &Server, pages: usize) -> usize {
    let store = Arc::new(Store::open(folder).expect("a new store"));
    let options = CrawlOptions {
        max_pages: pages,
        concurrency: LANES,
        delay: Some(Duration::ZERO),
        allow_private: true,
        ..CrawlOptions::default()
    };
    let seed = Url::parse(&server.url("/")).expect("a URL");
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_all().build().expect("a runtime");
    let crawl = crawl_site(&store, &seed, &options, None, &(), StopSignal::new());
    runtime.block_on(crawl).expect("a site that can be crawled").pages
}

fn runtime() -> Runtime {
    Runtime::new().expect("a runtime")
}

/// Fetches all pages and hands them over in batches; the next one fills while the last is kept.
async fn fetch_all(
    server: &Server,
    paths: &[String],
    mut keep: impl FnMut(Vec<Page>) + Send + 'static,
) -> usize {
    let client = reqwest::Client::builder().user_agent("loop").build().expect("a client");
    let urls: Arc<Vec<String>> = Arc::new(paths.iter().map(|path| server.url(path)).collect());
    let next = Arc::new(AtomicUsize::new(0));
    let (sender, mut receiver) = mpsc::channel(BATCH);
    for _ in 0..LANES {
        let (client, urls, next, sender) =
            (client.clone(), urls.clone(), next.clone(), sender.clone());
        tokio::spawn(async move {
            while let Some(url) = urls.get(next.fetch_add(1, Ordering::Relaxed)) {
                let page = fetch(&client, url).await;
                sender.send(page).await.expect("a receiver");
            }
        });
    }
    drop(sender);
    let (batches, mut kept) = mpsc::channel::<Vec<Page>>(1);
    let keeper = spawn_blocking(move || {
        while let Some(batch) = kept.blocking_recv() {
            keep(batch);
        }
    });
    let (mut pages, mut batch) = (0, Vec::new());
    while let Some(page) = receiver.recv().await {
        pages += 1;
        batch.push(page);
        if batch.len() == BATCH {
            batches.send(std::mem::take(&mut batch)).await.expect("a keeper");
        }
    }
    batches.send(batch).await.expect("a keeper");
    drop(batches);
    keeper.await.expect("a keeper that ends well");
    pages
}

async fn fetch(client: &reqwest::Client, url: &str) -> Page {
    let response = client.get(url).send().await.expect("an answer");
    let headers = response.headers().iter().map(|(name, value)| Header {
        name: name.to_string(),
        value: String::from_utf8_lossy(value.as_bytes()).into_owned(),
    });
    let (headers, status) = (headers.collect(), response.status().as_u16());
    let body = response.bytes().await.expect("a whole body").to_vec();
    Page { status, headers, ..Page::imported(url.to_owned(), body) }
}
