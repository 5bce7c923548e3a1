//! Pages in brief: what they are made of, and what they say.

use std::collections::HashSet;

/// Distinct structural features that are kept of a page.
const FEATURE_LIMIT: usize = 4096;

/// Words of a page that its text sketch is made of.
const WORD_LIMIT: usize = 20_000;

/// A 64-bit hash of bytes that is the same on every machine and in every run (FNV-1a with a
/// final mix, so that all bits depend on all bytes).
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    mix(state)
}

fn mix(mut state: u64) -> u64 {
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// The set of structural features of a page: neighbouring start tags, each told by its name and
/// its main class or id. Lists of any length give the same set.
#[derive(Clone, Debug, Default)]
pub(crate) struct StructureSet {
    seen: HashSet<u64>,
    /// Sorted when finished.
    features: Vec<u64>,
    previous: u64,
}

impl StructureSet {
    /// Takes in the next start tag.
    pub(crate) fn element(&mut self, tag: &str, id: Option<&str>, class: Option<&str>) {
        if matches!(tag, "script" | "style" | "link" | "meta" | "br" | "b" | "i" | "em" | "strong")
        {
            return;
        }
        let token = class.and_then(|class| class.split_ascii_whitespace().next()).or(id);
        let mut label = Vec::with_capacity(32);
        label.extend_from_slice(tag.as_bytes());
        label.push(b'.');
        // Numbers in names tell items of one kind apart, not kinds.
        label.extend(
            token.unwrap_or_default().bytes().filter(|byte| !byte.is_ascii_digit()).take(64),
        );
        let label = hash(&label);
        if self.seen.len() < FEATURE_LIMIT {
            self.seen.insert(label);
            self.seen.insert(mix(self.previous.rotate_left(1) ^ label));
        }
        self.previous = label;
    }

    /// The finished set.
    pub(crate) fn finish(mut self) -> Self {
        self.features = self.seen.drain().collect();
        self.features.sort_unstable();
        self.features.shrink_to_fit();
        Self { seen: HashSet::new(), ..self }
    }

    /// The features, rising.
    pub(crate) fn features(&self) -> &[u64] {
        &self.features
    }

    /// The set in 64 bits (simhash): sets that are alike differ in few bits.
    pub(crate) fn sketch(&self) -> u64 {
        let mut votes = Votes::default();
        self.features.iter().for_each(|&feature| votes.add(feature));
        votes.finish()
    }
}

/// Makes a similarity-preserving hash of a text (simhash over runs of three words).
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    votes: Votes,
    words: usize,
    length: usize,
    last: [u64; 2],
    /// Of all words, numbers included.
    exact: u64,
}

impl Sketch {
    /// Takes in more text; words that the chunks cut in two count as two.
    pub(crate) fn text(&mut self, text: &str) {
        for word in text.split_whitespace() {
            self.length += word.len();
            self.exact = mix(self.exact.rotate_left(1) ^ hash(word.as_bytes()));
            // Pages that differ in numbers only say the same.
            let word: Vec<u8> = word.bytes().filter(|byte| !byte.is_ascii_digit()).collect();
            if word.is_empty() || self.words >= WORD_LIMIT {
                continue;
            }
            self.words += 1;
            let word = hash(&word);
            let run = self.last[0].rotate_left(2) ^ self.last[1].rotate_left(1) ^ word;
            self.votes.add(mix(run));
            self.last = [self.last[1], word];
        }
    }

    /// Bytes of text taken in, white space left out.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// A hash that is equal for equal texts only.
    pub(crate) fn exact(&self) -> u64 {
        self.exact
    }

    /// The hash.
    pub(crate) fn finish(&self) -> u64 {
        self.votes.finish()
    }
}

/// For each of 64 bits, how many hashes have it set less how many have not.
#[derive(Clone, Debug)]
struct Votes([i32; 64]);

impl Default for Votes {
    fn default() -> Self {
        Self([0; 64])
    }
}

impl Votes {
    fn add(&mut self, hash: u64) {
        for (bit, vote) in self.0.iter_mut().enumerate() {
            *vote += if hash >> bit & 1 == 1 { 1 } else { -1 };
        }
    }

    fn finish(&self) -> u64 {
        self.0.iter().enumerate().fold(0, |bits, (bit, &vote)| bits | u64::from(vote > 0) << bit)
    }
}
