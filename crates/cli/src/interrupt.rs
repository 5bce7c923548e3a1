//! Ctrl-C: the first asks for a clean end, the second ends at once.

use crate::progress::Console;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Exit code after Ctrl-C, as shells give it.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub(crate) struct Interrupt {
    /// Whether there is still something that can be ended cleanly.
    stoppable: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens on a thread of its own, so that Ctrl-C is heard whatever the others do. The first one
    /// calls `stop`.
    pub(crate) fn listen(
        console: &Console,
        stop: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let stoppable = Arc::new(AtomicBool::new(true));
        let (still, console) = (Arc::clone(&stoppable), console.clone());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
        let listen = async move {
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
        };
        let thread = thread::Builder::new().name("ctrl-c".to_owned());
        thread.spawn(move || runtime.block_on(listen))?;
        Ok(Self { stoppable })
    }

    /// From now on Ctrl-C ends the process at once: nothing is left that could be cut in half.
    pub(crate) fn release(&self) {
        self.stoppable.store(false, Ordering::Relaxed);
    }
}
