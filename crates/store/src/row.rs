//! Rows: a checksum and a payload.
//!
//! The checksum covers the table's name and the key besides the payload, so that a row that is
//! whole but stands in the wrong place is found as well.

use crate::error::StoreError;
use crate::table::Table;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sled::IVec;
use std::cell::RefCell;
use std::io;
use zstd::bulk::Compressor;

/// Bytes of the checksum: CRC-32, least significant byte first.
const CHECKSUM: usize = 4;
/// Bytes of the length in front of packed bytes.
const LENGTH: usize = 8;
/// The level of zstd: its default, a tenth of the time that parsing a page takes.
const LEVEL: i32 = 3;

/// The row for a payload.
pub(crate) fn seal(table: Table, key: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(CHECKSUM + payload.len());
    sealed.extend_from_slice(&checksum(table, key, payload).to_le_bytes());
    sealed.extend_from_slice(payload);
    sealed
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
pub(crate) fn decode<T: DeserializeOwned>(
    table: Table,
    key: &[u8],
    payload: &[u8],
) -> Result<T, StoreError> {
    postcard::from_bytes(payload)
        .map_err(|error| bad(table, key, format!("cannot be decoded ({error})")))
}

/// Bytes, compressed.
pub(crate) fn pack(what: &str, bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
    let frame = compress(bytes).map_err(|error| StoreError::Unstorable {
        what: what.to_owned(),
        problem: error.to_string(),
    })?;
    let mut packed = Vec::with_capacity(LENGTH + frame.len());
    packed.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    packed.extend_from_slice(&frame);
    Ok(packed)
}

thread_local! {
    /// A compressor takes longer to set up than to compress a small page.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|known| match known {
        Some(compressor) => compressor.compress(bytes),
        None => known.insert(Compressor::new(LEVEL)?).compress(bytes),
    })
}

/// The bytes that [`pack`] was given.
pub(crate) fn unpack(table: Table, key: &[u8], packed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let (length, frame) = packed
        .split_first_chunk::<LENGTH>()
        .ok_or_else(|| bad(table, key, "is too short to hold compressed bytes"))?;
    // The row's checksum vouches for the length.
    let length = usize::try_from(u64::from_le_bytes(*length))
        .map_err(|_| bad(table, key, "holds more bytes than this machine can address"))?;
    zstd::bulk::decompress(frame, length)
        .map_err(|error| bad(table, key, format!("cannot be decompressed ({error})")))
}
