//! The groups of operations in the contract.

/// The features, as the contract groups them.
#[derive(poem_openapi::Tags)]
pub enum Tags {
    /// Accounts, signing in and out, passwords
    Auth,
    /// Who people are, their pictures, figures and activity
    Profile,
    /// Prompts and assets: writing, finding, saving, cloning
    Prompts,
    /// The history of a prompt: snapshots, comparison, restore
    Versions,
    /// The library of reusable pieces: drafts, versions, ratings
    Components,
    /// Nested folders of prompts and of other collections
    Collections,
    /// Likes and views, what is looked at now and what might please one
    Community,
    /// What came of one's own prompts
    Analytics,
    /// The five steps that welcome a new user
    Onboarding,
    /// What was deleted in the last thirty days
    Trash,
    /// Balance, ledger and the record of every use of AI
    Credits,
    /// Plans, subscriptions, payment
    Billing,
    /// Prompts written by AI
    Generation,
}
