//! Our exports, read by third-party parsers.
//!
//! A set of ordinary and hostile prompts is exported with every combination of options. Python and Node
//! read the files with independent YAML, XML, HTML, Markdown and Prompty parsers and compare the
//! results with the prompts.
//!
//! `scripts/check-exports` installs the parsers and runs this test; without them it reports that it was
//! skipped.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a helper of a test may fail and speak as the test itself"
)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use prompt_core::Prompt;
use prompt_core::export::{ExportFormat, ExportOptions, Formatting, Indentation, export};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// The number of generated hostile prompts; the seed is fixed.
const HOSTILE: usize = 120;

fn prompts() -> Vec<Prompt> {
    let mut prompts = support::inputs()
        .into_iter()
        .map(|(_, prompt)| prompt)
        .collect::<Vec<_>>();
    let mut runner = TestRunner::deterministic();
    let strategy = support::prompt();
    prompts.extend(
        std::iter::repeat_with(|| strategy.new_tree(&mut runner).unwrap().current()).take(HOSTILE),
    );
    prompts
}

/// Cycles through combinations of options, so that each one is used with many prompts.
fn options(number: usize) -> ExportOptions {
    ExportOptions {
        format: ExportFormat::Json,
        include_metadata: !number.is_multiple_of(4),
        include_version_info: !number.is_multiple_of(3),
        formatting: Formatting {
            indentation: Indentation::ALL[number % 3],
            line_breaks: !number.is_multiple_of(5),
            comments: !number.is_multiple_of(7),
        },
    }
}

/// Writes every prompt in every format, with the expected content next to it.
fn write(folder: &Path) -> usize {
    let prompts = prompts();
    for (number, prompt) in prompts.iter().enumerate() {
        let mut options = options(number);
        for format in ExportFormat::ALL.iter().copied() {
            options.format = format;
            let exported = export(prompt, &options);
            let path = folder.join(format!("{number}.{}", format.extension()));
            std::fs::write(path, exported.text).unwrap();
        }
        let expected: Value = json!({
            "prompt": prompt,
            "metadata": options.include_metadata,
            "version": options.include_version_info,
        });
        let path = folder.join(format!("{number}.expected"));
        std::fs::write(path, expected.to_string()).unwrap();
    }
    prompts.len()
}

fn run(program: &str, script: &str, folder: &Path) {
    let readers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers");
    let output = Command::new(program)
        .arg(readers.join(script))
        .arg(folder)
        .current_dir(&readers)
        .output()
        .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(
        output.status.success(),
        "{program} {script} read something else in {}:\n{}\n{}",
        folder.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn parsers_that_others_wrote_read_what_we_meant() {
    #[expect(
        clippy::disallowed_methods,
        reason = "the script that installs the parsers says where they are"
    )]
    let Ok(python) = std::env::var("PROMPTCASE_PYTHON") else {
        println!("did not run: the parsers are installed by scripts/check-exports");
        return;
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("exports");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    let count = write(&folder);
    println!("{count} prompts in {} formats", ExportFormat::ALL.len());
    run(&python, "check.py", &folder);
    run("node", "check.mjs", &folder);
}
