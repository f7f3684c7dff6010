//! Smart boards over HTTP: access, storage and views.

mod arbiter;
mod bridge;
#[path = "../common/mod.rs"]
mod common;
mod losses;
mod posts;
mod rulings;
mod seats;
mod watchers;
