//! trash: deleted items stay here for thirty days, can be restored, and are hidden everywhere else.

pub mod api;
pub mod model;
pub mod store;
