//! JSON as pages write it, and as it should be.

use super::*;
use proptest::prelude::*;

fn shown(text: &str) -> String {
    let values: Vec<String> = read_all(text).iter().map(show).collect();
    values.join(" ")
}

fn show(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(yes) => yes.to_string(),
        Json::Number(number) => number.clone(),
        Json::Text(text) => format!("{text:?}"),
        Json::List(items) => {
            format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(","))
        }
        Json::Object(members) => {
            let member = |(key, value): &(String, Json)| format!("{key:?}:{}", show(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
    }
}

#[test]
fn json_is_read_as_pages_write_it() {
    let a = r#"{"a":"b"}"#;
    for (text, expected) in [
        (r#" {"a":"b",} "#, a),
        ("/* lamp */ {\"a\": // of\n \"b\"}", a),
        ("//<![CDATA[\n{\"a\":\"b\"}\n//]]>", a),
        ("//<![CDATA[{\"a\":\"b\"}", a),
        ("<!-- {a:'b'} -->", a),
        ("{&quot;a&quot;:&quot;b&quot;}", a),
        (r#"{"a":"b"};"#, a),
        (r#"{"a":"b""#, a),
        (r#"{"a":"b"}{"c":12.50}"#, r#"{"a":"b"} {"c":12.50}"#),
        ("{\"a\":\"two\nlines\"}", r#"{"a":"two\nlines"}"#),
        (r#"{"a":"a 19" lamp","c":1}"#, r#"{"a":"a 19\" lamp","c":1}"#),
        (r#"{"a":"\u00e9\ud83d\ude00\ud800x\/\q"}"#, r#"{"a":"é😀�x/q"}"#),
        (r#"[true,null,undefined,-1e3,,]"#, "[true,null,null,-1e3]"),
        ("{\"a\":\"b\"\n\"c\":\"d\"}", r#"{"a":"b","c":"d"}"#),
        ("{\"a\": ", ""),
        ("if (a) { b() }", ""),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn depth_and_size_are_bounded() {
    assert!(read_all(&"[".repeat(1 << 20)).is_empty());
    assert!(read_all(&format!("{}1{}", "[".repeat(500), "]".repeat(500))).is_empty());
    assert!(read_all(&format!("[{}1]", "1,".repeat(MAX_VALUES))).is_empty());
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

fn plain(json: &Json) -> serde_json::Value {
    match json {
        Json::Null => serde_json::Value::Null,
        Json::Bool(yes) => (*yes).into(),
        Json::Number(number) => serde_json::from_str(number).unwrap(),
        Json::Text(text) => text.as_str().into(),
        Json::List(items) => items.iter().map(plain).collect::<Vec<_>>().into(),
        Json::Object(members) => serde_json::Value::Object(
            members.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        ),
    }
}

proptest! {
    #[test]
    fn true_json_is_read_as_it_is(json in any_json()) {
        let text = json.to_string();
        let values = read_all(&text);
        prop_assert_eq!(values.iter().map(plain).collect::<Vec<_>>(), vec![json.clone()]);
        let pretty = serde_json::to_string_pretty(&json).unwrap();
        prop_assert_eq!(read_all(&pretty), values);
    }

    #[test]
    fn whatever_the_text_reading_ends(text in r#"[\[\]{}"':,/*\\ua1\-<!\n]{0,80}"#) {
        read_all(&text);
    }
}
