//! A display of four digits with a colon: a TM1637 on two wires.

use embedded_hal::{delay::DelayNs, digital::OutputPin};

const WRITE_IN_ORDER: u8 = 0x40;
const FIRST_DIGIT: u8 = 0xc0;
const ON: u8 = 0x88;

/// Half a period of the display's clock, in microseconds.
const HALF_US: u32 = 3;

/// A display. Its pins are open drain; the module has pull-ups.
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
    /// Creates the driver for a display on two pins.
    pub fn new(clock: C, data: D, wait: W) -> Display<C, D, W> {
        Display { clock, data, wait, shown: None }
    }

    /// Shows four digits, each as its segments: bit 0 is a, bit 6 is g; bit 7 of the second digit
    /// is the colon. Does nothing if they are shown already.
    ///
    /// # Errors
    /// If a pin fails.
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

    /// Sends start, the bytes (lowest bit first, each with a clock for the acknowledgement), and
    /// stop.
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
            // The ninth clock, at which the display acknowledges. It is not checked: the content is
            // sent again with the next change.
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
