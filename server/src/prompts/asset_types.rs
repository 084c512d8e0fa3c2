//! The kinds of asset and the fields of each, as the core defines them.

use poem_openapi::OpenApi;
use prompt_core::PromptType;
use prompt_core::asset::{self, FieldDefinition};
use schemars::JsonSchema;
use serde::Serialize;

use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::tags::Tags;

/// One kind of asset.
#[derive(Serialize, JsonSchema)]
pub struct AssetType {
    pub prompt_type: PromptType,
    /// Its display name.
    pub label: &'static str,
    pub fields: &'static [FieldDefinition],
}

/// All kinds of asset.
#[derive(Serialize, JsonSchema)]
pub struct AssetTypes {
    pub items: Vec<AssetType>,
}

pub struct AssetTypesApi;

#[OpenApi(tag = "Tags::Prompts")]
impl AssetTypesApi {
    /// List the kinds of asset and their fields
    #[expect(clippy::unused_async, reason = "the router takes async handlers only")]
    #[oai(
        path = "/asset-types",
        method = "get",
        operation_id = "list_asset_types"
    )]
    async fn list_asset_types(&self) -> Result<Json<AssetTypes>> {
        let kinds = PromptType::ALL
            .iter()
            .copied()
            .filter(|kind| kind.is_asset());
        let items = kinds
            .map(|prompt_type| AssetType {
                prompt_type,
                label: prompt_type.label(),
                fields: asset::fields(prompt_type),
            })
            .collect();
        Ok(Json(AssetTypes { items }))
    }
}
