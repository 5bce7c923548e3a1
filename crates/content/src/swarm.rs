//! Particle swarm optimisation \[Kennedy, Eberhart 1995; inertia: Shi, Eberhart 1998\], as [WU11] finds
//! its weights by it.

/// How a swarm searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swarm {
    /// Points that move at once; 100 in \[WU11\].
    pub particles: usize,
    /// Moves of each; 1,000 in \[WU11\].
    pub generations: usize,
    /// Where all coordinates lie; 0 to 3 in \[WU11\].
    pub range: (f64, f64),
    /// The part of its speed that a particle keeps, in the first and in the last generation; it falls
    /// linearly. \[WU11\] says that it falls; these are the usual figures.
    pub inertia: (f64, f64),
    /// How strongly a particle is drawn to its own best place and to that of all.
    pub pull: (f64, f64),
    /// Where chance starts: one seed, one result.
    pub seed: u64,
}

impl Default for Swarm {
    fn default() -> Self {
        Self {
            particles: 100,
            generations: 1000,
            range: (0.0, 3.0),
            inertia: (0.9, 0.4),
            pull: (2.0, 2.0),
            seed: 1,
        }
    }
}

struct Particle<const D: usize> {
    at: [f64; D],
    speed: [f64; D],
    best: [f64; D],
    best_value: f64,
}

impl Swarm {
    /// The best place that was found, and its value, the greatest. `value` is asked once for each
    /// particle and generation.
    pub fn maximize<const D: usize>(&self, value: impl Fn(&[f64; D]) -> f64) -> ([f64; D], f64) {
        let mut chance = Chance(self.seed);
        let (low, high) = self.range;
        let mut particles: Vec<Particle<D>> = (0..self.particles.max(1))
            .map(|_| {
                let at = std::array::from_fn(|_| low + (high - low) * chance.next());
                Particle { at, speed: [0.0; D], best: at, best_value: value(&at) }
            })
            .collect();
        let mut best = (particles[0].best, particles[0].best_value);
        for particle in &particles {
            if particle.best_value > best.1 {
                best = (particle.best, particle.best_value);
            }
        }
        for generation in 0..self.generations {
            let done = generation as f64 / self.generations as f64;
            let inertia = self.inertia.0 + (self.inertia.1 - self.inertia.0) * done;
            for particle in &mut particles {
                self.step(particle, &best.0, inertia, &mut chance);
                let found = value(&particle.at);
                if found > particle.best_value {
                    (particle.best, particle.best_value) = (particle.at, found);
                }
                if found > best.1 {
                    best = (particle.at, found);
                }
            }
        }
        best
    }

    fn step<const D: usize>(
        &self,
        particle: &mut Particle<D>,
        best: &[f64; D],
        inertia: f64,
        chance: &mut Chance,
    ) {
        let (low, high) = self.range;
        let fastest = (high - low) / 2.0;
        for (axis, best) in best.iter().enumerate() {
            let own = self.pull.0 * chance.next() * (particle.best[axis] - particle.at[axis]);
            let all = self.pull.1 * chance.next() * (best - particle.at[axis]);
            let speed = inertia * particle.speed[axis] + own + all;
            particle.speed[axis] = speed.clamp(-fastest, fastest);
            particle.at[axis] = (particle.at[axis] + particle.speed[axis]).clamp(low, high);
        }
    }
}

/// Numbers between 0 and 1 that are the same on every machine: SplitMix64 \[Steele 2014\].
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::Swarm;

    #[test]
    fn finds_the_top_of_a_hill_and_the_same_one_each_time() {
        let hill = |at: &[f64; 2]| -(at[0] - 1.25).powi(2) - (at[1] - 2.5).powi(2);
        let swarm = Swarm { particles: 20, generations: 200, ..Swarm::default() };
        let (found, _) = swarm.maximize(hill);
        assert!((found[0] - 1.25).abs() < 1e-3 && (found[1] - 2.5).abs() < 1e-3, "{found:?}");
        assert_eq!(swarm.maximize(hill).0, found);
    }

    #[test]
    fn stays_within_its_range() {
        let (found, _) =
            Swarm { generations: 50, ..Swarm::default() }.maximize(|at: &[f64; 1]| at[0]);
        assert!((found[0] - 3.0).abs() < 1e-9);
    }
}
