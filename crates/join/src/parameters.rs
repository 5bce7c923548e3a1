//! The book of this stage: when an item and a page are one thing.

use sitewrap_model::parameters;

parameters! {
    /// When an item of a list and the page that it leads to are one thing. Shares are 0..=1.
    pub struct Parameters("join") {
        /// Fewest pairs of an item and its page that show anything.
        pub few_pairs: usize = 3, 1..=100;
        /// Pairs that are looked at, of each list and page type.
        pub sample: usize = 400, 10..=100_000;
        /// Share of the pairs from which on two fields say the same.
        pub agree: f64 = 0.5, 0.1..=1.0;
        /// How much more often the values of two fields must agree than those of items and pages that do
        /// not belong together.
        pub telling: f64 = 0.2, 0.0..=1.0;
        /// The same for one field at least of a list, so that it is taken for a list of things with pages.
        pub identifying: f64 = 0.5, 0.1..=1.0;
        /// Most items of a page's list that lead where another of its items leads: a list names a thing
        /// once.
        pub most_repeats: f64 = 0.1, 0.0..=0.9;
        /// Share of an item's values that are the same where the thing is named again: what is said of a
        /// thing stays, what somebody says (a comment, with a link to its author) is another each time.
        pub same_again: f64 = 0.5, 0.0..=1.0;
        /// Share of agreeing pairs below which the sides disagree by system, not by an exception.
        pub systematic: f64 = 0.8, 0.1..=1.0;
    }
}
