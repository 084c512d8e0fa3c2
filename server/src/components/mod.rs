//! components: the library of reusable pieces, their drafts, versions and ratings.

pub mod api;
pub mod drafts;
pub mod list;
pub mod model;
pub mod ratings;
pub mod samples;
pub mod store;
