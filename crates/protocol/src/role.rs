use serde::{Deserialize, Serialize};

/// Office of an account. The operator grants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Runs the site: a moderator of moderators.
    Owner,
    /// Settles reports, and warns, mutes and closes accounts.
    Moderator,
    /// Runs tournaments.
    Arbiter,
}

impl Role {
    /// All offices.
    pub const ALL: [Role; 3] = [Role::Owner, Role::Moderator, Role::Arbiter];

    /// Stable name, as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Moderator => "moderator",
            Role::Arbiter => "arbiter",
        }
    }

    /// The office with this name.
    ///
    /// ```
    /// use protocol::Role;
    ///
    /// for role in Role::ALL {
    ///     assert_eq!(Role::parse(role.as_str()), Some(role));
    ///     assert_eq!(serde_json::to_string(&role).unwrap(), format!("\"{}\"", role.as_str()));
    /// }
    /// assert_eq!(Role::parse("king"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.as_str() == name)
    }

    /// Whether the office opens the page of moderators.
    pub const fn may_moderate(self) -> bool {
        matches!(self, Role::Owner | Role::Moderator)
    }
}
