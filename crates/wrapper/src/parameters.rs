//! The book of this stage: the thresholds by which pages are read and wrappers are applied.
//!
//! They are those of a process, not of a call: what reads a value has no way to be told them. Only
//! measuring changes them, before anything is read.

use sitewrap_model::{parameters, parameters_of_process};

parameters! {
    /// The thresholds by which pages are read and wrappers are applied. Shares are 0..=1.
    pub struct Parameters("extract") {
        /// Characters of a label or a header, and of a class word or an id that somebody has written,
        /// at most: what is longer is a text, or a code.
        pub label_chars: usize = 48, 5..=400;
        /// Words of a label, at most.
        pub label_words: usize = 5, 1..=50;
        /// Words of such a text that are looked at.
        pub words_read: usize = 24, 1..=200;
        /// Letters of a word's ending that may differ (`1 review`, `2 reviews`), at most.
        pub ending_bytes: usize = 3, 0..=10;

        /// Nodes of an element that is read as a label, a heading or a cell that spans rows, with those
        /// below, at most.
        pub label_nodes: usize = 8, 1..=100;
        /// Lines of a value whose label has a line of its own (`Address:`), at most.
        pub label_lines: usize = 4, 1..=50;

        /// Levels above an item, at most, in which an item of the same list may hold it (a reply in a comment).
        pub holder_levels: usize = 3, 1..=20;

        /// Share of the pages of a type below which a path is no part of its signature.
        pub rare_path: f32 = 0.1, 0.0..=1.0;
        /// What a path counts that all types of the site have, beside those that tell them apart.
        pub common_path: f32 = 0.1, 0.0..=1.0;
        /// Likeness of a page and the signature of a wrapper below which it is not tried.
        pub least_signature: f32 = 0.1, 0.0..=1.0;
        /// Wrappers that are tried on a page, best signature first.
        pub tried: usize = 4, 1..=50;
        /// The same where something speaks against each of them.
        pub tried_at_most: usize = 8, 1..=100;
        /// Share of the instances of a text that must stand without a neighbour on a side for that to
        /// be one of its usual forms.
        pub rare_form: f32 = 0.1, 0.0..=1.0;
        /// Share of what a wrapper asks for that a page must have.
        pub least_fit: f64 = 0.5, 0.0..=1.0;
        /// Share of the text of a page from which on the page is not satisfied if nothing in the template is like it.
        /// Of 11,548 pages of 78 sites, most learned from, 7 % have any such text, one in 280 a tenth.
        pub most_unexplained: f64 = 0.1, 0.0..=1.0;
        /// What each thing that speaks against a wrapper takes from its fit.
        pub objection: f64 = 0.1, 0.0..=1.0;
        /// Likeness below which a node of a page is another than the template node. Neighbours of one tag that
        /// share neither class nor structure score below 0.25, the same node with one of two class words changed
        /// 0.5 and more.
        pub least_similar: f32 = 0.35, 0.0..=1.0;
        /// The same for a node that is found out of its order.
        pub out_of_order: f32 = 0.75, 0.0..=1.0;
        /// What is left of the likeness of a node that says something else than all nodes of the template node
        /// do. It may be the same still: what was fixed on the pages of a crawl changes. Tells nodes of one look
        /// apart, and weighs less than one of two class words.
        pub says_otherwise: f32 = 0.8, 0.0..=1.0;
        /// How like a text is at least that stands as a known share of the template's texts do, and a heading that is
        /// made as some of the template's are.
        pub known_form: f32 = 0.5, 0.0..=1.0;
        /// What it counts that a place is filled that all instances have. Of alignments that explain the same,
        /// that which leaves no place empty is right: of two lists of one look, the first must not take all.
        /// Breaks ties, and weighs less than any difference in class words.
        pub filled: f32 = 0.1, 0.0..=1.0;
        /// What it counts that all children that may stand anywhere stand where the template has their like, for
        /// all of them together: of two that look the same, content and boilerplate, the order tells which is
        /// which, and else how much they say. Less than `filled`, so that it breaks the ties that that leaves.
        pub in_order: f32 = 0.05, 0.0..=1.0;
        /// How much more like another place a child must be to leave the one that its order gives it. Nodes of
        /// one look and different roles (`span.flex.title`, `span.flex.arrow`) differ by 0.3 and more, cells told
        /// apart by their neighbours alone by less than 0.2.
        pub much_more: f32 = 0.25, 0.0..=1.0;
        /// Quality below which a field, a wrapper or a site is bad.
        pub bad: f32 = 0.25, 0.0..=1.0;
        /// Quality from which on it is good.
        pub good: f32 = 0.5, 0.0..=1.0;

        /// Steps above a field by which a user's change is tied to it, and features of each, at most.
        pub anchor_features: usize = 12, 1..=100;
        /// How much less each step up counts.
        pub anchor_decay: f64 = 0.6, 0.1..=1.0;
        /// Likeness from which on a field or a type of pages is the one that was changed.
        pub anchor_field: f64 = 0.6, 0.1..=1.0;
        /// Names that a message or a record tells.
        pub names_told: usize = 12, 1..=100;

        /// Elements that tell a type of pages from others, at most.
        pub signs: usize = 4, 1..=50;
        /// Examples that give paths to try, and nodes of each.
        pub seeds: usize = 4, 1..=50;
        /// Items of a list from which the rules of its fields are learned.
        pub rule_items: usize = 120, 4..=2000;
        /// How good it is to have the right node first and others behind it, or the right value from
        /// another node, beside the right node alone.
        pub as_good: f64 = 0.95, 0.0..=1.0;
        /// What a unit of cost takes from how good a path is.
        pub cost_weight: f64 = 0.0075, 0.0..=0.1;
        /// Elements above a node that may be named on the way to it.
        pub ancestors: usize = 24, 1..=200;
        /// Named steps that are combined.
        pub named_steps: usize = 14, 2..=100;
        /// Cost of a step by its tag, whether that tells something or not. An id beats a class word, a
        /// class word beats two; two names beat one position, and one position beats a chain of them.
        pub bare_step: f32 = 0.8, 0.0..=20.0;
        /// Cost of a step by its position.
        pub placed_step: f32 = 4.0, 0.0..=20.0;
        /// Cost of a way from the root by positions.
        pub top_step: f32 = 6.0, 0.0..=20.0;
        /// Cost of a step by the label before it.
        pub labelled_step: f32 = 1.6, 0.0..=20.0;
        /// Cost of a step by an id or by what an element is for, and what a class word with digits
        /// costs more: columns, sizes, spacing.
        pub id_step: f32 = 1.0, 0.0..=20.0;
        /// Cost of a step by a class word.
        pub class_step: f32 = 1.3, 0.0..=20.0;
        /// What a word that looks generated costs more.
        pub generated_step: f32 = 5.0, 0.0..=20.0;

        /// Bound: bytes of a text that is looked through for words of labels.
        pub labelling_bytes: usize = 200, 20..=1000;
        /// Bound: children that are looked at for the features of their parent, cells of a row that
        /// have headers, and parts of a list in a line; what a `colspan` can cost.
        pub children: usize = 256, 8..=10_000;
        /// Bound: cells of the rows above that reach down into a row.
        pub spanning_cells: usize = 8, 1..=100;
    }
}

parameters_of_process!(pub(crate) Parameters);
