/// Why the store could not do it. Never holds an event's text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such game.
    #[error("there is no game `{0}`")]
    NoGame(String),
    /// Somebody else has appended meanwhile.
    #[error("game `{game}` stands at event {found}, not {expected}")]
    Stale {
        /// The game.
        game: String,
        /// What the writer expected.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// The log does not hold what was written.
    #[error("the log of game `{game}` is damaged at event {seq}")]
    Damaged {
        /// The game.
        game: String,
        /// The first event whose hash is wrong.
        seq: u64,
    },
    /// Another player has this name.
    #[error("this name is taken")]
    NameTaken,
    /// The password that was proven is not the player's, or no longer.
    #[error("the password has changed meanwhile")]
    PasswordChanged,
    /// The database failed; nothing of the append was kept.
    #[error("the database failed: {0}")]
    Database(String),
    /// The store is shutting down, or its queue is full for too long.
    #[error("the store takes no more work")]
    Closed,
}

/// The database's words, without the statement's values.
pub(crate) fn database(error: &sqlx::Error) -> StoreError {
    StoreError::Database(error.to_string())
}
