//! Command-line tests without a server: arguments, output and exit codes.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, is_match, starts_with};

fn promptcase(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_promptcase"));
    program.args(arguments);
    program
}

/// A temporary folder per test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("the file is written");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// Writes the sample prompt as Promptcase JSON, and returns its path.
    fn review(&self) -> String {
        let markdown = self.write("review.md", REVIEW);
        let json = self.path("review.json");
        promptcase(&["convert", &markdown, "--to", "json", "-o", &json])
            .assert()
            .success();
        json
    }
}

const REVIEW: &str = "# Code review

## Task

Read the diff.
Name every bug.

## Style

Be kind.
";

#[test]
fn versions_grow() {
    for (version, part, next) in [
        ("1.2.3", "major", "2.0.0\n"),
        ("1.2.3", "minor", "1.3.0\n"),
        ("v1.2.3", "patch", "1.2.4\n"),
        ("v1.2.3", "batch", "1.2.4\n"),
    ] {
        promptcase(&["bump", version, part])
            .assert()
            .success()
            .stdout(next);
    }
}

#[test]
fn costs_are_exact() {
    for (provider, model, complexity, length, credits) in [
        ("openai", "gpt-4o-mini", "simple", "500", "8\n"),
        // 10 × 1.2 × 1.2 × 2 × 2 = 57.6
        ("anthropic", "claude-3-sonnet", "complex", "1501", "58\n"),
    ] {
        promptcase(&["cost", "--provider", provider, "--model", model])
            .args(["--complexity", complexity, "--length", length])
            .assert()
            .success()
            .stdout(credits);
    }
    promptcase(&[
        "cost",
        "--provider",
        "openai",
        "--model",
        "gpt-4o",
        "--json",
    ])
    .args(["--complexity", "simple", "--length", "1"])
    .assert()
    .success()
    .stdout(contains("\"model_multiplier\": \"12.5\""));
}

#[test]
fn a_failure_is_two_lines_and_a_code() {
    for (arguments, code, error) in [
        (
            &["bump", "1.2", "minor"][..],
            2,
            "error: invalid value '1.2'",
        ),
        (&["bump"], 2, "error: the following required arguments"),
        (
            &["bump", "1.0.4294967295", "batch"],
            2,
            "error: The patch number of 1.0.4294967295 cannot grow any further",
        ),
        (&["fly"], 2, "error: unrecognized subcommand 'fly'"),
        (&[], 2, "error: no command was given"),
        (
            &["convert", "/nowhere.md", "--to", "json"],
            3,
            "error: /nowhere.md: ",
        ),
        (
            &["convert", "x", "--to", "pdf"],
            2,
            "error: invalid value 'pdf'",
        ),
        (&["new", "--title", " "], 2, "error: "),
    ] {
        let two_lines = is_match(r"\Aerror: .+\nhint: .+\n\z").expect("a pattern");
        promptcase(arguments)
            .assert()
            .code(code)
            .stdout(is_empty())
            .stderr(starts_with(error).and(two_lines));
    }
}

#[test]
fn what_was_mistyped_is_guessed() {
    for (arguments, hint) in [
        (&["exprot"][..], "a similar subcommand exists: 'export'"),
        (
            &["convert", "x", "--too", "yaml"],
            "a similar argument exists: '--to'",
        ),
        (
            &["validate", "x", "--nothing-like-it"],
            "write promptcase validate",
        ),
    ] {
        promptcase(arguments)
            .assert()
            .code(2)
            .stderr(contains(format!("\nhint: {hint}")));
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    promptcase(&["--help"])
        .assert()
        .success()
        .stdout(contains("Exit codes:"));
    promptcase(&["--version"])
        .assert()
        .success()
        .stdout(starts_with("promptcase "));
    for command in [
        "new",
        "validate",
        "lint",
        "convert",
        "export",
        "import",
        "diff",
        "merge",
        "bump",
        "cost",
        "login",
        "logout",
        "whoami",
        "list",
        "pull",
        "push",
        "sync",
        "history",
        "snapshot",
        "restore",
        "completions",
    ] {
        promptcase(&[command, "--help"])
            .assert()
            .success()
            .stdout(contains("Examples:"));
    }
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        promptcase(&["completions", shell])
            .assert()
            .success()
            .stdout(contains("convert"));
    }
}

#[test]
fn every_format_converts_there_and_back() {
    let folder = Folder::new();
    let original = folder.review();
    for format in ["markdown", "yaml", "html", "xml", "json", "prompty"] {
        let (there, back) = (folder.path(format), folder.path("back.json"));
        promptcase(&["convert", &original, "--to", format, "-o", &there])
            .assert()
            .success();
        promptcase(&["convert", &there, "--to", "json", "-o", &back])
            .assert()
            .success();
        promptcase(&["diff", &original, &back])
            .assert()
            .success()
            .stdout(is_empty());
    }
    promptcase(&["convert", &original, "--to", "plain-text"])
        .assert()
        .success()
        .stdout(contains("Read the diff.\nName every bug."));
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_written_itself() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new();
    let review = folder.review();
    let convert = |to: &str| promptcase(&["convert", &review, "--to", "json", "-o", to]);
    let mode = |path: &str| {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
    };
    // A link keeps its target, and the file its permissions
    let secret = folder.write("secret.json", "");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).expect("one's own");
    let link = folder.path("link.json");
    symlink(&secret, &link).expect("a link");
    convert(&link).assert().success();
    assert!(fs::symlink_metadata(&link).expect("it").is_symlink());
    assert!(folder.read("secret.json").contains("Code review"));
    assert_eq!(mode(&secret) & 0o777, 0o600);
    // A dangling link creates its target
    symlink(folder.path("made.json"), folder.path("ahead.json")).expect("a link");
    convert(&folder.path("ahead.json")).assert().success();
    assert!(folder.read("made.json").contains("Code review"));
    // Standard output and pipes are written directly
    convert("/dev/stdout")
        .assert()
        .success()
        .stdout(contains("Code review"));
    let pipe = folder.path("pipe");
    let mkfifo = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(mkfifo.expect("it runs").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("what goes through")
    });
    convert(&pipe).assert().success();
    assert!(reader.join().expect("it reads").contains("Code review"));
    // A folder is rejected
    convert(&folder.path("")).assert().code(3);
}

#[test]
fn a_dash_is_standard_input() {
    promptcase(&["convert", "-", "--from", "markdown", "--to", "yaml"])
        .write_stdin(REVIEW)
        .assert()
        .success()
        .stdout(contains("Code review"));
}

