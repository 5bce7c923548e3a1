//! What becomes of the texts and addresses of a page.

use serde::Serialize;

/// What a wrapper makes of all that a page says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The texts that hold a letter or a digit.
    pub texts: Accounts,
    /// The addresses of links and pictures.
    pub addresses: Accounts,
    /// The texts and addresses that no part of the template accounts for, in the order of the page;
    /// only the first of many.
    pub unexplained: Vec<Unexplained>,
}

/// How many there are, and what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accounts {
    /// All; the sum of the others.
    pub all: usize,
    /// The same on all pages of the type.
    pub template: usize,
    /// Varies, and was found to say nothing of the page: boilerplate, controls, what a field says
    /// elsewhere.
    pub left_out: usize,
    /// The value, or a part of the value, of one field.
    pub values: usize,
    /// A value of several fields.
    pub copies: usize,
    /// Nothing of these.
    pub unexplained: usize,
}

/// A text or an address that no part of the template accounts for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unexplained {
    /// The XPath of its node, by positions; of the attribute for an address.
    pub xpath: String,
    /// The text or the address, shortened.
    pub text: String,
}

impl Accounts {
    /// Share of them all that is unexplained, 0..=1.
    pub fn unexplained_share(&self) -> f64 {
        if self.all == 0 { 0.0 } else { self.unexplained as f64 / self.all as f64 }
    }
}
