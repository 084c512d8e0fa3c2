//! `promptcase test`: checks a prompt with its tests, without a model or with one.

mod provider;
mod report;

use clap::Args;
use prompt_core::checks::judge::{Judgement, judged};
use prompt_core::checks::{CheckResult, CheckStatus, evaluate, status};
use prompt_core::content::test_case::{CheckKind, TestCase};
use prompt_core::render::{ProblemKind, Rendered, render};
use prompt_core::runs;
use serde_json::Value;

use crate::failure::{self, Failure, Outcome};
use crate::files;
use crate::fill::{Loaded, ServerOptions};
use crate::remote::{NewJudgement, NewRun};
use provider::Provider;
use report::{Report, Tested};

/// Run the tests of a prompt
#[derive(Args)]
#[command(after_help = "\
Without --model only what needs no answer is checked: the rendered prompt. With --model every test runs on it, and --model
can be given more than once.

A file is sent to the provider itself, with the settings that the server has, too: OPENAI_API_KEY and OPENAI_BASE_URL, or
ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL. A prompt of a server is run by the server, which keeps the results.

Configurations of promptfoo and prompt files of GitHub Models are read as well.

Exit codes: 0 no test failed; 1 a test failed; 2 and above: a test could not be run, could not be read, or has no checks.

Examples:
  promptcase test greeting.md
  promptcase test greeting.md --model gpt-4o-mini --junit results.xml
  promptcase test @ada/greeting:staging --model claude-3-haiku --provider anthropic")]
pub struct Test {
    /// A file, or a prompt on the server: its name, title or id, also at a version or a label
    #[arg(value_name = "FILE|NAME")]
    prompt: String,
    /// Run the tests on this model
    #[arg(long = "model", value_name = "MODEL")]
    models: Vec<String>,
    /// The provider of the models: openai (or what answers like it) or anthropic
    #[arg(long, value_name = "PROVIDER", default_value = "openai")]
    provider: prompt_core::credits::Provider,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[arg(
        long,
        value_name = "FILE",
        help = "Write the results to this file as JUnit XML"
    )]
    junit: Option<String>,
    #[command(flatten)]
    server: ServerOptions,
}

/// What ran, and what came of it.
struct Ran {
    checks: Vec<CheckResult>,
    answer: Option<String>,
    error: Option<String>,
    /// Whether the error says nothing about the test.
    is_not_run: bool,
}

impl Test {
    pub fn run(self) -> Outcome {
        let loaded = Loaded::read(&self.prompt, &self.server)?;
        let content = &loaded.prompt.content;
        let tests: Vec<_> = content.read_tests().collect();
        if tests.is_empty() {
            return Err(Failure::content(
                format!("{} has no tests", self.prompt),
                "add them in the editor, or as content.tests: see the documentation of tests",
            ));
        }
        let mut all = Vec::new();
        // A failure of one test loses no other result; one that all would share is not asked for again.
        let mut failure: Option<Failure> = None;
        for (at, test) in tests.iter().enumerate() {
            match test {
                Err(error) => {
                    let field = error.field().unwrap_or("tests");
                    let told = format!("{field}: {error}");
                    all.push(unreadable(content.stored_tests(), at, told.clone()));
                    failure.get_or_insert_with(|| {
                        let hint = "correct it; promptcase validate names every such place";
                        Failure::content(format!("{}: {told}", self.prompt), hint)
                    });
                }
                Ok(test) if test.checks.is_empty() => {
                    let name = test.name(at);
                    let ran = Ran {
                        is_not_run: true,
                        ..Ran::failed("It has no checks, so it says nothing".to_owned())
                    };
                    all.push(tested(test, at, None, ran));
                    failure.get_or_insert_with(|| {
                        let hint = "add a check to it, or remove it";
                        Failure::content(format!("{}: '{name}' has no checks", self.prompt), hint)
                    });
                }
                Ok(_) => {}
            }
        }
        let tests: Vec<_> = tests
            .into_iter()
            .enumerate()
            .filter_map(|(at, test)| Some((at, test.ok()?)))
            .filter(|(_, test)| !test.checks.is_empty())
            .collect();
        if self.models.is_empty() {
            for (at, test) in &tests {
                let rendered = render(&loaded.prompt, &test.values, &loaded.includes);
                let ran = unfilled(&rendered).map_or_else(
                    || Ran::of(evaluate(test, &rendered.text(), None), None),
                    Ran::failed,
                );
                all.push(tested(test, *at, None, ran));
            }
        }
        let provider = if self.models.is_empty() || loaded.stored.is_some() {
            None
        } else {
            Some(Provider::of_environment(self.provider)?)
        };
        for model in &self.models {
            for (at, test) in &tests {
                let ran = match &failure {
                    Some(failure) if failure.ends_all() => Ran::not_asked(failure),
                    _ => self
                        .run_on(&loaded, provider.as_ref(), test, model)
                        .unwrap_or_else(|failed| {
                            let ran = Ran::not_asked(&failed);
                            failure = Some(failed);
                            ran
                        }),
                };
                all.push(tested(test, *at, Some(model), ran));
            }
        }
        let report = Report {
            prompt: &loaded.prompt.title,
            tests: all,
        };
        if let Some(file) = &self.junit {
            files::write(Some(file), &report.junit())?;
        }
        let text = if self.json {
            files::json(&report.summary())? + "\n"
        } else {
            report.text()
        };
        files::print(&text)?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        Ok(if report.has_failed() {
            failure::NO
        } else {
            failure::OK
        })
    }

