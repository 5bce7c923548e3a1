//! What a build of this program may be without: the default features of its crate.

use std::error::Error;
use std::fmt;

/// A part of the program that a build may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// The search index of a store.
    Search,
    /// Records as a SQLite database.
    Sqlite,
    /// Records as Parquet files.
    Parquet,
}

impl Feature {
    /// Refuses what needs this, in a build without it.
    pub(crate) fn check(self) -> Result<(), Absent> {
        let is_there = match self {
            Self::Search => cfg!(feature = "search"),
            Self::Sqlite => cfg!(feature = "sqlite"),
            Self::Parquet => cfg!(feature = "parquet"),
        };
        if is_there { Ok(()) } else { Err(Absent(self)) }
    }

    /// Its name in the manifest, which is what users know it by.
    fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Sqlite => "sqlite",
            Self::Parquet => "parquet",
        }
    }
}

/// What is asked for is not in this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Absent(pub(crate) Feature);

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.name();
        write!(
            f,
            "this sitewrap is built without {name}; `cargo build --release --features {name}` builds one \
             with it"
        )
    }
}

impl Error for Absent {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_says_how_to_have_it() {
        assert_eq!(
            Absent(Feature::Parquet).to_string(),
            "this sitewrap is built without parquet; `cargo build --release --features parquet` builds one \
             with it"
        );
    }

    #[test]
    fn a_build_has_what_its_features_say() {
        let checks = [Feature::Search, Feature::Sqlite, Feature::Parquet].map(Feature::check);
        let built = [cfg!(feature = "search"), cfg!(feature = "sqlite"), cfg!(feature = "parquet")];
        assert_eq!(checks.map(|check| check.is_ok()), built);
    }
}
