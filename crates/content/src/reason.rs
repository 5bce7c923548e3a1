//! Why does a page have no main content?

use crate::block::{Block, Blocks};
use sitewrap_tree::TagTree;
use std::fmt;

/// Columns of text below which a page that runs scripts is an empty shell: two short sentences.
const SHELL_COLUMNS: u32 = 120;

/// Columns of text that a page with a password field can have and still be no more than a login.
const LOGIN_COLUMNS: u32 = 300;

/// Why a page has no main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is a PDF.
    Pdf,
    /// It is a picture.
    Image,
    /// It is another file that is no text.
    Binary,
    /// Its text is shown by scripts, if at all.
    Shell,
    /// It asks for a password.
    Login,
    /// Nothing in it reads as content.
    Nothing,
    /// The method compares pages, and there is no other of its kind.
    Alone,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pdf => "no main content: a PDF, not a web page",
            Self::Image => "no main content: a picture, not a web page",
            Self::Binary => "no main content: a file that is no text",
            Self::Shell => "no main content: an empty shell that scripts fill",
            Self::Login => "no main content: the page asks to log in",
            Self::Nothing => "no main content: nothing on the page reads as content",
            Self::Alone => "no main content: no other page of its kind to compare with",
        })
    }
}

impl Reason {
    /// Why a body is no page: by its first bytes (WHATWG MIME Sniffing), else by the type it was
    /// sent with. `None` for what may be a page.
    pub fn of_body(body: &[u8], content_type: Option<&str>) -> Option<Self> {
        let starts = |signature: &[u8]| body.starts_with(signature);
        if starts(b"%PDF-") {
            return Some(Self::Pdf);
        }
        let is_webp = starts(b"RIFF") && body.get(8..12) == Some(b"WEBP");
        let pictures: [&[u8]; 5] =
            [b"\x89PNG\r\n", b"GIF87a", b"GIF89a", b"\xff\xd8\xff", b"\x00\x00\x01\x00"];
        if is_webp || pictures.iter().any(|signature| starts(signature)) {
            return Some(Self::Image);
        }
        let head = &body[..body.len().min(1024)];
        // UTF-16 has a zero for each Latin letter, and says so by its first bytes.
        let is_wide = starts(b"\xff\xfe") || starts(b"\xfe\xff");
        if !is_wide && head.iter().filter(|byte| **byte == 0).count() > head.len() / 16 {
            return Some(Self::Binary);
        }
        let kind = content_type?.split(';').next()?.trim().to_ascii_lowercase();
        match kind.as_str() {
            "application/pdf" => Some(Self::Pdf),
            "image/svg+xml" => Some(Self::Image),
            kind if ["image/", "audio/", "video/", "font/"]
                .iter()
                .any(|it| kind.starts_with(it)) =>
            {
                Some(if kind.starts_with("image/") { Self::Image } else { Self::Binary })
            }
            "application/zip" | "application/gzip" | "application/octet-stream" => {
                head.contains(&0).then_some(Self::Binary)
            }
            _ => None,
        }
    }

    /// Why a page with so many columns of kept text has no content; `None` if it has.
    pub(crate) fn of_page(tree: &TagTree, blocks: &Blocks, kept: u32) -> Option<Self> {
        let columns: u32 = blocks.iter().map(Block::columns).sum();
        let asks_password = || {
            let mut nodes = tree.nodes().filter(|&node| tree.tag(node).as_str() == "input");
            nodes.any(|node| {
                tree.attr(node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("password"))
            })
        };
        if columns < LOGIN_COLUMNS && asks_password() {
            return Some(Self::Login);
        }
        if kept > 0 && columns >= SHELL_COLUMNS {
            return None;
        }
        let ends_sentence =
            blocks.iter().any(|block| block.signs.ends_sentence && block.columns() > 20);
        match columns < SHELL_COLUMNS {
            true if ends_sentence && kept > 0 => None,
            true => Some(Self::Shell),
            false => Some(Self::Nothing),
        }
    }
}
