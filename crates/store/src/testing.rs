//! Stores for tests: [`MemoryStore`] keeps everything in memory, and [`FaultyStore`] wraps a store
//! and makes its operations fail.
//!
//! Both pass the contract suites in `tests/contract`.

mod fault_plan;
mod faulty_store;
mod memory_store;
mod switches;
mod write;

pub use fault_plan::FaultPlan;
pub use faulty_store::FaultyStore;
pub use memory_store::MemoryStore;
pub use switches::{Fault, Switches};
pub use write::{Operation, WholeStore, Write};
