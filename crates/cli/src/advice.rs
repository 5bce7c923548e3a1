//! What to do about an error or a message, in the words of the command line.
//!
//! Libraries say what is wrong; which option or command helps is known here alone.

use sitewrap_archive::SourceError;
use sitewrap_crawl::CrawlError;
use sitewrap_model::Topic;
#[cfg(feature = "search")]
use sitewrap_pipeline::UpdateSearchError;
use sitewrap_pipeline::{ArchiveError, InduceError};
use sitewrap_store::StoreError;
use std::error::Error;

/// What helps against an error, as the end of its line; `None` where the error says it all.
pub(crate) fn against(error: &anyhow::Error) -> Option<String> {
    error.chain().find_map(|cause| match within(cause) {
        Some(error) => of_store(error),
        None => of_others(cause).map(str::to_owned),
    })
}

/// What helps where a stage has told of something.
pub(crate) fn on(topic: Topic) -> Option<&'static str> {
    Some(match topic {
        Topic::Scripts if cfg!(feature = "browser") => {
            "`--render auto --refresh` has a browser fill them"
        }
        Topic::Scripts => {
            "a sitewrap that is built with `--features browser` can fill them (--render auto)"
        }
        Topic::Nofollow => "--follow-nofollow follows them all the same",
        Topic::Scope => "the rules are those of --path-prefix, --include and --exclude",
        Topic::Actions => "--follow-actions follows such links",
        Topic::Bounds => "`sitewrap help limits` tells all bounds",
        Topic::Damage => "`sitewrap status --verify` names all that is damaged",
        Topic::Details => "-vv tells all",
        _ => return None,
    })
}

/// What to do about a damaged row of a table of the store.
pub(crate) fn for_table(table: &str) -> &'static str {
    match table {
        "pages" | "bodies" => {
            "fetch the page again with `sitewrap crawl SITE --refresh`, or import it again"
        }
        "urls" => "nothing is lost by it: what is stored of the pages tells their URLs as well",
        "journal" | "state" => {
            "what is stored can be read; to crawl or import more, do so into a new store, which `sitewrap \
             import STORE --store NEW` fills with the pages of this one"
        }
        "edits" => "`sitewrap wrappers edit` or `import` writes the edits anew",
        "wrappers" | "clusterings" | "blobs" => {
            "`sitewrap induce --fresh` learns it anew from the stored pages"
        }
        _ => "restore the store from a copy, or crawl into a new one",
    }
}

/// The error of a store that an error is, or hands through as its own.
fn within<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e StoreError> {
    if let Some(InduceError::Store(error)) = error.downcast_ref() {
        return Some(error);
    }
    if let Some(ArchiveError::Store(error)) = error.downcast_ref() {
        return Some(error);
    }
    #[cfg(feature = "search")]
    if let Some(UpdateSearchError::Store(error)) = error.downcast_ref() {
        return Some(error);
    }
    error.downcast_ref()
}

fn of_store(error: &StoreError) -> Option<String> {
    let advice = match error {
        StoreError::NotAFolder(_) => "give another path with --store",
        StoreError::NotAStore(_) => "--store names it",
        StoreError::Missing(_) => {
            "`sitewrap crawl URL` or `sitewrap import PATH` makes one, --store DIR names another"
        }
        StoreError::InUse(_) => "or give another folder with --store",
        StoreError::BadRow { .. } => {
            "`sitewrap status --verify` tells what to do, `sitewrap import STORE --store NEW` copies the \
             pages that are whole"
        }
        StoreError::Damaged { path, .. } => {
            return Some(format!(
                "or save its pages that are whole: `sitewrap import {} --store NEW`",
                path.display()
            ));
        }
        _ => return None,
    };
    Some(advice.to_owned())
}

fn of_others(error: &(dyn Error + 'static)) -> Option<&'static str> {
    if let Some(error) = error.downcast_ref() {
        return match error {
            InduceError::NoPages => {
                Some("`sitewrap crawl URL` or `sitewrap import PATH` gets some into the store")
            }
            _ => None,
        };
    }
    match error.downcast_ref() {
        Some(CrawlError::PrivateAddress { .. } | CrawlError::LeadsToPrivate { .. }) => {
            return Some("--allow-private permits it");
        }
        #[cfg(feature = "browser")]
        Some(CrawlError::Fetch(sitewrap_crawl::SetupError::Browser(_))) => {
            return Some(
                "--browser names the program, --browser-no-sandbox does without a sandbox",
            );
        }
        Some(_) => return None,
        None => {}
    }
    if let Some(sitewrap_filter::ParseError::Toml { .. }) = error.downcast_ref() {
        return Some("`sitewrap filter --help` shows how a list is written");
    }
    if let Some(sitewrap_content::WeightsError::Syntax { .. }) = error.downcast_ref() {
        return Some("`sitewrap content train` writes a file of weights");
    }
    match error.downcast_ref()? {
        SourceError::NeedsBaseUrl(_) => {
            Some("if it is the copy of a site, give the address of its top with --base-url")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Error;

    fn advice(error: impl Into<Error>) -> String {
        against(&error.into()).unwrap_or_default()
    }

    #[test]
    fn what_helps_is_found_behind_other_errors() {
        let missing = || StoreError::Missing("a".into());
        assert!(advice(missing()).contains("--store"));
        assert!(advice(InduceError::Store(missing())).contains("--store"));
        assert!(advice(InduceError::NoPages).contains("sitewrap crawl"));
        assert!(advice(Error::from(missing()).context("b cannot be used")).contains("--store"));
        let journal = sitewrap_crawl::JournalError::new(missing());
        assert!(advice(CrawlError::Journal(journal)).contains("--store"));
        assert_eq!(advice(CrawlError::Forbidden { url: "a".to_owned() }), "");
    }

    #[test]
    fn each_damaged_table_has_its_remedy() {
        assert!(for_table("bodies").contains("import it again"));
        assert!(for_table("wrappers").contains("induce --fresh"));
        assert!(for_table("journal").contains("--store NEW"));
        assert!(for_table("meta").contains("restore"));
    }
}
