//! The computer players as an engine, UCI or UCCI on a pair of streams, and other engines as
//! computer players.
//!
//! [`serve`] reads commands on one thread, thinks on another and answers on the caller's, so that
//! `stop`, `quit` and the end of the input are obeyed at once. The protocol's texts are the crate
//! `uci`'s, the play is the crate `bots`'; here are the threads and the time between them.
//! [`serve_tournament`] is the simpler protocol of banqi's tournaments; [`EngineBot`] is the other
//! end: a program that speaks UCI or UCCI, as a bot.

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

pub use engine_bot::{EngineBot, EngineOptions};
pub use serve::serve;
pub use spending::MoveTime;
pub use tournament::serve_tournament;
