//! credits: an account's balance, the ledger behind it, and the log of AI usage.
//!
//! Clients cannot add or deduct credits: plans grant them ([`crate::billing`]) and generations spend them
//! ([`crate::generation`]).

pub mod api;
pub mod model;
pub mod store;
