//! The enums, labels, limits and messages of the core as TypeScript constants, so that list pages need
//! no WebAssembly.

use std::fmt::Write as _;

use prompt_core::compare::ChangeType;
use prompt_core::component::{ComponentAssetType, ComponentCategory, ComponentType, WrapperType};
use prompt_core::content::test_case::{CheckKind, CheckTarget};
use prompt_core::credits::Provider;
use prompt_core::export::{ExportFormat, ForeignFormat};
use prompt_core::file::{EXTENSIONS, TEXT_EXTENSIONS};
use prompt_core::import::ImportFormat;
use prompt_core::limits::{TITLE_CHARS, TOKEN_NAME_CHARS};
use prompt_core::merge::{ConflictKind, Take};
use prompt_core::onboarding::{EXPERIENCE, GOALS, INTERESTS, ROLES};
use prompt_core::plan::{self, PlanType};
use prompt_core::profile::Achievement;
use prompt_core::render::{CopyFormat, Role, VariableKind};
use prompt_core::{
    BlockAssetType, Category, Complexity, Language, Message, PromptKind, PromptType, SegmentType,
    StructureType, VersionType, Wrapper,
};
use serde::Serialize;
use serde_json::json;
use ts_rs::TS;

/// One value of an enum.
#[derive(Serialize, TS)]
pub struct Choice<T> {
    /// The string on the wire.
    pub value: T,
    /// The label for users.
    pub label: &'static str,
}

/// A component type that a new prompt can begin with.
#[derive(Serialize, TS)]
pub struct Beginning {
    /// The type of the component.
    pub component: ComponentType,
    /// The structure of the new prompt.
    pub structure: StructureType,
}

/// A format of another tool.
#[derive(Serialize, TS)]
pub struct ToolFormat {
    /// The value in JSON.
    pub value: ForeignFormat,
    /// Its label on screen.
    pub label: &'static str,
    /// The end of the name of its files.
    pub ending: &'static str,
}

/// Every enum, with its values in display order.
#[derive(Serialize, TS)]
pub struct Catalogue {
    pub prompt_types: Vec<Choice<PromptType>>,
    pub structure_types: Vec<Choice<StructureType>>,
    pub complexities: Vec<Choice<Complexity>>,
    pub categories: Vec<Choice<Category>>,
    /// The categories allowed for prompts; an asset may have any.
    pub prompt_categories: Vec<Choice<Category>>,
    pub types: Vec<Choice<PromptKind>>,
    /// The types allowed for prompts.
    pub prompt_kinds: Vec<Choice<PromptKind>>,
    pub languages: Vec<Choice<Language>>,
    pub segment_types: Vec<Choice<SegmentType>>,
    pub wrappers: Vec<Choice<Wrapper>>,
    pub block_asset_types: Vec<Choice<BlockAssetType>>,
    pub version_types: Vec<Choice<VersionType>>,
    pub change_types: Vec<Choice<ChangeType>>,
    pub conflict_kinds: Vec<Choice<ConflictKind>>,
    pub merge_takes: Vec<Choice<Take>>,
    pub export_formats: Vec<Choice<ExportFormat>>,
    /// The formats of other tools that a prompt can be exported to.
    pub tool_formats: Vec<ToolFormat>,
    pub component_types: Vec<Choice<ComponentType>>,
    /// The component types that a new prompt can begin with.
    pub beginnings: Vec<Beginning>,
    pub component_categories: Vec<Choice<ComponentCategory>>,
    pub component_wrapper_types: Vec<Choice<WrapperType>>,
    pub component_asset_types: Vec<Choice<ComponentAssetType>>,
    pub providers: Vec<Choice<Provider>>,
    pub plans: Vec<Choice<PlanType>>,
    pub achievements: Vec<Choice<Achievement>>,
    pub import_formats: Vec<Choice<ImportFormat>>,
    pub variable_kinds: Vec<Choice<VariableKind>>,
    pub copy_formats: Vec<Choice<CopyFormat>>,
    pub roles: Vec<Choice<Role>>,
    pub check_kinds: Vec<Choice<CheckKind>>,
    pub check_targets: Vec<Choice<CheckTarget>>,
}

fn choices<T: Copy>(all: &[T], label: fn(T) -> &'static str) -> Vec<Choice<T>> {
    all.iter()
        .map(|&value| Choice {
            value,
            label: label(value),
        })
        .collect()
}

/// The values allowed for prompts that are not assets.
fn for_prompts<T: Copy>(all: &[T], is_for: fn(T, PromptType) -> bool) -> Vec<T> {
    all.iter()
        .copied()
        .filter(|&value| is_for(value, PromptType::Prompt))
        .collect()
}

fn tool_formats() -> Vec<ToolFormat> {
    let of = |&value: &ForeignFormat| ToolFormat {
        value,
        label: value.label(),
        ending: value.ending(),
    };
    ForeignFormat::ALL.iter().map(of).collect()
}

fn beginnings() -> Vec<Beginning> {
    let of = |&component: &ComponentType| {
        let structure = component.begins()?;
        Some(Beginning {
            component,
            structure,
        })
    };
    ComponentType::ALL.iter().filter_map(of).collect()
}

