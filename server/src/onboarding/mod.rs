//! onboarding: a user's progress in the five steps for new users.

pub mod api;
pub mod model;
pub mod store;
