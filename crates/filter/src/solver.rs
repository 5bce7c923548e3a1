//! A linear support vector machine.

/// How much an error costs beside the size of the weights.
const COST: f64 = 1.0;

/// Rounds over all examples at most, and the change of a multiplier below which it is enough.
const ROUNDS: (usize, f64) = (200, 1e-3);

/// An example: numbers of features, rising, with their values; and its side.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) features: Vec<(u32, f64)>,
    pub(crate) is_positive: bool,
}

/// A plane: weights of the features, and the bias.
#[derive(Clone, Debug)]
pub(crate) struct Plane {
    pub(crate) weights: Vec<f64>,
    pub(crate) bias: f64,
}

impl Plane {
    /// On which side of the plane an example lies, and how far.
    pub(crate) fn score(&self, example: &Example) -> f64 {
        let sum = example.features.iter().map(|(at, value)| self.weights[*at as usize] * value);
        self.bias + sum.sum::<f64>()
    }
}

/// The plane between examples with the squared hinge loss, by dual coordinate descent (Hsieh et al. 2008,
/// algorithm 1). The order of the examples in a round is shuffled, always alike.
pub(crate) fn solve(examples: &[&Example], features: usize) -> Plane {
    let mut plane = Plane { weights: vec![0.0; features], bias: 0.0 };
    let mut multipliers = vec![0.0_f64; examples.len()];
    let norms: Vec<f64> = examples.iter().map(|example| norm(example)).collect();
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let slack = 0.5 / COST;
    for _ in 0..ROUNDS.0 {
        shuffle(&mut order, &mut random);
        let mut largest = 0.0_f64;
        for &at in &order {
            let side = if examples[at].is_positive { 1.0 } else { -1.0 };
            let gradient = side * plane.score(examples[at]) - 1.0 + slack * multipliers[at];
            let next = (multipliers[at] - gradient / (norms[at] + slack)).max(0.0);
            let step = next - multipliers[at];
            multipliers[at] = next;
            largest = largest.max(step.abs());
            for (feature, value) in &examples[at].features {
                plane.weights[*feature as usize] += step * side * value;
            }
            plane.bias += step * side;
        }
        if largest < ROUNDS.1 {
            break;
        }
    }
    plane
}

/// The square of an example's length, with the one that stands for the bias.
fn norm(example: &Example) -> f64 {
    1.0 + example.features.iter().map(|(_, value)| value * value).sum::<f64>()
}

/// Fisher and Yates, with the numbers of xorshift.
fn shuffle(order: &mut [usize], random: &mut u64) {
    for at in (1..order.len()).rev() {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        order.swap(at, (*random % (at as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What is to be as small as can be.
    fn loss(plane: &Plane, examples: &[&Example]) -> f64 {
        let size = plane.weights.iter().map(|weight| weight * weight).sum::<f64>();
        let error = |example: &&Example| {
            let side = if example.is_positive { 1.0 } else { -1.0 };
            (1.0 - side * plane.score(example)).max(0.0).powi(2)
        };
        (size + plane.bias * plane.bias) / 2.0 + COST * examples.iter().map(error).sum::<f64>()
    }

    fn examples() -> impl Strategy<Value = Vec<Example>> {
        let values = prop::collection::vec(-1.0..1.0_f64, 3);
        let example = (values, any::<bool>()).prop_map(|(values, is_positive)| Example {
            features: (0..).zip(values).collect(),
            is_positive,
        });
        prop::collection::vec(example, 2..12)
    }

    proptest! {
        #[test]
        fn no_step_aside_is_better(all in examples()) {
            let all: Vec<&Example> = all.iter().collect();
            let plane = solve(&all, 3);
            let best = loss(&plane, &all);
            for feature in 0..4 {
                for step in [-0.05, 0.05] {
                    let mut aside = plane.clone();
                    match aside.weights.get_mut(feature) {
                        Some(weight) => *weight += step,
                        None => aside.bias += step,
                    }
                    prop_assert!(best <= loss(&aside, &all));
                }
            }
        }
    }
}
