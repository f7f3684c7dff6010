//! Draws a script from a seed.

use crate::{
    rng::Rng,
    script::{DiskFault, Saying, Script, Step, TableSpec},
};
use protocol::Claim;

/// Number of steps in a simulation.
const STEPS: u64 = 45;

/// Number of steps in a simulation of seeks; an account may have at most 20 seeks.
const SEEK_STEPS: u64 = 20;

/// Number of steps in a simulation of challenges.
const CHALLENGE_STEPS: u64 = 20;

impl Script {
    /// Draws the script of a seed.
    pub fn draw(seed: u64) -> Script {
        let mut rng = Rng::new(seed);
        let mut tables: Vec<TableSpec> =
            (0..rng.one_of(&[1, 1, 2])).map(|_| table(&mut rng)).collect();
        let servers = if rng.percent(8) { 2 } else { 1 };
        let has_board = rng.percent(30);
        let pages = tables.iter().map(TableSpec::pages).sum();
        let mut steps = Vec::new();
        // A game long enough for a client to miss many events.
        if rng.percent(6) {
            steps.push(Step::Play { table: 0, plies: rng.between(64, 80) as u16 });
        }
        for _ in 0..STEPS {
            steps.push(step(&mut rng, tables.len(), pages));
            if rng.percent(40) {
                steps.push(Step::Wait(rng.between(1, 1_500) as u32));
            }
        }
        if !has_board {
            steps.retain(|step| !matches!(step, Step::Board { .. }));
        }
        if rng.percent(1) {
            let place = rng.below(steps.len() as u64) as usize;
            steps.insert(place, Step::Crowd { table: 0 });
        }
        // A client that is behind by exactly the number of events that a table caches.
        if matches!(steps[0], Step::Play { plies: 64.., .. }) {
            let stale = Step::Say { page: 0, what: Saying::Stale(64) };
            steps.splice(1..1, [Step::Wait(200), stale]);
        }
        if rng.percent(20) {
            train(&mut rng, &mut tables, &mut steps);
        }
        Script { seed, servers, has_board, secret_pick: None, tables, steps }
    }

    /// Draws a script of challenges, pairings and faults, on one or two servers.
    pub fn draw_challenges(seed: u64) -> Script {
        let mut rng = Rng::new(seed ^ 0x0c4a_11e6_9e00);
        let step = |rng: &mut Rng| match rng.below(100) {
            0..50 => Step::Challenge { pick: rng.next() as u16 },
            50..54 => Step::Pair,
            54..60 => Step::DaySeeks {
                apart_ms: rng.one_of(&[0, 0, 1, 20, 400, 5_000, 30_000]),
                wait: [rng.percent(50), rng.percent(50)],
            },
            60..72 => disk(rng),
            72..80 => {
                Step::Crash { polls: rng.below(200) as u16, away_ms: rng.between(0, 9_000) as u32 }
            }
            _ => Step::Wait(rng.between(1, 6_000) as u32),
        };
        let steps = (0..CHALLENGE_STEPS).map(|_| step(&mut rng)).collect();
        let servers = rng.one_of(&[1, 2]);
        Script { seed, servers, has_board: false, secret_pick: None, tables: Vec::new(), steps }
    }

    /// Draws a script of seeks, blocks and faults, mostly on several servers.
    pub fn draw_seeks(seed: u64) -> Script {
        let mut rng = Rng::new(seed ^ 0x5ee4_0b10_c4ed);
        let step = |rng: &mut Rng| match rng.below(100) {
            0..50 => Step::Seek { pick: rng.next() as u16 },
            50..58 => Step::Block { pick: rng.next() as u16 },
            58..68 => disk(rng),
            68..73 => {
                Step::Crash { polls: rng.below(200) as u16, away_ms: rng.between(0, 9_000) as u32 }
            }
            // Windows grow, absent hosts are noticed, and hosts are moved.
            _ => Step::Wait(rng.one_of(&[1, 20, 400, 1_500, 6_000, 20_000])),
        };
        let steps = (0..SEEK_STEPS).map(|_| step(&mut rng)).collect();
        let servers = rng.one_of(&[1, 2, 2, 3]);
        Script { seed, servers, has_board: false, secret_pick: None, tables: Vec::new(), steps }
    }
}

