use super::*;
use crate::test_table::seen;
use commit_reveal::{Salt, Seed, SeedDice};
use game::Dice as _;
use protocol::{Command, Offer, TablePlan};
use table::{Input, Table};

/// Seeds of the random games. A failure names its seed.
const SEEDS: u64 = 6;
/// Maximum number of commands of a random game.
const MAX_COMMANDS: usize = 70;

/// A table to play at: variant, options, custom start, training, clock, computer in the last seat.
#[derive(Clone, Copy, Debug)]
struct Case(&'static str, &'static str, Option<&'static str>, bool, &'static str, bool);

const CASES: &[Case] = &[
    Case("xiangqi", "", None, false, "none", false),
    Case("xiangqi", "", None, true, "300", false),
    Case("xiangqi", "", None, false, "none", true),
    Case("xiangqi", "", Some("3k5/4R4/9/9/9/9/9/9/4A4/4K3R w - - 0 1"), true, "none", false),
    Case("sifang", "", None, false, "none", false),
    Case("sifang", "mode=solo", None, false, "300", false),
    Case("sifang", "mode=se", None, true, "none", false),
    Case("undercover", "", None, false, "none", false),
    Case("undercover", "barred=0 first=black", None, false, "300", true),
    Case("undercover", "locks=2 rearrange=manual", None, false, "none", false),
    Case("undercover", "rearrange=system selection=random", None, false, "none", false),
    Case(
        "undercover",
        "",
        Some("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0"),
        true,
        "none",
        false,
    ),
    Case("banqi", "", None, false, "none", false),
    Case("banqi", "taiwan", None, true, "300", true),
    Case("banqi", "", Some("8/8/8/K**4p r 0/0 0 8 nA"), true, "none", false),
];

/// Opens the table of a case, with every person's salt still to come.
fn opened(case: Case) -> Table {
    let Case(variant, options, start, training, clock, has_computer) = case;
    let seats = usize::from(variant.parse::<Variant>().expect("a variant").seats());
    let mut plans = vec![SeatPlan::Open; seats];
    plans[0] = SeatPlan::Host;
    if has_computer {
        plans[seats - 1] = SeatPlan::Computer { level: "level-1".to_owned(), resigns: false };
    }
    let plan = TablePlan {
        variant: variant.to_owned(),
        options: options.to_owned(),
        clock: clock.to_owned(),
        setup_seconds: 0,
        seats: plans,
        start: start.map(str::to_owned),
        training,
        rated: false,
        ..TablePlan::default()
    };
    let events = table::open(plan, "Ada L", None, None, Seed::new([7; 32]), 0).expect("a plan");
    Table::replay(&events).expect("a table")
}

/// Inputs of a game until it is over: seats, salts, and random commands.
fn inputs(table: &Table, dice: &mut SeedDice) -> Option<(u8, Step)> {
    if let Some(seat) = table.players().iter().position(Option::is_none) {
        return Some((seat as u8, Step::Join));
    }
    if !table.has_started() {
        let people = || (0..).zip(table.players()).filter(|(seat, _)| is_person(table, *seat));
        let owes = |seat: u8, word: &str| {
            !table.transcript().iter().any(|line| line.starts_with(&format!("{word} {seat} ")))
        };
        let word = ["salt-commitment", "salt"]
            .into_iter()
            .find(|word| people().any(|(seat, _)| owes(seat, word)))?;
        let (seat, _) = people().find(|(seat, _)| owes(*seat, word))?;
        let salt = Salt::new([seat + 1; 16]);
        return Some((
            seat,
            Step::Command(match word {
                "salt" => Command::RevealSalt { salt: salt.to_string() },
                _ => Command::CommitSalt { commitment: salt.commitment().to_string() },
            }),
        ));
    }
    let on_move: Vec<Seat> = table.turn().seats().iter().collect();
    let seat = *on_move.get(dice.roll(on_move.len().max(1) as u32) as usize)?;
    let number = seat.index() as u8;
    let act = |dice: &mut SeedDice| {
        let legal = table.game().expect("a game").view(Observer::Seat(seat)).legal();
        let action = legal[dice.roll(legal.len() as u32) as usize].to_string();
        Step::Command(Command::Act { action })
    };
    Some((
        number,
        match dice.roll(150) {
            0 => Step::TakeBack,
            1 => Step::Draw,
            2 if is_person(table, number) => Step::Command(Command::Resign),
            3 => Step::Flag,
            _ => act(dice),
        },
    ))
}

