//! The screens of the application.

mod account;
mod archive;
mod editor;
mod lesson;
mod moderation;
mod new_game;
mod not_found;
mod player;
mod puzzles;
mod ranking;
mod record;
mod rules;
mod smart_board;
mod smart_board_hall;
mod start;
mod studies;
mod table;
mod watch;

pub(crate) use account::{Account, PasswordReset};
pub(crate) use archive::Archive;
pub(crate) use editor::EditorScreen;
pub(crate) use lesson::{LessonScreen, Tour};
pub(crate) use moderation::Moderation;
pub(crate) use new_game::NewGameForm;
pub(crate) use not_found::NotFound;
pub(crate) use player::Player;
pub(crate) use puzzles::{EndingScreen, PuzzleScreen};
pub(crate) use ranking::Ranking;
pub(crate) use record::{LinkedGame, Record, RecordOpener, StoredGame, StudyScreen};
pub(crate) use rules::Rules;
pub(crate) use smart_board::SmartBoardScreen;
pub(crate) use smart_board_hall::SmartBoardHall;
pub(crate) use start::{PlayNow, Start};
pub(crate) use studies::StudiesScreen;
pub(crate) use table::{FreshTable, LocalTable, RemoteTable};
pub(crate) use watch::Watch;
