//! Pages that come one by one, worked on by all threads, handed on in their order.

use rayon::prelude::*;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// Most pages that wait between the reader and the workers, and that are worked on at once.
const BATCH_PAGES: usize = 64;
/// Bytes of bodies at which a batch is closed before it is full.
const BATCH_BYTES: usize = 16 << 20;

/// Does `work` for each page and hands the results to `sink` in the order of the pages. `bytes`
/// tells how large a page is.
///
/// Reading, working and `sink` overlap; at most two batches of pages are in memory. When pages come
/// slowly, each is handed on without waiting for the next.
///
/// # Errors
/// The first error of `pages` or of `sink`; either ends the work.
pub(crate) fn in_order<P, R, E>(
    mut pages: impl Iterator<Item = Result<P, E>> + Send,
    bytes: impl Fn(&P) -> usize,
    work: impl Fn(&P) -> R + Sync,
    mut sink: impl FnMut(&R) -> Result<(), E>,
) -> Result<(), E>
where
    P: Send + Sync,
    R: Send,
    E: Send,
{
    flow(&mut pages, &bytes, &work, &mut sink)
}

/// [`in_order`], compiled once for each kind of page and result and not for each caller.
fn flow<P, R, E>(
    pages: &mut (dyn Iterator<Item = Result<P, E>> + Send),
    bytes: &dyn Fn(&P) -> usize,
    work: &(dyn Fn(&P) -> R + Sync),
    sink: &mut dyn FnMut(&R) -> Result<(), E>,
) -> Result<(), E>
where
    P: Send + Sync,
    R: Send,
    E: Send,
{
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(BATCH_PAGES);
        scope.spawn(move || {
            for page in pages {
                // The receiver is gone when the sink has failed.
                if sender.send(page).is_err() {
                    break;
                }
            }
        });
        while let Some((batch, failure)) = next_batch(&receiver, bytes) {
            let results: Vec<R> = batch.par_iter().map(work).collect();
            results.iter().try_for_each(&mut *sink)?;
            if let Some(error) = failure {
                return Err(error);
            }
        }
        Ok(())
    })
}

/// What waits in the channel, up to a batch; waits for the first page only. The error, if any,
/// came after the pages. `None` when the input has ended.
fn next_batch<P, E>(
    receiver: &Receiver<Result<P, E>>,
    bytes: &dyn Fn(&P) -> usize,
) -> Option<(Vec<P>, Option<E>)> {
    let mut batch = Vec::new();
    let mut total = 0;
    let mut next = Some(receiver.recv().ok()?);
    while let Some(page) = next {
        match page {
            Ok(page) => {
                total += bytes(&page);
                batch.push(page);
            }
            Err(error) => return Some((batch, Some(error))),
        }
        let full = batch.len() == BATCH_PAGES || total >= BATCH_BYTES;
        next = if full { None } else { receiver.try_recv().ok() };
    }
    Some((batch, None))
}
