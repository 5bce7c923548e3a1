//! Raw arguments of `wrappers`.

use super::{FieldsArg, TableFormat, ValueForm};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const WRAPPERS_EXAMPLES: &str = "\
Examples:
  sitewrap wrappers list
  sitewrap wrappers show product
  sitewrap wrappers show product --format schema --values typed > product.schema.json
  sitewrap wrappers edit product --rename text=summary --type cost=price:CAD --drop sidebar_text
  sitewrap wrappers export > wrappers.toml       change names and types in the file, then
  sitewrap wrappers import wrappers.toml
  sitewrap wrappers export product --to css
  sitewrap wrappers export --to bundle --output shop.bundle       for `extract --wrappers`

Edits are kept apart from the wrappers and hold for those that are induced later: each finds its
field again by its place in the page, its former name and its values.";

/// Arguments of `sitewrap wrappers`.
#[derive(Debug, Args)]
#[command(after_help = WRAPPERS_EXAMPLES)]
pub(crate) struct WrappersArgs {
    #[command(subcommand)]
    pub(crate) command: WrappersCommand,
}

/// What to do with the wrappers.
#[derive(Debug, Subcommand)]
pub(crate) enum WrappersCommand {
    /// List the wrappers: name, page type, pages, fields, quality
    List {
        /// Form of the output [default: table on a terminal, else jsonl]
        #[arg(long, value_enum, value_name = "FORMAT")]
        format: Option<TableFormat>,
    },
    /// Print a wrapper: its template as a tree, or the schema of its records
    Show(ShowArgs),
    /// Write wrappers down for other programs, or for editing
    Export(ExportArgs),
    /// Rename, retype, drop or keep fields of a page type, rename it, or choose where its body comes from
    Edit(EditArgs),
    /// Take over what was changed in a file that `export` wrote
    Import(ImportWrappersArgs),
    /// Join the wrappers of several sites into one bundle
    Bundle(BundleArgs),
}

/// Arguments of `sitewrap wrappers show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Name of the wrapper, as listed
    pub(crate) name: String,

    /// Form of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ShowFormat::Tree)]
    pub(crate) format: ShowFormat,

    /// Whether the schema is that of values as text or by their types
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ValueForm::Raw)]
    pub(crate) values: ValueForm,

    /// Which fields the schema has, as in `extract --fields`
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = FieldsArg::Core)]
    pub(crate) fields: FieldsArg,
}

/// Forms of a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowFormat {
    /// The template: what is required (!), optional (?), repeated (*), fixed text, and content with
    /// its field names
    Tree,
    /// The whole wrapper as it is stored
    Json,
    /// JSON Schema (2020-12) of its records, with what is known of each field
    Schema,
}

/// Arguments of `sitewrap wrappers export`.
#[derive(Debug, Args)]
#[command(after_help = EXPORT_NOTES)]
pub(crate) struct ExportArgs {
    /// Name of the wrapper, as listed; without it, all
    pub(crate) name: Option<String>,

    /// What to write
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ExportForm::Toml)]
    pub(crate) to: ExportForm,

    /// Which fields selectors and spiders have, as in `extract --fields`; toml and bundle have all
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = FieldsArg::Core)]
    pub(crate) fields: FieldsArg,

    /// Write there instead of to standard output; what is there is replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Forms of exported wrappers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportForm {
    /// Page types and fields with their names and types, to be edited and imported
    Toml,
    /// CSS selectors in JSON, checked on every stored page
    Css,
    /// XPath expressions in JSON, checked on every stored page
    Xpath,
    /// A Scrapy spider in Python, with an item class and a callback for each page type
    Scrapy,
    /// All wrappers with their edits in one file, which `extract --wrappers` uses without the store
    Bundle,
}

const EXPORT_NOTES: &str = "\
Examples:
  sitewrap wrappers export > wrappers.toml
  sitewrap wrappers export product --to css
  sitewrap wrappers export --to scrapy > shop.py && scrapy runspider shop.py -o items.jsonl
  sitewrap wrappers export --to bundle --output shop.bundle
  sitewrap extract --wrappers shop.bundle new-pages/            on any machine, without the store

