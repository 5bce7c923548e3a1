//! What varies from page to page and still says nothing of the page: site boilerplate, pagers, ids of a
//! visit, and what another field says already.

pub(crate) mod boilerplate;
pub(crate) mod columns;
pub(crate) mod controls;
pub(crate) mod one_fact;
pub(crate) mod own;
pub(crate) mod restated;
pub(crate) mod role;
pub(crate) mod session;
