//! Command-line tests against a real server: sign-in, push and pull, and failures.

mod access;
mod daily;
mod exchange;
mod forms;
mod history;
mod killed;
mod mishaps;
mod moving_in;
mod names;
mod network;
mod settled;
mod skills;
mod support;
mod sync;
mod testing;
