//! The days of a period in somebody's time zone. What happened is stored by hour in UTC.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp as Instant, ToSpan as _};

use crate::clock::Timestamp;
use crate::http::error::{ApiError, Result};

/// Days in a row, the last one today.
pub struct LocalDays {
    zone: TimeZone,
    first: Date,
    count: i64,
}

impl LocalDays {
    /// 422 for an unknown time zone. `zone` is a name of the IANA database, such as `Europe/Berlin`.
    pub fn up_to(now: Timestamp, count: i64, zone: &str) -> Result<Self> {
        let zone = TimeZone::get(zone).map_err(|_| {
            let message = format!(
                "The time zone '{zone}' is not known. Use a name such as Europe/Berlin or UTC."
            );
            ApiError::rule("time_zone", "unknown_time_zone", message)
        })?;
        let internal = |error| ApiError::internal(&error);
        let now = Instant::from_microsecond(now.0).map_err(internal)?;
        let today = now.to_zoned_datetime(zone.clone()).date();
        let first = today.checked_sub((count - 1).days()).map_err(internal)?;
        Ok(Self { zone, first, count })
    }

    /// The hour in UTC in which the first day begins, in hours since 1970.
    pub fn first_hour(&self) -> Result<i64> {
        let begin = self.first.to_zoned_datetime(self.zone.clone());
        let begin = begin.map_err(|error| ApiError::internal(&error))?;
        Ok(begin.timestamp().as_second().div_euclid(3600))
    }

    /// The days, oldest first.
    pub fn dates(&self) -> impl Iterator<Item = String> {
        let days = self.first.series(1.day());
        let count = usize::try_from(self.count).unwrap_or_default();
        days.take(count).map(|day| day.to_string())
    }

    /// Which of the days an hour belongs to, counted from 0. In a time zone that is half an hour off, an hour that
    /// reaches over midnight belongs to the day that takes its second half.
    pub fn day_of(&self, hour: i64) -> Option<usize> {
        let middle = hour.checked_mul(3600)?.checked_add(1800)?;
        let at = Instant::from_second(middle).ok()?;
        let day = at.to_zoned_datetime(self.zone.clone()).date();
        let since = (day - self.first).get_days();
        usize::try_from(since)
            .ok()
            .filter(|day| i64::try_from(*day).is_ok_and(|day| day < self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(now: &str, count: i64, zone: &str) -> LocalDays {
        LocalDays::up_to(now.parse().unwrap(), count, zone).unwrap()
    }

    fn hour(at: &str) -> i64 {
        at.parse::<Timestamp>().unwrap().hour()
    }

    #[test]
    fn a_day_begins_at_midnight_of_the_time_zone() {
        for (zone, at, day) in [
            ("UTC", "2026-01-30T23:10:00Z", Some(0)),
            ("UTC", "2026-01-31T00:10:00Z", Some(1)),
            ("UTC", "2026-01-29T23:10:00Z", None),
            ("Europe/Berlin", "2026-01-30T22:59:00Z", Some(0)),
            ("Europe/Berlin", "2026-01-30T23:00:00Z", Some(1)),
            ("America/New_York", "2026-01-31T04:59:00Z", Some(0)),
            ("America/New_York", "2026-01-31T05:00:00Z", Some(1)),
            ("Asia/Kolkata", "2026-01-30T18:45:00Z", Some(1)),
        ] {
            let days = days("2026-01-31T09:30:00Z", 2, zone);
            assert_eq!(days.day_of(hour(at)), day, "{zone} {at}");
        }
    }

    #[test]
    fn the_days_around_a_change_of_the_clocks_are_whole() {
        // Clocks go forward on 29 March 2026: that day has 23 hours.
        let days = days("2026-03-30T10:00:00Z", 3, "Europe/Berlin");
        let dates: Vec<String> = days.dates().collect();
        assert_eq!(dates, ["2026-03-28", "2026-03-29", "2026-03-30"]);
        assert_eq!(days.first_hour().unwrap(), hour("2026-03-27T23:00:00Z"));
        assert_eq!(days.day_of(hour("2026-03-28T23:00:00Z")), Some(1));
        assert_eq!(days.day_of(hour("2026-03-29T21:59:00Z")), Some(1));
        assert_eq!(days.day_of(hour("2026-03-29T22:00:00Z")), Some(2));
    }

    #[test]
    fn an_unknown_time_zone_is_refused() {
        let refused = LocalDays::up_to(Timestamp(0), 7, "Mars/Olympus");
        assert_eq!(refused.err().unwrap().body.code, "unknown_time_zone");
    }
}
