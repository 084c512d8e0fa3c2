//! workspaces: teams, their members, and invitations to them.

pub mod api;
pub mod invitations;
pub mod invitations_api;
pub mod model;
pub mod store;
