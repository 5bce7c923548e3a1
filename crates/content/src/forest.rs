//! A sum of decision trees over numbers, as gradient boosting gives it [Friedman 2001].

/// Trees whose leaves are added up to a log odds.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// Splits of all trees; a tree's own follow its first one.
    splits: Vec<Split>,
    leaves: Vec<f32>,
    /// Where each tree begins.
    roots: Vec<Next>,
}

/// A split: numbers up to the threshold go on at the first place, others at the second.
#[derive(Clone, Copy, Debug)]
struct Split {
    feature: u16,
    threshold: f32,
    next: [Next; 2],
}

/// What follows in a tree: the index of a split, or the complement of that of a leaf.
type Next = i32;

impl Forest {
    /// Reads trees, one a line, in preorder: `feature:threshold` for a split, `=value` for a leaf.
    /// `None` if a line is no tree or looks at a number beyond `features`.
    pub fn parse(text: &str, features: usize) -> Option<Self> {
        let mut forest = Self::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let root = forest.read_tree(line, features)?;
            forest.roots.push(root);
        }
        Some(forest)
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    fn read_tree(&mut self, line: &str, features: usize) -> Option<Next> {
        let mut root = None;
        // Splits whose second place, or both, are still to be filled.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for word in line.split_ascii_whitespace() {
            let next = match word.strip_prefix('=') {
                Some(value) => {
                    self.leaves.push(value.parse().ok()?);
                    !(self.leaves.len() as Next - 1)
                }
                None => {
                    let (feature, threshold) = word.split_once(':')?;
                    let feature: u16 = feature.parse().ok()?;
                    (usize::from(feature) < features).then_some(())?;
                    let threshold = threshold.parse().ok()?;
                    self.splits.push(Split { feature, threshold, next: [0; 2] });
                    self.splits.len() as Next - 1
                }
            };
            match open.last_mut() {
                Some((split, place)) => {
                    self.splits[*split].next[*place] = next;
                    *place += 1;
                    if *place == 2 {
                        open.pop();
                    }
                }
                None if root.is_none() => root = Some(next),
                None => return None,
            }
            if next >= 0 {
                open.push((next as usize, 0));
            }
        }
        root.filter(|_| open.is_empty())
    }

    /// The probability that the sum of the trees for these numbers stands for.
    pub fn probability(&self, numbers: &[f32]) -> f32 {
        let leaf = |&root: &Next| {
            let mut at = root;
            while let Ok(split) = usize::try_from(at) {
                let split = &self.splits[split];
                let is_above = numbers[usize::from(split.feature)] > split.threshold;
                at = split.next[usize::from(is_above)];
            }
            self.leaves[!at as usize]
        };
        let sum: f32 = self.roots.iter().map(leaf).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::Forest;

    #[test]
    fn adds_up_the_leaves_that_numbers_lead_to() {
        let forest = Forest::parse("0:1.5 =-1 1:0 =2 =3\n=0.5\n", 2).unwrap();
        let odds = |p: f32| (p / (1.0 - p)).ln();
        for (numbers, sum) in [([1.5, 9.0], -0.5), ([2.0, 0.0], 2.5), ([2.0, 0.1], 3.5)] {
            assert!((odds(forest.probability(&numbers)) - sum).abs() < 1e-4);
        }
    }

    #[test]
    fn refuses_what_is_no_tree() {
        for text in ["0:1 =1", "=1 =2", "2:0 =1 =1", "0 =1 =2", "0:x =1 =2"] {
            assert!(Forest::parse(text, 2).is_none(), "{text}");
        }
    }
}
