//! CPU time of the whole process, all threads, in the place of the clock: what stages cost does not
//! depend on how busy the machine is or how many cores it has.

use cpu_time::ProcessTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use std::time::Duration;

/// Measures CPU time.
pub(crate) struct Cpu(WallTime);

impl Cpu {
    /// The measurement.
    pub(crate) fn new() -> Self {
        Self(WallTime)
    }
}

impl Measurement for Cpu {
    type Intermediate = ProcessTime;
    type Value = Duration;

    fn start(&self) -> ProcessTime {
        ProcessTime::now()
    }

    fn end(&self, start: ProcessTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        self.0.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}
