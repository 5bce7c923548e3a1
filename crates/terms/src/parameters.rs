//! The book of this stage: how long words, names and labels are.
//!
//! They are those of a process, not of a call: words are looked at everywhere. Only measuring changes them,
//! before anything is read.

use sitewrap_model::{parameters, parameters_of_process};

parameters! {
    /// The lengths and shares by which words, names, labels and values are told.
    pub struct Parameters("terms") {
        /// Characters of a name, at most.
        pub name_chars: usize = 30, 5..=200;
        /// Bytes of a word, at most: longer ones are several words that nothing parts, or codes.
        pub word_bytes: usize = 16, 3..=200;
        /// Words of a label or of a name in a text, and parts of a text that are values, at most.
        pub label_words: usize = 5, 1..=50;
        /// Letters of a stem, at least, and of an ending, at most.
        pub affix: usize = 3, 1..=10;
        /// Bytes of a text that may be a label, a price, a date, a number with a word, or a link to the whole of an
        /// excerpt, at most: more is a sentence.
        pub value_bytes: usize = 48, 5..=400;
        /// Share of values that are amounts of money from which on all are prices, for some are said in words
        /// (`Free`): at 0.5 five of 118 sites call licences and sentences so, and at 1 the prices of three have no name.
        pub priced: f64 = 0.75, 0.0..=1.0;
    }
}

parameters_of_process!(pub Parameters);
