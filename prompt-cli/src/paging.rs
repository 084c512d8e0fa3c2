//! Paginated lists: one page, or all of them.

use clap::Args;
use clap::value_parser;

use crate::failure::Failure;
use crate::files;
use crate::remote::{Page, Whole, query};

/// The options of a paginated list.
#[derive(Args)]
pub struct Paging {
    /// Items to list, 1 to 100
    #[arg(long, value_name = "COUNT", default_value_t = 30, value_parser = value_parser!(u32).range(1..=100))]
    limit: u32,
    /// Continue from the cursor of an earlier list
    #[arg(long)]
    cursor: Option<String>,
    /// List all items
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// Print the server's response as JSON
    #[arg(long)]
    json: bool,
}

impl Paging {
    /// Fetches one page or all, and prints one line per item, or JSON.
    pub fn tell<T>(
        self,
        ask: impl Fn(Vec<(&'static str, String)>) -> Result<Page<Whole<T>>, Failure>,
        line: impl Fn(&T) -> String,
    ) -> Result<(), Failure> {
        let limit = if self.all { 100 } else { self.limit };
        let mut whole = Page {
            items: Vec::new(),
            next_cursor: self.cursor,
        };
        loop {
            let mut asked = vec![(query::LIMIT, limit.to_string())];
            asked.extend(
                whole
                    .next_cursor
                    .take()
                    .map(|cursor| (query::CURSOR, cursor)),
            );
            let page = ask(asked)?;
            whole.next_cursor = page.next_cursor;
            if self.json {
                whole.items.extend(page.items);
            } else {
                let lines: String = page.items.iter().map(|it| line(&it.read) + "\n").collect();
                files::print(&lines)?;
            }
            if !self.all || whole.next_cursor.is_none() {
                break;
            }
        }
        if self.json {
            return files::print(&files::json(&whole)?);
        }
        if let Some(cursor) = &whole.next_cursor {
            files::note(&format!("There are more: --all, or --cursor {cursor}"));
        }
        Ok(())
    }
}
