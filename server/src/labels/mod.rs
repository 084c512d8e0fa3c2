//! labels: names such as `production`, each of which points to a version of a prompt.

pub mod api;
pub mod model;
pub mod store;
