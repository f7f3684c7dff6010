// Flash simulated in memory. The documentation of `Ring` includes this file.

use boardlink::Flash;

/// NOR flash that enforces the rules of such chips and loses power after a number of bytes.
#[derive(Clone)]
pub(crate) struct Chip {
    pub(crate) bytes: Vec<u8>,
    pub(crate) page: usize,
    /// Number of bytes that can be programmed or erased before the power fails.
    pub(crate) power: u64,
    pub(crate) spent: u64,
    pub(crate) noise: u64,
}

#[derive(Debug, PartialEq)]
pub(crate) struct PowerCut;

impl Chip {
    pub(crate) fn new(pages: usize, page: usize) -> Chip {
        Chip { bytes: vec![0xff; pages * page], page, power: u64::MAX, spent: 0, noise: 1 }
    }

    /// Returns the same chip with power again for `power` bytes.
    pub(crate) fn rebooted(mut self, power: u64) -> Chip {
        (self.power, self.spent) = (power, 0);
        self
    }

    /// Returns a byte whose change from `old` to `new` was interrupted: each differing bit may have
    /// changed.
    fn half_way(&mut self, old: u8, new: u8) -> u8 {
        self.noise = self.noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let chosen = (self.noise >> 33) as u8;
        old & !chosen | new & chosen
    }

    /// Changes bytes in order until the power fails.
    fn change(&mut self, at: usize, new: &[u8]) -> Result<(), PowerCut> {
        for (at, &new) in (at..).zip(new) {
            if self.spent == self.power {
                self.bytes[at] = self.half_way(self.bytes[at], new);
                return Err(PowerCut);
            }
            self.spent += 1;
            self.bytes[at] = new;
        }
        Ok(())
    }
}

impl Flash for Chip {
    type Error = PowerCut;

    fn pages(&self) -> u32 {
        (self.bytes.len() / self.page) as u32
    }

    fn page_size(&self) -> u32 {
        self.page as u32
    }

    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), PowerCut> {
        into.copy_from_slice(&self.bytes[address as usize..][..into.len()]);
        if self.spent == self.power { Err(PowerCut) } else { Ok(()) }
    }

    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), PowerCut> {
        let at = address as usize;
        assert!(
            at.is_multiple_of(2) && bytes.len().is_multiple_of(2),
            "only whole half-words are programmed"
        );
        assert_eq!(at / self.page, (at + bytes.len() - 1) / self.page, "within one page");
        assert!(self.bytes[at..][..bytes.len()].iter().all(|&b| b == 0xff), "only erased bytes");
        self.change(at, bytes)
    }

    fn erase(&mut self, page: u32) -> Result<(), PowerCut> {
        let blank = vec![0xff; self.page];
        self.change(page as usize * self.page, &blank)
    }
}
