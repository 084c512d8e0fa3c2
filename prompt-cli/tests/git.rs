//! The recipes for git: comparing and merging prompts in a real repository.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PROMPTY: &str =
    "---\nname: greet # short\nmodel:\n  id: gpt-x\n---\nsystem:\nBe kind.\n\nuser:\nHi {{x}}\n";
const SKILL: &str = "---\nname: pdf\ndescription: Reads\nlicense: MIT\n---\n# PDF\n\nBe kind.\n\nRead all.\n\nSay less.\n";

/// A repository with the recipes of docs/cli.md.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().expect("a folder"));
        let program = env!("CARGO_BIN_EXE_promptcase");
        repository.git(&["init", "-q", "-b", "main"]);
        for (key, value) in [
            ("user.name", "A".to_owned()),
            ("user.email", "a@example.org".to_owned()),
            ("diff.promptcase.textconv", format!("'{program}' textconv")),
            (
                "merge.promptcase.driver",
                format!("'{program}' merge %O %A %B --git %P"),
            ),
        ] {
            repository.git(&["config", key, &value]);
        }
        repository.write(
            ".gitattributes",
            "*.json diff=promptcase merge=promptcase\n*.prompty diff=promptcase merge=promptcase\n*.md diff=promptcase merge=promptcase\n",
        );
        repository
    }

    fn output(&self, arguments: &[&str]) -> Output {
        Command::new("git")
            .args(arguments)
            .current_dir(&self.0)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .output()
            .expect("git runs")
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments);
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        Path::new(self.0.path()).join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("it is written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is read")
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{from} in {text}");
        self.write(name, &text.replace(from, to));
    }

    fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "x"]);
    }
}

#[test]
fn git_diff_compares_what_the_files_say() {
    // Given a prompt in JSON, whose text is on one line of the file
    let repository = Repository::new();
    repository.write(
        "a.json",
        r#"{"model":"m","messages":[{"role":"system","content":"Be kind.\nBe brief."}]}"#,
    );
    repository.write("broken.json", "{\"messages\": [");
    repository.commit();
    // When a line of the text changes
    repository.edit("a.json", "Be brief.", "Be quick.");
    repository.edit("broken.json", "[", "[[");
    // Then the difference is that line
    let told = repository.git(&["diff", "a.json"]);
    assert!(told.contains("\n-Be brief.\n+Be quick.\n"), "{told}");
    assert!(told.contains("\n Be kind.\n"), "{told}");
    // And a file that holds no prompt is compared as it is
    let told = repository.git(&["diff", "broken.json"]);
    assert!(told.contains("+{\"messages\": [["), "{told}");
}

#[test]
fn git_merge_merges_item_by_item_and_keeps_the_form_of_the_file() {
    // Given adjacent lines changed on two branches, and a message added on one
    let repository = Repository::new();
    repository.write("a.prompty", PROMPTY);
    repository.write("SKILL.md", SKILL);
    repository.commit();
    repository.git(&["checkout", "-q", "-b", "theirs"]);
    repository.edit(
        "a.prompty",
        "Hi {{x}}\n",
        "Hi {{x}}\n\nassistant:\nHello.\n",
    );
    repository.edit("SKILL.md", "Say less.", "Say no more.");
    repository.commit();
    repository.git(&["checkout", "-q", "main"]);
    repository.edit("a.prompty", "Be kind.", "Be brief.");
    repository.edit("a.prompty", "name: greet # short", "name: hello # short");
    repository.edit("SKILL.md", "Be kind.", "Be brief.");
    repository.commit();
    // When they are merged
    repository.git(&["merge", "-q", "--no-edit", "theirs"]);
    // Then the files have both, and are the same otherwise
    let merged = repository.read("a.prompty");
    assert!(
        merged.starts_with("---\nname: hello # short\nmodel:\n  id: gpt-x\n---\n"),
        "{merged}"
    );
    for text in ["Be brief.", "Hi {{x}}", "assistant:\nHello."] {
        assert_eq!(merged.matches(text).count(), 1, "{text} in {merged}");
    }
    let skill = SKILL
        .replace("Be kind.", "Be brief.")
        .replace("Say less.", "Say no more.");
    assert_eq!(repository.read("SKILL.md"), skill);
}

