use atomic_file::Access;
use boardlink::{BoardId, Decoder, MAX_FRAME, ToHost, write_frame};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashSet, VecDeque},
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The log, what it is rewritten through, what keeps others out, and what the server never took.
const LOG: &str = "messages.log";
const LOCK: &str = "lock";
const REFUSED: &str = "refused.jsonl";
const OLD_REFUSED: &str = "refused.old.jsonl";

/// What was refused is kept in two files of at most so many bytes and a line: a person looks at it,
/// and a server that refuses everything fills no disk.
const REFUSED_BYTES: u64 = 1 << 20;

/// A log that holds nothing any more is rewritten when it is longer than this.
const LONG: u64 = 64 * 1024;

/// What the board said and the server has not taken yet, in order.
///
/// While the server answers this is a queue in memory: the board itself keeps every event until the
/// server has committed it. From the first failure on, [`Backlog::keep`] puts all of it on disk,
/// until the queue has run empty: then it outlives the bridge, and even the board.
///
/// The log is made of the same frames as the line, each with its CRC-32 and ended by a zero: what a
/// crash has torn off is passed over. Only one process at a time may have the folder.
pub(crate) struct Backlog {
    folder: PathBuf,
    log: File,
    log_bytes: u64,
    board: Option<BoardId>,
    /// The number of the last post.
    number: u64,
    waiting: VecDeque<Waiting>,
    /// The first so many are on disk; `None` while nothing has to be.
    kept: Option<usize>,
    known: HashSet<Name>,
    bytes: usize,
    room: usize,
    /// Held locked as long as this lives.
    _lock: File,
}

/// One line of the log.
#[derive(Serialize, Deserialize)]
enum Record {
    /// Whose words these are.
    Board(BoardId),
    /// The number of the last post.
    Number(u64),
    /// It said something.
    Heard(ToHost),
    /// The server has taken so many of the oldest.
    Taken(u32),
}

struct Waiting {
    message: ToHost,
    bytes: usize,
}

/// What there is only once, however often it is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Event { game: u32, seq: u32 },
    Lost { game: u32, from: u32, to: u32 },
}

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pushed {
    /// It waits now.
    New,
    /// It waits already.
    Known,
    /// There is no room. An event stays with the board; anything else is gone.
    NoRoom,
}

impl Backlog {
    /// Opens the folder, or makes it, and finds what is still to be told. At most `room` bytes of
    /// messages wait; the last quarter is for events alone.
    ///
    /// # Errors
    /// When the folder cannot be used, or another bridge uses it.
    pub(crate) fn open(folder: &Path, room: usize) -> io::Result<Backlog> {
        std::fs::create_dir_all(folder)?;
        let lock = lock(folder)?;
        let log = open_log(&folder.join(LOG))?;
        let text = std::fs::read(folder.join(LOG))?;
        let mut backlog = Backlog {
            folder: folder.to_owned(),
            log,
            log_bytes: text.len() as u64,
            board: None,
            number: 0,
            waiting: VecDeque::new(),
            kept: None,
            known: HashSet::new(),
            bytes: 0,
            room: usize::MAX,
            _lock: lock,
        };
        backlog.replay(&text);
        backlog.room = room;
        backlog.kept = (!backlog.waiting.is_empty()).then_some(backlog.waiting.len());
        // Ends what a crash may have torn.
        backlog.append(&[0])?;
        Ok(backlog)
    }

    /// Whose words wait here; `None` before the first.
    pub(crate) const fn board(&self) -> Option<BoardId> {
        self.board
    }

    /// From now on this is the backlog of one board.
    pub(crate) fn claim(&mut self, board: BoardId) -> io::Result<()> {
        self.board = Some(board);
        self.append(&frame(&Record::Board(board)))?;
        self.log.sync_data()
    }

    /// The number of the next post: the time, or one more than the last.
    pub(crate) fn next_number(&mut self, unix_ms: u64) -> io::Result<u64> {
        self.number = unix_ms.max(self.number + 1);
        self.append(&frame(&Record::Number(self.number)))?;
        self.rewrite_if_long()?;
        Ok(self.number)
    }

    /// Puts a message at the end.
    pub(crate) fn push(&mut self, message: ToHost) -> Pushed {
        let name = Name::of(&message);
        if name.is_some_and(|name| self.known.contains(&name)) {
            return Pushed::Known;
        }
        let bytes = frame(&Record::Heard(message)).len();
        let room = if name.is_some() { self.room } else { self.room / 4 * 3 };
        if self.bytes + bytes > room {
            return Pushed::NoRoom;
        }
        self.known.extend(name);
        self.bytes += bytes;
        self.waiting.push_back(Waiting { message, bytes });
        Pushed::New
    }

