//! Raw arguments of `extract` and `run`.

use super::{CrawlArgs, InduceOptions, InputArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXTRACT_EXAMPLES: &str = "\
Examples:
  sitewrap extract                                  every stored page
  sitewrap extract https://shop.example/p/17/       fetch one page and extract it
  sitewrap extract page.html --base-url https://shop.example/p/17/
  sitewrap extract new-pages/                       a folder with pages.jsonl
  sitewrap extract dump.warc.gz --format csv
  sitewrap extract --format sqlite --output shop.db
  sitewrap extract --format parquet --output shop/       one file a page type
  fetch-pages | sitewrap extract -                  lines of {\"url\",\"html\"}
  sitewrap extract --wrappers shop.bundle new-pages/      see `wrappers export --to bundle`
  sitewrap extract --structured=fill --provenance   with what pages say in JSON-LD and the like

Each page gives one line, in the order of the input:
  {\"url\",\"page_type\",\"wrapper\",\"version\",\"satisfied\",\"fit\",\"record\"}
A page that no wrapper fits has \"record\":null and a \"reason\".

CSV has one column a field; fields of nested records are called outer.inner. SQLite has a table
`pages`, a table for each page type with its page's id, and a table for each list and map of
names (`product_reviews`), whose rows name their parent_id and position. Parquet nests lists and
maps; pages without a record are in none of its files.

With --provenance each line has a \"provenance\" of the shape of the record:
  {\"price\":{\"xpath\":\"/html/body/p[2]\",\"bytes\":[310,316]},\"tags\":[{..},{..}]}
\"xpath\" leads to the node in the tree of a browser or of another HTML5 parser; \"bytes\" are the
first byte and the one past the last in the page as sent (content encoding undone, charset as it
is). They span the text, with the tags within it, or the attribute's value without its quotes;
with \"part\":true the value is a part of that text. Text of several siblings has \"to\", the
XPath of the last one. A value that the page does not spell out has no bytes.

With --structured each line has a \"structured\": what the page states for machines in JSON-LD,
microdata, RDFa, Open Graph and its companions, other meta elements, and the JSON that its scripts
start from, as a list of things in the terms of schema.org:
  [{\"@type\":\"Product\",\"source\":[\"json-ld\",\"opengraph\"],\"main\":true,\"name\":..,\"offers\":{..}},..]
Things of several sources that are one are merged; where they disagree, the source that is named
first above counts. \"main\" marks the one that the page is about, if that is clear. Values are text
as stated, addresses are absolute. Of JSON in scripts only an object is taken that is called what
the page's title and heading say. Pages without a record have it too. In CSV it is a column
`structured`, in SQLite one of `pages`, in Parquet one of each file, as JSON.

With --join a line is a thing rather than a page:
  {\"url\",..,\"record\",\"joined\":{\"detail\":true,\"from\":[..],\"added\":[..],\"differs\":{\"price\":[..]}}}
\"from\" are the pages whose lists have it as an item, \"added\" the fields that only lists have (listed_x
where the page calls something else x), \"differs\" what lists say otherwise. A thing whose own page is
not stored is a record in the fields of such pages, with \"detail\":false and not satisfied. The pages
of a list are one line, at the first; \"pages\" are the others, and those that say the same under other
addresses. In CSV `joined` is a column, in SQLite one of `pages`, in Parquet one of each file, as JSON.

Records stay as the page shows them, and fit their JSON Schema. With --structured=fill a record
also gets what its page states about its main thing and no field gives: title, description,
author, date, modified, price, currency, availability, sku, ean, upc, mpn, isbn, brand, category,
rating, review_count, comment_count, image; each only if the record has neither a field of that
name nor the value under another. Their names are listed under \"filled\", and
their provenance is {\"source\":\"json-ld\",\"property\":\"offers.priceCurrency\"}.

A body that is the main content of its page, as wrappers of some page types say (`wrappers show`),
is told as \"from_content\":\"body\"; its provenance is {\"source\":\"content\"}.

With --explain each line has \"explained\", which accounts for all that the page says:
  {\"texts\":{\"all\":96,\"template\":41,\"left_out\":22,\"values\":30,\"copies\":2,\"unexplained\":1},
   \"addresses\":{..},\"unexplained\":[{\"xpath\":\"/html/body/p[7]/text()\",\"text\":\"..\"}]}
Template is the same on all pages of the type; left out is what varies and says nothing of the
page; copies are values of several fields. It tells of the template, whatever the main content gives.";

/// Arguments of `sitewrap extract`.
#[derive(Debug, Args)]
#[command(after_help = EXTRACT_EXAMPLES)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Use the wrappers of this bundle, and no store; may be given several times, not with --store. A page
    /// goes to the wrappers of its host, with or without www.; one of another host has no record
    #[arg(long, value_name = "BUNDLE")]
    pub(crate) wrappers: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: RecordOutput,
}

/// How records are written.
#[derive(Debug, Args)]
pub(crate) struct RecordOutput {
    /// Form of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = RecordFormat::Jsonl)]
    pub(crate) format: RecordFormat,

    /// Write there instead of to standard output: a file, for parquet a folder with one file a page
    /// type; what is there is replaced
    #[arg(long, value_name = "PATH")]
    #[arg(required_if_eq_any([("format", "parquet"), ("format", "sqlite")]))]
    pub(crate) output: Option<PathBuf>,

    /// How CSV holds lists: as JSON in one cell, joined by `; ` in one cell a field, or as a row for
    /// each item [default: json]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) lists: Option<ListForm>,

    /// Print only pages of this type
    #[arg(long, value_name = "TYPE")]
    pub(crate) page_type: Option<String>,

    /// Whether values are text as it stands in the page, or numbers, dates, prices and so on by the
    /// types of their fields. A value that does not read as its field's type stays text; its path
    /// is listed under `untyped`
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ValueForm::Raw)]
    pub(crate) values: ValueForm,

    /// Whether running text is text, with a blank line between paragraphs, or an HTML fragment of
    /// paragraphs, headings, lists, tables, links and pictures without scripts, styles and classes.
    /// A field whose type is html (`wrappers edit`) is HTML in any case
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ProseArg::Text)]
    pub(crate) prose: ProseArg,

    /// Whether records have core fields only, or also copies, menus, controls and what is for scripts
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = FieldsArg::Core)]
    pub(crate) fields: FieldsArg,

    /// Tell where each value stands in its page: `provenance`, with the XPath of its node and its
    /// bytes (jsonl and json)
    #[arg(long)]
    pub(crate) provenance: bool,

    /// One record a thing: items of lists are joined with the pages that they lead to, and the pages of
    /// a list are one. What a page says counts; what only lists say is added. `joined` tells the
    /// lists, what was added, and where they differ
    #[arg(long)]
    pub(crate) join: bool,

    /// Write a ' before cells of CSV that a spreadsheet would take for a formula: those that begin
    /// with =, +, -, @ and are no numbers
    #[arg(long)]
    pub(crate) csv_safe: bool,

    /// Give what pages state for machines beside their records: `structured`; with =fill the record
    /// also takes from it what the page does not show
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "beside")]
    pub(crate) structured: Option<StructuredArg>,

    /// Tell what becomes of each text and address of a page: `explained`, with how many are
    /// template, values or left out, and those that nothing explains (jsonl and json)
    #[arg(long)]
    pub(crate) explain: bool,
}

