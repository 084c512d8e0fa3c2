//! What the program does, a file for each kind of command.

pub mod accounts;
pub mod audit;
pub mod data;
pub mod health;
mod instance;
pub mod mail;
pub mod reports;
pub mod serve;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;
pub type Outcome = Result<(), Failure>;
