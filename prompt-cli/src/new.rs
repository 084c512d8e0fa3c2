//! `promptcase new`: writes a new prompt or asset.

use clap::Args;
use prompt_core::{Document, Edit, Error, Prompt, PromptType, StructureType};

use crate::failure::{self, Failure, Outcome};
use crate::prompts;

const TYPES: &str = "prompt, or the type of an asset: context, response_schema, response_examples, persona, \
                     instructions, constraints, examples";

/// Write a new prompt or asset
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase new --title 'Code review' -o review.json
  promptcase new --structure advanced -o review.md
  promptcase new --type persona")]
pub struct New {
    /// The title
    #[arg(long)]
    title: Option<String>,
    /// A prompt, or a type of asset
    #[arg(long = "type", default_value = "prompt", help = TYPES)]
    prompt_type: PromptType,
    /// standard, structured, modulized or advanced
    #[arg(long)]
    structure: Option<StructureType>,
    /// Where to write it; the extension selects the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

impl New {
    pub fn run(self) -> Outcome {
        let mut document = Document::new(Prompt::new(self.prompt_type), prompts::new_id);
        let edits = [
            self.structure
                .map(|structure_type| Edit::SetStructure { structure_type }),
            self.title.map(|title| Edit::SetTitle { title }),
        ];
        for edit in edits.into_iter().flatten() {
            document.apply(edit).map_err(|error| refused(&error))?;
        }
        if let Some(error) = document.prompt().validate().first() {
            return Err(refused(error));
        }
        prompts::write(document.prompt(), self.output.as_deref())?;
        Ok(failure::OK)
    }
}

fn refused(error: &Error) -> Failure {
    Failure::usage(error.to_string(), "see promptcase new --help")
}
