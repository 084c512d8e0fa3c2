//! The TypeScript declarations of all types that cross the boundary, and the constants of list pages,
//! generated from the core.
//!
//! `make gen` regenerates the files; these tests fail if one is stale.

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

/// The parameter and return types of the functions in `src`. The types they contain are added
/// automatically.
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
    types.visit::<core::component::ComponentState>();
    types.visit::<core::credits::Cost>();
    types.visit::<core::export::ExportOptions>();
    types.visit::<core::export::Exported>();
    types.visit::<core::file::ContextBudget>();
    types.visit::<core::file::ContextFile>();
    types.visit::<core::file::FileInfo>();
    types.visit::<core::generation::AiConfig>();
    types.visit::<core::generation::GenerationConfig>();
    types.visit::<core::content::template::TemplateLanguage>();
    types.visit::<core::content::test_case::TestCase>();
    types.visit::<core::generation::improve::Chosen>();
    types.visit::<core::generation::improve::ImprovementConfig>();
    types.visit::<core::import::Imported>();
    types.visit::<core::merge::Choice>();
    types.visit::<core::merge::ComponentMerge>();
    types.visit::<core::merge::Merge>();
    types.visit::<core::onboarding::OnboardingData>();
    types.visit::<core::plan::Plan>();
    types.visit::<core::profile::Achievement>();
    types.visit::<core::render::CopyFormat>();
    types.visit::<core::render::Mark>();
    types.visit::<core::render::Rendered>();
    types.visit::<core::render::VariableUse>();
    types.visit::<core::text::TextCounts>();
    types.visit::<core::validate::ProfileFields>();
    types.visit::<core::validate::Registration>();
    types.visit::<lists::Catalogue>();
    types.visit::<prompt_wasm::app::compare::ComponentComparison>();
    types.visit::<prompt_wasm::app::compare::TextComparison<'static>>();
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
        // Only types with a file of their own have a declaration.
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
