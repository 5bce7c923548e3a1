//! Bundles as bytes; the crate's documentation has the format.

use crate::bundle::Bundle;
use crate::error::{BundleError, UnwritableBundle};
use crate::limits;
use sitewrap_wrapper::deep_json::{self, DeepJsonError};
use std::io::{self, Read};
use zstd::bulk;

/// What a bundle begins with.
const MAGIC: [u8; 8] = *b"\x89SWB\r\n\x1a\n";
/// The version that this release reads and writes.
const VERSION: u32 = 1;
/// Bytes before the content.
const HEAD: usize = 24;
/// Where what the checksum covers begins.
const COVERED: usize = 12;
/// The level of zstd: its default, as in stores.
const LEVEL: i32 = 3;

impl Bundle {
    /// The bundle as the bytes of a file.
    ///
    /// # Errors
    /// If it is larger than what [`Bundle::from_bytes`] reads, or the machine is out of threads or memory.
    pub fn to_bytes(&self) -> Result<Vec<u8>, UnwritableBundle> {
        if let Some((what, most)) = excess(self) {
            return Err(UnwritableBundle::TooLarge { what, most });
        }
        let content = deep_json::to_vec(self)?;
        let length = content.len() as u64;
        let packed = bulk::compress(&content, LEVEL).map_err(UnwritableBundle::Compression)?;
        let sizes =
            [(length, limits::CONTENT_BYTES), ((HEAD + packed.len()) as u64, limits::BYTES)];
        if let Some((_, most)) = sizes.into_iter().find(|(size, most)| size > most) {
            return Err(UnwritableBundle::TooLarge { what: "bytes", most });
        }
        let mut bytes = Vec::with_capacity(HEAD + packed.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&packed);
        let sum = crc32fast::hash(&bytes[COVERED..]);
        bytes[MAGIC.len()..COVERED].copy_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// The bundle that [`Bundle::to_bytes`] gave these bytes.
    ///
    /// # Errors
    /// If they are no bundle, one of a later version, damaged, or larger than [`limits`] say.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BundleError> {
        let Some((head, packed)) = bytes.split_first_chunk::<HEAD>() else {
            let is_begun =
                !bytes.is_empty() && MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]);
            return Err(match is_begun {
                true => BundleError::Damaged("its end is missing"),
                false => BundleError::NotABundle,
            });
        };
        if head[..MAGIC.len()] != MAGIC {
            return Err(BundleError::NotABundle);
        }
        if bytes.len() as u64 > limits::BYTES {
            return Err(BundleError::TooLarge { what: "bytes", most: limits::BYTES });
        }
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if number(MAGIC.len()) != crc32fast::hash(&bytes[COVERED..]) {
            return Err(BundleError::Damaged("it does not match its checksum"));
        }
        let found = number(COVERED);
        if found > VERSION {
            return Err(BundleError::Newer { found, known: VERSION });
        }
        let length = u64::from(number(HEAD - 4)) << 32 | u64::from(number(HEAD - 8));
        if found == 0 || length > limits::CONTENT_BYTES {
            let most = limits::CONTENT_BYTES;
            return Err(BundleError::TooLarge { what: "bytes", most });
        }
        let content = unpacked(packed, length)?;
        let bundle: Self = deep_json::from_slice(&content).map_err(|error| match error {
            DeepJsonError::TooDeep => {
                BundleError::TooLarge { what: "levels", most: deep_json::MAX_DEPTH as u64 }
            }
            error => BundleError::Content(error),
        })?;
        match excess(&bundle) {
            Some((what, most)) => Err(BundleError::TooLarge { what, most }),
            None => Ok(bundle.checked()?),
        }
    }

    /// Reads a bundle; no more bytes than one may have.
    ///
    /// # Errors
    /// As [`Bundle::from_bytes`], and if the bytes cannot be had.
    pub fn read(source: impl Read) -> Result<Self, BundleError> {
        let mut bytes = Vec::new();
        let mut source = source.take(limits::BYTES + 1);
        // What is no bundle is not read to its end.
        source.by_ref().take(HEAD as u64).read_to_end(&mut bytes)?;
        if bytes.starts_with(&MAGIC) {
            source.read_to_end(&mut bytes)?;
        }
        Self::from_bytes(&bytes)
    }
}

/// The content of a bundle, which has so many bytes.
fn unpacked(packed: &[u8], length: u64) -> Result<Vec<u8>, BundleError> {
    let damaged = || BundleError::Damaged("its content cannot be decompressed");
    let length = usize::try_from(length).map_err(|_| damaged())?;
    // Room is taken as bytes come, not as the head promises them.
    let mut content = Vec::new();
    let stream = zstd::stream::read::Decoder::new(packed)?;
    let read = stream.take(length as u64 + 1).read_to_end(&mut content);
    match read {
        Ok(_) if content.len() == length => Ok(content),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => Err(error.into()),
        _ => Err(damaged()),
    }
}

/// What of a bundle there is more of than is read, and how much that is.
fn excess(bundle: &Bundle) -> Option<(&'static str, u64)> {
    let sites = bundle.sites();
    let hosts: usize = sites.iter().map(|site| site.hosts().count()).sum();
    let wrappers = sites.iter().map(|site| site.induced().wrappers.len()).max().unwrap_or(0);
    let (mut depth, mut steps) = (0, 0);
    for site in sites {
        let sizes = || site.induced().wrappers.iter().map(|wrapper| wrapper.template.size());
        depth = depth.max(sizes().map(|size| size.depth).max().unwrap_or(0));
        steps = steps.max(sizes().map(|size| size.steps).sum());
    }
    let counted = [
        ("sites", sites.len() as u64, limits::SITES as u64),
        ("hosts", hosts as u64, limits::HOSTS as u64),
        ("wrappers of a site", wrappers as u64, limits::WRAPPERS as u64),
        ("levels in a template", depth as u64, limits::TEMPLATE_DEPTH as u64),
        ("nodes in the templates of a site", steps, limits::TEMPLATE_STEPS),
    ];
    let found = counted.into_iter().find(|(_, count, most)| count > most);
    found.map(|(what, _, most)| (what, most))
}
