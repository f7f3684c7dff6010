//! A flash log with arbitrary content: it opens, can be read to its end, and can be appended to.
#![no_main]

use boardlink::{Body, Entry, Flash, Ring, RingError, Settings};
use std::convert::Infallible;

const PAGE: usize = 256;
const PAGES: usize = 5;

struct Chip([u8; PAGE * PAGES]);

impl Flash for Chip {
    type Error = Infallible;

    fn pages(&self) -> u32 {
        PAGES as u32
    }

    fn page_size(&self) -> u32 {
        PAGE as u32
    }

    fn read(&mut self, address: u32, into: &mut [u8]) -> Result<(), Infallible> {
        into.copy_from_slice(&self.0[address as usize..][..into.len()]);
        Ok(())
    }

    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<(), Infallible> {
        let place = &mut self.0[address as usize..][..bytes.len()];
        assert!(place.iter().all(|&byte| byte == 0xff), "only what is erased is programmed");
        place.copy_from_slice(bytes);
        Ok(())
    }

    fn erase(&mut self, page: u32) -> Result<(), Infallible> {
        self.0[page as usize * PAGE..][..PAGE].fill(0xff);
        Ok(())
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut chip = Chip([0xff; PAGE * PAGES]);
    for (place, byte) in chip.0.iter_mut().zip(bytes) {
        *place = *byte;
    }
    let mut ring = open(chip);
    read(&mut ring);
    let (game, events) = ring.last_game();
    let Ok(_) = ring.acknowledge(game, events);
    let written = match ring.append(1, Body::Setup { settings: Settings::default() }) {
        Ok(event) => event,
        Err(RingError::Full) => return,
        Err(error) => panic!("{error}"),
    };
    assert!(written.game > game || game == 0, "{written:?} after game {game}");
    let mut ring = open(ring.close());
    assert_eq!(ring.last_game(), (written.game, 1));
    assert_eq!(read(&mut ring), Some(Entry::Event(written)));
});

fn open(chip: Chip) -> Ring<Chip> {
    let Ok(ring) = Ring::open(chip);
    ring
}

/// Reads the log to its end and returns the last entry.
fn read(ring: &mut Ring<Chip>) -> Option<Entry> {
    let mut cursor = ring.unacknowledged();
    let mut last = None;
    for _ in 0..PAGE * PAGES {
        let Ok(entry) = ring.next(&mut cursor);
        if entry.is_none() {
            return last;
        }
        last = entry;
    }
    panic!("the log has no end");
}
