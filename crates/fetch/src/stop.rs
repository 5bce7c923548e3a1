//! How a running crawl is told to stop.

use std::sync::Arc;
use tokio::sync::watch;

/// Tells a running crawl to finish what is in flight, commit it and end. Clones share the
/// signal; it can be given from any thread, a signal handler's task included.
#[derive(Clone, Debug)]
pub struct StopSignal(Arc<watch::Sender<bool>>);

impl StopSignal {
    /// A signal that is not given yet.
    pub fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Gives the signal; a second time changes nothing.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Whether the signal was given.
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns when the signal is given, at once if it was.
    pub async fn stopped(&self) {
        let mut receiver = self.0.subscribe();
        // The sender lives in `self`, so waiting can end by the signal only.
        let _ = receiver.wait_for(|&stopped| stopped).await;
    }
}

impl Default for StopSignal {
    fn default() -> Self {
        Self::new()
    }
}