#[test]
fn a_conflict_is_marked_in_the_file_as_git_does() {
    let repository = Repository::new();
    repository.write("a.prompty", PROMPTY);
    repository.commit();
    repository.git(&["checkout", "-q", "-b", "theirs"]);
    repository.edit("a.prompty", "Be kind.", "Be theirs.");
    repository.commit();
    repository.git(&["checkout", "-q", "main"]);
    repository.edit("a.prompty", "Be kind.", "Be mine.");
    repository.commit();
    let output = repository.output(&["merge", "--no-edit", "theirs"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let merged = repository.read("a.prompty");
    for part in ["<<<<<<<", "Be mine.", "=======", "Be theirs.", ">>>>>>>"] {
        assert!(merged.contains(part), "{part} in {merged}");
    }
}

#[test]
fn a_merge_keeps_what_a_side_changed_beside_the_prompt() {
    // Given files of five tools, and one that is no prompt at all
    const FILES: [(&str, &str, [&str; 2], [&str; 2]); 7] = [
        (
            "SKILL.md",
            SKILL,
            ["Be kind.", "Be brief."],
            ["license: MIT", "license: Apache-2.0"],
        ),
        (
            "review.md",
            "---\ndescription: Reviews\nallowed-tools: Bash\n---\nRead $1.\n",
            ["Read $1.", "Read all of $1."],
            ["allowed-tools: Bash", "allowed-tools: Bash, Read"],
        ),
        (
            "rule.mdc",
            "---\ndescription: Rule\nalwaysApply: false\n---\nNo tabs.\n",
            ["No tabs.", "No tabs at all."],
            ["alwaysApply: false", "alwaysApply: true"],
        ),
        (
            "post.md",
            "---\ntitle: A post\nlayout: old\n---\nSay it.\n",
            ["Say it.", "Say it well."],
            ["layout: old", "layout: new"],
        ),
        (
            "c.toml",
            "# old\ndescription = \"Runs\"\nprompt = \"Run it.\"\n",
            ["Run it.", "Run all of it."],
            ["# old", "# new"],
        ),
        (
            "own.yaml",
            "title: Own\nstructure_type: standard # old\ncontent:\n  segments:\n    - content: Own it.\n",
            ["Own it.", "Own all of it."],
            ["# old", "# new"],
        ),
        (
            "package.json",
            "{\n  \"name\": \"a\",\n  \"x\": 1,\n  \"private\": true,\n  \"y\": 1,\n  \"main\": \"z\"\n}\n",
            ["\"x\": 1", "\"x\": 2"],
            ["\"main\": \"z\"", "\"main\": \"w\""],
        ),
    ];
    for is_mine in [true, false] {
        let repository = Repository::new();
        repository.write(".gitattributes", "* merge=promptcase\n");
        for (name, text, ..) in FILES {
            repository.write(name, text);
        }
        repository.commit();
        // When one branch changes the text of each, and the other what no record of ours has a field for
        let edit = |is_text: bool| {
            for (name, _, text, field) in FILES {
                let [from, to] = if is_text { text } else { field };
                repository.edit(name, from, to);
            }
            repository.commit();
        };
        repository.git(&["checkout", "-q", "-b", "theirs"]);
        edit(!is_mine);
        repository.git(&["checkout", "-q", "main"]);
        edit(is_mine);
        repository.output(&["merge", "--no-edit", "theirs"]);
        // Then each file has both, or both stand between the marks of a conflict
        for (name, base, text, field) in FILES {
            let merged = repository.read(name);
            let wanted = base.replace(text[0], text[1]).replace(field[0], field[1]);
            if name == "own.yaml" || name == "c.toml" || name == "review.md" {
                assert!(
                    merged.contains(text[1]) && merged.contains(field[1]),
                    "{merged}"
                );
            } else {
                assert_eq!(merged, wanted, "{name}, text is mine: {is_mine}");
            }
        }
    }
}

#[test]
fn a_merge_without_a_conflict_of_lines_loses_none_of_them() {
    // Given a side that breaks the front matter, and one that removes a tag
    const FILE: &str = "---\nname: rich\nmetadata:\n  authors:\n    - alice\n    - bob\n  tags:\n    - production\n    - v2\nmodel:\n  id: gpt-x\n---\nsystem:\nHello.\n\nuser:\nDoes it matter?\n";
    for (mine, theirs) in [
        (["metadata:\n", "metadata:x\n"], ["    - production\n", ""]),
        (["    - production\n", ""], ["metadata:\n", "metadata:x\n"]),
        (
            ["Hello.\n", "Hello.\nMore.\n"],
            ["\nuser:\nDoes it matter?\n", ""],
        ),
        (["name: rich\n", "name: poor\n"], ["Does it matter?\n", ""]),
    ] {
        let repository = Repository::new();
        repository.write("a.prompty", FILE);
        repository.commit();
        repository.git(&["checkout", "-q", "-b", "theirs"]);
        repository.edit("a.prompty", theirs[0], theirs[1]);
        repository.commit();
        repository.git(&["checkout", "-q", "main"]);
        repository.edit("a.prompty", mine[0], mine[1]);
        repository.commit();
        repository.git(&["merge", "-q", "--no-edit", "theirs"]);
        let wanted = FILE.replace(mine[0], mine[1]).replace(theirs[0], theirs[1]);
        assert_eq!(repository.read("a.prompty"), wanted);
    }
}

/// A file of modules, as the program writes it or in another layout.
fn modules(order: &[&str], is_ours: bool) -> String {
    let modules: Vec<_> = order
        .iter()
        .map(|id| serde_json::json!({ "id": id, "title": format!("Module {id}"), "content": format!("Text {id}") }))
        .collect();
    let file = serde_json::json!({
        "title": "Many",
        "structure_type": "modulized",
        "content": { "modules": modules },
    });
    let file = serde_json::to_string_pretty(&file).expect("JSON") + "\n";
    if !is_ours {
        return file;
    }
    let read = prompt_core::import::import(file.as_bytes(), Some("a.json"), None);
    let json = prompt_core::export::ExportFormat::Json;
    let options = prompt_core::export::ExportOptions::new(json);
    prompt_core::export::export(&read.prompts[0].prompt, &options).text
}

#[test]
fn a_merge_writes_no_module_twice_without_a_word() {
    let both = |is_ours: bool, mine: &[&str], theirs: &[&str]| {
        let repository = Repository::new();
        repository.write("a.json", &modules(&["a", "b", "c", "d", "e", "f"], is_ours));
        repository.commit();
        repository.git(&["checkout", "-q", "-b", "theirs"]);
        repository.write("a.json", &modules(theirs, is_ours));
        repository.commit();
        repository.git(&["checkout", "-q", "main"]);
        repository.write("a.json", &modules(mine, is_ours));
        repository.commit();
        let output = repository.output(&["merge", "--no-edit", "theirs"]);
        (output.status.code(), repository.read("a.json"))
    };
    // Both add the same module, at different places
    let mine = ["a", "z", "b", "c", "d", "e", "f"];
    let theirs = ["a", "b", "c", "d", "e", "z", "f"];
    let (code, merged) = both(true, &mine, &theirs);
    assert_eq!(code, Some(0), "{merged}");
    assert_eq!(merged.matches("Text z").count(), 1, "{merged}");
    // A file in another layout is left to git, and the merge is not committed
    let (code, merged) = both(false, &mine, &theirs);
    assert_eq!(code, Some(1), "{merged}");
    // Both move the same module to different places: nobody knows where it belongs
    let mine = ["a", "c", "d", "b", "e", "f"];
    let theirs = ["a", "c", "d", "e", "f", "b"];
    for is_ours in [true, false] {
        let (code, merged) = both(is_ours, &mine, &theirs);
        assert_eq!(code, Some(1), "{merged}");
    }
}
