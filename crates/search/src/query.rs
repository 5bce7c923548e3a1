//! What a query asks, in the fields of the index.

use crate::entry::{field_name, instant};
use crate::error::SearchError;
use crate::fields::{PAGE_TYPE, RECORD};
use crate::index::SearchIndex;
use strsim::jaro_winkler;
use tantivy::query::{Query, QueryParser};
use tantivy::query_grammar::{UserInputAst, UserInputBound, UserInputLeaf, parse_query_lenient};

/// Longest query that is read, in bytes.
const QUERY_BYTES: usize = 4096;

/// Brackets that a query opens, at most.
const BRACKETS: usize = 32;

/// How much more a word counts in a title than in a text.
const TITLE_BOOST: f32 = 3.0;

/// Fields that are named where a query asks for one that no page has: those of all pages, and those with
/// the names most like it.
const NAMED_FIELDS: usize = 12;

/// How words of a query are taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// Whether a page must have all words, not only one.
    pub(crate) all: bool,
    /// Letters by which words may differ, 0 to 2.
    pub(crate) fuzzy: u8,
}

/// Reads a query.
pub(crate) fn read(
    index: &SearchIndex,
    text: &str,
    reading: Reading,
) -> Result<Box<dyn Query>, SearchError> {
    if text.len() > QUERY_BYTES {
        return Err(SearchError::TooLong { bytes: text.len(), most: QUERY_BYTES });
    }
    // The parser goes down the machine's stack for each of them.
    let brackets = text.chars().filter(|sign| "([{".contains(*sign)).count();
    if brackets > BRACKETS {
        let problem = format!("it has {brackets} brackets; {BRACKETS} are the most that are read");
        return Err(SearchError::Syntax(problem));
    }
    let (mut ast, errors) = parse_query_lenient(text);
    if let Some(error) = errors.first() {
        let problem = format!("{} at character {}", error.message, error.pos + 1);
        return Err(SearchError::Syntax(problem));
    }
    name_fields(index, &mut ast)?;
    let mut parser = QueryParser::for_index(&index.index, index.fields.of_words().to_vec());
    parser.set_field_boost(index.fields.title, TITLE_BOOST);
    if reading.all {
        parser.set_conjunction_by_default();
    }
    if reading.fuzzy > 0 {
        for field in index.fields.of_words() {
            parser.set_field_fuzzy(field, false, reading.fuzzy.min(2), true);
        }
    }
    parser
        .build_query_from_user_input_ast(ast)
        .map_err(|error| SearchError::Syntax(error.to_string()))
}

/// Puts the fields of the index for those that a query names.
fn name_fields(index: &SearchIndex, ast: &mut UserInputAst) -> Result<(), SearchError> {
    let mut open = vec![ast];
    while let Some(ast) = open.pop() {
        match ast {
            UserInputAst::Clause(clauses) => open.extend(clauses.iter_mut().map(|(_, ast)| ast)),
            UserInputAst::Boost(ast, _) => open.push(ast),
            UserInputAst::Leaf(leaf) => name_field(index, leaf)?,
        }
    }
    Ok(())
}

fn name_field(index: &SearchIndex, leaf: &mut UserInputLeaf) -> Result<(), SearchError> {
    let field = match leaf {
        UserInputLeaf::Literal(literal) => {
            if literal.field_name.is_some() {
                literal.phrase = instant(&literal.phrase);
            }
            &mut literal.field_name
        }
        UserInputLeaf::Range { field, lower, upper } => {
            for bound in [lower, upper] {
                if let UserInputBound::Inclusive(text) | UserInputBound::Exclusive(text) = bound {
                    *text = instant(text);
                }
            }
            field
        }
        UserInputLeaf::Set { field, .. } | UserInputLeaf::Regex { field, .. } => field,
        UserInputLeaf::Exists { field } => {
            *field = stored_name(index, field)?;
            return Ok(());
        }
        UserInputLeaf::All => return Ok(()),
    };
    if let Some(name) = field {
        *name = stored_name(index, name)?;
    }
    Ok(())
}

/// The name in the index of a field that a query names: `type` for the page type, a field of records
/// by its own name, with or without the lists that it is in.
fn stored_name(index: &SearchIndex, name: &str) -> Result<String, SearchError> {
    match name {
        "type" | PAGE_TYPE => return Ok(PAGE_TYPE.to_owned()),
        "url" | "title" | "text" => return Ok(name.to_owned()),
        _ => {}
    }
    let asked: Vec<String> =
        name.replace("[]", "").split('.').map(|part| field_name(&part.replace('\\', ""))).collect();
    let asked = asked.join(".");
    let known = &index.about.fields;
    let within = format!("{asked}.");
    let is_known = known.contains(&asked) || known.iter().any(|field| field.starts_with(&within));
    if is_known {
        return Ok(format!("{RECORD}.{asked}"));
    }
    let ending = format!(".{asked}");
    let mut inner = known.iter().filter(|field| field.ends_with(&ending));
    if let (Some(field), None) = (inner.next(), inner.next()) {
        return Ok(format!("{RECORD}.{field}"));
    }
    let mut near: Vec<(f64, &str)> =
        known.iter().map(|field| (jaro_winkler(&asked, field), field.as_str())).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    let mut fields = vec!["title", "text", "url", "type"];
    fields.extend(near.iter().map(|(_, field)| *field).filter(|field| *field != "title"));
    let more = fields.len().saturating_sub(NAMED_FIELDS);
    fields.truncate(NAMED_FIELDS);
    let mut known = fields.join(", ");
    if more > 0 {
        known.push_str(&format!(" and {more} more"));
    }
    Err(SearchError::UnknownField { name: name.to_owned(), known })
}
