//! Settings from files, as container platforms mount secrets: `SMTP_URL_FILE` names a file that holds `SMTP_URL`.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;

/// The arguments of the program, with a flag added for each setting whose variable ends in `_FILE`. The error is a
/// sentence for the administrator, and names no value.
pub fn with_files(
    command: &Command,
    arguments: impl IntoIterator<Item = OsString>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<Vec<OsString>, String> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut flags = Vec::new();
    for setting in command.get_arguments() {
        let (Some(name), Some(long)) = (setting.get_env(), setting.get_long()) else {
            continue;
        };
        let name = name.to_string_lossy();
        let file_variable = format!("{name}_FILE");
        let Some(file) = variable(&file_variable).filter(|file| !file.is_empty()) else {
            continue;
        };
        if !setting.get_action().takes_values() {
            return Err(format!(
                "{file_variable} is not supported: set {name} to true or leave it out"
            ));
        }
        if variable(&name).is_some_and(|value| !value.is_empty()) {
            return Err(format!(
                "{name} and {file_variable} are both set: leave one of them out"
            ));
        }
        let value = std::fs::read_to_string(Path::new(&file)).map_err(|error| {
            format!(
                "the file of {file_variable}, {}, cannot be read: {error}",
                file.display()
            )
        })?;
        flags.push(OsString::from(format!("--{long}={}", value.trim_end())));
    }
    let program = arguments.len().min(1);
    arguments.splice(program..program, flags);
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction};

    use super::*;

    fn command() -> Command {
        let word = |name: &'static str, env: &'static str| Arg::new(name).long(name).env(env);
        Command::new("promptcase-server")
            .arg(word("smtp-url", "SMTP_URL"))
            .arg(word("fast", "FAST").action(ArgAction::SetTrue))
            .subcommand(Command::new("serve"))
    }

    fn read(variables: &[(&str, &str)]) -> Result<Vec<OsString>, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| OsString::from(value))
        };
        with_files(
            &command(),
            ["promptcase-server".into(), "serve".into()],
            variable,
        )
    }

    #[test]
    fn a_setting_is_read_from_its_file_without_the_last_line_end() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "smtp://user:pass word@host\n").expect("written");
        let path = file.path().to_str().expect("a path");
        let arguments = read(&[("SMTP_URL_FILE", path)]).expect("read");
        assert_eq!(
            arguments,
            [
                "promptcase-server",
                "--smtp-url=smtp://user:pass word@host",
                "serve"
            ]
        );
        assert_eq!(read(&[]).expect("read"), ["promptcase-server", "serve"]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_without_naming_a_value() {
        let both = read(&[("SMTP_URL", "secret"), ("SMTP_URL_FILE", "/f")]);
        assert_eq!(
            both.expect_err("refused"),
            "SMTP_URL and SMTP_URL_FILE are both set: leave one of them out"
        );
        let missing = read(&[("SMTP_URL_FILE", "/nowhere/secret")]).expect_err("refused");
        assert!(missing.starts_with("the file of SMTP_URL_FILE, /nowhere/secret, cannot be read"));
        assert!(read(&[("FAST_FILE", "/f")]).is_err());
    }
}
