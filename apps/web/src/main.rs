//! The pages of chuhe.
//!
//! Components contain little logic; everything that needs no browser is in `ui-model`.
#![expect(unreachable_pub, reason = "the component macro makes the types of properties public")]

mod app;
mod backend;
mod board;
mod browser;
mod chat_lines;
mod journal;
mod lazy;
mod on_demand;
mod page;
mod parts;
mod qr_code;
mod screen;
mod seat_storage;
mod session;
mod smart_board;
mod sound;
mod texts;
mod ticking;
mod undercover;
mod undercover_input;
mod voice;

fn main() {
    browser::report_panics();
    texts::take_first(app::first_language());
    leptos::mount::mount_to_body(page::Page);
    // The static start page, shown until now.
    if let Some(early) = browser::document().get_element_by_id("early") {
        early.remove();
    }
}
