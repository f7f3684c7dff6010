use core::fmt;

/// A value that only the referee may see.
///
/// Its `Debug` prints `<secret>`. It has no `Display`, no serialisation and no `Deref`: a reader
/// must call [`Secret::expose`], which is easy to spot in review.
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
    /// Wraps a value.
    pub const fn new(value: T) -> Secret<T> {
        Secret(value)
    }

    /// Returns the value, for the referee only. Never send it to a client.
    pub const fn expose(&self) -> &T {
        &self.0
    }

    /// Returns the value for modification in place.
    pub const fn expose_mut(&mut self) -> &mut T {
        &mut self.0
    }

    /// Consumes the wrapper and returns the value.
    pub fn into_exposed(self) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<secret>")
    }
}
