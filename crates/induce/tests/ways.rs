//! Ways from the home page that no class word for them tells, or that hold more than their steps.

mod pages;

use pages::records;
use serde_json::{Value, json};

/// The steps of the way to a page; some have a step more than others.
fn steps(n: usize) -> Vec<(String, String)> {
    let between = [format!("Port {}", n % 3), format!("Ships {}", n % 7)];
    let below = between.into_iter().take(1 + n % 2);
    let step = |name: String| {
        let to = format!("/c/{}", name.replace(' ', "-"));
        (name, to)
    };
    [("Home".to_owned(), "/".to_owned())].into_iter().chain(below.map(step)).collect()
}

fn links(n: usize) -> Vec<String> {
    steps(n).into_iter().map(|(name, to)| format!("<a href='{to}'>{name}</a>")).collect()
}

fn wanted(n: usize) -> Value {
    let step = |(name, to): (String, String)| json!({ "breadcrumb": name, "url": to });
    steps(n).into_iter().map(step).collect()
}

fn story(n: usize) -> String {
    format!("<h1>Storm {n} in the north</h1><p>The wind rose to {} knots, and fell.</p>", 20 + n)
}

#[test]
fn a_path_that_begins_at_home_is_the_way() {
    let records = records(|n| {
        let items: String = links(n).iter().map(|link| format!("<li>{link}</li>")).collect();
        format!("<div class='head path'><span>Now at</span><ol>{items}</ol></div>{}", story(n))
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["breadcrumbs"], wanted(n), "{record:#}");
    }
}

#[test]
fn a_path_that_begins_anywhere_is_none() {
    let records = records(|n| {
        let link = |k: usize| format!("<li><a href=/isle/{0}>Isle {0}</a></li>", n * 5 + k);
        let items: String = (0..2 + n % 3).map(link).collect();
        format!("<ol class=path>{items}</ol>{}", story(n))
    });
    for record in &records {
        assert!(record.get("breadcrumbs").is_none(), "{record:#}");
    }
}

#[test]
fn a_list_that_unfolds_below_a_step_and_a_button_are_no_steps() {
    let records = records(|n| {
        let item = |link: String| {
            let beside = |k: usize| format!("<li><a href=/b/{k}{n}>Beside {k} {n}</a></li>");
            let menu: String = (0..2 + n % 3).map(beside).collect();
            format!("<li class=step>{link}<ul class=menu>{menu}</ul></li>")
        };
        let items: String = links(n).into_iter().map(item).collect();
        format!(
            "<div id=breadcrumbs><div class=back><button>Back</button></div><div class=way><ol>\
             {items}</ol></div></div>{}",
            story(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["breadcrumbs"], wanted(n), "{record:#}");
    }
}