fn is_person(table: &Table, seat: u8) -> bool {
    !matches!(table.plan().seats[usize::from(seat)], SeatPlan::Computer { .. })
}

enum Step {
    Join,
    Command(Command),
    TakeBack,
    Draw,
    Flag,
}

/// The events of a step; none where the referee refuses it.
fn events(table: &Table, seat: u8, step: &Step, now_ms: u64) -> Vec<table::Event> {
    let command = |seat: u8, command: &Command| {
        let input = Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
        table.decide(now_ms, input).unwrap_or_default()
    };
    match step {
        Step::Join => {
            let name = format!("Bo {seat}");
            table
                .decide(
                    now_ms,
                    Input::Join { seat: Some(Seat::new(seat)), name: &name, member: None },
                )
                .expect("an open seat")
        }
        Step::Command(it) => command(seat, it),
        Step::TakeBack if table.plan().training => command(seat, &Command::Undo { plies: 1 }),
        Step::TakeBack => command(seat, &Command::Offer { offer: Offer::Takeback { plies: 1 } }),
        Step::Draw => command(seat, &Command::Offer { offer: Offer::Draw }),
        Step::Flag => {
            let at_ms = now_ms + 10_000_000;
            table.decide(at_ms, Input::Tick).unwrap_or_default()
        }
    }
}

/// A page: the viewer, what it shows, and its verifier.
struct Viewer {
    observer: Observer,
    model: TableModel,
    verifier: TableVerifier,
}

/// Plays a random game. `check` is called with every viewer after every event.
fn play(case: Case, seed: u64, mut check: impl FnMut(&Table, &mut Viewer)) -> Table {
    let mut dice = SeedDice::new(&Seed::new([seed as u8; 32]), &[]);
    let mut table = opened(case);
    let observers = table.seats().map(Observer::Seat).chain([Observer::Spectator]);
    let mut viewers: Vec<Viewer> = observers
        .map(|observer| {
            let (model, verifier) = (seen(&table, observer), TableVerifier::new());
            Viewer { observer, model, verifier }
        })
        .collect();
    let mut now_ms = 0;
    for _ in 0..MAX_COMMANDS {
        let Some((seat, step)) = inputs(&table, &mut dice) else { break };
        now_ms += 1_000;
        let mut pending = events(&table, seat, &step, now_ms);
        // All others agree to an offer.
        let seats: Vec<Seat> = table.seats().collect();
        for other in seats.into_iter().map(Some).chain([None]) {
            for event in std::mem::take(&mut pending) {
                table.evolve(&event).expect("decided here");
                for viewer in &mut viewers {
                    let told = table.update_for(&event, viewer.observer);
                    if let Some(update) = told {
                        viewer.model.apply_update(update).expect("nothing is missed");
                    }
                    check(&table, viewer);
                    // Now and then a page connects again.
                    if viewer.model.needs_snapshot() || dice.roll(40) == 0 {
                        viewer.model = seen(&table, viewer.observer);
                        check(&table, viewer);
                    }
                }
            }
            if let Some(other) = other {
                let input =
                    Input::Seat { seat: other, command: &Command::Answer { yes: true }, lag_ms: 0 };
                pending = table.decide(now_ms, input).unwrap_or_default();
            }
        }
    }
    table
}

/// An honest server raises no alarm: for every viewer, at every event, in every game.
#[test]
fn an_honest_server_passes() {
    for &case in CASES {
        let mut ended = 0;
        for seed in 1..=SEEDS {
            let mut events = 0;
            let table = play(case, seed, |table, Viewer { observer, model, verifier }| {
                events += 1;
                let found = verifier.check(model);
                let last = table.transcript().pop();
                assert_eq!(found, Ok(()), "{case:?}, seed {seed}, {observer:?}, after {last:?}");
                // A page that comes now finds the same.
                if events % 9 == 0 || model.game.end.is_some() {
                    let found = TableVerifier::new().check(&seen(table, *observer));
                    assert_eq!(found, Ok(()), "{case:?}, seed {seed}, {observer:?}, {last:?}");
                }
            });
            ended += usize::from(table.is_over());
        }
        assert!(ended > 0, "{case:?}: no game of {SEEDS} ended");
    }
}

type Lie = fn(&mut TableModel) -> bool;

