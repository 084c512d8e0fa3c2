//! How long each format takes, out and in: one line a case, `name  ms`.
//!
//! `cargo bench -p prompt-core --bench exports`; with a folder as argument, the prompts are also written there as JSON, so that
//! `node benches/exports.mjs FOLDER` can time other people's writers on the same input.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for the terminal that may fail loudly"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use prompt_core::export::{ExportFormat, ExportOptions, export};
use prompt_core::import::import;
use prompt_core::{Content, Prompt, Segment};

fn main() {
    let folder = std::env::args().skip(1).find(|one| !one.starts_with("--"));
    for (size, kilobytes) in [("50KB", 50), ("1MB", 1_000)] {
        let prompt = prompt(kilobytes * 1_000);
        if let Some(folder) = &folder {
            let path = Path::new(folder).join(format!("{size}.json"));
            std::fs::write(path, serde_json::to_vec(&prompt).unwrap()).unwrap();
        }
        for format in ExportFormat::ALL.iter().copied() {
            let options = ExportOptions::new(format);
            time(&format!("export {format} {size}"), || {
                export(&prompt, &options)
            });
            let exported = export(&prompt, &options);
            time(&format!("import {format} {size}"), || {
                import(
                    exported.text.as_bytes(),
                    Some(&exported.file_name),
                    None,
                    &mut || "new".to_owned(),
                )
            });
        }
    }
}

/// The best of nine runs, in time on the processor where the system tells it, so that other work does not count.
fn time<T>(name: &str, mut run: impl FnMut() -> T) {
    let best = (0..9)
        .map(|_| {
            let (start, on_processor) = (Instant::now(), processor_milliseconds());
            black_box(run());
            match (on_processor, processor_milliseconds()) {
                (Some(before), Some(after)) => after - before,
                _ => start.elapsed().as_secs_f64() * 1_000.0,
            }
        })
        .fold(f64::MAX, f64::min);
    println!("{name:<32} {best:>10.3} ms");
}

fn processor_milliseconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1_000_000.0)
}

/// Segments of about 2 KB of prose, lists, code and quotes, as prompts have them.
fn prompt(bytes: usize) -> Prompt {
    let part = |n: usize| {
        let lines = [
            format!("Part {n}: answer in \"short\" words, don't guess, ok?\n\n"),
            "- first {{name}}\n- second & third <tag>\n\n".to_owned(),
            format!("```json\n{{\"n\": {n}}}\n```\n"),
        ];
        lines.concat().repeat(15)
    };
    let segments = (0..).map(|n| Segment {
        id: format!("id{n}"),
        order: u32::try_from(n).unwrap(),
        content: part(n),
        ..Segment::default()
    });
    let size = part(0).len();
    Prompt {
        content: Content {
            segments: segments.take(bytes / size).collect(),
            ..Content::default()
        },
        ..Prompt::default()
    }
}