fn catalogue() -> Catalogue {
    Catalogue {
        prompt_types: choices(PromptType::ALL, PromptType::label),
        structure_types: choices(StructureType::ALL, StructureType::label),
        complexities: choices(Complexity::ALL, Complexity::label),
        categories: choices(Category::ALL, Category::label),
        prompt_categories: choices(
            &for_prompts(Category::ALL, Category::is_for),
            Category::label,
        ),
        types: choices(PromptKind::ALL, PromptKind::label),
        prompt_kinds: choices(
            &for_prompts(PromptKind::ALL, PromptKind::is_for),
            PromptKind::label,
        ),
        languages: choices(Language::ALL, Language::label),
        segment_types: choices(SegmentType::ALL, SegmentType::label),
        wrappers: choices(Wrapper::ALL, Wrapper::label),
        block_asset_types: choices(BlockAssetType::ALL, BlockAssetType::label),
        version_types: choices(VersionType::ALL, VersionType::label),
        change_types: choices(ChangeType::ALL, ChangeType::label),
        conflict_kinds: choices(ConflictKind::ALL, ConflictKind::label),
        merge_takes: choices(Take::ALL, Take::label),
        export_formats: choices(ExportFormat::ALL, ExportFormat::label),
        tool_formats: tool_formats(),
        component_types: choices(ComponentType::ALL, ComponentType::label),
        beginnings: beginnings(),
        component_categories: choices(ComponentCategory::ALL, ComponentCategory::label),
        component_wrapper_types: choices(WrapperType::ALL, WrapperType::label),
        component_asset_types: choices(ComponentAssetType::ALL, ComponentAssetType::label),
        providers: choices(Provider::ALL, Provider::label),
        plans: choices(PlanType::ALL, PlanType::label),
        achievements: choices(Achievement::ALL, Achievement::label),
        import_formats: choices(ImportFormat::ALL, ImportFormat::label),
        variable_kinds: choices(VariableKind::ALL, VariableKind::label),
        copy_formats: choices(CopyFormat::ALL, CopyFormat::label),
        roles: choices(Role::ALL, Role::label),
        check_kinds: choices(CheckKind::ALL, CheckKind::label),
        check_targets: choices(CheckTarget::ALL, CheckTarget::label),
    }
}

/// Generates the file `web/src/core/generated/lists.ts`.
pub fn typescript() -> String {
    let messages = Message::ALL.iter().map(|one| (one.code(), one.text()));
    let messages: serde_json::Map<_, _> = messages
        .map(|(code, text)| (code.to_owned(), text.into()))
        .collect();
    let onboarding = json!({
        "roles": ROLES, "experience": EXPERIENCE, "goals": GOALS, "interests": INTERESTS,
    });
    let mut file = String::from(
        "// The closed lists, labels, limits and sentences of the core. `make gen` writes this file.\n\
         import type { Catalogue, Plan } from \"../pkg/app/prompt_app\";\n",
    );
    let mut constant = |docs: &str, name: &str, value: serde_json::Value| {
        let _ = writeln!(file, "\n/** {docs} */\nexport const {name} = {value:#};");
    };
    constant(
        "Every closed list a person chooses from, with its labels.",
        "words: Catalogue",
        json!(catalogue()),
    );
    constant(
        "The plans in the order in which they are offered.",
        "plans: readonly Plan[]",
        json!(plan::catalogue()),
    );
    constant(
        "The fixed sentences, by their codes.",
        "messages",
        messages.into(),
    );
    constant(
        "What the onboarding asks.",
        "onboardingOptions: Record<\"roles\" | \"experience\" | \"goals\" | \"interests\", readonly string[]>",
        onboarding,
    );
    constant(
        "The extensions of files that may be attached, each with its dot.",
        "fileExtensions: readonly string[]",
        json!(EXTENSIONS),
    );
    constant(
        "The extensions of files that are text as they stand.",
        "textFileExtensions: readonly string[]",
        json!(TEXT_EXTENSIONS),
    );
    constant(
        "The most characters a title may have.",
        "titleChars",
        TITLE_CHARS.into(),
    );
    constant(
        "The most characters the name of an API token may have.",
        "tokenNameChars",
        TOKEN_NAME_CHARS.into(),
    );
    file
}

#[test]
fn what_only_assets_may_have_is_not_offered_to_prompts() {
    let lists = catalogue();
    let without = |all: Vec<String>, word: &str| -> Vec<String> {
        all.into_iter().filter(|other| other != word).collect()
    };
    let categories = |list: &[Choice<Category>]| -> Vec<String> {
        list.iter().map(|one| one.value.to_string()).collect()
    };
    let kinds = |list: &[Choice<PromptKind>]| -> Vec<String> {
        list.iter().map(|one| one.value.to_string()).collect()
    };
    assert_eq!(
        categories(&lists.prompt_categories),
        without(categories(&lists.categories), "general")
    );
    assert_eq!(
        kinds(&lists.prompt_kinds),
        without(kinds(&lists.types), "asset")
    );
}
