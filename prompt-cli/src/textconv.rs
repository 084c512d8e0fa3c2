//! `promptcase textconv`: prints what a file says, for `git diff`.

use clap::Args;
use prompt_core::export::ExportFormat;

use crate::failure::{self, Outcome};
use crate::files;
use crate::inputs::{self, Read};
use crate::prompts::Layout;

/// Print the text of a file's prompts, for git diff
#[derive(Args)]
#[command(
    after_help = "A file that holds no prompt is printed as it is, so that git can always compare.

Examples:
  git config diff.promptcase.textconv 'promptcase textconv'
  echo '*.prompty diff=promptcase' >>.gitattributes"
)]
pub struct Textconv {
    /// The file to read; - for standard input
    #[arg(value_name = "FILE")]
    file: String,
}

impl Textconv {
    pub fn run(self) -> Outcome {
        let layout = Layout::default();
        let mut text = String::new();
        for read in inputs::read_all(std::slice::from_ref(&self.file), None) {
            let Read {
                bytes, imported, ..
            } = read?;
            for one in &imported.prompts {
                if !text.is_empty() {
                    text.push_str("\n\n");
                }
                text += &layout.export(&one.prompt, ExportFormat::PlainText).text;
            }
            if imported.prompts.is_empty() {
                text += &String::from_utf8_lossy(&bytes);
            }
        }
        files::print(&text)?;
        Ok(failure::OK)
    }
}
