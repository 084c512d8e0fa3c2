//! account: what concerns everything of an account, its export and its end.

pub mod api;
pub mod export;
pub mod store;
