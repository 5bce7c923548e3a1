//! Ctrl-C, and the signal by which a system ends a program: the first asks for a clean end, the second
//! ends at once.

use crate::exit::INTERRUPTED;
use crate::progress::Console;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Exit code after the signal to end, as shells give it.
#[cfg(unix)]
const ENDED: u8 = 143;

/// The signals that ask for an end.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    end: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, end: signal(SignalKind::terminate())? })
    }

    /// Waits for the next one; gives the exit code that stands for it.
    async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupt.recv() => INTERRUPTED,
            _ = self.end.recv() => ENDED,
        }
    }
}

/// The signals that ask for an end.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for the next one; gives the exit code that stands for it.
    async fn next(&mut self) -> u8 {
        match tokio::signal::ctrl_c().await {
            Ok(()) => INTERRUPTED,
            Err(_) => std::future::pending().await,
        }
    }
}

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
        let mut signals = {
            let _within = runtime.enter();
            Signals::new()?
        };
        let listen = async move {
            let mut code = signals.next().await;
            if still.load(Ordering::Relaxed) {
                console.say(match code {
                    INTERRUPTED => {
                        "Ctrl-C: finishing what is in flight; press it again to quit at once"
                    }
                    _ => "asked to end: finishing what is in flight",
                });
                stop();
                code = signals.next().await;
            }
            std::process::exit(code.into());
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
