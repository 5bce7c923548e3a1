//! The book of this stage: the thresholds by which templates are told apart.

use sitewrap_model::parameters;

parameters! {
    /// The thresholds by which clusters of templates are told apart. Similarities and shares are
    /// 0..=1.
    pub struct Parameters("cluster") {
        /// How many times farther apart two groups of pages may be than the pages of one group, and
        /// still be one template with options; more merges more. What each group has in place of the
        /// other counts besides. 3.2 and 3.3 give the same clusters on twenty sites with known page
        /// types and on 55 of their types taken alone.
        pub separation: f64 = 3.2, 1.0..=10.0;
        /// The same among all that varies on the site, without what stands in place of what.
        pub most_separate: f64 = 3.0, 1.0..=10.0;
        /// Share of the variance along its axis from which on a split is a gap, not a spread: the
        /// same clusters at 0.945 to 0.955.
        pub most_sharp: f64 = 0.95, 0.6..=1.0;
        /// How much an exchange counts beside a separation: the same clusters at 4.5 to 5.5.
        pub exchange: f64 = 5.0, 0.0..=50.0;
        /// Added to the differences within, so that groups of identical pages do not make every
        /// difference look large.
        pub least_difference: f64 = 0.01, 0.0001..=0.5;
        /// Share of the pages that must be one cluster on what pages have in common for the site to
        /// have one template.
        pub one_template_share: f64 = 0.9, 0.5..=1.0;

        /// Share by which the pages of two groups must differ in a mark for it to set them apart: 0.7
        /// to 0.85 give nearly the same clusters on 25 sites.
        pub marks_apart: f64 = 0.8, 0.5..=1.0;
        /// Standard deviations of chance that are taken off the difference of two shares, before it counts
        /// for what the pages of one group have in place of what those of the other have: at 1 a manual of
        /// generated pages falls apart, at 1.5 a catalogue gains and pages of blocks lose.
        pub chance: f64 = 2.0, 0.0..=10.0;
        /// Marks that are many: the mean F of 25 sites falls by .01 at 6 as at 10.
        pub many_marks: usize = 8, 1..=100;
        /// Blocks that pages may lack and be of one kind with others of the same addresses: at 1 and 2
        /// the mean F of ten sites falls by .046 and .027, at 4 that of 25 others by .001.
        pub options: usize = 3, 0..=50;
        /// Of fewer pages nothing can be said: at any share they may all be exceptions.
        pub few_pages: usize = 3, 1..=50;
        /// Share of two clusters' addresses whose patterns must be the same.
        pub same_patterns: f64 = 0.5, 0.0..=1.0;
        /// How many times as many marks must set pages apart whose addresses differ in the names of
        /// directories alone.
        pub directories_alone: usize = 3, 1..=50;
        /// How alike the pages of two groups of addresses are on average, those of addresses that are told
        /// apart not at all, from which on they are one kind: 0.15 gives the same clusters on thirty
        /// sites, from 0.25 on handbooks fall apart.
        pub not_apart: f32 = 0.2, 0.0..=1.0;
        /// How many times as strange to the pages of a cluster as they are to each other a page may be that was
        /// not compared with them. At the two thresholds that is (1 − 0.8) / (1 − 0.9) = 2; with options
        /// that no page had so far, a little more.
        pub stranger: f64 = 2.1, 0.0..=100.0;
        /// How alike a page must be to the pages of a cluster at least, in the cluster's own terms, to be one of
        /// them, however they vary: the least that the cluster's own halves may be alike.
        pub least_cohesion: f64 = 0.6, 0.0..=1.0;
        /// Fewest pages, bodies of their own, that make a cluster of pages that fitted none before. A wrapper
        /// stays as it is once it is made, so it should not be made of too few: two pages show what varies, but
        /// not what is optional. Five is a judgement, not a measured optimum; waiting pages lose nothing
        /// meanwhile.
        pub new_type_pages: usize = 5, 2..=1000;
        /// Pages of each kind that a sample takes first: enough to be a cluster, with its options.
        pub sample_pages: usize = 10, 1..=1000;
    }
}
