// The closed lists, labels, limits and sentences of the core. `make gen` writes this file.
import type { Catalogue, Plan } from "../pkg/app/prompt_app";

/** Every closed list a person chooses from, with its labels. */
export const words: Catalogue = {
  "prompt_types": [
    {
      "value": "prompt",
      "label": "Prompt"
    },
    {
      "value": "context",
      "label": "Context"
    },
    {
      "value": "response_schema",
      "label": "Response Schema"
    },
    {
      "value": "response_examples",
      "label": "Response Examples"
    },
    {
      "value": "persona",
      "label": "Persona"
    },
    {
      "value": "instructions",
      "label": "Instructions"
    },
    {
      "value": "constraints",
      "label": "Constraints"
    },
    {
      "value": "examples",
      "label": "Examples"
    }
  ],
  "structure_types": [
    {
      "value": "standard",
      "label": "Standard"
    },
    {
      "value": "structured",
      "label": "Structured"
    },
    {
      "value": "modulized",
      "label": "Modulized"
    },
    {
      "value": "advanced",
      "label": "Advanced"
    }
  ],
  "complexities": [
    {
      "value": "simple",
      "label": "Simple"
    },
    {
      "value": "medium",
      "label": "Medium"
    },
    {
      "value": "complex",
      "label": "Complex"
    },
    {
      "value": "custom",
      "label": "Custom"
    }
  ],
  "categories": [
    {
      "value": "ai",
      "label": "AI"
    },
    {
      "value": "web",
      "label": "Web"
    },
    {
      "value": "data",
      "label": "Data"
    },
    {
      "value": "creative",
      "label": "Creative"
    },
    {
      "value": "business",
      "label": "Business"
    },
    {
      "value": "research",
      "label": "Research"
    },
    {
      "value": "general",
      "label": "General"
    }
  ],
  "prompt_categories": [
    {
      "value": "ai",
      "label": "AI"
    },
    {
      "value": "web",
      "label": "Web"
    },
    {
      "value": "data",
      "label": "Data"
    },
    {
      "value": "creative",
      "label": "Creative"
    },
    {
      "value": "business",
      "label": "Business"
    },
    {
      "value": "research",
      "label": "Research"
    }
  ],
  "types": [
    {
      "value": "assistant",
      "label": "Assistant"
    },
    {
      "value": "analyzer",
      "label": "Analyzer"
    },
    {
      "value": "generator",
      "label": "Generator"
    },
    {
      "value": "optimizer",
      "label": "Optimizer"
    },
    {
      "value": "tool",
      "label": "Tool"
    },
    {
      "value": "agent",
      "label": "Agent"
    },
    {
      "value": "asset",
      "label": "Asset"
    }
  ],
  "prompt_kinds": [
    {
      "value": "assistant",
      "label": "Assistant"
    },
    {
      "value": "analyzer",
      "label": "Analyzer"
    },
    {
      "value": "generator",
      "label": "Generator"
    },
    {
      "value": "optimizer",
      "label": "Optimizer"
    },
    {
      "value": "tool",
      "label": "Tool"
    },
    {
      "value": "agent",
      "label": "Agent"
    }
  ],
  "languages": [
    {
      "value": "english",
      "label": "English"
    },
    {
      "value": "french",
      "label": "French"
    },
    {
      "value": "german",
      "label": "German"
    },
    {
      "value": "spanish",
      "label": "Spanish"
    }
  ],
  "segment_types": [
    {
      "value": "system",
      "label": "System"
    },
    {
      "value": "user",
      "label": "User"
    },
    {
      "value": "assistant",
      "label": "Assistant"
    },
    {
      "value": "context",
      "label": "Context"
    },
    {
      "value": "instruction",
      "label": "Instruction"
    }
  ],
  "wrappers": [
    {
      "value": "no_wrapper",
      "label": "No wrapper"
    },
    {
      "value": "format-json",
      "label": "Format JSON"
    },
    {
      "value": "format-list",
      "label": "Format list"
    },
    {
      "value": "format-table",
      "label": "Format table"
    },
    {
      "value": "validate-input",
      "label": "Validate input"
    },
    {
      "value": "transform-data",
      "label": "Transform data"
    },
    {
      "value": "conditional-logic",
      "label": "Conditional logic"
    },
    {
      "value": "error-handling",
      "label": "Error handling"
    },
    {
      "value": "format-markdown",
      "label": "Format Markdown"
    },
    {
      "value": "format-yaml",
      "label": "Format YAML"
    },
    {
      "value": "format-xml",
      "label": "Format XML"
    },
    {
      "value": "format-csv",
      "label": "Format CSV"
    },
    {
      "value": "summarize",
      "label": "Summarize"
    },
    {
      "value": "translate",
      "label": "Translate"
    },
    {
      "value": "custom",
      "label": "Custom"
    }
  ],
  "block_asset_types": [
    {
      "value": "prompt",
      "label": "Prompt"
    },
    {
      "value": "file",
      "label": "File"
    },
    {
      "value": "url",
      "label": "URL"
    },
    {
      "value": "image",
      "label": "Image"
    }
  ],
  "version_types": [
    {
      "value": "major",
      "label": "Major"
    },
    {
      "value": "minor",
      "label": "Minor"
    },
    {
      "value": "batch",
      "label": "Patch"
    }
  ],
  "change_types": [
    {
      "value": "added",
      "label": "Added"
    },
    {
      "value": "removed",
      "label": "Removed"
    },
    {
      "value": "modified",
      "label": "Modified"
    },
    {
      "value": "moved",
      "label": "Moved"
    }
  ],
  "conflict_kinds": [
    {
      "value": "text",
      "label": "Text changed on both sides"
    },
    {
      "value": "value",
      "label": "Value changed on both sides"
    },
    {
      "value": "removed",
      "label": "Removed on one side, changed on the other"
    },
    {
      "value": "moved",
      "label": "Moved to different places"
    }
  ],
  "merge_takes": [
    {
      "value": "mine",
      "label": "Keep mine"
    },
    {
      "value": "theirs",
      "label": "Take theirs"
    },
    {
      "value": "base",
      "label": "Take the original"
    },
    {
      "value": "both",
      "label": "Keep both"
    },
    {
      "value": "written",
      "label": "Write your own"
    }
  ],
  "export_formats": [
    {
      "value": "plain-text",
      "label": "Plain Text"
    },
    {
      "value": "markdown",
      "label": "Markdown"
    },
    {
      "value": "yaml",
      "label": "YAML"
    },
    {
      "value": "html",
      "label": "HTML"
    },
    {
      "value": "xml",
      "label": "XML"
    },
    {
      "value": "json",
      "label": "JSON"
    },
    {
      "value": "prompty",
      "label": "Prompty"
    }
  ],
  "tool_formats": [
    {
      "value": "skill",
      "label": "Agent skill",
      "ending": "SKILL.md"
    },
    {
      "value": "claude-command",
      "label": "Claude Code command",
      "ending": ".md"
    },
    {
      "value": "claude-agent",
      "label": "Claude Code agent",
      "ending": ".md"
    },
    {
      "value": "agents-md",
      "label": "AGENTS.md",
      "ending": "AGENTS.md"
    },
    {
      "value": "cursor",
      "label": "Cursor rule",
      "ending": ".mdc"
    },
    {
      "value": "vscode-prompt",
      "label": "VS Code prompt",
      "ending": ".prompt.md"
    },
    {
      "value": "vscode-instructions",
      "label": "VS Code instructions",
      "ending": ".instructions.md"
    },
    {
      "value": "vscode-agent",
      "label": "VS Code agent",
      "ending": ".agent.md"
    },
    {
      "value": "gemini",
      "label": "Gemini CLI command",
      "ending": ".toml"
    },
    {
      "value": "dotprompt",
      "label": "dotprompt",
      "ending": ".prompt"
    },
    {
      "value": "prompty-1",
      "label": "Prompty, version 1",
      "ending": ".prompty"
    },
    {
      "value": "github-models",
      "label": "GitHub Models",
      "ending": ".prompt.yml"
    },
    {
      "value": "langchain",
      "label": "LangChain",
      "ending": ".langchain.json"
    },
    {
      "value": "langfuse",
      "label": "Langfuse",
      "ending": ".langfuse.json"
    },
    {
      "value": "openai",
      "label": "OpenAI messages",
      "ending": ".openai.json"
    },
    {
      "value": "anthropic",
      "label": "Anthropic messages",
      "ending": ".anthropic.json"
    },
    {
      "value": "promptfoo",
      "label": "promptfoo",
      "ending": ".promptfoo.yaml"
    }
  ],
  "component_types": [
    {
      "value": "module",
      "label": "Module"
    },
    {
      "value": "wrapper",
      "label": "Wrapper"
    },
    {
      "value": "template",
      "label": "Template"
    },
    {
      "value": "asset",
      "label": "Asset"
    }
  ],
  "beginnings": [
    {
      "component": "module",
      "structure": "modulized"
    },
    {
      "component": "template",
      "structure": "structured"
    }
  ],
  "component_categories": [
    {
      "value": "general",
      "label": "General"
    },
    {
      "value": "formatting",
      "label": "Formatting"
    },
    {
      "value": "development",
      "label": "Development"
    },
    {
      "value": "analysis",
      "label": "Analysis"
    },
    {
      "value": "creative",
      "label": "Creative"
    },
    {
      "value": "business",
      "label": "Business"
    }
  ],
  "component_wrapper_types": [
    {
      "value": "format-json",
      "label": "Format JSON"
    },
    {
      "value": "format-list",
      "label": "Format list"
    },
    {
      "value": "format-table",
      "label": "Format table"
    },
    {
      "value": "validate-input",
      "label": "Validate input"
    },
    {
      "value": "transform-data",
      "label": "Transform data"
    },
    {
      "value": "conditional-logic",
      "label": "Conditional logic"
    },
    {
      "value": "custom",
      "label": "Custom"
    }
  ],
  "component_asset_types": [
    {
      "value": "prompt",
      "label": "Prompt"
    },
    {
      "value": "file",
      "label": "File"
    },
    {
      "value": "url",
      "label": "URL"
    },
    {
      "value": "image",
      "label": "Image"
    },
    {
      "value": "document",
      "label": "Document"
    }
  ],
  "providers": [
    {
      "value": "openai",
      "label": "OpenAI"
    },
    {
      "value": "anthropic",
      "label": "Anthropic"
    }
  ],
  "plans": [
    {
      "value": "free",
      "label": "Free"
    },
    {
      "value": "pro",
      "label": "Pro"
    },
    {
      "value": "max",
      "label": "Max"
    }
  ],
  "achievements": [
    {
      "value": "prolific_creator",
      "label": "Prolific Creator"
    },
    {
      "value": "community_favorite",
      "label": "Community Favorite"
    },
    {
      "value": "consistent_creator",
      "label": "Consistent Creator"
    },
    {
      "value": "quality_creator",
      "label": "Quality Creator"
    }
  ],
  "import_formats": [
    {
      "value": "json",
      "label": "JSON"
    },
    {
      "value": "yaml",
      "label": "YAML"
    },
    {
      "value": "xml",
      "label": "XML"
    },
    {
      "value": "html",
      "label": "HTML"
    },
    {
      "value": "markdown",
      "label": "Markdown"
    },
    {
      "value": "plain-text",
      "label": "Plain Text"
    },
    {
      "value": "prompty",
      "label": "Prompty"
    },
    {
      "value": "dotprompt",
      "label": "dotprompt"
    },
    {
      "value": "github-models",
      "label": "GitHub Models"
    },
    {
      "value": "promptfoo",
      "label": "promptfoo"
    },
    {
      "value": "langfuse",
      "label": "Langfuse"
    },
    {
      "value": "langchain",
      "label": "LangChain"
    },
    {
      "value": "openai",
      "label": "OpenAI messages"
    },
    {
      "value": "anthropic",
      "label": "Anthropic messages"
    },
    {
      "value": "mcp",
      "label": "MCP prompt"
    },
    {
      "value": "fabric",
      "label": "fabric pattern"
    },
    {
      "value": "prompts-chat",
      "label": "prompts.chat"
    },
    {
      "value": "cursor",
      "label": "Cursor rule"
    },
    {
      "value": "claude-code",
      "label": "Claude Code"
    },
    {
      "value": "vscode",
      "label": "VS Code"
    },
    {
      "value": "opencode",
      "label": "opencode"
    },
    {
      "value": "windsurf",
      "label": "Windsurf rule"
    },
    {
      "value": "gemini",
      "label": "Gemini CLI command"
    },
    {
      "value": "roo",
      "label": "Roo Code modes"
    },
    {
      "value": "continue",
      "label": "Continue"
    },
    {
      "value": "chatgpt",
      "label": "ChatGPT export"
    },
    {
      "value": "claude",
      "label": "Claude export"
    },
    {
      "value": "sharegpt",
      "label": "ShareGPT"
    },
    {
      "value": "librechat",
      "label": "LibreChat"
    },
    {
      "value": "open-webui",
      "label": "Open WebUI"
    },
    {
      "value": "typingmind",
      "label": "TypingMind"
    },
    {
      "value": "nextchat",
      "label": "NextChat"
    },
    {
      "value": "prompt-genius",
      "label": "AI Prompt Genius"
    },
    {
      "value": "espanso",
      "label": "Espanso"
    },
    {
      "value": "raycast",
      "label": "Raycast"
    },
    {
      "value": "poml",
      "label": "POML"
    },
    {
      "value": "helicone",
      "label": "Helicone"
    },
    {
      "value": "humanloop",
      "label": "Humanloop"
    },
    {
      "value": "mlflow",
      "label": "MLflow"
    }
  ],
  "variable_kinds": [
    {
      "value": "text",
      "label": "Text"
    },
    {
      "value": "long_text",
      "label": "Long text"
    },
    {
      "value": "number",
      "label": "Number"
    },
    {
      "value": "yes_no",
      "label": "Yes or no"
    },
    {
      "value": "choice",
      "label": "Choice"
    },
    {
      "value": "date",
      "label": "Date"
    },
    {
      "value": "json",
      "label": "JSON"
    },
    {
      "value": "messages",
      "label": "Messages"
    }
  ],
  "copy_formats": [
    {
      "value": "text",
      "label": "Text"
    },
    {
      "value": "markdown",
      "label": "Markdown"
    },
    {
      "value": "messages",
      "label": "Messages (JSON)"
    }
  ],
  "roles": [
    {
      "value": "system",
      "label": "System"
    },
    {
      "value": "user",
      "label": "User"
    },
    {
      "value": "assistant",
      "label": "Assistant"
    }
  ],
  "check_kinds": [
    {
      "value": "contains",
      "label": "Contains"
    },
    {
      "value": "not_contains",
      "label": "Does not contain"
    },
    {
      "value": "equals",
      "label": "Equals"
    },
    {
      "value": "regex",
      "label": "Matches the regular expression"
    },
    {
      "value": "json_schema",
      "label": "Matches the JSON Schema"
    },
    {
      "value": "max_characters",
      "label": "At most this many characters"
    },
    {
      "value": "max_tokens",
      "label": "At most this many tokens"
    },
    {
      "value": "forbidden_words",
      "label": "Has none of the words"
    },
    {
      "value": "judge",
      "label": "A model says yes to"
    }
  ],
  "check_targets": [
    {
      "value": "answer",
      "label": "The answer"
    },
    {
      "value": "prompt",
      "label": "The rendered prompt"
    }
  ]
};

