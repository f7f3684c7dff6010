use core::fmt;

/// A value that only the referee may see. It cannot be printed: its `Debug` says `<secret>`.
///
/// It implements neither `Display` nor any serialisation, and has no `Deref`: reading it takes a
/// call of [`Secret::expose`], which stands out in review.
///
/// ```
/// use game::Secret;
///
/// let mut mole = Secret::new("e6");
/// assert_eq!(format!("{mole:?}"), "<secret>");
/// *mole.expose_mut() = "g6";
/// assert_eq!(*mole.expose(), "g6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Secret<T> {
        Secret(value)
    }

    /// Reads the value: for the referee's own work, never on the way to a client.
    pub const fn expose(&self) -> &T {
        &self.0
    }

    /// Changes the value in place.
    pub const fn expose_mut(&mut self) -> &mut T {
        &mut self.0
    }

    /// Takes the value out.
    pub fn into_exposed(self) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<secret>")
    }
}
