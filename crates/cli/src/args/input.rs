//! Raw arguments of the commands that take pages from anywhere: `extract`, `content`,
//! `keywords`, `filter`.

use super::crawl::header_text;
use clap::Args;
use url::Url;

/// Where pages come from, and how those of URLs are fetched.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// URL, HTML file, folder, WARC file, or - for JSON lines on standard input; without any,
    /// every stored page
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,

    /// URL of an HTML file, or of the top of a mirrored folder
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<Url>,

    /// User agent sent when URLs are fetched, and the name looked up in robots.txt
    #[arg(long, value_name = "NAME", default_value = concat!("sitewrap/", env!("CARGO_PKG_VERSION")))]
    #[arg(value_parser = header_text)]
    pub(crate) user_agent: String,

    /// Address or URL under which a webmaster reaches you; sent with the user agent
    #[arg(long, value_name = "CONTACT", value_parser = header_text)]
    pub(crate) contact: Option<String>,

    /// Fetch URLs that lead to loopback and private addresses
    #[arg(long)]
    pub(crate) allow_private: bool,

    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) render: super::render::RenderArgs,
}
