//! versions: snapshots of a prompt under a version number, comparing and restoring them.

pub mod api;
pub mod model;
pub mod store;
