//! `promptcase diff`: compares two prompts.

use std::fmt::Write as _;
use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;

use clap::Args;
use prompt_core::compare::{Change, compare};
use prompt_core::diff::{RowKind, Span, diff_text};
use prompt_core::name::Reference;
use prompt_core::{Prompt, VersionNumber};

use crate::failure::{self, Failure, Outcome};
use crate::files::{self, STREAM};
use crate::remote::{Remote, Server};
use crate::terminal::{lines, one_line};
use crate::{named, prompts, working};

/// Compare two prompts item by item
#[derive(Args)]
#[command(
    after_help = "Each is a file, or ID for a prompt as the server has it now, or ID@1.2.3 or TITLE@1.2.3 for a version of it.
Exit code 0: nothing is different. Exit code 1: something is.

Examples:
  promptcase diff old.json new.json
  promptcase diff --json old.md new.md | jq '.changes[].path'
  git show HEAD:review.md | promptcase diff - review.md
  promptcase diff 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55@1.0.0 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55
  promptcase diff 0198c2f4-5d1e-7c3a-9b1f-2f6c1f0a7e55 review.md"
)]
pub struct Diff {
    /// The older side: a file, - for standard input, ID, ID@VERSION or TITLE@VERSION
    #[arg(value_name = "OLD")]
    old: String,
    /// The newer side, named in the same way
    #[arg(value_name = "NEW")]
    new: String,
    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,
    /// Unchanged lines to show around a change
    #[arg(long, value_name = "LINES", default_value_t = 3)]
    context: usize,
    #[command(flatten)]
    remote: Remote,
}

/// One side of a comparison.
enum Side {
    File(String),
    /// A prompt on the server, as [`named::at_version`] names it.
    Stored(String),
}

impl Side {
    fn of(name: &str) -> Self {
        let is_version = name
            .rsplit_once('@')
            .is_some_and(|(_, number)| number.parse::<VersionNumber>().is_ok());
        let is_name = name.parse::<Reference>().is_ok();
        if (is_version || is_name) && !Path::new(name).exists() {
            Self::Stored(name.to_owned())
        } else {
            Self::File(name.to_owned())
        }
    }

