//! A wire between a server and what it needs, which may be cut, slowed, held up, or left open with nobody
//! at the other end for good.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

/// How much later what goes over a slow wire arrives, piece by piece.
const LAG: Duration = Duration::from_millis(60);

/// What becomes of what is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// It arrives.
    Open,
    /// It arrives late.
    Slow,
    /// It does not arrive, and nobody hears of it; later it does.
    Silent,
    /// Every connection ends, and none begins.
    Cut,
}

/// A port that leads to another.
pub struct Wire {
    port: u16,
    state: Arc<WireState>,
}

struct WireState {
    passage: Mutex<Passage>,
    changed: Condvar,
    /// Both ends of every connection, to cut them.
    ends: Mutex<Vec<TcpStream>>,
    /// How often all connections were forgotten.
    forgotten: AtomicU64,
    is_gone: AtomicBool,
}

impl Wire {
    /// One to a port of this machine.
    pub fn to(port: u16) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let state = Arc::new(WireState {
            passage: Mutex::new(Passage::Open),
            changed: Condvar::new(),
            ends: Mutex::default(),
            forgotten: AtomicU64::new(0),
            is_gone: AtomicBool::new(false),
        });
        let wire = Wire { port: listener.local_addr().expect("an address").port(), state };
        let state = wire.state.clone();
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if state.is_gone.load(SeqCst) {
                    return;
                }
                state.connect(near, port);
            }
        });
        wire
    }

    /// Where it begins.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// As when whatever stands between forgets its connections: nothing comes over those that are there any
    /// more, neither way, and nobody hears that they have ended. New ones are as they were.
    pub fn forget(&self) {
        self.state.forgotten.fetch_add(1, SeqCst);
        self.state.ends().clear();
    }

    /// From now on.
    pub fn set(&self, passage: Passage) {
        *self.state.passage() = passage;
        self.state.changed.notify_all();
        if passage == Passage::Cut {
            for end in self.state.ends().drain(..) {
                let _ = end.shutdown(Shutdown::Both);
            }
        }
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.state.is_gone.store(true, SeqCst);
        self.set(Passage::Cut);
        // Whoever waits for connections sees that it is over.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

impl WireState {
    fn passage(&self) -> MutexGuard<'_, Passage> {
        self.passage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ends(&self) -> MutexGuard<'_, Vec<TcpStream>> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connect(self: &Arc<WireState>, near: TcpStream, port: u16) {
        if *self.passage() == Passage::Cut {
            return;
        }
        // What is not there now refuses, as it would without us.
        let Ok(far) = TcpStream::connect(("127.0.0.1", port)) else { return };
        for (from, to) in [(&near, &far), (&far, &near)] {
            let (Ok(from), Ok(to), Ok(end)) = (from.try_clone(), to.try_clone(), from.try_clone())
            else {
                return;
            };
            let _ = to.set_nodelay(true);
            self.ends().push(end);
            let (state, known) = (self.clone(), self.forgotten.load(SeqCst));
            std::thread::spawn(move || state.carry(from, to, known));
        }
    }

    /// Carries what comes from one end to the other, until one of them ends or the connection is
    /// forgotten.
    fn carry(&self, mut from: TcpStream, mut to: TcpStream, known: u64) {
        let mut piece = [0; 1 << 14];
        while let Ok(length @ 1..) = from.read(&mut piece) {
            if self.forgotten.load(SeqCst) != known {
                continue;
            }
            let passage = self.passage();
            let silent = |passage: &mut Passage| *passage == Passage::Silent;
            let passage = self.changed.wait_while(passage, silent);
            let passage = *passage.unwrap_or_else(PoisonError::into_inner);
            if passage == Passage::Slow {
                std::thread::sleep(LAG);
            }
            if passage == Passage::Cut || to.write_all(&piece[..length]).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        if self.forgotten.load(SeqCst) == known {
            let _ = to.shutdown(Shutdown::Both);
        }
    }
}
