use core::fmt;

/// Fact about one side, as far as a reader may know it.
///
/// ```
/// use undercover::{Mole, Sighting};
///
/// let own = Sighting::Known(Mole::At("e6".parse()?));
/// assert_eq!(own.known().and_then(Mole::square), Some("e6".parse()?));
/// assert_eq!(Sighting::<Mole>::Hidden.known(), None);
/// // Texts in positions.
/// assert_eq!((own.to_string(), Sighting::<Mole>::Hidden.to_string()), ("e6".into(), "?".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sighting<T> {
    /// The reader knows the value.
    Known(T),
    /// The reader's own side still owes it.
    Owed,
    /// The reader must not know it.
    Hidden,
}

impl<T> Sighting<T> {
    /// The value, if it is known.
    pub fn known(self) -> Option<T> {
        match self {
            Sighting::Known(value) => Some(value),
            Sighting::Owed | Sighting::Hidden => None,
        }
    }
}

impl<T: fmt::Display> fmt::Display for Sighting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sighting::Known(value) => value.fmt(f),
            Sighting::Owed => f.write_str("."),
            Sighting::Hidden => f.write_str("?"),
        }
    }
}
