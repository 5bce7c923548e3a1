//! What a stage tells while it works.

use sitewrap_model::Topic;

/// A part of the work that takes time. Stages of one run follow each other; they do not nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Pages are fetched from a site and stored.
    Crawl,
    /// Single pages are fetched and not stored.
    Fetch,
    /// Pages are read from files and stored.
    Import,
    /// Stored pages are parsed into trees.
    Parse,
    /// Trees are compared, each with each.
    Compare,
    /// Pages are grouped by their similarities.
    Cluster,
    /// Templates are aligned and turned into wrappers.
    Induce,
    /// Pages are turned into records.
    Extract,
    /// Main content of pages is found.
    Content,
    /// Keywords of texts are found.
    Keywords,
    /// Wrappers are turned into selectors.
    Export,
    /// The links of stored pages are read.
    Graph,
    /// Pages and their records are put into the search index.
    Index,
}

impl Stage {
    /// The stage as a verb: `crawl`, `parse`, ….
    pub fn name(self) -> &'static str {
        match self {
            Stage::Crawl => "crawl",
            Stage::Fetch => "fetch",
            Stage::Import => "import",
            Stage::Parse => "parse",
            Stage::Compare => "compare",
            Stage::Cluster => "cluster",
            Stage::Induce => "induce",
            Stage::Extract => "extract",
            Stage::Content => "content",
            Stage::Keywords => "keywords",
            Stage::Export => "export",
            Stage::Graph => "graph",
            Stage::Index => "index",
        }
    }
}

/// Something that happened in a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The stage begins.
    Started {
        /// The stage.
        stage: Stage,
        /// Number of steps (pages, mostly), where it is known.
        total: Option<u64>,
    },
    /// Further steps are done. May come from any thread.
    Advanced {
        /// The stage.
        stage: Stage,
        /// How many.
        by: u64,
    },
    /// How the stage stands, in a few words (`42 queued, 3 failed`); replaces what was said before.
    Status {
        /// The stage.
        stage: Stage,
        /// The words.
        text: &'a str,
    },
    /// The stage is over.
    Finished {
        /// The stage.
        stage: Stage,
        /// What came of it, in a few words (`214 pages in 7 clusters`).
        summary: &'a str,
    },
    /// The stage has ended before it was done; the error follows.
    Abandoned {
        /// The stage.
        stage: Stage,
    },
    /// A line about a stage, under way or just finished, for information.
    Note(&'a str),
    /// A line that the user should see although the work goes on.
    Warning(&'a str),
    /// What the line just told is about, for who knows how to help.
    Topic(Topic),
}

/// Listens to the progress of the stages. `()` listens to nothing.
pub trait Observer: Send + Sync {
    /// Takes note of an event. Called from worker threads, often: it must be quick.
    fn observe(&self, event: Event<'_>);
}

impl Observer for () {
    fn observe(&self, _event: Event<'_>) {}
}

/// A stage under way, told to an observer. Dropped before it is finished, it counts as abandoned.
pub(crate) struct Progress<'a> {
    observer: &'a dyn Observer,
    stage: Stage,
    finished: bool,
}

impl<'a> Progress<'a> {
    pub(crate) fn start(observer: &'a dyn Observer, stage: Stage, total: Option<u64>) -> Self {
        observer.observe(Event::Started { stage, total });
        Self { observer, stage, finished: false }
    }

    pub(crate) fn advance(&self, by: u64) {
        self.observer.observe(Event::Advanced { stage: self.stage, by });
    }

    pub(crate) fn status(&self, text: &str) {
        self.observer.observe(Event::Status { stage: self.stage, text });
    }

    pub(crate) fn note(&self, line: &str) {
        self.observer.observe(Event::Note(line));
    }

    pub(crate) fn warn(&self, line: &str) {
        self.observer.observe(Event::Warning(line));
    }

    pub(crate) fn topic(&self, topic: Topic) {
        self.observer.observe(Event::Topic(topic));
    }

    pub(crate) fn finish(mut self, summary: &str) {
        self.finished = true;
        self.observer.observe(Event::Finished { stage: self.stage, summary });
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if !self.finished {
            self.observer.observe(Event::Abandoned { stage: self.stage });
        }
    }
}

/// A number with its noun: `1 page`, `3 pages`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}