css and xpath give one JSON array, one object a wrapper:
  \"recognise\"  elements that its pages have, and lack; for which share of its own pages, and of all
               others, this holds
  \"fields\"     a \"selector\" (its first node counts) and what to \"take\" of the node: \"text\", on one
               line; \"own text\", the text right below it of that \"number\"; an \"attribute\". A
               \"regex\" has the value in its first group. Lists have \"each\", which leads to the
               items, and \"fields\" or \"value\" within an item; maps have \"each\", \"key\" and
               \"value\". Selectors within an item begin there (`:scope`, `.`)
  \"agreement\"  the share of pages (or items) on which this gives what the wrapper gives
null stands where CSS has no selector. A body that comes from main content has none of its own: what is
given is that of the template, and spiders have it too.";

const EDIT_EXAMPLES: &str = "\
Examples:
  sitewrap wrappers edit product --rename text=summary --rename reviews.name=author
  sitewrap wrappers edit product --type cost=price:CAD --type added=date:dmy --type details.UPC=text
  sitewrap wrappers edit product --rename details.UPC=upc --drop details.Tax
  sitewrap wrappers edit list_2 --name category --drop sidebar_text --keep image_alt
  sitewrap wrappers edit article --body content
  sitewrap wrappers edit product --reset

Fields are named as records and `wrappers show` have them now, those in lists as reviews.author,
names in maps as details.UPC. Names of a map that are given one name (Colour and Color) are one.
All changes of one command are made together, or none.

Types are text, html, integer, decimal, price, date, datetime, duration (in seconds), url, image,
boolean and rating. Behind a type may stand what its values do not tell: the currency (price:CAD),
the decimal mark (decimal:comma), the order of a date (date:dmy), the best mark (rating:10).";

/// Arguments of `sitewrap wrappers edit`.
#[derive(Debug, Args)]
#[command(after_help = EDIT_EXAMPLES)]
pub(crate) struct EditArgs {
    /// The page type
    pub(crate) page_type: String,

    /// Take back all edits of the page type, before any others are made
    #[arg(long)]
    pub(crate) reset: bool,

    /// Give the page type another name
    #[arg(long, value_name = "NEW_NAME")]
    pub(crate) name: Option<String>,

    /// Where the body of records comes from; induction chooses the template or, where that lacks text on some
    /// pages, fuller
    #[arg(long, value_enum, value_name = "FROM")]
    pub(crate) body: Option<BodyArg>,

    /// Give a field, or a name in a map, another name
    #[arg(long, value_name = "FIELD=NEW_NAME")]
    pub(crate) rename: Vec<String>,

    /// Give a field, or a name in a map, another type
    #[arg(long = "type", value_name = "FIELD=TYPE")]
    pub(crate) types: Vec<String>,

    /// Leave a field, or a name in a map, out of records
    #[arg(long, value_name = "FIELD")]
    pub(crate) drop: Vec<String>,

    /// Have a field in records of core fields although induction takes it for a copy, a menu or a
    /// control
    #[arg(long, value_name = "FIELD")]
    pub(crate) keep: Vec<String>,
}

/// Where a body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BodyArg {
    /// From the template, where that has one
    Wrapper,
    /// From the main content of each page, as `sitewrap content` finds it on the page alone
    Content,
    /// From the main content where the template has none of it on the page, or a fragment
    Fuller,
}

/// Arguments of `sitewrap wrappers import`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sitewrap wrappers import wrappers.toml\n\nLines that are \
    left out of the file change nothing. A page type or field that is not there ends the command \
    before anything is changed.")]
pub(crate) struct ImportWrappersArgs {
    /// A file as `sitewrap wrappers export` writes it; - for standard input
    pub(crate) file: PathBuf,
}

/// Arguments of `sitewrap wrappers bundle`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sitewrap wrappers bundle shop.bundle news.bundle --output all.bundle\n  \
    sitewrap wrappers bundle shop-store/ news-store/ --output all.bundle\n\nA page goes to the wrappers of its \
    host, so that no host may be in two of them."
)]
pub(crate) struct BundleArgs {
    /// Bundles, and folders of stores
    #[arg(value_name = "BUNDLE", required = true)]
    pub(crate) inputs: Vec<PathBuf>,

    /// The bundle to write; what is there is replaced
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
