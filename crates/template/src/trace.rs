//! The instances that became fields, kept while a template is made.

use crate::corpus::Instance;
use std::sync::{Mutex, PoisonError};

/// Keeps the instances that become fields.
#[derive(Default)]
pub(crate) struct Trace(Mutex<Vec<Vec<Instance>>>);

impl Trace {
    pub(crate) fn keep(&self, instances: &[Instance]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(instances.to_vec());
    }

    /// What was kept: the instances of each role.
    pub(crate) fn into_roles(self) -> Vec<Vec<Instance>> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
