//! The file formats that can be imported.

use crate::string_enum::string_enum;

string_enum! {
    /// The kinds of file that can be imported: the seven we write, and what people have from elsewhere.
    pub enum ImportFormat as "import format" {
        /// Our JSON, or any JSON with texts we know the names of.
        Json = "json", "JSON";
        /// Our YAML, or any YAML with texts we know the names of.
        Yaml = "yaml", "YAML";
        /// Our XML.
        Xml = "xml", "XML";
        /// Our HTML, or the text of any page.
        Html = "html", "HTML";
        /// Our Markdown, or any Markdown: headings become sections.
        Markdown = "markdown", "Markdown";
        /// Any text.
        PlainText = "plain-text", "Plain Text";
        /// Microsoft Prompty, version 1 and 2.
        Prompty = "prompty", "Prompty";
        /// Google dotprompt.
        Dotprompt = "dotprompt", "dotprompt";
        /// GitHub Models `.prompt.yml`.
        GithubModels = "github-models", "GitHub Models";
        /// A promptfoo configuration or prompt file.
        Promptfoo = "promptfoo", "promptfoo";
        /// A Langfuse prompt or list of prompts.
        Langfuse = "langfuse", "Langfuse";
        /// A prompt of `LangChain` or `LangSmith`.
        Langchain = "langchain", "LangChain";
        /// Messages as `OpenAI` takes them, a request, or a file of one conversation a line.
        Openai = "openai", "OpenAI messages";
        /// An Anthropic request.
        Anthropic = "anthropic", "Anthropic messages";
        /// The answer to MCP's `prompts/get`.
        Mcp = "mcp", "MCP prompt";
        /// A fabric pattern.
        Fabric = "fabric", "fabric pattern";
        /// The list of prompts.chat, as CSV or JSON.
        PromptsChat = "prompts-chat", "prompts.chat";
        /// A Cursor rule.
        Cursor = "cursor", "Cursor rule";
        /// A Claude Code command, agent or skill.
        ClaudeCode = "claude-code", "Claude Code";
        /// A VS Code prompt, instructions or agent file.
        Vscode = "vscode", "VS Code";
    }
}
