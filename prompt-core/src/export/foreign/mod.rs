//! Exports a prompt for another tool: as a skill, a rule, a command, a template or the messages of an API.
//!
//! The text is the one that [`render`](crate::render) composes. Variables stay variables in the syntax of the
//! format, and what it has no place for is named in a warning. [`traits`](ForeignFormat) says what each holds.

mod chat;
mod dotprompt;
pub(crate) mod dropped;
mod gemini;
mod langchain;
mod markdown;
mod prompty1;
mod settings;
pub(super) mod syntax;
pub(super) mod template;
mod tests;

use std::borrow::Cow;

use serde_json::Value;

use super::data::DataWriter;
use super::yaml::YamlWriter;
use super::{ExportOptions, Exported, Formatting, warning};
use crate::content::template::TemplateLanguage;
use crate::import::{IMPORTED, ImportFormat, kept_files};
use crate::string_enum::string_enum;
use crate::text::file_stem;
use crate::{Diagnostic, Prompt};
use syntax::Syntax;
use template::{Target, Template};

string_enum! {
    /// The formats of other tools that a prompt can be exported to.
    pub enum ForeignFormat as "format of another tool" {
        /// An agent skill.
        Skill = "skill", "Agent skill";
        /// A command of Claude Code.
        ClaudeCommand = "claude-command", "Claude Code command";
        /// An agent of Claude Code.
        ClaudeAgent = "claude-agent", "Claude Code agent";
        /// The instructions that coding agents read in a repository.
        AgentsMd = "agents-md", "AGENTS.md";
        /// A Cursor rule.
        Cursor = "cursor", "Cursor rule";
        /// A prompt file of VS Code.
        VscodePrompt = "vscode-prompt", "VS Code prompt";
        /// An instructions file of VS Code.
        VscodeInstructions = "vscode-instructions", "VS Code instructions";
        /// A custom agent of VS Code.
        VscodeAgent = "vscode-agent", "VS Code agent";
        /// A command of Gemini CLI or Qwen Code.
        Gemini = "gemini", "Gemini CLI command";
        /// Google dotprompt.
        Dotprompt = "dotprompt", "dotprompt";
        /// Microsoft Prompty, version 1.
        Prompty1 = "prompty-1", "Prompty, version 1";
        /// GitHub Models.
        GithubModels = "github-models", "GitHub Models";
        /// A `ChatPromptTemplate` of `LangChain`.
        Langchain = "langchain", "LangChain";
        /// Prompts to import in Langfuse.
        Langfuse = "langfuse", "Langfuse";
        /// Messages of the `OpenAI` API.
        Openai = "openai", "OpenAI messages";
        /// Messages of the Anthropic API.
        Anthropic = "anthropic", "Anthropic messages";
        /// A configuration of promptfoo.
        Promptfoo = "promptfoo", "promptfoo";
    }
}

/// What a format holds.
#[expect(clippy::struct_excessive_bools, reason = "they are columns of a table")]
struct Traits {
    /// The name of the file after the title, or the whole name if it is fixed.
    ending: &'static str,
    media_type: &'static str,
    /// The format as the import knows it.
    import: ImportFormat,
    /// The syntax of variables.
    syntax: Syntax,
    /// Whether messages keep their roles.
    has_roles: bool,
    has_description: bool,
    has_tags: bool,
    /// Whether it declares the kinds of variables.
    has_kinds: bool,
    has_defaults: bool,
    /// The fields that only this tool has: those of an imported file of this format are written again.
    own_fields: &'static [&'static str],
}

const MARKDOWN: &str = "text/markdown; charset=utf-8";
const YAML: &str = "application/yaml; charset=utf-8";
const JSON: &str = "application/json";

