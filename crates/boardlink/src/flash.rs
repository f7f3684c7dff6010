/// NOR flash: bits are programmed from one to zero, and only whole pages are erased back to ones.
///
/// [`Ring`](crate::Ring) programs every byte once after each erasure, at even addresses and in even
/// lengths, so that chips which program by half-words and those which allow nothing twice serve
/// as well as any other.
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
