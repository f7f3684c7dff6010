//! The flash that holds the log.

#[cfg(feature = "nor")]
pub(crate) use external::*;
#[cfg(not(feature = "nor"))]
pub(crate) use internal::*;

/// The upper 64 KiB of an STM32F103CB.
#[cfg(not(feature = "nor"))]
mod internal {
    use boardlink::Flash;
    use stm32f1xx_hal::flash::{Error, FlashSize, FlashWriter, Parts, SectorSize};

    /// Start of the log, after the image.
    const BASE: u32 = 64 * 1_024;
    const PAGE: u32 = 1_024;
    const PAGES: u32 = 64;

    /// The chip's own flash.
    pub(crate) struct Log(Parts);

    impl Log {
        pub(crate) fn new(flash: Parts) -> Log {
            Log(flash)
        }

        fn writer(&mut self) -> FlashWriter<'_> {
            let mut writer = self.0.writer(SectorSize::Sz1K, FlashSize::Sz128K);
            // The log itself reads back what it writes.
            writer.change_verification(false);
            writer
        }
    }

    impl Flash for Log {
        type Error = Error;

        fn pages(&self) -> u32 {
            PAGES
        }

        fn page_size(&self) -> u32 {
            PAGE
        }

        fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Error> {
            into.copy_from_slice(self.writer().read(BASE + address, into.len())?);
            Ok(())
        }

        fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Error> {
            self.writer().write(BASE + address, bytes)
        }

        fn erase(&mut self, page: u32) -> Result<(), Error> {
            self.writer().page_erase(BASE + page * PAGE)
        }
    }
}

/// A W25Q on SPI 2.
#[cfg(feature = "nor")]
mod external {
    use crate::time::Cycles;
    use drivers::nor::Nor;
    use embedded_hal_bus::spi::ExclusiveDevice;
    use stm32f1xx_hal::{
        gpio::{Output, PB12},
        pac::SPI2,
        spi::Spi,
    };

    /// The flash chip.
    pub(crate) type Log = Nor<ExclusiveDevice<Spi<SPI2, u8>, PB12<Output>, Cycles>>;

    /// Size of a W25Q16: 2 MiB, enough for a tournament.
    pub(crate) const SECTORS: u32 = 512;
}
