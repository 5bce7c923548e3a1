//! What is written in the way of a country reads back as what it was.

use proptest::prelude::*;
use sitewrap_model::{Typed, Value};
use sitewrap_values::{Currency, Evidence, Format, Locale, Told, ValueSource, ValueType, detect};

/// Group separator and decimal mark of countries.
const STYLES: [(&str, &str); 8] = [
    (",", "."),
    (".", ","),
    (" ", ","),
    ("\u{a0}", ","),
    ("\u{202f}", ","),
    ("'", "."),
    ("\u{2019}", "."),
    ("", "."),
];

/// An amount of cents in a country's way.
fn written(cents: u64, (group, mark): (&str, &str)) -> String {
    let units = (cents / 100).to_string();
    let mut grouped = String::new();
    for (at, digit) in units.chars().enumerate() {
        if at > 0 && (units.len() - at).is_multiple_of(3) {
            grouped.push_str(group);
        }
        grouped.push(digit);
    }
    format!("{grouped}{mark}{:02}", cents % 100)
}

/// `Ƛ` is longer in lower case and `Ⱥ` shorter, so that the whole is as long while its parts move.
#[test]
fn letters_whose_length_changes_in_lower_case_are_read() {
    assert_eq!(Format::of(ValueType::Price).read("Ƛ0𑌪/Ⱥ", ""), None);
}

proptest! {
    #[test]
    fn amounts_read_back(
        cents in 1u64..10_000_000_000,
        style in prop::sample::select(STYLES.to_vec()),
        code in prop::sample::select(vec!["EUR", "USD", "CHF", "SEK", "BRL", "INR", "KWD"]),
        before: bool,
    ) {
        let amount = written(cents, style);
        let text = if before { format!("{code} {amount}") } else { format!("{amount} {code}") };
        let read = Format::of(ValueType::Price).read(&text, "");
        let amount = cents as f64 / 100.0;
        let expected = Typed::Price { amount, currency: Some(code.to_owned()) };
        prop_assert_eq!(read, Some(Value::Typed(expected)), "{}", text);
    }

    #[test]
    fn columns_of_amounts_are_prices(
        cents in prop::collection::vec(1u64..10_000_000, 2..40),
        style in prop::sample::select(STYLES.to_vec()),
        sign in prop::sample::select(vec!["€", "$", "£", "¥", "zł", "R$", "₹"]),
    ) {
        let texts: Vec<String> =
            cents.iter().map(|cents| format!("{sign} {}", written(*cents, style))).collect();
        let values: Vec<(&str, u32)> = texts.iter().map(|text| (text.as_str(), 1)).collect();
        let found = detect("x", ValueSource::Text, &values, &Locale::default());
        prop_assert_eq!(found.format.value_type, ValueType::Price);
        prop_assert_eq!(found.fitting, found.values);
        for (text, cents) in texts.iter().zip(&cents) {
            let read = found.format.read(text, "");
            let is_amount = matches!(read, Some(Value::Typed(Typed::Price { amount, .. }))
                if amount == *cents as f64 / 100.0);
            prop_assert!(is_amount, "{}", text);
        }
    }

    #[test]
    fn whole_numbers_read_back(number in -1_000_000_000i64..1_000_000_000) {
        let read = Format::of(ValueType::Integer).read(&number.to_string(), "");
        prop_assert_eq!(read, Some(Value::Typed(Typed::Integer(number))));
    }

    #[test]
    fn no_text_makes_reading_fail(text in "\\PC{0,60}", page in "\\PC{0,20}") {
        let price = Format {
            currency: Currency::from_code("EUR").map(|is| Told { is, by: Evidence::Edit }),
            ..Format::of(ValueType::Price)
        };
        for value_type in ValueType::ALL {
            let _ = Format::of(value_type).read(&text, &page);
        }
        let _ = price.read(&text, &page);
        let values = [(text.as_str(), 3), (page.as_str(), 1)];
        let found = detect(&page, ValueSource::Text, &values, &Locale::default());
        prop_assert!(found.fitting <= found.values && found.values == 4);
    }
}

fn type_of(name: &str, values: &[&str]) -> ValueType {
    let values: Vec<(&str, u32)> = values.iter().map(|value| (*value, 1)).collect();
    detect(name, ValueSource::Text, &values, &Locale::default()).format.value_type
}

#[test]
fn numbers_that_are_names_are_text() {
    assert_eq!(type_of("x", &["012345", "112345"]), ValueType::Text);
    assert_eq!(type_of("x", &["9780306406157", "9783161484100"]), ValueType::Text);
    assert_eq!(type_of("zip_code", &["90210", "10115"]), ValueType::Text);
    assert_eq!(type_of("title", &["1984", "2666"]), ValueType::Text);
    assert_eq!(type_of("x", &["+44 20 7946 0018", "+1 555 0100"]), ValueType::Text);
    assert_eq!(type_of("pages", &["320", "1,204"]), ValueType::Integer);
}

#[test]
fn most_values_decide() {
    assert_eq!(type_of("x", &["£5", "£7", "£9", "£11", "Sold out"]), ValueType::Price);
    assert_eq!(type_of("x", &["£5", "£7", "Sold out", "Soon"]), ValueType::Text);
    assert_eq!(type_of("x", &["12 ft", "14 ft"]), ValueType::Text);
    assert_eq!(type_of("x", &["TOP 10", "TOP 20"]), ValueType::Text);
    assert_eq!(type_of("x", &["2 hours ago", "yesterday"]), ValueType::Text);
    assert_eq!(type_of("x", &["04/05/2024", "31/05/2024"]), ValueType::Date);
    assert_eq!(type_of("x", &["n/a", "-", "12.5", "13"]), ValueType::Decimal);
}
