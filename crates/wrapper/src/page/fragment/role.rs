//! What becomes of each element of HTML in a clean fragment.

/// What becomes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It stands as this block.
    Block(&'static str),
    /// It stands as this inline element.
    Inline(&'static str),
    /// It has no end tag.
    Void(&'static str),
    /// It stands inside one of these only.
    Part(&'static str, &'static [&'static str]),
    /// A box: a paragraph where it holds words, else only what is in it stands.
    Box,
    /// Only what is in it stands.
    Open,
    /// Neither it nor what is in it stands.
    Nothing,
}

const LISTS: &[&str] = &["ul", "ol"];
const SECTIONS: &[&str] = &["table"];
const ROWS: &[&str] = &["table", "thead", "tbody", "tfoot"];

/// What becomes of an element with this name.
pub(super) fn role(tag: &str) -> Role {
    match tag {
        "p" => Role::Block("p"),
        // The one main heading of a page is not the text's to give.
        "h1" | "h2" => Role::Block("h2"),
        "h3" => Role::Block("h3"),
        "h4" => Role::Block("h4"),
        "h5" => Role::Block("h5"),
        "h6" => Role::Block("h6"),
        "ul" | "menu" | "dir" => Role::Block("ul"),
        "ol" => Role::Block("ol"),
        "dl" => Role::Block("dl"),
        "blockquote" => Role::Block("blockquote"),
        "pre" | "listing" | "xmp" => Role::Block("pre"),
        "figure" => Role::Block("figure"),
        "table" => Role::Block("table"),
        "li" => Role::Part("li", LISTS),
        "dt" => Role::Part("dt", &["dl"]),
        "dd" => Role::Part("dd", &["dl"]),
        "figcaption" => Role::Part("figcaption", &["figure"]),
        "caption" => Role::Part("caption", SECTIONS),
        "thead" => Role::Part("thead", SECTIONS),
        "tbody" => Role::Part("tbody", SECTIONS),
        "tfoot" => Role::Part("tfoot", SECTIONS),
        "tr" => Role::Part("tr", ROWS),
        "th" => Role::Part("th", &["tr"]),
        "td" => Role::Part("td", &["tr"]),
        "a" => Role::Inline("a"),
        "em" | "i" => Role::Inline("em"),
        "strong" | "b" => Role::Inline("strong"),
        "code" | "tt" => Role::Inline("code"),
        "kbd" => Role::Inline("kbd"),
        "samp" => Role::Inline("samp"),
        "var" => Role::Inline("var"),
        "sub" => Role::Inline("sub"),
        "sup" => Role::Inline("sup"),
        "q" => Role::Inline("q"),
        "cite" => Role::Inline("cite"),
        "abbr" | "acronym" => Role::Inline("abbr"),
        "mark" => Role::Inline("mark"),
        "del" | "s" | "strike" => Role::Inline("del"),
        "ins" => Role::Inline("ins"),
        "br" => Role::Void("br"),
        "hr" => Role::Void("hr"),
        "img" => Role::Void("img"),
        "div" | "section" | "article" | "main" | "aside" | "header" | "footer" | "center"
        | "address" | "details" | "summary" | "fieldset" | "hgroup" => Role::Box,
        "script" | "style" | "noscript" | "template" | "iframe" | "frame" | "frameset"
        | "object" | "embed" | "applet" | "svg" | "math" | "canvas" | "audio" | "video"
        | "form" | "input" | "button" | "select" | "option" | "textarea" | "datalist" | "head"
        | "title" | "meta" | "link" | "base" | "map" | "noembed" | "noframes" | "plaintext"
        | "dialog" => Role::Nothing,
        _ => Role::Open,
    }
}
