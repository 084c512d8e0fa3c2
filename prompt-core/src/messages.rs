//! The catalogue of fixed messages for errors and empty states.
//!
//! Every message is shown somewhere. Messages with parameters are [`crate::ErrorKind`]s.

use crate::string_enum::string_enum;

string_enum! {
    /// A fixed message. Its string is the code for programs, its label the text for users.
    pub enum Message as "message" {
        /// An account is required, but the user is signed out.
        NotAuthenticated = "not_authenticated", "User not authenticated";
        /// The payment provider returned no session.
        NoCheckoutSession = "no_checkout_session", "No session ID returned from checkout creation";
        /// A save failed for an unknown reason.
        SaveFailedUnexpectedly = "save_failed_unexpectedly", "An unexpected error occurred while saving. Please try again.";
        /// A component could not be saved.
        ComponentSaveFailed = "component_save_failed", "Failed to save component. Please try again.";
        /// An asset could not be saved.
        AssetSaveFailed = "asset_save_failed", "Failed to save asset. Please try again.";
        /// The explorer's list failed to load.
        PromptsLoadFailed = "prompts_load_failed", "Failed to load prompts. Please try again.";
        /// The collections failed to load; the reason follows.
        CollectionsLoadFailed = "collections_load_failed", "Error loading collections:";
        /// A prompt could not be added to a collection.
        CollectionAddFailed = "collection_add_failed", "Failed to add prompt to collection. Please try again.";
        /// The plan does not include AI.
        AiNotAllowed = "ai_not_allowed", "AI features require Pro or Max plan. Please upgrade your subscription.";
        /// The answer is not the requested JSON.
        GenerationNotJson = "generation_not_json", "Failed to parse generated content as JSON";
        /// The answer is JSON, but does not match the prompt to improve.
        ImprovementNotKept = "improvement_not_kept", "The answer did not keep the parts of the prompt. Nothing was charged; please try again.";
        /// The banner's heading after a failed generation.
        GenerationFailed = "generation_failed", "Generation failed";
        /// The banner's text for a failure without a message.
        GenerationRetry = "generation_retry", "Please try again or check your API configuration";
        /// The export preview failed.
        PreviewFailed = "preview_failed", "Error generating preview";
        /// Onboarding could not be saved.
        OnboardingSaveFailed = "onboarding_save_failed", "Failed to update onboarding progress";
        /// Wrong address or wrong password; the message is the same for both.
        InvalidLogin = "invalid_login", "Invalid login credentials";
        /// The two passwords differ.
        PasswordsDiffer = "passwords_differ", "Passwords do not match";
        /// The password is too short.
        PasswordTooShort = "password_too_short", "Password must be at least 6 characters";
        /// Too many context files; the whole batch is rejected.
        TooManyFiles = "too_many_files", "Maximum 5 files allowed.";
        /// Confirmation before a prompt is deleted.
        ConfirmDeletePrompt = "confirm_delete_prompt", "Are you sure you want to delete this prompt?";
        /// Confirmation before a collection is deleted.
        ConfirmDeleteCollection = "confirm_delete_collection", "Are you sure you want to delete this collection?";
        /// A search for prompts without results.
        NoPromptsFound = "no_prompts_found", "No prompts found";
        /// An empty list of prompts.
        NoPromptsYet = "no_prompts_yet", "No prompts yet";
        /// An empty list of assets.
        NoAssetsYet = "no_assets_yet", "No assets yet";
        /// A search for components without results.
        NoComponentsFound = "no_components_found", "No components found";
        /// An empty list of collections.
        NoCollectionsYet = "no_collections_yet", "No collections yet";
        /// Analytics without data.
        NoAnalyticsData = "no_analytics_data", "No Analytics Data";
        /// Analytics without events.
        NoRecentActivity = "no_recent_activity", "No recent activity";
        /// An empty collection.
        NoCollectionItems = "no_collection_items", "No items in this collection";
    }
}

impl Message {
    /// The stable code for programs.
    pub const fn code(self) -> &'static str {
        self.as_str()
    }

    /// The text for users.
    pub const fn text(self) -> &'static str {
        self.label()
    }
}
