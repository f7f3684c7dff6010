use atomic_file::Access;
use boardlink::{ChipId, Decoder, MAX_FRAME, ToHost, write_frame};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashSet, VecDeque},
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// File names: the log, the lock file, and the messages that the server rejected.
const LOG: &str = "messages.log";
const LOCK: &str = "lock";
const REFUSED: &str = "refused.jsonl";
const OLD_REFUSED: &str = "refused.old.jsonl";

/// Size at which the file of rejected messages is rotated, in bytes. Two files are kept, so that a
/// server that rejects everything cannot fill the disk.
const REFUSED_BYTES: u64 = 1 << 20;

/// Size in bytes above which a log without pending messages is rewritten.
const REWRITE_BYTES: u64 = 64 * 1024;

/// The messages of a board that the server has not accepted yet, in order.
///
/// While the server answers, this is a queue in memory, because the board itself stores every event
/// until the server has committed it. After the first failure [`Backlog::make_durable`] stores it on disk
/// until the queue is empty again.
///
/// The log consists of the same frames as the serial line, each with a CRC-32 and a final zero. A
/// frame that a crash left incomplete is skipped. Only one process at a time may use the folder.
pub(crate) struct Backlog {
    folder: PathBuf,
    log: File,
    log_bytes: u64,
    board: Option<ChipId>,
    /// Number of the last post.
    number: u64,
    waiting: VecDeque<Waiting>,
    /// Number of the oldest messages that are on disk; `None` while none has to be.
    kept: Option<usize>,
    known: HashSet<Name>,
    bytes: usize,
    room: usize,
    /// Locked for the lifetime of the backlog.
    _lock: File,
}

/// A record of the log.
#[derive(Serialize, Deserialize)]
enum Record {
    /// The board whose messages follow.
    Board(ChipId),
    /// Number of the last post.
    Number(u64),
    /// A message of the board.
    Heard(ToHost),
    /// The server has accepted this number of the oldest messages.
    Taken(u32),
}

struct Waiting {
    message: ToHost,
    bytes: usize,
}

/// Identity of a message that is stored at most once, however often it arrives.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Name {
    Event { game: u32, seq: u32 },
    Lost { game: u32, from: u32, to: u32 },
}

/// Outcome of [`Backlog::push`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pushed {
    /// The message was added.
    New,
    /// The message is already in the queue.
    Known,
    /// The queue is full. An event stays with the board; any other message is lost.
    Full,
}

impl Backlog {
    /// Opens or creates the folder and loads the pending messages. The queue takes at most `room`
    /// bytes of messages; its last quarter is reserved for events.
    ///
    /// # Errors
    /// If the folder cannot be used, or another bridge uses it.
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
        // Ends a frame that a crash left incomplete.
        backlog.append(&[0])?;
        Ok(backlog)
    }

    /// The board whose messages these are; `None` before the first.
    pub(crate) const fn board(&self) -> Option<ChipId> {
        self.board
    }

    /// Assigns the backlog to a board permanently.
    pub(crate) fn claim(&mut self, board: ChipId) -> io::Result<()> {
        self.board = Some(board);
        self.append(&frame(&Record::Board(board)))?;
        self.log.sync_data()
    }

    /// Number of the next post: the Unix time in milliseconds, or one more than the last number.
    pub(crate) fn next_number(&mut self, unix_ms: u64) -> io::Result<u64> {
        self.number = unix_ms.max(self.number + 1);
        self.append(&frame(&Record::Number(self.number)))?;
        self.rewrite_if_long()?;
        Ok(self.number)
    }

    /// Adds a message at the end of the queue.
    pub(crate) fn push(&mut self, message: ToHost) -> Pushed {
        let name = Name::of(&message);
        if name.is_some_and(|name| self.known.contains(&name)) {
            return Pushed::Known;
        }
        let bytes = frame(&Record::Heard(message)).len();
        let room = if name.is_some() { self.room } else { self.room / 4 * 3 };
        if self.bytes + bytes > room {
            return Pushed::Full;
        }
        self.known.extend(name);
        self.bytes += bytes;
        self.waiting.push_back(Waiting { message, bytes });
        Pushed::New
    }

    /// Number of pending messages.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The pending messages, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ToHost> {
        self.waiting.iter().map(|waiting| &waiting.message)
    }

    /// Game and sequence number of the last pending event.
    pub(crate) fn last_event(&self) -> Option<(u32, u32)> {
        self.waiting.iter().rev().find_map(|waiting| match waiting.message {
            ToHost::Event(event) => Some((event.game, event.seq)),
            _ => None,
        })
    }

    /// Removes this number of the oldest messages, which the server has accepted.
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
        if self.log_bytes > REWRITE_BYTES + 2 * self.bytes as u64 { self.rewrite() } else { Ok(()) }
    }

    /// Makes the pending messages durable until the queue is empty.
    pub(crate) fn make_durable(&mut self) {
        self.kept.get_or_insert(0);
    }

    /// Writes the messages that have to be on disk and are not. They survive a power cut once this
    /// returns. Returns whether there were any.
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

    /// Moves the oldest message to the file of rejected messages, because the server does not
    /// understand it. If it is an event, the board still has it; a person must look at it.
    pub(crate) fn reject_oldest(&mut self, why: &str) -> io::Result<()> {
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

    /// Replays the log. After a damaged record, removals are ignored: a duplicate is better than a
    /// loss.
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

    /// Replaces the log with one of the pending messages.
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

    /// Appends to the log; a partial write is removed again.
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
