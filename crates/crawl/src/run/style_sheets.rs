//! The style sheets that pages name, fetched beside them where they are asked for.

use super::Run;
use super::files::{FileAnswer, Hosts};
use crate::CrawlError;
use crate::page::findings::Findings;
use crate::style_sheets::{
    NAMES_STATE, STYLE_SHEET_BYTES, STYLE_SHEET_STATE, imports, with_imports,
};
use sitewrap_tree::{is_html_type, normalize};
use url::Url;

impl Run<'_> {
    /// Notes the style sheets that a page names.
    pub(super) fn note_style_sheets(&mut self, findings: &Findings) {
        let mut has_new = false;
        for url in &findings.style_sheets {
            has_new |= self.style_sheets.add(url.clone());
        }
        if has_new {
            self.progress.keep(NAMES_STATE.to_owned(), self.style_sheets.names());
        }
    }

    /// Notes the style sheets that an earlier crawl knew of, and reads those that it did not fetch; a
    /// refresh asks for all of them again.
    pub(super) async fn resume_style_sheets(&mut self) -> Result<(), CrawlError> {
        if !self.options.style_sheets {
            return Ok(());
        }
        if let Some(names) = self.recall(NAMES_STATE.to_owned()).await? {
            let names = String::from_utf8_lossy(&names).into_owned();
            names.lines().filter_map(|name| Url::parse(name).ok()).for_each(|url| {
                self.style_sheets.add(url);
            });
        }
        self.read_style_sheets().await
    }

    /// Fetches the style sheets that were noted, and keeps them.
    pub(super) async fn read_style_sheets(&mut self) -> Result<(), CrawlError> {
        while self.ending.is_none() {
            let Some(url) = self.style_sheets.take() else { break };
            let key = format!("{STYLE_SHEET_STATE}{url}");
            if self.resumed
                && !self.options.refresh
                && let Some(known) = self.recall(key.clone()).await?
            {
                match known.len() {
                    0 => self.style_sheets.miss(),
                    bytes => _ = self.style_sheets.keep(bytes),
                }
                continue;
            }
            let sheet = match self.fetch_style_sheet(url.clone()).await {
                Ok(Some(css)) => self.import_into(&css, &url).await,
                Ok(None) => String::new(),
                // A later crawl asks again.
                Err(NotNow) => {
                    self.style_sheets.miss();
                    continue;
                }
            };
            if sheet.trim().is_empty() {
                self.style_sheets.miss();
            }
            let is_kept = !sheet.trim().is_empty() && self.style_sheets.keep(sheet.len());
            tracing::debug!(%url, bytes = sheet.len(), is_kept, "style sheet");
            self.progress.keep(key, if is_kept { sheet.into_bytes() } else { Vec::new() });
        }
        Ok(())
    }

    /// A style sheet with what it imports; imports of these are left out.
    async fn import_into(&mut self, css: &str, url: &Url) -> String {
        let mut found = Vec::new();
        for import in imports(css) {
            let target = url.join(&import.target).ok().and_then(normalize);
            let sheet = match target.filter(|target| target != url) {
                Some(target) => self.fetch_style_sheet(target).await.ok().flatten(),
                None => None,
            };
            found.push((import, sheet));
        }
        with_imports(css, &found)
    }

    /// Fetches a style sheet; `None` if there is none that may be had.
    async fn fetch_style_sheet(&mut self, url: Url) -> Result<Option<String>, NotNow> {
        if !self.style_sheets.may_ask() {
            return Err(NotNow);
        }
        let answer = self.fetch_file(url, STYLE_SHEET_BYTES + 1, Hosts::Public).await;
        self.style_sheets.answered(matches!(answer, FileAnswer::NotNow));
        match answer {
            FileAnswer::File { content_type, .. }
                if content_type.as_deref().is_some_and(is_html_type) =>
            {
                Ok(None)
            }
            FileAnswer::File { body, .. } => {
                let css =
                    String::from_utf8_lossy(body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&body));
                Ok(Some(css.into_owned()))
            }
            FileAnswer::None => Ok(None),
            FileAnswer::NotNow => Err(NotNow),
        }
    }
}

/// A style sheet could not be had now.
struct NotNow;
