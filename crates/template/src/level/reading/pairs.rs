//! Are pairs of texts shorter as a map, or as a list?
//!
//! In a list, each pair costs what its two texts cost, apart or together, whichever is shorter. In a map each
//! name costs once, with which instances have it; then the values of each name cost what they do among
//! themselves, or among those of all. Which name comes after which is said once, while a list says it for each
//! instance. So names that do not recur gain nothing, nor do names whose values are no more alike than any.
//!
//! Here a new text costs the more the more there were (Pólya's urn): to name it in a list is to choose it among all
//! that came before, which names spare.

use crate::corpus::Corpus;
use crate::level::reading::{Code, runs_of, share_bits, text_bits};
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

/// A pair as it is coded.
#[derive(Clone, Copy)]
struct Coded {
    instance: usize,
    name: Text,
    value: Text,
}

/// Whether pairs that some of `instances` instances have cost less bits as a map than as a list.
pub(crate) fn is_shorter_as_map(
    corpus: &Corpus<'_>,
    pairs: &[Named<'_>],
    instances: usize,
) -> bool {
    let text = |text: &str| text_bits(corpus, text);
    let coded = |pair: &Named<'_>| {
        let &Named { instance, name, value } = pair;
        Coded { instance, name: text(name), value: text(value) }
    };
    let pairs: Vec<Coded> = pairs.iter().map(coded).collect();
    let code = Code::new(pairs.len());
    // In thousandths, so that equal costs are equal whatever their order.
    let millibits = |bits: f64| (bits * 1000.0).round() as u64;
    millibits(code.map(&pairs, instances)) < millibits(code.list(&pairs))
}

impl Code {
    fn list(&self, pairs: &[Coded]) -> f64 {
        let together = |pair: &Coded| {
            let ((name, of_name), (value, of_value)) = (pair.name, pair.value);
            (name.rotate_left(9) ^ value, of_name + of_value)
        };
        let apart = self.texts(pairs.iter().map(|pair| pair.name)) + self.values(pairs);
        // Which of the two it is takes a bit.
        self.often_of(pairs) + 1.0 + apart.min(self.texts(pairs.iter().map(together)))
    }

    fn map(&self, pairs: &[Coded], instances: usize) -> f64 {
        let mut of_name: BTreeMap<u64, Vec<Coded>> = BTreeMap::new();
        pairs.iter().for_each(|pair| of_name.entry(pair.name.0).or_default().push(*pair));
        let order = self.factorials[of_name.len()];
        let names = of_name.values().map(|pairs| {
            let having = count_by_instance(pairs).len();
            pairs[0].name.1 + share_bits(having, instances) + self.often_of(pairs)
        });
        let apart: f64 = of_name.values().map(|pairs| self.values(pairs)).sum();
        order + names.sum::<f64>() + 1.0 + apart.min(self.values(pairs))
    }

    /// How many of the pairs each instance has.
    fn often_of(&self, pairs: &[Coded]) -> f64 {
        let times: Vec<usize> = count_by_instance(pairs).into_values().collect();
        self.urn(times.len(), runs_of(times).into_iter())
    }

    /// A sequence of values: each costs by how often it came before, and a new one what it says.
    fn urn(&self, all: usize, runs: impl Iterator<Item = (usize, f64)>) -> f64 {
        let of_run = |(count, new): (usize, f64)| new - self.factorials[count - 1];
        self.factorials[all] + runs.map(of_run).sum::<f64>()
    }

    fn values(&self, pairs: &[Coded]) -> f64 {
        self.texts(pairs.iter().map(|pair| pair.value))
    }

    fn texts(&self, texts: impl Iterator<Item = Text>) -> f64 {
        let mut texts: Vec<Text> = texts.collect();
        texts.sort_by_key(|(text, _)| *text);
        let runs = texts.chunk_by(|a, b| a.0 == b.0);
        self.urn(texts.len(), runs.map(|run| (run.len(), run[0].1)))
    }
}

fn count_by_instance(pairs: &[Coded]) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    pairs.iter().for_each(|pair| *counts.entry(pair.instance).or_default() += 1);
    counts
}
