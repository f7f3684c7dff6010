//! Limits on the size of a question, so that no line takes too long to answer.

/// Maximum length of a line in bytes. A longer one yields `too-long`.
pub const LINE_BYTES: usize = 1 << 20;

/// Maximum number of actions in a question. More yield `too-long`.
pub const ACTIONS: usize = 20_000;
