//! notifications: likes, clones and ratings that the user's work received from others.

pub mod api;
pub mod model;
pub mod store;
