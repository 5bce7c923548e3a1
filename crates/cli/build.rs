//! Rebuilds the binary when the embedded demo site changes; `include_dir!` alone would not.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    writeln!(io::stdout(), "cargo::rerun-if-changed=../../data/demo")
}