    /// Rejects a name that is neither a file nor an id, such as a title.
    fn check(&self) -> Result<(), Failure> {
        match self {
            Self::File(name) if name != STREAM && !Path::new(name).exists() => {
                Err(Failure::content(
                    format!("{}: there is no such file", one_line(name)),
                    "name an existing file, - for standard input, or a prompt by ID, ID@1.2.3 or TITLE@1.2.3, or by its name, which promptcase list shows",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Reads the prompt, and the bytes of a file that is compared with another file.
    fn read(&self, server: Option<&Server>) -> Result<(Prompt, Option<Vec<u8>>), Failure> {
        match (self, server) {
            (Self::Stored(name), Some(server)) => {
                Ok((named::at_version(server, name, None)?.prompt, None))
            }
            (Self::File(name), Some(server)) => {
                Ok((working::read_as_pushed(name, server.address())?, None))
            }
            (Self::File(name) | Self::Stored(name), None) => {
                let (input, imported) = prompts::read(name, None)?;
                let prompt = prompts::only(&input.name, imported)?;
                Ok((prompt, Some(input.bytes)))
            }
        }
    }
}

/// Whether both sides are files with the same bytes, which are equal whatever is in them.
fn is_one_file(sides: &[Side; 2]) -> bool {
    let [Side::File(old), Side::File(new)] = sides else {
        return false;
    };
    // A pipe can be read only once, and not here.
    let read = |name: &String| Path::new(name).is_file().then(|| fs::read(name).ok())?;
    read(old).is_some_and(|bytes| read(new) == Some(bytes))
}

impl Diff {
    pub fn run(self) -> Outcome {
        let sides = [Side::of(&self.old), Side::of(&self.new)];
        sides.iter().try_for_each(Side::check)?;
        if is_one_file(&sides) {
            if self.json {
                let same = Prompt::default();
                files::print(&files::json(&compare(&same, &same))?)?;
            }
            return Ok(failure::OK);
        }
        let is_asked = sides.iter().any(|side| matches!(side, Side::Stored(..)));
        let server = is_asked.then(|| self.remote.open()).transpose()?;
        let [old, new] = sides.map(|side| side.read(server.as_ref()));
        let (mut old, mut new) = (old?, new?);
        if let ((old, Some(old_bytes)), (new, Some(new_bytes))) = (&mut old, &mut new) {
            prompts::share_titles([
                (&*self.old, &**old_bytes, old),
                (&*self.new, &**new_bytes, new),
            ]);
        }
        let comparison = compare(&old.0, &new.0);
        if self.json {
            files::print(&files::json(&comparison)?)?;
        } else {
            let style = Style::of_output();
            let changes = comparison.changes.iter();
            let text: String = changes.map(|change| self.tell(change, style)).collect();
            // Each part was made safe for a terminal before the colours were added.
            files::print_styled(&text)?;
        }
        Ok(if comparison.changes.is_empty() {
            failure::OK
        } else {
            failure::NO
        })
    }

    /// Formats a change as a heading, with a line diff where text was modified.
    fn tell(&self, change: &Change, style: Style) -> String {
        let mut told = one_line(&format!("{}: {}", change.path, change.description));
        if style == Style::Colour {
            told = format!("\u{1b}[1m{told}\u{1b}[0m");
        }
        told.push('\n');
        let (Some(old), Some(new)) = (&change.old_value, &change.new_value) else {
            return told;
        };
        // Line ends alone change no line.
        let [old, new] = [old, new].map(|text| text.replace("\r\n", "\n").replace('\r', "\n"));
        if old == new {
            told += "  Only the line ends differ\n";
            return told;
        }
        for line in diff_text(&old, &new, self.context).unified() {
            let sign = match line.kind {
                RowKind::Same => ' ',
                RowKind::Removed => '-',
                RowKind::Added => '+',
                RowKind::Gap | RowKind::Modified => {
                    // Writing to a `String` cannot fail.
                    let _ = writeln!(told, "  … {} unchanged lines", line.hidden);
                    continue;
                }
            };
            let _ = writeln!(told, "  {}", style.line(sign, &line.spans));
        }
        told
    }
}

/// How changes within a line are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    /// With colours, on a terminal.
    Colour,
}

/// A line with more characters shows only what surrounds its changes.
const LONG_CHARS: usize = 120;
/// The unchanged characters shown on each side of a change in a long line.
const AROUND_CHARS: usize = 30;

impl Style {
    /// Colours on a terminal, unless the environment variable `NO_COLOR` is set.
    fn of_output() -> Self {
        let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if is_wanted && std::io::stdout().is_terminal() {
            Self::Colour
        } else {
            Self::Plain
        }
    }

    /// Formats a line with its changed words marked: in colour, or in brackets if the line is long.
    fn line(self, sign: char, spans: &[Span<'_>]) -> String {
        let length: usize = spans.iter().map(|span| span.text.chars().count()).sum();
        let has_same = spans.iter().any(|span| !span.changed);
        let has_changes = spans.iter().any(|span| span.changed);
        let is_long = length > LONG_CHARS && has_same && has_changes && sign != ' ';
        let colour = match sign {
            '-' => "31",
            '+' => "32",
            _ => "0",
        };
        let mut out = format!("{sign} ");
        for (at, span) in spans.iter().enumerate() {
            let text = lines(span.text);
            if !span.changed && is_long {
                out += &around(&text, at > 0, at + 1 < spans.len());
            } else if span.changed && has_same && self == Self::Colour {
                // Reversed, so that the mark does not depend on the colour alone.
                let _ = write!(out, "\u{1b}[7m{text}\u{1b}[27m");
            } else if span.changed && is_long {
                let _ = match sign {
                    '-' => write!(out, "[-{text}-]"),
                    _ => write!(out, "{{+{text}+}}"),
                };
            } else {
                out += &text;
            }
        }
        if self == Self::Colour && sign != ' ' {
            return format!("\u{1b}[{colour}m{out}\u{1b}[0m");
        }
        out
    }
}

/// The ends of an unchanged text that are next to a change.
fn around(text: &str, is_after: bool, is_before: bool) -> String {
    let count = text.chars().count();
    if count <= 2 * AROUND_CHARS + 1 {
        return text.to_owned();
    }
    let start = if is_after { AROUND_CHARS } else { 0 };
    let end = if is_before { AROUND_CHARS } else { 0 };
    let head: String = text.chars().take(start).collect();
    let tail: String = text.chars().skip(count - end).collect();
    format!("{head}…{tail}")
}
