//! The fields of each of the seven kinds of asset.

use super::FieldDefinition;
use super::FieldType as T;
use crate::prompt::PromptType;

pub(super) const fn field(
    field_name: &'static str,
    field_label: &'static str,
    field_type: T,
    field_description: &'static str,
) -> FieldDefinition {
    FieldDefinition {
        field_name,
        field_label,
        field_type,
        field_description,
        is_required: false,
        field_options: &[],
    }
}

impl FieldDefinition {
    const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    pub(super) const fn options(mut self, options: &'static [&'static str]) -> Self {
        self.field_options = options;
        self
    }
}

const CONTEXT: &[FieldDefinition] = &[
    field(
        "context_kind",
        "Kind of context",
        T::Select,
        "What this background is about.",
    )
    .required()
    .options(&[
        "Domain knowledge",
        "Project",
        "Company",
        "Audience",
        "Conversation",
        "Other",
    ]),
    field(
        "source",
        "Source",
        T::Text,
        "Where it comes from: a document, a person, a system.",
    ),
    field(
        "source_url",
        "Source address",
        T::Url,
        "Where it can be looked up.",
    ),
    field("contact", "Contact", T::Email, "Who knows more."),
    field(
        "valid_until",
        "Valid until",
        T::Date,
        "When it must be checked again.",
    ),
    field(
        "max_length",
        "Longest excerpt",
        T::Number,
        "How many words of it to use at most; 0 for all.",
    ),
];

const RESPONSE_SCHEMA: &[FieldDefinition] = &[
    field(
        "schema_format",
        "Format",
        T::Select,
        "The language the schema is written in.",
    )
    .required()
    .options(&[
        "JSON Schema",
        "TypeScript",
        "XML Schema",
        "YAML",
        "CSV header",
        "Plain description",
    ]),
    field(
        "strict",
        "Strict",
        T::Boolean,
        "Whether anything that is not in the schema is an error.",
    ),
    field(
        "root_name",
        "Root name",
        T::Text,
        "What to call the outermost object.",
    ),
    field(
        "schema_version",
        "Schema version",
        T::Text,
        "So that answers can name the schema they follow.",
    ),
    field(
        "on_missing",
        "Missing values",
        T::Select,
        "What to write where nothing is known.",
    )
    .options(&["Leave out", "null", "Empty text", "Say so"]),
    field(
        "validation_notes",
        "Checks",
        T::Textarea,
        "What must hold beyond the schema.",
    ),
];

const RESPONSE_EXAMPLES: &[FieldDefinition] = &[
    field(
        "example_quality",
        "Quality",
        T::Select,
        "Whether to imitate these answers or to avoid them.",
    )
    .required()
    .options(&["Good", "Bad", "Mixed"]),
    field(
        "example_count",
        "Number of examples",
        T::Number,
        "How many answers the text holds.",
    ),
    field(
        "response_format",
        "Format",
        T::Select,
        "The form the answers have.",
    )
    .options(&["Text", "Markdown", "JSON", "Code", "Table"]),
    field("tone", "Tone", T::Text, "How the answers sound."),
    field(
        "why",
        "Why they are good",
        T::Textarea,
        "What to look at in them.",
    ),
];

const PERSONA: &[FieldDefinition] = &[
    field(
        "role",
        "Role",
        T::Text,
        "Who the model is, as \"senior tax adviser\".",
    )
    .required(),
    field(
        "expertise",
        "Expertise",
        T::Multiselect,
        "What this person knows well.",
    )
    .options(&[
        "Software", "Data", "Writing", "Teaching", "Business", "Law", "Medicine", "Science",
        "Design",
    ]),
    field(
        "experience_years",
        "Years of experience",
        T::Number,
        "How long the person has done this.",
    ),
    field("tone", "Tone", T::Select, "How the person speaks.").options(&[
        "Neutral",
        "Friendly",
        "Formal",
        "Playful",
        "Direct",
        "Encouraging",
    ]),
    field("audience", "Audience", T::Text, "Who it talks to."),
    field(
        "background",
        "Background",
        T::Textarea,
        "What shaped the person.",
    ),
    field(
        "first_person",
        "Speaks in the first person",
        T::Boolean,
        "Whether the person says \"I\".",
    ),
];

const INSTRUCTIONS: &[FieldDefinition] = &[
    field(
        "goal",
        "Goal",
        T::Text,
        "What is there when the work is done.",
    )
    .required(),
    field(
        "detail",
        "Level of detail",
        T::Select,
        "How closely to follow the steps.",
    )
    .options(&["Outline", "Step by step", "Every detail"]),
    field(
        "step_count",
        "Number of steps",
        T::Number,
        "How many steps there are.",
    ),
    field(
        "ask_first",
        "Ask when unclear",
        T::Boolean,
        "Whether to ask before guessing.",
    ),
    field(
        "success",
        "Done when",
        T::Textarea,
        "How to tell that it is finished and good.",
    ),
];

const CONSTRAINTS: &[FieldDefinition] = &[
    field(
        "constraint_kind",
        "Kind of constraint",
        T::Multiselect,
        "What is limited.",
    )
    .required()
    .options(&[
        "Length", "Format", "Tone", "Content", "Sources", "Privacy", "Safety", "Cost",
    ]),
    field(
        "priority",
        "Priority",
        T::Select,
        "What to do when it cannot be kept.",
    )
    .options(&["Must", "Should", "Could"]),
    field(
        "max_words",
        "Most words",
        T::Number,
        "How long an answer may be; 0 for any length.",
    ),
    field(
        "forbidden",
        "Never",
        T::Textarea,
        "Words, topics or actions to avoid, a line each.",
    ),
    field(
        "reason",
        "Reason",
        T::Textarea,
        "Why: a model keeps to what it understands.",
    ),
];

const EXAMPLES: &[FieldDefinition] = &[
    field(
        "example_kind",
        "Kind of example",
        T::Select,
        "What the examples show.",
    )
    .required()
    .options(&[
        "Input and output",
        "Conversation",
        "Edge case",
        "Worked solution",
        "Counterexample",
    ]),
    field(
        "example_count",
        "Number of examples",
        T::Number,
        "How many examples the text holds.",
    ),
    field("difficulty", "Difficulty", T::Select, "How hard they are.")
        .options(&["Easy", "Medium", "Hard"]),
    field(
        "source_url",
        "Source address",
        T::Url,
        "Where they come from.",
    ),
    field(
        "collected_on",
        "Collected on",
        T::Date,
        "When they were gathered.",
    ),
    field("notes", "Notes", T::Textarea, "What to learn from them."),
];

/// The fields of a kind of asset; a prompt has none.
pub const fn fields(of: PromptType) -> &'static [FieldDefinition] {
    match of {
        PromptType::Prompt => &[],
        PromptType::Context => CONTEXT,
        PromptType::ResponseSchema => RESPONSE_SCHEMA,
        PromptType::ResponseExamples => RESPONSE_EXAMPLES,
        PromptType::Persona => PERSONA,
        PromptType::Instructions => INSTRUCTIONS,
        PromptType::Constraints => CONSTRAINTS,
        PromptType::Examples => EXAMPLES,
    }
}