#[test]
fn a_file_is_equal_to_itself_whatever_is_in_it() {
    let folder = Folder::new();
    for (name, text) in [
        ("empty.md", ""),
        ("two.csv", "act,prompt\nA,One\nB,Two\n"),
        ("none.json", "[]"),
    ] {
        let file = folder.write(name, text);
        promptcase(&["diff", &file, &file])
            .assert()
            .success()
            .stdout(is_empty())
            .stderr(is_empty());
        promptcase(&["diff", "--json", &file, &file])
            .assert()
            .success()
            .stdout(contains("[]"));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_compared_though_it_can_be_read_only_once() {
    let folder = Folder::new();
    let file = folder.write("a.md", "# A\n\nText\n");
    for (piped, code) in [("# A\n\nText\n", 0), ("# A\n\nText, more\n", 1)] {
        promptcase(&["diff", &file, "/dev/stdin"])
            .write_stdin(piped)
            .assert()
            .code(code);
    }
}

#[test]
fn a_file_that_is_no_archive_and_one_named_twice_are_told_and_read_once() {
    let folder = Folder::new();
    let broken = folder.write("no.zip", "PK, and no archive");
    promptcase(&["validate", &broken])
        .assert()
        .code(3)
        .stderr(contains("this is no zip archive"));
    let file = folder.write("a.md", "# A\n\nText\n");
    let pattern = file.replace("a.md", "*.md");
    let once = promptcase(&["validate", &file]).assert().success();
    let twice = promptcase(&["validate", &pattern, &file])
        .assert()
        .success();
    assert_eq!(once.get_output().stdout, twice.get_output().stdout);
}

#[test]
fn differences_are_told_to_people_and_programs() {
    let folder = Folder::new();
    let old = folder.review();
    let text = folder.read("review.json");
    let new = folder.write("new.json", &text.replace("every bug", "every fault"));
    promptcase(&["diff", &old, &old])
        .assert()
        .success()
        .stdout(is_empty());
    promptcase(&["diff", &old, &new])
        .assert()
        .code(1)
        .stdout(contains("  - Name every bug.\n  + Name every fault.\n"));
    let told = promptcase(&["diff", "--json", &old, &new]).assert().code(1);
    let json: serde_json::Value =
        serde_json::from_slice(&told.get_output().stdout).expect("this is JSON");
    assert_eq!(json["changes"][0]["type"], "modified");
}

#[test]
fn a_merge_keeps_both_edits_and_names_conflicts() {
    let folder = Folder::new();
    let base = folder.review();
    let text = folder.read("review.json");
    let mine = folder.write("mine.json", &text.replace("Be kind.", "Be very kind."));
    let theirs = folder.write("theirs.json", &text.replace("Read the", "Read all of the"));
    promptcase(&["merge", &base, &mine, &theirs])
        .assert()
        .success()
        .stdout(contains("Be very kind.").and(contains("Read all of the")));
    let other = folder.write("other.json", &text.replace("Be kind.", "Be blunt."));
    promptcase(&["merge", &base, &mine, &other])
        .assert()
        .code(1)
        .stdout(contains("Be very kind.").and(contains("Be blunt.").not()))
        .stderr(starts_with("conflict: "));
    promptcase(&["merge", &base, &mine, &other, "--prefer", "theirs"])
        .assert()
        .success()
        .stdout(contains("Be blunt."));
}

#[test]
fn plain_files_are_compared_and_merged_without_ids() {
    let folder = Folder::new();
    let prompty = |name: &str, kind: &str, two: &str| {
        let text = format!(
            "---\nname: a\n---\nsystem:\nBe {kind}.\n\nAlways.\n\nLine {two}.\n\nuser:\nHi {{{{x}}}}\n"
        );
        folder.write(name, &text)
    };
    let base = prompty("base.prompty", "kind", "two");
    let mine = prompty("mine.prompty", "kind", "2");
    let theirs = prompty("theirs.prompty", "brief", "two");
    promptcase(&["diff", &base, &base])
        .assert()
        .success()
        .stdout(is_empty());
    promptcase(&["diff", &base, &mine])
        .assert()
        .code(1)
        .stdout(contains("Content of Segment 1 changed"))
        .stdout(contains("removed").not())
        .stdout(contains("Segment 2").not());
    let both = folder.path("both.prompty");
    promptcase(&["merge", &base, &mine, &theirs, "-o", &both])
        .assert()
        .success();
    let merged = folder.read("both.prompty");
    for line in ["Be brief.", "Line 2.", "Hi {{x}}"] {
        assert_eq!(merged.matches(line).count(), 1, "{merged}");
    }
    promptcase(&["merge", &base, &base, &mine, "-o", &both])
        .assert()
        .success();
    promptcase(&["diff", &both, &mine])
        .assert()
        .success()
        .stdout(is_empty());
}

#[test]
fn names_of_files_are_no_difference() {
    let folder = Folder::new();
    let texts: [(&str, [&str; 3]); 3] = [
        (
            "md",
            [
                "One.\n\nTwo.\n\nThree.\n",
                "Uno.\n\nTwo.\n\nThree.\n",
                "One.\n\nTwo.\n\nTres.\n",
            ],
        ),
        (
            "txt",
            [
                "One.\nTwo.\nThree.\n",
                "Uno.\nTwo.\nThree.\n",
                "One.\nTwo.\nTres.\n",
            ],
        ),
        (
            "json",
            [
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"One.\\nTwo.\\nThree.\"}]}",
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Uno.\\nTwo.\\nThree.\"}]}",
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"One.\\nTwo.\\nTres.\"}]}",
            ],
        ),
    ];
    for (ending, texts) in texts {
        let names = ["base", "mine", "theirs"].map(|name| format!("{name}.{ending}"));
        let [base, mine, theirs] = [0, 1, 2].map(|at| folder.write(&names[at], texts[at]));
        let copy = folder.write(&format!("copy.{ending}"), texts[0]);
        promptcase(&["diff", &base, &copy])
            .assert()
            .success()
            .stdout(is_empty());
        promptcase(&["diff", "-", &copy])
            .write_stdin(texts[0])
            .assert()
            .success();
        let merged = format!("merged.{ending}");
        promptcase(&["merge", &base, &mine, &theirs, "-o", &folder.path(&merged)])
            .assert()
            .success()
            .stderr(is_empty());
        // In the form of the files.
        let expected = texts[1].replace("Three.", "Tres.");
        assert_eq!(folder.read(&merged), expected);
    }
    // A title in the file is one.
    let titled = folder.write("titled.md", "# Another\n\nOne.\n");
    let other = folder.write("other.md", "# Other\n\nOne.\n");
    promptcase(&["diff", &titled, &other])
        .assert()
        .code(1)
        .stdout(contains("title"));
}

#[test]
fn a_merge_is_written_in_the_form_of_the_files_or_of_the_output() {
    let folder = Folder::new();
    let skill = |name: &str, license: &str, text: &str| {
        fs::create_dir_all(folder.path(name)).expect("a folder");
        folder.write(
            &format!("{name}/SKILL.md"),
            &format!(
                "---\nname: pdf\ndescription: Reads\nlicense: {license}\n---\nRead.\n\n{text}\n"
            ),
        )
    };
    let base = skill("o", "MIT", "Say less.");
    let mine = skill("m", "MIT", "Say nothing.");
    let theirs = skill("t", "Apache-2.0", "Say less.");
    let both = folder.path("out-SKILL.md");
    promptcase(&["merge", &base, &mine, &theirs, "-o", &both])
        .assert()
        .success();
    assert_eq!(
        folder.read("out-SKILL.md"),
        "---\nname: pdf\ndescription: Reads\nlicense: Apache-2.0\n---\nRead.\n\nSay nothing.\n"
    );
    promptcase(&["merge", &base, &mine, &theirs, "-o", &folder.path("r.mdc")])
        .assert()
        .success();
    assert!(
        folder
            .read("r.mdc")
            .starts_with("---\ndescription: Reads\n")
    );
}

#[test]
fn a_merge_drops_no_change_beside_the_prompt_in_silence() {
    let folder = Folder::new();
    let file = |name: &str, comment: &str, model: &str, text: &str| {
        let text = format!(
            "# {comment}\nname: A\nmodel: {model}\nmessages:\n- role: user\n  content: {text}\n"
        );
        folder.write(name, &text)
    };
    let base = file("base.prompt.yml", "one", "openai/a", "Read.");
    let mine = file("mine.prompt.yml", "two", "openai/a", "Read all.");
    let theirs = file("theirs.prompt.yml", "one", "openai/b", "Read.");
    for [mine, theirs] in [[&mine, &theirs], [&theirs, &mine]] {
        let both = folder.path("both.prompt.yml");
        promptcase(&["merge", &base, mine, theirs, "-o", &both])
            .assert()
            .code(1)
            .stderr(contains("(compare the files themselves)"));
        let merged = folder.read("both.prompt.yml");
        for line in ["openai/b", "Read all."] {
            assert!(merged.contains(line), "{merged}");
        }
    }
    // Without a comment of mine nothing is lost.
    let plain = file("plain.prompt.yml", "one", "openai/a", "Read all.");
    let both = folder.path("both.prompt.yml");
    promptcase(&["merge", &base, &plain, &theirs, "-o", &both])
        .assert()
        .success()
        .stderr(is_empty());
    assert_eq!(
        folder.read("both.prompt.yml"),
        "# one\nname: A\nmodel: openai/b\nmessages:\n- role: user\n  content: Read all.\n"
    );
}

#[test]
fn a_terminal_is_shown_what_it_would_obey_and_a_file_gets_it() {
    let folder = Folder::new();
    let odd = folder.write(
        "odd.json",
        r#"{"title":"T","content":{"segments":[{"type":"user","content":"a\u001b]0;owned\u0007\u001b[2Jb"}]}}"#,
    );
    let arguments = ["convert", &odd, "--to", "plain-text"];
    promptcase(&arguments)
        .assert()
        .success()
        .stdout(contains("a\u{1b}]0;owned\u{7}\u{1b}[2Jb"));
    let program = env!("CARGO_BIN_EXE_promptcase");
    Command::new("python3")
        .args([
            "-c",
            "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))",
            program,
        ])
        .args(arguments)
        .assert()
        .success()
        .stdout(contains("a␛]0;owned␇␛[2Jb").and(contains("\u{1b}").not()));
}

#[test]
fn an_import_or_export_writes_over_nothing_else() {
    let folder = Folder::new();
    let skill = |text: &str| format!("---\nname: review\ndescription: d\n---\n{text}\n");
    let one = folder.write("one.md", &skill("One."));
    let two = folder.write("two.md", &skill("Two."));
    let out = folder.path("out");
    promptcase(&["import", &one, "-d", &out]).assert().success();
    let written = folder.read("out/review-v1-0-0.json");
    // Importing the same file again changes nothing. Another prompt of that name is refused, but not the files
    // after it.
    promptcase(&["import", &one, "-d", &out]).assert().success();
    let third = folder.write("three.md", "# Third\n\n## A\n\nText.\n");
    promptcase(&["import", &two, &third, "-d", &out])
        .assert()
        .code(3)
        .stdout(contains("third-v1-0-0.json"))
        .stderr(contains("review-v1-0-0.json is there already").and(contains("--force")));
    assert_eq!(folder.read("out/review-v1-0-0.json"), written);
    promptcase(&["import", &two, "-d", &out, "--force"])
        .assert()
        .success();
    assert!(folder.read("out/review-v1-0-0.json").contains("Two."));
    // An export does not overwrite an edited file.
    promptcase(&["export", &one, "--to", "markdown", "-d", &out])
        .assert()
        .success();
    folder.write("out/review-v1-0-0.md", "mine");
    promptcase(&["export", &one, "--to", "markdown", "-d", &out])
        .assert()
        .code(3);
    assert_eq!(folder.read("out/review-v1-0-0.md"), "mine");
}

#[test]
fn names_of_files_fit_and_differ_on_every_file_system() {
    let folder = Folder::new();
    let titles = ["漢".repeat(120), "Caf\u{e9}".into(), "Cafe\u{301}".into()];
    let files: Vec<_> = titles
        .iter()
        .enumerate()
        .map(|(at, title)| {
            let prompt =
                format!(r#"{{"title":"{title}","content":{{"segments":[{{"content":"x"}}]}}}}"#);
            folder.write(&format!("{at}.json"), &prompt)
        })
        .collect();
    let out = folder.path("out");
    promptcase(&[
        "export", &files[0], &files[1], &files[2], "--to", "json", "-d", &out,
    ])
    .assert()
    .success()
    .stdout(contains("caf\u{e9}-v1-0-0.json").and(contains("cafe\u{301}-v1-0-0-2.json")));
    for entry in fs::read_dir(&out).expect("the folder") {
        let name = entry.expect("an entry").file_name();
        assert!(name.len() <= 230, "{}", name.display());
    }
}

#[test]
fn validation_names_the_place() {
    let folder = Folder::new();
    let good = folder.write("good.md", REVIEW);
    let bad = folder.write(
        "bad.json",
        r#"{"title":"T","structure_type":"advanced",
            "content":{"blocks":[{"id":"b","title":"B","assets":[{"id":"a","type":"url","reference":" "}]}]}}"#,
    );
    promptcase(&["validate", &good])
        .assert()
        .success()
        .stdout(contains("good.md: ok (1 prompt)"));
    promptcase(&["validate", &good, &bad])
        .assert()
        .code(1)
        .stdout(contains(
            "bad.json: content.blocks[0].assets[0].reference: error: Reference is required",
        ));
    let empty = folder.write("empty.md", "");
    for command in ["validate", "lint"] {
        promptcase(&[command, &empty])
            .assert()
            .code(1)
            .stdout(contains("empty.md: error: there is no prompt in it"));
    }
}

#[test]
fn lint_tells_what_an_export_would_lose() {
    let folder = Folder::new();
    let text = "{\"title\":\"T\",\"content\":{\"segments\":[{\"type\":\"user\",\"content\":\"a\\u0001b\"}]}}";
    let odd = folder.write("odd.json", text);
    promptcase(&["lint", &odd]).assert().code(1);
    promptcase(&["lint", "--to", "json", &odd])
        .assert()
        .success();
}

#[test]
fn a_new_prompt_is_as_asked_for() {
    promptcase(&["new", "--type", "persona"])
        .assert()
        .success()
        .stdout(contains("Untitled Persona"));
    let folder = Folder::new();
    let path = folder.path("n.yaml");
    promptcase(&[
        "new",
        "--structure",
        "advanced",
        "--title",
        "Größe",
        "-o",
        &path,
    ])
    .assert()
    .success();
    let text = folder.read("n.yaml");
    assert!(
        text.contains("advanced") && text.contains("Größe"),
        "{text}"
    );
}

#[test]
fn exports_go_into_a_folder_under_the_names_of_the_app() {
    let folder = Folder::new();
    let markdown = folder.write("r.md", REVIEW);
    let out = folder.path("out");
    promptcase(&["export", &markdown, "--directory", &out])
        .assert()
        .success();
    for extension in ["txt", "md", "yaml", "html", "xml", "json", "prompty"] {
        let name = format!("code-review-v1-0-0.{extension}");
        assert!(Path::new(&out).join(&name).is_file(), "{name}");
    }
    // A second prompt of the same name does not overwrite the first.
    promptcase(&["import", &markdown, &markdown, "--directory", &out])
        .assert()
        .success();
    assert!(Path::new(&out).join("code-review-v1-0-0-2.json").is_file());
}

/// A folder of sample files, if it exists.
fn corpus() -> Option<PathBuf> {
    let folder = option_env!("PROMPTCASE_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    );
    folder.is_dir().then_some(folder)
}

fn files_below(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.file_name().is_some_and(|name| name != "SOURCES.tsv") {
            found.push(path.display().to_string());
        }
    }
}

#[test]
fn what_people_have_is_read_without_a_crash() {
    let Some(corpus) = corpus() else {
        println!("not run: no corpus at ../shared/corpus, and PROMPTCASE_CORPUS names none");
        return;
    };
    let mut files = Vec::new();
    files_below(&corpus, &mut files);
    assert!(files.len() >= 20, "{} files", files.len());
    let arguments: Vec<_> = std::iter::once("validate")
        .chain(files.iter().map(String::as_str))
        .collect();
    let output = promptcase(&arguments).output().expect("the program runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    let report = String::from_utf8(output.stdout).expect("text");
    let good = report
        .lines()
        .filter(|line| line.contains(": ok ("))
        .count();
    let all = files.len();
    assert!(
        good * 10 >= all * 9,
        "{good} of {all} hold what may be stored:\n{report}"
    );
}

/// A zip archive of texts, stored without compression.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        writer
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .expect("an entry");
        std::io::Write::write_all(&mut writer, text.as_bytes()).expect("its text");
    }
    writer.finish().expect("an archive").into_inner()
}

#[test]
fn folders_and_archives_are_read_whole_and_a_failure_stops_nothing() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("in/skill/references")).expect("folders");
    fs::create_dir_all(folder.path("in/.git")).expect("folders");
    folder.write(
        "in/skill/SKILL.md",
        "---\nname: pdf\ndescription: d\n---\nRead a.\n",
    );
    folder.write("in/skill/references/a.md", "Facts.\n");
    folder.write("in/.git/b.md", "Not mine.\n");
    folder.write("in/c.txt", "Cook soup.\n");
    let archive = folder.path("d.skill");
    fs::write(
        &archive,
        zip(&[
            (
                "e/SKILL.md",
                "---\nname: zipped\ndescription: d\n---\nZip.\n",
            ),
            ("e/references/f.md", "F.\n"),
            ("e/x.bin", "\0"),
        ]),
    )
    .expect("an archive");
    let out = folder.path("out");
    promptcase(&[
        "import",
        &folder.path("in"),
        &folder.path("missing.md"),
        &archive,
        "-d",
        &out,
    ])
    .assert()
    .code(3)
    .stdout(
        contains("pdf-v1-0-0.json")
            .and(contains("c-v1-0-0.json"))
            .and(contains("zipped-v1-0-0.json")),
    )
    .stderr(contains("missing.md"));
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 3);
    assert!(folder.read("out/pdf-v1-0-0.json").contains("Facts."));
    assert!(
        folder
            .read("out/zipped-v1-0-0.json")
            .contains("references/f.md")
    );
    promptcase(&["lint", &folder.path("in"), &folder.path("missing.md")])
        .assert()
        .code(3)
        .stdout(contains("SKILL.md: ok").and(contains("c.txt: ok")));
    let broken = folder.write("broken.zip", "PK\u{3}\u{4} and nothing more");
    promptcase(&["import", &broken, "-d", &out])
        .assert()
        .code(3)
        .stderr(contains("cannot be read"));
}

