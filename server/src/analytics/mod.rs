//! analytics: views, likes, forks and ratings of the user's own work, by day and in total.

pub mod api;
pub mod model;
pub mod store;
