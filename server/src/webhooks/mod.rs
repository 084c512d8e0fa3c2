//! webhooks: telling other servers about events, signed after Standard Webhooks. `outbox` writes the messages.

pub mod address;
pub mod api;
pub mod model;
pub mod sender;
pub mod store;
