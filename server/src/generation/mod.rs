//! generation: prompts written or improved by AI, and their cost.
//!
//! A request is checked, its price reserved, the provider called, and the result stored in the transaction that
//! charges the price. [`run`] is that path, [`mod@write`] and [`improve`] are the two tasks, and [`crate::clients::ai`]
//! makes the call.

pub mod api;
pub mod improve;
pub mod model;
pub mod run;
pub mod write;
