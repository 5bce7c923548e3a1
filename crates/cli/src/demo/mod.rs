//! The site that `sitewrap demo` works on.

mod server;

pub(crate) use server::DemoServer;
