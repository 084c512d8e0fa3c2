//! billing: plans, subscriptions and payment.
//!
//! Money moves at Stripe ([`crate::clients::stripe`]); what it means here is learnt from signed events ([`webhook`]) and kept in
//! [`store`]. Which plan allows what, and what an invoice brings, are rules of the core.

pub mod api;
pub mod model;
pub mod store;
pub mod subscriptions;
pub mod webhook;
