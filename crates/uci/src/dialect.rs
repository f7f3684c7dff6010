/// Protocol variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Chinese Chess Protocol, 3.0.
    Ucci,
}

impl Dialect {
    /// The handshake command of the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Ucci => "ucci",
        }
    }
}
