//! Pushes that write a whole prompt: a new one, or in the place of another.

use prompt_core::{Prompt, VersionType};
use uuid::Uuid;

use super::{Done, Job, Pushed, saved};
use crate::attempts::Attempt;
use crate::failure::Failure;
use crate::remote::{NewVersion, Saved};
use crate::{files, named, records, working};

/// The changelog of the version saved before a prompt is replaced.
const KEPT: &str = "Kept before it was replaced from the command line";

impl Job<'_> {
    /// Creates a prompt. An interrupted attempt is retried under its idempotency key; a file without a record
    /// is refused if a prompt with the same text exists, unless `may_repeat`.
    pub(super) fn create(&self, may_repeat: bool) -> Result<Pushed, Failure> {
        let address = self.server.address();
        let path = (self.file != files::STREAM).then(|| self.file.as_ref());
        let mut attempt = match path {
            Some(path) => Attempt::of(path, address)?,
            None => Attempt::new(address),
        };
        let working = self.read(None)?;
        let prompt = self.overruled(&working.prompt);
        if let Some(path) = path {
            records::check(path)?;
            let body = files::json(&prompt)?;
            if !may_repeat && !attempt.is_of(body.as_bytes()) {
                self.check_same_text(&working.prompt)?;
            }
            attempt.begin(path, body.as_bytes())?;
        }
        let stored = self.server.create(&prompt, attempt.key)?;
        let called = working::called(&stored.prompt, stored.prompt.version());
        let mut done = Done {
            told: format!("Created {called}"),
            stored,
            holds: None,
            is_left: false,
        };
        done.is_left = self.remember(&working, &done, false)?;
        if let Some(path) = path {
            Attempt::end(path)?;
        }
        Ok(Pushed::Done(Box::new(done)))
    }

    /// Refuses to create a duplicate of an existing prompt.
    fn check_same_text(&self, prompt: &Prompt) -> Result<(), Failure> {
        let Some(stored) = named::same_text(self.server, prompt)? else {
            return Ok(());
        };
        let (file, called) = (
            self.file,
            working::called(&stored.prompt, stored.prompt.version()),
        );
        Err(Failure::conflict(
            format!(
                "{file} says the same as your prompt {called}, and nothing is remembered of the file"
            ),
            format!(
                "promptcase push {file} --id {} makes it the file of that prompt, and --new makes another prompt",
                stored.id
            ),
        ))
    }

    /// Replaces a prompt with the file. The previous contents are saved as a version first.
    pub(super) fn replace(&self, id: Uuid, prompt: &Prompt) -> Result<Done, Failure> {
        let mut stands = self.server.prompt(id)?.prompt;
        let mut prompt = Prompt {
            is_public: self.is_public.unwrap_or(stands.is_public),
            // Most formats do not store the complexity, and a settled one cannot change.
            complexity: if stands.has_settled_complexity() {
                stands.complexity
            } else {
                prompt.complexity
            },
            ..prompt.clone()
        };
        working::adopt(&mut prompt, &stands);
        // Validate before creating a version, so a refused replacement leaves none behind.
        prompt.check_settled(&stands).map_err(|error| {
            Failure::content(
                format!("{}: {error}", self.file),
                "push it with --new as a prompt of its own",
            )
        })?;
        if !prompt.says_the_same(&stands) {
            let kept = self.server.snapshot(
                id,
                &NewVersion {
                    version_type: VersionType::Batch,
                    changelog: KEPT,
                    base_version: stands.version(),
                },
            )?;
            let number = kept.read.number.into();
            stands.set_version(number);
            files::note(&format!("What stood there is kept as version {number}."));
        }
        let save = self.new_save(&prompt, &stands)?;
        match self.server.save(id, &save)? {
            Saved::Done(stored) => Ok(saved(*stored, stands.version(), None, None)),
            Saved::Conflict(_) => Err(Failure::conflict(
                "somebody saved at the same moment",
                "nothing was replaced: look at what stands there now, and try again",
            )),
        }
    }
}
