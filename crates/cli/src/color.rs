//! Whether messages and marks are coloured.

use clap::{ColorChoice, ValueEnum};
use std::ffi::OsString;

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// What the arguments of the program ask for. The help and the errors of the command line need it
    /// before that is read; one that is not understood is told by those who read it.
    pub(crate) fn asked(arguments: impl Iterator<Item = OsString>) -> Self {
        let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
        let mut arguments = arguments.take_while(|argument| argument != "--");
        let mut asked = Self::default();
        while let Some(argument) = arguments.next() {
            let value = match argument.strip_prefix("--color") {
                Some("") => arguments.next(),
                Some(value) => value.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            asked = value.and_then(|value| Self::from_str(&value, false).ok()).unwrap_or(asked);
        }
        asked
    }

    /// Makes it so for all that the program prints.
    pub(crate) fn set(self) {
        let is_coloured = match self {
            Self::Auto => return,
            Self::Always => true,
            Self::Never => false,
        };
        console::set_colors_enabled(is_coloured);
        console::set_colors_enabled_stderr(is_coloured);
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> Color {
        Color::asked(line.split(' ').map(OsString::from))
    }

    #[test]
    fn the_last_word_on_colour_counts() {
        assert_eq!(asked("sitewrap status"), Color::Auto);
        assert_eq!(asked("sitewrap --color never status --color=always"), Color::Always);
        assert_eq!(asked("sitewrap search --color never -- --color=always"), Color::Never);
        assert_eq!(asked("sitewrap status --color loud"), Color::Auto);
    }
}
