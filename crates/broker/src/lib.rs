//! How to connect to an MQTT broker, for the server and for the bridges of its boards.
//!
//! * [`Broker`] is an address with credentials and TLS settings. [`Broker::options`] are the
//!   settings of a connection.
//! * [`Roots`] are the certificate authorities to trust.
//! * [`HostPort`] is a host and a port in text form.
//!
//! Invalid input is rejected here, before a connection is attempted. Parsing never panics, whatever
//! the text (`tests/addresses.rs`).

mod address;
mod host_port;
mod roots;

pub use address::{Broker, Credentials, Tls};
pub use host_port::{AddressError, HostPort};
pub use roots::{CertificateError, Roots};
