//! Raw arguments of `wrappers`.

use super::{TableFormat, ValueForm};
use clap::{Args, Subcommand, ValueEnum};

const WRAPPERS_EXAMPLES: &str = "\
Examples:
  sitewrap wrappers list
  sitewrap wrappers show product
  sitewrap wrappers show product --format schema --values typed > product.schema.json
  sitewrap wrappers export > wrappers.toml";

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
    /// List the wrappers: name, page type, pages
    List {
        /// Form of the output
        #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TableFormat::Table)]
        format: TableFormat,
    },
    /// Print a wrapper: its template as a tree, or the schema of its records
    Show(ShowArgs),
    /// Write wrappers down for other programs, or for editing
    Export(ExportArgs),
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
pub(crate) struct ExportArgs {
    /// Name of the wrapper, as listed; without it, all
    pub(crate) name: Option<String>,

    /// What to write
    #[arg(long, value_enum, value_name = "FORM", default_value_t = ExportForm::Toml)]
    pub(crate) to: ExportForm,
}

/// Forms of exported wrappers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportForm {
    /// Page types and fields with their names and types
    Toml,
}
