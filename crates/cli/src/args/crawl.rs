//! Raw arguments of `crawl` and `import`.

use super::TableFormat;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use url::Url;

const CRAWL_EXAMPLES: &str = "\
Examples:
  sitewrap crawl https://shop.example/
  sitewrap crawl https://shop.example/ --max-pages 300 --delay 1.5 --contact me@example.org
  sitewrap crawl https://shop.example/ --warc shop.warc.gz
  sitewrap crawl --list urls.txt                 these pages and no others
  sitewrap crawl http://127.0.0.1:8000/ --allow-private --delay 0

Ctrl-C (or SIGTERM) finishes what is in flight; the same command goes on from there, even after a kill.
Proxies are those of HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY in the environment.";

/// Arguments of `sitewrap crawl`.
#[derive(Debug, Args)]
#[command(after_help = CRAWL_EXAMPLES)]
pub(crate) struct CrawlArgs {
    /// Address of the site's start page; without a scheme, https:// is meant
    #[arg(value_name = "URL", required_unless_present = "list", conflicts_with = "list")]
    pub(crate) url: Option<String>,

    /// Fetch the pages of the URLs in this file instead, one a line (- for standard input), and
    /// follow no links
    #[arg(long, value_name = "FILE", help_heading = "Crawl")]
    pub(crate) list: Option<PathBuf>,

    /// Write the pages into this WARC archive too (.warc.gz), with those stored before; one that
    /// is there already is added to
    #[arg(long, value_name = "FILE", help_heading = "Crawl")]
    pub(crate) warc: Option<PathBuf>,

    /// Write cookies into the archive too, which may let its readers act as you
    #[arg(long, requires = "warc", help_heading = "Crawl")]
    pub(crate) warc_cookies: bool,

    /// Leave out pages whose main content this list or model says is unwanted, with their links; see
    /// `sitewrap help filter`
    #[arg(long, value_name = "FILE", help_heading = "Crawl")]
    pub(crate) filter: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) options: CrawlOptions,

    #[cfg(feature = "browser")]
    #[command(flatten)]
    pub(crate) render: super::render::RenderArgs,
}

/// Which pages are fetched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// Kinds of pages that are little known yet first.
    Diverse,
    /// In the order in which links are found.
    BreadthFirst,
    /// The highest PageRank so far first.
    Pagerank,
    /// What most cash has come to first.
    Opic,
    /// What most pages lead to first.
    Backlinks,
}

/// What is stored beside the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asset {
    /// The style sheets that pages name.
    Css,
}

/// How a site is crawled.
#[derive(Debug, Args)]
#[command(next_help_heading = "Crawl")]
pub(crate) struct CrawlOptions {
    /// Stop when this many different pages are stored; pages that say the same as one of them under
    /// another address are stored besides [default: 1000; with --list, all of the list]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_pages: Option<u32>,

