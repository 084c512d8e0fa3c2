//! The program `promptcase`: the core's functions as commands, and a client of the server's API. It reads,
//! calls the core and writes; every rule is in the core.

mod account;
mod attempts;
mod bump;
mod bundle;
mod changes;
mod collections;
mod completions;
mod convert;
mod cost;
mod diff;
mod failure;
mod file_names;
mod files;
mod fill;
mod formats;
mod inputs;
mod label;
mod list;
mod lock;
mod mcp;
mod merge;
mod named;
mod new;
mod paging;
mod prompts;
mod pull;
mod push;
mod records;
mod remote;
mod remove;
mod sync;
mod terminal;
mod test;
mod textconv;
mod upload;
mod validate;
mod versions;
mod working;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use crate::failure::{Failure, Outcome};

/// The version with the commit, if the program was built to be installed elsewhere (`make dist`).
const VERSION: &str = match option_env!("PROMPTCASE_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};

/// Write, check, compare and convert prompts, and exchange them with a server.
///
/// FILE can be - for standard input. Exit codes: 0 success; 1 negative result (files differ, a prompt is
/// invalid, a test failed, a merge or a push has conflicts); 2 invalid command line; 3 a file cannot be read or written, or
/// contains no prompt; 4 the server is unreachable or rejects the request, or no user is signed in.
#[derive(Parser)]
#[command(name = "promptcase", version = VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(new::New),
    Validate(validate::Validate),
    Lint(validate::Lint),
    Convert(convert::Convert),
    Export(convert::Export),
    Import(convert::Import),
    Formats(formats::Formats),
    Fill(fill::Fill),
    Test(test::Test),
    Diff(diff::Diff),
    Merge(merge::Merge),
    Textconv(textconv::Textconv),
    Bump(bump::Bump),
    Bundle(bundle::Bundle),
    Cost(cost::Cost),
    Login(account::Login),
    Logout(account::Logout),
    Whoami(account::Whoami),
    List(list::List),
    Pull(pull::Pull),
    Push(push::Push),
    Sync(sync::Sync),
    Status(sync::Status),
    Watch(sync::Watch),
    Rm(remove::Remove),
    Mv(remove::Move),
    History(versions::History),
    Label(label::Label),
    Mcp(mcp::Mcp),
    Snapshot(versions::Snapshot),
    Restore(versions::Restore),
    Completions(completions::Completions),
}

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli.command),
        Err(error) if error.use_stderr() => Err(not_understood(&error)),
        // Help and version go to standard output. A closed pipe is no failure.
        Err(help) => {
            let _ = help.print();
            Ok(failure::OK)
        }
    };
    match outcome {
        Ok(code) => code.into(),
        Err(failure) => {
            files::note(&failure.to_string());
            failure.exit_code()
        }
    }
}

/// Reduces clap's multi-line message to the two lines of every other failure.
fn not_understood(error: &clap::Error) -> Failure {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::usage("no command was given", "see promptcase --help");
    }
    let text = error.render().to_string();
    let line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n");
    let message = line(paragraphs.next().unwrap_or_default());
    let paragraphs: Vec<_> = paragraphs.map(str::trim).collect();
    let behind = |word: &str| paragraphs.iter().find_map(|part| part.strip_prefix(word));
    // Prefer clap's suggestion of a similar word, then its usage line.
    let tip = behind("tip: ").filter(|tip| tip.contains("similar"));
    let usage = || behind("Usage: ").map(|usage| format!("write {}", line(usage)));
    Failure::usage(
        message.trim_start_matches("error: "),
        tip.map(line)
            .or_else(usage)
            .unwrap_or_else(|| "see promptcase --help".to_owned()),
    )
}

fn run(command: Command) -> Outcome {
    match command {
        Command::New(arguments) => arguments.run(),
        Command::Validate(arguments) => arguments.run(),
        Command::Lint(arguments) => arguments.run(),
        Command::Convert(arguments) => arguments.run(),
        Command::Export(arguments) => arguments.run(),
        Command::Import(arguments) => arguments.run(),
        Command::Formats(arguments) => arguments.run(),
        Command::Fill(arguments) => arguments.run(),
        Command::Test(arguments) => arguments.run(),
        Command::Diff(arguments) => arguments.run(),
        Command::Merge(arguments) => arguments.run(),
        Command::Textconv(arguments) => arguments.run(),
        Command::Bump(arguments) => arguments.run(),
        Command::Bundle(arguments) => arguments.run(),
        Command::Cost(arguments) => arguments.run(),
        Command::Login(arguments) => arguments.run(),
        Command::Logout(arguments) => arguments.run(),
        Command::Whoami(arguments) => arguments.run(),
        Command::List(arguments) => arguments.run(),
        Command::Pull(arguments) => arguments.run(),
        Command::Push(arguments) => arguments.run(),
        Command::Sync(arguments) => arguments.run(),
        Command::Status(arguments) => arguments.run(),
        Command::Watch(arguments) => arguments.run(),
        Command::Rm(arguments) => arguments.run(),
        Command::Mv(arguments) => arguments.run(),
        Command::History(arguments) => arguments.run(),
        Command::Label(arguments) => arguments.run(),
        Command::Mcp(arguments) => arguments.run(),
        Command::Snapshot(arguments) => arguments.run(),
        Command::Restore(arguments) => arguments.run(),
        Command::Completions(arguments) => arguments.run(),
    }
}
