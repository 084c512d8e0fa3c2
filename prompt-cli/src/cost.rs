//! `promptcase cost`: computes the price of a generation in credits.

use clap::Args;
use prompt_core::Complexity;
use prompt_core::credits::cost;

use crate::failure::{self, Failure, Outcome};
use crate::files;

/// Print the cost of a generation in credits
#[derive(Args)]
#[command(after_help = "Examples:
  promptcase cost --provider openai --model gpt-4o-mini --complexity simple --length 400
  promptcase cost --provider anthropic --model claude-3-opus --complexity complex --length 2000 --json")]
pub struct Cost {
    /// openai or anthropic
    #[arg(long)]
    provider: String,
    /// The model's name
    #[arg(long)]
    model: String,
    /// simple, medium or complex
    #[arg(long)]
    complexity: Complexity,
    /// Length of the request in characters
    #[arg(long)]
    length: usize,
    /// Print how the price is calculated, as JSON
    #[arg(long)]
    json: bool,
}

impl Cost {
    pub fn run(self) -> Outcome {
        let cost = cost(
            "prompt_generation",
            &self.provider,
            &self.model,
            self.complexity,
            self.length,
        )
        .map_err(|error| Failure::usage(error.to_string(), "see promptcase cost --help"))?;
        let text = if self.json {
            serde_json::to_string_pretty(&cost)
                .map_err(|error| Failure::content(error.to_string(), "leave out --json"))?
        } else {
            cost.total_cost.to_string()
        };
        files::print(&(text + "\n"))?;
        Ok(failure::OK)
    }
}