#[cfg(unix)]
#[test]
fn a_skill_is_read_with_all_its_files_and_what_is_not_read_is_named() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("pdf/scripts")).expect("folders");
    folder.write(
        "pdf/SKILL.md",
        "---\nname: pdf\ndescription: d\nlicense: MIT\n---\nRead.\n",
    );
    folder.write("pdf/scripts/x.py", "print(1)\n");
    let out = folder.path("out");
    promptcase(&["import", &folder.path("pdf"), "-d", &out])
        .assert()
        .success();
    assert!(folder.read("out/pdf-v1-0-0.json").contains("scripts/x.py"));
    // A format without a place for them says so.
    promptcase(&[
        "convert",
        &folder.path("out/pdf-v1-0-0.json"),
        "--to",
        "skill",
    ])
    .assert()
    .success()
    .stderr(contains("the other files of the skill"));
    fs::create_dir_all(folder.path("mixed/deep")).expect("folders");
    folder.write("mixed/a.md", "Text.\n");
    folder.write("mixed/deep/prompt.py", "print(1)\n");
    folder.write("mixed/.hidden", "x");
    promptcase(&["import", &folder.path("mixed"), "-d", &out])
        .assert()
        .success()
        .stderr(contains(
            "not read, because of their endings: deep/prompt.py\n",
        ));
    let archive = folder.path("mixed.zip");
    fs::write(&archive, zip(&[("a.md", "Text."), ("b.exe", "x")])).expect("it is written");
    promptcase(&["import", &archive, "-d", &out])
        .assert()
        .stderr(contains("not read, because of their endings: b.exe\n"));
    // Each skill is written back into a folder of its own.
    for name in ["one", "two"] {
        fs::create_dir_all(folder.path(name)).expect("a folder");
        folder.write(
            &format!("{name}/SKILL.md"),
            &format!("---\nname: {name}\ndescription: d\nlicense: MIT\n---\nRead.\n"),
        );
    }
    promptcase(&[
        "export",
        &folder.path("one"),
        &folder.path("two"),
        "--to",
        "original",
        "-d",
        &out,
    ])
    .assert()
    .success();
    for name in ["one", "two"] {
        assert_eq!(
            folder.read(&format!("out/{name}/SKILL.md")),
            folder.read(&format!("{name}/SKILL.md"))
        );
    }
}

