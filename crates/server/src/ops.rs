//! What operators see: logs, traces, metrics and the health check.

mod health;
mod log_throttle;
mod metrics;
mod outage_log;
pub(crate) mod spans;

pub(crate) use health::Health;
pub(crate) use log_throttle::LogThrottle;
pub(crate) use metrics::{MailCounts, Metrics, Readout};
pub(crate) use outage_log::OutageLog;
