//! Four digits with a colon on a TM1637, two wires.

use embedded_hal::{delay::DelayNs, digital::OutputPin};

const WRITE_IN_ORDER: u8 = 0x40;
const FIRST_DIGIT: u8 = 0xc0;
const ON: u8 = 0x88;

/// Half a period of the wire's clock.
const HALF_US: u32 = 3;

/// One display. Its pins are open drain, with the module's own pull-ups.
pub struct Display<C, D, W> {
    clock: C,
    data: D,
    wait: W,
    shown: Option<[u8; 4]>,
}

impl<C, D, E, W> Display<C, D, W>
where
    C: OutputPin<Error = E>,
    D: OutputPin<Error = E>,
    W: DelayNs,
{
    /// A display on two pins.
    pub fn new(clock: C, data: D, wait: W) -> Display<C, D, W> {
        Display { clock, data, wait, shown: None }
    }

    /// Shows four digits, each as its segments: bit 0 is a, bit 6 is g, bit 7 of the second digit
    /// is the colon. Does nothing when they are shown already.
    ///
    /// # Errors
    /// When a pin fails.
    pub fn show(&mut self, digits: [u8; 4], brightness: u8) -> Result<(), E> {
        if self.shown == Some(digits) {
            return Ok(());
        }
        let [a, b, c, d] = digits;
        self.send(&[WRITE_IN_ORDER])?;
        self.send(&[FIRST_DIGIT, a, b, c, d])?;
        self.send(&[ON | brightness.min(7)])?;
        self.shown = Some(digits);
        Ok(())
    }

    /// Start, bytes with the lowest bit first and a clock for the answer, stop.
    fn send(&mut self, bytes: &[u8]) -> Result<(), E> {
        self.clock.set_high()?;
        self.data.set_high()?;
        self.wait.delay_us(HALF_US);
        self.data.set_low()?;
        self.wait.delay_us(HALF_US);
        for byte in bytes {
            for bit in 0..8 {
                self.clock.set_low()?;
                if byte >> bit & 1 != 0 {
                    self.data.set_high()?
                } else {
                    self.data.set_low()?
                }
                self.wait.delay_us(HALF_US);
                self.clock.set_high()?;
                self.wait.delay_us(HALF_US);
            }
            // The ninth clock: the display pulls data down, or is not there. Nothing is lost by not
            // looking: what it shows is written again with the next change.
            self.clock.set_low()?;
            self.data.set_high()?;
            self.wait.delay_us(HALF_US);
            self.clock.set_high()?;
            self.wait.delay_us(HALF_US);
            self.clock.set_low()?;
            self.data.set_low()?;
            self.wait.delay_us(HALF_US);
        }
        self.clock.set_high()?;
        self.wait.delay_us(HALF_US);
        self.data.set_high()?;
        self.wait.delay_us(HALF_US);
        Ok(())
    }
}
