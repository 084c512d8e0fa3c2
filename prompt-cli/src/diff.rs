//! `promptcase diff`: what is different between two prompts.

use std::fmt::Write as _;

use clap::Args;
use prompt_core::compare::{Change, compare};
use prompt_core::diff::{RowKind, Span, diff_text};

use crate::failure::{self, Failure, Outcome};
use crate::{files, prompts};

/// Say what is different between two prompts, item by item
#[derive(Args)]
#[command(
    after_help = "Exit code 0: nothing is different. Exit code 1: something is.

Examples:
  promptcase diff old.json new.json
  promptcase diff --json old.md new.md | jq '.changes[].path'
  git show HEAD:review.md | promptcase diff - review.md"
)]
pub struct Diff {
    /// The file that came first; - for standard input
    #[arg(value_name = "OLD")]
    old: String,
    /// The file to compare with it
    #[arg(value_name = "NEW")]
    new: String,
    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,
    /// Unchanged lines to show around a change
    #[arg(long, value_name = "LINES", default_value_t = 3)]
    context: usize,
}

impl Diff {
    pub fn run(self) -> Outcome {
        let comparison = compare(
            &prompts::read_one(&self.old, None)?,
            &prompts::read_one(&self.new, None)?,
        );
        let text = if self.json {
            let json = serde_json::to_string_pretty(&comparison)
                .map_err(|error| Failure::content(error.to_string(), "leave out --json"))?;
            json + "\n"
        } else {
            comparison
                .changes
                .iter()
                .map(|change| self.tell(change))
                .collect()
        };
        files::print(&text)?;
        Ok(if comparison.changes.is_empty() {
            failure::OK
        } else {
            failure::NO
        })
    }

    /// A change as a heading and, where a text was modified, its lines.
    fn tell(&self, change: &Change) -> String {
        let mut told = format!("{}: {}\n", change.path, change.description);
        let (Some(old), Some(new)) = (&change.old_value, &change.new_value) else {
            return told;
        };
        for line in diff_text(old, new, self.context).unified() {
            let sign = match line.kind {
                RowKind::Same => ' ',
                RowKind::Removed => '-',
                RowKind::Added => '+',
                RowKind::Gap | RowKind::Modified => {
                    // Writing to a string does not fail.
                    let _ = writeln!(told, "  … {} unchanged lines", line.hidden);
                    continue;
                }
            };
            let text: String = line.spans.iter().map(|Span { text, .. }| *text).collect();
            let _ = writeln!(told, "  {sign} {text}");
        }
        told
    }
}
