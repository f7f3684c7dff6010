//! The flash log, with a power cut at every byte of every write.
#![allow(missing_docs)]

mod chip;

use boardlink::{
    Body, Button, Clock, Entry, Event, Flash, Left, Piece, Point, Points, Result as Winner, Ring,
    RingError, Settings,
};
use chip::{Chip, PowerCut};

const TIME: Clock =
    Clock { main_ms: 600_000, increment_ms: 5_000, periods: 3, period_ms: 30_000, move_ms: 0 };

const SETTINGS: Settings = Settings {
    clocks: [TIME, TIME],
    touch_move: true,
    strict_order: false,
    capture_general: false,
    alarm_limit: 3,
};

/// The `n`-th event of a test sequence: games of twenty events, most of them moves.
fn body(n: u32) -> Body {
    let point = |n: u32| Point::new((n % 90) as u8).expect("below ninety");
    let left = [Left { main_ms: 5_600_000 - n * 700, periods: 3 }; 2];
    match n % 20 {
        0 => Body::Setup { settings: SETTINGS },
        5 => Body::Alarm {
            by_black: n.is_multiple_of(3),
            reason: 4,
            tried: Some((point(n), point(n * 7))),
            points: [point(n * 5)].into_iter().collect(),
        },
        9 => Body::Disturbed { cause: 0, points: (0..n % 91).map(point).collect::<Points>() },
        11 => Body::Restored,
        13 => Body::TakenBack { plies: n as u16 },
        17 => Body::Pressed { button: Button::ALL[n as usize % 8] },
        19 => Body::End { reason: 1, result: Winner::Red },
        _ => Body::Move {
            from: point(n * 3),
            to: point(n * 11),
            piece: Piece::new((n % 32) as u8 + 1).expect("a code"),
            captured: Piece::new((n % 33) as u8).expect("a code"),
            stood_ms: 400,
            left,
        },
    }
}

fn all<F: Flash>(ring: &mut Ring<F>, mut cursor: boardlink::Cursor) -> Vec<Entry> {
    let mut entries = Vec::new();
    while let Some(entry) = ring.next(&mut cursor).expect("the chip reads") {
        entries.push(entry);
    }
    entries
}

/// What the log must still contain: the events written and those acknowledged.
#[derive(Default, Clone)]
struct Promises {
    /// All events written so far, in order.
    written: Vec<Event>,
    /// Number of events that the host has acknowledged.
    acknowledged: usize,
    /// The event that was being written when the power failed.
    in_flight: Option<Body>,
}

/// Plays events until the power fails or `until` are written.
fn play(ring: &mut Ring<Chip>, promises: &mut Promises, until: usize) -> Result<(), PowerCut> {
    while promises.written.len() < until {
        let n = promises.written.len() as u32;
        promises.in_flight = Some(body(n));
        match ring.append(n * 1_700, body(n)) {
            Ok(event) => promises.written.push(event),
            Err(RingError::Flash(cut)) => return Err(cut),
            Err(other) => panic!("event {n}: {other}"),
        }
        promises.in_flight = None;
        // The host acknowledges now and then, some events behind.
        if n % 7 == 6 {
            let stored = promises.written[promises.written.len() - 3];
            // Recorded first: the host keeps these events even if the power fails during
            // `acknowledge`.
            promises.acknowledged = promises.written.len() - 2;
            for game in 0..=stored.game {
                let last = promises.written.iter().rev().find(|e| e.game == game);
                let next = if game == stored.game { stored.seq } else { last.map_or(0, |e| e.seq) };
                ring.acknowledge(game, next + 1)?;
            }
        }
        if n.is_multiple_of(5) {
            ring.tidy()?;
        }
    }
    Ok(())
}

/// Checks that after a power cut the log contains every unacknowledged event and all of the last
/// game.
fn check(ring: &mut Ring<Chip>, promises: &mut Promises, context: &str) {
    let oldest = ring.unacknowledged();
    let found: Vec<Event> = all(ring, oldest)
        .into_iter()
        .map(|entry| match entry {
            Entry::Event(event) => event,
            Entry::Lost { .. } => panic!("{context}: {entry:?}"),
        })
        .collect();
    // The event that was being written may be complete.
    let last = found.last().copied();
    let in_flight = promises.in_flight.take();
    if last.map(|event| event.body) == in_flight
        && last.is_some_and(|e| !promises.written.contains(&e))
    {
        promises.written.extend(last);
    }
    let first_kept = promises.written.len() - found.len().min(promises.written.len());
    assert_eq!(found, promises.written[first_kept..], "{context}");
    assert!(first_kept <= promises.acknowledged, "{context}: an event is lost");
    if matches!(in_flight, Some(Body::Setup { .. })) {
        // Its write released the pages of the previous game.
        return;
    }
    let game = ring.game();
    let whole = all(ring, game);
    let last_game = promises.written.last().map_or(0, |event| event.game);
    let expected: Vec<Entry> = promises
        .written
        .iter()
        .filter(|event| event.game == last_game)
        .map(|&event| Entry::Event(event))
        .collect();
    assert_eq!(whole, expected, "{context}: the game under way");
    let last = promises.written.last().map_or((0, 0), |event| (event.game, event.seq + 1));
    assert_eq!(ring.last_game(), last, "{context}");
}

