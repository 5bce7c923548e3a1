//! The URLs of a frontier as text, in little room.
//!
//! URLs found one after another begin alike. They are kept in blocks; in a block, each is what it
//! does not share with the one before (front coding), so that any of them is had by reading one block.

/// URLs of a block.
const BLOCK: usize = 16;

/// Texts, numbered from 0 in the order in which they were added.
#[derive(Debug, Default)]
pub(super) struct Texts {
    full: Vec<Box<[u8]>>,
    /// The block that fills.
    open: Vec<u8>,
    /// The text that was added last.
    last: Vec<u8>,
    count: usize,
}

impl Texts {
    /// Adds a text.
    pub(super) fn push(&mut self, text: &str) {
        if self.count.is_multiple_of(BLOCK) {
            if !self.open.is_empty() {
                self.full.push(self.open.as_slice().into());
                self.open.clear();
            }
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
        self.full.get(number).map_or(&self.open, |block| block)
    }
}

/// Reads the next text of a block, given the one before.
fn next(block: &mut &[u8], text: &mut Vec<u8>) {
    let shared = take_number(block);
    let own = take_number(block);
    let (own, rest) = block.split_at(own);
    text.truncate(shared);
    text.extend_from_slice(own);
    *block = rest;
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
            let mut kept = Texts::default();
            texts.iter().for_each(|text| kept.push(text));
            for (number, text) in texts.iter().enumerate() {
                prop_assert_eq!(&kept.get(number), text);
            }
            let mut seen = Vec::new();
            kept.each(|number, text| seen.push((number, text.to_owned())));
            prop_assert!(seen.into_iter().eq(texts.into_iter().enumerate()));
        }
    }

    #[test]
    fn urls_of_one_site_take_what_they_do_not_share() {
        let mut kept = Texts::default();
        (0..1600).for_each(|number| kept.push(&format!("http://example.com/goods/item-{number}/")));
        let bytes: usize = kept.full.iter().map(|block| block.len()).sum();
        assert!(bytes < 1600 * 12, "{bytes}");
    }
}
