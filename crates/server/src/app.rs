//! The whole server: its parts, its periodic tasks, and what needs several groups.

mod cluster_tasks;
mod contests;
mod hub;
mod liveness;

pub use hub::Hub;
