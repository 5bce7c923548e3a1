//! One page, politely and safely: from an address to its answer.
//!
//! Who may be asked, when, and how does one exchange stay within bounds? A [`Transport`] makes single
//! requests: addresses checked, sizes and times capped, no redirect followed. [`PageFetcher`] has spider
//! drive the fetch of a page over it; [`PoliteClient`] asks for what is no page at the pace of its host
//! ([`Paces`]); [`RobotsCache`] says what robots.txt permits (RFC 9309). With the feature `browser` a
//! `Renderer` has an installed Chromium run the scripts of a page, behind the same transport.
//!
//! What must never happen: a private address is contacted unless allowed; a body is read beyond its
//! cap; a redirect is followed on the server's word.

mod address;
#[cfg(feature = "browser")]
mod browser;
mod buffers;
mod clock;
mod error;
mod exchange;
#[cfg(fuzzing)]
pub mod fuzzing;
mod options;
mod pace;
mod page_fetcher;
mod polite;
mod proxies;
mod retry_after;
mod robot_rules;
mod robots;
mod robots_cache;
mod stop;
mod tls;
mod transport;

pub use address::AddressError;
#[cfg(feature = "browser")]
pub use browser::{RenderError, Renderer};
pub use buffers::BufferPool;
pub use clock::now_ms;
pub use error::{FetchError, SetupError};
pub use exchange::{Answer, Body, Request, Validators};
#[cfg(feature = "browser")]
pub use options::BrowserChoice;
pub use options::{FetchOptions, Timeouts, product_token};
pub use pace::{Pace, Paces, WaitReason};
pub use page_fetcher::{Fetched, PageFetcher};
pub use polite::PoliteClient;
pub use proxies::ProxyError;
pub use robots::ROBOTS_BYTES;
pub use robots_cache::{
    NoRobots, Permission, Persistence, RobotsCache, RobotsExtras, RobotsTxt, Unavailable,
    fetch_robots,
};
pub use stop::StopSignal;
pub use transport::{ACCEPT, Transport};