impl ForeignFormat {
    /// The end of the file's name, which is the whole name of those that must be called so.
    pub const fn ending(self) -> &'static str {
        self.traits().ending
    }

    /// The media type, for HTTP.
    pub const fn media_type(self) -> &'static str {
        self.traits().media_type
    }

    /// The format as the import knows it.
    pub const fn import_format(self) -> ImportFormat {
        self.traits().import
    }

    /// The format of a file with this name, if no other has such names.
    pub fn from_file_name(name: &str) -> Option<Self> {
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        Self::ALL.iter().copied().find(|format| {
            let ending = format.ending();
            !matches!(ending, ".md" | ".prompty") && base.ends_with(ending)
        })
    }

    const fn traits(self) -> Traits {
        const TEXT: Traits = Traits {
            ending: ".md",
            media_type: MARKDOWN,
            import: ImportFormat::ClaudeCode,
            syntax: Syntax::None,
            has_roles: false,
            has_description: true,
            has_tags: false,
            has_kinds: false,
            has_defaults: false,
            own_fields: &[],
        };
        const CHAT: Traits = Traits {
            has_roles: true,
            syntax: Syntax::Braces,
            ..TEXT
        };
        match self {
            Self::Skill => Traits {
                ending: "SKILL.md",
                has_tags: true,
                own_fields: &["license", "compatibility", "allowed-tools"],
                ..TEXT
            },
            Self::ClaudeCommand => Traits {
                syntax: Syntax::Dollar,
                own_fields: &["allowed-tools", "model", "disable-model-invocation"],
                ..TEXT
            },
            Self::ClaudeAgent => Traits {
                own_fields: &["tools", "model", "color"],
                ..TEXT
            },
            Self::AgentsMd => Traits {
                ending: "AGENTS.md",
                import: ImportFormat::Markdown,
                has_description: false,
                ..TEXT
            },
            Self::Cursor => Traits {
                ending: ".mdc",
                import: ImportFormat::Cursor,
                own_fields: &["globs", "alwaysApply"],
                ..TEXT
            },
            Self::VscodePrompt => Traits {
                ending: ".prompt.md",
                import: ImportFormat::Vscode,
                syntax: Syntax::Input,
                own_fields: &["agent", "mode", "model", "tools", "argument-hint"],
                ..TEXT
            },
            Self::VscodeInstructions => Traits {
                ending: ".instructions.md",
                import: ImportFormat::Vscode,
                own_fields: &["applyTo"],
                ..TEXT
            },
            Self::VscodeAgent => Traits {
                ending: ".agent.md",
                import: ImportFormat::Vscode,
                own_fields: &["model", "tools", "argument-hint", "agents", "handoffs"],
                ..TEXT
            },
            Self::Gemini => Traits {
                ending: ".toml",
                media_type: "application/toml; charset=utf-8",
                import: ImportFormat::Gemini,
                syntax: Syntax::Args,
                ..TEXT
            },
            Self::Dotprompt => Traits {
                ending: ".prompt",
                media_type: "text/plain; charset=utf-8",
                import: ImportFormat::Dotprompt,
                syntax: Syntax::Handlebars,
                has_kinds: true,
                has_defaults: true,
                ..CHAT
            },
            Self::Prompty1 => Traits {
                ending: ".prompty",
                media_type: "text/x-prompty; charset=utf-8",
                import: ImportFormat::Prompty,
                syntax: Syntax::Jinja,
                has_tags: true,
                has_kinds: true,
                has_defaults: true,
                ..CHAT
            },
            Self::GithubModels => Traits {
                ending: ".prompt.yml",
                media_type: YAML,
                import: ImportFormat::GithubModels,
                ..CHAT
            },
            Self::Langchain => Traits {
                ending: ".langchain.json",
                media_type: JSON,
                import: ImportFormat::Langchain,
                syntax: Syntax::Fstring,
                has_tags: true,
                has_defaults: true,
                ..CHAT
            },
            Self::Langfuse => Traits {
                ending: ".langfuse.json",
                media_type: JSON,
                import: ImportFormat::Langfuse,
                has_tags: true,
                ..CHAT
            },
            Self::Openai => Traits {
                ending: ".openai.json",
                media_type: JSON,
                import: ImportFormat::Openai,
                has_description: false,
                ..CHAT
            },
            Self::Anthropic => Traits {
                ending: ".anthropic.json",
                media_type: JSON,
                import: ImportFormat::Anthropic,
                has_description: false,
                ..CHAT
            },
            Self::Promptfoo => Traits {
                ending: ".promptfoo.yaml",
                media_type: YAML,
                import: ImportFormat::Promptfoo,
                syntax: Syntax::Jinja,
                has_defaults: true,
                ..CHAT
            },
        }
    }

    /// Whether templates with logic in this language are written as they are.
    const fn takes_logic_of(self, language: TemplateLanguage) -> bool {
        matches!(
            (self, language),
            (
                Self::Dotprompt,
                TemplateLanguage::Handlebars | TemplateLanguage::Mustache
            ) | (
                Self::Langchain,
                TemplateLanguage::Jinja2 | TemplateLanguage::Mustache
            ) | (Self::Prompty1 | Self::Promptfoo, TemplateLanguage::Jinja2)
        )
    }

    /// How the texts of a prompt in this language are written.
    const fn target(self, language: TemplateLanguage) -> Target {
        let syntax = self.traits().syntax;
        let logic = match language {
            _ if !self.takes_logic_of(language) => None,
            TemplateLanguage::Mustache if matches!(self, Self::Langchain) => Some(Syntax::Mustache),
            TemplateLanguage::Jinja2 => Some(Syntax::Jinja),
            _ => Some(syntax),
        };
        Target {
            label: self.label(),
            syntax,
            logic,
            keeps_spelling: false,
        }
    }

    /// The name of the file of a prompt with this title, with its folder if the tool expects one.
    pub fn file_name(self, title: &str) -> String {
        let ending = self.ending();
        match self {
            Self::Skill => format!("{}/{ending}", identifier(title)),
            Self::AgentsMd => ending.to_owned(),
            Self::ClaudeAgent => format!("{}{ending}", identifier(title)),
            _ => format!("{}{ending}", file_stem(title)),
        }
    }
}

