//! Secrets from files, as container platforms mount them: `SMTP_URL_FILE` names a file that holds `SMTP_URL`.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;

/// The arguments of the program, with a flag added for each secret whose variable ends in `_FILE`; one that is given as a
/// flag needs none. The error is a sentence for the administrator, and names no value.
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
        let flag = format!("--{long}");
        let is_given = arguments.iter().any(|argument| {
            let argument = argument.to_string_lossy();
            argument == flag || argument.starts_with(&format!("{flag}="))
        });
        // Only secrets: `LOG_FILE`, say, is a usual variable of other meaning.
        if !setting.is_hide_env_values_set() || is_given {
            continue;
        }
        let Some(file) = variable(&file_variable).filter(|file| !file.is_empty()) else {
            continue;
        };
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
    use clap::Arg;

    use super::*;

    fn command() -> Command {
        let word = |name: &'static str, env: &'static str| Arg::new(name).long(name).env(env);
        Command::new("promptcase-server")
            .arg(word("smtp-url", "SMTP_URL").hide_env_values(true))
            .arg(word("log", "LOG"))
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
        let plain = ["promptcase-server", "serve"];
        for variables in [&[][..], &[("LOG_FILE", "/var/log/promptcase")]] {
            assert_eq!(read(variables).expect("read"), plain);
        }
        let given = ["promptcase-server", "--smtp-url", "smtp://host"].map(OsString::from);
        let variable = |name: &str| (name == "SMTP_URL_FILE").then(|| path.into());
        let arguments = with_files(&command(), given.clone(), variable).expect("read");
        assert_eq!(arguments, given);
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
    }
}
