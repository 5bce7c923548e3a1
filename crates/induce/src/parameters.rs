//! The book of this stage: the thresholds by which templates are made.
//!
//! They reach every module by way of the [`Corpus`](crate::corpus::Corpus). What means the same has one
//! parameter, wherever it is asked: three levels of shares (see [`Share`](crate::share::Share)), how many
//! are few and many, what is alike, how long a label is. Moving one of them moves all rules that ask it.

use sitewrap_model::parameters;

parameters! {
    /// The thresholds by which templates are made. A share is of the instances of a node unless its
    /// text says otherwise, 0..=1.
    pub struct Parameters("induce") {
        /// Share that has the most frequent content from which on all count as the same: template
        /// text.
        pub same: f64 = 0.98, 0.5..=1.0;
        /// Share from which on it is what nearly all have.
        pub nearly_all: f64 = 0.9, 0.5..=1.0;
        /// Share from which on it is what most have.
        pub most: f64 = 0.6, 0.2..=0.9;
        /// Share from which on something recurs rather than happens.
        pub recurring: f64 = 0.05, 0.0..=0.5;
        /// Fewer instances, different values or columns than this show nothing.
        pub few: usize = 3, 1..=20;
        /// Instances from which on what all of them have is no chance.
        pub many: usize = 10, 3..=100;
        /// Texts from which on what all of them share is no chance.
        pub sure: usize = 20, 5..=200;
        /// Pages of a type, or of other types, that tell what a type is called.
        pub few_pages: usize = 5, 1..=50;

        /// Similarity (weighted Dice of features, 0..=1) from which on two nodes are of one kind: half
        /// of the features. A node with one of its two class words changed and the same structure
        /// below has 0.67; neighbours that share only what most elements share have below 0.3.
        pub same_kind: f32 = 0.5, 0.2..=1.0;
        /// Similarity from which on siblings of one kind have one structure.
        pub same_structure: f32 = 0.8, 0.2..=1.0;
        /// Similarity from which on they look the same.
        pub same_look: f32 = 0.85, 0.2..=1.0;
        /// Slots that like siblings are cut into, at most.
        pub slots: usize = 40, 2..=400;
        /// Cells of a row whose places tell what they are, at most.
        pub row_cells: usize = 16, 2..=100;
        /// Numbers in a row whose places tell what they are, at most: replies and views, wins and
        /// losses.
        pub row_numbers: usize = 5, 2..=100;
        /// How far what two places of a row hold must differ: the sum of the differences of ten
        /// shares.
        pub profile_distance: f64 = 0.5, 0.0..=10.0;

        /// Characters of a label or of the name of a value, at most.
        pub label_chars: usize = 48, 5..=400;
        /// Words of a text in which more than the first may be its label, at most.
        pub label_words: usize = 6, 1..=50;
        /// First words of a text that may be its label, and things in a block of which unmarked words
        /// before it may name the first.
        pub label_place: usize = 4, 1..=50;
        /// Words of a text that is looked through for a pattern, at most.
        pub pattern_words: usize = 20, 2..=200;
        /// Bytes that a paragraph has on average, at least.
        pub paragraph_bytes: usize = 25, 0..=1000;
        /// Bytes that what people have written has on average, at least.
        pub written_bytes: usize = 40, 0..=2000;
        /// Bytes from which on texts between inline markup are those of a running text.
        pub phrase_bytes: usize = 40, 0..=1000;
        /// Share of the instances with one sequence of children below which what they hold is
        /// written by people.
        pub irregular: f64 = 0.3, 0.0..=1.0;

        /// Pages or values that are looked at where they say alike.
        pub sampled: usize = 24, 2..=1000;
        /// Examples of a field's values.
        pub examples: usize = 3, 1..=20;
        /// Characters of an example.
        pub example_chars: usize = 120, 10..=1000;
        /// Bound: kinds below one node. Pages that people read have some dozens; what is like none of
        /// them, the rarest, is left out, so that hostile pages cannot make the work quadratic.
        pub kinds: usize = 400, 40..=4000;
        /// Bound: different values that are kept of a field, or cells of a table.
        pub distinct: usize = 4096, 100..=100_000;
        /// Bound: bytes of a value that is looked up.
        pub value_bytes: usize = 400, 50..=10_000;

        /// Depth below which no template nodes are built: what lies there is one text.
        pub template_depth: usize = 96, 8..=1000;
        /// Share that must bear a feature for the template to keep it.
        pub feature_share: f32 = 0.1, 0.0..=1.0;
        /// Levels between a link and what it stands in (the head of a table, a breadcrumb trail), at
        /// most.
        pub holder_levels: usize = 6, 1..=50;
        /// Characters to which template text is cut for reading.
        pub fixed_text: usize = 80, 10..=1000;

        /// Share that must have an attribute for it to be a field.
        pub attr_share: f64 = 0.02, 0.0..=1.0;
        /// Bytes from which on an attribute's value is data for scripts.
        pub attr_bytes: usize = 2000, 100..=100_000;
        /// Different class words that may stand for the values of a field, at most.
        pub class_values: usize = 24, 2..=200;
        /// Share that must bear exactly one of the class words that stand for values.
        pub class_one: f64 = 0.5, 0.0..=1.0;

        /// Share of the pages of other types from which on content at its place is furniture.
        pub furniture_share: f64 = 0.3, 0.0..=1.0;
        /// Nodes, with those below, that make a block of furniture.
        pub furniture_nodes: usize = 6, 1..=100;
        /// Bytes of text that make a block of furniture, however few its nodes.
        pub furniture_bytes: usize = 30, 1..=1000;

        /// Share of a page's links with a query that must carry a parameter for it to be the
        /// visit's.
        pub session_share: f64 = 0.6, 0.1..=1.0;
        /// Links with a query that a page must have for that.
        pub session_links: usize = 8, 1..=100;
        /// Bytes of a parameter's value that is an id of a visit, at least: shorter ones are choices
        /// (`page=2`).
        pub session_bytes: usize = 8, 1..=64;

        /// Pages of each half that a template is learned from, to tell whether other pages would
        /// have taught the same.
        pub half_pages: usize = 30, 2..=240;
        /// Share of a field's values that another one must have for the first to be its copy.
        pub copied: f64 = 0.95, 0.5..=1.0;
        /// Share of the pages with a menu that each of its links must be on.
        pub menu_share: f64 = 0.8, 0.2..=1.0;
        /// Values of a field on one page that are looked at.
        pub page_values: usize = 64, 1..=10_000;
        /// What a field that only its place names is worth beside one that something on the page names.
        pub unnamed: f32 = 0.5, 0.0..=1.0;
        /// Exponent of a sign in a score of quality.
        pub sign_weight: f32 = 0.25, 0.0..=10.0;
        /// Exponent of the share of fields that more than their order tells apart: where nothing does,
        /// how the pages are made is not understood, and other fields suffer.
        pub distinct_weight: f32 = 2.0, 0.0..=20.0;

        /// Nodes of a pager, at most.
        pub pager_nodes: usize = 160, 5..=2000;
        /// Bytes of its text, at most.
        pub pager_bytes: usize = 240, 10..=4000;
        /// Numbers in it that are no links, at most: this page and how many there are.
        pub pager_numbers: usize = 2, 0..=20;
        /// Different words in all instances, at most.
        pub pager_words: usize = 12, 1..=100;
        /// Elements above it, and first ones in it, whose classes may say that it is one.
        pub pager_around: usize = 3, 1..=20;

        /// Bytes of a value that says the same on all pages and that class words name, at most.
        pub role_bytes: usize = 60, 2..=1000;
        /// Nodes of a block that is looked through for such a value, at most.
        pub role_nodes: usize = 12, 1..=200;
    }
}
