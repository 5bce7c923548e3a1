//! Whether the process was started with a standard output.
//!
//! Why a crate for that? Rust's runtime opens the null device in place of each standard stream that is
//! closed (`sitewrap pages >&-`), before `main`, so that what is written then is lost without an error.
//! Whether there was a standard output can only be asked before the runtime starts, and what runs
//! there has to be marked as unsafe: the one place of the workspace that does.

#[cfg(unix)]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    // Sound: one system call and one store, no use of what the runtime sets up.
    #[allow(unsafe_code)]
    mod hook {
        ctor::declarative::ctor! {
            #[ctor(unsafe)]
            fn look() {
                super::look();
            }
        }
    }

    fn look() {
        let is_open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
        CLOSED.store(!is_open, Ordering::Relaxed);
    }

    pub(crate) fn closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

/// Whether the process was started with its standard output closed. `false` where that cannot be told
/// (systems other than Unix).
pub fn stdout_was_closed() -> bool {
    #[cfg(unix)]
    let closed = before_main::closed();
    #[cfg(not(unix))]
    let closed = false;
    closed
}
