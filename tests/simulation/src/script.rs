//! What is done in a simulation, and what fails.

use std::fmt;

/// A table and who comes to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSpec {
    /// The game.
    pub variant: &'static str,
    /// The time control's text.
    pub clock: &'static str,
    /// Seconds for each step of the set-up; 0 without limit.
    pub setup_seconds: u32,
    /// How many look on.
    pub spectators: usize,
    /// Whether the host looks on with a second device.
    pub second_device: bool,
    /// Whether it is for training: there one may go back without asking.
    pub training: bool,
}

impl TableSpec {
    /// How many seats it has.
    pub fn seats(&self) -> usize {
        if self.variant == "sifang" { 4 } else { 2 }
    }

    /// How many pages come to it: the seats first, then the second device, then who looks on.
    pub fn pages(&self) -> usize {
        self.seats() + usize::from(self.second_device) + self.spectators
    }
}

/// How the disk behaves for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiskFault {
    /// Nothing can be written.
    Full,
    /// Nothing can be written or read.
    Gone,
    /// What is written is there, and is said to have failed.
    Denies,
    /// As [`DiskFault::Denies`], and nothing can be read.
    DeniesUnread,
    /// Every write takes so long, in milliseconds.
    Slow(u16),
    /// No write ends before it is over.
    Hangs,
    /// One write in three fails, one in three is denied.
    Flaky,
    /// What is written is said to be there, and is not: against this no server can keep a promise
    /// about what it was told is stored. It must live on all the same.
    Forgets,
}

/// What somebody at a page does beside playing on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Saying {
    /// Gives up.
    Resign,
    /// Offers a draw.
    Draw,
    /// Asks for a ply back.
    Takeback,
    /// Asks for another game.
    Rematch,
    /// Takes so many plies back without asking.
    Undo(u16),
    /// Answers what is offered.
    Answer(bool),
    /// Plays what cannot be played.
    Wrong,
    /// Sends the last command once more, under its id.
    Again,
    /// Sends something under the id of another seat's last command.
    Borrowed,
    /// Acts as if it had not seen the last so many events.
    Stale(u16),
}

/// One thing that is done. Tables and pages are counted on from 0, and around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing, for so many milliseconds.
    Wait(u32),
    /// Whoever is to act at a table does one of what can be done.
    Act {
        /// The table.
        table: usize,
        /// Which of the actions, counted around.
        pick: u16,
    },
    /// A table plays on for so many plies, each as soon as the one before is acknowledged.
    Play {
        /// The table.
        table: usize,
        /// How many plies at most.
        plies: u16,
    },
    /// Somebody says something.
    Say {
        /// The page.
        page: usize,
        /// What.
        what: Saying,
    },
    /// So many commands at once, of which one has an effect at most, and nothing is waited for.
    Flood {
        /// The page.
        page: usize,
        /// How many.
        count: u16,
    },
    /// A page's connection breaks; it comes back by itself.
    Cut {
        /// The page.
        page: usize,
    },
    /// A page reads nothing for so many milliseconds.
    Stall {
        /// The page.
        page: usize,
        /// How long.
        ms: u32,
    },
    /// The disk does not do what it should, for so many milliseconds.
    Disk {
        /// How.
        fault: DiskFault,
        /// How long.
        ms: u32,
    },
    /// The server is killed after so many steps of its tasks, and stays away for a while.
    Crash {
        /// How many steps.
        polls: u16,
        /// Milliseconds.
        away_ms: u32,
    },
    /// Six hundred strangers come to look on at a table.
    Crowd {
        /// The table.
        table: usize,
    },
    /// A table is opened by two who seek a game at the same time.
    Pair,
    /// The board tells so many more events; twice at the same time, or hanging up in between.
    Board {
        /// How many.
        events: u8,
        /// Whether it is told twice.
        twice: bool,
        /// Whether the bridge hangs up at once.
        hangs_up: bool,
    },
}

/// A simulation, whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// From which all chance comes that does not stand here.
    pub seed: u64,
    /// How many servers work on the one store; pages go to one and the other by turns.
    pub servers: usize,
    /// Whether there is a smart board.
    pub has_board: bool,
    /// Which of its choices the first seat of a table makes where the choice is secret; nobody else
    /// may notice.
    pub secret_pick: Option<u16>,
    /// The tables.
    pub tables: Vec<TableSpec>,
    /// What is done.
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
