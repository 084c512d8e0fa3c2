//! `promptcase mcp`: offers prompts to agents on this machine, over standard input and output.

mod folder;
mod forward;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use prompt_mcp::PromptServer;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;

use crate::failure::{self, Failure, Outcome};
use crate::remote::Remote;
use folder::FolderPrompts;

/// How often a folder is looked at for changes.
const LOOK: Duration = Duration::from_secs(2);

/// Offer prompts to an agent on this machine (Model Context Protocol)
#[derive(Args)]
#[command(
    after_help = "An agent starts it and speaks with it over standard input and output. Without FOLDER it offers the prompts of the server,
as your token may see them. With FOLDER it offers the prompts of the files in it, in any format that import reads, without a server;
changed files are noticed.

Examples:
  claude mcp add promptcase -- promptcase mcp
  claude mcp add prompts -- promptcase mcp ./prompts"
)]
pub struct Mcp {
    /// Offer the prompts in this folder, offline and read-only
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    remote: Remote,
}

impl Mcp {
    pub fn run(self) -> Outcome {
        match self.folder {
            Some(folder) => offer(FolderPrompts::open(folder)?),
            None => forward::run(&self.remote.signed_in()?),
        }
    }
}

/// Serves a folder until standard input ends.
fn offer(folder: FolderPrompts) -> Outcome {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::content(
            format!("the agent cannot be answered: {error}"),
            "let an agent start this command; it speaks the Model Context Protocol, not text",
        )
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| failed(&error))?;
    runtime.block_on(async {
        let folder = Arc::new(folder);
        let server = PromptServer::new(Arc::clone(&folder)).notifying();
        let running = server
            .serve(stdio())
            .await
            .map_err(|error| failed(&error))?;
        let peer = running.peer().clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                if folder.refresh() {
                    let _ = peer.notify_prompt_list_changed().await;
                    let _ = peer.notify_resource_list_changed().await;
                }
            }
        });
        running.waiting().await.map_err(|error| failed(&error))?;
        Ok(failure::OK)
    })
}
