//! Names of files that follow a prompt across its versions.

use std::path::{Path, PathBuf};

use prompt_core::VersionNumber;
use prompt_core::import::is_instructions;
use prompt_core::text::export_file_name;
use unicode_normalization::UnicodeNormalization as _;

/// Device names that Windows reserves, with any extension.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];
/// Reserved device names that end in a digit.
const NUMBERED_DEVICES: &[&str] = &["com", "lpt"];

/// Returns an unused file name for a title, and adds it to `taken`. Names in the folder and in `taken` are
/// skipped.
pub fn free(folder: &Path, title: &str, extension: &str, taken: &mut Vec<String>) -> PathBuf {
    let stem = stem(title);
    let mut number = 1;
    loop {
        let name = if number == 1 {
            format!("{stem}.{extension}")
        } else {
            format!("{stem}-{number}.{extension}")
        };
        let path = folder.join(&name);
        if !taken.contains(&key(&name)) && !path.exists() {
            taken.push(key(&name));
            return path;
        }
        number += 1;
    }
}

/// Returns an unused path below a folder for a file that a tool names, and adds it to `taken`. Where the tool wants one
/// name for every file, a folder is named after the title.
pub fn free_as(folder: &Path, title: &str, named: &str, taken: &mut Vec<String>) -> PathBuf {
    let (inner, base) = match named.rsplit_once('/') {
        Some((inner, base)) => (Some(inner.to_owned()), base),
        None => (None, named),
    };
    let (name, ending) = match base.split_once('.') {
        Some((name, ending)) => (name, format!(".{ending}")),
        None => (base, String::new()),
    };
    let is_fixed = is_instructions(base) || name.is_empty();
    let inner = inner.or_else(|| is_fixed.then(|| stem(title)));
    let mut number = 1;
    loop {
        let numbered = match number {
            1 => String::new(),
            number => format!("-{number}"),
        };
        let name = match &inner {
            Some(inner) => format!("{inner}{numbered}/{base}"),
            None => format!("{name}{numbered}{ending}"),
        };
        let path = folder.join(&name);
        let is_free = !path.exists() && !leads_elsewhere(folder, &path);
        if !taken.contains(&key(&name)) && is_free {
            taken.push(key(&name));
            return path;
        }
        number += 1;
    }
}

/// Whether a link stands between a folder and a path in it.
pub fn leads_elsewhere(folder: &Path, path: &Path) -> bool {
    let inside = path.ancestors().take_while(|at| *at != folder);
    inside.into_iter().any(Path::is_symlink)
}

/// Normalizes a name for comparison: some file systems ignore case and the Unicode form of accents.
pub fn key(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

/// The stem of an export's file name without the version, since the file outlives versions.
fn stem(title: &str) -> String {
    let initial = VersionNumber::INITIAL;
    let VersionNumber {
        major,
        minor,
        batch,
    } = initial;
    let with_version = export_file_name(title, initial, "");
    let stem = with_version
        .strip_suffix(&format!("-v{major}-{minor}-{batch}."))
        .unwrap_or("prompt");
    if is_device(stem) {
        format!("{stem}-prompt")
    } else {
        stem.to_owned()
    }
}

fn is_device(stem: &str) -> bool {
    let numbered = |name: &str| {
        stem.strip_prefix(name).is_some_and(|digit| {
            let mut digits = digit.chars();
            digits
                .next()
                .is_some_and(|it| it.is_ascii_digit() || "¹²³".contains(it))
                && digits.next().is_none()
        })
    };
    DEVICES.contains(&stem) || NUMBERED_DEVICES.iter().any(|name| numbered(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_title_and_never_after_a_device() {
        for (title, name) in [
            ("Größe & 漢字!", "größe-漢字.md"),
            ("???", "prompt.md"),
            ("CON", "con-prompt.md"),
            ("Com 1", "com-1.md"),
            ("COM1", "com1-prompt.md"),
            ("lpt9!", "lpt9-prompt.md"),
            ("com10", "com10.md"),
            ("Console", "console.md"),
        ] {
            let path = free(Path::new("nowhere"), title, "md", &mut Vec::new());
            assert_eq!(path, Path::new("nowhere").join(name), "{title}");
        }
    }
}
