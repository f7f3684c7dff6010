//! The board's image for QEMU's `lm3s6965evb`.
//!
//! UART 0 is the line to the host, as on a real board. UART 1 is everything a real board has
//! beside it: readings of sensors, buttons and the time come in as frames of their own. A zero
//! byte goes out when the board is ready: after starting, and after each frame once all that
//! follows from it has gone over UART 0. So a run depends on
//! nothing but what is put in. The log lies in the file `board.flash` in QEMU's working directory:
//! to kill QEMU is to cut the power.
#![no_std]
#![no_main]

mod file;
mod uart;

use board::Board;
use boardlink::{Decoder, ToBoard};
use core::mem::MaybeUninit;
use cortex_m::peripheral::SCB;
use cortex_m_rt::entry;
use file::File;
use sensing::Occupancy;
use uart::Uart;

#[global_allocator]
static HEAP: no_heap::NoHeap = no_heap::NoHeap;

/// Goes out when the board is ready for the next thing from its world.
const READY: u8 = 0;

/// The number of the emulated chip.
const ID: boardlink::BoardId = *b"qemu-lm3s-01";

#[entry]
fn main() -> ! {
    static mut BOARD: MaybeUninit<Board<File>> = MaybeUninit::uninit();
    let host = Uart::first();
    let world = Uart::second();
    let Ok(board) = Board::boot(BOARD, File::open(), ID) else { SCB::sys_reset() };
    let mut orders = Decoder::<ToBoard>::default();
    let mut senses = Senses::default();
    world.write(READY);
    loop {
        // Orders of the host first: an acknowledgement that has come counts before what follows.
        while let Some(byte) = host.read() {
            board.receive_byte(senses.now_ms, byte);
        }
        let is_done = match world.read().and_then(|byte| orders.push(byte)) {
            Some(Ok(order)) => {
                senses.take(order, board);
                true
            }
            Some(Err(_)) => true,
            None => false,
        };
        while let Some(byte) = board.next_byte(senses.now_ms) {
            host.write(byte);
        }
        if is_done {
            // A file cannot refuse; if it did, the page stays for the next time.
            let _ = board.rest();
            world.write(READY);
        }
    }
}

/// What the world beside the host does to the board.
#[derive(Default)]
struct Senses {
    now_ms: u64,
    seen: Occupancy,
}

impl Senses {
    fn take(&mut self, order: ToBoard, board: &mut Board<File>) {
        match order {
            ToBoard::Now { at_ms } => {
                self.now_ms = self.now_ms.max(u64::from(at_ms));
                board.sense(self.now_ms, self.seen);
            }
            ToBoard::Inject { ranks } => {
                self.seen = Occupancy::from_rows(ranks);
                board.sense(self.now_ms, self.seen);
            }
            ToBoard::Press(button) => board.press(self.now_ms, button),
            _ => {}
        }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    SCB::sys_reset()
}
