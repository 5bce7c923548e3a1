//! The book of this stage: the thresholds by which values are read.
//!
//! They are those of a process, not of a call: what reads a value has no way to be told them. Only
//! measuring changes them, before anything is read.

use sitewrap_model::{parameters, parameters_of_process};

parameters! {
    /// The thresholds by which values are read. Shares are 0..=1.
    pub struct Parameters("values") {
        /// Share of the values that must read as a type for a field to be of it.
        pub fitting: f64 = 0.8, 0.5..=1.0;
        /// Different values that are all cut short (`4K`, `8K`) and tell no number yet, at most.
        pub short_numbers: usize = 4, 0..=50;
        /// Digits from which on a number without a name is a code.
        pub code_digits: usize = 8, 4..=20;
        /// The best that a rating can be, at most.
        pub best_rating: u32 = 100, 5..=1000;
        /// Bound: bytes of a value that is read as a number, a price, a rating, a date or a duration.
        pub value_bytes: usize = 200, 20..=1000;
    }
}

parameters_of_process!(pub(crate) Parameters);
