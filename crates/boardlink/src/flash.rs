/// NOR flash: bits are programmed from one to zero, and only whole pages are erased back to ones.
///
/// [`Ring`](crate::Ring) programs every byte at most once between two erasures, at even addresses
/// and in even lengths. Chips that program half-words, or that allow no second programming,
/// therefore work too.
///
/// ```
/// use boardlink::{Body, Flash, Ring, Settings};
///
/// /// NOR flash simulated in memory.
/// struct Chip(Vec<u8>);
///
/// impl Flash for Chip {
///     type Error = core::convert::Infallible;
///
///     fn pages(&self) -> u32 {
///         4
///     }
///
///     fn page_size(&self) -> u32 {
///         256
///     }
///
///     fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Self::Error> {
///         into.copy_from_slice(&self.0[address as usize..][..into.len()]);
///         Ok(())
///     }
///
///     fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Self::Error> {
///         let place = &mut self.0[address as usize..][..bytes.len()];
///         // Programming clears bits and never sets them.
///         place.iter_mut().zip(bytes).for_each(|(old, new)| *old &= new);
///         Ok(())
///     }
///
///     fn erase(&mut self, page: u32) -> Result<(), Self::Error> {
///         self.0[page as usize * 256..][..256].fill(0xff);
///         Ok(())
///     }
/// }
///
/// let mut ring = Ring::open(Chip(vec![0xff; 4 * 256])).unwrap();
/// ring.append(0, Body::Setup { settings: Settings::default() }).unwrap();
/// // The power fails. After a restart the log holds the first game with its one event.
/// let mut ring = Ring::open(ring.close()).unwrap();
/// assert_eq!(ring.last_game(), (1, 1));
/// ```
pub trait Flash {
    /// Failure of the chip.
    type Error: core::fmt::Debug;

    /// Number of pages, at least 2.
    fn pages(&self) -> u32;

    /// Size of a page, the unit of erasure, in bytes; at least 256.
    fn page_size(&self) -> u32;

    /// Reads `into.len()` bytes, starting at an address.
    ///
    /// # Errors
    /// If the chip cannot be read.
    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Self::Error>;

    /// Programs erased bytes. They survive a power cut once this returns.
    ///
    /// # Errors
    /// If the chip fails; some of the bytes may be programmed.
    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Erases a page: every byte then reads `0xff`.
    ///
    /// # Errors
    /// If the chip fails; the content of the page is then undefined.
    fn erase(&mut self, page: u32) -> Result<(), Self::Error>;
}