    fn run_on(
        &self,
        loaded: &Loaded,
        provider: Option<&Provider>,
        test: &TestCase,
        model: &str,
    ) -> Result<Ran, Failure> {
        let rendered = render(&loaded.prompt, &test.values, &loaded.includes);
        if let Some(told) = unfilled(&rendered) {
            return Ok(Ran::failed(told));
        }
        if !test.needs_answer() {
            return Ok(Ran::of(evaluate(test, &rendered.text(), None), None));
        }
        let settings = loaded.prompt.content.settings();
        if let Err(error) = runs::check(&rendered, settings, &test.values) {
            return Ok(Ran::failed(error.to_string()));
        }
        if let Some(stored) = &loaded.stored {
            let new = NewRun {
                test_id: &test.id,
                version: Some(loaded.prompt.version()),
                provider: self.provider,
                model,
            };
            let mut run = stored.server.run(stored.id, &new)?;
            if status(&run.checks) == CheckStatus::Pending && judged(test).next().is_some() {
                let judge = NewJudgement {
                    provider: self.provider,
                    model,
                };
                run = stored.server.judge(run.id, &judge)?;
            }
            return Ok(Ran::of(run.checks, Some(run.output)));
        }
        let Some(provider) = provider else {
            return Ok(Ran::failed("there is no provider".to_owned()));
        };
        let answer = provider.ask(model, &rendered)?;
        let mut checks = evaluate(test, &rendered.text(), Some(&answer));
        let judgement = Judgement::of(test, &rendered.text(), &answer)
            .filter(|_| status(&checks) == CheckStatus::Pending);
        if let Some(judgement) = judgement {
            let verdicts = provider.judge(model, &judgement)?;
            let open = test.checks.iter().zip(&mut checks);
            let open = open.filter(|(check, _)| check.kind == CheckKind::Judge);
            open.zip(verdicts)
                .for_each(|((_, check), verdict)| *check = verdict);
        }
        Ok(Ran::of(checks, Some(answer)))
    }
}

impl Ran {
    const fn of(checks: Vec<CheckResult>, answer: Option<String>) -> Self {
        Self {
            checks,
            answer,
            error: None,
            is_not_run: false,
        }
    }

    /// A test whose provider or server did not answer.
    fn not_asked(failure: &Failure) -> Self {
        Self {
            is_not_run: true,
            ..Self::failed(failure.message().to_owned())
        }
    }

    const fn failed(error: String) -> Self {
        Self {
            checks: Vec::new(),
            answer: None,
            error: Some(error),
            is_not_run: false,
        }
    }
}

/// Why the text is not the one that the test is about; none if every variable has a value.
fn unfilled(rendered: &Rendered) -> Option<String> {
    let problems = rendered.problems.iter();
    let missing = problems.filter(|problem| problem.kind == ProblemKind::MissingValue);
    let names: Vec<_> = missing.map(|problem| &*problem.name).collect();
    let names = names.join(", ");
    (!names.is_empty()).then(|| format!("Fill in these variables first: {names}"))
}

/// A stored test that cannot be read.
fn unreadable(stored: &Value, at: usize, why: String) -> Tested {
    let title = stored[at]["title"].as_str().unwrap_or_default();
    Tested {
        id: (at + 1).to_string(),
        name: if title.is_empty() {
            format!("Test {}", at + 1)
        } else {
            title.to_owned()
        },
        model: None,
        status: CheckStatus::Pending,
        error: Some(why),
        checks: Vec::new(),
        answer: None,
    }
}

fn tested(test: &TestCase, at: usize, model: Option<&String>, ran: Ran) -> Tested {
    let status = if ran.is_not_run {
        CheckStatus::Pending
    } else if ran.error.is_some() {
        CheckStatus::Failed
    } else {
        status(&ran.checks)
    };
    Tested {
        id: test.id.clone(),
        name: test.name(at),
        model: model.cloned(),
        status,
        error: ran.error,
        checks: ran.checks,
        answer: ran.answer,
    }
}