    /// How many messages wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ToHost> {
        self.waiting.iter().map(|waiting| &waiting.message)
    }

    /// The last event that waits.
    pub(crate) fn last_event(&self) -> Option<(u32, u32)> {
        self.waiting.iter().rev().find_map(|waiting| match waiting.message {
            ToHost::Event(event) => Some((event.game, event.seq)),
            _ => None,
        })
    }

    /// The server has taken so many of the oldest.
    pub(crate) fn taken(&mut self, count: usize) -> io::Result<()> {
        self.forget(count);
        let is_through = self.waiting.is_empty();
        let is_stale = is_through && self.kept.is_some();
        if is_through {
            self.kept = None;
        } else if let Some(kept) = &mut self.kept {
            let count = count.min(*kept);
            *kept -= count;
            self.append(&frame(&Record::Taken(count as u32)))?;
        }
        if is_stale { self.rewrite() } else { self.rewrite_if_long() }
    }

    fn rewrite_if_long(&mut self) -> io::Result<()> {
        if self.log_bytes > LONG + 2 * self.bytes as u64 { self.rewrite() } else { Ok(()) }
    }

    /// From now on what waits is on disk, until nothing waits any more.
    pub(crate) fn keep(&mut self) {
        self.kept.get_or_insert(0);
    }

    /// Writes what has to be on disk and is not; when it returns, that outlives a power cut. Whether
    /// there was anything.
    pub(crate) fn write(&mut self) -> io::Result<bool> {
        let Some(kept) = self.kept.filter(|kept| *kept < self.waiting.len()) else {
            return Ok(false);
        };
        let fresh = self.waiting.iter().skip(kept);
        let bytes: Vec<u8> =
            fresh.flat_map(|waiting| frame(&Record::Heard(waiting.message))).collect();
        self.append(&bytes)?;
        self.log.sync_data()?;
        self.kept = Some(self.waiting.len());
        Ok(true)
    }

    /// Sets the oldest message aside for good: the server does not understand it. The board has it
    /// still, if it is an event, and a person has to look.
    pub(crate) fn set_aside(&mut self, why: &str) -> io::Result<()> {
        if let Some(waiting) = self.waiting.front() {
            let line = serde_json::json!({ "why": why, "message": waiting.message });
            let path = self.folder.join(REFUSED);
            let mut file = open_log(&path)?;
            if file.metadata()?.len() > REFUSED_BYTES {
                std::fs::rename(&path, self.folder.join(OLD_REFUSED))?;
                file = open_log(&path)?;
            }
            file.write_all(format!("{line}\n").as_bytes())?;
            file.sync_data()?;
        }
        self.taken(1)
    }

    fn forget(&mut self, count: usize) {
        for waiting in self.waiting.drain(..count.min(self.waiting.len())) {
            self.bytes -= waiting.bytes;
            if let Some(name) = Name::of(&waiting.message) {
                self.known.remove(&name);
            }
        }
    }

    /// What the log says. After damage nothing counts as taken: better twice than never.
    fn replay(&mut self, text: &[u8]) {
        let mut decoder = Decoder::<Record>::default();
        let mut is_damaged = false;
        for record in text.iter().filter_map(|&byte| decoder.push(byte)) {
            match record {
                Ok(Record::Board(board)) => self.board = Some(board),
                Ok(Record::Number(number)) => self.number = self.number.max(number),
                Ok(Record::Heard(message)) => _ = self.push(message),
                Ok(Record::Taken(count)) if !is_damaged => self.forget(count as usize),
                Ok(Record::Taken(_)) => {}
                Err(_) => is_damaged = true,
            }
        }
    }

    /// Puts a log of what still waits in the place of the old one.
    fn rewrite(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        bytes.extend(self.board.iter().flat_map(|&board| frame(&Record::Board(board))));
        bytes.extend(frame(&Record::Number(self.number)));
        let kept = self.kept.unwrap_or(0);
        let kept = self.waiting.iter().take(kept);
        bytes.extend(kept.flat_map(|waiting| frame(&Record::Heard(waiting.message))));
        let path = self.folder.join(LOG);
        atomic_file::replace(&path, &bytes, Access::Usual)?;
        (self.log, self.log_bytes) = (open_log(&path)?, bytes.len() as u64);
        Ok(())
    }

    /// Adds to the log; what found only half its room is taken out again.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.log.write_all(bytes) {
            let _ = self.log.set_len(self.log_bytes);
            return Err(error);
        }
        self.log_bytes += bytes.len() as u64;
        Ok(())
    }
}

fn lock(folder: &Path) -> io::Result<File> {
    let lock = File::create(folder.join(LOCK))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another bridge uses this folder"))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

fn open_log(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

fn frame(record: &Record) -> Vec<u8> {
    let mut into = [0; MAX_FRAME];
    match write_frame(record, &mut into) {
        Ok(frame) => frame.to_vec(),
        Err(_) => unreachable!("every message fits a frame with a byte to spare"),
    }
}

impl Name {
    fn of(message: &ToHost) -> Option<Name> {
        match *message {
            ToHost::Event(event) => Some(Name::Event { game: event.game, seq: event.seq }),
            ToHost::Lost { game, from, to } => Some(Name::Lost { game, from, to }),
            ToHost::Hello(_) | ToHost::Seen { .. } | ToHost::Prompt { .. } => None,
        }
    }
}
