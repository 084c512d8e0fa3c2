//! account: the export and deletion of a whole account.

pub mod api;
pub mod export;
pub mod store;