/// Makes the first table a training table, where a player resigns and undoes moves.
fn train(rng: &mut Rng, tables: &mut [TableSpec], steps: &mut Vec<Step>) {
    tables[0].training = true;
    let place = rng.between(1, steps.len() as u64) as usize;
    let says = |what| Step::Say { page: 0, what };
    let gives_up = [
        Step::Play { table: 0, plies: 14 },
        Step::Wait(200),
        says(Saying::Resign),
        Step::Wait(500),
        says(Saying::Undo(rng.one_of(&[1, 2]))),
        Step::Wait(500),
    ];
    steps.splice(place..place, gives_up);
}

fn table(rng: &mut Rng) -> TableSpec {
    let variant = match rng.below(100) {
        0..50 => "xiangqi",
        50..85 => "undercover",
        85..95 => "banqi",
        _ => "sifang",
    };
    TableSpec {
        variant,
        clock: rng.one_of(&["none", "10", "1", "30s", "30s", "20s"]),
        setup_seconds: rng.one_of(&[0, 0, 15]),
        spectators: rng.below(3) as usize,
        second_device: rng.percent(25),
        training: false,
    }
}

fn step(rng: &mut Rng, tables: usize, pages: usize) -> Step {
    let table = rng.below(tables as u64) as usize;
    let page = rng.below(pages as u64) as usize;
    match rng.below(100) {
        0..46 => Step::Act { table, pick: rng.next() as u16 },
        46..50 => Step::Play { table, plies: rng.between(2, 8) as u16 },
        50..70 => Step::Say { page, what: saying(rng) },
        70..71 => Step::Flood { page, count: rng.between(40, 200) as u16 },
        71..76 => Step::Cut { page },
        76..79 => Step::Stall { page, ms: rng.one_of(&[800, 1_500, 5_000, 60_000]) },
        79..86 => disk(rng),
        86..89 => {
            Step::Crash { polls: rng.below(60) as u16, away_ms: rng.between(0, 20_000) as u32 }
        }
        89..90 => Step::Pair,
        90..95 => Step::Board {
            events: rng.between(1, 6) as u8,
            twice: rng.percent(30),
            hangs_up: rng.percent(20),
        },
        _ => Step::Wait(rng.between(1_000, 9_000) as u32),
    }
}

fn saying(rng: &mut Rng) -> Saying {
    match rng.below(100) {
        0..3 => Saying::Resign,
        3..15 => Saying::Draw,
        15..27 => Saying::Takeback,
        27..35 => Saying::Rematch,
        35..40 => Saying::Answer(true),
        40..52 => Saying::Answer(false),
        52..60 => Saying::Wrong,
        60..75 => Saying::Again,
        75..87 => Saying::Borrowed,
        87..90 => Saying::Claim(Claim::Win),
        90..93 => Saying::Claim(Claim::Draw),
        _ => Saying::Stale(rng.one_of(&[1, 2, 5, 63, 64, 65])),
    }
}

fn disk(rng: &mut Rng) -> Step {
    let fault = match rng.below(100) {
        0..25 => DiskFault::Full,
        25..35 => DiskFault::Gone,
        35..55 => DiskFault::Denies,
        55..65 => DiskFault::DeniesUnread,
        65..75 => DiskFault::Slow(rng.between(50, 1_800) as u16),
        75..83 => DiskFault::Hangs,
        83..97 => DiskFault::Flaky,
        _ => DiskFault::Forgets,
    };
    Step::Disk { fault, ms: rng.one_of(&[50, 500, 2_500, 7_000, 20_000]) }
}
