//! What the browser tests share: a browser, a page as its player sees it, the program that serves
//! it, and short games to play on it.
//!
//! The tests drive Debian's Chromium with trusted input: fingers at 360×740, a mouse at 1280×800.
//! They know the page by its `data-` attributes alone (see the README of the pages).

mod chromium;
mod page;
mod plan;
mod processor;
mod program;
mod tables;
mod task;
mod test_server;
mod with_pages;

pub use chromium::{Chromium, Size};
pub use page::Page;
pub use plan::{banqi_choice, shortest};
pub use program::Program;
pub use tables::{invite, open, start};
pub use task::Task;
pub use test_server::{ARBITER, TestServer};
pub use with_pages::{with_page, with_two};
