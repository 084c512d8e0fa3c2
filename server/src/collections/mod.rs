//! collections: nested folders of prompts and of other collections, filled by hand or by a saved filter.

pub mod api;
pub mod filter;
pub mod items;
pub mod list;
pub mod model;
pub mod store;