#[test]
fn nothing_is_lost_wherever_the_power_fails() {
    const EVENTS: usize = 120;
    let mut ring = Ring::open(Chip::new(6, 256)).expect("a blank chip opens");
    play(&mut ring, &mut Promises::default(), EVENTS).expect("no power cut is due");
    let total = ring.close().spent;
    assert!(total > 3_000, "the log went around its chip more than once: {total} bytes");
    for cut in 0..total {
        let context = format!("cut after {cut} of {total} bytes");
        let mut promises = Promises::default();
        let mut ring = Ring::open(Chip::new(6, 256).rebooted(u64::MAX)).expect("opens");
        let mut chip = ring.close();
        chip.power = cut;
        chip.noise = cut;
        if let Ok(fresh) = Ring::open(chip.clone()) {
            ring = fresh;
            play(&mut ring, &mut promises, EVENTS).expect_err("the power fails on the way");
            chip = ring.close();
        }
        let mut ring = Ring::open(chip.rebooted(u64::MAX)).expect("any content opens");
        check(&mut ring, &mut promises, &context);
        // It goes on, around the chip once more.
        let until = promises.written.len() + 40;
        play(&mut ring, &mut promises, until).expect("no power cut is due");
        check(&mut ring, &mut promises, &format!("{context}, then {until} events"));
    }
}

#[test]
fn nothing_is_lost_in_many_cuts() {
    for seed in 0..400_u64 {
        let mut promises = Promises::default();
        let mut chip = Chip::new(12 + seed as usize % 3, 256 << (seed % 2));
        chip.noise = seed;
        let mut dice = seed;
        for _ in 0..12 {
            dice = dice.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(3_037_000_493);
            chip = chip.rebooted((dice >> 33) % 900 + 1);
            let Ok(mut ring) = Ring::open(chip.clone()) else { continue };
            play(&mut ring, &mut promises, usize::MAX).expect_err("the power fails");
            let mut ring = Ring::open(ring.close().rebooted(u64::MAX)).expect("opens");
            check(&mut ring, &mut promises, &format!("seed {seed}"));
            // The restarted board has forgotten the acknowledgements; the host repeats them.
            chip = ring.close();
        }
        assert!(promises.written.len() > 20, "seed {seed}: the board got something done");
    }
}

/// Twenty pages of the processor's own flash, as in the firmware. One full game of 400 plies with
/// more than 600 alarms fits before anything is acknowledged.
#[test]
fn a_whole_game_fits_the_chip() {
    let mut ring = Ring::open(Chip::new(20, 1_024)).expect("a blank chip opens");
    ring.number_from(1_800_000_000);
    let setup = ring.append(0, Body::Setup { settings: SETTINGS }).expect("there is room");
    assert_eq!((setup.game, setup.seq), (1_800_000_000, 0));
    let (mut events, mut plies) = (1, 0);
    // Two hours, so that the times are encoded with as many bytes as in a long game.
    let refused = loop {
        let alarm = events % 5 < 3 && events < 1_040;
        let n = if alarm { 5 } else { 6 };
        match ring.append(events * 7_000, body(20 * events % 600 + n)) {
            Ok(_) if !alarm => plies += 1,
            Ok(_) => {}
            Err(error) => break error,
        }
        events += 1;
    };
    assert_eq!(refused, RingError::Full);
    assert!(events >= 1_024 && plies >= 400, "{events} events, {plies} of them moves");
    assert_eq!(ring.free_pages(), 0);
    // Acknowledged events of the last game stay, so that the board can resume the game.
    ring.acknowledge(setup.game, events).expect("the chip reads");
    assert_eq!(ring.append(0, Body::Restored), Err(RingError::Full));
    // `let_go` releases them, for a game that is longer than the memory.
    assert_eq!(ring.let_go(), Ok(true));
    assert_eq!(ring.let_go(), Ok(false));
    assert_eq!(ring.append(0, Body::Restored).map(|event| event.seq), Ok(events));
    // A new game may use them too.
    let next = ring.append(0, Body::Setup { settings: SETTINGS });
    assert_eq!(next.map(|event| event.game), Ok(setup.game + 1));
    let game = ring.game();
    assert_eq!(all(&mut ring, game).len(), 1);
}
