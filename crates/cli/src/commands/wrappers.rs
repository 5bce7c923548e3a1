//! `wrappers`: what was learnt, shown and written down.

use super::stored::{NO_INDUCTION, stored_wrappers, tell_edits};
use super::{bundle, export, places};
use crate::args::{
    BodyArg, EditArgs, ExportArgs, ExportForm, ShowArgs, ShowFormat, TableFormat, ValueForm,
    WrappersArgs, WrappersCommand,
};
use crate::exit::{Outcome, UsageError};
use crate::output::{self, Table, json_document, printable, wrappers_toml, write_rows};
use crate::progress::Console;
use anyhow::{Context, Result};
use serde::{Serialize, Serializer};
use sitewrap_pipeline::with_agreements;
use sitewrap_store::Store;
use sitewrap_values::Values;
use sitewrap_wrapper::edit::{BadType, Change, Edits};
use sitewrap_wrapper::selectors::Language;
use sitewrap_wrapper::{BodyFrom, Quality, Wrapper, WrapperSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Runs one of the commands on the wrappers.
pub(super) fn run(folder: &Path, args: &WrappersArgs, console: &Console) -> Result<Outcome> {
    let open = || -> Result<(Store, WrapperSet)> {
        let store = Store::open_existing(folder)?;
        let wrappers = stored_wrappers(&store)?;
        Ok((store, wrappers))
    };
    match &args.command {
        WrappersCommand::List { format } => {
            let (store, wrappers) = open()?;
            list(&with_agreements(&store, wrappers)?, TableFormat::or_fitting(*format))
        }
        WrappersCommand::Show(args) => {
            let (store, wrappers) = open()?;
            show(&with_agreements(&store, wrappers)?, args)
        }
        WrappersCommand::Export(args) => {
            check_export(folder, args)?;
            let (store, wrappers) = open()?;
            export(&store, &wrappers, args, console)
        }
        WrappersCommand::Edit(args) => edit(&open()?.0, args, console),
        WrappersCommand::Import(args) => import(&open()?.0, &args.file, console),
        WrappersCommand::Bundle(args) => bundle::run(args, console),
    }
}

fn edit(store: &Store, args: &EditArgs, console: &Console) -> Result<Outcome> {
    let changes = changes(args)?;
    let induced = store.induced()?.unwrap_or_default();
    let edits = store.edits()?.change(&induced, &args.page_type, &changes);
    keep(store, &edits.map_err(|error| UsageError(error.to_string()))?, console)
}

/// The changes that the options ask for.
fn changes(args: &EditArgs) -> Result<Vec<Change>, UsageError> {
    let mut changes: Vec<Change> = args.reset.then_some(Change::Reset).into_iter().collect();
    changes.extend(args.name.clone().map(Change::PageType));
    changes.extend(args.body.map(|from| Change::Body(from.into())));
    for pair in &args.rename {
        let (field, name) = parted("--rename", pair)?;
        changes.push(Change::Rename { field: field.to_owned(), name: name.to_owned() });
    }
    for pair in &args.types {
        let (field, name) = parted("--type", pair)?;
        let choice = name.parse().map_err(|error: BadType| UsageError(error.to_string()))?;
        changes.push(Change::Type { field: field.to_owned(), choice });
    }
    changes.extend(args.drop.iter().map(|field| Change::Drop { field: field.clone() }));
    changes.extend(args.keep.iter().map(|field| Change::Keep { field: field.clone() }));
    if changes.is_empty() {
        return Err(UsageError(
            "nothing to change; give --rename, --type, --drop, --keep, --name, --body or --reset"
                .to_owned(),
        ));
    }
    Ok(changes)
}

fn parted<'p>(option: &str, pair: &'p str) -> Result<(&'p str, &'p str), UsageError> {
    pair.rsplit_once('=')
        .ok_or_else(|| UsageError(format!("{option} wants FIELD=NEW, `{pair}` has no `=`")))
}

fn import(store: &Store, file: &Path, console: &Console) -> Result<Outcome> {
    let is_stdin = file.as_os_str() == "-";
    let text = if is_stdin { io::read_to_string(io::stdin()) } else { fs::read_to_string(file) };
    let name = file.display();
    let text = text.with_context(|| format!("{name} cannot be read"))?;
    let induced = store.induced()?.unwrap_or_default();
    let edits = wrappers_toml::edits(&text, &induced, store.edits()?)
        .map_err(|error| UsageError(format!("{name}: {error}; nothing was changed")))?;
    keep(store, &edits, console)
}

/// Stores edits, if they are others than before.
fn keep(store: &Store, edits: &Edits, console: &Console) -> Result<Outcome> {
    if *edits == store.edits()? {
        console.say("nothing has changed");
        return Ok(Outcome::Done);
    }
    let version = store.put_edits(edits)?;
    console.say(&format!("version {version} of the wrappers; `sitewrap extract` uses it"));
    tell_edits(store, console)?;
    Ok(Outcome::Done)
}

