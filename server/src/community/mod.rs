//! community: what people look at and think of each other's prompts.

pub mod api;
pub mod figures;
pub mod model;
pub mod recommend;
pub mod store;
pub mod trends;
