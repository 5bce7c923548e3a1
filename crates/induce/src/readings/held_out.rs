//! Learned on some pages, right on the others.
//!
//! Some pages of a type are dealt into parts, and each part is held out once: a template is induced from the
//! others and applied to it. A field whose values no field of these templates has all and alone depends on
//! which pages were seen, and would be another on pages that come later.

use super::table::Table;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_naming::number_fields;
use sitewrap_template::{Boilerplate, Corpus, unpruned};
use sitewrap_wrapper::Compiled;

/// Some pages of a cluster, drawn by their content, in the parts that are held out in turn.
pub(crate) struct HeldOut {
    /// Each in rising order.
    parts: Vec<Vec<usize>>,
}

impl HeldOut {
    /// At most twice as many pages as the parameters say: halves if there are many in each, else so many parts
    /// that those of one part do not change much.
    pub(crate) fn of(corpus: &Corpus<'_>) -> Self {
        let parameters = corpus.parameters();
        let content = |page: usize| corpus.content((page, corpus.tree(page).root()));
        let mut order: Vec<(u64, usize)> =
            (0..corpus.len()).map(|page| (content(page), page)).collect();
        order.sort_unstable();
        order.truncate(2 * parameters.sampled);
        let count = if order.len() < 2 * parameters.many { parameters.few } else { 2 };
        let part = |first: usize| {
            let mut pages: Vec<usize> =
                order.iter().skip(first).step_by(count).map(|(_, page)| *page).collect();
            pages.sort_unstable();
            pages
        };
        Self { parts: (0..count.min(order.len())).map(part).collect() }
    }

    /// Whether a page is in one of the parts.
    pub(crate) fn has(&self, page: usize) -> bool {
        self.parts.iter().any(|part| part.binary_search(&page).is_ok())
    }

    /// The pages of all parts, in rising order.
    pub(crate) fn pages(&self) -> Vec<usize> {
        let mut pages = self.parts.concat();
        pages.sort_unstable();
        pages
    }

    /// For each field of `whole`, the share of its values on the pages held out that a field of the template
    /// learned from the others has and has alone (the F1 of the best field, 0..=1), the mean of the parts.
    /// `None` if there are too few pages to learn from some of them.
    pub(crate) fn agreement(
        &self,
        corpus: &Corpus<'_>,
        boilerplate: &Boilerplate,
        whole: &Table,
    ) -> Option<FxHashMap<usize, f32>> {
        let pages = self.pages();
        if pages.len() < corpus.parameters().few {
            return None;
        }
        let mut sums: FxHashMap<usize, (f32, f32)> = FxHashMap::default();
        for part in &self.parts {
            let is_held_out = |page: &usize| part.binary_search(page).is_ok();
            let learned: Vec<usize> =
                pages.iter().copied().filter(|page| !is_held_out(page)).collect();
            let others = corpus.part(&learned);
            // Fields that say what another one says do no harm: the best of all counts.
            let mut template = unpruned(&others, &boilerplate.part(&learned));
            number_fields(&mut template);
            let compiled = Compiled::new(&template);
            let mut given = Table::new(corpus.parameters());
            for &page in part {
                given.take(page, &compiled.apply(corpus.view(page), corpus.url(page)).record);
            }
            let tried: FxHashSet<usize> = part.iter().copied().collect();
            for (field, share) in best_fields(whole, &given, &tried) {
                let (sum, count) = sums.entry(field).or_default();
                *sum += share;
                *count += 1.0;
            }
        }
        Some(sums.into_iter().map(|(field, (sum, count))| (field, sum / count)).collect())
    }
}

/// For each field with values on the pages, how well the best field of `given` has the same ones.
fn best_fields(whole: &Table, given: &Table, pages: &FxHashSet<usize>) -> Vec<(usize, f32)> {
    let mut sizes: FxHashMap<usize, usize> = FxHashMap::default();
    let mut holders: FxHashMap<(usize, &str), Vec<(usize, usize)>> = FxHashMap::default();
    for field in given.fields() {
        for (page, value) in given.values(field) {
            *sizes.entry(field).or_default() += 1;
            let of_value = holders.entry((page, value)).or_default();
            match of_value.last_mut() {
                Some((last, count)) if *last == field => *count += 1,
                _ => of_value.push((field, 1)),
            }
        }
    }
    let mut found = Vec::new();
    for field in whole.fields() {
        let mut asked: FxHashMap<(usize, &str), usize> = FxHashMap::default();
        for (page, value) in whole.values(field).filter(|(page, _)| pages.contains(page)) {
            *asked.entry((page, value)).or_default() += 1;
        }
        let size: usize = asked.values().sum();
        if size == 0 {
            continue;
        }
        let mut hits: FxHashMap<usize, usize> = FxHashMap::default();
        for (key, count) in &asked {
            for &(other, of_other) in holders.get(key).into_iter().flatten() {
                *hits.entry(other).or_default() += of_other.min(*count);
            }
        }
        let f1 = |(other, hits): (usize, usize)| {
            2.0 * hits as f32 / (size + sizes.get(&other).copied().unwrap_or(0)) as f32
        };
        found.push((field, hits.into_iter().map(f1).fold(0.0, f32::max)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_model::{Record, Value};
    use sitewrap_template::Parameters;

    fn table(rows: &[&[(usize, &str)]]) -> Table {
        let mut table = Table::new(&Parameters::default());
        for (page, row) in rows.iter().enumerate() {
            let mut record = Record::new();
            for (field, value) in *row {
                record.insert(field.to_string(), Value::Text((*value).to_owned()));
            }
            table.take(page, &record);
        }
        table
    }

    #[test]
    fn a_field_is_stable_if_one_other_has_its_values_and_no_more() {
        let whole = table(&[&[(0, "Oak"), (1, "12")], &[(0, "Elm"), (1, "15")]]);
        let pages = FxHashSet::from_iter([0, 1]);
        let agreement = |given: &Table| best_fields(&whole, given, &pages);
        let renumbered = table(&[&[(7, "12"), (5, "Oak")], &[(7, "15"), (5, "Elm")]]);
        assert_eq!(agreement(&renumbered), [(0, 1.0), (1, 1.0)]);
        let split = table(&[&[(5, "Oak"), (7, "12")], &[(6, "Elm"), (7, "15")]]);
        assert_eq!(agreement(&split)[1], (1, 1.0));
        assert!(agreement(&split)[0].1 < 0.7, "half of the values are another field's");
        let swallowed = table(&[&[(5, "Oak 12")], &[(5, "Elm 15")]]);
        assert_eq!(agreement(&swallowed), [(0, 0.0), (1, 0.0)]);
    }
}
