//! The wrappers of a store.

use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap_store::Store;
use sitewrap_wrapper::WrapperSet;

/// What a store without wrappers is answered with.
pub(super) const NO_INDUCTION: &str =
    "the store has no wrappers yet; `sitewrap induce` learns them from the stored pages";

/// The wrappers of a store, or an error that says how to get some.
pub(super) fn stored_wrappers(store: &Store) -> Result<WrapperSet> {
    store.wrappers()?.context(NO_INDUCTION)
}

/// Says what of the edits could not be done on the wrappers as they are now.
pub(super) fn tell_edits(store: &Store, console: &Console) -> Result<()> {
    // Without edits, wrappers need not be read.
    if store.edits()?.is_empty() {
        return Ok(());
    }
    for note in store.edited()?.map(|edited| edited.notes).unwrap_or_default() {
        console.say(&format!("edits: {note}"));
    }
    Ok(())
}
