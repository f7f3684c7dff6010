/// NOR flash: bits are programmed from one to zero, and only whole pages are erased back to ones.
///
/// [`Ring`](crate::Ring) programs every byte once after each erasure, at even addresses and in even
/// lengths, so that chips which program by half-words and those which allow nothing twice serve
/// as well as any other.
///
/// ```
/// use boardlink::{Body, Flash, Ring, Settings};
///
/// /// NOR flash in memory.
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
///         // Bits go from one to zero and not back.
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
/// // Power fails; what was written down is there: the first game, of one event so far.
/// let mut ring = Ring::open(ring.close()).unwrap();
/// assert_eq!(ring.last_game(), (1, 1));
/// ```
pub trait Flash {
    /// What can go wrong with the chip.
    type Error: core::fmt::Debug;

    /// How many pages there are; two at least.
    fn pages(&self) -> u32;

    /// How many bytes are erased at once; 256 at least.
    fn page_size(&self) -> u32;

    /// Fills `into` from an address.
    ///
    /// # Errors
    /// When the chip cannot be read.
    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Self::Error>;

    /// Programs erased bytes. When it returns, they survive a power cut.
    ///
    /// # Errors
    /// When the chip refuses; some of the bytes may be programmed.
    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Erases a page: every byte of it reads `0xff`.
    ///
    /// # Errors
    /// When the chip refuses; the page may hold anything.
    fn erase(&mut self, page: u32) -> Result<(), Self::Error>;
}