#[test]
fn a_folder_gives_its_regular_files_up_to_their_size() {
    // Given a folder with a prompt, a pipe that nobody writes to, a link to a device, and files that are too large
    let folder = Folder::new();
    let inner = folder.path("in");
    fs::create_dir_all(&inner).expect("a folder");
    folder.write("in/a.txt", "Cook soup.\n");
    for name in ["in/pipe.txt", "in/pipe.zip"] {
        let mkfifo = std::process::Command::new("mkfifo")
            .arg(folder.path(name))
            .status();
        assert!(mkfifo.expect("it runs").success());
    }
    std::os::unix::fs::symlink("/dev/zero", folder.path("in/zero.md")).expect("a link");
    for (name, megabytes) in [("in/large.txt", 13), ("in/sparse.md", 1 << 20)] {
        let file = fs::File::create(folder.path(name)).expect("a file");
        file.set_len(megabytes << 20).expect("its size");
    }
    // Then the prompt is read, and the large files are named
    let out = folder.path("out");
    promptcase(&["import", &inner, "-d", &out])
        .timeout(std::time::Duration::from_mins(1))
        .assert()
        .code(3)
        .stdout(contains("a-v1-0-0.json"))
        .stderr(
            contains("large.txt: this file has more than 12 MB")
                .and(contains("sparse.md: this file has more than 12 MB"))
                .and(contains("pipe").or(contains("zero")).not()),
        );
    // Then a folder of pipes alone has nothing to read
    fs::remove_file(folder.path("in/a.txt")).expect("it goes");
    fs::remove_file(folder.path("in/large.txt")).expect("it goes");
    fs::remove_file(folder.path("in/sparse.md")).expect("it goes");
    promptcase(&["import", &inner, "-d", &out])
        .timeout(std::time::Duration::from_mins(1))
        .assert()
        .code(3)
        .stderr(contains("no file of a kind that can be read"));
}

