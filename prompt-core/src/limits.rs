//! The limits of all user input. Characters are Unicode scalar values.

/// Characters in a title.
pub const TITLE_CHARS: usize = 200;
/// Characters in a description.
pub const DESCRIPTION_CHARS: usize = 2_000;
/// Characters in one tag.
pub const TAG_CHARS: usize = 50;
/// Tags on one prompt, component or collection.
pub const TAGS: usize = 50;
/// Bytes of a prompt's content, serialised as JSON.
pub const CONTENT_BYTES: usize = 2 * 1024 * 1024;
/// Items of a prompt's content, including nested ones.
pub const ITEMS: usize = 2_000;
/// Characters of a profile's bio.
pub const BIO_CHARS: usize = 2_000;
/// Prompts of one account.
pub const PROMPTS_PER_ACCOUNT: usize = 10_000;
/// Components of one account.
pub const COMPONENTS_PER_ACCOUNT: usize = 10_000;
/// Minimum characters of a password.
pub const PASSWORD_MIN_CHARS: usize = 6;
/// Maximum characters of a password.
pub const PASSWORD_MAX_CHARS: usize = 256;
/// Characters of a user's name.
pub const NAME_CHARS: usize = 200;
/// Characters of an API token's name.
pub const TOKEN_NAME_CHARS: usize = 100;
/// Characters of a team's name.
pub const WORKSPACE_NAME_CHARS: usize = 80;
/// Bytes of an email address.
pub const EMAIL_BYTES: usize = 254;
/// Characters of a web address.
pub const URL_CHARS: usize = 2_048;
/// Levels of nested collections.
pub const COLLECTION_DEPTH: usize = 20;
/// Characters of a changelog or of a review.
pub const NOTE_CHARS: usize = 2_000;
/// Days that deleted records stay in the trash.
pub const TRASH_DAYS: u32 = 30;
/// Characters of a record's slug.
pub const SLUG_CHARS: usize = 80;
/// Characters of a handle.
pub const HANDLE_CHARS: usize = 39;
/// Characters of a label.
pub const LABEL_CHARS: usize = 40;
