//! Rows: a checksum and a payload.
//!
//! The checksum covers the table's name and the key besides the payload, so that a row that is
//! whole but stands in the wrong place is found as well.

use crate::error::StoreError;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use sled::IVec;
use std::cell::RefCell;
use std::io;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::compress_bound;

/// Bytes of the checksum: CRC-32, least significant byte first.
const CHECKSUM: usize = 4;
/// Bytes of room to pack in that are kept from one time to the next.
const ROOM: usize = 1 << 20;
/// Bytes below which what is packed is small.
const SMALL: usize = 8 << 10;
/// The level of zstd: its default, a tenth of the time that parsing a page takes.
const LEVEL: i32 = 3;

/// The row for a payload. `room` is where it is put together: what the database keeps is then of
/// the row's own size.
pub(crate) fn seal(table: Table, key: &[u8], payload: &[u8], room: &mut Vec<u8>) -> IVec {
    room.clear();
    room.extend_from_slice(&checksum(table, key, payload).to_le_bytes());
    room.extend_from_slice(payload);
    IVec::from(&room[..])
}

/// The payload of a row.
pub(crate) fn unseal(table: Table, key: &[u8], sealed: &IVec) -> Result<IVec, StoreError> {
    let stored = sealed.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    if stored.is_some_and(|sum| sum == checksum(table, key, &sealed[CHECKSUM..])) {
        Ok(sealed.subslice(CHECKSUM, sealed.len() - CHECKSUM))
    } else {
        Err(bad(table, key, "does not match its checksum"))
    }
}

fn checksum(table: Table, key: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.name().as_bytes());
    hasher.update(key);
    hasher.update(payload);
    hasher.finalize()
}

/// The error for a row that cannot be used.
pub(crate) fn bad(table: Table, key: &[u8], problem: impl Into<String>) -> StoreError {
    StoreError::BadRow { table: table.name(), row: table.show_key(key), problem: problem.into() }
}

/// A value in postcard's format.
pub(crate) fn encode<T: Serialize>(what: &str, value: &T) -> Result<Vec<u8>, StoreError> {
    postcard::to_stdvec(value).map_err(|error| StoreError::Unstorable {
        what: what.to_owned(),
        problem: error.to_string(),
    })
}

/// The value that [`encode`] was given.
pub(crate) fn decode<'a, T: Deserialize<'a>>(
    table: Table,
    key: &[u8],
    payload: &'a [u8],
) -> Result<T, StoreError> {
    postcard::from_bytes(payload)
        .map_err(|error| bad(table, key, format!("cannot be decoded ({error})")))
}

/// Bytes, compressed, behind their number.
pub(crate) fn pack(what: &str, bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
    let length = (bytes.len() as u64).to_le_bytes();
    compress(what, bytes, |frame| [&length, frame].concat())
}

/// The bytes that [`pack`] was given.
pub(crate) fn unpack(table: Table, key: &[u8], packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let (length, frame) = packed
        .split_first_chunk()
        .ok_or_else(|| bad(table, key, "is too short to hold compressed bytes"))?;
    // The row's checksum vouches for the length.
    decompress(frame, u64::from_le_bytes(*length)).map_err(|problem| bad(table, key, problem))
}

/// Compresses bytes and hands them over: what is kept of them is the taker's choice, so that no
/// room is taken twice.
pub(crate) fn compress<T>(
    what: &str,
    bytes: &[u8],
    take: impl FnOnce(&[u8]) -> T,
) -> Result<T, StoreError> {
    let packer = if bytes.len() < SMALL { &SMALL_PACKER } else { &PACKER };
    packer.with_borrow_mut(|packer| {
        let length = packer.pack(bytes).map_err(|error| StoreError::Unstorable {
            what: what.to_owned(),
            problem: error.to_string(),
        })?;
        let taken = take(&packer.room[..length]);
        if packer.room.len() > ROOM {
            packer.room = Vec::new();
        }
        Ok(taken)
    })
}

/// So many bytes that [`compress`] was given.
///
/// # Errors
/// What is wrong with the compressed bytes, as the end of a sentence.
pub(crate) fn decompress(frame: &[u8], length: u64) -> Result<Vec<u8>, String> {
    let length = usize::try_from(length)
        .map_err(|_| "holds more bytes than this machine can address".to_owned())?;
    let unpacked = UNPACKER.with_borrow_mut(|known| {
        let unpacker = match known {
            Some(known) => known,
            none => none.insert(Decompressor::new()?),
        };
        unpacker.decompress(frame, length)
    });
    unpacked.map_err(|error| format!("cannot be decompressed ({error})"))
}

/// What is needed to pack, kept from one time to the next: a compressor takes longer to set up than
/// to compress a small page, and room is needed for the longest that may come out.
#[derive(Default)]
struct Packer {
    compressor: Option<Compressor<'static>>,
    room: Vec<u8>,
}

thread_local! {
    static PACKER: RefCell<Packer> = RefCell::default();
    /// For what is small: zstd gives the room that it works in back where little needs so much, and
    /// takes it anew for what is larger.
    static SMALL_PACKER: RefCell<Packer> = RefCell::default();
    /// What is needed to unpack, kept for the same reason.
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

impl Packer {
    /// Packs bytes into the room; gives how many they are then.
    fn pack(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let compressor = match &mut self.compressor {
            Some(known) => known,
            none => none.insert(Compressor::new(LEVEL)?),
        };
        let longest = compress_bound(bytes.len());
        if self.room.len() < longest {
            self.room.resize(longest, 0);
        }
        compressor.compress_to_buffer(bytes, &mut self.room[..])
    }
}
