//! Version numbers: Major.Minor.Patch, how they are incremented and displayed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::string_enum::string_enum;
use crate::{Error, ErrorKind};

/// A version, written `1.2.3` and ordered numerically: 1.9.9 before 1.10.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct VersionNumber {
    /// Incremented for a fundamental change.
    pub major: u32,
    /// Incremented for an addition.
    pub minor: u32,
    /// Incremented by every save.
    pub batch: u32,
}

string_enum! {
    /// The part of the number that a new version increments.
    pub enum VersionType as "version type" {
        /// A fundamental change: minor and batch restart at 0.
        Major = "major", "Major";
        /// An addition: batch restarts at 0.
        Minor = "minor", "Minor";
        /// A correction.
        Batch = "batch", "Patch";
    }
}

impl VersionNumber {
    /// The first version of a prompt.
    pub const INITIAL: Self = Self::new(1, 0, 0);

    /// Creates the version `major.minor.batch`.
    pub const fn new(major: u32, minor: u32, batch: u32) -> Self {
        Self {
            major,
            minor,
            batch,
        }
    }

    /// Increments a part.
    ///
    /// # Errors
    ///
    /// Returns an error if the part has reached its maximum.
    pub fn bump(self, part: VersionType) -> Result<Self, Error> {
        let Self {
            major,
            minor,
            batch,
        } = self;
        let next = match part {
            VersionType::Major => major.checked_add(1).map(|major| Self::new(major, 0, 0)),
            VersionType::Minor => minor.checked_add(1).map(|minor| Self::new(major, minor, 0)),
            VersionType::Batch => {
                (batch.checked_add(1)).map(|batch| Self::new(major, minor, batch))
            }
        };
        next.ok_or_else(|| {
            let part = match part {
                VersionType::Batch => "patch",
                VersionType::Major | VersionType::Minor => part.as_str(),
            };
            ErrorKind::VersionLimit {
                part,
                version: self,
            }
            .into()
        })
    }

    /// Increments a part until the number is not taken.
    ///
    /// # Errors
    ///
    /// Returns an error if the part has reached its maximum.
    pub fn next_free(
        self,
        part: VersionType,
        is_taken: impl Fn(Self) -> bool,
    ) -> Result<Self, Error> {
        let mut next = self.bump(part)?;
        while is_taken(next) {
            next = next.bump(part)?;
        }
        Ok(next)
    }

    /// The number of a new version. Unsaved changes (`is_changed`) are saved first and take a batch
    /// number of their own.
    ///
    /// # Errors
    ///
    /// Returns an error if a part has reached its maximum.
    pub fn next_version(
        self,
        part: VersionType,
        is_changed: bool,
        is_taken: impl Fn(Self) -> bool,
    ) -> Result<Self, Error> {
        let saved = if is_changed {
            self.next_free(VersionType::Batch, &is_taken)?
        } else {
            self
        };
        saved.next_free(part, is_taken)
    }

    /// Increments a part to a number that was never assigned. `last` contains the last assigned number
    /// of each major and minor part; all lower numbers count as assigned, even if no version has them.
    ///
    /// # Errors
    ///
    /// Returns an error if the part has reached its maximum.
    pub fn next_unused(self, part: VersionType, last: &[Self]) -> Result<Self, Error> {
        let mut next = self.bump(part)?;
        let given = |number: Self| {
            last.iter().find(|given| {
                (given.major, given.minor) == (number.major, number.minor)
                    && number.batch <= given.batch
            })
        };
        while let Some(last) = given(next) {
            let from = match part {
                VersionType::Batch => *last,
                VersionType::Minor | VersionType::Major => next,
            };
            next = from.bump(part)?;
        }
        Ok(next)
    }

    /// The name of this version in the history, by its last part that is not 0: patch, minor or major.
    pub const fn part(self) -> VersionType {
        match self {
            Self { batch: 1.., .. } => VersionType::Batch,
            Self { minor: 1.., .. } => VersionType::Minor,
            Self { .. } => VersionType::Major,
        }
    }
}

/// Returns the versions selected after a click: the first click selects one, the second a pair, the
/// third starts over, and a click on the only selected one deselects it.
pub fn select_version(selected: &[String], clicked: &str) -> Vec<String> {
    match selected {
        [only] if only == clicked => Vec::new(),
        [only] => vec![only.clone(), clicked.to_owned()],
        _ => vec![clicked.to_owned()],
    }
}

impl fmt::Display for VersionNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.batch)
    }
}

impl FromStr for VersionNumber {
    type Err = Error;

    /// Parses `1.2.3`, with an optional leading `v`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || {
            Error::from(ErrorKind::NotAVersion {
                given: text.to_owned(),
            })
        };
        let mut parts = text.strip_prefix('v').unwrap_or(text).split('.');
        let mut part = || -> Option<u32> {
            let digits = parts.next()?;
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            digits.parse().ok()
        };
        let (Some(major), Some(minor), Some(batch)) = (part(), part(), part()) else {
            return Err(bad());
        };
        if parts.next().is_some() {
            return Err(bad());
        }
        Ok(Self::new(major, minor, batch))
    }
}

impl TryFrom<String> for VersionNumber {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}

impl From<VersionNumber> for String {
    fn from(version: VersionNumber) -> Self {
        version.to_string()
    }
}

