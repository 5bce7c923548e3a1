//! A build without the default features, as `cargo demo` makes one: what is not in it is told.

use crate::support::Scratch;

#[test]
fn what_a_build_is_without_is_told_before_anything_is_done() {
    let file = ["--output", "out"];
    for (feature, args) in [
        ("search", &["search", "lantern"][..]),
        ("search", &["index"]),
        ("sqlite", &["extract", "--format", "sqlite", file[0], file[1]]),
        ("parquet", &["extract", "--format", "parquet", file[0], file[1]]),
        ("parquet", &["run", "http://127.0.0.1:1/", "--format", "parquet", file[0], file[1]]),
    ] {
        let scratch = Scratch::new();
        let run = scratch.run(args).expect_code(1);
        let wanted = format!(
            "sitewrap: this sitewrap is built without {feature}; `cargo build --release --features \
             {feature}` builds one with it\n"
        );
        assert_eq!(run.stderr, wanted, "{args:?}");
        assert!(run.stdout.is_empty() && !scratch.path("store").exists(), "{args:?}");
    }
}

#[test]
fn the_help_tells_what_a_build_is_without() {
    let scratch = Scratch::new();
    for (feature, args) in [
        ("search", &["--help"][..]),
        ("sqlite", &["extract", "--help"]),
        ("parquet", &["extract", "--help"]),
    ] {
        let help = scratch.run(args).expect_code(0).stdout;
        assert!(help.contains(&format!("--features {feature}")), "{args:?}: {help}");
    }
}
