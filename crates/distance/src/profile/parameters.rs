//! The book of this stage: what counts when pages are compared by their paths and addresses.
//!
//! Calibration of the weights, on seven sites with known page types: the same clusters on nearly all
//! of them for `partial` 0.25..=0.3, `body_boost` 20..=30 and `depth_decay`
//! 0.92..=0.93. DESIGN-profile.md has the table.

use sitewrap_model::parameters;

parameters! {
    /// What counts when pages are compared. Shares are 0..=1.
    pub struct Parameters("distance") {
        /// Share of a path's information that counts although its parent tells it already, that is lost
        /// when it always varies within pages, and share of the floor that a path counts which only one
        /// page has: it tells no kinds apart, but a page of many such is like no other; without it, a
        /// front page looks as empty as an empty list.
        pub partial: f64 = 0.3, 0.0..=1.0;
        /// The same for a further word of an element, wherever elements of its label have the word:
        /// how many stars a review gives is its item's, not the template's. The words of kinds that
        /// stand side by side in lists are further words too, so it is less: from 0.5 on shops lose
        /// their kinds of reviews.
        pub option_word: f64 = 0.15, 0.0..=1.0;
        /// How much more words on `html` and `body` count, which the site's software writes to name
        /// the kind of page, as far as the pages bear them out.
        pub body_boost: f64 = 25.0, 1.0..=100.0;
        /// Each step down counts this much of the one above.
        pub depth_decay: f64 = 0.93, 0.5..=1.0;

        /// Distinct words with one head (`category-`) under one pair of tags from which on they are
        /// names of items, not of kinds, and fold: anything from 3 to 12 gives the same clusters on
        /// the sites measured.
        pub family: usize = 6, 1..=100;
        /// Share of all words of the site (those of ids apart) that a head must begin to be a prefix.
        pub prefix_reach: f64 = 0.15, 0.0..=1.0;
        /// Share of the words of a prefix that stand on the very pages of another of them.
        pub prefix_share: f64 = 0.5, 0.0..=1.0;
        /// Share of the pages from which on a word tells nothing, and of all that varies from which on
        /// it is nearly all.
        pub nearly_all: f64 = 0.9, 0.5..=1.0;
        /// Share of what varies below either of two words that is below both where one mirrors the
        /// other.
        pub mirrored: f64 = 0.8, 0.5..=1.0;
        /// Nodes for each one with class words from which on a site has hardly any.
        pub bare_nodes: usize = 8, 1..=100;
        /// Of the pages that have either of two texts of one template, the share that has both.
        pub texts_together: f64 = 0.85, 0.5..=1.0;
        /// Pages on which anything must be to be known: fewer come together by chance.
        pub few_pages: usize = 4, 2..=50;

        /// Share of the pages that must have a directory or a name for it to be kept in the pattern of
        /// their addresses: 0.015 to 0.03 give the same clusters on 21 sites, 0.01 tears one of them.
        pub address_recurs: f64 = 0.02, 0.0..=0.5;
        /// The least number of pages by which it recurs.
        pub address_pages: usize = 3, 2..=50;

        /// Pages that must bear a word for it to be part of a template, and for a path to tell something.
        pub word_pages: u32 = 2, 1..=50;
        /// Share of a page's elements that have a class or an id below which texts and looks stand in for them.
        pub few_words: f64 = 0.3, 0.0..=1.0;
        /// Bytes of a text that stands in for class words, at most: a longer one says something.
        pub text_bytes: usize = 32, 0..=1000;
        /// Steps from the root by which a kind of pages is guessed for drawing a sample.
        pub signature_depth: u32 = 8, 1..=1000;

        /// Bytes of a text beside the numbers of links to the other pages of a list (`First`, `Previous`, `…`,
        /// `Next`, `Last`), at most, where no name tells that they are such links.
        pub pager_bytes: usize = 16, 1..=1000;

        /// Bytes of all texts of an element that is named for such links, at most: more is said by a list.
        pub pager_text: usize = 600, 10..=10_000;
        /// Texts beside the numbers of such links, at most: `First`, `Previous`, `…`, `Next`, `Last` and one more.
        pub pager_others: usize = 6, 0..=100;
        /// Bytes of the suffix of an address (`html`), at most: a longer one is part of a name.
        pub suffix_bytes: usize = 5, 1..=40;

        /// Bound: texts that are compared, those of most pages.
        pub compared: usize = 512, 16..=10_000;
        /// Bound: pages that stand for a group; more cost time and change little.
        pub rows: usize = 64, 4..=1000;
        /// Bound: times that words which say nothing of what is below are looked for. Once they are
        /// set aside, there may be others further down.
        pub mirrors: usize = 3, 0..=20;
    }
}
