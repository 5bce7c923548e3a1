//! A page, parsed.

use crate::address::Base;
use crate::clean::clean;
use crate::compact::{Compacted, compact};
use crate::decode::decode;
use crate::link::{Link, links_of_body, links_of_head};
use crate::marks::Marks;
use crate::parse::parse;
use crate::positions::Positions;
use crate::{Limits, Problem, TagTree};
use url::Url;

/// What a page gives: its body as a tree, and what was set aside on the way.
#[derive(Clone, Debug)]
pub struct Document {
    /// The body. URLs in attributes are absolute; there are no scripts, styles, comments and blank
    /// text nodes.
    pub tree: TagTree,
    /// Text of the `title`, white space collapsed; `None` if there is none or it is blank.
    pub title: Option<String>,
    /// Attributes of the `html` element, names in lower case, in source order.
    pub html_attrs: Vec<(String, String)>,
    /// Links to other pages: those in the head first, then those of the body in document order,
    /// unless these were [not asked for](Parsing::no_body_links).
    pub links: Vec<Link>,
    /// Machine-readable statements about the page.
    pub structured: StructuredData,
    /// Name of the encoding the bytes were decoded from, as the WHATWG Encoding Standard writes
    /// it, such as `UTF-8` or `windows-1252`.
    pub encoding: &'static str,
    /// What was wrong or cut off, in the order it was met.
    pub problems: Vec<Problem>,
}

/// Machine-readable statements about a page, as the page makes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructuredData {
    /// Contents of `<script type="application/ld+json">`, not checked to be JSON.
    pub json_ld: Vec<String>,
    /// `name` or `property` (OpenGraph) of each `<meta>` of the head, with its `content`, in
    /// document order. One `<meta>` can give several pairs.
    pub meta: Vec<(String, String)>,
    /// `itemprop` of each `<meta>` of the head, with its `content`, in document order.
    pub itemprops: Vec<(String, String)>,
    /// Scripts that may hold data, in document order; empty unless they were
    /// [asked for](Parsing::scripts).
    pub scripts: Vec<Script>,
}

/// A script that may hold data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// What it is by its type.
    pub kind: ScriptKind,
    /// Its text, as it stands in the page.
    pub text: String,
}

/// What a script is by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// `application/json`, and other types that end in `json`; JSON-LD is
    /// [apart](StructuredData::json_ld).
    Json,
    /// Code that stands in the page.
    Code,
}

/// What [`Document::parse_with`] is to give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsing {
    /// Bounds on the page.
    pub limits: Limits,
    /// Whether to tell where the nodes of the tree stand in the page.
    pub positions: bool,
    /// Whether to keep [scripts that may hold data](StructuredData::scripts), which are half of
    /// many pages.
    pub scripts: bool,
    /// Whether to leave out the [links](Document::links) of the body, of which a page can have
    /// thousands.
    pub no_body_links: bool,
}

impl Document {
    /// Parses the body of a response. Never fails: any bytes give a tree with a root `body`.
    ///
    /// # Arguments
    /// - `body`: the bytes as sent, content encoding (gzip, …) undone.
    /// - `content_type`: value of the header of that name.
    /// - `url`: address of the page, after redirects. Without it, and without a `<base>` that is
    ///   absolute itself, relative URLs stay as they are and are no [`links`](Self::links).
    ///
    /// # Example
    /// ```
    /// use sitewrap_tree::Document;
    /// let page = Document::parse(
    ///     b"<title>Tea</title><p class=price>\xa35<a href=/more>More",
    ///     Some("text/html; charset=iso-8859-1"),
    ///     Some("https://shop.example/tea/"),
    /// );
    /// assert_eq!(page.title.as_deref(), Some("Tea"));
    /// assert_eq!(page.tree.len(), 5);
    /// assert_eq!(page.links[0].url, "https://shop.example/more");
    /// assert_eq!(page.encoding, "windows-1252");
    /// ```
    pub fn parse(body: &[u8], content_type: Option<&str>, url: Option<&str>) -> Self {
        Self::parse_within(body, content_type, url, &Limits::default())
    }

