//! The actions and faults of a simulation.

use protocol::Claim;
use std::fmt;

/// A table and its visitors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSpec {
    /// Name of the game.
    pub variant: &'static str,
    /// Text of the time control.
    pub clock: &'static str,
    /// Time limit for each step of the set-up in seconds; 0 for none.
    pub setup_seconds: u32,
    /// Number of spectators.
    pub spectators: usize,
    /// Whether the host also connects a second device.
    pub second_device: bool,
    /// Whether it is a training table, where moves can be undone without asking.
    pub training: bool,
}

impl TableSpec {
    /// Number of seats.
    pub fn seats(&self) -> usize {
        if self.variant == "sifang" { 4 } else { 2 }
    }

    /// Number of pages: the seats first, then the second device, then the spectators.
    pub fn pages(&self) -> usize {
        self.seats() + usize::from(self.second_device) + self.spectators
    }
}

/// A fault of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiskFault {
    /// Writes fail.
    Full,
    /// Writes and reads fail.
    Gone,
    /// Writes succeed but are reported as failed.
    Denies,
    /// Like [`DiskFault::Denies`], and reads fail.
    DeniesUnread,
    /// Every write takes this time in milliseconds.
    Slow(u16),
    /// Writes block until the fault is over.
    Hangs,
    /// One write in three fails, and one in three succeeds but is reported as failed.
    Flaky,
    /// Writes are lost but are reported as successful. No server can keep its promises about such
    /// data, but it must keep running.
    Forgets,
}

/// What a player does besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saying {
    /// Resigns.
    Resign,
    /// Offers a draw.
    Draw,
    /// Claims the game, whether the opponent has left or not.
    Claim(Claim),
    /// Requests a takeback of one ply.
    Takeback,
    /// Offers a rematch.
    Rematch,
    /// Undoes this number of plies without asking.
    Undo(u16),
    /// Accepts or declines an offer.
    Answer(bool),
    /// Attempts an impossible action.
    Wrong,
    /// Sends the last command again, with the same id.
    Again,
    /// Sends a command with the id of another seat's last command.
    Borrowed,
    /// Resigns as if the last events, of this number, were unknown.
    Stale(u16),
}

/// One step of a script. Table and page numbers are taken modulo their count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Waits this number of milliseconds.
    Wait(u32),
    /// A player who is to act at a table performs a legal action.
    Act {
        /// The table.
        table: usize,
        /// Number of the action, modulo their count.
        pick: u16,
    },
    /// A table plays on, each ply as soon as the previous one is acknowledged.
    Play {
        /// The table.
        table: usize,
        /// Maximum number of plies.
        plies: u16,
    },
    /// A page sends a message.
    Say {
        /// The page.
        page: usize,
        /// The message.
        what: Saying,
    },
    /// A page sends many commands at once without waiting; at most one has an effect.
    Flood {
        /// The page.
        page: usize,
        /// Number of commands.
        count: u16,
    },
    /// A page's connection breaks; the page reconnects.
    Cut {
        /// The page.
        page: usize,
    },
    /// A page stops reading.
    Stall {
        /// The page.
        page: usize,
        /// Duration in milliseconds.
        ms: u32,
    },
    /// The disk fails.
    Disk {
        /// Kind of fault.
        fault: DiskFault,
        /// Duration in milliseconds.
        ms: u32,
    },
    /// The server crashes after a number of task polls, and stays away for a while.
    Crash {
        /// Number of polls.
        polls: u16,
        /// Time without a server in milliseconds.
        away_ms: u32,
    },
    /// Eleven hundred spectators connect to a table.
    Crowd {
        /// The table.
        table: usize,
    },
    /// Two players seek the same game at the same moment.
    Pair,
    /// Two accounts seek the same correspondence game.
    DaySeeks {
        /// Time between the two seeks in milliseconds.
        apart_ms: u32,
        /// Whether each of them waits, or leaves at once.
        wait: [bool; 2],
    },
    /// An account challenges another, which answers in one or several ways.
    Challenge {
        /// Determines who they are and what happens.
        pick: u16,
    },
    /// A player seeks a game in one of a few pools.
    Seek {
        /// Determines who it is and what happens.
        pick: u16,
    },
    /// An account blocks another.
    Block {
        /// Determines who they are.
        pick: u16,
    },
    /// The board posts events.
    Board {
        /// Number of events.
        events: u8,
        /// Whether the post is sent twice at the same time.
        twice: bool,
        /// Whether the bridge disconnects at once.
        hangs_up: bool,
    },
}

/// A complete simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Seed of all randomness that is not part of the script.
    pub seed: u64,
    /// Number of servers on the store; pages connect to them in turn.
    pub servers: usize,
    /// Whether there is a smart board.
    pub has_board: bool,
    /// Which of its secret choices the first seat of a table makes. No other viewer may notice a
    /// difference.
    pub secret_pick: Option<u16>,
    /// The tables.
    pub tables: Vec<TableSpec>,
    /// The steps.
    pub steps: Vec<Step>,
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Script { seed, servers, has_board, secret_pick, tables, steps } = self;
        writeln!(f, "seed {seed}, {servers} server(s), board: {has_board}, {secret_pick:?}")?;
        tables.iter().try_for_each(|table| writeln!(f, "  {table:?}"))?;
        steps.iter().try_for_each(|step| writeln!(f, "  {step:?}"))
    }
}
