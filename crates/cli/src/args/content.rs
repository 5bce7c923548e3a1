//! Raw arguments of `content`.

use super::InputArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const CONTENT_EXAMPLES: &str = "\
Examples:
  sitewrap content https://news.example/story        fetch one page and print its content
  sitewrap content page.html --format markdown
  sitewrap content --format jsonl > content.jsonl    every stored page
  sitewrap content dump.warc.gz --format html
  sitewrap content a.html --method lcs --sibling b.html
  sitewrap content train truth.jsonl > weights.toml  weights for --method blocks --weights

With --format jsonl each page gives one line, in the order of the input:
  {\"url\",\"text\",\"title\",\"author\",\"date\",\"lang\",\"keywords\",\"canonical\",\"images\",\"method\",\"reason\"}
and, where readers have written below the content, \"comments\":[{\"author\",\"date\",\"text\"}]; what a comment
does not tell is left out. Comments are no part of \"text\"; the posts of a thread are.
A page without main content (a PDF, an image, an empty shell, a login) has \"text\":null and a
\"reason\"; in the other forms it is told on standard error. What a page does not tell is null.
\"author\" and \"date\" are what the page states for machines, \"canonical\" is its address as it states
it, and \"images\" are the addresses of the pictures in the content.

prune and lcs learn from the other pages of the input or store: prune the path to the content of
each cluster of pages, lcs which page of its cluster a page is compared with. Addresses are compared
with each other; standard input is read once, so that lcs needs a --sibling for it.

As text and HTML the contents of several pages are parted by a form feed. Markdown begins each
with a block between `---` lines: url, title, author, date, lang, canonical and images, as far as
known.";

/// Arguments of `sitewrap content`.
#[derive(Debug, Args)]
#[command(after_help = CONTENT_EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct ContentArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ContentCommand>,

    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How content is found
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = ContentMethod::Best)]
    pub(crate) method: ContentMethod,

    /// Form of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ContentFormat::Text)]
    pub(crate) format: ContentFormat,

    /// Page that lcs compares all others with: a URL of the store, else a URL or file
    /// [default: a page of the same cluster]
    #[arg(long, value_name = "URL")]
    pub(crate) sibling: Option<String>,

    /// Give the comments of readers as well, under a heading at the end; jsonl always has them
    #[arg(long)]
    pub(crate) comments: bool,

    /// Let the boxes of elements count in prune and lcs
    #[arg(long)]
    pub(crate) layout: bool,

    /// Weights of blocks, as `content train` writes them [default: those that were published]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

/// What else there is to do with content.
#[derive(Debug, Subcommand)]
pub(crate) enum ContentCommand {
    /// Learn weights for --method blocks from pages with known content
    Train(ContentTrainArgs),
}

const TRAIN_NOTES: &str = "\
Each line of PAGES is {\"file\",\"main_text\"}: an HTML file, beside PAGES or below, and the text that is
its content. The weights are written to standard output as TOML, and how good they are on these
pages is told on standard error. Same pages and same seed, same weights.";

/// Arguments of `sitewrap content train`.
#[derive(Debug, Args)]
#[command(after_help = TRAIN_NOTES)]
pub(crate) struct ContentTrainArgs {
    /// File of JSON lines, one a page
    #[arg(value_name = "PAGES", required = true)]
    pub(crate) pages: Vec<PathBuf>,

    /// Particles of the swarm
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) particles: u32,

    /// Generations of the swarm
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) generations: u32,

    /// Where chance starts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Ways to find main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContentMethod {
    /// A model learned from pages of many sites judges each line of text in its context
    Best,
    /// Blocks by weighted features, with the published weights or --weights (Wu 2011)
    Blocks,
    /// The subtree above the largest decay of information (DEC12)
    Decay,
    /// The path of most importance, common to pages whose bodies are alike (PRU)
    Prune,
    /// What a sibling page has not, by matching of feature trees (Song 2011)
    Lcs,
}

/// Forms of main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContentFormat {
    /// Text, a blank line between paragraphs
    Text,
    /// Markdown with what is known of the page before it
    Markdown,
    /// HTML without scripts, styles and classes
    Html,
    /// One JSON object a line
    Jsonl,
}
