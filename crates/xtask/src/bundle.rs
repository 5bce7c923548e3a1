//! A site in files: its pages and what is true of them.

use crate::score::{Nested, TrueRecord};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use sitewrap_archive::open_source;
use sitewrap_model::Page;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Where the pages of a site without addresses are said to be.
const BASE: &str = "https://site.example/";

/// The pages of a site with their types and fields.
pub struct Bundle {
    /// The name of its folder.
    pub name: String,
    /// Its pages.
    pub pages: Vec<Page>,
    /// The types of pages, by their decoded URLs.
    pub types: Vec<PageType>,
    /// The fields of pages, as far as they are known.
    pub records: Vec<TrueRecord>,
}

/// What kind of page a page is.
pub struct PageType {
    /// Its decoded URL.
    pub url: String,
    /// The template as the site's software has it.
    pub fine: String,
    /// The same for types that plainly share one template.
    pub coarse: String,
}

/// A line of `pages.jsonl`.
#[derive(Deserialize)]
struct PageLine {
    url: String,
    #[serde(rename = "type")]
    page_type: Option<String>,
    type_coarse: Option<String>,
}

/// A line of `records.jsonl`.
#[derive(Deserialize)]
struct RecordLine {
    url: String,
    #[serde(rename = "type")]
    page_type: Option<String>,
    fields: serde_json::Value,
}

/// A line of the `truth.jsonl` of the demo site.
#[derive(Deserialize)]
struct DemoLine {
    path: String,
    #[serde(rename = "type")]
    page_type: String,
    new: bool,
    record: serde_json::Value,
}

impl Bundle {
    /// Reads a folder: one with `pages.jsonl` ({url, file, type, type_coarse} a line) and
    /// `records.jsonl` ({url, fields} a line), or one with `truth.jsonl` and `site`, as the demo.
    ///
    /// # Errors
    /// If the folder holds neither, or a file of it cannot be read.
    pub fn open(folder: &Path) -> Result<Self> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if folder.join("pages.jsonl").exists() {
            Self::open_bundle(name, folder)
        } else if folder.join("truth.jsonl").exists() {
            Self::open_demo(name, folder)
        } else {
            bail!("{}: neither pages.jsonl nor truth.jsonl", folder.display())
        }
    }

    fn open_bundle(name: String, folder: &Path) -> Result<Self> {
        let lines: Vec<PageLine> = read_lines(&folder.join("pages.jsonl"))?;
        let pages = open_source(folder, None)?.collect::<Result<_, _>>()?;
        let types: Vec<PageType> = lines.into_iter().filter_map(PageLine::page_type).collect();
        let known: HashMap<&str, &str> =
            types.iter().map(|page| (page.url.as_str(), page.fine.as_str())).collect();
        let file = folder.join("records.jsonl");
        let lines: Vec<RecordLine> = if file.exists() { read_lines(&file)? } else { Vec::new() };
        let record = |line: RecordLine| {
            let url = decoded(&line.url);
            let known = || known.get(url.as_str()).map(|&kind| kind.to_owned());
            let page_type = line.page_type.or_else(known).unwrap_or_else(|| "page".to_owned());
            TrueRecord { url, page_type, fields: Nested::from(&line.fields) }
        };
        let records = lines.into_iter().map(record).collect();
        Ok(Self { name, pages, types, records })
    }

    fn open_demo(name: String, folder: &Path) -> Result<Self> {
        let base = BASE.parse()?;
        let pages = open_source(&folder.join("site"), Some(&base))?.collect::<Result<_, _>>()?;
        let lines: Vec<DemoLine> = read_lines(&folder.join("truth.jsonl"))?;
        let (mut types, mut records) = (Vec::new(), Vec::new());
        for line in lines.into_iter().filter(|line| !line.new) {
            let url = decoded(base.join(&line.path)?.as_str());
            let fields = Nested::from(&line.record);
            let (fine, coarse) = (line.page_type.clone(), line.page_type.clone());
            types.push(PageType { url: url.clone(), fine, coarse });
            records.push(TrueRecord { url, page_type: line.page_type, fields });
        }
        Ok(Self { name, pages, types, records })
    }
}

impl PageLine {
    fn page_type(self) -> Option<PageType> {
        let fine = self.page_type.filter(|kind| !kind.is_empty())?;
        let coarse = self.type_coarse.filter(|kind| !kind.is_empty());
        let coarse = coarse.unwrap_or_else(|| fine.clone());
        Some(PageType { url: decoded(&self.url), fine, coarse })
    }
}

fn read_lines<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<Vec<T>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(at, line): (usize, &str)| {
        serde_json::from_str(line).with_context(|| format!("{}, line {}", file.display(), at + 1))
    };
    lines.map(read).collect()
}

/// A URL with its escapes decoded: `%E9%82%AE` and its letter are one address.
pub fn decoded(url: &str) -> String {
    let bytes = url.as_bytes();
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(decoded("/a%20b/%E9%82%AE%2"), "/a b/邮%2");
    }
}
