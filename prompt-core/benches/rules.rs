//! Times the rules on large prompts and prints one line per case: `name  ms`.
//!
//! `cargo bench -p prompt-core --bench rules`

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for the terminal that may fail loudly"
)]

use std::hint::black_box;
use std::time::Instant;

use prompt_core::compare::compare;
use prompt_core::diff::diff_text;
use prompt_core::merge::merge;
use prompt_core::render::{Values, render};
use prompt_core::{Content, Document, Edit, Prompt, Segment, TextField};

fn main() {
    for (size, kilobytes) in [("50 KB", 50), ("1 MB", 1_000)] {
        let base = prompt(kilobytes * 1_000);
        let mine = edited(&base, 0);
        let theirs = edited(&base, 1);
        time(&format!("open {size}"), || {
            Document::open(base.clone(), ids())
        });
        time(&format!("validate {size}"), || base.validate());
        let (template, values) = with_variables(kilobytes * 1_000, 200);
        time(&format!("render with 200 variables {size}"), || {
            render(&template, &values, &())
        });
        time(&format!("compare {size}"), || compare(&base, &mine));
        time(&format!("merge {size}"), || merge(&base, &mine, &theirs));

        let (old, new) = (text(&base), text(&mine));
        time(&format!("diff {size}"), || diff_text(&old, &new, 3));
        time(&format!("diff, all rows {size}"), || {
            diff_text(&old, &new, usize::MAX)
        });
        time(&format!("merge one text {size}"), || {
            merge(&of(&old), &of(&new), &of(&text(&theirs)))
        });

        let mut document = Document::open(base.clone(), ids());
        time(&format!("100 keystrokes {size}"), || {
            for _ in 0..100 {
                let edit = Edit::SpliceUtf16 {
                    id: "id7".into(),
                    field: TextField::Content,
                    start: 100,
                    end: 100,
                    text: "x".into(),
                };
                document.apply(edit).unwrap();
                black_box((document.is_changed(), document.item("id7").is_some()));
            }
        });
        let mut single = Document::open(of_one_item(&old), ids());
        let middle = old.encode_utf16().count() / 2;
        time(&format!("100 keystrokes in one text {size}"), || {
            for _ in 0..100 {
                let edit = Edit::SpliceUtf16 {
                    id: "only".into(),
                    field: TextField::Content,
                    start: middle,
                    end: middle,
                    text: "x".into(),
                };
                single.apply(edit).unwrap();
                black_box(single.is_changed());
            }
        });
        time(&format!("move an item and back {size}"), || {
            for index in [0, 5] {
                let id = "id5".into();
                document
                    .apply(Edit::MoveItem {
                        id,
                        index,
                        parent: None,
                    })
                    .unwrap();
            }
        });
    }
    hostile();
}

/// Texts designed to make a diff slow.
fn hostile() {
    let size = 1_000_000;
    let numbers = |step: usize| -> Vec<String> {
        (0..size / 8)
            .map(|n| (n * step % 99_991).to_string())
            .collect()
    };
    let cases = [
        (
            "nothing in common",
            numbers(7).join("\n"),
            numbers(13).join("\nx"),
        ),
        (
            "reversed",
            numbers(1).join("\n"),
            numbers(1).into_iter().rev().collect::<Vec<_>>().join("\n"),
        ),
        (
            "two kinds of lines",
            "a\nb\n".repeat(size / 4),
            "b\na\na\n".repeat(size / 6),
        ),
        ("one long line", numbers(7).join(" "), numbers(13).join(" ")),
        (
            "half of it one long line",
            numbers(7).join(" ")[..450_000].to_owned(),
            numbers(13).join(" ")[..450_000].to_owned(),
        ),
        ("one long word", "x".repeat(size), "y".repeat(size)),
        (
            "one long line of Chinese",
            "漢字仮名".repeat(size / 12),
            "仮名漢字字".repeat(size / 15),
        ),
        (
            "empty lines",
            "\n".repeat(size),
            "\n\n".repeat(size / 2 - 7),
        ),
        (
            "line ends only",
            "line\r\n".repeat(size / 6),
            "line\n".repeat(size / 6),
        ),
    ];
    for (name, old, new) in cases {
        time(&format!("diff 1 MB, {name}"), || diff_text(&old, &new, 3));
        time(&format!("merge 1 MB, {name}"), || {
            merge(&of(&old), &of(&new), &of(&(old.clone() + "end")))
        });
    }
}

/// Returns the mean of several runs, as processor time where the system reports it, so that other
/// processes do not count.
fn time<T>(name: &str, mut run: impl FnMut() -> T) {
    // The system counts in ticks of some milliseconds, so short runs are repeated.
    let (start, on_processor) = (Instant::now(), processor_milliseconds());
    let mut runs = 0.0;
    while runs < 1.0 || start.elapsed().as_millis() < 300 {
        black_box(run());
        runs += 1.0;
    }
    let passed = match (on_processor, processor_milliseconds()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64() * 1_000.0,
    };
    println!("{name:<45} {:>10.3} ms", passed / runs);
}

fn processor_milliseconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1_000_000.0)
}

fn ids() -> impl FnMut() -> String + 'static {
    let mut next = 0;
    move || {
        next += 1;
        format!("new{next}")
    }
}

/// A prompt of segments of about 2 KB each.
fn prompt(bytes: usize) -> Prompt {
    let segments = (0..bytes / 2_000).map(|n| Segment {
        id: format!("id{n}"),
        order: u32::try_from(n).unwrap(),
        content: (0..40)
            .map(|line| format!("Line {line} of part {n}: answer in short words, ok?"))
            .collect::<Vec<_>>()
            .join("\n"),
        ..Segment::default()
    });
    Prompt {
        content: Content {
            segments: segments.collect(),
            ..Content::default()
        },
        ..Prompt::default()
    }
}

/// Changes a word in every tenth item. Each `side` changes a different line.
fn edited(base: &Prompt, side: usize) -> Prompt {
    let mut prompt = base.clone();
    for item in prompt.content.segments.iter_mut().step_by(10) {
        item.content = item
            .content
            .replace(&format!("Line {}7 of", side + 1), "Row of");
    }
    prompt
}

fn text(prompt: &Prompt) -> String {
    let parts: Vec<_> = prompt
        .content
        .segments
        .iter()
        .map(|item| item.content.as_str())
        .collect();
    parts.join("\n")
}

fn of(text: &str) -> Prompt {
    Prompt {
        description: text.to_owned(),
        ..Prompt::default()
    }
}

/// A prompt of one text with variables spread over it, and a value for each.
fn with_variables(bytes: usize, variables: usize) -> (Prompt, Values) {
    let filler = "Read what follows with care. ".repeat(bytes / variables / 29);
    let parts: Vec<_> = (0..variables)
        .map(|at| format!("{filler}{{{{name_{at}}}}}"))
        .collect();
    let values = (0..variables).map(|at| (format!("name_{at}"), "a value".into()));
    (of_one_item(&parts.join(" ")), values.collect())
}

fn of_one_item(text: &str) -> Prompt {
    let only = Segment {
        id: "only".into(),
        content: text.to_owned(),
        ..Segment::default()
    };
    Prompt {
        content: Content {
            segments: vec![only],
            ..Content::default()
        },
        ..Prompt::default()
    }
}
