//! Raw arguments of rendering, in a build with the feature `browser`.

use clap::Args;
use sitewrap_crawl::Rendering;
use std::path::PathBuf;

/// What `--render` says for pages that turn out to be all script.
const AUTO: &str = "auto";

/// Which pages a browser renders, and which browser.
#[derive(Debug, Args)]
#[command(next_help_heading = "Browser")]
pub(crate) struct RenderArgs {
    /// Have a browser run the scripts of these pages before they are stored: `auto` for pages that
    /// are all script, or a pattern for URLs, written as for --include; may be given more than once
    #[arg(long, value_name = "auto|PATTERN")]
    render: Vec<String>,

    /// The browser's program [default: Chromium or Chrome, as found on the PATH]
    #[arg(long, value_name = "PROGRAM", env = "SITEWRAP_BROWSER", hide_env_values = true)]
    browser: Option<PathBuf>,

    /// Run the browser without its sandbox: it has none as root and in some containers. Scripts of
    /// the site that break out of the browser then have your rights
    #[arg(long)]
    browser_no_sandbox: bool,
}

impl RenderArgs {
    /// What is to be rendered, if anything is.
    pub(crate) fn resolve(self) -> Option<Rendering> {
        let (auto, patterns): (Vec<_>, Vec<_>) =
            self.render.into_iter().partition(|pattern| pattern == AUTO);
        let shells = !auto.is_empty();
        (shells || !patterns.is_empty()).then_some(Rendering {
            program: self.browser,
            patterns,
            shells,
            no_sandbox: self.browser_no_sandbox,
        })
    }
}
