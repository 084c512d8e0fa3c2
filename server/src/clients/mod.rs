//! Clients of other services: payments, AI providers, mail.

pub mod ai;
pub mod anthropic;
pub mod mail;
pub mod openai;
pub mod stripe;
