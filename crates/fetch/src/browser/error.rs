//! Why a page could not be rendered.

/// Why a page could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The program cannot be started: which, and why.
    #[error("the browser {0} cannot be started: {1}")]
    Start(String, String),
    /// The browser has ended.
    #[error("the browser has gone")]
    Gone,
    /// An order was not obeyed.
    #[error("the browser refused: {0}")]
    Refused(String),
    /// The page took too long.
    #[error("not rendered in time")]
    Timeout,
    /// A script led to another page.
    #[error("the page left for {0}")]
    Left(String),
    /// The document has more bytes than a page may.
    #[error("larger than {0} bytes when rendered")]
    TooLarge(usize),
}
