//! Content written out: as text, as Markdown, as HTML.

pub(crate) mod comments;
mod html;
mod kept;
mod lines;
mod markdown;
mod text;

pub(crate) use html::html;
pub(crate) use kept::images;
pub(crate) use markdown::markdown;
pub(crate) use text::text;

#[cfg(test)]
mod tests {
    use super::{html, markdown, text};
    use crate::block::Blocks;
    use sitewrap_tree::Document;

    const PAGE: &str = "<h1>Tea</h1><p>Boil <b>water</b> <a href=https://t.example/a>first</a>.\
        <ul><li>green<li>black<ul><li>Assam</ul></ul><ol><li>pour<li>wait</ol>\
        <blockquote>Tea is *life*.</blockquote><pre>a\n  b</pre>\
        <table><tr><th>Kind<th>Minutes<tr><td>green<td>2</table><form><p>1. no list</p></form>\
        <p><a href='javascript:x()'>bad</a><img src=x onerror=y()></p>";

    fn forms() -> [String; 3] {
        let document = Document::parse(PAGE.as_bytes(), None, Some("https://t.example/"));
        let blocks = Blocks::of(&document.tree);
        let kept = vec![true; blocks.len()];
        let tree = &document.tree;
        let html = html(tree, &blocks, &kept, "https://t.example/");
        [text(tree, &blocks, &kept), markdown(tree, &blocks, &kept), html]
    }

    #[test]
    fn text_keeps_lines_cells_and_white_space_of_code() {
        assert_eq!(
            forms()[0],
            "Tea\n\nBoil water first.\n\ngreen\nblack\nAssam\n\npour\nwait\n\nTea is *life*.\n\n\
             a\n  b\n\nKind\tMinutes\ngreen\t2\n\n1. no list\n\nbad"
        );
    }

    #[test]
    fn markdown_keeps_the_structure() {
        assert_eq!(
            forms()[1],
            "# Tea\n\nBoil **water** [first](https://t.example/a).\n\n- green\n- black\n    - Assam\n\n\
             1. pour\n2. wait\n\n> Tea is \\*life\\*.\n\n```\na\n  b\n```\n\n\
             | Kind | Minutes |\n| --- | --- |\n| green | 2 |\n\n1\\. no list\n\nbad\n"
        );
    }

    #[test]
    fn html_keeps_the_structure_and_nothing_that_acts() {
        let html = &forms()[2];
        for part in
            ["<li>Assam</li>", "<blockquote>", "<pre>a\n  b</pre>", "<td>2</td>", "1. no list"]
        {
            assert!(html.contains(part), "{part} in {html}");
        }
        assert!(!html.contains("javascript") && !html.contains("onerror"), "{html}");
    }
}
