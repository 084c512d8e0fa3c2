//! Clients of other services: payments, AI providers and the OpenID Connect provider.

pub mod ai;
pub mod anthropic;
pub mod oidc;
pub mod openai;
pub mod stripe;