/// The name of the skill of a prompt: 1 to 64 small letters, digits and hyphens.
#[must_use]
pub fn skill_name(title: &str) -> String {
    identifier(title)
}

/// Exports a prompt for another tool. The file name has a folder where the tool expects one.
pub fn export_foreign(prompt: &Prompt, format: ForeignFormat) -> Exported {
    let mut warnings = Vec::new();
    let target = format.target(prompt.content.template_language());
    let template = Template::of(prompt, target, &mut warnings);
    let text = match format {
        ForeignFormat::Gemini => gemini::write(prompt, &template, &mut warnings),
        ForeignFormat::Dotprompt => dotprompt::write(prompt, &template, &mut warnings),
        ForeignFormat::Prompty1 => prompty1::write(prompt, &template, &mut warnings),
        ForeignFormat::Langchain => langchain::write(prompt, &template, &mut warnings),
        ForeignFormat::Langfuse => chat::langfuse(prompt, &template, &mut warnings),
        ForeignFormat::Openai => chat::openai(prompt, &template, &mut warnings),
        ForeignFormat::Anthropic => chat::anthropic(prompt, &template, &mut warnings),
        ForeignFormat::GithubModels => chat::github_models(prompt, &template, &mut warnings),
        ForeignFormat::Promptfoo => chat::promptfoo(prompt, &template, &mut warnings),
        _ => markdown::write(prompt, format, &template, &mut warnings),
    };
    dropped::warn(prompt, format, &template, &mut warnings);
    Exported {
        text,
        file_name: format.file_name(&prompt.title),
        media_type: format.media_type(),
        warnings,
        files: match format {
            ForeignFormat::Skill => kept_files(prompt),
            _ => Vec::new(),
        },
    }
}

/// A title as the name of a skill or an agent: at most 64 letters `a` to `z`, digits and single hyphens.
fn identifier(title: &str) -> String {
    const MOST: usize = 64;
    let mut name = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        let written = match letter {
            'a'..='z' | '0'..='9' => {
                name.push(letter);
                continue;
            }
            'à'..='å' => "a",
            'ç' => "c",
            'è'..='ë' => "e",
            'ì'..='ï' => "i",
            'ñ' => "n",
            'ò'..='ö' | 'ø' => "o",
            'ù'..='ü' => "u",
            'ý' | 'ÿ' => "y",
            'ß' => "ss",
            'æ' => "ae",
            'œ' => "oe",
            _ if name.is_empty() || name.ends_with('-') => "",
            _ => "-",
        };
        name.push_str(written);
    }
    name.truncate(MOST);
    let name = name.trim_end_matches('-');
    if name.is_empty() { "prompt" } else { name }.to_owned()
}

/// The value of a field that an imported file of this format had and a prompt has no place for.
fn own_field<'p>(prompt: &'p Prompt, format: ForeignFormat, key: &str) -> Option<&'p Value> {
    let imported = prompt.content.extra.get(IMPORTED)?;
    let from = imported.get("from")?.as_str()?;
    (from == format.import_format().as_str())
        .then(|| imported.get("fields")?.get(key))
        .flatten()
}

/// A writer of front matter without comments.
fn front_matter() -> YamlWriter {
    YamlWriter::front_matter(&ExportOptions {
        formatting: Formatting {
            comments: false,
            ..Formatting::default()
        },
        ..ExportOptions::default()
    })
}

/// A YAML document of free data, with texts as blocks where they are exact.
fn yaml(value: &Value) -> String {
    let mut yaml = YamlWriter::document(&ExportOptions::default());
    yaml.value(value);
    yaml.finish()
}

fn json(value: &Value) -> String {
    format!("{value:#}\n")
}

/// A text without the line breaks and blanks around it, which files of this kind do not hold.
fn trimmed<'t>(text: &'t str, place: &str, warnings: &mut Vec<Diagnostic>) -> &'t str {
    let kept = text.trim();
    if kept.len() < text.len() {
        warnings.push(warning(
            "text_changed",
            place.to_owned(),
            "The line breaks and blanks around the text are left out".to_owned(),
            "Export as JSON or YAML to keep them",
        ));
    }
    kept
}

/// A text on one line.
fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}
