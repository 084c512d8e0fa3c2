//! The TypeScript declarations of every type that crosses, and the constants of list pages, both written from the core.
//!
//! `make gen` writes the files again; these tests fail while one is not current.

mod lists;

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use prompt_core as core;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/types.d.ts");

const LISTS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../web/src/core/generated/lists.ts"
);

const COMPARISONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../web/src/core/generated/comparisons.json"
);

/// What the functions in `src` take and give. Everything these are made of follows by itself.
fn roots(types: &mut Declarations) {
    types.visit::<core::Prompt>();
    types.visit::<core::Edit>();
    types.visit::<core::Applied>();
    types.visit::<core::DocumentState>();
    types.visit::<core::ItemView<'static>>();
    types.visit::<core::Node>();
    types.visit::<core::Diagnostic>();
    types.visit::<core::asset::FieldDefinition>();
    types.visit::<core::asset::Filling>();
    types.visit::<core::compare::Comparison>();
    types.visit::<core::component::Component>();
    types.visit::<core::credits::Cost>();
    types.visit::<core::diff::TextDiff<'static>>();
    types.visit::<core::diff::UnifiedLine<'static>>();
    types.visit::<core::export::ExportOptions>();
    types.visit::<core::export::Exported>();
    types.visit::<core::file::ContextBudget>();
    types.visit::<core::file::ContextFile>();
    types.visit::<core::file::FileInfo>();
    types.visit::<core::generation::AiConfig>();
    types.visit::<core::generation::GenerationConfig>();
    types.visit::<core::generation::improve::Chosen>();
    types.visit::<core::generation::improve::ImprovementConfig>();
    types.visit::<core::import::Imported>();
    types.visit::<core::merge::Choice>();
    types.visit::<core::merge::Merge>();
    types.visit::<core::onboarding::OnboardingData>();
    types.visit::<core::plan::Plan>();
    types.visit::<core::profile::Achievement>();
    types.visit::<core::text::TextCounts>();
    types.visit::<core::validate::ProfileFields>();
    types.visit::<core::validate::Registration>();
    types.visit::<lists::Catalogue>();
    types.visit::<prompt_wasm::app::context_file::AdmittedFiles>();
    types.visit::<prompt_wasm::app::files::ExportPreview>();
    types.visit::<prompt_wasm::app::onboarding::OnboardingView>();
    types.visit::<prompt_wasm::app::problem::Problem>();
}

struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only types that would have a file of their own have a declaration.
        if T::output_path().is_some() {
            let declaration = T::decl(&self.config);
            let mut text = String::new();
            if let Some(docs) = T::docs() {
                text.push_str(&docs);
            }
            let _ = writeln!(text, "export {declaration}");
            self.by_name.insert(T::ident(&self.config), text);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[test]
fn the_typescript_declarations_are_current() {
    let mut types = Declarations {
        // Every number of the core is far below 2^53.
        config: Config::new().with_large_int("number"),
        seen: HashSet::new(),
        by_name: BTreeMap::new(),
    };
    roots(&mut types);
    let declarations: Vec<_> = types.by_name.into_values().collect();
    assert_current(FILE, &declarations.join("\n"));
}

#[test]
fn the_constants_of_list_pages_are_current() {
    assert_current(LISTS, &lists::typescript());
}

/// Texts and what their comparison is, for the test of what a browser makes of the places it gets instead.
#[test]
fn comparisons_are_current() {
    let ab = "one\n".repeat(9) + "a line of the text, and more\n" + &"two\n".repeat(9);
    let mut cases = String::new();
    for (old, new, context, most) in [
        ("", "", 3, None),
        ("", "a\nb", 3, None),
        ("a\n\nb\n", "a\n\nb\n", 3, None),
        ("a\r\nb\r\n", "a\nb\n", 0, None),
        ("Be kind.\n", "Be very kind.\nAlways.\n", 3, None),
        ("alpha beta\n", "123 456\n", 3, None),
        ("same\nalpha beta", "same\n123 456\r\nmore", 3, None),
        ("😀 你是一个助手。\n", "😀 你是一位专家。\n", 3, None),
        (
            "e\u{301} größte 👨‍👩‍👧!\nx\n",
            "e\u{301} größere 👨‍👩‍👦!\ry\n",
            3,
            None,
        ),
        (ab.as_str(), &ab.replace("text", "texts"), 3, None),
        (
            &ab,
            &ab.replace("text", "tексt").replace("two\n", "zwei\n"),
            2,
            Some(4),
        ),
        (
            &ab,
            &ab.replace("a line", "first\r\nлиния 😀\na line"),
            100_000,
            None,
        ),
    ] {
        let diff = core::diff::first_rows(old, new, context, most.unwrap_or(usize::MAX));
        let case = serde_json::json!({
            "old": old, "now": new, "context": context, "most": most,
            "diff": diff, "lines": diff.unified(),
        });
        writeln!(cases, "{}{case}", if cases.is_empty() { "[" } else { "," }).expect("a string");
    }
    assert_current(COMPARISONS, &(cases + "]\n"));
}

fn assert_current(file: &str, current: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, current).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        committed == current,
        "{file} is not current: run `make gen`"
    );
}
