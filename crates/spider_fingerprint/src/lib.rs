//! In the place of `spider_fingerprint`, which has spider pass for a browser of one's own choice.
//!
//! Sitewrap says who it is, so nothing of that is used; spider names a few of its types all the same, and they
//! are here. The crate itself asks a server for the versions of Chrome while it is built, for which a second
//! HTTP client and a second TLS library are compiled first. What spider may yet name, the compiler will tell.

/// How hard a browser would be disguised.
pub mod configs {
    /// Tiers of disguise.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Tier {
        /// The common marks of automation.
        Basic,
        /// A few of them.
        Low,
        /// More of them.
        Mid,
        /// All of them.
        Full,
        /// None.
        #[default]
        None,
    }

    impl Tier {
        /// Whether there is any disguise.
        pub fn stealth(&self) -> bool {
            *self != Self::None
        }
    }
}

/// Which marks a browser would show of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fingerprint {
    /// Those of another one.
    Basic,
    /// Its own.
    #[default]
    None,
}

impl Fingerprint {
    /// Whether they are those of another one.
    pub fn valid(&self) -> bool {
        *self != Self::None
    }
}

/// The window of a browser.
pub mod spoof_viewport {
    /// What a page is told of the window.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Viewport {
        /// Its width in pixels.
        pub width: u32,
        /// Its height in pixels.
        pub height: u32,
        /// Pixels of the device for each of them.
        pub device_scale_factor: Option<f64>,
        /// Whether it is said to be that of a telephone.
        pub emulating_mobile: bool,
        /// Whether it is wider than high.
        pub is_landscape: bool,
        /// Whether it is touched.
        pub has_touch: bool,
    }
}

/// The headers of a browser.
pub mod spoof_headers {
    use std::collections::HashMap;

    /// Whether a browser would write the name of a header with capitals: none is written as by a browser.
    pub fn is_title_case_browser_header(_name: &str) -> bool {
        false
    }

    /// Writes the names of headers as a browser would: they stay as they are.
    pub fn rewrite_headers_to_title_case(_headers: &mut HashMap<String, String>) {}
}
