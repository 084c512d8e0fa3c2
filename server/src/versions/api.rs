//! Handlers of histories, the same for prompts and components.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use prompt_core::compare::Comparison;
use prompt_core::component::Component;
use prompt_core::record::Record as _;
use prompt_core::{Prompt, VersionNumber};
use uuid::Uuid;

use crate::app::App;
use crate::components::model::StoredComponent;
use crate::heavy;
use crate::http::error::Result;
use crate::http::json::{Created, Json, WithEtag};
use crate::http::pagination::{self, Limit, Page};
use crate::http::query::EnumParam;
use crate::http::tags::Tags;
use crate::prompts::model::StoredPrompt;
use crate::records::versions::{self, Entries};
use crate::session::extractors::{Me, Viewer};
use crate::versions::model::{NewVersion, Restore, StoredVersion, VersionName, VersionSummary};
use crate::versions::store::{self, Side};

/// Declares the operations on the history of one kind of record.
macro_rules! versions_api {
    ($api:ident of $kind:ty as $answer:ty, at $prefix:literal, $list:literal, $create:literal, $get:literal,
     $name:literal, $compare:literal, $restore:literal) => {
        pub struct $api(pub App);

        #[OpenApi(prefix_path = $prefix, tag = "Tags::Versions")]
        impl $api {
            /// List the history, newest first
            ///
            /// Every save is an entry. A version is an entry with a name: `is_named`.
            #[oai(path = "/:id/versions", method = "get", operation_id = $list)]
            async fn list_versions(
                &self,
                viewer: Viewer,
                id: Path<Uuid>,
                /// Only the versions and the current text; `saves` counts the entries that are left out.
                named: Query<Option<bool>>,
                /// Only the saves between the version before this number and this number.
                under: Query<Option<EnumParam<VersionNumber>>>,
                /// `next_cursor` of the previous page.
                cursor: Query<Option<String>>,
                /// 1 to 100, default 20.
                limit: Query<Option<Limit>>,
            ) -> Result<WithEtag<Page<VersionSummary>>> {
                let entries = match (under.0, named.0) {
                    (Some(number), _) => Entries::Under(number.0),
                    (None, Some(true)) => Entries::Named,
                    (None, _) => Entries::All,
                };
                let limit = pagination::limit(limit.0)?;
                let (db, viewer) = (&self.0.db, viewer.id());
                let cursor = cursor.0.as_deref();
                let page = versions::list::<$kind, VersionSummary>(
                    db, viewer, id.0, entries, cursor, limit, |entry| entry.seq,
                );
                Ok(WithEtag(page.await?))
            }

            /// Create a version
            ///
            /// Raises the major, minor or patch (`batch`) part of the number: the current text becomes a version
            /// under that number.
            #[oai(path = "/:id/versions", method = "post", operation_id = $create)]
            async fn create_version(
                &self,
                me: Me,
                id: Path<Uuid>,
                Json(new): Json<NewVersion>,
            ) -> Result<Created<StoredVersion<$kind>>> {
                let new = versions::NewVersion {
                    part: new.version_type,
                    changelog: &new.changelog,
                    base: new.base_version,
                };
                let created = versions::create(&self.0.db, me, id.0, new, self.0.now()).await?;
                Ok(Created(StoredVersion::of(created)?))
            }

            /// Read an entry of the history
            #[oai(path = "/:id/versions/:version", method = "get", operation_id = $get)]
            async fn get_version(
                &self,
                viewer: Viewer,
                id: Path<Uuid>,
                version: Path<EnumParam<VersionNumber>>,
            ) -> Result<WithEtag<StoredVersion<$kind>>> {
                let found = versions::get(&self.0.db, viewer.id(), id.0, version.0.0).await?;
                Ok(WithEtag(StoredVersion::of(found)?))
            }

            /// Name an entry of the history
            ///
            /// Makes a save a version, or replaces the changelog of a version. The text and the number stay.
            #[oai(path = "/:id/versions/:version", method = "patch", operation_id = $name)]
            async fn name_version(
                &self,
                me: Me,
                id: Path<Uuid>,
                version: Path<EnumParam<VersionNumber>>,
                Json(name): Json<VersionName>,
            ) -> Result<Json<VersionSummary>> {
                let named = versions::name::<$kind, _>(
                    &self.0.db, me, id.0, version.0.0, &name.changelog, self.0.now(),
                );
                Ok(Json(named.await?))
            }

            /// Compare two entries of the history
            ///
            /// Items are matched by id: added, removed, modified and moved. Values are complete, for a
            /// side-by-side view.
            #[oai(path = "/:id/compare", method = "get", operation_id = $compare)]
            async fn compare_versions(
                &self,
                viewer: Viewer,
                id: Path<Uuid>,
                /// A version number, or `current` (the default).
                from: Query<Option<String>>,
                /// A version number, or `current` (the default).
                to: Query<Option<String>>,
            ) -> Result<WithEtag<Comparison>> {
                let sides = [
                    Side::parse("from", from.0.as_deref())?,
                    Side::parse("to", to.0.as_deref())?,
                ];
                let load = |side| store::side::<$kind>(&self.0.db, viewer.id(), id.0, side);
                let [(from, old), (to, new)] = [load(sides[0]).await?, load(sides[1]).await?];
                let changes = heavy::in_turn(|| old.changes_to(&new)).await;
                Ok(WithEtag(Comparison::new(from, to, changes)))
            }

            /// Restore an entry of the history
            ///
            /// Its text becomes the current one, under the next unused number of its line. The replaced text stays
            /// in the history. Restoring the current number changes nothing.
            #[oai(path = "/:id/versions/:version/restore", method = "post", operation_id = $restore)]
            async fn restore_version(
                &self,
                me: Me,
                id: Path<Uuid>,
                version: Path<EnumParam<VersionNumber>>,
                Json(restore): Json<Restore>,
            ) -> Result<Json<$answer>> {
                let (db, number) = (&self.0.db, version.0.0);
                let base = restore.base_version;
                let restored = versions::restore::<$kind>(db, me, id.0, number, base, self.0.now());
                Ok(Json(restored.await?))
            }
        }
    };
}

versions_api!(PromptVersionsApi of Prompt as StoredPrompt, at "/prompts", "list_versions", "create_version",
    "get_version", "name_version", "compare_versions", "restore_version");
versions_api!(ComponentVersionsApi of Component as StoredComponent, at "/components", "list_component_versions",
    "create_component_version", "get_component_version", "name_component_version", "compare_component_versions",
    "restore_component_version");
