//! Real files of other tools: each yields prompts or a reason, and its prompts survive every export
//! format.
//!
//! The files are not part of this repository. They are read from `../shared/corpus`, or from
//! `PROMPTCASE_CORPUS`; without them the test reports that it was skipped.

#![allow(
    clippy::unwrap_used,
    reason = "a helper of a test may fail as the test itself"
)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::{Imported, import};
use prompt_core::{Prompt, Severity};

fn corpus() -> Option<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "where the corpus stands is the tester's to say"
    )]
    let folder = std::env::var("PROMPTCASE_CORPUS").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    folder.is_dir().then_some(folder)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn read(folder: &Path, path: &Path) -> Imported {
    let name = path.strip_prefix(folder).unwrap().to_string_lossy();
    let bytes = std::fs::read(path).unwrap();
    import(&bytes, Some(&name), None)
}

/// Exports in a format and imports the file again.
fn again(prompt: &Prompt, format: ExportFormat) -> Prompt {
    let exported = export(prompt, &ExportOptions::new(format));
    let mut imported = import(exported.text.as_bytes(), Some(&exported.file_name), None);
    assert_eq!(
        imported.prompts.len(),
        1,
        "{format}: {:?}\n{}",
        imported.diagnostics,
        exported.text
    );
    imported.prompts.remove(0).prompt
}

#[test]
fn every_file_gives_prompts_or_a_reason_and_they_survive_every_format() {
    let Some(folder) = corpus() else {
        println!("did not run: there is no folder with the corpus");
        return;
    };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    paths.retain(|path| path.file_name().unwrap() != "SOURCES.tsv");
    assert!(paths.len() > 20, "only {} files", paths.len());
    let mut kinds: BTreeMap<(String, &str), (usize, usize)> = BTreeMap::new();
    for path in &paths {
        let imported = read(&folder, path);
        let kind = path.strip_prefix(&folder).unwrap().iter().next().unwrap();
        let counted = kinds
            .entry((
                kind.to_string_lossy().into_owned(),
                imported.format.as_str(),
            ))
            .or_default();
        counted.0 += 1;
        counted.1 += imported.prompts.len();
        if imported.prompts.is_empty() {
            let reason = imported
                .diagnostics
                .iter()
                .find(|remark| remark.severity >= Severity::Warning);
            assert!(reason.is_some(), "{} gave nothing", path.display());
            println!("{}: {}", path.display(), reason.unwrap().message);
        }
        for one in &imported.prompts {
            assert!(!one.prompt.title.trim().is_empty(), "{}", path.display());
            for format in ExportFormat::ALL.iter().copied() {
                if format == ExportFormat::PlainText {
                    continue;
                }
                let back = again(&one.prompt, format);
                assert!(
                    back == one.prompt,
                    "{} as {format}:\n{back:#?}\n{:#?}",
                    path.display(),
                    one.prompt
                );
            }
        }
    }
    for ((kind, format), (files, prompts)) in kinds {
        println!("{kind:16} as {format:16} {files:4} files {prompts:5} prompts");
    }
}