    /// Which pages are fetched first: `diverse`, pages of kinds that are little known yet, so that
    /// a small budget shows every kind; `breadth-first`, the plain order in which links are found;
    /// `pagerank`, `opic` and `backlinks`, what the pages fetched so far speak for most: by the rank
    /// that they give, by the cash that they hand on, by their number
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Diverse)]
    #[arg(hide_possible_values = true)]
    pub(crate) order: Order,

    /// Follow links at most this many clicks away from the start page
    #[arg(long, value_name = "CLICKS")]
    pub(crate) max_depth: Option<u32>,

    /// Least seconds between two requests; robots.txt may ask for more [default: adapted to how
    /// fast the site answers, at least 0.25 on public addresses]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) delay: Option<f64>,

    /// Requests in flight at once, 1 to 8
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) concurrency: u8,

    /// Store also what pages need to be shown: `css`, the style sheets that they name, which `content
    /// --layout` lays them out by. Those of other hosts are asked for as well, if they are public
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        value_delimiter = ',',
        hide_possible_values = true
    )]
    pub(crate) assets: Vec<Asset>,

    /// User agent sent, and the name looked up in robots.txt
    #[arg(long, value_name = "NAME", default_value = concat!("sitewrap/", env!("CARGO_PKG_VERSION")))]
    #[arg(value_parser = header_text)]
    pub(crate) user_agent: String,

    /// Address or URL under which a webmaster reaches you; sent with the user agent
    #[arg(long, value_name = "CONTACT", value_parser = header_text)]
    pub(crate) contact: Option<String>,

    /// Follow links to subdomains too
    #[arg(long)]
    pub(crate) subdomains: bool,

    /// Only paths that begin with this (`/docs/`); may be given more than once
    #[arg(long, value_name = "PATH", value_parser = rooted)]
    pub(crate) path_prefix: Vec<String>,

    /// Only URLs that match this glob, or, after `re:`, this regular expression; may be given more
    /// than once
    #[arg(long, value_name = "PATTERN")]
    pub(crate) include: Vec<String>,

    /// No URLs that match this pattern, written as for --include; may be given more than once
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<String>,

    /// Follow links too that do something by their address: put into a cart, log out, delete, vote
    #[arg(long)]
    pub(crate) follow_actions: bool,

    /// Contact private, loopback and link-local addresses too
    #[arg(long)]
    pub(crate) allow_private: bool,

    /// Do not read the site's sitemaps and feeds
    #[arg(long)]
    pub(crate) no_sitemaps: bool,

    /// Do not ask a host and its parts for addresses that are made up, by which pages that it answers
    /// with where it has none are told and passed over (soft 404s)
    #[arg(long)]
    pub(crate) no_probe: bool,

    /// Follow links marked nofollow too
    #[arg(long)]
    pub(crate) follow_nofollow: bool,

    /// Do not keep pages marked noindex
    #[arg(long)]
    pub(crate) skip_noindex: bool,

    /// Fetch stored pages once more, if they have changed: first those that many pages lead to and that
    /// were another when they were looked at before, with what is new between them
    #[arg(long)]
    pub(crate) refresh: bool,

    /// Skip pages larger than this many MB
    #[arg(long, value_name = "MB", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) max_page_size: u32,

    /// Give up a request after this many seconds [default: 60, and 20 for the answer to begin]
    #[arg(long, value_name = "SECONDS", value_parser = some_seconds)]
    pub(crate) timeout: Option<f64>,
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  sitewrap import crawl.warc.gz
  sitewrap import bundle/                        a folder with pages.jsonl: {\"url\",\"file\"} a line
  sitewrap import mirror/ --base-url https://shop.example/
  sitewrap import sitewrap-store/ --store new    what can be read of a damaged store";

/// Arguments of `sitewrap import`.
#[derive(Debug, Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(crate) struct ImportArgs {
    /// WARC file (.warc, .warc.gz), folder with a manifest pages.jsonl, mirrored folder, or the folder
    /// of a store, also of one that is damaged
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// URL of the top of a mirrored folder, or of an HTML file
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<Url>,
}

/// Parses a time in seconds, up to a day.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=86_400.0).contains(&value) => Ok(value),
        _ => Err("give seconds, from 0 to 86400".to_owned()),
    }
}

/// As [`seconds`], but not none at all.
fn some_seconds(text: &str) -> Result<f64, String> {
    seconds(text).ok().filter(|&value| value > 0.0).ok_or("give seconds, up to 86400".to_owned())
}

/// Checks a text that is sent in a header of each request.
pub(super) fn header_text(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.contains(char::is_control) {
        return Err("give a text on one line, and not an empty one".to_owned());
    }
    Ok(text.to_owned())
}

/// A path as URLs have it, from the root.
#[expect(clippy::unnecessary_wraps, reason = "the signature that clap asks for")]
fn rooted(path: &str) -> Result<String, String> {
    Ok(format!("/{}", path.trim_start_matches('/')))
}

const PAGES_EXAMPLES: &str = "\
Examples:
  sitewrap pages                       one line a page: {\"url\",\"status\",\"bytes\",…}
  sitewrap pages --format table        aligned columns, for reading
  sitewrap pages --ranks --format table
  sitewrap pages --body https://shop.example/p/17/ > page.html
  sitewrap pages --warc shop.warc.gz   all stored pages, for other tools or another store";

/// Arguments of `sitewrap pages`.
#[derive(Debug, Args)]
#[command(after_help = PAGES_EXAMPLES)]
pub(crate) struct PagesArgs {
    /// Form of the list [default: table on a terminal, else jsonl]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<TableFormat>,

    /// List only pages of this type
    #[arg(long, value_name = "TYPE")]
    pub(crate) page_type: Option<String>,

    /// Tell the ranks of each page by its links too: `pagerank`, `hub`, `authority`, `site_rank`, and
    /// how many pages lead to it (`in`) and it leads to (`out`). Reads all pages
    #[arg(long)]
    pub(crate) ranks: bool,

    /// Print the stored page of this URL instead, byte for byte as it came from the server, its
    /// compression undone
    #[arg(long, value_name = "URL", conflicts_with_all = ["format", "page_type", "ranks", "warc"])]
    pub(crate) body: Option<String>,

    /// Write the pages into this WARC archive instead (.warc.gz); one that is there already gets
    /// the pages that it does not hold
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "page_type", "ranks"])]
    pub(crate) warc: Option<PathBuf>,

    /// Write cookies into the archive too, which may let its readers act as you
    #[arg(long, requires = "warc")]
    pub(crate) warc_cookies: bool,
}