/// What is done with structured data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StructuredArg {
    /// Records stay as the page shows them
    Beside,
    /// Records get fields for facts that the page states and does not show
    Fill,
}

/// Forms of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValueForm {
    /// Text, as it stands in the page
    Raw,
    /// JSON numbers and booleans, {"amount","currency"}, {"value","best"}, ISO 8601 dates, absolute
    /// URLs
    Typed,
}

/// Which fields records have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FieldsArg {
    /// Those that say something of their own of the page
    #[default]
    Core,
    /// All that vary
    All,
}

/// Forms of running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProseArg {
    /// Text
    Text,
    /// Clean HTML
    Html,
}

/// Forms of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFormat {
    /// One JSON object a line
    Jsonl,
    /// One JSON array
    Json,
    /// A table with a header line
    Csv,
    /// A SQLite database: a table a page type, and one a list
    #[cfg_attr(
        not(feature = "sqlite"),
        value(help = "A SQLite database, which takes a build with `--features sqlite`")
    )]
    Sqlite,
    /// Parquet files, nested: one a page type
    #[cfg_attr(
        not(feature = "parquet"),
        value(help = "Parquet files, which take a build with `--features parquet`")
    )]
    Parquet,
}

/// Forms of lists in tables that know none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListForm {
    /// As JSON in one cell
    Json,
    /// Joined in one cell
    Joined,
    /// A row for each item
    Rows,
}

const RUN_EXAMPLES: &str = "\
Examples:
  sitewrap run https://shop.example/ > records.jsonl
  sitewrap run https://shop.example/ --max-pages 300 --format csv --page-type product

An interrupted run goes on where it stopped when the same command is given again.";

/// Arguments of `sitewrap run`.
#[derive(Debug, Args)]
#[command(after_help = RUN_EXAMPLES)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) crawl: CrawlArgs,

    #[command(flatten)]
    pub(crate) induce: InduceOptions,

    #[command(flatten)]
    pub(crate) output: RecordOutput,
}
