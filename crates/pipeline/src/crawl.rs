//! A site to stored pages: the crawl, with the store as its journal.

use crate::archive::archive_pages;
use crate::fetch::Memory;
use crate::progress::{Event, Observer, Progress, Stage, counted};
use sitewrap_archive::{SourceError, WarcWriter};
use sitewrap_crawl::{
    CrawlError, CrawlEvent, CrawlOptions, CrawlSummary, Journal, JournalError, StopSignal,
    WaitReason,
};
use sitewrap_model::{CrawlBatch, FrontierEntry, Header, Links, Page, SkipReason, Topic};
use sitewrap_store::Store;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use url::Url;

/// Crawls the site of `seed` into the store, or goes on with the crawl that the store holds.
///
/// Every page is stored as fetched, batch by batch, each batch whole or not at all; after a kill
/// the same call resumes. An archive, if one is given, follows the store: it is first brought up
/// to it, then gets each batch after the store has it.
///
/// # Errors
/// If the crawl could not start, or the store or the archive cannot be written. A page that fails
/// is no error; it is counted in the summary.
pub async fn crawl_site(
    store: &Arc<Store>,
    seed: &Url,
    options: &CrawlOptions,
    archive: Option<WarcWriter>,
    observer: &dyn Observer,
    stop: StopSignal,
) -> Result<CrawlSummary, CrawlError> {
    let archive = match archive {
        Some(mut archive) => {
            archive_pages(store, &mut archive, observer).map_err(JournalError::new)?;
            Some(FollowingArchive {
                archive: Mutex::new(archive),
                request: options.request_headers(),
            })
        }
        None => None,
    };
    let journal = Arc::new(StoreJournal { store: Arc::clone(store), archive });
    watched(seed, options, journal, observer, stop).await
}

/// As [`crawl_site`] without a store: the pages are in memory at the end, in the order in which a store
/// would have them. Nothing is left to go on from.
///
/// # Errors
/// If the crawl could not start.
pub async fn crawl_pages(
    seed: &Url,
    options: &CrawlOptions,
    observer: &dyn Observer,
    stop: StopSignal,
) -> Result<(Vec<Page>, CrawlSummary), CrawlError> {
    let memory = Arc::new(Memory::default());
    let journal: Arc<dyn Journal> = memory.clone();
    let summary = watched(seed, options, journal, observer, stop).await?;
    Ok((memory.take_pages(), summary))
}

/// A crawl that is told as progress.
async fn watched(
    seed: &Url,
    options: &CrawlOptions,
    journal: Arc<dyn Journal>,
    observer: &dyn Observer,
    stop: StopSignal,
) -> Result<CrawlSummary, CrawlError> {
    let progress = Progress::start(observer, Stage::Crawl, Some(options.max_pages as u64));
    let watch = CrawlWatch::new(progress);
    let outcome = sitewrap_crawl::crawl(seed, options, journal, &watch, stop).await;
    if let Ok(summary) = &outcome {
        watch.progress.finish(&summary_line(summary));
        for line in [kinds_line(summary), statuses_line(&summary.statuses)].into_iter().flatten() {
            observer.observe(Event::Note(&line));
        }
        for (what, reasons) in [("skipped", &summary.skipped), ("failed", &summary.failed)] {
            let told = most_frequent(reasons);
            let rest =
                reasons.values().sum::<u64>() - told.iter().map(|(_, count)| count).sum::<u64>();
            for (reason, count) in told {
                observer.observe(Event::Note(&format!("{count} {what}: {reason}")));
                if reason == SkipReason::ACTIONS {
                    observer.observe(Event::Topic(Topic::Actions));
                }
            }
            if rest > 0 {
                observer.observe(Event::Note(&format!("{rest} {what} for other reasons")));
                observer.observe(Event::Topic(Topic::Details));
            }
        }
    }
    outcome
}

/// The store as the journal of a crawl.
struct StoreJournal {
    store: Arc<Store>,
    archive: Option<FollowingArchive>,
}

/// An archive that gets what the store has got.
struct FollowingArchive {
    archive: Mutex<WarcWriter>,
    /// The headers of the requests that the pages answer.
    request: Vec<Header>,
}

impl FollowingArchive {
    fn add(&self, pages: &[Page]) -> Result<(), SourceError> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        for page in pages {
            archive.write_exchange(page, &self.request)?;
        }
        archive.flush()
    }
}

impl Journal for StoreJournal {
    fn frontier(&self, see: &mut dyn FnMut(FrontierEntry)) -> Result<(), JournalError> {
        let mut entries = self.store.frontier();
        entries.try_for_each(|entry| entry.map(&mut *see)).map_err(JournalError::new)
    }

    fn links(&self) -> Result<Vec<Links>, JournalError> {
        self.store.links().collect::<Result<_, _>>().map_err(JournalError::new)
    }

    fn commit(&self, batch: &CrawlBatch) -> Result<(), JournalError> {
        self.store.commit(batch).map_err(JournalError::new)?;
        match &self.archive {
            // What is missing when this fails is added when the archive is opened again.
            Some(archive) => archive.add(&batch.pages).map_err(JournalError::new),
            None => Ok(()),
        }
    }

    fn state(&self, key: &str) -> Result<Option<Vec<u8>>, JournalError> {
        self.store.state(key).map_err(JournalError::new)
    }

    fn page(&self, url: &str) -> Result<Option<Page>, JournalError> {
        self.store.page_by_url(url).map_err(JournalError::new)
    }
}

/// Turns what a crawl tells into progress.
struct CrawlWatch<'a> {
    progress: Progress<'a>,
    skipped: AtomicU64,
    failed: AtomicU64,
    queued: AtomicU64,
    kinds: AtomicU64,
    /// Answers by HTTP status.
    statuses: Mutex<BTreeMap<u16, u64>>,
}

