//! Module layering: which part of the server may import which. The sources are scanned as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Parts that features build on.
const BELOW_FEATURES: [&str; 25] = [
    "access",
    "activity",
    "app",
    "audit",
    "clients",
    "clock",
    "config",
    "counter",
    "db",
    "figures",
    "health",
    "heavy",
    "http",
    "idempotency",
    "mail",
    "names",
    "outbox",
    "plans",
    "private",
    "records",
    "search",
    "secret",
    "session",
    "snapshot",
    "web",
];
/// Parts that compose features.
const ABOVE_FEATURES: [&str; 10] = [
    "account",
    "admin",
    "backup",
    "bulk",
    "commands",
    "router",
    "seed",
    "sign_in_required",
    "tags",
    "trash",
];
/// The largest allowed import cycle within a folder, in files.
const CIRCLE_FILES: usize = 3;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// Maps each source file's module, such as `prompts::store`, to the `crate::` paths it names.
fn modules() -> Graph {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut files = Vec::new();
    collect(&root, &mut files);
    let named = files.iter().filter_map(|file| {
        let path = file.strip_prefix(&root).ok()?.with_extension("");
        let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        let module = parts.join("::");
        let module = module.strip_suffix("::mod").unwrap_or(&module);
        let is_part = !matches!(module, "main" | "lib");
        is_part.then(|| (module.to_owned(), paths(&fs::read_to_string(file).unwrap())))
    });
    named.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The paths after each `crate::` of a source, with `use` groups expanded.
fn paths(source: &str) -> BTreeSet<String> {
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code.collect::<Vec<_>>().join(" ");
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        expand("", rest, &mut found);
    }
    found
}

/// Parses a path or a group in braces, and returns the rest of the text.
fn expand<'a>(before: &str, text: &'a str, found: &mut BTreeSet<String>) -> &'a str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let (path, rest) = text.split_at(end.unwrap_or(text.len()));
    let path = format!("{before}{path}");
    let Some(mut group) = rest
        .strip_prefix('{')
        .filter(|_| path.is_empty() || path.ends_with("::"))
    else {
        found.insert(path);
        return rest;
    };
    loop {
        group = expand(&path, group.trim_start(), found).trim_start();
        // Skip a rename: `self as other`.
        let next = group.find([',', '}', '{']).unwrap_or(group.len());
        let (separator, after) = group[next..].split_at(usize::from(next < group.len()));
        group = after;
        if separator != "," {
            return group;
        }
    }
}

fn top(path: &str) -> &str {
    path.split("::").next().unwrap_or_default()
}

fn is_feature(part: &str) -> bool {
    !BELOW_FEATURES.contains(&part) && !ABOVE_FEATURES.contains(&part)
}

/// The strongly connected components: groups of nodes that reach each other.
fn circles(graph: &Graph) -> BTreeSet<BTreeSet<String>> {
    let reach = |from: &str| {
        let mut seen = BTreeSet::new();
        let mut next: Vec<&String> = graph.get(from).into_iter().flatten().collect();
        while let Some(node) = next.pop() {
            if seen.insert(node.clone()) {
                next.extend(graph.get(node).into_iter().flatten());
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|node| (node, reach(node))).collect();
    let circle = |node: &String| {
        let others = reached[node].iter().filter(|other| {
            *other != node && reached.get(other).is_some_and(|back| back.contains(node))
        });
        others.chain([node]).cloned().collect::<BTreeSet<_>>()
    };
    graph
        .keys()
        .map(circle)
        .filter(|circle| circle.len() > 1)
        .collect()
}

#[test]
fn the_router_alone_imports_handlers() {
    for (module, paths) in modules() {
        let handlers = paths.iter().filter(|path| path.ends_with("Api"));
        let handlers: Vec<_> = handlers.collect();
        assert!(
            module == "router" || handlers.is_empty(),
            "{module} imports {handlers:?}"
        );
    }
}

#[test]
fn what_features_are_built_on_knows_none_of_them() {
    for (module, paths) in modules() {
        if !BELOW_FEATURES.contains(&top(&module)) {
            continue;
        }
        let above = paths
            .iter()
            .filter(|path| is_feature(top(path)) || ABOVE_FEATURES.contains(&top(path)));
        let above: Vec<_> = above.collect();
        assert!(above.is_empty(), "{module} imports {above:?}");
    }
}

#[test]
fn stores_do_not_know_the_state() {
    for (module, paths) in modules() {
        if module.ends_with("::store") || top(&module) == "records" {
            assert!(!paths.contains("app::App"), "{module} names the state");
        }
    }
}

/// Statements say "may" by the conditions of `access`, so a new kind of member needs no new statement.
#[test]
fn access_alone_names_the_members_of_workspaces() {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut files = Vec::new();
    collect(&root, &mut files);
    let naming = files.iter().filter(|file| {
        let source = fs::read_to_string(file).unwrap();
        source.contains("workspace_members")
    });
    let mut naming: Vec<_> = naming.collect();
    naming.sort();
    let access = [root.join("access/members.rs"), root.join("access.rs")];
    assert_eq!(naming, access.iter().collect::<Vec<_>>());
}

#[test]
fn no_folders_import_each_other() {
    let mut folders = Graph::new();
    for (module, paths) in modules() {
        let to = paths.iter().map(|path| top(path).to_owned());
        let to = to.filter(|to| to != top(&module));
        folders
            .entry(top(&module).to_owned())
            .or_default()
            .extend(to);
    }
    assert_eq!(circles(&folders), BTreeSet::new());
}

#[test]
fn few_files_of_a_folder_import_each_other() {
    let modules = modules();
    let file_of = |path: &str| {
        let mut path = path.trim_end_matches("::");
        loop {
            if modules.contains_key(path) {
                return Some(path.to_owned());
            }
            path = path.rsplit_once("::")?.0;
        }
    };
    let files: Graph = modules
        .iter()
        .map(|(module, paths)| {
            let to = paths.iter().filter_map(|path| file_of(path));
            (module.clone(), to.filter(|to| to != module).collect())
        })
        .collect();
    for circle in circles(&files) {
        assert!(circle.len() <= CIRCLE_FILES, "{circle:?}");
    }
}
