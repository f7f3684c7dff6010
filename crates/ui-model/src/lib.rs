//! State of the pages, testable without a browser. Texts are in `i18n`, drawings in `board-art`.

mod announcements;
mod away_game;
mod base64url;
pub mod board;
mod challenge_terms;
pub mod chat;
pub mod clock_face;
mod contest;
mod daily_call;
mod day_streak;
mod deal;
mod decline;
pub mod editor;
pub mod explorer;
pub mod fair_play;
pub mod first_page;
mod game_link;
mod game_model;
mod hidden_page;
mod hints;
mod html;
pub mod journal;
mod knowledge;
pub mod lessons;
mod link_notes;
pub mod live;
/// The list of waiting players.
pub mod lobby_list;
pub mod music;
mod new_game;
mod notation;
pub mod option_specs;
mod page_title;
pub mod percent;
mod piece_diagram;
pub mod player_card;
pub mod players;
pub mod preview;
pub mod profile;
pub mod puzzles;
mod quick_pool;
/// Games as files.
pub mod records;
pub mod review;
mod route;
mod rules;
mod running_game;
/// Seats at tables of the server.
pub mod seats;
/// The player's settings for all games.
pub mod settings;
mod share;
/// Smart boards: the list of all boards, and the view of one.
pub mod smart_boards;
pub mod sounds;
pub mod stored;
/// Studies: their rules, and the studies of this device.
pub mod studies;
mod table_link;
mod table_model;
mod teams;
#[cfg(test)]
mod test_table;

mod table_verifier;
mod transcript_verifier;
pub mod undercover;

pub use announcements::Sound;
pub use away_game::AwayGame;
pub use challenge_terms::challenge_terms;
pub use clock::Speed;
pub use contest::is_contest;
pub use daily_call::DailyCall;
pub use day_streak::DayStreak;
pub use deal::DealCheck;
pub use decline::decline_reasons;
pub use game_link::{GameLink, LinkProblem, MAX_LINK_CHARS};
pub use game_model::{GameModel, Status};
pub use games::{Level, Variant};
pub use hidden_page::HiddenPage;
pub use html::escape_html;
pub use knowledge::Knowledge;
pub use link_notes::{notes_fragment, with_notes};
pub use new_game::{
    CLOCKS, FirstMover, NewGame, Opponent, RATINGS, SeatChoice, challenge, challenge_clocks,
    is_correspondence, quick_clocks, quick_seek, range_words,
};
pub use page_title::without_calls;
pub use piece_diagram::{Offset, PieceDiagram};
pub use quick_pool::QuickPool;
pub use route::Route;
pub use rules::start_scene;
pub use running_game::{RunningGame, first_count, seats_of_account, sort_by_urgency};
pub use share::{EMBED_SIZE, PictureWords, embed_code};
pub use table_link::{Answered, TableLink};
pub use table_model::{MissedUpdates, TableModel};
pub use table_verifier::{Mismatch, TableVerifier};
pub use teams::Team;
#[cfg(test)]
pub(crate) use test_table::{test_game, test_table};
pub use transcript_verifier::{TranscriptVerifier, TranscriptViolation};
