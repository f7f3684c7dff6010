//! The computer players as a UCI and UCCI engine, and other engines as computer players.
//!
//! [`serve`] uses three threads: one reads commands, one searches, and the caller's answers.
//! `stop`, `quit` and the end of the input therefore take effect at once. The crate `uci` defines
//! the protocol's texts, and `bots` the play. [`serve_tournament`] is the line protocol of
//! Taiwanese banqi tournaments. [`EngineBot`] drives another program over UCI or UCCI as a bot.
//!

//! # Invariants
//!
//! 1. The answering thread waits only for the next event, so `stop` and the end of the input are
//!    obeyed at once (`tests/session.rs`).
//!
//! 2. After a refused position there is no position, and `go` answers without a move.

mod banqi_fen;
mod engine_bot;
mod engine_process;
mod eval_file;
mod event;
mod input;
mod move_text;
mod report;
mod root;
mod serve;
mod settings;
mod signals;
mod spending;
mod thinker;
mod tournament;

pub use engine_bot::{EngineBot, EngineFault, EngineOptions};
pub use serve::serve;
pub use spending::MoveTime;
pub use tournament::serve_tournament;