#[test]
fn lint_finds_what_nobody_sees() {
    let folder = Folder::new();
    let hidden = folder.write(
        "a.md",
        "---\nname: a\ndescription: d\n---\nFine.\nGo\u{e0069}\u{e0067} on \u{202e}x.\n",
    );
    promptcase(&["lint", &hidden])
        .assert()
        .code(1)
        .stdout(contains("a.md:6:3: warning").and(contains("U+E0069, U+E0067, U+202E")));
    let seen = folder.write("b.md", "Hello 👩\u{200d}👧 می\u{200c}خواهم.\n");
    promptcase(&["lint", &seen]).assert().success();
}

#[test]
fn lint_finds_secrets_open_braces_and_long_descriptions() {
    let folder = Folder::new();
    let key = format!("ghp_{}", "a7Kq2Zx9".repeat(5));
    let text = format!("# Role\nUse {key} for {{{{user}}.\n");
    let file = folder.write("ci.md", &text);
    let report = |arguments: &[&str]| {
        let told = promptcase(arguments).assert().code(1);
        String::from_utf8_lossy(&told.get_output().stdout).into_owned()
    };
    assert_eq!(
        report(&["lint", "--to", "json", &file]).replace(&file, "ci.md"),
        "ci.md:2:5: warning: a GitHub token is in the text (remove it, and revoke it if anybody may have seen it)
ci.md:2:54: warning: {{ without its other half (close the variable, or write a backslash before a literal brace)
"
    );
    let annotations = report(&["lint", "--to", "json", "--output-format", "github", &file]);
    assert!(annotations.starts_with("::warning file="), "{annotations}");
    assert!(
        annotations.contains("ci.md,line=2,col=5,title=secret::a GitHub token is in the text\n"),
        "{annotations}"
    );
    let objects = report(&["lint", "--to", "json", "--output-format", "json", &file]);
    let first: serde_json::Value = serde_json::from_str(objects.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["line"], &first["column"], &first["code"]),
        (&2.into(), &5.into(), &"secret".into())
    );
    // Whatever is found, the key is not printed.
    assert!(![annotations, objects].concat().contains(&key));

    let skill = format!(
        "---\nname: long\ndescription: {}\n---\nDo it.\n",
        "word ".repeat(210)
    );
    let skill = folder.write("SKILL.md", &skill);
    assert!(report(&["lint", &skill]).contains("the description of the skill has 1049 characters"));

    let good = folder.write("good.md", "# Role\nHello {{name}}.\n");
    for command in ["lint", "validate"] {
        promptcase(&[command, "--quiet", &good])
            .assert()
            .success()
            .stdout("");
    }
}

#[test]
fn the_changed_word_of_a_long_line_is_marked() {
    let folder = Folder::new();
    let words = "lorem ipsum dolor sit amet ".repeat(36);
    let old = folder.write("old.txt", &format!("{words}kind {words}\n"));
    let new = folder.write("new.txt", &format!("{words}brief {words}\n"));
    let told = promptcase(&["diff", &old, &new]).assert().code(1);
    let told = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    assert!(
        told.contains("[-kind-]") && told.contains("{+brief+}"),
        "{told}"
    );
    assert!(told.len() < 500, "{told}");
}

#[test]
fn a_file_of_another_program_is_converted_to_itself() {
    let folder = Folder::new();
    let prompty = "---\nname: t\nmodel:\n  id: gpt-x # fast\ntools:\n  - name: f\n---\nsystem:\nS {% if q %}x{% endif %}\nuser:\n{{q}}\n";
    let file = folder.write("v.prompty", prompty);
    promptcase(&["convert", &file, "--to", "prompty"])
        .assert()
        .success()
        .stdout(prompty);
    // A prompt remembers its file through another format.
    let skill = "---\nname: pdf\ndescription: d\nlicense: MIT # ours\n---\n\nRead.\n";
    let file = folder.write("SKILL.md", skill);
    let json = folder.path("pdf.json");
    promptcase(&["convert", &file, "--to", "json", "-o", &json])
        .assert()
        .success();
    let edited = folder.read("pdf.json").replace("Read.", "Read it.");
    let edited = folder.write("pdf.json", &edited);
    for to in ["original", "claude-code", "skill"] {
        promptcase(&["convert", &edited, "--to", to])
            .assert()
            .success()
            .stdout(skill.replace("Read.", "Read it."));
    }
    promptcase(&["convert", &edited, "--to", "windsurf"])
        .assert()
        .code(2)
        .stderr(contains("it came from claude-code"));
}

#[test]
fn a_prompt_is_written_for_other_tools() {
    let folder = Folder::new();
    let file = folder.write("review.md", REVIEW);
    // The name of the file says the format.
    let rule = folder.path("review.mdc");
    promptcase(&["convert", &file, "-o", &rule])
        .assert()
        .success();
    assert!(folder.read("review.mdc").contains("alwaysApply: true"));
    promptcase(&["convert", &file, "-o", &folder.path("review.xyz")])
        .assert()
        .code(2)
        .stderr(contains("promptcase formats"));
    promptcase(&["convert", &file, "--to", "gemini"])
        .assert()
        .success()
        .stdout(contains("prompt = \"\"\"\n"));
    // A skill has a folder of its own, also of the same name.
    let twin = folder.write("twin.md", &REVIEW.replace("kind", "brief"));
    let out = folder.path("out");
    promptcase(&["export", &file, &twin, "--to", "skill", "-d", &out])
        .assert()
        .success()
        .stderr(contains("needs a description"));
    for name in ["code-review/SKILL.md", "code-review-2/SKILL.md"] {
        assert!(
            folder
                .read(&format!("out/{name}"))
                .contains("name: code-review\n")
        );
    }
}

#[test]
fn the_formats_are_listed_with_what_can_be_done_with_them() {
    let stdout = |arguments: &[&str]| {
        let done = promptcase(arguments).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).expect("text")
    };
    let list = stdout(&["formats"]);
    for (name, does) in [
        ("markdown ", "reads, writes"),
        ("skill ", "writes"),
        ("cursor ", "reads, writes"),
        ("chatgpt ", "reads"),
    ] {
        let line = list
            .lines()
            .find(|line| line.starts_with(name))
            .expect(name);
        assert!(line.contains(does), "{line}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["formats", "--json"])).expect("JSON");
    let of = |name: &str| {
        let all = json.as_array().expect("a list");
        all.iter()
            .find(|one| one["name"] == name)
            .expect("the format")
            .clone()
    };
    assert_eq!(of("skill")["ending"], "SKILL.md");
    assert_eq!(of("mcp")["writes"], false);
}

#[test]
fn the_two_files_of_a_pattern_are_one_prompt_when_both_are_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sum")).expect("a folder");
    let user = folder.write("sum/user.md", "INPUT: {{input}}\n");
    let system = folder.write("sum/system.md", "You sum up.\n");
    promptcase(&["import", &user, &system, "-d", &folder.path("out")])
        .assert()
        .success();
    assert_eq!(
        fs::read_dir(folder.path("out")).expect("a folder").count(),
        1
    );
    let read = folder.read("out/sum-v1-0-0.json");
    assert!(
        read.contains("You sum up.") && read.contains("INPUT: {{input}}"),
        "{read}"
    );
}

#[test]
fn line_ends_alone_change_no_line() {
    let folder = Folder::new();
    let prompt = |text: &str| {
        serde_json::json!({"title": "M", "structure_type": "standard", "content": {"segments": [
            {"id": "00000000-0000-7000-8000-000000000001", "type": "user", "content": text}]}})
        .to_string()
    };
    let old = folder.write("old.json", &prompt("a\nb\nc\n"));
    let new = folder.write("new.json", &prompt("a\r\nB\r\nc\r\n"));
    let told = promptcase(&["diff", &old, &new]).assert().code(1);
    let told = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    assert_eq!(told.matches("  - ").count(), 1, "{told}");
    assert_eq!(told.matches("  + ").count(), 1, "{told}");
}

#[test]
fn a_prompt_is_filled_in() {
    let folder = Folder::new();
    let prompt = folder.write(
        "greet.md",
        "# Greet\n\n## Task\n\nGreet {{name}} in {{language}}.\n\n{{> tone}}\n",
    );
    folder.write("tone.md", "# Tone\n\n## Tone\n\nBe {{mood}}.\n");
    let values = folder.write("values.json", r#"{ "name": "Ada", "language": "French" }"#);
    let text = folder.write("mood.txt", "calm {{name}}");

    promptcase(&[
        "fill",
        &prompt,
        "--values",
        &values,
        "-v",
        "name=Grace",
        "-v",
        &format!("mood=@{text}"),
    ])
    .assert()
    .success()
    .stdout("# Task\n\nGreet Grace in French.\n\n# Tone\n\nBe calm {{name}}.\n");
    promptcase(&["fill", &prompt, "--list"])
        .assert()
        .success()
        .stdout("name (text)\nlanguage (text)\nmood (text)\n");
    promptcase(&["fill", &prompt, "--values", &values, "--as", "messages"])
        .assert()
        .code(1)
        .stdout(contains(r#""role": "user""#))
        .stderr(contains("'mood' has no value"));
    // A value that begins with @ is no file, though there is one of this name.
    folder.write("tone.txt", "SECRET");
    promptcase(&[
        "fill",
        &prompt,
        "--values",
        &values,
        "-v",
        "mood=@@tone.txt",
    ])
    .current_dir(folder.path(""))
    .assert()
    .success()
    .stdout(contains("Be @tone.txt."));
    promptcase(&["fill", &prompt, "--values", &values, "-v", "mood=@@"])
        .assert()
        .success()
        .stdout(contains("Be @."));
    promptcase(&["fill", &prompt, "-v", "name"])
        .assert()
        .code(2)
        .stderr(contains("write -v NAME=VALUE"));
    promptcase(&["fill", &prompt, "-v", "nmae=x"])
        .assert()
        .code(1)
        .stderr(contains("no variable is called 'nmae'"));
}

#[test]
fn tests_that_need_no_model_are_checked_at_once() {
    let folder = Folder::new();
    let config = folder.write(
        "promptfooconfig.yaml",
        "prompts: ['Greet {{name}} kindly.']\nproviders: [echo]\ntests:\n  - { description: Ada, vars: { name: Ada }, assert: [{ type: contains, value: Ada }] }\n",
    );
    promptcase(&["test", &config])
        .assert()
        .success()
        .stdout(contains("not run  Ada").and(contains("0 passed, 0 failed, 1 not run")));
    let own = folder.write(
        "greeting.json",
        r#"{"title": "Greeting", "content": {"segments": [{"type": "user", "content": "Greet {{name}} <kindly>."}], "tests": [
            {"title": "Kind", "values": {"name": "Ada"}, "checks": [{"kind": "regex", "value": "kind(ly)?", "on": "prompt"}]},
            {"values": {"name": "Bob"}, "checks": [{"kind": "contains", "value": "Ada & <co>", "on": "prompt"}]}
        ]}}"#,
    );
    let junit = folder.path("results.xml");
    promptcase(&["test", &own, "--json", "--junit", &junit])
        .assert()
        .code(1)
        .stdout(contains(r#""failed": 1"#));
    let xml = folder.read("results.xml");
    assert!(
        xml.contains("does not contain “Ada &amp; &lt;co&gt;”"),
        "{xml}"
    );
    promptcase(&["test", &folder.review()])
        .assert()
        .code(3)
        .stderr(contains("has no tests"));
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let secret = outside.write("secret.md", "TOP SECRET");
    let prompt = folder.write("a.md", "A {{> link}} {{> inner}}");
    folder.write("b.md", "Inside");
    std::os::unix::fs::symlink(&secret, folder.path("link.md")).unwrap();
    std::os::unix::fs::symlink(folder.path("b.md"), folder.path("inner.md")).unwrap();
    promptcase(&["fill", &prompt])
        .assert()
        .code(1)
        .stdout(contains("{{> link}} Inside"))
        .stderr(contains("no 'link'"));
    let all = folder.path("");
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"prompts/list"}
"#;
    promptcase(&["mcp", &all])
        .write_stdin(request)
        .assert()
        .stdout(contains(r#""name":"b""#).and(contains(r#""name":"link""#).not()))
        .stderr(contains(
            "link.md: info: not read, because it is a link out of the folder",
        ));
}

#[test]
fn a_folder_answers_no_name_of_an_account() {
    let folder = Folder::new();
    folder.write("x.md", "Local x");
    folder.write("y.md", "Y {{> @ada/x}} {{> x}}");
    folder.write("script.html", "<script>alert(1)</script>");
    let get = |id: u8, name: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"prompts/get","params":{{"name":"{name}"}}}}"#
        )
    };
    let begin = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let asked = ["@ada/x", "@me/x", "x", "y", "script"];
    let asked = (2..).zip(asked).map(|(id, name)| get(id, name));
    let asked: Vec<String> = std::iter::once(begin.to_owned()).chain(asked).collect();
    let output = promptcase(&["mcp", &folder.path("")])
        .write_stdin(asked.join("\n") + "\n")
        .assert()
        .stderr(contains(
            "script.html: info: not offered, because it has no text",
        ));
    let stdout = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let answers = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let answers: Vec<serde_json::Value> = answers.collect();
    let of = |id: u8| answers.iter().find(|one| one["id"] == id).unwrap();
    let text = |id: u8| of(id)["result"]["messages"][0]["content"]["text"].clone();
    for missing in [2, 3, 6] {
        assert_eq!(
            of(missing)["error"]["message"],
            "Prompt not found",
            "{missing}"
        );
    }
    assert_eq!(text(4), "Local x");
    // An include of an account stays as it is written.
    assert_eq!(text(5), "Y {{> @ada/x}} Local x");
}

