//! How much is taken from whoever asks, so that no line costs too much.

/// The longest line that is read, in bytes: one mebibyte. A longer one is answered with `too-long`.
pub const LINE_BYTES: usize = 1 << 20;

/// The most actions in one question; more are answered with `too-long`.
pub const ACTIONS: usize = 20_000;
