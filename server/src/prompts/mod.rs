//! prompts: prompts and assets, their search, and saving with optimistic concurrency.

pub mod api;
pub mod asset_types;
pub mod counts;
pub mod export;
pub mod favourites;
pub mod list;
pub mod model;
pub mod store;