/// What a server may show instead, and what the page should find. A lie returns whether it changed
/// anything.
const LIES: &[(&str, Mismatch, Lie)] = &[
    ("another move", Mismatch::Moves, |model| {
        model.game.history.last_mut().is_some_and(|last| {
            last.done = if last.done == "a0a1" { "i0i1" } else { "a0a1" }.to_owned();
            true
        })
    }),
    ("another revealed piece", Mismatch::Moves, |model| {
        let is_flip = |entry: &&mut HistoryEntry| entry.done.contains('=');
        model.game.history.iter_mut().find(is_flip).is_some_and(|entry| {
            let other = if entry.done.ends_with('k') { 'p' } else { 'k' };
            entry.done.pop();
            entry.done.push(other);
            true
        })
    }),
    ("a move less", Mismatch::Moves, |model| model.game.history.pop().is_some()),
    ("a move of another seat", Mismatch::Moves, |model| {
        model.game.history.last_mut().is_some_and(|last| {
            last.seat ^= 1;
            true
        })
    }),
    ("another piece on the board", Mismatch::Board, |model| {
        let position = &model.game.position;
        let Some(at) = position.find(|c: char| c.is_ascii_alphabetic() || c == '*') else {
            return false;
        };
        let other = if position[at..].starts_with('p') { "r" } else { "p" };
        model.game.position.replace_range(at..=at, other);
        true
    }),
    ("another seat on move", Mismatch::Board, |model| match &mut model.game.turn {
        TurnState::Seat { seat } => {
            *seat ^= 1;
            true
        }
        _ => false,
    }),
    ("a check", Mismatch::Board, |model| {
        model.game.check = !model.game.check;
        !model.game.position.is_empty() && model.game.turn != TurnState::Waiting
    }),
    ("another start", Mismatch::Board, |model| {
        let is_known = !model.game.start.is_empty();
        model.game.start = model.game.start.replacen('p', "n", 1).replacen('*', "p", 1);
        is_known
    }),
    ("another name", Mismatch::Players, |model| {
        model.game.seats[0].name = "Eve".to_owned();
        true
    }),
    ("names exchanged", Mismatch::Players, |model| {
        let (one, other) = (model.game.seats[0].name.clone(), model.game.seats[1].name.clone());
        (model.game.seats[0].name, model.game.seats[1].name) = (other, one);
        true
    }),
    ("a computer for a person", Mismatch::Players, |model| {
        model.game.seats[0].level = Some("level-1".to_owned());
        true
    }),
    ("an empty seat", Mismatch::Players, |model| {
        model.game.seats[0].taken = false;
        true
    }),
    ("another side", Mismatch::Players, |model| {
        let letter = &mut model.game.seats[0].letter;
        *letter = if *letter == 'r' { 'b' } else { 'r' };
        !model.game.start.is_empty()
    }),
    ("a seat more", Mismatch::Players, |model| {
        let seat = model.game.seats[0].clone();
        model.game.seats.push(seat);
        true
    }),
    ("another winner", Mismatch::Result, |model| {
        model.game.end.as_mut().is_some_and(|end| {
            end.winners = if end.winners == [1] { vec![0] } else { vec![1] };
            true
        })
    }),
    ("another reason", Mismatch::Result, |model| {
        model.game.end.as_mut().is_some_and(|end| {
            end.reason = "mutual-zugzwang".to_owned();
            true
        })
    }),
    ("no result", Mismatch::Result, |model| model.game.end.take().is_some()),
    ("an end of a running game", Mismatch::Result, |model| {
        let is_running = model.game.end.is_none();
        model.game.turn = TurnState::Over;
        model.game.end = Some(EndState {
            reason: "resignation".to_owned(),
            winners: vec![0],
            scores: Vec::new(),
            detail: String::new(),
            grounds: Vec::new(),
            reveal: None,
        });
        is_running
    }),
    ("other options", Mismatch::Plan, |model| {
        model.game.options += " quiet-limit=7";
        true
    }),
    ("another time control", Mismatch::Plan, |model| {
        model.clock = "60".to_owned();
        true
    }),
    ("a training game for another", Mismatch::Plan, |model| {
        model.training = !model.training;
        true
    }),
    ("a rated game for another", Mismatch::Plan, |model| {
        model.rated = !model.rated;
        true
    }),
    ("another commitment", Mismatch::Plan, |model| {
        model.commitment = Seed::new([9; 32]).commitment().to_string();
        true
    }),
    ("a line that the rules forbid", Mismatch::Rules, |model| {
        model.transcript.push("acted 0 a0a0".to_owned());
        !model.game.start.is_empty() && model.game.end.is_none()
    }),
];