// A version number serialises as text, so its schema is that of a string.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for VersionNumber {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "VersionNumber".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A version: Major.Minor.Patch",
            "pattern": r"^v?\d+\.\d+\.\d+$",
            "example": "1.2.3",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> VersionNumber {
        text.parse().unwrap()
    }

    #[test]
    fn each_part_grows_and_resets_what_stands_behind_it() {
        for (before, part, after) in [
            ("1.2.3", VersionType::Major, "2.0.0"),
            ("1.2.3", VersionType::Minor, "1.3.0"),
            ("1.2.3", VersionType::Batch, "1.2.4"),
            ("1.0.9", VersionType::Batch, "1.0.10"),
        ] {
            assert_eq!(
                version(before).bump(part),
                Ok(version(after)),
                "{before} {part}"
            );
        }
    }

    #[test]
    fn the_history_calls_a_version_by_its_last_part() {
        for (text, label) in [
            ("1.0.0", "Major"),
            ("2.0.0", "Major"),
            ("1.4.0", "Minor"),
            ("1.4.2", "Patch"),
            ("1.0.1", "Patch"),
        ] {
            assert_eq!(version(text).part().label(), label, "{text}");
        }
    }

    #[test]
    fn no_number_is_given_twice() {
        use VersionType::{Batch, Major, Minor};
        for (from, part, last, next) in [
            ("1.2.3", Batch, "", "1.2.4"),
            ("1.2.3", Batch, "1.2.3", "1.2.4"),
            // A restore of 1.2.3 after saves up to 1.2.5.
            ("1.2.3", Batch, "1.2.5 1.3.0", "1.2.6"),
            ("1.2.3", Batch, "1.3.7 2.2.9", "1.2.4"),
            // After a restore, incrementing a higher part may reach numbers that are already assigned.
            ("1.2.4", Minor, "1.2.4 1.3.2 1.4.0", "1.5.0"),
            ("1.2.4", Major, "1.2.4 2.0.0 3.0.1", "4.0.0"),
            ("1.2.4", Major, "1.2.4 2.1.0", "2.0.0"),
        ] {
            let last: Vec<_> = last.split_whitespace().map(version).collect();
            assert_eq!(
                version(from).next_unused(part, &last),
                Ok(version(next)),
                "{from} {part}"
            );
        }
    }

    #[test]
    fn what_is_saved_first_takes_a_number_of_its_own() {
        use VersionType::{Batch, Major, Minor};
        for (stands, part, is_changed, taken, next) in [
            ("1.0.0", Batch, false, "", "1.0.1"),
            ("1.0.0", Batch, true, "", "1.0.2"),
            ("1.0.0", Minor, true, "", "1.1.0"),
            ("1.0.0", Major, true, "", "2.0.0"),
            // After a restore, the next numbers belong to snapshots.
            ("1.0.3", Minor, false, "1.1.0 1.2.0", "1.3.0"),
            ("1.0.3", Batch, true, "1.0.4 1.0.6", "1.0.7"),
        ] {
            let taken: Vec<_> = taken.split_whitespace().map(version).collect();
            let is_taken = |number| taken.contains(&number);
            assert_eq!(
                version(stands).next_version(part, is_changed, is_taken),
                Ok(version(next)),
                "{stands} {part}"
            );
        }
    }

    #[test]
    fn a_part_at_its_limit_says_so_and_the_others_go_on() {
        let highest = version("4294967295.4294967295.4294967295");
        for part in VersionType::ALL {
            assert_eq!(highest.bump(*part).unwrap_err().code(), "version_limit");
        }
        let last = version("1.0.4294967295");
        assert_eq!(
            last.bump(VersionType::Batch).unwrap_err().to_string(),
            "The patch number of 1.0.4294967295 cannot grow any further: create a version that raises another part"
        );
        assert_eq!(last.bump(VersionType::Minor), Ok(version("1.1.0")));
        assert_eq!(last.bump(VersionType::Major), Ok(version("2.0.0")));
        let before_last = version("1.0.4294967294");
        assert_eq!(before_last.bump(VersionType::Batch), Ok(last));
        // The last number is assigned, so none is left for a restore.
        let restored = before_last.next_unused(VersionType::Batch, &[last]);
        assert_eq!(restored.unwrap_err().code(), "version_limit");
    }

    #[test]
    fn clicks_choose_one_then_two_then_start_over() {
        for (selected, clicked, after) in [
            ("", "a", "a"),
            ("a", "b", "a b"),
            ("a", "a", ""),
            ("a b", "c", "c"),
            ("a b", "a", "a"),
        ] {
            let selected: Vec<String> = selected.split_whitespace().map(str::to_owned).collect();
            assert_eq!(select_version(&selected, clicked).join(" "), after);
        }
    }

    #[test]
    fn order_is_numeric() {
        assert!(version("1.9.9") < version("1.10.0"));
    }

    #[test]
    fn what_is_not_a_version_is_refused() {
        for text in [
            "",
            "1",
            "1.2",
            "1.2.3.4",
            "1.2.x",
            "+1.2.3",
            "1.2.-3",
            "1.2.4294967296",
            "vv1.2.3",
            "1..3",
        ] {
            assert_eq!(
                text.parse::<VersionNumber>().unwrap_err().code(),
                "not_a_version",
                "{text:?}"
            );
        }
        assert_eq!(version("v1.2.3"), version("1.2.3"));
    }
}
