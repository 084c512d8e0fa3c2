//! The collections of the server: finding them, and what is in them.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::failure::Failure;
use crate::remote::{Folder, FolderItem, NewFolder, Page, Server, Whole, query};
use crate::terminal::one_line;

/// Items per page of a list.
const PAGE: usize = 100;
/// Ids listed in the failure when several collections share a title.
const NAMED: usize = 5;

/// All items of a list.
pub fn all<T>(
    ask: impl Fn(Vec<(&'static str, String)>) -> Result<Page<Whole<T>>, Failure>,
) -> Result<Vec<T>, Failure> {
    let mut items = Vec::new();
    let mut cursor = None;
    loop {
        let mut asked = vec![(query::LIMIT, PAGE.to_string())];
        asked.extend(cursor.map(|cursor| (query::CURSOR, cursor)));
        let page = ask(asked)?;
        items.extend(page.items.into_iter().map(|item| item.read));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(items);
        }
    }
}

/// Finds one of the user's collections by its id or its title.
pub fn find(server: &Server, name: &str) -> Result<Uuid, Failure> {
    lookup(server, name)?.ok_or_else(|| {
        Failure::server(
            format!("there is no collection called {}", one_line(name)),
            "write its whole title or its id, which its address in the browser ends with",
        )
    })
}

/// The same; `None` if there is none.
pub fn lookup(server: &Server, name: &str) -> Result<Option<Uuid>, Failure> {
    if let Ok(id) = name.parse() {
        return Ok(Some(id));
    }
    let found = all(|page| {
        let asked = [(query::OWNER, "me"), (query::SEARCH, name)];
        let asked = asked.map(|(name, value)| (name, value.to_owned()));
        server.collections([asked.to_vec(), page].concat())
    })?;
    let same: Vec<&Folder> = found.iter().filter(|one| one.title == name).collect();
    match same.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(only.id)),
        several => {
            let ids: Vec<_> = several
                .iter()
                .take(NAMED)
                .map(|one| one.id.to_string())
                .collect();
            Err(Failure::usage(
                format!(
                    "{} collections are called {}",
                    several.len(),
                    one_line(name)
                ),
                format!("name one by its id: {}", ids.join(", ")),
            ))
        }
    }
}

/// What is in a collection.
pub fn items(server: &Server, id: Uuid) -> Result<Vec<FolderItem>, Failure> {
    all(|page| server.collection_items(id, page))
}

/// The prompts in a collection and in those below it.
pub fn prompts_below(server: &Server, id: Uuid) -> Result<HashSet<Uuid>, Failure> {
    let (mut prompts, mut seen) = (HashSet::new(), HashSet::new());
    let mut wanted = vec![id];
    while let Some(id) = wanted.pop() {
        // Collections may be items of each other.
        if !seen.insert(id) {
            continue;
        }
        for item in items(server, id)? {
            prompts.extend(item.prompt_id);
            wanted.extend(item.child_collection_id);
        }
        let nested = all(|page| {
            let nested = vec![(query::PARENT_ID, id.to_string())];
            server.collections([nested, page].concat())
        })?;
        wanted.extend(nested.into_iter().map(|folder: Folder| folder.id));
    }
    Ok(prompts)
}

/// The user's collections that hold a prompt as an item of their own.
pub fn containing(server: &Server, prompt: Uuid) -> Result<Vec<Folder>, Failure> {
    let found = all(|page| {
        let asked = vec![
            (query::OWNER, "me".to_owned()),
            (query::CONTAINS, prompt.to_string()),
        ];
        server.collections([asked, page].concat())
    })?;
    Ok(found
        .into_iter()
        .filter(|folder| !folder.is_smart)
        .collect())
}

/// The user's collections by their path.
pub struct Folders<'s> {
    server: &'s Server,
    ids: HashMap<Vec<String>, Uuid>,
}

impl<'s> Folders<'s> {
    pub fn new(server: &'s Server) -> Self {
        Self {
            server,
            ids: HashMap::new(),
        }
    }

    /// Finds the collection at a path, or creates it; `None` is the top level.
    pub fn find(&mut self, path: &[String]) -> Result<Option<Uuid>, Failure> {
        let Some((title, above)) = path.split_last() else {
            return Ok(None);
        };
        if let Some(id) = self.ids.get(path) {
            return Ok(Some(*id));
        }
        let parent = self.find(above)?;
        let level = all(|page| {
            let parent = parent.map_or_else(|| "root".to_owned(), |id| id.to_string());
            let level = vec![(query::OWNER, "me".to_owned()), (query::PARENT_ID, parent)];
            self.server.collections([level, page].concat())
        })?;
        let found = level
            .into_iter()
            .find(|folder: &Folder| folder.title == *title && !folder.is_smart);
        let id = if let Some(folder) = found {
            folder.id
        } else {
            let new = NewFolder {
                title,
                parent_id: parent,
            };
            self.server.create_collection(&new)?.id
        };
        self.ids.insert(path.to_vec(), id);
        Ok(Some(id))
    }
}
