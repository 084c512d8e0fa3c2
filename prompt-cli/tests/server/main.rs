//! The program against a real server: signing in, sending and getting prompts, and what goes wrong on the way.

mod access;
mod exchange;
mod history;
mod killed;
mod mishaps;
mod network;
mod support;
mod sync;
