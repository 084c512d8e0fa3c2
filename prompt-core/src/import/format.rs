//! The file formats that can be imported.

use crate::string_enum::string_enum;

string_enum! {
    /// The importable file formats: the seven export formats and the formats of other tools.
    pub enum ImportFormat as "import format" {
        /// Our own JSON, or any JSON with known text keys.
        Json = "json", "JSON";
        /// Our own YAML, or any YAML with known text keys.
        Yaml = "yaml", "YAML";
        /// Our own XML.
        Xml = "xml", "XML";
        /// Our own HTML, or the text of any page.
        Html = "html", "HTML";
        /// Our own Markdown, or any Markdown: headings become sections.
        Markdown = "markdown", "Markdown";
        /// Plain text.
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
        /// A `LangChain` or `LangSmith` prompt.
        Langchain = "langchain", "LangChain";
        /// Messages or a request of the `OpenAI` API, or a file with one conversation per line.
        Openai = "openai", "OpenAI messages";
        /// An Anthropic request.
        Anthropic = "anthropic", "Anthropic messages";
        /// A response to MCP's `prompts/get`.
        Mcp = "mcp", "MCP prompt";
        /// A fabric pattern.
        Fabric = "fabric", "fabric pattern";
        /// A prompts.chat list, as CSV or JSON.
        PromptsChat = "prompts-chat", "prompts.chat";
        /// A Cursor rule.
        Cursor = "cursor", "Cursor rule";
        /// A Claude Code command, agent or skill.
        ClaudeCode = "claude-code", "Claude Code";
        /// A VS Code prompt, instructions or agent file.
        Vscode = "vscode", "VS Code";
        /// An opencode agent, command or configuration.
        Opencode = "opencode", "opencode";
        /// A Windsurf rule.
        Windsurf = "windsurf", "Windsurf rule";
        /// A command of Gemini CLI or Qwen Code.
        Gemini = "gemini", "Gemini CLI command";
        /// Roo Code modes.
        Roo = "roo", "Roo Code modes";
        /// A Continue configuration or prompt file.
        Continue = "continue", "Continue";
        /// Conversations or a custom GPT of `ChatGPT`.
        Chatgpt = "chatgpt", "ChatGPT export";
        /// Conversations or projects of Claude.
        Claude = "claude", "Claude export";
        /// A `ShareGPT` conversation.
        Sharegpt = "sharegpt", "ShareGPT";
        /// A `LibreChat` preset or conversation.
        Librechat = "librechat", "LibreChat";
        /// Prompts or models of Open `WebUI`.
        OpenWebui = "open-webui", "Open WebUI";
        /// Characters and prompts of `TypingMind`.
        Typingmind = "typingmind", "TypingMind";
        /// Masks and prompts of `NextChat`.
        Nextchat = "nextchat", "NextChat";
        /// A backup of AI Prompt Genius.
        PromptGenius = "prompt-genius", "AI Prompt Genius";
        /// An Espanso match file.
        Espanso = "espanso", "Espanso";
        /// Raycast snippets.
        Raycast = "raycast", "Raycast";
        /// A prompt in Microsoft's markup.
        Poml = "poml", "POML";
        /// A prompt of Helicone.
        Helicone = "helicone", "Helicone";
        /// A prompt of Humanloop, as JSON.
        Humanloop = "humanloop", "Humanloop";
        /// A prompt of the `MLflow` registry.
        Mlflow = "mlflow", "MLflow";
    }
}
