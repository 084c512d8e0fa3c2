//! Reports of visitors about public pages, for the administrator.

pub mod model;
pub mod store;
