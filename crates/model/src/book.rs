//! The book of parameters: what a threshold is called, what it means, where it stands and how far it
//! may go.
//!
//! Each stage has one struct of parameters, made by [`parameters!`](crate::parameters): its fields
//! are read by the stage, and listed, read and changed by name, so that what depends on them can be
//! measured.

/// A parameter as the book tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The stage that it is of.
    pub stage: &'static str,
    /// Its name, unique in the stage.
    pub name: &'static str,
    /// What it means, in what unit, and why it stands where it does; Markdown.
    pub doc: &'static str,
    /// Where it stands.
    pub default: f64,
    /// The least that it can be.
    pub least: f64,
    /// The most that it can be.
    pub most: f64,
    /// Whether it counts something.
    pub is_whole: bool,
}

impl Entry {
    /// The value that lies a share of the default away from it (−0.2: a fifth less), within the
    /// range; `None` where that is the default. What counts something moves by one at least.
    pub fn moved(&self, share: f64) -> Option<f64> {
        let step = self.default * share;
        let step = if self.is_whole && step.abs() < 1.0 { share.signum() } else { step };
        let value = (self.default + step).clamp(self.least, self.most);
        let value = if self.is_whole { value.round() } else { value };
        (value != self.default).then_some(value)
    }
}

/// The parameters of a stage, by name.
pub trait Book {
    /// All of them, in the order in which they are written.
    fn entries() -> Vec<Entry>
    where
        Self: Sized;

    /// The value of one; `None` where there is none of that name.
    fn get(&self, name: &str) -> Option<f64>;

    /// Changes one, and tells whether that is possible: there is one of that name, and the value is
    /// within its range.
    fn set(&mut self, name: &str, value: f64) -> bool;
}

/// What a parameter may be: a number that goes into and comes out of an `f64` as it is.
pub trait Number: Copy {
    /// Whether it counts something.
    const IS_WHOLE: bool;
    /// The number.
    fn to_f64(self) -> f64;
    /// The number nearest to a value.
    fn of_f64(value: f64) -> Self;
}

impl Number for f64 {
    const IS_WHOLE: bool = false;
    fn to_f64(self) -> f64 {
        self
    }
    fn of_f64(value: f64) -> Self {
        value
    }
}

impl Number for f32 {
    const IS_WHOLE: bool = false;
    fn to_f64(self) -> f64 {
        // By way of its digits, so that 0.1 stays 0.1.
        self.to_string().parse().unwrap_or(f64::from(self))
    }
    fn of_f64(value: f64) -> Self {
        value as Self
    }
}

impl Number for usize {
    const IS_WHOLE: bool = true;
    fn to_f64(self) -> f64 {
        self as f64
    }
    fn of_f64(value: f64) -> Self {
        value.round() as Self
    }
}

impl Number for u32 {
    const IS_WHOLE: bool = true;
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    fn of_f64(value: f64) -> Self {
        value.round() as Self
    }
}

/// Makes the struct of a stage's parameters: public fields, [`Default`], and [`Book`].
///
/// ```
/// use sitewrap_model::{Book, parameters};
///
/// parameters! {
///     /// What deciding asks for.
///     pub struct Parameters("decide") {
///         /// Share of the instances that must agree, 0..=1.
///         pub same: f64 = 0.98, 0.5..=1.0;
///         /// Fewest pages.
///         pub least: usize = 3, 1..=50;
///     }
/// }
///
/// let mut parameters = Parameters::default();
/// assert!(parameters.set("same", 0.9) && !parameters.set("same", 2.0));
/// assert_eq!((parameters.same, parameters.get("least")), (0.9, Some(3.0)));
/// assert_eq!(Parameters::entries()[1].doc, " Fewest pages.");
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        $vis:vis struct $struct:ident($stage:literal) {
            $(
                $(#[doc = $doc:literal])+
                $of:vis $name:ident: $type:ty = $default:literal, $least:literal..=$most:literal;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $struct {
            $($(#[doc = $doc])+ $of $name: $type,)+
        }

        impl Default for $struct {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl $crate::Book for $struct {
            fn entries() -> Vec<$crate::Entry> {
                vec![$($crate::Entry {
                    stage: $stage,
                    name: stringify!($name),
                    doc: concat!($($doc),+),
                    default: <$type as $crate::Number>::to_f64($default),
                    least: <$type as $crate::Number>::to_f64($least),
                    most: <$type as $crate::Number>::to_f64($most),
                    is_whole: <$type as $crate::Number>::IS_WHOLE,
                },)+]
            }

            fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some($crate::Number::to_f64(self.$name)),)+
                    _ => None,
                }
            }

            fn set(&mut self, name: &str, value: f64) -> bool {
                match name {
                    $(stringify!($name) => {
                        let (least, most): ($type, $type) = ($least, $most);
                        let range = $crate::Number::to_f64(least)..=$crate::Number::to_f64(most);
                        if range.contains(&value) {
                            self.$name = $crate::Number::of_f64(value);
                        }
                        range.contains(&value)
                    })+
                    _ => false,
                }
            }
        }
    };
}

/// Makes the parameters of a stage those of the process, not of a call, for a stage whose functions have
/// no way to be told them: `book()` gives them to whoever the stage lets see them, `settle` changes them before
/// anything is read.
///
/// ```
/// mod parameters {
///     sitewrap_model::parameters! {
///         /// What reading asks for.
///         pub struct Parameters("read") {
///             /// Longest text, in bytes.
///             pub most: usize = 200, 20..=1000;
///         }
///     }
///     sitewrap_model::parameters_of_process!(pub(crate) Parameters);
/// }
///
/// assert_eq!(parameters::book().most, 200);
/// assert!(!parameters::Parameters::default().settle(), "something has been read");
/// ```
#[macro_export]
macro_rules! parameters_of_process {
    ($vis:vis $struct:ident) => {
        static BOOK: std::sync::OnceLock<$struct> = std::sync::OnceLock::new();

        /// The parameters of this process.
        $vis fn book() -> &'static $struct {
            BOOK.get_or_init($struct::default)
        }

        impl $struct {
            /// Makes these the parameters of the process, and tells whether that is possible: nothing has
            /// been read and none have been made so before.
            pub fn settle(self) -> bool {
                BOOK.set(self).is_ok()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    parameters! {
        /// For tests.
        struct Sample("sample") {
            /// A share,
            /// 0..=1.
            share: f32 = 0.9, 0.0..=1.0;
            /// A count.
            count: usize = 2, 1..=9;
        }
    }

    #[test]
    fn parameters_move_within_their_range() {
        let [share, count] = Sample::entries()[..] else { panic!("two parameters") };
        assert_eq!(
            (share.moved(0.2), count.moved(0.2), count.moved(-0.2)),
            (Some(1.0), Some(3.0), Some(1.0))
        );
        assert_eq!((share.default, share.doc), (0.9, " A share, 0..=1."));
        let full = Entry { default: 1.0, ..share };
        assert_eq!(full.moved(0.2), None);
    }

    #[test]
    fn what_is_set_is_read() {
        let mut sample = Sample::default();
        for entry in Sample::entries() {
            assert_eq!(sample.get(entry.name), Some(entry.default));
            assert!(
                sample.set(entry.name, entry.least) && !sample.set(entry.name, entry.most + 1.0)
            );
            assert_eq!(sample.get(entry.name), Some(entry.least));
        }
        assert!(!sample.set("none", 1.0) && sample.get("none").is_none());
    }
}
