//! Text to a linked tree, within bounds.
//!
//! html5ever's tree builder looks through its stack of open elements for most tags, so its cost
//! is the product of a page's length and depth: 100,000 nested `<div>` took it 44 s. And one
//! `<p>` reopens all formatting elements that were left open, so that tens of kilobytes can make
//! millions of nodes. [`Guard`] stands between tokenizer and tree builder and keeps from it the
//! tags that would exceed a bound.
//!
//! What is left to a hostile page is work without growth, such as end tags that close nothing, each
//! of which is sought on the whole stack. So the work is estimated as well, in elements looked at,
//! and the parser stops when it is out of proportion. No clock is involved: the same page always
//! gives the same tree.

use crate::sink::{Arena, DOCUMENT, Handle, Sink};
use crate::tokenize::{Tokenizer, with_line_feeds};
use crate::{Limits, Problem};
use html5ever::LocalName;
use html5ever::interface::{Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// Bytes of cleaned text to a node, for which room is made at first.
const BYTES_PER_NODE: usize = 32;

/// Elements that may be looked at for each node that may be made. Tags at a depth of 20, which is
/// usual, need about 40 for each node, most of it because depth is estimated from above.
const WORK_PER_NODE: usize = 128;

/// How far the stack may have grown since it was measured before it is measured again.
const GROWTH_UNMEASURED: usize = 32;

/// Parses cleaned text. If it is marked, its comments are nodes that hold nothing; otherwise they are no
/// nodes.
pub(crate) fn parse(
    text: &str,
    is_marked: bool,
    limits: &Limits,
    problems: &mut Vec<Problem>,
) -> Arena {
    let options = TreeBuilderOpts { drop_doctype: true, ..TreeBuilderOpts::default() };
    let nodes = limits.nodes.min(text.len() / BYTES_PER_NODE);
    let sink = Sink::with_capacity(nodes, is_marked);
    let guard = Guard::new(TreeBuilder::new(sink, options), limits);
    let text = StrTendril::from(&*with_line_feeds(text));
    let mut tokenizer = Tokenizer::new(&text, guard);
    tokenizer.run(Guard::is_full);
    let guard = tokenizer.sink;
    if guard.is_full() {
        problems.push(Problem::ParsingStopped { nodes: guard.builder.sink.len() });
    }
    if guard.left_out.get() > 0 {
        problems.push(Problem::DepthCut { elements: guard.left_out.get() });
    }
    guard.builder.sink.finish()
}

/// Keeps tags from the tree builder while its stack of open elements is as deep as allowed, and
/// everything once it has made as many nodes as allowed.
struct Guard {
    builder: TreeBuilder<Handle, Sink>,
    max_depth: usize,
    max_nodes: usize,
    /// Estimated work so far, in elements looked at.
    work: Cell<usize>,
    /// Depth of the stack when it was last measured, and the number of nodes at that time. Since
    /// then it can only have grown by nodes that were made, so measuring is seldom needed.
    measured: Cell<(usize, usize)>,
    /// Whether the tree builder has had a token since then.
    is_stale: Cell<bool>,
    /// For each node, the number of the measurement that met it last.
    seen: RefCell<Vec<u32>>,
    /// End tags to be ignored, because their start tags were.
    ignored: RefCell<FxHashMap<LocalName, usize>>,
    left_out: Cell<usize>,
    /// Whether the tree builder waits for the end tag of a text without tags (a title, a frame's). It
    /// has to get the next one, whatever was left out before: it panics at any other tag.
    is_raw: Cell<bool>,
}

impl Guard {
    fn new(builder: TreeBuilder<Handle, Sink>, limits: &Limits) -> Self {
        Self {
            builder,
            max_depth: limits.depth,
            max_nodes: limits.nodes,
            work: Cell::new(0),
            measured: Cell::new((0, 0)),
            is_stale: Cell::new(true),
            seen: RefCell::default(),
            ignored: RefCell::default(),
            left_out: Cell::new(0),
            is_raw: Cell::new(false),
        }
    }

    fn is_full(&self) -> bool {
        self.builder.sink.len() >= self.max_nodes
            || self.work.get() >= self.max_nodes.saturating_mul(WORK_PER_NODE)
    }

    fn add_work(&self, work: usize) {
        self.work.set(self.work.get().saturating_add(work));
    }

    /// An upper bound of the depth of the stack, never far above it.
    fn depth(&self) -> usize {
        let made = self.builder.sink.len();
        let (depth, made_then) = self.measured.get();
        let bound = depth + (made - made_then);
        let is_close = made - made_then <= GROWTH_UNMEASURED && bound < self.max_depth;
        if is_close || !self.is_stale.get() {
            return bound;
        }
        let count = HandleCount::new(&self.seen, made);
        self.builder.trace_handles(&count);
        let depth = count.distinct.get();
        self.measured.set((depth, made));
        self.is_stale.set(false);
        depth
    }

    /// Whether a tag has to be ignored; keeps the balance of ignored tags.
    fn ignores(&self, tag: &Tag) -> bool {
        let mut ignored = self.ignored.borrow_mut();
        let depth = self.depth();
        match tag.kind {
            StartTag if depth >= self.max_depth && !is_void(&tag.name) => {
                self.left_out.set(self.left_out.get() + 1);
                *ignored.entry(tag.name.clone()).or_default() += 1;
                true
            }
            EndTag => match ignored.get_mut(&tag.name) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            },
            StartTag => false,
        }
    }
}

impl TokenSink for Guard {
    type Handle = Handle;

    fn process_token(&self, mut token: Token, line_number: u64) -> TokenSinkResult<Handle> {
        let ignored = match &token {
            Token::EOFToken => false,
            _ if self.is_full() => true,
            Token::TagToken(tag) => !self.is_raw.get() && self.ignores(tag),
            _ => false,
        };
        if ignored {
            self.add_work(1);
            return TokenSinkResult::Continue;
        }
        let is_tag = matches!(token, Token::TagToken(_));
        self.add_work(if is_tag { self.measured.get().0 + 1 } else { 1 });
        self.is_stale.set(true);
        if let Token::TagToken(tag) = &mut token {
            self.builder.sink.take_mark(tag);
        }
        let result = self.builder.process_token(token, line_number);
        if is_tag {
            self.builder.sink.put_mark();
            self.is_raw.set(matches!(result, TokenSinkResult::RawData(_)));
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Counts the elements that the tree builder holds on to: its stack of open elements, and the
/// formatting elements that it may open again. Most of these are on the stack too, and count once.
struct HandleCount<'g> {
    seen: &'g RefCell<Vec<u32>>,
    round: u32,
    distinct: Cell<usize>,
}

impl<'g> HandleCount<'g> {
    /// A new measurement, when `nodes` have been made.
    fn new(seen: &'g RefCell<Vec<u32>>, nodes: usize) -> Self {
        // The place of the document node, which is on no stack, counts the measurements.
        let mut stamps = seen.borrow_mut();
        stamps.resize(nodes, 0);
        stamps[DOCUMENT as usize] += 1;
        let round = stamps[DOCUMENT as usize];
        Self { seen, round, distinct: Cell::new(0) }
    }
}

impl Tracer for HandleCount<'_> {
    type Handle = Handle;

    fn trace_handle(&self, node: &Handle) {
        let stamp = &mut self.seen.borrow_mut()[node.id as usize];
        if std::mem::replace(stamp, self.round) != self.round {
            self.distinct.set(self.distinct.get() + 1);
        }
    }
}

/// Whether an element never has an end tag.
pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}
