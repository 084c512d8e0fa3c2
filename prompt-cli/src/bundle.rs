//! `promptcase bundle`: a file with copies of prompts, for applications that start without the server.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::Args;
use prompt_core::name::{At, Reference, Slug, Target};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::failure::{self, Failure, Outcome};
use crate::files;
use crate::remote::Remote;

/// The version of the file's form.
const FORM: u32 = 1;

/// Write prompts into a file that the client libraries fall back on
#[derive(Args)]
#[command(
    after_help = "Commit the file, or write it while you build. A client takes a prompt from it when the server does not answer and it has no
newer copy. Nothing is written if one of the prompts cannot be read.

Examples:
  promptcase bundle @ada/code-review:production @ada/tone@1.2.0
  promptcase bundle code-review -o src/promptcase.lock.json"
)]
pub struct Bundle {
    /// Names, at a label or a version: @ada/code-review:production
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    /// The file
    #[arg(
        short,
        long,
        value_name = "FILE",
        default_value = "promptcase.lock.json"
    )]
    output: String,
    #[command(flatten)]
    remote: Remote,
}

#[derive(Serialize)]
struct File {
    version: u32,
    prompts: BTreeMap<String, Entry>,
}

#[derive(Serialize)]
struct Entry {
    /// Of the texts, so that a file that was edited by hand is noticed.
    sha256: String,
    prompt: Value,
}

impl Bundle {
    pub fn run(self) -> Outcome {
        let server = self.remote.open()?;
        let mut prompts = BTreeMap::new();
        for name in &self.names {
            let (key, handle, slug, at) = asked(name)?;
            let prompt = server.fetch_pieces(&handle, &slug, &at)?;
            if is_empty(&prompt) {
                return Err(Failure::content(
                    format!("{key} has no text"),
                    "write one, or leave it out: an application cannot use it",
                ));
            }
            let sha256 = digest(&prompt);
            prompts.insert(key, Entry { sha256, prompt });
        }
        let file = File {
            version: FORM,
            prompts,
        };
        files::write(Some(&self.output), &files::json(&file)?)?;
        Ok(failure::OK)
    }
}

/// The name as clients look for it, and what it stands for.
fn asked(name: &str) -> Result<(String, String, Slug, At), Failure> {
    let refused = || {
        Failure::usage(
            format!("{name} is not a name"),
            "write @handle/name, such as @ada/code-review:production",
        )
    };
    let reference: Reference = name.parse().map_err(|_| refused())?;
    let Target::Named { handle, slug } = reference.target else {
        return Err(refused());
    };
    let handle = handle.unwrap_or_else(|| "me".to_owned());
    let at = match &reference.at {
        At::Newest => String::new(),
        At::Version(number) => format!("@{number}"),
        At::Label(label) => format!(":{label}"),
    };
    let key = format!("@{handle}/{slug}{at}");
    Ok((key, handle, slug, reference.at))
}

/// Whether a prompt has no text whatever the values are. Clients refuse it.
fn is_empty(prompt: &Value) -> bool {
    let messages = prompt["messages"].as_array().into_iter().flatten();
    let mut pieces =
        messages.flat_map(|message| message["pieces"].as_array().into_iter().flatten());
    prompt["is_fixed"] == true
        && pieces.all(|piece| {
            piece["text"]
                .as_str()
                .is_none_or(|text| text.trim().is_empty())
        })
}

/// The digest of the roles, texts and images of a prompt.
fn digest(prompt: &Value) -> String {
    let mut hash = Sha256::new();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for message in prompt["messages"].as_array().into_iter().flatten() {
        hash.update(text(&message["role"]));
        hash.update("\n");
        for piece in message["pieces"].as_array().into_iter().flatten() {
            hash.update(text(&piece["text"]));
            hash.update(text(&piece["image"]));
        }
        hash.update("\0");
    }
    let mut hex = String::new();
    for byte in hash.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