    /// As [`Document::parse`], within other bounds than the default ones.
    pub fn parse_within(
        body: &[u8],
        content_type: Option<&str>,
        url: Option<&str>,
        limits: &Limits,
    ) -> Self {
        let parsing = Parsing { limits: limits.clone(), ..Parsing::default() };
        Self::parse_with(body, content_type, url, &parsing).0
    }

    /// As [`Document::parse`], and tells where the nodes of the tree stand in the page. The tree is
    /// the same; it costs more to make.
    ///
    /// # Example
    /// ```
    /// use sitewrap_tree::Document;
    /// let body = b"<!-- 1 --><p>caf\xe9 <b title=dear>5 &euro;</b>";
    /// let (page, positions) = Document::parse_with_positions(body, None, None);
    /// let price = page.tree.nodes().find(|&node| page.tree.text(node) == "5 \u{20ac}").unwrap();
    /// assert_eq!(positions.xpath(&page.tree, price), "/html/body/p[1]/b[1]/text()[1]");
    /// let bytes = positions.text_bytes(&page.tree, price, price).unwrap();
    /// assert_eq!(&body[bytes], b"5 &euro;");
    /// let bold = page.tree.parent(price).unwrap();
    /// assert_eq!(&body[positions.attr_bytes(bold, "title").unwrap()], b"dear");
    /// ```
    pub fn parse_with_positions(
        body: &[u8],
        content_type: Option<&str>,
        url: Option<&str>,
    ) -> (Self, Positions) {
        let parsing = Parsing { positions: true, ..Parsing::default() };
        let (document, positions) = Self::parse_with(body, content_type, url, &parsing);
        let positions = positions.unwrap_or_else(|| Positions::none(&document.tree));
        (document, positions)
    }

    /// As [`Document::parse`], with what else is asked for. The positions are there if they were.
    pub fn parse_with(
        body: &[u8],
        content_type: Option<&str>,
        url: Option<&str>,
        parsing: &Parsing,
    ) -> (Self, Option<Positions>) {
        let limits = &parsing.limits;
        let mut problems = Vec::new();
        let decoded = decode(body, content_type, limits.bytes, &mut problems);
        let page = url.and_then(|url| Url::parse(url).ok());
        if url.is_some() && page.is_none() {
            problems.push(Problem::InvalidUrl);
        }
        let marks = if parsing.positions { Marks::new(&decoded.text) } else { None };
        let base = Base::new(page, decoded.encoding);
        let cleaned = clean(&decoded.text, base, marks, parsing.scripts, &mut problems);
        let arena = parse(&cleaned.text, parsing.positions, limits, &mut problems);
        let Compacted { tree, title, html_attrs, head, positions } =
            compact(&arena, &cleaned.base, cleaned.marks.as_ref(), limits, &mut problems);
        let positions = positions.map(|positions| positions.at(decoded.offsets(body)));
        let positions = positions.or_else(|| parsing.positions.then(|| Positions::none(&tree)));
        let mut links = links_of_head(&head, &cleaned.base);
        if !parsing.no_body_links {
            links.extend(links_of_body(&tree, &cleaned.base));
        }
        let stated = |keys: &'static [&'static str]| {
            let metas = head.iter().filter(|element| element.is("meta"));
            let pairs = metas.flat_map(move |meta| {
                let content = meta.attr("content");
                keys.iter()
                    .filter_map(move |key| Some((meta.attr(key)?.to_owned(), content?.to_owned())))
            });
            pairs.collect()
        };
        let structured = StructuredData {
            json_ld: cleaned.json_ld,
            meta: stated(&["name", "property"]),
            itemprops: stated(&["itemprop"]),
            scripts: cleaned.scripts,
        };
        let encoding = decoded.encoding.name();
        (Self { tree, title, html_attrs, links, structured, encoding, problems }, positions)
    }
}
