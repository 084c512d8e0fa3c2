//! profile: who people are, what they made, and what came of it.

pub mod api;
pub mod avatar;
pub mod model;
pub mod stats;
pub mod store;
