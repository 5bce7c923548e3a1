//! Pages that the command line names: files, folders, archives, URLs, standard input.

use super::address::web_address;
use super::network::runtime;
use crate::args::InputArgs;
use crate::exit::UsageError;
use crate::progress::Console;
use anyhow::Result;
use sitewrap_archive::{JsonLines, Pages, TextLines, are_texts, holds_texts, open_source};
use sitewrap_pipeline::{InputPage, InputText, fetch_pages, page_or_missing, text_or_missing};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use url::Url;

/// Inputs as they are to be read: arguments checked and filled in.
pub(super) struct Inputs {
    inputs: Vec<Input>,
    base_url: Option<Url>,
    /// How the pages of URLs are fetched.
    fetching: sitewrap_crawl::CrawlOptions,
}

/// Where pages come from.
enum Input {
    Url(Url),
    Path(PathBuf),
    Stdin,
}

/// The pages of one input.
type InputPages = Box<dyn Iterator<Item = InputPage> + Send>;

/// The texts of one input.
type InputTexts = Box<dyn Iterator<Item = InputText> + Send>;

impl Inputs {
    pub(super) fn resolve(args: InputArgs) -> Result<Self, UsageError> {
        let inputs = args.inputs.iter().map(|input| Input::resolve(input));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
            return Err(UsageError("standard input (-) can be read once only".to_owned()));
        }
        let fetching = sitewrap_crawl::CrawlOptions {
            user_agent: args.user_agent,
            contact: args.contact,
            allow_private: args.allow_private,
            #[cfg(feature = "browser")]
            rendering: args.render.resolve(),
            ..sitewrap_crawl::CrawlOptions::default()
        };
        Ok(Self { inputs, base_url: args.base_url, fetching })
    }

    /// The pages or texts in one place on the disk. Those of a mirrored folder are on a made-up site.
    pub(super) fn of_path(path: PathBuf) -> Result<Self> {
        Ok(Self {
            inputs: vec![Input::Path(path)],
            base_url: Some(Url::parse("http://folder.invalid/")?),
            fetching: sitewrap_crawl::CrawlOptions::default(),
        })
    }

    /// Whether none is named: the pages of the store are meant.
    pub(super) fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The files and folders among them.
    pub(super) fn paths<'a>(&'a self) -> Vec<&'a Path> {
        let path = |input: &'a Input| {
            if let Input::Path(path) = input { Some(path.as_path()) } else { None }
        };
        self.inputs.iter().filter_map(path).collect()
    }

    /// One other input, fetched as these are.
    pub(super) fn with_settings(&self, input: &str) -> Result<Self, UsageError> {
        Ok(Self {
            inputs: vec![Input::resolve(input)?],
            base_url: self.base_url.clone(),
            fetching: self.fetching.clone(),
        })
    }

    /// Whether standard input is among them.
    pub(super) fn has_stdin(&self) -> bool {
        self.inputs.iter().any(|input| matches!(input, Input::Stdin))
    }

    /// Whether opening them twice gives the same pages twice.
    pub(super) fn can_be_read_again(&self) -> bool {
        self.inputs.iter().all(|input| matches!(input, Input::Path(_)))
    }

    /// Opens all inputs, in their order, and fetches those that are URLs. A file that is not there
    /// fails here, before anything is written.
    pub(super) fn open(&self, console: &Console) -> Result<Vec<InputPages>> {
        let paths = self.inputs.iter().map(|input| match input {
            Input::Path(path) => open_source(path, self.base_url.as_ref()).map(Some),
            _ => Ok(None),
        });
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        let mut fetched = self.fetch(console)?.into_iter();
        let open = |(input, path): (&Input, Option<Pages>)| -> InputPages {
            match (input, path) {
                (Input::Path(_), Some(pages)) => Box::new(pages.map(page_or_missing)),
                (Input::Stdin, _) => {
                    let lines = BufReader::new(io::stdin());
                    Box::new(JsonLines::new(lines, "standard input").map(page_or_missing))
                }
                _ => Box::new(fetched.next().into_iter()),
            }
        };
        Ok(self.inputs.iter().zip(paths).map(open).collect())
    }

    /// Whether the inputs are texts, not pages.
    ///
    /// # Errors
    /// If some are texts and some are pages, or standard input cannot be read.
    pub(super) fn hold_texts(&self) -> Result<bool> {
        let mut texts = 0;
        for input in &self.inputs {
            texts += usize::from(match input {
                Input::Url(_) => false,
                Input::Path(path) => holds_texts(path),
                // What is looked at stays in the buffer of the process.
                Input::Stdin => are_texts(io::stdin().lock().fill_buf()?),
            });
        }
        if texts > 0 && texts < self.inputs.len() {
            let mixed = "texts and pages are not taken at once; name either";
            return Err(UsageError(mixed.to_owned()).into());
        }
        Ok(texts > 0)
    }

    /// Opens all inputs, which hold texts, in their order.
    pub(super) fn open_texts(&self) -> Result<Vec<InputTexts>> {
        let open = |input: &Input| -> Result<InputTexts> {
            Ok(match input {
                Input::Path(path) => Box::new(TextLines::open(path)?.map(text_or_missing)),
                _ => {
                    let lines = TextLines::new(BufReader::new(io::stdin()), "standard input");
                    Box::new(lines.map(text_or_missing))
                }
            })
        };
        self.inputs.iter().map(open).collect()
    }

    fn fetch(&self, console: &Console) -> Result<Vec<InputPage>> {
        let urls: Vec<Url> = self.inputs.iter().filter_map(Input::url).cloned().collect();
        if urls.is_empty() {
            return Ok(Vec::new());
        }
        Ok(runtime()?.block_on(fetch_pages(&urls, &self.fetching, console)))
    }
}

impl Input {
    fn resolve(text: &str) -> Result<Self, UsageError> {
        let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            _ if text == "-" => Ok(Self::Stdin),
            Some("http" | "https") => web_address(text).map(Self::Url),
            _ => Ok(Self::Path(PathBuf::from(text))),
        }
    }

    fn url(&self) -> Option<&Url> {
        if let Self::Url(url) = self { Some(url) } else { None }
    }
}