/** The plans in the order in which they are offered. */
export const plans: readonly Plan[] = [
  {
    "plan_type": "free",
    "name": "Free",
    "price": 0,
    "yearly_price_per_month": 0,
    "yearly_price": 0,
    "credits": 100,
    "yearly_credits": 1200,
    "features": [
      "Basic structures",
      "100 starting credits"
    ],
    "popular": false
  },
  {
    "plan_type": "pro",
    "name": "Pro",
    "price": 9,
    "yearly_price_per_month": 7,
    "yearly_price": 84,
    "credits": 1000,
    "yearly_credits": 12000,
    "features": [
      "Everything in Free",
      "AI prompt generation",
      "Advanced structures",
      "All export formats",
      "Priority support",
      "API access",
      "1,000 credits per month"
    ],
    "popular": true
  },
  {
    "plan_type": "max",
    "name": "Max",
    "price": 29,
    "yearly_price_per_month": 23,
    "yearly_price": 276,
    "credits": 5000,
    "yearly_credits": 60000,
    "features": [
      "Everything in Pro",
      "Team collaboration",
      "Advanced analytics",
      "Custom integrations",
      "5,000 credits per month"
    ],
    "popular": false
  }
];

/** The fixed sentences, by their codes. */
export const messages = {
  "not_authenticated": "User not authenticated",
  "no_checkout_session": "No session ID returned from checkout creation",
  "save_failed_unexpectedly": "An unexpected error occurred while saving. Please try again.",
  "component_save_failed": "Failed to save component. Please try again.",
  "asset_save_failed": "Failed to save asset. Please try again.",
  "prompts_load_failed": "Failed to load prompts. Please try again.",
  "collections_load_failed": "Error loading collections:",
  "collection_add_failed": "Failed to add prompt to collection. Please try again.",
  "ai_not_allowed": "AI features require Pro or Max plan. Please upgrade your subscription.",
  "generation_not_json": "Failed to parse generated content as JSON",
  "improvement_not_kept": "The answer did not keep the parts of the prompt. Nothing was charged; please try again.",
  "generation_failed": "Generation failed",
  "generation_retry": "Please try again or check your API configuration",
  "preview_failed": "Error generating preview",
  "onboarding_save_failed": "Failed to update onboarding progress",
  "invalid_login": "Invalid login credentials",
  "passwords_differ": "Passwords do not match",
  "password_too_short": "Password must be at least 6 characters",
  "too_many_files": "Maximum 5 files allowed.",
  "confirm_delete_prompt": "Are you sure you want to delete this prompt?",
  "confirm_delete_collection": "Are you sure you want to delete this collection?",
  "no_prompts_found": "No prompts found",
  "no_prompts_yet": "No prompts yet",
  "no_assets_yet": "No assets yet",
  "no_components_found": "No components found",
  "no_collections_yet": "No collections yet",
  "no_analytics_data": "No Analytics Data",
  "no_recent_activity": "No recent activity",
  "no_collection_items": "No items in this collection"
};

