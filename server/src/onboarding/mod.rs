//! onboarding: how far somebody got in the five steps that welcome a new user.

pub mod api;
pub mod model;
pub mod store;
