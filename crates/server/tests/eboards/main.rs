//! Smart boards over HTTP: who may speak, what is stored, what is shown.

mod arbiter;
mod bridge;
#[path = "../common/mod.rs"]
mod common;
mod hall;
mod losses;
mod posts;
mod rulings;
mod seats;
