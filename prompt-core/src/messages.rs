//! The catalogue: fixed sentences that a person reads when something fails or is empty.
//!
//! A sentence that nothing shows is not here. Sentences with a gap are [`crate::ErrorKind`]s, which fill it.

use crate::string_enum::string_enum;

string_enum! {
    /// A fixed sentence. Its word is the code for programs, its label what a person reads.
    pub enum Message as "message" {
        /// Anything of an account, signed out.
        NotAuthenticated = "not_authenticated", "User not authenticated";
        /// The payment provider answered without a session.
        NoCheckoutSession = "no_checkout_session", "No session ID returned from checkout creation";
        /// A save failed and nobody knows why.
        SaveFailedUnexpectedly = "save_failed_unexpectedly", "An unexpected error occurred while saving. Please try again.";
        /// A component could not be saved.
        ComponentSaveFailed = "component_save_failed", "Failed to save component. Please try again.";
        /// An asset could not be saved.
        AssetSaveFailed = "asset_save_failed", "Failed to save asset. Please try again.";
        /// The explorer's list did not arrive.
        PromptsLoadFailed = "prompts_load_failed", "Failed to load prompts. Please try again.";
        /// The collections did not arrive; the reason follows.
        CollectionsLoadFailed = "collections_load_failed", "Error loading collections:";
        /// A prompt could not be put into a collection.
        CollectionAddFailed = "collection_add_failed", "Failed to add prompt to collection. Please try again.";
        /// The plan has no AI.
        AiNotAllowed = "ai_not_allowed", "AI features require Pro or Max plan. Please upgrade your subscription.";
        /// The answer is not the JSON that was asked for.
        GenerationNotJson = "generation_not_json", "Failed to parse generated content as JSON";
        /// The answer is JSON, but not of the prompt that was to be improved.
        ImprovementNotKept = "improvement_not_kept", "The answer did not keep the parts of the prompt. Nothing was charged; please try again.";
        /// The banner's heading after a failed generation.
        GenerationFailed = "generation_failed", "Generation failed";
        /// The banner's text when the failure has none.
        GenerationRetry = "generation_retry", "Please try again or check your API configuration";
        /// The export's preview failed.
        PreviewFailed = "preview_failed", "Error generating preview";
        /// Onboarding could not be saved.
        OnboardingSaveFailed = "onboarding_save_failed", "Failed to update onboarding progress";
        /// A wrong address or a wrong password: the same for both.
        InvalidLogin = "invalid_login", "Invalid login credentials";
        /// Two passwords that should be one.
        PasswordsDiffer = "passwords_differ", "Passwords do not match";
        /// A password that is too short.
        PasswordTooShort = "password_too_short", "Password must be at least 6 characters";
        /// Too many context files; the whole batch is refused.
        TooManyFiles = "too_many_files", "Maximum 5 files allowed.";
        /// Asked before a prompt is deleted.
        ConfirmDeletePrompt = "confirm_delete_prompt", "Are you sure you want to delete this prompt?";
        /// Asked before a collection is deleted.
        ConfirmDeleteCollection = "confirm_delete_collection", "Are you sure you want to delete this collection?";
        /// An empty list of prompts that were searched.
        NoPromptsFound = "no_prompts_found", "No prompts found";
        /// An empty list of prompts.
        NoPromptsYet = "no_prompts_yet", "No prompts yet";
        /// An empty list of assets.
        NoAssetsYet = "no_assets_yet", "No assets yet";
        /// An empty list of components that were searched.
        NoComponentsFound = "no_components_found", "No components found";
        /// An empty list of collections.
        NoCollectionsYet = "no_collections_yet", "No collections yet";
        /// Analytics without figures.
        NoAnalyticsData = "no_analytics_data", "No Analytics Data";
        /// Analytics without events.
        NoRecentActivity = "no_recent_activity", "No recent activity";
        /// An empty collection.
        NoCollectionItems = "no_collection_items", "No items in this collection";
    }
}

impl Message {
    /// The stable word for programs.
    pub const fn code(self) -> &'static str {
        self.as_str()
    }

    /// The sentence a person reads.
    pub const fn text(self) -> &'static str {
        self.label()
    }
}
