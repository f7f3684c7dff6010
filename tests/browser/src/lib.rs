//! Shared parts of the browser tests: a browser, a page with a player's input, the program that
//! serves it, and short games.
//!
//! The tests drive Debian's Chromium with trusted input: touch at 360×740, a mouse at 1280×800.
//! They use only the `data-` attributes of the page (see the README of the pages).

mod chromium;
mod page;
mod plan;
mod processor;
mod program;
mod size;
mod tables;
mod task;
mod test_server;
mod visitor;
mod with_pages;

pub use chromium::Chromium;
pub use page::Page;
pub use plan::{banqi_choice, shortest};
pub use program::{Program, executable};
pub use size::Size;
pub use tables::{
    choose_random_mole, invite, open, open_undercover, resigned_race, start, uncover_mole,
};
pub use task::Task;
pub use test_server::{ARBITER, TestServer};
pub use visitor::{ENGLISH, PASSWORD, register, request, sign_in};
pub use with_pages::{with_page, with_two};
