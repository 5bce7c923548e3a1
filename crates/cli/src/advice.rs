//! What to do about an error, in the words of the command line.
//!
//! Libraries say what is wrong; which option or command helps is known here alone.

use sitewrap_crawl::CrawlError;
use sitewrap_crawl::source::SourceError;
use sitewrap_pipeline::{ArchiveError, InduceError, UpdateSearchError};
use sitewrap_store::StoreError;
use std::error::Error;

/// What helps against an error, as the end of its line; `None` where the error says it all.
pub(crate) fn against(error: &anyhow::Error) -> Option<String> {
    error.chain().find_map(|cause| match within(cause) {
        Some(error) => of_store(error),
        None => of_others(cause).map(str::to_owned),
    })
}

/// The error of a store that an error is, or hands through as its own.
fn within<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e StoreError> {
    error.downcast_ref().or_else(|| match error.downcast_ref() {
        Some(InduceError::Store(error)) => Some(error),
        _ => match error.downcast_ref() {
            Some(UpdateSearchError::Store(error)) => Some(error),
            _ => match error.downcast_ref() {
                Some(ArchiveError::Store(error)) => Some(error),
                _ => None,
            },
        },
    })
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
        Some(CrawlError::PrivateAddress { .. }) => return Some("--allow-private permits it"),
        Some(_) => return None,
        None => {}
    }
    match error.downcast_ref()? {
        SourceError::NeedsBaseUrl(_) => {
            Some("if it is the copy of a site, give the address of its top with --base-url")
        }
        _ => None,
    }
}
