//! credits: what an account has, the ledger behind it, and the record of every use of AI.
//!
//! Nothing a client sends adds or deducts credits: plans grant them ([`crate::billing`]) and generations spend them
//! ([`crate::generation`]).

pub mod api;
pub mod model;
pub mod store;
