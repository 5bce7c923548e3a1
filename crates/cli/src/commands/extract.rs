//! `extract`: pages to records on standard output.

use super::inputs::Inputs;
use super::records::{Wrappers, check_page_type, record_options, with_join, write_records};
use super::stored::stored_wrappers;
use super::{bundle, places};
use crate::args::ExtractArgs;
use crate::exit::Outcome;
use crate::progress::Console;
use anyhow::Result;
use sitewrap_pipeline::{extract_pages, extract_stored};
use sitewrap_store::{Store, StoreError};
use sitewrap_wrapper::WrapperSet;
use std::path::Path;

pub(super) fn run(store: &Path, args: ExtractArgs, console: &Console) -> Result<Outcome> {
    if !args.wrappers.is_empty() {
        return bundle::extract(args, console);
    }
    let (inputs, output) = (Inputs::resolve(args.input)?, args.output);
    if let Some(place) = &output.output {
        places::check(place, store, &inputs.paths())?;
    }
    let options = record_options(&output)?;
    let is_structured = output.structured.is_some();
    let store = match Store::open_existing(store) {
        // What a file states needs no wrappers.
        Err(StoreError::Missing(_)) if is_structured && !inputs.is_empty() => None,
        store => Some(store?),
    };
    let wrappers = match &store {
        Some(store) if is_structured => store.wrappers()?.unwrap_or_default(),
        Some(store) => stored_wrappers(store)?,
        None => WrapperSet::default(),
    };
    let wrappers = wrappers.with_fields(output.fields.into());
    let known = Wrappers::Stored(&wrappers);
    check_page_type(&output, &known)?;
    if let Some(store) = store.as_ref().filter(|_| inputs.is_empty()) {
        return write_records(&output, &known, console, |sink| {
            with_join(output.join, Some((store, &wrappers)), console, sink, |sink| {
                extract_stored(store, &wrappers, options, console, sink)
            })
        });
    }
    // Other commands may use the store while this one reads a long stream.
    drop(store);
    let pages = inputs.open(console)?.into_iter().flatten().map(Ok);
    write_records(&output, &known, console, |sink| {
        with_join(output.join, None, console, sink, |sink| {
            extract_pages(&wrappers, pages, options, None, console, sink)
        })
    })
}
