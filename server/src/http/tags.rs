//! The tags that group operations in the OpenAPI document.

/// The features, as the contract groups them.
#[derive(poem_openapi::Tags)]
pub enum Tags {
    /// Accounts, signing in and out, passwords
    Auth,
    /// Teams: what they are called, who is in them, and invitations to them
    Workspaces,
    /// User profiles: names, pictures, statistics and activity
    Profile,
    /// Prompts and assets: create, search, save, clone
    Prompts,
    /// The history of a prompt: snapshots, comparison, restore
    Versions,
    /// Labels such as production: moving them, undo, history
    Labels,
    /// Prompts by name, rendered or as their source, for applications
    Fetch,
    /// Prompts for people without an account
    Share,
    /// The library of reusable pieces: drafts, versions, ratings
    Components,
    /// Nested folders of prompts and of other collections
    Collections,
    /// Likes, views, trending prompts and recommendations
    Community,
    /// Views, likes, forks and ratings of your own work
    Analytics,
    /// What others did with your own work
    Notifications,
    /// The five steps that welcome a new user
    Onboarding,
    /// Items deleted in the last thirty days
    Trash,
    /// Other servers that are told of events
    Webhooks,
    /// Balance, ledger and the log of AI usage
    Credits,
    /// Plans, subscriptions, payment
    Billing,
    /// Prompts written and improved by AI
    Generation,
    /// Prompts run by a model, and what it answered
    Runs,
    /// The tests of a prompt and their results
    Tests,
    /// Accounts, reports and the audit log, for administrators of the instance
    Admin,
}
