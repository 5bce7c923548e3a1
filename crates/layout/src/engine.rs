//! Boxes as an embedded engine lays a page out: Stylo for styles, Taffy and Parley for places.
//!
//! The engine recurses on the machine stack, takes time that grows with the square of what stands in
//! one line, and may panic. So a page is laid out in a thread of its own with a large stack, is refused
//! where it is too large, and given up at a deadline.

use crate::layout::Estimated;
use crate::rect::{PAGE_HEIGHT, PAGE_WIDTH, Rect};
use blitz_dom::{
    Attribute, BULLET_FONT, BaseDocument, DocumentConfig, DocumentMutator, FontContext, LocalName,
    NodeId as BoxId, QualName, UserAgentStylesheet, ns,
};
use blitz_traits::shell::{ColorScheme, Viewport};
use sitewrap_tree::{Document, NodeId, TagTree};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{LazyLock, Once};
use std::thread;
use std::time::Duration;

/// Nodes of a page that is laid out at most.
const MAX_NODES: usize = 30_000;

/// Elements and texts of one line of text at most, before it is broken; 20,000 take a minute.
const MAX_IN_LINE: u32 = 2_000;

/// Bytes of style sheets that are read at most.
const MAX_STYLE_BYTES: usize = 2 << 20;

/// Stack of the thread; trees have 512 levels, which took less than 8 MB.
const STACK_BYTES: usize = 256 << 20;

/// When a page is given up.
const DEADLINE: Duration = Duration::from_secs(5);

/// Threads that have been given up and still run, at most; then the engine is not asked again.
const MAX_ABANDONED: usize = 4;

/// The name of the threads, by which their panics are told.
const THREAD: &str = "page layout";

static FONT: &[u8] = include_bytes!("../data/LiberationSans-Regular.ttf");

/// One font whatever a page asks for: places must not depend on the machine. And controls have the
/// sizes that browsers give them.
const OWN_STYLE: &str = "\
    * { font-family: \"Liberation Sans\" !important }\
    button, input[type=submit], input[type=reset], input[type=button] { border-width: 2px }\
    input { width: 179px; height: 15px }\
    input[type=hidden] { display: none }\
    input[type=submit], input[type=reset], input[type=button], input[type=image] { width: auto }\
    input[type=checkbox], input[type=radio] { width: 13px; height: 13px }\
    select { display: inline-block; width: 80px; height: 19px; overflow: hidden }";

static FONTS: LazyLock<FontContext> = LazyLock::new(|| {
    let mut fonts = FontContext::default();
    for font in [FONT, BULLET_FONT] {
        fonts.collection.register_fonts(font.to_vec().into(), None);
    }
    fonts
});

static SHEETS: LazyLock<Vec<UserAgentStylesheet>> = LazyLock::new(|| {
    vec![UserAgentStylesheet::default_sheet(), UserAgentStylesheet::parse(OWN_STYLE)]
});

static ABANDONED: AtomicUsize = AtomicUsize::new(0);

/// The boxes of the nodes of a page with these style sheets.
///
/// # Errors
/// Why the page was not laid out.
pub(crate) fn boxes(document: &Document, sheets: &[String]) -> Result<Vec<Rect>, Estimated> {
    let tree = &document.tree;
    if tree.len() > MAX_NODES || longest_line(tree) > MAX_IN_LINE {
        return Err(Estimated::TooLarge);
    }
    if ABANDONED.load(Ordering::Relaxed) >= MAX_ABANDONED {
        return Err(Estimated::TooSlow);
    }
    keep_panics_quiet();
    let (sender, receiver) = sync_channel(1);
    let (tree, html, sheets) = (tree.clone(), document.html_attrs.clone(), within(sheets));
    let work = move || {
        // The receiver is gone where the page was given up; then this thread is one that runs no more.
        if sender.send(laid_out(&tree, &html, &sheets)).is_err() {
            ABANDONED.fetch_sub(1, Ordering::Relaxed);
        }
    };
    let builder = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK_BYTES);
    let running = builder.spawn(work).map_err(|_| Estimated::Failed)?;
    match receiver.recv_timeout(DEADLINE) {
        Ok(boxes) => {
            // Dropping what the engine built is part of the work.
            running.join().map_err(|_| Estimated::Failed)?;
            Ok(boxes)
        }
        Err(RecvTimeoutError::Disconnected) => Err(Estimated::Failed),
        Err(RecvTimeoutError::Timeout) => {
            ABANDONED.fetch_add(1, Ordering::Relaxed);
            Err(Estimated::TooSlow)
        }
    }
}

/// The first sheets, as many as are read.
fn within(sheets: &[String]) -> Vec<String> {
    let mut bytes = 0;
    let mut is_within = |sheet: &&String| {
        bytes += sheet.len();
        bytes <= MAX_STYLE_BYTES
    };
    sheets.iter().take_while(|sheet| is_within(sheet)).cloned().collect()
}

