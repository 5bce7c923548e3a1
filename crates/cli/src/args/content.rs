//! Raw arguments of `content`.

use super::InputArgs;
use clap::{Args, ValueEnum};

const CONTENT_EXAMPLES: &str = "\
Examples:
  sitewrap content https://news.example/story        fetch one page and print its content
  sitewrap content page.html --format markdown
  sitewrap content --format jsonl > content.jsonl    every stored page
  sitewrap content dump.warc.gz --format html

With --format jsonl each page gives one line, in the order of the input:
  {\"url\",\"text\",\"title\",\"author\",\"date\",\"lang\",\"keywords\",\"method\",\"reason\"}
A page without main content (a PDF, an image, an empty shell, a login) has \"text\":null and a
\"reason\"; in the other forms it is told on standard error. What a page does not tell is null.
\"author\" and \"date\" are what the page states for machines.

As text and HTML the contents of several pages are parted by a form feed. Markdown begins each
with a block between `---` lines: url, title, author, date, lang, canonical and images, as far as
known.";

/// Arguments of `sitewrap content`.
#[derive(Debug, Args)]
#[command(after_help = CONTENT_EXAMPLES)]
pub(crate) struct ContentArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How content is found
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = ContentMethod::Best)]
    pub(crate) method: ContentMethod,

    /// Form of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ContentFormat::Text)]
    pub(crate) format: ContentFormat,
}

/// Ways to find main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContentMethod {
    /// A model learned from pages of many sites judges each line of text in its context
    Best,
    /// Blocks by weighted features, with the published weights (Wu 2011)
    Blocks,
    /// The subtree above the largest decay of information (DEC12)
    Decay,
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
