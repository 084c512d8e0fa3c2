//! billing: plans, subscriptions and payment.
//!
//! Stripe moves the money ([`crate::clients::stripe`]). Signed events ([`webhook`]) report what happened, and
//! [`store`] saves it. The core's rules say what a plan allows and how many credits an invoice grants.

pub mod api;
pub mod model;
pub mod store;
pub mod subscriptions;
pub mod webhook;
