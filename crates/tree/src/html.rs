//! Facts of the HTML standard: what elements and attributes are for.
//!
//! Names are in lower case, as trees have them.

/// Whether an element is a heading.
pub fn is_heading(tag: &str) -> bool {
    tag == "h1" || is_subheading(tag)
}

/// Whether an element is a heading below the main one.
pub fn is_subheading(tag: &str) -> bool {
    matches!(tag, "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Whether an element is a cell of a table.
pub fn is_cell(tag: &str) -> bool {
    matches!(tag, "td" | "th")
}

/// Whether an element holds rows of a table, and stands in one.
pub fn is_row_group(tag: &str) -> bool {
    matches!(tag, "thead" | "tbody" | "tfoot")
}

/// Whether an element is a list of items.
pub fn is_list(tag: &str) -> bool {
    matches!(tag, "ul" | "ol")
}

/// Whether an element holds parts of its own and no words beside them.
pub fn is_frame(tag: &str) -> bool {
    is_list(tag) || is_row_group(tag) || matches!(tag, "dl" | "menu" | "table" | "tr")
}

/// Whether an element says what something beside it or around it is.
pub fn is_label(tag: &str) -> bool {
    matches!(tag, "th" | "dt" | "dfn" | "label" | "legend" | "caption")
}

/// Whether an element is for the reader to act on.
pub fn is_control(tag: &str) -> bool {
    matches!(tag, "a" | "button" | "input" | "label" | "select")
}

/// Whether an element parts what stands before it from what stands behind, and holds nothing.
pub fn is_break(tag: &str) -> bool {
    matches!(tag, "br" | "wbr" | "hr")
}

/// Whether an element, or a text, is one of phrasing content that formats or links words inside a
/// line.
pub fn is_phrasing(tag: &str) -> bool {
    #[rustfmt::skip]
    let is = matches!(
        tag,
        "#text" | "a" | "abbr" | "acronym" | "b" | "bdi" | "bdo" | "big" | "cite" | "code" | "data"
        | "del" | "dfn" | "em" | "font" | "i" | "ins" | "kbd" | "label" | "mark" | "q" | "s" | "samp"
        | "small" | "span" | "strike" | "strong" | "sub" | "sup" | "time" | "tt" | "u" | "var"
    );
    is
}

/// Whether an element marks some words of a line, and is no thing of its own.
pub fn is_emphasis(tag: &str) -> bool {
    matches!(tag, "b" | "code" | "em" | "i" | "kbd" | "mark" | "strong" | "sub" | "sup" | "u")
}

/// Whether an element is a block of running text, or stands between such blocks.
pub fn is_text_block(tag: &str) -> bool {
    is_heading(tag)
        || is_list(tag)
        || matches!(tag, "p" | "blockquote" | "pre" | "dl" | "hr" | "figure" | "table" | "img")
        || matches!(tag, "center" | "iframe")
}

/// Whether an element groups others without saying what they are; at most that they are new (`ins`).
pub fn is_wrapper(tag: &str) -> bool {
    matches!(tag, "a" | "details" | "div" | "ins" | "span" | "form" | "section")
}

/// Whether an element divides a page or a text, or says by its name what it holds.
pub fn is_telling(tag: &str) -> bool {
    matches!(tag, "main" | "article" | "header" | "footer" | "nav" | "aside" | "section")
        || matches!(tag, "h1" | "h2" | "h3" | "table" | "dl" | "form" | "figure")
        || matches!(tag, "time" | "address" | "blockquote")
}

/// Whether what an element holds is set apart from the text around it.
pub fn is_set_apart(tag: &str) -> bool {
    matches!(tag, "aside" | "blockquote" | "figure" | "footer" | "li" | "pre" | "table")
}

/// Whether a subtree is a drawing, a program or a reference, with no text for a reader.
pub fn has_no_text(tag: &str) -> bool {
    matches!(tag, "svg" | "math" | "canvas" | "object" | "embed" | "map" | "link" | "meta")
}

/// Whether an element is for the head of a page, for scripts, or a break within a line: it says
/// nothing of how the page is laid out.
pub fn is_metadata(tag: &str) -> bool {
    matches!(tag, "base" | "head" | "link" | "meta" | "noscript" | "script" | "style" | "template")
        || matches!(tag, "title" | "br" | "wbr")
}

/// Whether an element is one of those that people write texts with. How many paragraphs or how much
/// emphasis a text has is its author's choice, not the template's.
pub fn is_prose(tag: &str) -> bool {
    #[rustfmt::skip]
    let is = is_heading(tag) || matches!(
        tag,
        "a" | "abbr" | "b" | "big" | "blockquote" | "cite" | "code" | "dd" | "del" | "dl" | "dt"
        | "em" | "figcaption" | "figure" | "font" | "hr" | "i" | "img" | "ins" | "kbd" | "label"
        | "mark" | "p" | "path" | "picture" | "pre" | "q" | "s" | "samp" | "small" | "source"
        | "span" | "strong" | "sub" | "sup" | "svg" | "time" | "tt" | "u" | "var"
    );
    is
}

/// Whether an attribute tells what an element is for, rather than what it says.
pub fn is_role_attr(name: &str) -> bool {
    matches!(name, "itemprop" | "property" | "rel" | "role" | "type" | "name")
}

/// Whether an attribute names an element for tests or for scripts, as class words do for style sheets. Such names are
/// written by people, and stay where tools make up the class words.
pub fn is_hook(name: &str) -> bool {
    let hook = name.strip_prefix("data-").unwrap_or_default();
    matches!(hook, "testid" | "test-id" | "test" | "testhook" | "hook" | "qa" | "qa-id" | "cy")
        || matches!(hook, "automation-id" | "automation" | "auto-id" | "e2e" | "tid")
}

/// Whether an attribute carries content.
pub fn is_content_attr(name: &str) -> bool {
    matches!(name, "href" | "src" | "srcset" | "datetime" | "content" | "alt" | "title" | "cite")
        || name == "data-src"
}

/// Whether the value of a `style` attribute says that the element is not shown.
pub fn hides(style: &str) -> bool {
    declarations(style).any(|(property, value)| {
        property.eq_ignore_ascii_case("display")
            && value.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("none"))
    })
}

/// The address of the picture that the value of a `style` attribute sets behind an element.
pub fn picture_of_style(style: &str) -> Option<&str> {
    let mut pictures = declarations(style).filter_map(|(property, value)| {
        let is_background = property.eq_ignore_ascii_case("background-image")
            || property.eq_ignore_ascii_case("background");
        let start = value.find("url(").filter(|_| is_background)? + "url(".len();
        let address = value[start..].split(')').next()?.trim().trim_matches(['\'', '"']);
        (!address.is_empty() && !address.starts_with("data:")).then_some(address)
    });
    pictures.next()
}

/// The declarations of a `style` attribute: property and value.
fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    pairs.map(|(property, value)| (property.trim(), value.trim()))
}

/// Attributes that hold the address of a picture: the one of the standard first, then those that
/// scripts put there later.
pub fn picture_attrs() -> impl Iterator<Item = &'static str> {
    ["src", "data-src", "data-original"].into_iter()
}

/// Whether a word of `rel` says what a link leads to.
pub fn tells_target(rel: &str) -> bool {
    matches!(rel, "author" | "category" | "license" | "next" | "prev" | "tag")
}

/// Whether an attribute is the address that an element leads to or shows.
pub fn is_link_attr(name: &str) -> bool {
    matches!(name, "href" | "src")
}

/// Whether an element holds words and what formats them, and no blocks.
pub fn holds_words_only(tag: &str) -> bool {
    is_heading(tag) || matches!(tag, "p" | "pre" | "caption")
}
