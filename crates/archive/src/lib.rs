//! Pages from and to files: WARC archives, folders, single pages, streams of lines.
//!
//! [`open_source`] opens whatever holds pages, [`WarcWriter`] writes them into an archive that other
//! readers understand. What does a source give? Each page in turn, read when it is asked for, so that memory holds one
//! page however large the source. What cannot be read is an error in its place that names the
//! file and the line or record; the pages after it still come. What is not an HTML page (pictures,
//! style sheets, redirects) is passed over.

mod address;
mod content;
mod error;
mod files;
mod gzip;
mod http;
mod line_reader;
mod lines;
mod mirror;
mod source;
mod texts;
mod warc;
mod warc_fields;
mod warc_members;
mod warc_record;
mod warc_writer;

pub use error::SourceError;
pub use files::MAX_BODY_BYTES;
pub use lines::JsonLines;
pub use mirror::Mirror;
pub use source::{Pages, holds_texts, open_source};
pub use texts::{NamedText, TextLines, are_texts};
pub use warc::WarcReader;
pub use warc_writer::WarcWriter;
