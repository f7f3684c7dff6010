use std::fmt;

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct Player {
    /// What the logs call the player; never changes.
    pub id: String,
    /// The name without case, unique.
    pub key: String,
    /// The name as it is shown.
    pub name: String,
    /// A hash of the password, with its salt and costs.
    pub password: String,
    /// When the account was made, in milliseconds since the epoch.
    pub since_ms: u64,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player({} {} <secret>)", self.id, self.name)
    }
}

/// A player's next password.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword {
    /// The player's id.
    pub player: String,
    /// The hash against which the password so far was proven.
    pub proven: String,
    /// A hash of the next one.
    pub password: String,
    /// The hash of the one session that does not end.
    pub kept: String,
}

/// Somebody is signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct Session {
    /// The token's hash as hex; the token itself is nowhere.
    pub hash: String,
    /// The player's id.
    pub player: String,
    /// When it ends by itself, in milliseconds since the epoch.
    pub until_ms: u64,
}
