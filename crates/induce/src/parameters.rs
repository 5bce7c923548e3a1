//! The book of this stage: the thresholds by which templates are made.
//!
//! They reach every module by way of the [`Corpus`](crate::corpus::Corpus). Here are those of
//! `element`, `attributes`, `corpus` and most of `redundant`; the other modules still have theirs as
//! constants.

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
        /// Share from which on a class word is no value but the element's own.
        pub class_most: f64 = 0.95, 0.5..=1.0;
        /// Share that must bear exactly one of the class words that stand for values.
        pub class_one: f64 = 0.5, 0.0..=1.0;
        /// Share that may bear several of them.
        pub class_several: f64 = 0.02, 0.0..=1.0;

        /// Pages of a type from which on a feature counts only if two pages have it.
        pub vocabulary_pages: usize = 3, 2..=50;

        /// Share of the pages of other types from which on content at its place is furniture.
        pub furniture_share: f64 = 0.3, 0.0..=1.0;
        /// Nodes, with those below, that make a block of furniture.
        pub furniture_nodes: usize = 6, 1..=100;
        /// Bytes of text that make a block of furniture, however few its nodes.
        pub furniture_bytes: usize = 30, 1..=1000;
        /// Pages of other types that there must be for anything to be furniture.
        pub furniture_pages: usize = 8, 1..=100;
        /// Pages of other types on which a link of a section's menu stands, at least; and as many for
        /// each address that it leads to from one place.
        pub section_pages: u32 = 10, 1..=1000;
        /// Share of links with the same words that must be such.
        pub section_links: f64 = 0.95, 0.5..=1.0;

        /// Share of a page's links with a query that must carry a parameter for it to be the
        /// visit's.
        pub session_share: f64 = 0.6, 0.1..=1.0;
        /// Links with a query that a page must have for that.
        pub session_links: usize = 8, 1..=100;
        /// Bytes of a parameter's value that is an id of a visit, at least: shorter ones are choices
        /// (`page=2`).
        pub session_bytes: usize = 8, 1..=64;

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
        /// Share of its links that must lead to another page of the list.
        pub pager_links: f64 = 0.9, 0.5..=1.0;
        /// Share of links that must lead to the same list in another order or form to be its
        /// controls.
        pub view_links: f64 = 0.95, 0.5..=1.0;

        /// Pages of a type from which on one value on all of them says nothing.
        pub role_pages: usize = 20, 2..=200;
        /// Bytes of such a value, at most.
        pub role_bytes: usize = 60, 2..=1000;
        /// Nodes of a block that is looked through for one, at most.
        pub role_nodes: usize = 12, 1..=200;

    }
}
