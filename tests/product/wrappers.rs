//! Wrappers shown, edited, exported and imported.

use crate::support::demo_store;
use serde_json::Value;

/// Whether a value is what a schema (of those that `wrappers show` writes) says.
fn fits(value: &Value, schema: &Value) -> bool {
    if let Some(options) = schema["anyOf"].as_array() {
        return options.iter().any(|option| fits(value, option));
    }
    match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("array") => value
            .as_array()
            .is_some_and(|items| items.iter().all(|item| fits(item, &schema["items"]))),
        Some("object") => value.as_object().is_some_and(|fields| {
            let has = |name: &Value| name.as_str().is_some_and(|name| fields.contains_key(name));
            let known = |(name, value): (&String, &Value)| match schema["properties"].get(name) {
                Some(property) => fits(value, property),
                None if schema["additionalProperties"] == false => false,
                None => fits(value, &schema["additionalProperties"]),
            };
            schema["required"].as_array().is_none_or(|names| names.iter().all(has))
                && fields.iter().all(known)
        }),
        _ => false,
    }
}

#[test]
fn records_fit_the_schema_that_is_published() {
    let scratch = demo_store();
    for values in ["raw", "typed"] {
        let lines = scratch.run(["extract", "--values", values]).expect_code(0).json_lines();
        let mut checked = 0;
        for line in lines.iter().filter(|line| line["satisfied"] == true) {
            let Some(name) = line["wrapper"].as_str() else { continue };
            let show = ["wrappers", "show", name, "--format", "schema", "--values", values];
            let schema = scratch.run(show).expect_code(0).stdout;
            let schema: Value = serde_json::from_str(&schema).expect("JSON");
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert!(fits(&line["record"], &schema), "{values}: {line}");
            checked += 1;
            if checked == 40 {
                break;
            }
        }
        assert!(checked > 20, "{checked}");
    }
}

#[test]
fn columns_of_tables_are_in_the_order_of_the_schema() {
    let scratch = demo_store();
    for page_type in ["product", "article"] {
        let show = ["wrappers", "show", page_type, "--format", "schema"];
        let schema = scratch.run(show).expect_code(0).stdout;
        // The names of the properties as they stand, which a parser would sort.
        let (_, properties) = schema.split_once("\n  \"properties\": {\n").expect("properties");
        let names = properties.lines().filter_map(|line| line.strip_prefix("    \""));
        let known: Vec<&str> = names.filter_map(|line| Some(line.split_once('"')?.0)).collect();
        let extract = ["extract", "--page-type", page_type, "--format", "csv"];
        let table = scratch.run(extract).expect_code(0).stdout;
        let header = table.lines().next().expect("a header");
        let fields = header.split(',').skip(7).filter_map(|column| {
            let field = column.strip_prefix("record.").unwrap_or(column);
            let field = field.split('.').next().unwrap_or(field);
            known.iter().position(|name| *name == field)
        });
        let places: Vec<usize> = fields.collect();
        assert!(places.len() > 5 && places.is_sorted(), "{header}");
    }
}

#[test]
fn an_edit_holds_when_all_is_learnt_anew_until_it_is_taken_back() {
    let scratch = demo_store();
    let count = |page_type: &str, field: &str| {
        let lines = scratch.run(["extract", "--page-type", page_type]).expect_code(0).json_lines();
        lines.iter().filter(|line| line["record"][field].is_string()).count()
    };
    let titles = count("product", "title");
    assert!(titles > 5);
    let edit = ["wrappers", "edit", "product", "--rename", "title=label", "--name", "ware"];
    scratch.run(edit).expect_code(0);
    scratch.run(["induce", "--fresh"]).expect_code(0);
    assert_eq!((count("ware", "label"), count("ware", "title")), (titles, 0));
    let clusters = scratch.run(["clusters"]).expect_code(0).stdout;
    assert!(clusters.contains("\"ware\"") && !clusters.contains("\"product\""));

    scratch.run(["wrappers", "edit", "ware", "--reset"]).expect_code(0);
    assert_eq!(count("product", "title"), titles);
}

