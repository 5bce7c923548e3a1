//! The terms of pages: what class words, ids, labels and the form of a value say of the value.
//!
//! Is `product__price-tag` a name, and of what? Is `Autor:` a label, is `12 ft` an amount, is `Mai 2024` a
//! day? Templates are told apart by such words, and fields are named by them; so both ask here. It sees
//! single words and texts, never a page.

mod form;
pub mod grammar;
mod parameters;
pub mod words;

pub use parameters::{Parameters, book};
