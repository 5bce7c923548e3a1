//! One URL of the frontier. A crawl may know a million of them, so they are kept small: 48 bytes,
//! some 30 for the map that finds it, and the text ([`Texts`](super::texts::Texts)).

use crate::frontier::kinds::Kind;
use crate::frontier::shape::Shape;
use crate::frontier::survey::Finding;
use rustc_hash::FxHashMap;
use sitewrap_model::Fingerprint;
use std::num::NonZeroU32;

/// A URL of the frontier, by its place in it. Places count from 1, so that none takes no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EntryId(NonZeroU32);

impl EntryId {
    /// The id of a place, from 0.
    pub(crate) fn at(place: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(place as u32))
    }

    /// The place, from 0.
    pub(crate) fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Where an entry stands; its reason, if any, is in the journal only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Queued,
    /// Handed out by [`Frontier::next`](super::Frontier::next).
    Taken,
    /// Left for another crawl.
    Aside,
    Fetched,
    /// Fetched, and the same as an earlier page.
    Twin,
    Closed,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The number in the order of discovery; there are no more of these than of ids.
    pub(super) seq: u32,
    pub(super) depth: u32,
    pub(super) referrer: Option<EntryId>,
    /// Redirects that led here, one after another.
    pub(super) hops: u8,
    /// Attempts that failed.
    pub(super) attempts: u8,
    pub(super) standing: Standing,
    /// Zeros where there is none, see `printed`.
    print: Fingerprint,
    /// Whether it has a fingerprint.
    printed: bool,
    pub(super) shape: ShapeId,
    /// The kind of its page, if that was told.
    pub(super) kind: Option<Kind>,
    /// A page of its group that was classified, if its own is read in brief.
    pub(super) example: Option<EntryId>,
    /// The page brought new URLs of its own family, and of others.
    pub(super) bred: (bool, bool),
}

const _: () = assert!(size_of::<Entry>() <= 48, "a crawl may know a million URLs");

impl Entry {
    /// A URL that is queued.
    pub(super) fn new(seq: u32, depth: u32, shape: ShapeId) -> Self {
        Self {
            seq,
            depth,
            referrer: None,
            hops: 0,
            attempts: 0,
            standing: Standing::Queued,
            print: Fingerprint::default(),
            printed: false,
            shape,
            kind: None,
            example: None,
            bred: (false, false),
        }
    }

    /// What its page looks like, if that is known.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        self.printed.then_some(self.print)
    }

    pub(super) fn set_fingerprint(&mut self, fingerprint: Option<Fingerprint>) {
        self.printed = fingerprint.is_some();
        self.print = fingerprint.unwrap_or_default();
    }

    /// What became of the URL, as far as it tells of others.
    pub(super) fn finding(&self) -> Option<Finding> {
        match self.standing {
            Standing::Queued | Standing::Taken | Standing::Aside => None,
            Standing::Fetched => Some(Finding::Page(self.kind?, self.fingerprint()?.text)),
            Standing::Twin => Some(Finding::Repeat),
            Standing::Closed => Some(Finding::Nothing),
        }
    }
}

/// A shape, by its place among those met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ShapeId(u32);

/// The shapes of the known URLs, each once: they are far fewer than the URLs.
#[derive(Debug, Default)]
pub(super) struct ShapeTable {
    shapes: Vec<Shape>,
    places: FxHashMap<Shape, ShapeId>,
}

impl ShapeTable {
    /// The id of a shape, which is added if it is new.
    pub(super) fn id(&mut self, shape: Shape) -> ShapeId {
        let next = ShapeId(self.shapes.len() as u32);
        let id = *self.places.entry(shape).or_insert(next);
        if id == next {
            self.shapes.push(shape);
        }
        id
    }

    /// The shape with an id.
    pub(super) fn get(&self, id: ShapeId) -> Shape {
        self.shapes[id.0 as usize]
    }
}
