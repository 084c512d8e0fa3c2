//! versions: snapshots of a prompt under a number, and going back to one.

pub mod api;
pub mod model;
pub mod store;
