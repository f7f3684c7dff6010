//! TCP proxy between a server and a service, which can be cut, slowed, silenced, or drop its
//! connections without closing them.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

/// Delay of each chunk on a slow connection.
const LAG: Duration = Duration::from_millis(60);

/// Behaviour of the proxy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Data is forwarded.
    Open,
    /// Data is forwarded with a delay.
    Slow,
    /// Data is held back without an error, and forwarded later.
    Silent,
    /// Every connection ends, and new ones fail.
    Cut,
}

/// Local port that forwards to another port.
pub struct Wire {
    port: u16,
    state: Arc<WireState>,
}

struct WireState {
    passage: Mutex<Passage>,
    changed: Condvar,
    /// Both ends of every connection.
    ends: Mutex<Vec<TcpStream>>,
    /// How many times all connections were dropped.
    forgotten: AtomicU64,
    is_gone: AtomicBool,
}

impl Wire {
    /// Creates a proxy to a port of this machine.
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

    /// Port to connect to.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Drops all connections silently, as a firewall does that loses its state: no data passes and
    /// neither side is notified. New connections work.
    pub fn forget(&self) {
        self.state.forgotten.fetch_add(1, SeqCst);
        self.state.ends().clear();
    }

    /// Changes the behaviour.
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
        // Wakes the accept loop, which then ends.
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
        // A port without a listener refuses, as without the proxy.
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

    /// Forwards one direction until either end closes or the connection is dropped.
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
