//! The chip's peripherals and the parts connected to them.
#![allow(unsafe_code)]

use crate::{host, log::Log, time};
use board::Face;
use boardlink::ChipId;
use drivers::{chain::Chain, tm1637::Display};
use stm32f1xx_hal::{
    gpio::{Floating, OpenDrain, Output, PA4, PB0, PB6, PB7, PB8, PB9, PushPull},
    pac::{self, SPI1, USART1, USART2},
    prelude::*,
    rcc,
    serial::Tx,
    spi::{Mode, Phase, Polarity, Spi},
    watchdog::IndependentWatchdog,
};

type Sensors = Chain<Spi<SPI1, u8>, PA4<Output>, time::Cycles>;
type Wire<P> = Display<<P as Pair>::Clock, <P as Pair>::Data, time::Cycles>;

/// The pins of a display.
pub(crate) trait Pair {
    type Clock;
    type Data;
}

/// Red's display.
pub(crate) struct Red;

/// Black's display.
pub(crate) struct Black;

impl Pair for Red {
    type Clock = PB6<Output<OpenDrain>>;
    type Data = PB7<Output<OpenDrain>>;
}

impl Pair for Black {
    type Clock = PB8<Output<OpenDrain>>;
    type Data = PB9<Output<OpenDrain>>;
}

/// Address of the chip's unique id of twelve bytes.
const NUMBER: *const ChipId = 0x1fff_f7e8 as *const ChipId;
/// Timeout of the watchdog, after which the chip restarts.
const WATCHDOG_MS: u32 = 2_000;

/// The peripherals that the main loop uses.
pub(crate) struct Parts {
    pub(crate) id: ChipId,
    pub(crate) log: Option<Log>,
    pub(crate) chain: Sensors,
    pub(crate) host: Tx<USART1>,
    pub(crate) voice: Tx<USART2>,
    pub(crate) watchdog: IndependentWatchdog,
    red: Wire<Red>,
    black: Wire<Black>,
    buzzer: PB0<Output>,
}

impl Parts {
    /// Initialises the chip; succeeds once.
    pub(crate) fn take() -> Option<Parts> {
        let chip = pac::Peripherals::take()?;
        let core = cortex_m::Peripherals::take()?;
        let mut flash = chip.FLASH.constrain();
        // The 8 MHz crystal, multiplied by six.
        let clocks = rcc::Config::hse(8.MHz()).sysclk(time::CLOCK_HZ.Hz()).pclk1(24.MHz());
        let mut rcc = chip.RCC.freeze(clocks, &mut flash.acr);
        time::start(core.SYST);

        let mut pins_a = chip.GPIOA.split(&mut rcc);
        let mut pins_b = chip.GPIOB.split(&mut rcc);

        let latch = pins_a.pa4.into_push_pull_output(&mut pins_a.crl);
        let mode = Mode { phase: Phase::CaptureOnFirstTransition, polarity: Polarity::IdleLow };
        let bus = (Some(pins_a.pa5), Some(pins_a.pa6), None::<stm32f1xx_hal::gpio::PA7>);
        let bus = chip.SPI1.spi(bus, mode, 3.MHz(), &mut rcc);
        let chain = Chain::new(bus, latch, time::Cycles);

        let pins = (pins_a.pa9, pins_a.pa10);
        let (host, from_host) =
            chip.USART1.serial::<PushPull, Floating>(pins, 115_200.bps(), &mut rcc).split();
        host::listen(from_host);
        let voice = chip.USART2.tx::<PushPull>(pins_a.pa2, 9_600.bps(), &mut rcc);

        let red = Display::new(
            pins_b.pb6.into_open_drain_output(&mut pins_b.crl),
            pins_b.pb7.into_open_drain_output(&mut pins_b.crl),
            time::Cycles,
        );
        let black = Display::new(
            pins_b.pb8.into_open_drain_output(&mut pins_b.crh),
            pins_b.pb9.into_open_drain_output(&mut pins_b.crh),
            time::Cycles,
        );
        let buzzer = pins_b.pb0.into_push_pull_output(&mut pins_b.crl);

        #[cfg(not(feature = "nor"))]
        let log = Log::new(flash);
        #[cfg(feature = "nor")]
        let log = {
            let select = pins_b.pb12.into_push_pull_output(&mut pins_b.crh);
            let bus = (Some(pins_b.pb13), Some(pins_b.pb14), Some(pins_b.pb15));
            let bus = chip.SPI2.spi(bus, mode, 12.MHz(), &mut rcc);
            let device = embedded_hal_bus::spi::ExclusiveDevice::new(bus, select, time::Cycles);
            // Setting an output pin of this chip cannot fail.
            drivers::nor::Nor::new(device.ok()?, crate::log::SECTORS)
        };

        let mut watchdog = IndependentWatchdog::new(chip.IWDG);
        watchdog.start(WATCHDOG_MS.millis());
        // SAFETY: these twelve bytes of the chip's memory are constant and readable.
        let id = unsafe { NUMBER.read_volatile() };
        Some(Parts { id, log: Some(log), chain, host, voice, watchdog, red, black, buzzer })
    }

    pub(crate) fn buzz(&mut self, is_on: bool) {
        if is_on { self.buzzer.set_high() } else { self.buzzer.set_low() }
    }

    /// Shows a face on each display. Its pins cannot fail.
    pub(crate) fn show(&mut self, [red, black]: [Face; 2], brightness: u8) {
        let _ = self.red.show(red, brightness);
        let _ = self.black.show(black, brightness);
    }
}
