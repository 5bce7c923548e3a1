//! See Cargo.toml.

pub mod profile;