/// Every lie is found at once, by a page that has followed the game and by one that comes now.
#[test]
fn a_server_that_shows_something_else_is_found_out() {
    let mut told = vec![0; LIES.len()];
    for &case in CASES {
        for seed in 1..=SEEDS / 2 {
            let mut events = 0;
            play(case, seed, |table, Viewer { observer, model, verifier }| {
                events += 1;
                // Some events of each game are enough, and all of its end.
                if events % 7 != 0 && model.game.end.is_none() {
                    return assert_eq!(verifier.check(model), Ok(()));
                }
                for (index, (what, expected, lie)) in LIES.iter().enumerate() {
                    let mut shown = model.clone();
                    if !lie(&mut shown) || shown == *model {
                        continue;
                    }
                    told[index] += 1;
                    let found = verifier.clone().check(&shown);
                    let last = table.transcript().pop();
                    let place = format!("{what}: {case:?}, seed {seed}, {observer:?}, {last:?}");
                    // With another custom start the moves may be impossible.
                    let is_impossible = found == Err(Mismatch::Rules) && case.2.is_some();
                    assert!(found == Err(*expected) || is_impossible, "{place}: {found:?}");
                }
                assert_eq!(verifier.check(model), Ok(()));
            });
        }
    }
    for ((what, ..), count) in LIES.iter().zip(told) {
        assert!(count > 0, "no game could be shown with {what}");
    }
}

/// The start of a hidden view is the server's word while the game runs. It must not change, and the
/// end of the game shows whether it was true.
#[test]
fn a_start_that_was_invented_is_found_at_the_end() {
    let case = Case("undercover", "", None, false, "none", false);
    let mut found_out = 0;
    for seed in 1..=4 * SEEDS {
        let mut results = Vec::new();
        let table = play(case, seed, |_, Viewer { observer, model, verifier }| {
            let Some(mole) = model.game.start.split(' ').nth(6).map(str::to_owned) else { return };
            if *observer != Observer::Seat(Seat::new(0))
                || mole.contains('?') == mole.contains("i6")
            {
                return;
            }
            // Another own mole than the seat has.
            let other = format!(" {}", mole.replace(&mole[..2], "i6"));
            let mut shown = model.clone();
            let is_over = model.game.end.is_some();
            if !is_over {
                shown.game.start = shown.game.start.replace(&format!(" {mole}"), &other);
                shown.game.position = shown.game.position.replace(&format!(" {mole}"), &other);
            }
            results.push((is_over, verifier.check(&shown)));
        });
        let has_run = results.iter().any(|(is_over, _)| !is_over);
        let has_ended = results.last().is_some_and(|(is_over, _)| *is_over);
        if table.is_over() && has_run && has_ended {
            assert!(results.iter().any(|(_, found)| found.is_err()), "seed {seed}");
            found_out += 1;
        }
    }
    assert!(found_out > 0, "no game ended");
}

#[test]
fn a_hostile_transcript_does_not_panic() {
    let table = opened(CASES[0]);
    let model = seen(&table, Observer::Spectator);
    let first = &model.transcript[0];
    for lines in [
        vec![],
        vec![""],
        vec!["opened"],
        vec!["opened committed-salts - {}"],
        vec![first, "joined 250 - Eve"],
        vec![first, "joined 3 - Eve", "acted 9 a0a1", "taken-back 70000", "ended"],
        vec![first, "acted 255 a0a1"],
    ] {
        let transcript: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        let shown = TableModel { transcript, ..model.clone() };
        assert!(TableVerifier::new().check(&shown).is_err(), "{:?}", shown.transcript);
        let mut shown = shown;
        shown.game.you = Some(250);
        assert!(TableVerifier::new().check(&shown).is_err());
    }
    let mut many = model.clone();
    many.transcript[0] =
        first.replace(r#"{"kind":"open"}"#, &vec![r#"{"kind":"open"}"#; 300].join(","));
    many.game.seats = vec![many.game.seats[0].clone(); 301];
    assert!(TableVerifier::new().check(&many).is_err());
}
