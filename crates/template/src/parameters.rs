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
        /// Share that has the most frequent content from which on all count as the same: template text;
        /// and share of a field's values that another must have for the first to be its copy.
        pub same: f64 = 0.98, 0.5..=1.0;
        /// Share from which on it is what nearly all have, and of a home page what a wrapper must explain.
        pub nearly_all: f64 = 0.9, 0.5..=1.0;
        /// Share from which on it is what most have: of instances, of a page's links, of pages with a
        /// menu, of a page what the wrapper of its cluster must explain.
        pub most: f64 = 0.6, 0.2..=0.9;
        /// Share from which on something recurs rather than happens: a feature, an attribute.
        pub recurring: f64 = 0.1, 0.0..=0.5;
        /// Fewer instances, different values, columns or pages than this show nothing.
        pub few: usize = 3, 1..=20;
        /// Values in a block, at most, that have one label before the block, or are no more than a number
        /// and its link; fields of a step of the way to a page, at most.
        pub few_things: usize = 3, 1..=20;
        /// Examples of a field's values that are kept or looked at.
        pub examples: usize = 3, 1..=50;
        /// Elements around something, and levels below it, that are asked what it is.
        pub around: usize = 3, 1..=20;
        /// Instances from which on what all of them have is no chance; a pager has no more different
        /// words, and a block of one value no more nodes.
        pub many: usize = 10, 3..=100;
        /// Texts from which on what all of them share is no chance; more class words do not stand for
        /// the values of a field.
        pub sure: usize = 20, 5..=200;

        /// Similarity (weighted Dice of features, 0..=1) from which on two nodes are of one kind: half
        /// of the features. A node with one of its two class words changed and the same structure
        /// below has 0.67; neighbours that share only what most elements share have below 0.3.
        pub same_kind: f32 = 0.5, 0.2..=1.0;
        /// Similarity from which on siblings of one kind have one structure, and look the same.
        pub same_structure: f32 = 0.8, 0.2..=1.0;
        /// Slots that like siblings are cut into, at most.
        pub slots: usize = 40, 2..=400;
        /// Cells of a row, or numbers in one, whose places tell what they are, at most.
        pub row_cells: usize = 16, 2..=100;
        /// How far what two places of a row hold must differ: the sum of the differences of ten
        /// shares.
        pub profile_distance: f64 = 0.5, 0.0..=10.0;

        /// Siblings that are coded to tell which reading of them is the shortest, at most.
        pub described: usize = 400, 10..=100_000;
        /// Bits of a letter of a text that was not there before.
        pub letter_bits: f64 = 3.0, 0.5..=8.0;
        /// Letters of a text that count, at most: beyond, texts are new or not.
        pub described_letters: usize = 40, 1..=1000;
        /// Bits of a way of labels, what a role with a structure of its own costs, and of a form of texts.
        pub way_bits: f64 = 4.0, 0.0..=100.0;

        /// Characters of a label, of the name of a value, or of a value that class words name, at most.
        pub label_chars: usize = 48, 5..=400;
        /// Words of a text in which more than the first may be its label, at most.
        pub label_words: usize = 6, 1..=50;
        /// Words of a longer text that may be its label, at most.
        pub first_words: usize = 3, 1..=50;
        /// Bytes from which on a text that two things share is no chance.
        pub telling_bytes: usize = 3, 1..=50;
        /// How many times as long as what a page states a value is that says more than that.
        pub much_longer: usize = 2, 1..=100;
        /// Share of the class words of a site beyond which their first word is a prefix of the site.
        pub prefix_share: f64 = 0.15, 0.0..=1.0;
        /// Bytes that what people have written has on average, at least, also between inline markup.
        pub written_bytes: usize = 40, 0..=2000;
        /// Bytes on average from which on bare text between `br`, links and boxes is running text. At 40 the programme
        /// of a festival is one text, and what reviews say with who says it.
        pub bare_bytes: usize = 80, 0..=2000;

        /// Pages, values or words that are looked at where they say alike; pages of each half that a
        /// template is learned from, to tell whether other pages would have taught the same.
        pub sampled: usize = 24, 2..=1000;
        /// Pages of a type whose lists are compared with the pages that their items lead to.
        pub list_pages: usize = 40, 2..=1000;
        /// Pages of a type whose main content is compared with their records, to tell which has the better
        /// bodies; they are spread over those that its wrapper was learnt from.
        pub body_pages: usize = 30, 2..=1000;
        /// Characters of an example, or of template text, that are shown.
        pub shown_chars: usize = 120, 10..=1000;
        /// Bound: kinds below one node. Pages that people read have some dozens; what is like none of
        /// them, the rarest, is left out, so that hostile pages cannot make the work quadratic.
        pub kinds: usize = 400, 40..=4000;
        /// Bound: different values that are kept of a field, or cells of a table.
        pub distinct: usize = 4096, 100..=100_000;
        /// Bound: bytes of a value that is looked up, or of the text of a pager.
        pub value_bytes: usize = 400, 50..=10_000;

        /// Depth below which no template nodes are built: what lies there is one text.
        pub template_depth: usize = 96, 8..=1000;

        /// Bytes from which on an attribute's value is data for scripts.
        pub attr_bytes: usize = 2000, 100..=100_000;

        /// Share from which on it is what some have: content of other page types at a place, so that it
        /// is boilerplate; one sequence of children, so that a template has made them.
        pub some: f64 = 0.3, 0.0..=1.0;
        /// Nodes, with those below, that make a block of boilerplate, or one that a page is laid out by.
        pub boilerplate_nodes: usize = 6, 1..=100;
        /// Bytes from which on what a text says counts for itself: of a paragraph on average, of a
        /// block of boilerplate however few its nodes.
        pub text_bytes: usize = 30, 1..=1000;

        /// Bytes of a parameter's value that is an id of a visit, at least: shorter ones are choices
        /// (`page=2`).
        pub session_bytes: usize = 8, 1..=64;

        /// Nodes of a pager, at most.
        pub pager_nodes: usize = 160, 5..=2000;
        /// Numbers in it that are no links, at most: this page and how many there are.
        pub pager_numbers: usize = 2, 0..=20;
    }
}
