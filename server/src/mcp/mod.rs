//! mcp: prompts for agents, over the Model Context Protocol. The protocol itself is in the crate `prompt-mcp`.

pub mod api;
pub mod library;
mod names;
pub mod store;
