//! The URLs of a frontier as text, in little room.
//!
//! URLs found one after another begin alike. They are kept in blocks; in a block, each is what it
//! does not share with the one before (front coding), so that any of them is had by reading one block.

/// URLs of a block.
const BLOCK: usize = 16;

/// Bytes of the chunks that full blocks stand on, one beside the other.
const CHUNK: usize = 1 << 15;

/// Texts, front-coded, numbered from 0 in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct FrontCoded {
    /// They never grow, so that nothing is moved and no room is left but their ends.
    chunks: Vec<Vec<u8>>,
    /// Where each full block begins: its chunk, and the place there.
    full: Vec<(u32, u32)>,
    /// The block that fills.
    open: Vec<u8>,
    /// The text that was added last.
    last: Vec<u8>,
    count: usize,
    /// Bytes of the full blocks.
    bytes: usize,
}

impl FrontCoded {
    /// Adds a text.
    pub(super) fn push(&mut self, text: &str) {
        if self.count.is_multiple_of(BLOCK) {
            self.seal();
            self.last.clear();
        }
        let text = text.as_bytes();
        let shared = self.last.iter().zip(text).take_while(|(own, other)| own == other).count();
        put_number(&mut self.open, shared);
        put_number(&mut self.open, text.len() - shared);
        self.open.extend_from_slice(&text[shared..]);
        self.last.truncate(shared);
        self.last.extend_from_slice(&text[shared..]);
        self.count += 1;
    }

    /// Seals the open block.
    fn seal(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let room = self.chunks.last().map_or(0, |chunk| chunk.capacity() - chunk.len());
        if room < self.open.len() {
            self.chunks.push(Vec::with_capacity(CHUNK.max(self.open.len())));
        }
        if let Some((place, chunk)) = self.chunks.iter_mut().enumerate().next_back() {
            self.full.push((place as u32, chunk.len() as u32));
            self.bytes += self.open.len();
            chunk.append(&mut self.open);
        }
    }

    /// Number of texts.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Bytes that the texts take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.open.len()
    }

    /// Whether a text is the one with a number that was given out.
    pub(super) fn is(&self, number: usize, text: &str) -> bool {
        let text = text.as_bytes();
        let mut block = self.block(number / BLOCK);
        // How much of the text the known one begins with, and the length of that.
        let (mut like, mut length) = (0, 0);
        for _ in 0..=number % BLOCK {
            let (shared, own) = next_parts(&mut block);
            if shared <= like {
                let rest = text[shared..].iter().zip(own);
                like = shared + rest.take_while(|(own, other)| own == other).count();
            }
            length = shared + own.len();
        }
        like == length && length == text.len()
    }

    /// The text with a number that was given out.
    pub(super) fn get(&self, number: usize) -> String {
        let mut text = Vec::new();
        let mut block = self.block(number / BLOCK);
        for _ in 0..=number % BLOCK {
            next(&mut block, &mut text);
        }
        into_text(text)
    }

    /// Shows all texts in their order.
    pub(super) fn each(&self, mut see: impl FnMut(usize, &str)) {
        let (mut text, mut block): (_, &[u8]) = (Vec::new(), &[]);
        for number in 0..self.count {
            if number.is_multiple_of(BLOCK) {
                block = self.block(number / BLOCK);
            }
            next(&mut block, &mut text);
            see(number, str::from_utf8(&text).unwrap_or_default());
        }
    }

    fn block(&self, number: usize) -> &[u8] {
        let full = self.full.get(number);
        full.map_or(&self.open, |&(chunk, start)| &self.chunks[chunk as usize][start as usize..])
    }
}

/// Reads the next text of a block, given the one before.
fn next(block: &mut &[u8], text: &mut Vec<u8>) {
    let (shared, own) = next_parts(block);
    text.truncate(shared);
    text.extend_from_slice(own);
}

/// Reads the parts of the next text of a block: how much it shares with the one before, and the rest.
fn next_parts<'a>(block: &mut &'a [u8]) -> (usize, &'a [u8]) {
    let shared = take_number(block);
    let own = take_number(block);
    let (own, rest) = block.split_at(own);
    *block = rest;
    (shared, own)
}

/// The bytes of a text as text again; they always are.
fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// Writes a number, seven bits a byte, the lowest first.
fn put_number(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number that [`put_number`] wrote.
fn take_number(bytes: &mut &[u8]) -> usize {
    let mut number = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let Some((&byte, rest)) = bytes.split_first() else { break };
        *bytes = rest;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_come_back_as_they_were(
            texts in prop::collection::vec("(http://a/(é|ê|aé)?){0,9}[a-cé]{0,5}", 0..60),
        ) {
            let mut kept = FrontCoded::default();
            texts.iter().for_each(|text| kept.push(text));
            for (number, text) in texts.iter().enumerate() {
                prop_assert_eq!(&kept.get(number), text);
                prop_assert!(texts.iter().all(|other| kept.is(number, other) == (other == text)));
            }
            let mut seen = Vec::new();
            kept.each(|number, text| seen.push((number, text.to_owned())));
            prop_assert!(seen.into_iter().eq(texts.into_iter().enumerate()));
        }
    }

    #[test]
    fn urls_of_one_site_take_what_they_do_not_share() {
        let mut kept = FrontCoded::default();
        (0..1600).for_each(|number| kept.push(&format!("http://example.com/goods/item-{number}/")));
        let bytes: usize = kept.chunks.iter().map(Vec::len).sum();
        assert!(bytes < 1600 * 12, "{bytes}");
    }

    #[test]
    fn blocks_longer_than_a_shelf_have_their_own() {
        let mut kept = FrontCoded::default();
        let text = |number: usize| char::from(b'a' + number as u8).to_string().repeat(CHUNK / 3);
        (0..2 * BLOCK + 1).for_each(|number| kept.push(&text(number)));
        assert!((0..2 * BLOCK + 1).all(|number| kept.get(number) == text(number)));
    }
}
