//! What the templates of wrappers give on the pages that they were learned from.
//!
//! Types of fields and quality ask the same of the same pages, so each template is applied to each
//! of its pages once. Fields are known by their places in the template meanwhile, not by names.

mod held_out;
mod table;

pub(crate) use held_out::HeldOut;
pub(crate) use table::Table;

use crate::typing::Values;
use sitewrap_template::{Columns, Corpus};
use sitewrap_wrapper::{Compiled, Template};

/// What a template gives on its own pages.
pub(crate) struct Readings {
    /// All values of each field.
    pub(crate) values: Values,
    /// Those of some pages, one by one.
    pub(crate) sample: Sample,
}

/// What a template gives on some of its pages, page by page.
pub(crate) struct Sample {
    /// The pages, in the parts by which it is told whether others would teach the same.
    pub(crate) held_out: HeldOut,
    pub(crate) table: Table,
    pub(crate) columns: Columns,
    /// Pages with a record.
    pub(crate) recorded: usize,
}

impl Readings {
    /// Applies a template to its pages.
    pub(crate) fn of(template: &Template, corpus: &Corpus<'_>) -> Self {
        let mut numbered = template.clone();
        for (place, mut field) in numbered.fields_mut().into_iter().enumerate() {
            let field = field.field();
            if !field.is_dropped() {
                field.name = place.to_string();
            }
        }
        let compiled = Compiled::new(&numbered);
        let mut values = Values::new(&numbered, corpus.parameters());
        let mut sample = Sample {
            held_out: HeldOut::of(corpus),
            table: Table::new(corpus.parameters()),
            columns: Columns::default(),
            recorded: 0,
        };
        for (page, view) in corpus.views().iter().enumerate() {
            let applied = compiled.apply_counted(view, corpus.url(page), &mut values.nodes);
            values.take(&applied.record);
            if sample.held_out.has(page) {
                sample.table.take(page, &applied.record);
                sample.columns.take(page, &applied.record);
                sample.recorded += usize::from(!applied.record.is_empty());
            }
        }
        sample.table.hand_down(&template.field_places());
        Self { values, sample }
    }
}
