//! Clients of other services: payments and AI providers.

pub mod ai;
pub mod anthropic;
pub mod openai;
pub mod stripe;
