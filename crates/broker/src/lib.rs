//! How an MQTT broker is reached, by a server and by the bridges of its boards alike.
//!
//! * [`Broker`] is its address with what is needed to be let in; [`Broker::options`] and
//!   [`Broker::listener_options`] are those of a connection to it.
//! * [`Roots`] is whose word is taken for who it is, where TLS is spoken.
//! * [`HostPort`] is an address as people write it.
//!
//! Whatever is written wrongly is refused here, before anything is connected to.

mod address;
mod host_port;
mod roots;

pub use address::{Broker, Credentials, Tls};
pub use host_port::{AddressError, HostPort};
pub use roots::{CertificateError, Roots};
