//! Whether the quality that the product tells without labels is that which labels show.

use crate::bundle::decoded;
use crate::measure::{Measured, Site};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// What was told of things, each with their F1.
#[derive(Debug, Default)]
struct Pairs(Vec<(f64, f64)>);

/// Told quality and F1 of sites, and of fields.
#[derive(Debug, Default)]
pub struct Correlation {
    sites: Pairs,
    fields: Pairs,
}

impl Correlation {
    /// Takes in a site. A field of the truth is told by the field that was chosen for it, of the wrapper that most pages
    /// of its type were extracted with. A field that was chosen for several, as there is none for the others, has the F1 of
    /// the one that it is.
    pub fn take(&mut self, site: &Site, measured: &Measured) {
        let set = &measured.learnt.wrappers;
        if let (Some(told), Some(f1)) = (set.quality(), measured.figures.f1) {
            self.sites.0.push((f64::from(told), f1));
        }
        let wrapper_of = usual_wrappers(site, measured);
        let mut best: BTreeMap<(&str, &str), f64> = BTreeMap::new();
        for field in &measured.records.by_field {
            let Some(path) = &field.path else { continue };
            let f1 = best.entry((&field.page_type, path)).or_default();
            *f1 = f1.max(field.score.f1);
        }
        for ((page_type, path), f1) in best {
            let wrapper = wrapper_of.get(page_type).and_then(|name| set.get(name));
            let told = wrapper.and_then(|wrapper| {
                let places = wrapper.template.field_places();
                let path = path.replace("[]", "").replace("{}", "");
                let of = |path: &str| places.iter().find(|place| place.dotted() == path);
                // What is in a map is told by the map.
                let place = of(&path).or_else(|| of(path.rsplit_once('.')?.0))?;
                place.field().quality.as_ref().map(|quality| f64::from(quality.score))
            });
            self.fields.0.extend(told.map(|told| (told, f1)));
        }
    }
}

/// The wrapper of most pages of each type of the truth.
fn usual_wrappers<'s>(site: &'s Site, measured: &'s Measured) -> HashMap<&'s str, &'s str> {
    let extracted = measured.extractions.iter();
    let of_page: HashMap<String, &str> =
        extracted.filter_map(|page| Some((decoded(&page.url), page.wrapper.as_deref()?))).collect();
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for row in &site.bundle.records {
        if let Some(wrapper) = of_page.get(&row.url) {
            *counts.entry(&row.page_type).or_default().entry(wrapper).or_default() += 1;
        }
    }
    let most = |of: BTreeMap<&'s str, usize>| {
        of.into_iter().max_by_key(|(_, count)| *count).map(|(name, _)| name)
    };
    counts.into_iter().filter_map(|(page_type, of)| Some((page_type, most(of)?))).collect()
}

impl Pairs {
    /// The rank correlation of Spearman, -1..=1; ties have their mean rank. `None` where all of one side are tied.
    fn spearman(&self) -> Option<f64> {
        let (told, true_ones): (Vec<f64>, Vec<f64>) = self.0.iter().copied().unzip();
        let (a, b) = (ranks(&told), ranks(&true_ones));
        let mean = (a.len() as f64 + 1.0) / 2.0;
        let product = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum()
        };
        let spread = (product(&a, &a) * product(&b, &b)).sqrt();
        (spread > 0.0).then(|| product(&a, &b) / spread)
    }

    /// Of all pairs of which one is well found (F1 of 0.8 at least) and one is not, the share of which the good one is
    /// told to be better, ties as half (the area under the ROC curve).
    fn in_order(&self) -> Option<f64> {
        /// F1 from which on a field is well found.
        const GOOD: f64 = 0.8;
        let told = |good: bool| -> Vec<f64> {
            let such = self.0.iter().filter(move |(_, f1)| (*f1 >= GOOD) == good);
            such.map(|(told, _)| *told).collect()
        };
        let (good, bad) = (told(true), told(false));
        let won = |a: f64, b: f64| if a > b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 };
        let sum: f64 = good.iter().flat_map(|a| bad.iter().map(move |b| won(*a, *b))).sum();
        (!good.is_empty() && !bad.is_empty()).then(|| sum / (good.len() * bad.len()) as f64)
    }
}

/// The rank of each value from 1, the mean of them where values are equal.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + (tied.len() as f64 + 1.0) / 2.0;
        tied.iter().for_each(|&at| ranks[at] = rank);
        before += tied.len();
    }
    ranks
}

impl fmt::Display for Correlation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "told quality against F1, rank correlation (pairs in order)")?;
        for (name, pairs) in [("sites", &self.sites), ("fields", &self.fields)] {
            let told = |value: Option<f64>| value.map_or("–".to_owned(), |it| format!("{it:.3}"));
            let count = pairs.0.len();
            write!(f, "; {count} {name} {} ({})", told(pairs.spearman()), told(pairs.in_order()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_compared_and_ties_share_theirs() {
        assert_eq!(ranks(&[0.2, 0.9, 0.2, 0.5]), [1.5, 4.0, 1.5, 3.0]);
        let rising = Pairs(vec![(0.1, 0.0), (0.2, 0.5), (0.9, 1.0)]);
        assert_eq!(rising.spearman(), Some(1.0));
        assert_eq!(rising.in_order(), Some(1.0));
        let falling = Pairs(vec![(0.9, 0.0), (0.2, 0.5), (0.1, 1.0)]);
        assert_eq!((falling.spearman(), falling.in_order()), (Some(-1.0), Some(0.0)));
        assert_eq!(Pairs(vec![(0.5, 0.0), (0.5, 1.0)]).spearman(), None);
    }
}
