//! versions: the history of prompts and components: reading, naming, comparing and restoring its entries.

pub mod api;
pub mod model;
pub mod store;
