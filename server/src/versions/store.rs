//! Loading the sides of a comparison.

use prompt_core::VersionNumber;
use uuid::Uuid;

use crate::access;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::records::{Kind, store, versions};

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Current,
    Version(VersionNumber),
}

impl Side {
    pub fn parse(name: &str, text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("current") => Ok(Self::Current),
            Some(number) => number.parse().map(Self::Version).map_err(|_| {
                ApiError::unreadable(format!(
                    "{name} must be current or a version number such as 1.2.0"
                ))
                .at(name)
            }),
        }
    }
}

/// Loads the current text of a record or an entry of its history, with its number, for a viewer who may see it.
pub async fn side<K: Kind>(
    db: &Db,
    viewer: Uuid,
    record: Uuid,
    side: Side,
) -> Result<(VersionNumber, K)> {
    match side {
        Side::Current => {
            let (number, mut current) = store::numbered::<K>(db, viewer, record).await?;
            if !access::sees(db, K::OBJECT, viewer, record).await? {
                current.redact();
            }
            Ok((number, current))
        }
        Side::Version(number) => Ok((
            number,
            versions::snapshot(db, viewer, record, number).await?,
        )),
    }
}
