//! generation: prompts written or improved by AI, and who pays for it.
//!
//! A request is checked, its price reserved, the provider asked, and the result stored in the transaction that charges the
//! price. [`run`] is that path, [`write`] and [`improve`] are the two tasks, [`crate::clients::ai`] makes the call.

pub mod api;
pub mod improve;
pub mod model;
pub mod run;
pub mod write;
