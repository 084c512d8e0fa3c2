//! audit: the log of what matters for the security of the instance. An entry is written in the transaction of its act.

pub mod model;
pub mod store;

pub use model::{Action, By};
pub use store::{Entry, record, record_alone};
