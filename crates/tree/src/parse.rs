//! Text to a linked tree, within bounds.
//!
//! html5ever's tree builder looks through its stack of open elements for most tags, so its cost
//! is the product of a page's length and depth: 100,000 nested `<div>` took it 44 s. And one
//! `<p>` reopens all formatting elements that were left open, so that tens of kilobytes can make
//! millions of nodes. [`Guard`] stands between tokenizer and tree builder and keeps from it the
//! tags that would exceed a bound.

use crate::sink::{Arena, DOCUMENT, Handle, Sink};
use crate::{Limits, Problem};
use html5ever::LocalName;
use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// The tokenizer is fed in pieces of this size; between them the guard is asked whether to go on.
const PIECE_BYTES: u32 = 16 << 10;

/// Parses cleaned text.
pub(crate) fn parse(text: &str, limits: &Limits, problems: &mut Vec<Problem>) -> Arena {
    let options = TreeBuilderOpts { drop_doctype: true, ..TreeBuilderOpts::default() };
    let guard = Guard::new(TreeBuilder::new(Sink::new(), options), limits);
    let tokenizer = Tokenizer::new(guard, TokenizerOpts::default());
    let text = StrTendril::from(text);
    let queue = BufferQueue::default();
    let mut from = 0;
    while from < text.len32() && !tokenizer.sink.is_full() {
        let mut to = text.len32().min(from + PIECE_BYTES);
        while !text.is_char_boundary(to as usize) {
            to += 1;
        }
        queue.push_back(text.subtendril(from, to - from));
        from = to;
        // It returns early at scripts and charset declarations, neither of which matters here.
        while !queue.is_empty() {
            let _ = tokenizer.feed(&queue);
        }
    }
    tokenizer.end();
    let guard = tokenizer.sink;
    if guard.is_full() {
        problems.push(Problem::NodesCut { made: guard.builder.sink.len() });
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
    /// Depth of the stack when it was last measured, and the number of nodes at that time. Since
    /// then it can only have grown by nodes that were made, so measuring is seldom needed.
    measured: Cell<(usize, usize)>,
    /// For each node, the number of the measurement that met it last.
    seen: RefCell<Vec<u32>>,
    /// End tags to be ignored, because their start tags were.
    ignored: RefCell<FxHashMap<LocalName, usize>>,
    left_out: Cell<usize>,
}

impl Guard {
    fn new(builder: TreeBuilder<Handle, Sink>, limits: &Limits) -> Self {
        Self {
            builder,
            max_depth: limits.depth,
            max_nodes: limits.nodes,
            measured: Cell::new((0, 0)),
            seen: RefCell::default(),
            ignored: RefCell::default(),
            left_out: Cell::new(0),
        }
    }

    fn is_full(&self) -> bool {
        self.builder.sink.len() >= self.max_nodes
    }

    fn is_deep(&self) -> bool {
        let made = self.builder.sink.len();
        let (depth, made_then) = self.measured.get();
        if depth + (made - made_then) < self.max_depth {
            return false;
        }
        let count = HandleCount::new(&self.seen, made);
        self.builder.trace_handles(&count);
        let depth = count.distinct.get();
        self.measured.set((depth, made));
        depth >= self.max_depth
    }

    /// Whether a tag has to be ignored; keeps the balance of ignored tags.
    fn ignores(&self, tag: &Tag) -> bool {
        let mut ignored = self.ignored.borrow_mut();
        match tag.kind {
            StartTag if !is_void(&tag.name) && self.is_deep() => {
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

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<Handle> {
        let ignored = match &token {
            Token::EOFToken => false,
            _ if self.is_full() => true,
            Token::TagToken(tag) => self.ignores(tag),
            _ => false,
        };
        if ignored {
            return TokenSinkResult::Continue;
        }
        self.builder.process_token(token, line_number)
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
