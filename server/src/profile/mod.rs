//! profile: user profiles with names, pictures, figures and activity.

pub mod api;
pub mod avatar;
pub mod model;
pub mod stats;
pub mod store;
