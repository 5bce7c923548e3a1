//! Are pairs of texts shorter as a map, or as a list?
//!
//! In a list, each pair costs what its two texts cost, apart or together, whichever is shorter. In a map each
//! name costs once, with which instances have it; then the values of each name cost what they do among
//! themselves, or among those of all. Which name comes after which is said once, while a list says it for each
//! instance. So names that do not recur gain nothing, nor do names whose values are no more alike than any.

use crate::corpus::Corpus;
use crate::level::reading::{Code, share_bits, text_bits};
use std::collections::BTreeMap;

/// A pair of texts.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    /// The instance that has it.
    pub(crate) instance: usize,
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
}

/// A hash of a text, and what it costs where it is new.
type Text = (u64, f64);

/// Whether pairs that some of `instances` instances have cost less bits as a map than as a list.
pub(crate) fn is_shorter_as_map(
    corpus: &Corpus<'_>,
    pairs: &[Named<'_>],
    instances: usize,
) -> bool {
    let coder = Coder { corpus, code: Code::new(pairs.len()) };
    // In thousandths, so that equal costs are equal whatever their order.
    let millibits = |bits: f64| (bits * 1000.0).round() as u64;
    millibits(coder.as_map(pairs, instances)) < millibits(coder.as_list(pairs))
}

struct Coder<'c, 't> {
    corpus: &'c Corpus<'t>,
    code: Code,
}

impl Coder<'_, '_> {
    fn as_list(&self, pairs: &[Named<'_>]) -> f64 {
        let together = pairs.iter().map(|pair| {
            let ((name, name_bits), (value, bits)) = (self.text(pair.name), self.text(pair.value));
            (name.rotate_left(9) ^ value, name_bits + bits)
        });
        let names = self.texts(pairs.iter().map(|pair| self.text(pair.name)));
        // Which of the two it is takes a bit.
        self.often(pairs) + 1.0 + self.texts(together).min(names + self.values(pairs))
    }

    fn as_map(&self, pairs: &[Named<'_>], instances: usize) -> f64 {
        let mut of_name: BTreeMap<&str, Vec<Named<'_>>> = BTreeMap::new();
        pairs.iter().for_each(|pair| of_name.entry(pair.name).or_default().push(*pair));
        let order = self.code.factorials[of_name.len()];
        let names = of_name.iter().map(|(name, pairs)| {
            let having = count_by_instance(pairs).len();
            self.text(name).1 + share_bits(having, instances) + self.often(pairs)
        });
        let apart: f64 = of_name.values().map(|pairs| self.values(pairs)).sum();
        order + names.sum::<f64>() + 1.0 + apart.min(self.values(pairs))
    }

    /// How many of the pairs each instance has.
    fn often(&self, pairs: &[Named<'_>]) -> f64 {
        self.code.often(count_by_instance(pairs).into_values().collect())
    }

    fn values(&self, pairs: &[Named<'_>]) -> f64 {
        self.texts(pairs.iter().map(|pair| self.text(pair.value)))
    }

    fn texts(&self, texts: impl Iterator<Item = Text>) -> f64 {
        let mut texts: Vec<Text> = texts.collect();
        texts.sort_by_key(|(text, _)| *text);
        let runs = texts.chunk_by(|a, b| a.0 == b.0);
        self.code.urn(texts.len(), runs.map(|run| (run.len(), run[0].1)))
    }

    fn text(&self, text: &str) -> Text {
        text_bits(self.corpus, text)
    }
}

fn count_by_instance(pairs: &[Named<'_>]) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    pairs.iter().for_each(|pair| *counts.entry(pair.instance).or_default() += 1);
    counts
}
