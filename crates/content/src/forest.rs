//! A sum of decision trees over numbers, as gradient boosting gives it [Friedman 2001].

/// Rows of numbers that go down a tree side by side: what one waits for, others use.
const ABREAST: usize = 8;

/// Trees whose leaves are added up to a log odds.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// The nodes of all trees, each tree in preorder.
    nodes: Vec<Node>,
    trees: Vec<Tree>,
}

/// A split: numbers up to the threshold go on at the first place, others at the second. A leaf has
/// its value for a threshold, and goes on at itself.
#[derive(Clone, Copy, Debug)]
struct Node {
    feature: u16,
    threshold: f32,
    next: [u32; 2],
}

/// Where a tree begins, and how many splits are above its deepest leaf.
#[derive(Clone, Copy, Debug)]
struct Tree {
    root: u32,
    depth: usize,
}

impl Forest {
    /// Reads trees, one a line, in preorder: `feature:threshold` for a split, `=value` for a leaf.
    /// `None` if a line is no tree or looks at a number beyond `features`.
    pub fn parse(text: &str, features: usize) -> Option<Self> {
        let mut forest = Self::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let root = forest.nodes.len() as u32;
            let depth = forest.read_tree(line, features)?;
            forest.trees.push(Tree { root, depth });
        }
        Some(forest)
    }

    /// Whether there is no tree.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// Reads a tree and gives its depth.
    fn read_tree(&mut self, line: &str, features: usize) -> Option<usize> {
        // Splits whose second place, or both, are still to be filled, and the place.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let (mut depth, mut is_done) = (0, false);
        for word in line.split_ascii_whitespace() {
            if is_done {
                return None;
            }
            let next = self.nodes.len();
            if let Some((split, place)) = open.last_mut() {
                self.nodes[*split].next[*place] = next as u32;
                *place += 1;
            }
            let leaf = word.strip_prefix('=');
            let node = match leaf {
                Some(value) => {
                    Node { feature: 0, threshold: value.parse().ok()?, next: [next as u32; 2] }
                }
                None => split(word, features)?,
            };
            self.nodes.push(node);
            if leaf.is_none() {
                open.push((next, 0));
                depth = depth.max(open.len());
            } else {
                while open.pop_if(|(_, place)| *place == 2).is_some() {}
            }
            is_done = open.is_empty();
        }
        is_done.then_some(depth)
    }

    /// For each row of `width` numbers, the probability that the sum of the trees stands for. Rows
    /// are at least as wide as the trees were read for.
    ///
    /// # Complexity
    /// Rows times trees times the depth of each.
    pub fn probabilities(&self, numbers: &[f32], width: usize) -> Vec<f32> {
        let mut sums = vec![0.0; numbers.len() / width];
        for (sums, rows) in sums.chunks_mut(ABREAST).zip(numbers.chunks(ABREAST * width)) {
            for tree in &self.trees {
                let mut at = [tree.root as usize; ABREAST];
                for _ in 0..tree.depth {
                    for (at, row) in at.iter_mut().zip(rows.chunks_exact(width)) {
                        let node = &self.nodes[*at];
                        let is_above = row[usize::from(node.feature)] > node.threshold;
                        *at = node.next[usize::from(is_above)] as usize;
                    }
                }
                sums.iter_mut().zip(at).for_each(|(sum, at)| *sum += self.nodes[at].threshold);
            }
        }
        sums.into_iter().map(|sum: f32| 1.0 / (1.0 + (-sum).exp())).collect()
    }
}

/// Reads a split; where it goes on is not known yet.
fn split(word: &str, features: usize) -> Option<Node> {
    let (feature, threshold) = word.split_once(':')?;
    let feature: u16 = feature.parse().ok()?;
    (usize::from(feature) < features).then_some(())?;
    Some(Node { feature, threshold: threshold.parse().ok()?, next: [0; 2] })
}

#[cfg(test)]
mod tests {
    use super::Forest;

    #[test]
    fn adds_up_the_leaves_that_numbers_lead_to() {
        let forest = Forest::parse("0:1.5 =-1 1:0 =2 =3\n=0.5\n", 2).unwrap();
        let odds = |p: f32| (p / (1.0 - p)).ln();
        let rows = [[1.5, 9.0], [2.0, 0.0], [2.0, 0.1]];
        let sums = [-0.5, 2.5, 3.5];
        // More rows than go down side by side, and a part of so many.
        let count = 7;
        let found = forest.probabilities(&rows.repeat(count).concat(), 2);
        assert_eq!(found.len(), rows.len() * count);
        for (probability, sum) in found.into_iter().zip(sums.iter().cycle()) {
            assert!((odds(probability) - sum).abs() < 1e-4);
        }
    }

    #[test]
    fn refuses_what_is_no_tree() {
        for text in ["0:1 =1", "=1 =2", "2:0 =1 =1", "0 =1 =2", "0:x =1 =2"] {
            assert!(Forest::parse(text, 2).is_none(), "{text}");
        }
    }
}
