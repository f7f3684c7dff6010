//! The whole server: its parts, its periodic tasks, and what needs several groups.

mod claims;
mod cluster_tasks;
mod contests;
mod explorer;
mod hub;
mod liveness;
mod reviews;

pub use hub::Hub;