fn list(wrappers: &WrapperSet, format: TableFormat) -> Result<Outcome> {
    let mut out = output::stdout();
    let rows: Vec<_> = wrappers.wrappers.iter().map(|w| row(wrappers, w)).collect();
    match format {
        TableFormat::Table => write!(out, "{}", printable(&wrapper_table(&rows).to_string()))?,
        format => write_rows(&mut out, format, &rows)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn show(wrappers: &WrapperSet, args: &ShowArgs) -> Result<Outcome> {
    let wrapper = named(wrappers, &args.name)?;
    let mut out = output::stdout();
    match args.format {
        ShowFormat::Tree => {
            let tree = sitewrap_wrapper::describe(wrapper).to_string();
            write!(out, "{}", printable(&tree))?;
        }
        ShowFormat::Json => json_document(&mut out, wrapper)?,
        ShowFormat::Schema => {
            let wrapper = wrapper.clone().with_fields(args.fields.into());
            let schema = sitewrap_wrapper::json_schema(&wrapper, args.values.into());
            json_document(&mut out, &schema)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn export(
    store: &Store,
    wrappers: &WrapperSet,
    args: &ExportArgs,
    console: &Console,
) -> Result<Outcome> {
    if let Some(name) = &args.name {
        named(wrappers, name)?;
    }
    let chosen = || wrappers.clone().with_fields(args.fields.into());
    let selectors = |language| export::selectors(store, &chosen(), args, language, console);
    match args.to {
        ExportForm::Toml => export_toml(store, wrappers, args),
        ExportForm::Css => selectors(Language::Css),
        ExportForm::Xpath => selectors(Language::XPath),
        ExportForm::Scrapy => export::spider(store, &chosen(), args, console),
        ExportForm::Bundle => {
            let bundle = sitewrap_pipeline::bundle(store)?.context(NO_INDUCTION)?;
            bundle::write(&bundle.to_bytes()?, args.output.as_deref())?;
            Ok(Outcome::Done)
        }
    }
}

/// What can be said against an export before the store is opened.
fn check_export(store: &Path, args: &ExportArgs) -> Result<(), UsageError> {
    if args.name.is_some() && args.to == ExportForm::Bundle {
        let problem = "a bundle holds all wrappers of a store; leave the name out";
        return Err(UsageError(problem.to_owned()));
    }
    args.output.as_deref().map_or(Ok(()), |place| places::check(place, store, &[]))
}

fn export_toml(store: &Store, wrappers: &WrapperSet, args: &ExportArgs) -> Result<Outcome> {
    let is_asked = |wrapper: &&Wrapper| args.name.as_ref().is_none_or(|name| *name == wrapper.name);
    let induced = store.induced()?.unwrap_or_default();
    let asked: Vec<(&Wrapper, &Wrapper)> =
        induced.wrappers.iter().zip(&wrappers.wrappers).filter(|pair| is_asked(&pair.1)).collect();
    let mut out = export::output(args)?;
    wrappers_toml::write(&mut out, wrappers.version, &asked)?;
    out.finish()?;
    Ok(Outcome::Done)
}

/// The wrapper with a name, or an error that says which there are.
fn named<'w>(wrappers: &'w WrapperSet, name: &str) -> Result<&'w Wrapper, UsageError> {
    wrappers.get(name).ok_or_else(|| {
        let names: Vec<_> = wrappers.wrappers.iter().map(|wrapper| wrapper.name.as_str()).collect();
        UsageError(format!("there is no wrapper called `{name}`; there are: {}", names.join(", ")))
    })
}

impl From<BodyArg> for BodyFrom {
    fn from(from: BodyArg) -> Self {
        match from {
            BodyArg::Wrapper => Self::Wrapper,
            BodyArg::Content => Self::Content,
            BodyArg::Fuller => Self::Fuller,
        }
    }
}

impl From<ValueForm> for Values {
    fn from(form: ValueForm) -> Self {
        match form {
            ValueForm::Raw => Self::Raw,
            ValueForm::Typed => Self::Typed,
        }
    }
}

#[derive(Serialize)]
struct WrapperRow<'a> {
    name: &'a str,
    page_type: &'a str,
    pages: u32,
    version: u32,
    /// Core fields, those of lists included, and all.
    fields: usize,
    all_fields: usize,
    quality: Option<f32>,
    /// Why, the worst first.
    #[serde(serialize_with = "in_one_text")]
    reasons: Vec<String>,
}

fn row<'a>(set: &WrapperSet, wrapper: &'a Wrapper) -> WrapperRow<'a> {
    let (fields, all_fields) = wrapper.count_fields();
    let quality = wrapper.quality.as_ref();
    WrapperRow {
        name: &wrapper.name,
        page_type: &wrapper.page_type,
        pages: wrapper.pages,
        version: set.version,
        fields,
        all_fields,
        quality: quality.map(|quality| quality.score),
        reasons: quality.map(Quality::reasons).unwrap_or_default(),
    }
}

/// What stands between reasons.
const BETWEEN: &str = "; ";

fn in_one_text<S: Serializer>(reasons: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&reasons.join(BETWEEN))
}

/// Reasons in a table, at most.
const SHOWN_REASONS: usize = 2;

fn wrapper_table(rows: &[WrapperRow<'_>]) -> Table {
    let mut table = Table::new(&["name", "page type", "pages", "fields", "quality", "because"]);
    for row in rows {
        let reasons = &row.reasons[..row.reasons.len().min(SHOWN_REASONS)];
        table.row(vec![
            row.name.to_owned(),
            row.page_type.to_owned(),
            row.pages.to_string(),
            format!("{} of {}", row.fields, row.all_fields),
            row.quality.map_or_else(|| "-".to_owned(), |score| format!("{score:.2}")),
            reasons.join(BETWEEN),
        ]);
    }
    table
}
