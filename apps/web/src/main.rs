//! The pages of chuhe, and the worker in which computer players think: one wasm for both.
//!
//! Components are thin; what can be known without a browser lives in `ui-model`.
#![expect(unreachable_pub, reason = "the component macro makes the types of properties public")]

mod app;
mod board;
mod browser;
mod host;
mod parts;
mod screen;
mod session;
mod sound;
mod voice;

fn main() {
    browser::report_panics();
    match browser::worker_scope() {
        Some(scope) => host::think(&scope),
        None => leptos::mount::mount_to_body(app::Page),
    }
}
