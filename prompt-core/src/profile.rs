//! The statistics and achievements of a profile.

use serde::{Deserialize, Serialize};

use crate::string_enum::string_enum;

string_enum! {
    /// An achievement.
    pub enum Achievement as "achievement" {
        /// Ten prompts or more.
        ProlificCreator = "prolific_creator", "Prolific Creator";
        /// Fifty likes or more.
        CommunityFavorite = "community_favorite", "Community Favorite";
        /// Seven days in a row or more.
        ConsistentCreator = "consistent_creator", "Consistent Creator";
        /// An average rating of 4.5 or more.
        QualityCreator = "quality_creator", "Quality Creator";
    }
}

/// The statistics of a profile.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct ProfileFigures {
    /// Prompts created.
    pub total_prompts: u32,
    /// Views by other users.
    pub total_views: u32,
    /// Likes received.
    pub total_likes: u32,
    /// Forks by other users.
    pub total_forks: u32,
    /// Collections created.
    pub total_collections: u32,
    /// Average rating of all components; 0 without ratings.
    pub avg_rating: f64,
    /// Consecutive days with a creation or a save.
    pub streak_days: u32,
}

impl ProfileFigures {
    /// The achievements earned with these statistics.
    pub fn achievements(&self) -> Vec<Achievement> {
        Achievement::ALL
            .iter()
            .copied()
            .filter(|achievement| match achievement {
                Achievement::ProlificCreator => self.total_prompts >= 10,
                Achievement::CommunityFavorite => self.total_likes >= 50,
                Achievement::ConsistentCreator => self.streak_days >= 7,
                Achievement::QualityCreator => self.avg_rating >= 4.5,
            })
            .collect()
    }
}

/// Counts the consecutive days, up to today or yesterday, with a creation or a save. Days are UTC day
/// numbers from any fixed epoch, in any order and with repeats.
pub fn streak(days: &[i64], today: i64) -> u32 {
    let days: std::collections::HashSet<i64> = days.iter().copied().collect();
    let mut day = if days.contains(&today) {
        today
    } else {
        today - 1
    };
    let mut length = 0;
    while days.contains(&day) {
        length += 1;
        day -= 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn achievements_begin_exactly_at_their_bound() {
        let figures = |prompts, likes, days, rating| ProfileFigures {
            total_prompts: prompts,
            total_likes: likes,
            streak_days: days,
            avg_rating: rating,
            ..ProfileFigures::default()
        };
        assert!(figures(9, 49, 6, 4.49).achievements().is_empty());
        assert_eq!(figures(10, 50, 7, 4.5).achievements(), Achievement::ALL);
        assert_eq!(
            figures(0, 0, 0, 5.0).achievements(),
            [Achievement::QualityCreator]
        );
    }

    #[test]
    fn a_streak_may_end_today_or_yesterday() {
        for (days, length) in [
            (&[][..], 0),
            (&[100], 1),
            (&[99], 1),
            (&[98], 0),
            (&[100, 99, 98], 3),
            (&[99, 98, 98, 97, 95], 3),
            (&[97, 99, 100, 101], 2),
        ] {
            assert_eq!(streak(days, 100), length, "{days:?}");
        }
    }
}
