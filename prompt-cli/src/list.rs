//! `promptcase list`: lists prompts on the server.

use clap::{Args, ValueEnum};
use prompt_core::{Category, Complexity, PromptType, StructureType, VersionNumber};

use crate::failure::{self, Outcome};
use crate::paging::Paging;
use crate::remote::{Remote, Summary, query};
use crate::terminal::one_line;

/// List prompts on the server
#[derive(Args)]
#[command(
    after_help = "A line holds the id, the version, who can see it, the day of its last change, and the title. Your own are listed; \
            --owner all adds what everybody can find.

Examples:
  promptcase list
  promptcase list 'code review' --tag rust --sort title
  promptcase list --owner all --search security --limit 50
  promptcase list --all --json | jq -r '.items[].id'"
)]
pub struct List {
    /// Words that must all occur in the title, the description or the content
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
    /// The same words, as an option
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// prompt, asset or all
    #[arg(long, value_enum, default_value_t = Kind::Prompt)]
    kind: Kind,
    /// Only this type: prompt, or one type of asset
    #[arg(long = "type", value_name = "TYPE")]
    prompt_type: Option<PromptType>,
    /// Only this category
    #[arg(long)]
    category: Option<Category>,
    /// standard, structured, modulized or advanced
    #[arg(long)]
    structure: Option<StructureType>,
    /// simple, medium, complex or custom
    #[arg(long)]
    complexity: Option<Complexity>,
    /// Only prompts with this tag; when repeated, any of the tags matches
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Only public prompts
    #[arg(long, conflicts_with = "private")]
    public: bool,
    /// Only private prompts
    #[arg(long)]
    private: bool,
    /// me, all, or a user's id
    #[arg(long, default_value = "me")]
    owner: String,
    /// The sort order
    #[arg(long, value_enum)]
    sort: Option<Sort>,
    #[command(flatten)]
    paging: Paging,
    #[command(flatten)]
    remote: Remote,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Prompt,
    Asset,
    All,
}

/// Dates sort newest first, titles alphabetically.
#[derive(Clone, Copy, ValueEnum)]
enum Sort {
    Updated,
    Created,
    Title,
}

impl List {
    pub fn run(self) -> Outcome {
        let server = self.remote.signed_in()?;
        let asked = self.query();
        let is_mine = self.owner == "me";
        self.paging.tell(
            |page| server.prompts([asked.clone(), page].concat()),
            |summary| line(summary, is_mine),
        )?;
        Ok(failure::OK)
    }

    /// The filters as query parameters of the API.
    fn query(&self) -> Vec<(&'static str, String)> {
        let mut words = self.words.clone();
        words.extend(self.search.clone());
        let kind = match (self.kind, self.prompt_type) {
            (Kind::All, _) => "all",
            // The `prompt_type` parameter alone selects an asset type.
            (Kind::Asset, _) => "asset",
            (Kind::Prompt, Some(prompt_type)) if prompt_type.is_asset() => "asset",
            (Kind::Prompt, _) => "prompt",
        };
        let sort = self.sort.map(|sort| match sort {
            Sort::Updated => "updated_at",
            Sort::Created => "created_at",
            Sort::Title => "title",
        });
        let visibility = match (self.public, self.private) {
            (true, _) => Some("true"),
            (_, true) => Some("false"),
            _ => None,
        };
        let given = |text: String| (!text.is_empty()).then_some(text);
        let filters = [
            (query::KIND, Some(kind.to_owned())),
            (query::OWNER, Some(self.owner.clone())),
            (query::SEARCH, given(words.join(" "))),
            (
                query::PROMPT_TYPE,
                self.prompt_type.map(|it| it.to_string()),
            ),
            (query::CATEGORY, self.category.map(|it| it.to_string())),
            (
                query::STRUCTURE_TYPE,
                self.structure.map(|it| it.to_string()),
            ),
            (query::COMPLEXITY, self.complexity.map(|it| it.to_string())),
            (query::IS_PUBLIC, visibility.map(str::to_owned)),
            (query::SORT, sort.map(str::to_owned)),
        ];
        let tags = self.tags.iter().map(|tag| (query::TAGS, tag.clone()));
        filters
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .chain(tags)
            .collect()
    }
}

fn line(summary: &Summary, is_mine: bool) -> String {
    let visibility = if summary.is_public {
        "public"
    } else {
        "private"
    };
    let author = if is_mine {
        String::new()
    } else {
        format!("  ({})", summary.author_name)
    };
    one_line(&format!(
        "{}  {:<8}  {visibility:<7}  {}  {}{author}",
        summary.id,
        VersionNumber::from(summary.number).to_string(),
        day(&summary.updated_at),
        summary.title,
    ))
}

/// The date of a timestamp: its first ten characters.
pub fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}
