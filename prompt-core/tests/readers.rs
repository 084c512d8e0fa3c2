//! Our exports, read by third-party parsers.
//!
//! A set of ordinary and hostile prompts is exported with every combination of options. Python and Node
//! read the files with independent YAML, XML, HTML, Markdown and Prompty parsers and compare the
//! results with the prompts. Exports for other tools are loaded and rendered by those tools.
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

use prompt_core::export::{
    ExportFormat, ExportOptions, Exported, ForeignFormat, Formatting, Indentation, export,
    export_foreign,
};
use prompt_core::render::{Values, render, variables};
use prompt_core::{Prompt, StructureType, Wrapper};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

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
    let mut cases = support::templates::cases();
    for case in &mut cases {
        case.prompt.content.normalise(&mut support::counter());
    }
    prompts.extend(cases.into_iter().map(|case| case.prompt));
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

/// Values by the names that an export gives the variables, and the messages as we render them with these values. No
/// messages if the export says that it reads otherwise: a value has parts in one place and is a text in another, or
/// the template is left as it is written.
fn rendered(prompt: &Prompt, exported: &Exported) -> (Values, Value) {
    let renamed = |name: &str| {
        let told = exported.warnings.iter();
        let told = told.filter(|warning| warning.code == "variable_renamed");
        let mut names = told.filter_map(|warning| {
            let mut quoted = warning.message.split('\'').skip(1).step_by(2);
            Some((quoted.next()?, quoted.next()?))
        });
        names.find_map(|(from, to)| (from == name).then(|| to.to_owned()))
    };
    let value = |name: &str| format!("«{name}» {{{{x}}}}");
    let mut used = variables(prompt, &());
    used.retain(|variable| !variable.places.is_empty());
    let ours = used.iter().map(|variable| {
        let name = variable.name.clone();
        (name, Value::from(value(&variable.name)))
    });
    let mut without_conditions = prompt.clone();
    let modules = without_conditions.content.blocks.iter_mut();
    let modules = modules.flat_map(|block| &mut block.modules);
    for module in modules.chain(&mut without_conditions.content.modules) {
        let is_condition = |wrapper: &Wrapper| *wrapper == Wrapper::ConditionalLogic;
        module.wrappers.retain(|wrapper| !is_condition(wrapper));
    }
    let messages = render(&without_conditions, &ours.collect(), &());
    let text = messages.text();
    let mut theirs = Values::new();
    let mut is_comparable = exported
        .warnings
        .iter()
        .all(|one| one.code != "template_kept");
    for variable in used {
        // A name in the reference of an asset is not filled in.
        let is_advanced = prompt.structure_type == StructureType::Advanced;
        if is_advanced && !text.contains(&value(&variable.name)) {
            continue;
        }
        let written = renamed(&variable.name).unwrap_or_else(|| variable.name.clone());
        let mut parts: Vec<_> = written.split('.').filter(|part| !part.is_empty()).collect();
        let root = parts.remove(0);
        let parts = parts.into_iter().rev();
        let value = parts.fold(
            Value::from(value(&variable.name)),
            |inner, part| json!({ part: inner }),
        );
        is_comparable &= theirs.insert(root.to_owned(), value).is_none();
    }
    let messages = messages.messages.iter();
    let messages = messages.map(|one| json!({ "role": one.role, "content": one.text() }));
    let messages = is_comparable.then(|| messages.collect());
    (theirs, messages.unwrap_or_default())
}

/// Writes every prompt in every format, with the expected content next to it.
fn write(folder: &Path) -> usize {
    let prompts = prompts();
    for (number, prompt) in prompts.iter().enumerate() {
        let mut options = options(number);
        let (mut values, mut messages) = (Values::new(), Value::Null);
        for format in ExportFormat::ALL.iter().copied() {
            options.format = format;
            let exported = export(prompt, &options);
            let path = folder.join(format!("{number}.{}", format.extension()));
            std::fs::write(path, &exported.text).unwrap();
            if format == ExportFormat::Prompty {
                (values, messages) = rendered(prompt, &exported);
            }
        }
        let expected: Value = json!({
            "prompt": prompt,
            "metadata": options.include_metadata,
            "version": options.include_version_info,
            "values": values,
            "messages": messages,
            // Plain text has the rendered text of these.
            "is_template": prompt.title.starts_with("Case "),
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

/// Writes every case in the formats of other tools, with what a model should get next to it.
fn write_foreign(folder: &Path) -> usize {
    let cases = support::templates::cases();
    for (number, case) in cases.iter().enumerate() {
        let mut warnings = Map::new();
        for format in ForeignFormat::ALL {
            let exported = export_foreign(&case.prompt, *format);
            std::fs::write(folder.join(format!("{number}.{format}")), exported.text).unwrap();
            let codes = exported.warnings.into_iter().map(|one| one.code);
            warnings.insert(format.to_string(), codes.collect());
        }
        let names = variables(&case.prompt, &());
        let rendered = render(&case.prompt, &case.values, &());
        let texts = rendered.messages.iter();
        let texts = texts.map(|one| json!({ "role": one.role, "content": one.text() }));
        let expected = json!({
            "name": case.name,
            "values": case.values,
            "variables": names.into_iter().map(|one| one.name).collect::<Vec<_>>(),
            "messages": texts.collect::<Vec<_>>(),
            "parts": rendered.messages_json(),
            "without_values": render(&case.prompt, &Values::new(), &()).text(),
            "warnings": warnings,
        });
        let path = folder.join(format!("{number}.expected"));
        std::fs::write(path, expected.to_string()).unwrap();
    }
    cases.len()
}

/// An environment variable of the script that installs the parsers.
fn installed(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the script that installs the parsers says where they are"
    )]
    let found = std::env::var(name).ok();
    if found.is_none() {
        println!("did not run: the parsers are installed by scripts/check-exports");
    }
    found
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn parsers_that_others_wrote_read_what_we_meant() {
    let Some(python) = installed("PROMPTCASE_PYTHON") else {
        return;
    };
    let folder = empty_folder("exports");
    let count = write(&folder);
    println!("{count} prompts in {} formats", ExportFormat::ALL.len());
    run(&python, "check.py", &folder);
    run("node", "check.mjs", &folder);
}

#[test]
fn other_tools_load_what_is_exported_for_them_and_render_the_same_text() {
    let (Some(python), Some(prompty1)) = (
        installed("PROMPTCASE_PYTHON"),
        installed("PROMPTCASE_PROMPTY1"),
    ) else {
        return;
    };
    let folder = empty_folder("foreign");
    let count = write_foreign(&folder);
    println!("{count} prompts in {} formats", ForeignFormat::ALL.len());
    run(&python, "foreign.py", &folder);
    run("node", "foreign.mjs", &folder);
    run(&prompty1, "prompty1/check.py", &folder);
}
