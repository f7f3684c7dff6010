//! Stores for tests: [`MemoryStore`] keeps everything in memory, and [`FaultyStore`] wraps a store
//! and makes its operations fail.
//!
//! Both pass the contract suites in `tests/contract`.

mod faulty_store;
mod memory_store;
mod switches;
mod write;

pub use faulty_store::{FaultPlan, FaultyStore, WholeStore};
pub use memory_store::MemoryStore;
pub use switches::{Fault, Switches};
pub use write::{Operation, Write};
