//! Collections: a tree of folders for prompts.

use std::collections::HashMap;

use crate::{Error, ErrorKind, limits, validate};

/// Trims and validates a collection's title.
///
/// # Errors
///
/// Returns an error if the title is empty or too long.
pub fn title(text: &str) -> Result<String, Error> {
    validate::title(text)
}

/// The hierarchy of one owner's collections: each id with its parent.
#[derive(Debug, Clone, Default)]
pub struct Tree<'a> {
    parents: HashMap<&'a str, Option<&'a str>>,
}

impl<'a> Tree<'a> {
    /// Builds the tree from pairs of an id and its parent's id.
    pub fn new(collections: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> Self {
        Self {
            parents: collections.into_iter().collect(),
        }
    }

    /// Returns the path from a collection to the root, starting with the collection. It ends at an
    /// unknown or repeated parent.
    pub fn path(&self, id: &'a str) -> Vec<&'a str> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(Some(parent)) = self.parents.get(at) {
            if path.contains(parent) {
                break;
            }
            path.push(parent);
            at = parent;
        }
        path
    }

    /// The number of levels below a collection.
    fn height(&self, id: &str) -> usize {
        self.parents
            .keys()
            .filter_map(|other| self.path(other).iter().position(|step| *step == id))
            .max()
            .unwrap_or(0)
    }

    /// Checks whether a collection can be moved below another, or to the top level.
    ///
    /// # Errors
    ///
    /// Returns an error if the move would create a cycle or nest too deeply.
    pub fn check_move(&self, id: &str, parent: Option<&'a str>) -> Result<(), Error> {
        let above = parent.map_or_else(Vec::new, |parent| self.path(parent));
        if above.contains(&id) {
            return Err(ErrorKind::CollectionCycle.at("parent_id"));
        }
        if above.len() + 1 + self.height(id) > limits::COLLECTION_DEPTH {
            return Err(ErrorKind::TooDeep {
                limit: limits::COLLECTION_DEPTH,
            }
            .at("parent_id"));
        }
        Ok(())
    }

    /// Checks whether a collection can be added as an item to another.
    ///
    /// # Errors
    ///
    /// Returns an error if the other collection is itself or nested in it.
    pub fn check_link(&self, id: &str, collection: &'a str) -> Result<(), Error> {
        if self.path(collection).contains(&id) {
            return Err(ErrorKind::CollectionCycle.at("collection_ids"));
        }
        Ok(())
    }

    /// Returns every collection below this one. Deleting the collection deletes them too.
    pub fn descendants(&self, id: &str) -> Vec<&'a str> {
        let mut below: Vec<_> = self
            .parents
            .keys()
            .copied()
            .filter(|other| *other != id && self.path(other).contains(&id))
            .collect();
        below.sort_unstable();
        below
    }
}

/// Formats a count as '1 item' or '2 items', for dialogs.
pub fn item_count_label(count: u64) -> String {
    if count == 1 {
        "1 item".to_owned()
    } else {
        format!("{count} items")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_does_not_go_into_itself_or_below() {
        let tree = Tree::new([("a", None), ("b", Some("a")), ("c", Some("b")), ("d", None)]);
        for (id, parent, code) in [
            ("a", Some("a"), "collection_cycle"),
            ("a", Some("b"), "collection_cycle"),
            ("a", Some("c"), "collection_cycle"),
            ("a", Some("d"), ""),
            ("c", Some("d"), ""),
            ("b", None, ""),
            ("new", Some("c"), ""),
        ] {
            let said = tree
                .check_move(id, parent)
                .map_or_else(|error| error.code(), |()| "");
            assert_eq!(said, code, "{id} into {parent:?}");
        }
        for (id, collection, fits) in [
            ("a", "a", false),
            ("a", "c", false),
            ("c", "a", true),
            ("d", "a", true),
        ] {
            assert_eq!(
                tree.check_link(id, collection).is_ok(),
                fits,
                "{id} as an item of {collection}"
            );
        }
        assert_eq!(tree.descendants("a"), ["b", "c"]);
        assert_eq!(tree.path("c"), ["c", "b", "a"]);
    }

    #[test]
    fn a_damaged_tree_ends_nevertheless() {
        let tree = Tree::new([("a", Some("b")), ("b", Some("a")), ("c", Some("gone"))]);
        assert_eq!(tree.path("a"), ["a", "b"]);
        assert_eq!(tree.path("c"), ["c", "gone"]);
        assert_eq!(
            tree.check_move("a", Some("b")).unwrap_err().code(),
            "collection_cycle"
        );
    }

    #[test]
    fn nesting_has_an_end() {
        let names: Vec<String> = (0..limits::COLLECTION_DEPTH)
            .map(|n| n.to_string())
            .collect();
        let tree = Tree::new(names.iter().enumerate().map(|(at, name)| {
            (
                name.as_str(),
                at.checked_sub(1).map(|up| names[up].as_str()),
            )
        }));
        let deepest = names.last().map(String::as_str);
        assert_eq!(
            tree.check_move("new", deepest).unwrap_err().code(),
            "too_deep"
        );
        assert!(
            tree.check_move("new", Some(&names[limits::COLLECTION_DEPTH - 2]))
                .is_ok()
        );
    }

    #[test]
    fn counts_have_a_plural() {
        assert_eq!(
            [0, 1, 2].map(item_count_label),
            ["0 items", "1 item", "2 items"]
        );
    }
}
