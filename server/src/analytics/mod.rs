//! analytics: views, likes, forks and ratings of the user's own work, and how it is fetched, run and tested.

mod advanced;
pub mod api;
mod local_days;
pub mod model;
pub mod store;
