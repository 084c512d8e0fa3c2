//! Input from files or standard input, and output to files or standard output.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal as _, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;
use crate::terminal;

/// The argument that means standard input or output.
pub const STREAM: &str = "-";

/// A file's bytes and its name in messages.
pub struct Input {
    /// The name given, or `standard input`.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// Reads a file, or standard input for `-`.
pub fn read(name: &str) -> Result<Input, Failure> {
    if name == STREAM {
        let name = "standard input".to_owned();
        let mut bytes = Vec::new();
        return match io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(Input { name, bytes }),
            Err(error) => Err(Failure::file(&name, &error, "pipe a file into the program")),
        };
    }
    match fs::read(name) {
        Ok(bytes) => Ok(Input {
            name: name.to_owned(),
            bytes,
        }),
        Err(error) => Err(Failure::file(
            name,
            &error,
            "name an existing file, or - for standard input",
        )),
    }
}

/// Writes to a file, or to standard output for none or `-`.
pub fn write(name: Option<&str>, text: &str) -> Result<(), Failure> {
    match name {
        None | Some(STREAM) => print(text),
        Some(name) => write_file(Path::new(name), text),
    }
}

/// Creates a folder and its parents.
pub fn make_directory(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| {
        Failure::file(
            &path.display().to_string(),
            &error,
            "name a folder that can be made or is there",
        )
    })
}

/// Writes a file atomically, by renaming a temporary file. Links and permissions are preserved; a pipe or a
/// device such as `/dev/stdout` is written directly.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let written = match replaced(path) {
        Some(file) => replace(&file, text),
        None => fs::write(path, text),
    };
    written.map_err(|error| {
        Failure::file(
            &path.display().to_string(),
            &error,
            "name a file in a folder that exists and may be written to",
        )
    })
}

/// The regular file to replace, with links resolved. `None` when the path must be written directly.
fn replaced(path: &Path) -> Option<PathBuf> {
    // Replacing these would break an open descriptor, such as a shell's redirection or a terminal.
    if path.starts_with("/dev") || path.starts_with("/proc") {
        return None;
    }
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Some(fs::canonicalize(path).unwrap_or(path.to_owned())),
        Ok(_) => None,
        // A dangling link: writing through it creates its target.
        Err(_) if path.is_symlink() => None,
        Err(_) => Some(path.to_owned()),
    }
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let unfinished = path.with_added_extension("part");
    let written = fs::File::create(&unfinished)
        .and_then(|mut file| {
            if let Ok(stands) = fs::metadata(path) {
                file.set_permissions(stands.permissions())?;
            }
            file.write_all(text.as_bytes())
        })
        .and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // Best-effort cleanup: the temporary file may be gone already.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Whether a path is a link to something outside of a folder, whose files are not meant then.
pub fn leads_out(path: &Path, folder: &Path) -> bool {
    if !path.is_symlink() {
        return false;
    }
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    match (fs::canonicalize(path), fs::canonicalize(folder)) {
        (Ok(path), Ok(folder)) => !path.starts_with(folder),
        _ => true,
    }
}

/// Checks that a file is writable by creating and deleting its temporary file.
pub fn check(path: &Path) -> io::Result<()> {
    let unfinished = path.with_added_extension("part");
    fs::write(&unfinished, "").and_then(|()| fs::remove_file(&unfinished))
}

/// Formats a value as indented JSON with a trailing line feed.
pub fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|json| json + "\n")
        .map_err(|error| Failure::content(error.to_string(), "leave out --json"))
}

/// Writes to standard output; a closed pipe, as from `head`, is no failure. Control characters are made visible
/// on a terminal and passed through elsewhere.
pub fn print(text: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() {
        print_styled(&terminal::shown(text))
    } else {
        print_styled(text)
    }
}

/// Writes text that is safe for a terminal already, with its colours.
pub fn print_styled(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::file(
            "standard output",
            &error,
            "check where the output goes",
        )),
        _ => Ok(()),
    }
}

/// Writes a line to standard error. Errors are ignored: there is nowhere left to report them.
pub fn note(line: &str) {
    let mut err = io::stderr().lock();
    let line = if err.is_terminal() {
        terminal::shown(line)
    } else {
        line.into()
    };
    let _ = writeln!(err, "{line}");
}
