//! Ctrl-C: the first asks for a clean end, the second ends at once.

use crate::progress::Console;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code after Ctrl-C, as shells give it.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub(crate) struct Interrupt {
    /// Whether there is still something that can be ended cleanly.
    stoppable: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens on the runtime this is called from. The first Ctrl-C calls `stop`.
    pub(crate) fn listen(console: &Console, stop: impl FnOnce() + Send + 'static) -> Self {
        let stoppable = Arc::new(AtomicBool::new(true));
        let (still, console) = (Arc::clone(&stoppable), console.clone());
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            if still.load(Ordering::Relaxed) {
                console.say("Ctrl-C: finishing what is in flight; press it again to quit at once");
                stop();
                if tokio::signal::ctrl_c().await.is_err() {
                    return;
                }
            }
            std::process::exit(INTERRUPTED);
        });
        Self { stoppable }
    }

    /// From now on Ctrl-C ends the process at once: nothing is left that could be cut in half.
    pub(crate) fn release(&self) {
        self.stoppable.store(false, Ordering::Relaxed);
    }
}
