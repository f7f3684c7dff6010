//! The backends of a table: this page or the server.

mod away_games;
mod engine;
mod hints;
mod lobby;
mod local;
pub(crate) mod players;
pub(crate) mod puzzles;
mod remote;
mod review;
mod server;
pub(crate) mod smart_boards;
mod socket;
pub(crate) mod studies;
mod worker;

pub(crate) use away_games::follow_away_games;
pub(crate) use engine::LiveEngine;
pub(crate) use hints::{ask_computer, ask_hint};
pub(crate) use lobby::{LobbySignals, watch_challenges, watch_lobby};
pub(crate) use local::{
    CannotOpen, keep_resumed, last_game, local_game_count, local_games, open_local, remove_local,
    resume_local, show_fresh, untouched_game, usual_level, write_summaries,
};
pub(crate) use remote::{
    cancel_table, challenge_remote, decline_challenge, decline_words, enter_remote, forget_ended,
    has_seat, has_seats, host_seats, is_seek, join_remote, link_for_others, live_games,
    open_remote, pair_remote, plays_contest, remote_games, reserved_seats, seekers, take_seat,
    watch_remote, watched_games,
};
pub(crate) use review::{RunningReview, review, review_on_server};
