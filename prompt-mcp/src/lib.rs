//! A Model Context Protocol server of prompts.
//!
//! [`PromptServer`] speaks the protocol; a [`Library`] holds the prompts: the server's database, or a folder of files.
//! Prompts are offered twice, as prompts for people and as tools for models, because a model does not see prompts.

mod arguments;
mod library;
mod resources;
mod server;
mod tools;

pub use library::{
    Change, Collection, Draft, Failure, Kind, Library, Loaded, NewVersion, Page, Saved, Summary,
};
pub use server::PromptServer;
