//! Raw arguments of `index` and `search`.

use clap::{Args, ValueEnum};

const INDEX_EXAMPLES: &str = "\
Examples:
  sitewrap index           put new and changed pages into the search index
  sitewrap index --anew    make it from all pages";

/// Arguments of `sitewrap index`.
#[derive(Debug, Args)]
#[command(after_help = INDEX_EXAMPLES)]
pub(crate) struct IndexArgs {
    /// Throw the index away and make it from all pages
    #[arg(long)]
    pub(crate) anew: bool,
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  sitewrap search lantern
  sitewrap search 'title:lantern price:[10 TO 50] type:product'
  sitewrap search '\"oil lantern\" -plastic'      a phrase, and a word that must not be there
  sitewrap search 'date:[2024-01-01 TO 2024-06-30] (lamp OR lantern)'
  sitewrap search lantren --fuzzy 1              words that differ by a letter
  sitewrap search lantern --format jsonl | jq -r .url

Queries:
  Pages must have all words; where none has, pages with some of them are told. Words are compared
  without accents and endings. `title`, `text`, `url` and `type` are fields of every page; besides, each
  field of the records is one, under its name in lower case with `_` for spaces (`made_in`), those in
  lists with a dot (`reviews.author`). Amounts, marks and days are numbers and dates: `price:>20`,
  `date:[2024-01-01 TO *]`.";

/// Arguments of `sitewrap search`.
#[derive(Debug, Args)]
#[command(after_help = SEARCH_EXAMPLES)]
pub(crate) struct SearchArgs {
    /// What to search for
    #[arg(required = true, value_name = "QUERY")]
    pub(crate) query: Vec<String>,

    /// Form of the output: `table`, for reading; `jsonl`, one hit a line [default: table on a
    /// terminal, else jsonl]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) format: Option<SearchFormat>,

    /// Most hits
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub(crate) limit: u16,

    /// Hits to pass over, those of earlier pages of the list
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) offset: u16,

    /// Letters by which words may differ from those of the query, 0 to 2
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u8).range(..=2))]
    pub(crate) fuzzy: u8,

    /// Ranking: `bm25` with the PageRank of pages as a factor, or the vector space model with `tfidf`
    /// weights
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = ModelArg::Bm25)]
    #[arg(hide_possible_values = true)]
    pub(crate) model: ModelArg,

    /// Instead of the hits, how many of them are of each page type and have each value of the fields
    /// with few values
    #[arg(long)]
    pub(crate) facets: bool,
}

/// Forms of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchFormat {
    Table,
    Jsonl,
}

/// Ways to rank hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelArg {
    Bm25,
    Tfidf,
}