/** What the onboarding asks. */
export const onboardingOptions: Record<"roles" | "experience" | "goals" | "interests", readonly string[]> = {
  "roles": [
    "Developer",
    "Content Creator",
    "Researcher",
    "Product Manager",
    "Marketing Professional",
    "Student",
    "Other"
  ],
  "experience": [
    "New to AI",
    "Some experience",
    "Experienced user",
    "AI Expert"
  ],
  "goals": [
    "Generate better AI prompts",
    "Organize prompt libraries",
    "Collaborate with team",
    "Version control prompts",
    "Export prompts for production",
    "Learn prompt engineering",
    "Build AI applications",
    "Content creation"
  ],
  "interests": [
    "Web Development",
    "Content Writing",
    "Data Analysis",
    "Creative Writing",
    "Business Automation",
    "Research",
    "Education",
    "Marketing"
  ]
};

/** The extensions of files that may be attached, each with its dot. */
export const fileExtensions: readonly string[] = [
  ".txt",
  ".md",
  ".yaml",
  ".json",
  ".pdf",
  ".docx",
  ".png",
  ".jpg",
  ".gif"
];

/** The extensions of files that are text as they stand. */
export const textFileExtensions: readonly string[] = [
  ".txt",
  ".md",
  ".yaml",
  ".json"
];

/** The most characters a title may have. */
export const titleChars = 200;

/** The most characters the name of an API token may have. */
export const tokenNameChars = 100;
