//! The screens of the application.

mod account;
mod archive;
mod eboard;
mod eboard_hall;
mod editor;
mod lesson;
mod new_game;
mod player;
mod ranking;
mod record;
mod rules;
mod start;
mod table;

pub(crate) use account::Account;
pub(crate) use archive::Archive;
pub(crate) use eboard::EboardScreen;
pub(crate) use eboard_hall::EboardHall;
pub(crate) use editor::EditorScreen;
pub(crate) use lesson::{LessonScreen, Tour, TourIdeas};
pub(crate) use new_game::NewGameForm;
pub(crate) use player::Player;
pub(crate) use ranking::Ranking;
pub(crate) use record::{Record, RecordOpener, StoredGame, replay};
pub(crate) use rules::Rules;
pub(crate) use start::{PlayNow, Start};
pub(crate) use table::{CheckDeal, FreshTable, LocalTable, RemoteTable};
