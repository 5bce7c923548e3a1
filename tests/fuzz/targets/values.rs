//! Whatever texts a field has, they get a type, and each is read by it or stays text.
//!
//! The first line is the field's name and the page's language, then comes a value a line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_values::{Locale, ValueSource, detect};

fuzz_target!(|input: &str| {
    let mut lines = input.lines();
    let (name, language) = lines.next().and_then(|line| line.split_once(' ')).unwrap_or_default();
    let values: Vec<(&str, u32)> = lines.map(|line| (line, 1)).collect();
    let locale = Locale::new(Some(language), Some("shop.example.ch"), None);
    let sources = [
        ValueSource::Text,
        ValueSource::ClassWord,
        ValueSource::Attr { tag: "img", attr: "srcset" },
        ValueSource::Attr { tag: "time", attr: "datetime" },
    ];
    for source in sources {
        let found = detect(name, source, &values, &locale);
        assert!(found.fitting <= found.values);
        for (value, _) in &values {
            let _ = found.format.read(value, "http://shop.example.ch");
        }
    }
});