#[test]
fn values_are_checked_by_their_kinds_and_an_include_of_a_server_says_how() {
    let folder = Folder::new();
    let prompt = folder.write(
        "p.json",
        r#"{"title": "P", "content": {"segments": [{"type": "user", "content": "{{n}} {{ok}} {{> @ada/tone}}"}],
            "variables": {"properties": {"n": {"type": "number"}, "ok": {"type": "boolean"}}}}}"#,
    );
    promptcase(&["fill", &prompt, "-v", "n=-0", "-v", "ok=yes"])
        .env_remove("PROMPTCASE_SERVER")
        .env("HOME", folder.path(""))
        .env("XDG_CONFIG_HOME", folder.path(""))
        .assert()
        .code(1)
        .stdout("-0 true {{> @ada/tone}}\n")
        .stderr(contains("'@ada/tone' is a prompt of a server").and(contains("PROMPTCASE_SERVER")));
    promptcase(&["fill", &prompt, "-v", "n=1,5"])
        .assert()
        .code(2)
        .stderr(contains("n is '1,5'").and(contains("write a number, as 42 or 0.5")));
    let values = folder.write("v.json", r#"{"n": 1, "ok": "nope"}"#);
    promptcase(&["fill", &prompt, "--values", &values])
        .assert()
        .code(2)
        .stderr(contains("ok is 'nope'").and(contains("write true or false")));
}

