//! No page ends the process or holds it up, and each gets a box for every node.

use sitewrap_layout::{Layout, style_sheets};
use sitewrap_tree::Document;

/// Thirty pages that are made to break a layout engine.
fn hostile() -> Vec<(&'static str, String)> {
    let styled = |style: &str, body: &str| format!("<style>{style}</style>{body}");
    let nested = |tag: &str, levels: usize| format!("<{tag}>").repeat(levels);
    let flat = |piece: &str, times: usize| piece.repeat(times);
    vec![
        ("nested boxes", nested("div", 5_000)),
        ("nested spans", nested("span", 5_000)),
        ("nested tables", nested("table><tr><td", 400)),
        ("nested lists", nested("ul><li", 2_000)),
        ("nested forms and quotes", nested("blockquote", 3_000)),
        ("nested flex", styled("div{display:flex}", &nested("div", 500))),
        ("nested grid", styled("div{display:grid}", &nested("div", 300))),
        ("nested inline blocks", styled("div{display:inline-block}", &nested("div", 300))),
        ("nested floats", styled("div{float:left}", &nested("div", 400))),
        ("nested columns", styled("div{columns:2}", &nested("div", 200))),
        ("spans in one line", format!("<p>{}", flat("<span>a</span>", 20_000))),
        ("boxes made inline", styled("div{display:inline}", &flat("<div>a</div>", 3_000))),
        ("one long word", format!("<p>{}", flat("a", 1_000_000))),
        ("one long text", format!("<p>{}", flat("a b ", 250_000))),
        ("many boxes", flat("<div>a</div>", 100_000)),
        ("wide table", format!("<table><tr>{}", flat("<td>a", 3_000))),
        ("huge spans", "<table><tr><td colspan=65535 rowspan=65535>a<td>b</table>".to_owned()),
        ("many spans of cells", format!("<table>{}", flat("<tr><td colspan=1000>a<td rowspan=9>b", 400))),
        ("huge lengths", styled("p{width:1e38px;height:1e38px;margin:-1e38px}", &flat("<p>a", 50))),
        ("lengths that are none", styled("p{width:calc(1px/0);font-size:1e9em}", "<p>a")),
        ("variables without end", styled(":root{--a:var(--b);--b:var(--a)}p{width:var(--a)}", "<p>a")),
        (
            "variables that grow",
            styled(
                &(0..40).map(|n| format!(":root{{--v{}:var(--v{n}) var(--v{n})}}", n + 1)).collect::<String>(),
                "<p style='width:var(--v40)'>a",
            ),
        ),
        ("selectors without end", styled(&flat(":not(:is(a b, c>d)) ", 2_000), "<p>a")),
        ("many rules", styled(&flat(".a .b~.c+.d{color:red}", 40_000), &flat("<p class='a b c d'>x", 500))),
        ("huge sheet", styled(&flat("p{color:red}", 400_000), "<p>a")),
        ("broken sheet", styled("p{{{{@media(((\u{0}}}", "<p>a")),
        ("grid of many tracks", styled("div{display:grid;grid-template-columns:repeat(100000,1px)}", "<div><p>a</div>")),
        ("counters", styled("p{counter-increment:a 2147483647}p:before{content:counter(a)}", &flat("<p>a", 500))),
        ("marks of all kinds", "<p>\u{202e}\u{0}\u{fffd}\u{1f468}\u{200d}\u{1f469} \u{e0001}".repeat(200)),
        ("what loads", "<iframe srcdoc='<iframe srcdoc=x>'></iframe><img srcset=x><object data=x><video src=x>".repeat(50)),
    ]
}

#[test]
fn thirty_hostile_pages_get_their_boxes() {
    let pages = hostile();
    assert_eq!(pages.len(), 30);
    for (name, page) in pages {
        let document = Document::parse(page.as_bytes(), None, None);
        let layout = Layout::of(&document, &style_sheets(page.as_bytes()));
        for node in document.tree.nodes() {
            let rect = layout.rect(node);
            let sides = [rect.left, rect.top, rect.width, rect.height];
            assert!(sides.iter().all(|side| side.is_finite()), "{name}: {rect:?}");
        }
        if std::env::var_os("TELL").is_some() {
            eprintln!("{name}: {:?}", layout.estimated);
        }
    }
}

/// What a page of plain boxes must give with the engine, to the pixel.
#[cfg(feature = "engine")]
#[test]
fn boxes_are_those_of_the_style_sheet() {
    let page = "<style>body{margin:0}#a{width:300px;height:40px}#b{margin-left:100px;height:20px}\
        td{width:50px;height:30px;padding:0}table{border-spacing:0}</style>\
        <div id=a></div><div id=b></div><table><tr><td>x<td>y</table>";
    let document = Document::parse(page.as_bytes(), None, None);
    let layout = Layout::of(&document, &style_sheets(page.as_bytes()));
    assert_eq!(layout.estimated, None);
    let rect = |tag: &str, nth: usize| {
        let mut all = document.tree.nodes().filter(|&node| document.tree.tag(node).as_str() == tag);
        let rect = layout.rect(all.nth(nth).expect("the element"));
        [rect.left, rect.top, rect.width, rect.height].map(|side| side.round() as i32)
    };
    assert_eq!(rect("div", 0), [0, 0, 300, 40]);
    assert_eq!(rect("div", 1), [100, 40, 1180, 20]);
    assert_eq!(rect("td", 1), [50, 60, 50, 30]);
    assert_eq!(rect("tr", 0), [0, 60, 100, 30]);
}
