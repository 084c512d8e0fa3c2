//! community: likes, views, trending prompts and recommendations.

pub mod api;
pub mod figures;
pub mod model;
pub mod recommend;
pub mod store;
pub mod trends;