impl<'a> CrawlWatch<'a> {
    fn new(progress: Progress<'a>) -> Self {
        let zero = || AtomicU64::new(0);
        let statuses = Mutex::default();
        Self { progress, skipped: zero(), failed: zero(), queued: zero(), kinds: zero(), statuses }
    }

    fn statuses(&self) -> MutexGuard<'_, BTreeMap<u16, u64>> {
        self.statuses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how many URLs stand where, how the site answers where it is not with a page, and what
    /// the crawl waits for, if it does.
    fn tell(&self, waiting: Option<(Duration, WaitReason)>) {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let mut text = format!("{} queued", get(&self.queued));
        for (count, word) in [(get(&self.skipped), "skipped"), (get(&self.failed), "failed")] {
            if count > 0 {
                text.push_str(&format!(", {count} {word}"));
            }
        }
        for (status, count) in self.statuses().iter().filter(|(status, _)| **status != 200) {
            text.push_str(&format!(", {count} x {status}"));
        }
        if get(&self.kinds) > 0 {
            text.push_str(&format!(", {}", counted(get(&self.kinds) as usize, "kind")));
        }
        if let Some((time, reason)) = waiting.filter(|(time, _)| *time >= TOLD_WAIT) {
            let reason = reason_words(reason);
            text.push_str(&format!(", waits {:.1} s: {reason}", time.as_secs_f64()));
        }
        self.progress.status(&text);
    }
}

/// The shortest wait worth telling.
const TOLD_WAIT: Duration = Duration::from_millis(900);
/// Most kinds of pages told at the end.
const TOLD_KINDS: usize = 8;
/// Most reasons told at the end, of each kind.
const TOLD_REASONS: usize = 5;

impl sitewrap_crawl::Observer for CrawlWatch<'_> {
    fn event(&self, event: &CrawlEvent<'_>) {
        match *event {
            CrawlEvent::Resumed { pages, queued } => {
                self.progress.advance(pages as u64);
                self.queued.store(queued as u64, Ordering::Relaxed);
                self.tell(None);
            }
            CrawlEvent::Answered { status } => *self.statuses().entry(status).or_default() += 1,
            CrawlEvent::Page { url, status, bytes, queued, kinds, .. } => {
                tracing::debug!(url, status, bytes, "page");
                self.kinds.store(kinds as u64, Ordering::Relaxed);
                self.progress.advance(1);
                self.queued.store(queued as u64, Ordering::Relaxed);
                self.tell(None);
            }
            CrawlEvent::Duplicate { url, first } => {
                tracing::debug!(url, first, "same page as another");
            }
            CrawlEvent::Skipped { url, reason } => {
                tracing::debug!(url, reason, "skipped");
                self.skipped.fetch_add(1, Ordering::Relaxed);
            }
            CrawlEvent::Failed { url, reason } => {
                tracing::debug!(url, reason, "failed");
                self.failed.fetch_add(1, Ordering::Relaxed);
                self.tell(None);
            }
            CrawlEvent::Retry { url, reason } => tracing::info!(url, reason, "tried again"),
            CrawlEvent::Waiting { time, reason } => self.tell(Some((time, reason))),
            CrawlEvent::Notice(line) => self.progress.note(line),
            CrawlEvent::Topic(topic) => self.progress.topic(topic),
            _ => {}
        }
    }
}

fn reason_words(reason: WaitReason) -> &'static str {
    match reason {
        WaitReason::Delay => "the delay asked for",
        WaitReason::RobotsDelay => "the Crawl-delay of robots.txt",
        WaitReason::Latency => "the site answers slowly",
        WaitReason::BackOff => "the site asked for time",
        WaitReason::Robots => "robots.txt cannot be had",
    }
}

/// The reasons that were given most often, with their counts.
fn most_frequent(reasons: &BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    let mut reasons: Vec<_> =
        reasons.iter().map(|(reason, &count)| (reason.as_str(), count)).collect();
    reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    reasons.truncate(TOLD_REASONS);
    reasons
}

/// The kinds of pages that were found, by their first pages.
fn kinds_line(summary: &CrawlSummary) -> Option<String> {
    let told: Vec<String> = summary
        .kinds
        .iter()
        .take(TOLD_KINDS)
        .map(|kind| format!("{} like {}", kind.pages, path_of(&kind.example)))
        .collect();
    let found = counted(summary.kinds.len(), "kind");
    (!told.is_empty()).then(|| format!("{found} of pages: {}", told.join(", ")))
}

fn statuses_line(statuses: &BTreeMap<u16, u64>) -> Option<String> {
    let told: Vec<String> =
        statuses.iter().map(|(status, count)| format!("{count} x {status}")).collect();
    (!told.is_empty()).then(|| format!("answers by HTTP status: {}", told.join(", ")))
}

/// A URL without its host.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or(rest, |slash| &rest[slash..])
}

/// What a crawl did, in a few words.
fn summary_line(summary: &CrawlSummary) -> String {
    let count = |reasons: &BTreeMap<String, u64>| reasons.values().sum::<u64>();
    let pages = counted(summary.pages, "page");
    let mut line = format!("{pages} stored, {} fetched now", summary.fetched);
    let others = [
        (summary.duplicates as u64, "more the same as another"),
        (summary.unchanged as u64, "unchanged"),
        (count(&summary.skipped), "skipped"),
        (count(&summary.failed), "failed"),
        (summary.queued as u64, "still queued"),
    ];
    for (count, word) in others {
        if count > 0 {
            line.push_str(&format!(", {count} {word}"));
        }
    }
    line
}
