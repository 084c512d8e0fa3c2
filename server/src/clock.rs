//! Time and ids: the only place that reads the system clock.
//!
//! Everything else takes the time from its [`Clock`], so that tests can move it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use uuid::{ContextV7, Uuid};

use crate::db::{self, Column, Row, SqlType, SqlValue, Typed};

/// A moment in UTC, in microseconds, the precision that cursors need. Written as RFC 3339 with milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

/// Microseconds of the first and the last moment that can be written.
const FIRST: i64 = -62_167_219_200_000_000;
const LAST: i64 = 253_402_300_799_999_999;

impl Timestamp {
    pub const HOUR: Duration = Duration::from_hours(1);
    pub const DAY: Duration = Duration::from_hours(24);

    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(micros(span)))
    }

    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(micros(span)))
    }

    /// The number of whole days since 1970-01-01 in UTC.
    #[must_use]
    pub fn day(self) -> i64 {
        self.0.div_euclid(micros(Self::DAY))
    }

    /// The number of whole hours since 1970-01-01 in UTC.
    #[must_use]
    pub fn hour(self) -> i64 {
        self.0.div_euclid(micros(Self::HOUR))
    }

    #[must_use]
    pub fn from_day(day: i64) -> Self {
        Self(day.saturating_mul(micros(Self::DAY)))
    }

    /// The day in UTC, as `2026-01-31`.
    #[must_use]
    pub fn date(self) -> String {
        let date = self.date_time().date();
        format!(
            "{:04}-{:02}-{:02}",
            date.year(),
            u8::from(date.month()),
            date.day()
        )
    }

    fn date_time(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

impl Column for Timestamp {
    fn read(row: &Row, at: usize) -> db::Result<Self> {
        i64::read(row, at).map(Self)
    }
}

impl Typed for Timestamp {
    const TYPE: SqlType = SqlType::Number;
}

impl From<Timestamp> for SqlValue {
    fn from(time: Timestamp) -> Self {
        Self::Number(time.0)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = format_description!(
            "[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z"
        );
        let text = self.date_time().format(&format).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

impl FromStr for Timestamp {
    type Err = time::error::Parse;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = OffsetDateTime::parse(text, &Rfc3339)?;
        let micros = parsed.unix_timestamp_nanos() / 1000;
        // An offset can lead outside the years that have four digits.
        let micros = micros.clamp(FIRST.into(), LAST.into());
        Ok(Self(i64::try_from(micros).unwrap_or(LAST)))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time", "example": "2026-01-31T09:30:00.000Z" })
    }
}

/// The source of the time.
#[derive(Clone, Debug)]
pub enum Clock {
    System,
    /// Stands still until a test moves it.
    Settable(Arc<AtomicI64>),
}

impl Clock {
    #[must_use]
    pub fn settable(start: Timestamp) -> Self {
        Self::Settable(Arc::new(AtomicI64::new(start.0)))
    }

    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => {
                let nanos = OffsetDateTime::now_utc().unix_timestamp_nanos();
                Timestamp(i64::try_from(nanos / 1000).unwrap_or(i64::MAX))
            }
            Self::Settable(micros) => Timestamp(micros.load(Ordering::SeqCst)),
        }
    }

    /// Advances a settable clock; the system clock ignores it.
    pub fn advance(&self, span: Duration) {
        if let Self::Settable(now) = self {
            now.fetch_add(micros(span), Ordering::SeqCst);
        }
    }
}

/// A new UUID v7: ids sort by creation time, and by order within the same moment.
pub fn new_id(now: Timestamp) -> Uuid {
    static ORDER: LazyLock<Mutex<ContextV7>> = LazyLock::new(|| Mutex::new(ContextV7::new()));
    let seconds = u64::try_from(now.0.div_euclid(1_000_000)).unwrap_or(0);
    let nanos = u32::try_from(now.0.rem_euclid(1_000_000) * 1000).unwrap_or(0);
    let order = ORDER.lock().unwrap_or_else(PoisonError::into_inner);
    Uuid::new_v7(uuid::Timestamp::from_unix(&*order, seconds, nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_is_written_with_milliseconds_and_read_back() {
        for (micros, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_769_851_800_123_000, "2026-01-31T09:30:00.123Z"),
            (1_769_851_800_123_999, "2026-01-31T09:30:00.123Z"),
        ] {
            assert_eq!(Timestamp(micros).to_string(), text);
            assert_eq!(text.parse::<Timestamp>().unwrap().0, micros / 1000 * 1000);
        }
    }

    #[test]
    fn a_moment_beyond_the_years_that_can_be_written_is_the_last_of_them() {
        for (text, read) in [
            ("9999-12-31T23:59:59-23:59", "9999-12-31T23:59:59.999Z"),
            ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(text.parse::<Timestamp>().unwrap().to_string(), read);
        }
    }

    #[test]
    fn a_day_is_written_as_a_date() {
        for (day, date) in [
            (0, "1970-01-01"),
            (20_484, "2026-01-31"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(Timestamp::from_day(day).date(), date);
            assert_eq!(Timestamp::from_day(day).day(), day);
        }
    }

    #[test]
    fn ids_sort_by_time() {
        let early = new_id(Timestamp(1_769_851_800_123_000));
        let same = new_id(Timestamp(1_769_851_800_123_000));
        let late = new_id(Timestamp(1_769_851_800_125_000));
        assert!(early < same && same < late);
        assert_eq!(late.get_version_num(), 7);
    }
}
