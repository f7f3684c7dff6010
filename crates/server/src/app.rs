//! The whole server: its parts, its periodic tasks, and what needs several groups.

mod claims;
mod cluster_tasks;
mod contests;
mod explorer;
mod hub;
mod liveness;

pub use hub::Hub;
