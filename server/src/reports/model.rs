//! Reports and their reasons.

use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::row;

/// The most characters of a message.
pub const MESSAGE_CHARS: usize = 2_000;

/// Why a page is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Spam,
    Hateful,
    Dangerous,
    PrivateData,
    Copyright,
    Other,
}

impl Reason {
    pub const ALL: [Self; 6] = [
        Self::Spam,
        Self::Hateful,
        Self::Dangerous,
        Self::PrivateData,
        Self::Copyright,
        Self::Other,
    ];

    /// The word in forms and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Spam => "spam",
            Self::Hateful => "hateful",
            Self::Dangerous => "dangerous",
            Self::PrivateData => "private_data",
            Self::Copyright => "copyright",
            Self::Other => "other",
        }
    }

    /// What a visitor reads.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Spam => "It is spam or misleading",
            Self::Hateful => "It is hateful or harasses somebody",
            Self::Dangerous => "It is illegal or dangerous",
            Self::PrivateData => "It shows private data or a secret",
            Self::Copyright => "It infringes my rights",
            Self::Other => "Something else",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }
}

/// A page that may be reported.
pub struct Reported {
    /// Its path; empty for a secret link.
    pub path: String,
    pub title: String,
    pub prompt: Option<Uuid>,
}

row! {
    /// A report as the administrator reads it.
    pub struct Report {
        pub id: Uuid,
        pub prompt_id: Option<Uuid>,
        /// Whether the prompt is public now.
        pub is_public: bool,
        /// What was decided: `resolved` or `dismissed`.
        pub outcome: Option<String>,
        pub closed_at: Option<Timestamp>,
        pub path: String,
        pub title: String,
        /// The current name of the prompt, if there still is one.
        pub slug: Option<String>,
        pub handle: Option<String>,
        pub reason: String,
        pub message: String,
        pub created_at: Timestamp,
    }
}

impl Report {
    /// The report as lines of text. Its words are a visitor's, so nothing in them reaches the terminal as a command.
    pub fn lines(&self) -> String {
        let page = match (&self.handle, &self.slug) {
            _ if !self.path.is_empty() => self.path.clone(),
            (Some(handle), Some(slug)) => format!("the secret link of @{handle}/{slug}"),
            _ => "a secret link of a prompt that was deleted".to_owned(),
        };
        let mut lines = format!(
            "{}  {}  {:<12}  {page}  {}{}\n",
            self.id,
            self.created_at,
            self.reason,
            printable(&self.title),
            self.outcome
                .as_deref()
                .map(|outcome| format!("  ({outcome})"))
                .unwrap_or_default()
        );
        for line in self.message.lines() {
            lines.push_str("    ");
            lines.push_str(&printable(line));
            lines.push('\n');
        }
        lines
    }
}

/// A text without control characters and marks that turn the direction of writing.
fn printable(text: &str) -> String {
    let is_hidden = |one: char| {
        one.is_control()
            || matches!(one, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars()
        .map(|one| if is_hidden(one) { '\u{fffd}' } else { one })
        .collect()
}
