//! Chores of the project itself.
//!
//! How good are clusters and records, and does a change make them worse anywhere? `quality` learns
//! from sites with truth and scores what comes out: those of `data/quality`, made for this, or
//! folders given. No crate of the product knows this one.

pub mod baseline;
pub mod bundle;
pub mod correlation;
pub mod invariants;
pub mod laws;
pub mod measure;
pub mod quality;
pub mod recipe;
pub mod score;
pub mod sensitivity;
pub mod variant;
