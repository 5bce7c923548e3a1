//! What goes in, and what comes out.

/// A text whose keywords are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text<'t> {
    /// Its title, whose words weigh more. It gives no keywords by itself: titles of pages name the site.
    pub title: Option<&'t str>,
    /// The text; a line is a paragraph, an item or a heading. Read up to [`TEXT_BYTES`](crate::TEXT_BYTES).
    pub body: &'t str,
    /// Its language as a tag of BCP 47, as far as it is known; a text in another script is taken for
    /// what it is.
    pub lang: Option<&'t str>,
}

/// A keyword of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyword {
    /// The word or phrase, as the text writes it most often, with single spaces.
    pub text: String,
    /// How much it says of the text, from 0 to 1; that of the first is 1. Those of different texts do not
    /// compare.
    pub score: f32,
}