/// The most nodes that stand in one line of text before it is broken: those below one element that
/// begins lines, others of such elements and what they hold left out.
fn longest_line(tree: &TagTree) -> u32 {
    let mut counts = vec![0_u32; tree.len()];
    let mut holders: Vec<usize> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let above = tree.parent(node).map_or(0, |parent| holders[parent.index()]);
        let tag = tree.tag(node).as_str();
        let is_inline = tree.is_text(node) || sitewrap_tree::html::is_phrasing(tag);
        holders.push(if is_inline { above } else { node.index() });
        counts[above] += u32::from(is_inline);
    }
    counts.into_iter().max().unwrap_or(0)
}

/// A panic of the engine is a page that is not laid out, and no message on the terminal.
fn keep_panics_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().name() != Some(THREAD) {
                others(panic);
            }
        }));
    });
}

fn laid_out(tree: &TagTree, html: &[(String, String)], sheets: &[String]) -> Vec<Rect> {
    let mut page = BaseDocument::new(DocumentConfig {
        viewport: Some(Viewport::new(
            PAGE_WIDTH as u32,
            PAGE_HEIGHT as u32,
            1.0,
            ColorScheme::Light,
        )),
        ua_stylesheets: SHEETS.clone(),
        font_ctx: Some(FONTS.clone()),
        ..DocumentConfig::default()
    });
    let root = page.root_node().id;
    let mut builder = page.mutate();
    let ids = build(&mut builder, root, tree, html, sheets);
    drop(builder);
    page.resolve(0.0);
    let mut boxes: Vec<Rect> = ids.into_iter().map(|id| rect(&page, id)).collect();
    unite_rows(tree, &mut boxes);
    boxes
}

fn rect(page: &BaseDocument, id: Option<BoxId>) -> Rect {
    let Some(found) = id.and_then(|id| page.get_client_bounding_rect(id)) else {
        return Rect::default();
    };
    let [left, top, width, height] =
        [found.x, found.y, found.width, found.height].map(|length| length as f32);
    let is_sound = [left, top, width, height].iter().all(|length| length.is_finite());
    if is_sound { Rect { left, top, width, height } } else { Rect::default() }
}

/// Builds the page below `root`; gives the engine's id of each element of the tree.
fn build(
    builder: &mut DocumentMutator<'_>,
    root: BoxId,
    tree: &TagTree,
    html_attrs: &[(String, String)],
    sheets: &[String],
) -> Vec<Option<BoxId>> {
    let attrs = html_attrs.iter().map(|(name, value)| attribute(name, value));
    let html = builder.create_element(html_name("html"), attrs.collect());
    let head = builder.create_element(html_name("head"), Vec::new());
    for sheet in sheets {
        let style = builder.create_element(html_name("style"), Vec::new());
        let text = builder.create_text_node(sheet);
        builder.append_children(style, &[text]);
        builder.append_children(head, &[style]);
    }
    builder.append_children(root, &[html]);
    builder.append_children(html, &[head]);
    let mut ids: Vec<Option<BoxId>> = Vec::with_capacity(tree.len());
    let mut hidden_end = 0;
    for node in tree.nodes() {
        if node.0 < hidden_end {
            ids.push(None);
            continue;
        }
        let parent = tree.parent(node).and_then(|parent| ids[parent.index()]).unwrap_or(html);
        if tree.is_text(node) {
            let text = builder.create_text_node(tree.text(node));
            builder.append_children(parent, &[text]);
            ids.push(None);
            continue;
        }
        let tag = tree.tag(node).as_str();
        // What others draw is one box, and loads nothing.
        if matches!(tag, "svg" | "math" | "object" | "iframe" | "canvas" | "audio" | "video") {
            hidden_end = node.0 + tree.subtree_len(node) as u32;
        }
        let attrs = tree.attrs(node).filter(|attr| !loads(attr.name));
        let attrs = attrs.map(|attr| attribute(attr.name, attr.value)).collect();
        let name = if tag == "iframe" { "div" } else { tag };
        let id = builder.create_element(html_name(name), attrs);
        builder.append_children(parent, &[id]);
        ids.push(Some(id));
    }
    ids
}

fn html_name(name: &str) -> QualName {
    QualName::new(None, ns!(html), LocalName::from(name))
}

fn attribute(name: &str, value: &str) -> Attribute {
    Attribute { name: QualName::new(None, ns!(), LocalName::from(name)), value: value.to_owned() }
}

/// Attributes that name what is to be loaded.
fn loads(name: &str) -> bool {
    matches!(name, "src" | "srcset" | "srcdoc" | "data" | "poster" | "background")
}

/// Rows and groups of rows have no boxes in the engine; theirs hold their cells.
fn unite_rows(tree: &TagTree, boxes: &mut [Rect]) {
    let is_row =
        |node: NodeId| matches!(tree.tag(node).as_str(), "tr" | "tbody" | "thead" | "tfoot");
    for node in tree.nodes().rev().filter(|&node| is_row(node)) {
        if boxes[node.index()].area() > 0.0 {
            continue;
        }
        let cells = tree.children(node).map(|child| boxes[child.index()]);
        let united = cells.filter(|cell| cell.area() > 0.0).reduce(Rect::united);
        boxes[node.index()] = united.unwrap_or_default();
    }
}
