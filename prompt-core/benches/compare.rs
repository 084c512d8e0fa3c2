//! The native half of `make bench-core`: times the core on the inputs written by `compare.mjs`, one
//! line per case.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for the terminal that may fail loudly"
)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use prompt_core::Prompt;
use prompt_core::diff::first_rows;
use prompt_core::export::{ExportFormat, ExportOptions, export};

fn main() {
    let Some(folder) = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'))
    else {
        return println!("run it by `make bench-core`, which writes the inputs first");
    };
    for size in ["50KB", "1MB"] {
        let read =
            |name: &str| fs::read(Path::new(&folder).join(format!("{size}-{name}"))).unwrap();
        let text = |name: &str| String::from_utf8(read(name)).unwrap();
        let prompt: Prompt = serde_json::from_slice(&read("prompt.json")).unwrap();
        let (old, new) = (text("old.txt"), text("new.txt"));
        time(size, "diff", || first_rows(&old, &new, 3, 400));
        for format in [ExportFormat::Yaml, ExportFormat::Xml, ExportFormat::Json] {
            let options = ExportOptions::new(format);
            time(size, &format!("write {format}"), || {
                export(&prompt, &options)
            });
        }
    }
}

/// Returns the median of as many runs as fit into a second, at least five.
fn time<T>(size: &str, name: &str, mut run: impl FnMut() -> T) {
    let begin = Instant::now();
    let mut runs = Vec::new();
    while runs.len() < 5 || begin.elapsed() < Duration::from_secs(1) {
        let start = Instant::now();
        black_box(run());
        runs.push(start.elapsed());
    }
    runs.sort_unstable();
    println!(
        "{size}\t{name}\t{:.4}",
        runs[runs.len() / 2].as_secs_f64() * 1_000.0
    );
}