#[test]
fn a_test_that_says_nothing_is_not_green() {
    let folder = Folder::new();
    let write = |name: &str, tests: &str| {
        let text = format!(
            r#"{{"title": "G", "content": {{"segments": [{{"type": "user", "content": "Greet {{{{name}}}}."}}], "tests": [{tests}]}}}}"#
        );
        folder.write(name, &text)
    };
    let good = r#"{"values": {"name": "Ada"}, "checks": [{"kind": "contains", "value": "Ada", "on": "prompt"}]}"#;
    let junit = folder.path("results.xml");
    let unread = r#"{"title": "Odd", "checks": [{"kind": "startswith", "value": "a"}]}"#;
    let unread = write("unread.json", &format!("{good}, {unread}"));
    promptcase(&["test", &unread, "--junit", &junit])
        .assert()
        .code(3)
        .stdout(contains("not run  Odd").and(contains("1 passed, 0 failed, 1 not run")))
        .stdout(contains("tests[1].checks[0].kind"))
        .stderr(contains("tests[1].checks[0].kind"));
    let xml = folder.read("results.xml");
    assert!(
        xml.contains(r#"errors="1""#) && xml.contains("<error"),
        "{xml}"
    );
    let none = write("none.json", &format!("{good}, {{}}"));
    promptcase(&["test", &none, "--json"])
        .assert()
        .code(3)
        .stdout(contains("It has no checks").and(contains(r#""pending": 1"#)))
        .stderr(contains("'Test 2' has no checks"));
    let unfilled = r#"{"checks": [{"kind": "contains", "value": "Greet", "on": "prompt"}]}"#;
    let unfilled = write("unfilled.json", unfilled);
    promptcase(&["test", &unfilled])
        .assert()
        .code(1)
        .stdout(contains("FAILED   Test 1").and(contains("Fill in these variables first: name")));
    let similar = folder.write(
        "s.prompt.yml",
        "messages: [{ role: user, content: 'Hi {{name}}' }]\ntestData: [{ name: Ada }]\nevaluators: [{ name: s, uses: github/similarity }]\n",
    );
    promptcase(&["test", &similar, "--model", "m"])
        .env("OPENAI_BASE_URL", "http://127.0.0.1:9")
        .assert()
        .code(3)
        .stdout(contains("passed").not().or(contains("0 passed")))
        .stderr(contains("has no checks"));
}

#[test]
fn patterns_name_files_for_every_command() {
    let folder = Folder::new();
    for inner in ["in/sub", "in/node_modules", "in/.promptcase"] {
        fs::create_dir_all(folder.path(inner)).expect("folders");
    }
    for name in [
        "in/a.md",
        "in/sub/b.md",
        "in/sub/c.txt",
        "in/node_modules/d.md",
        "in/.promptcase/e.md",
    ] {
        folder.write(name, &format!("Hello from {}.\n", &name[name.len() - 4..]));
    }
    let all = folder.path("in/**/*.md");
    let out = folder.path("out");
    for command in [&["validate", &all][..], &["lint", "--to", "json", &all]] {
        promptcase(command).assert().success().stdout(
            contains("a.md")
                .and(contains("b.md"))
                .and(contains("c.txt").not())
                .and(contains("d.md").not()),
        );
    }
    promptcase(&["import", &all, "-d", &out]).assert().success();
    promptcase(&["export", &all, "--to", "yaml", "-d", &out])
        .assert()
        .success();
    let mut made: Vec<_> = fs::read_dir(&out)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    made.sort();
    assert_eq!(
        made,
        [
            "a-v1-0-0.json",
            "a-v1-0-0.yaml",
            "b-v1-0-0.json",
            "b-v1-0-0.yaml"
        ]
    );
    // A command that takes one file takes the pattern of one.
    promptcase(&[
        "convert",
        &folder.path("in/sub/?.txt"),
        "--to",
        "plain-text",
    ])
    .assert()
    .success()
    .stdout(contains("Hello from"));
    promptcase(&["convert", &all, "--to", "json"])
        .assert()
        .code(2)
        .stderr(contains("is the pattern of 2 files, and one is needed"));
    // A pattern of nothing stops none of the others.
    promptcase(&["validate", &folder.path("in/*.yaml"), &all])
        .assert()
        .code(3)
        .stdout(contains("a.md"))
        .stderr(contains("*.yaml: no file has such a name"));
}

#[test]
fn names_of_formats_are_in_errors_help_and_completions() {
    for (arguments, names) in [
        (
            &["convert", "a.md", "--to", "foo"][..],
            &["markdown", "skill", "original"][..],
        ),
        (
            &["convert", "a.md", "--from", "foo"],
            &["helicone", "prompty"],
        ),
        (&["lint", "a.md", "--to", "skill"], &["plain-text", "xml"]),
        (&["sync", "a", "--to", "foo"], &["claude-agent", "yaml"]),
    ] {
        let told = promptcase(arguments).assert().code(2);
        let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
        assert_eq!(told.lines().count(), 2, "{told}");
        for name in names {
            assert!(told.contains(name), "{name}: {told}");
        }
    }
    promptcase(&["convert", "a.md", "--to", "markdwon"])
        .assert()
        .code(2)
        .stderr(contains("similar value exists: 'markdown'"));
    for shell in ["bash", "zsh", "fish"] {
        promptcase(&["completions", shell])
            .assert()
            .success()
            .stdout(contains("claude-command").and(contains("github-models")));
    }
    // Endings are names of formats, too.
    let folder = Folder::new();
    promptcase(&["convert", &folder.write("a.md", "Hi.\n"), "--to", "md"])
        .assert()
        .success();
}

#[test]
fn an_archive_of_a_skill_is_converted() {
    let folder = Folder::new();
    let archive = folder.path("pdf.skill");
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).expect("a file"));
    for (name, text) in [
        (
            "pdf/SKILL.md",
            "---\nname: pdf\ndescription: Reads.\n---\nRead it.\n",
        ),
        ("pdf/references/more.md", "More.\n"),
    ] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .expect("a part");
        std::io::Write::write_all(&mut zip, text.as_bytes()).expect("its text");
    }
    zip.finish().expect("an archive");
    promptcase(&["convert", &archive, "--to", "json"])
        .assert()
        .success()
        .stdout(contains("Read it.").and(contains("references/more.md")));
}

#[test]
fn lint_finds_passwords_in_addresses() {
    let folder = Folder::new();
    let file = folder.write(
        "db.md",
        "Use the database.\nIt is postgres://app:hunter2@db.example.org/x here.\n",
    );
    let told = promptcase(&["lint", "--to", "json", &file])
        .assert()
        .code(1);
    let told = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    assert!(
        told.contains("db.md:2:7: warning: an address with a password is in the text"),
        "{told}"
    );
    assert!(!told.contains("hunter2"), "{told}");
}
