//! The book of this stage: the thresholds by which pages are read and wrappers are applied.
//!
//! They are those of a process, not of a call: what reads a value has no way to be told them. Only
//! measuring changes them, before anything is read.

use sitewrap_model::parameters;
use std::sync::OnceLock;

parameters! {
    /// The thresholds by which pages are read and wrappers are applied. Shares are 0..=1.
    pub struct Parameters("extract") {
        /// Characters of a label or a header, at most: what is longer is a text.
        pub label_chars: usize = 48, 5..=400;
        /// Words of a label, at most.
        pub label_words: usize = 5, 1..=50;
        /// Bytes of a text that is looked through for words of labels, at most.
        pub label_text: usize = 160, 10..=2000;
        /// Words of such a text that are looked at.
        pub words_read: usize = 24, 1..=200;
        /// Nodes of a line with two labels and their values, at least.
        pub line_nodes: usize = 4, 2..=50;
        /// Lines of a value whose label has a line of its own (`Address:`), at most.
        pub value_lines: usize = 4, 1..=50;
        /// Rows without which a bold first row is no header.
        pub table_rows: usize = 3, 1..=50;
        /// Letters of a word's ending that may differ (`1 review`, `2 reviews`), at most.
        pub ending_bytes: usize = 3, 0..=10;
        /// Bytes of a class word or an id that somebody has written, at most.
        pub token_bytes: usize = 48, 8..=400;

        /// Share of the values that must read as a type for a field to be of it.
        pub fitting: f64 = 0.8, 0.5..=1.0;
        /// Values that are too few to tell a type by themselves.
        pub few_values: usize = 4, 1..=50;
        /// Digits from which on a number without a name is a code.
        pub code_digits: usize = 8, 4..=20;
        /// The best that a rating can be, at most.
        pub best_rating: u32 = 100, 5..=1000;

        /// Wrappers that are tried on a page, by their signatures.
        pub candidates: usize = 3, 1..=50;
        /// Wrappers that are tried where none of those fits.
        pub more_candidates: usize = 6, 1..=50;
        /// Similarity to a signature below which a wrapper is not tried.
        pub least_signature: f32 = 0.1, 0.0..=1.0;
        /// Share of what a wrapper asks for that a page must have.
        pub least_fit: f64 = 0.5, 0.0..=1.0;
        /// What each thing that speaks against a wrapper takes from its fit.
        pub objection: f64 = 0.1, 0.0..=1.0;
        /// Things that speak against it, at most.
        pub objections: usize = 8, 1..=100;
        /// Share of the pages that must have a path for it to be in their signature.
        pub signature_share: f32 = 0.05, 0.0..=1.0;
        /// What a path counts that all types of the site have.
        pub shared_weight: f32 = 0.1, 0.0..=1.0;
        /// Quality below which a field, a wrapper or a site is bad.
        pub bad: f32 = 0.25, 0.0..=1.0;
        /// Quality from which on it is good.
        pub good: f32 = 0.5, 0.0..=1.0;

        /// Steps above a field by which a user's change is tied to it, at most.
        pub anchor_steps: usize = 8, 1..=100;
        /// Features of each step, at most.
        pub anchor_features: usize = 12, 1..=100;
        /// How much less each step up counts.
        pub anchor_decay: f64 = 0.6, 0.1..=1.0;
        /// Likeness from which on a field or a type of pages is the one that was changed.
        pub anchor_field: f64 = 0.6, 0.1..=1.0;
        /// Names that a message tells.
        pub names_told: usize = 12, 1..=100;

        /// Items of a list from which the rules of its fields are learned.
        pub rule_items: usize = 120, 4..=2000;
        /// How good it is to have the right node first and others behind it, beside the right node
        /// alone.
        pub first_of_several: f64 = 0.96, 0.0..=1.0;
        /// How good it is to have the right value from another node.
        pub same_value: f64 = 0.93, 0.0..=1.0;
        /// Signs by which a type of pages is told from others, at most.
        pub signs: usize = 4, 1..=50;
        /// Examples that give paths to try.
        pub seeds: usize = 4, 1..=50;
        /// What a unit of cost takes from how good a path is.
        pub cost_weight: f64 = 0.0075, 0.0..=0.1;
        /// Elements above a node that may be named on the way to it.
        pub ancestors: usize = 24, 1..=200;
        /// Named steps that are combined.
        pub named_steps: usize = 14, 2..=100;
        /// Cost of a step by its tag. An id beats a class word, a class word beats two; two names beat
        /// one position, and one position beats a chain of them.
        pub bare_step: f32 = 0.8, 0.0..=20.0;
        /// Cost of a step by a tag that tells something.
        pub telling_step: f32 = 0.9, 0.0..=20.0;
        /// Cost of a step by its position.
        pub placed_step: f32 = 4.0, 0.0..=20.0;
        /// Cost of a way from the root by positions.
        pub top_step: f32 = 6.0, 0.0..=20.0;
        /// Cost of a step by the label before it.
        pub labelled_step: f32 = 1.6, 0.0..=20.0;
        /// Cost of a step by an id.
        pub id_step: f32 = 1.0, 0.0..=20.0;
        /// Cost of a step by what an element is for.
        pub role_step: f32 = 1.1, 0.0..=20.0;
        /// Cost of a step by a class word.
        pub class_step: f32 = 1.3, 0.0..=20.0;
        /// What a word that looks generated costs more.
        pub generated_step: f32 = 5.0, 0.0..=20.0;
        /// What a class word with digits costs more: columns, sizes, spacing.
        pub numbered_step: f32 = 1.0, 0.0..=20.0;

        /// Bound: bytes of a value that is read as a number, a price, a rating, a date or a duration.
        pub value_bytes: usize = 120, 20..=1000;
        /// Bound: children that are looked at for the features of their parent.
        pub children: usize = 256, 8..=10_000;
        /// Bound: cells of a row that have headers, and parts of a list in a line; what a `colspan`
        /// can cost.
        pub row_cells: usize = 100, 8..=1000;
        /// Bound: cells that reach down into a row and are repeated in it; a page of cells that span
        /// all rows must not grow by what they hold.
        pub reaching_cells: usize = 8, 0..=100;
        /// Bound: nodes of such a cell.
        pub reaching_nodes: usize = 12, 1..=100;
    }
}

static BOOK: OnceLock<Parameters> = OnceLock::new();

/// The parameters of this process.
pub(crate) fn book() -> &'static Parameters {
    BOOK.get_or_init(Parameters::default)
}

impl Parameters {
    /// Makes these the parameters of the process, and tells whether that is possible: nothing has been
    /// read and none have been made so before.
    pub fn settle(self) -> bool {
        BOOK.set(self).is_ok()
    }
}
