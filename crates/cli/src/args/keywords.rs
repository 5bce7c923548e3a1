//! Raw arguments of `keywords`.

use super::InputArgs;
use clap::{Args, ValueEnum};

const KEYWORDS_EXAMPLES: &str = "\
Examples:
  sitewrap keywords                                  of every stored page
  sitewrap keywords https://news.example/story --top 5
  sitewrap keywords dump.warc.gz --format jsonl > keywords.jsonl
  sitewrap keywords texts.jsonl --scores             of texts that are no pages

Input:
  What `content` takes: the keywords are those of the main content. Or a file of texts, or - for such
  on standard input, one a line: {\"id\",\"text\",\"title\",\"lang\"}; `title` and `lang` may be missing.

Output:
  Lines {\"url\",\"keywords\":[...]}, for texts {\"id\",\"keywords\":[...]}; with --scores a keyword is
  {\"keyword\",\"score\"}. Scores go from 0 to 1, the best of a page having 1. A page without keywords
  has a \"reason\".

What is frequent in the store, in a file of texts or on the site of a folder or an archive is no
keyword of one page; from standard input and of URLs each is taken by itself.";

/// Arguments of `sitewrap keywords`.
#[derive(Debug, Args)]
#[command(after_help = KEYWORDS_EXAMPLES)]
pub(crate) struct KeywordsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// How keywords are found
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = KeywordMethod::Best)]
    pub(crate) method: KeywordMethod,

    /// What ranks the words of the network
    #[arg(long, value_enum, value_name = "BY", default_value_t = CentralityArg::Mean)]
    pub(crate) centrality: CentralityArg,

    /// Most keywords of a page or text
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) top: u16,

    /// Tell how much each keyword says
    #[arg(long)]
    pub(crate) scores: bool,

    /// Form of the output: `table`, for reading; `jsonl`, one page or text a line [default: table on
    /// a terminal, else jsonl]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) format: Option<KeywordsFormat>,
}

/// Ways to find keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeywordMethod {
    /// Phrases by their form, place and frequency, and by what the site says elsewhere
    Best,
    /// Words by their place in the network of the words of a text (REN08)
    Network,
}

/// What makes a word central.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CentralityArg {
    /// The mean of degree, closeness and betweenness
    Mean,
    /// How many words it stands beside
    Degree,
    /// How often it stands beside others
    Strength,
    /// How near all other words are
    Closeness,
    /// On how many shortest paths it lies
    Betweenness,
}

/// Forms of keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeywordsFormat {
    Table,
    Jsonl,
}