#[test]
fn a_body_comes_from_main_content_where_a_person_says_so() {
    let scratch = demo_store();
    let extract = || scratch.run(["extract", "--page-type", "article", "--provenance"]);
    let before = extract().expect_code(0).stdout;
    assert!(before.contains("\"body\":") && !before.contains("from_content"));
    let edit = |from: &str| {
        let edit = ["wrappers", "edit", "article", "--body", from];
        scratch.run(edit).expect_code(0);
    };
    edit("content");
    scratch.run(["induce", "--fresh"]).expect_code(0);
    let lines = extract().expect_code(0).json_lines();
    assert!(lines.len() > 5);
    for line in lines {
        assert_eq!(line["from_content"], "body", "{line}");
        assert_eq!(line["provenance"]["body"], serde_json::json!({ "source": "content" }));
        assert!(line["record"]["body"].as_str().is_some_and(|body| body.len() > 80), "{line}");
    }
    let shown = scratch.run(["wrappers", "show", "article"]).expect_code(0).stdout;
    assert!(shown.contains("body is the main content of the page\n"), "{shown}");
    let file = scratch.run(["wrappers", "export"]).expect_code(0).stdout;
    assert!(file.contains("body_from = \"content\""), "{file}");

    let file = file.replace("body_from = \"content\"", "body_from = \"fuller\"");
    let file = scratch.write("fuller.toml", file).display().to_string();
    scratch.run(["wrappers", "import", &file]).expect_code(0);
    let found = extract().expect_code(0).stdout;
    assert!(!found.contains("from_content"), "the bodies of these articles are whole");
    edit("wrapper");
    let reset = extract().expect_code(0).stdout;
    let versionless = |lines: &str| {
        let lines = lines.lines().map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("JSON");
            line["version"] = Value::Null;
            line
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(versionless(&reset), versionless(&before));
}

#[test]
fn an_exported_file_can_be_changed_and_imported() {
    let scratch = demo_store();
    let file = scratch.run(["wrappers", "export"]).expect_code(0).stdout;
    let unchanged = scratch.write("same.toml", &file).display().to_string();
    let run = scratch.run(["wrappers", "import", &unchanged]).expect_code(0);
    assert_eq!(run.last_message(), "nothing has changed");

    let changed = file.replace("title = { name = \"title\"", "title = { name = \"label\"");
    assert_ne!(changed, file);
    let changed = scratch.write("changed.toml", changed).display().to_string();
    scratch.run(["wrappers", "import", &changed]).expect_code(0);
    let again = scratch.run(["wrappers", "export"]).expect_code(0).stdout;
    assert!(again.contains("title = { name = \"label\""), "{again}");
}

#[test]
fn a_file_with_a_mistake_changes_nothing() {
    let scratch = demo_store();
    let before = scratch.run(["wrappers", "export"]).expect_code(0).stdout;
    let good = "[product.fields]\ntitle = { name = \"label\" }\n";
    let cases = [
        (format!("{good}titel = {{ name = \"x\" }}\n"), "did you mean `title`?"),
        (format!("{good}[prodict]\npage_type = \"x\"\n"), "did you mean `product`?"),
        (format!("{good}price = {{ nmae = \"x\" }}\n"), "line 3: unknown field `nmae`"),
        (format!("{good}price = {{ type = \"money\" }}\n"), "`money` is no type"),
        (format!("{good}price = {{ name = \"label\" }}\n"), "two fields `label`"),
    ];
    for (text, message) in cases {
        let file = scratch.write("bad.toml", text).display().to_string();
        let run = scratch.run(["wrappers", "import", &file]).expect_code(2);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    assert_eq!(scratch.run(["wrappers", "export"]).expect_code(0).stdout, before);
}
