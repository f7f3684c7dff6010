//! Tables for tests.

use crate::{GameModel, TableModel};
use commit_reveal::{HeadStatement, Salt, Seed, SeedDice, SigningKey};
use game::{Observer, Seat, Turn};
use games::{AnyGame, Variant};
use protocol::{
    Command, SeatPlan, SeatState, SignedHead, Snapshot, State, TablePlan, TurnState, UnixMs,
};
use table::{Input, Table};

/// A game that has just begun, seen from a seat.
pub(crate) fn test_table(variant: &str, options: &str, seat: u8) -> TableModel {
    let variant: Variant = variant.parse().expect("a variant");
    let mut dice = SeedDice::new(&Seed::new([5; 32]), &[]);
    let game = AnyGame::new(variant, options, &mut dice).expect("options");
    let position = game.view(Observer::Seat(Seat::new(seat))).to_string();
    let turn = match game.turn() {
        Turn::Seat(seat) => TurnState::Seat { seat: seat.index() as u8 },
        Turn::Setup(owing) => TurnState::Setup { you: owing.contains(Seat::new(seat)) },
        Turn::Over => TurnState::Over,
    };
    let seats = Seat::first(variant.seats())
        .map(|seat| SeatState::person(game.seat_letter(seat), format!("P{}", seat.index())))
        .collect();
    let state = State {
        position: position.clone(),
        turn,
        check: false,
        warning: None,
        clocks: None,
        offer: None,
        end: None,
        seats,
    };
    TableModel::new(Snapshot {
        n: 1,
        variant: variant.to_string(),
        options: options.to_owned(),
        clock: "none".to_owned(),
        training: false,
        rated: false,
        spectator_delay: 0,
        you: Some(seat),
        commitment: String::new(),
        start: position,
        history: Vec::new(),
        state,
        transcript: Vec::new(),
        head: None,
        key: String::new(),
    })
    .expect("a known variant")
}

/// [`test_table`] without the table.
pub(crate) fn test_game(variant: &str, options: &str, seat: u8) -> GameModel {
    test_table(variant, options, seat).game
}

/// A table for two whose players have not contributed their salts yet.
pub(crate) fn open_table(variant: &str) -> Table {
    let plan = TablePlan {
        variant: variant.to_owned(),
        options: String::new(),
        clock: "none".to_owned(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Open],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    };
    let events = table::open(plan, "Ada", None, None, Seed::new([7; 32]), 0);
    let mut table = Table::replay(&events.expect("a plan")).expect("a table");
    put(&mut table, Input::Join { seat: None, name: "Bo", member: None });
    table
}

/// Decides an input and applies the resulting events.
pub(crate) fn put(table: &mut Table, input: Input<'_>) {
    let events = table.decide(0, input).unwrap_or_else(|refusal| panic!("{refusal}"));
    events.iter().for_each(|event| table.evolve(event).expect("decided here"));
}

/// Applies a command of a seat.
pub(crate) fn command(table: &mut Table, seat: u8, command: &Command) {
    put(table, Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 });
}

/// A table with fixed salts, played for several moves and resigned by the seat on move.
pub(crate) fn finished_table(variant: &str) -> TableModel {
    let mut table = open_table(variant);
    let salts = [Salt::new([1; 16]), Salt::new([2; 16])];
    for (seat, salt) in (0..).zip(salts) {
        let commitment = salt.commitment().to_string();
        command(&mut table, seat, &Command::CommitSalt { commitment });
    }
    for (seat, salt) in (0..).zip(salts) {
        command(&mut table, seat, &Command::RevealSalt { salt: salt.to_string() });
    }
    for _ in 0..8 {
        act_first(&mut table);
    }
    let seat = table.turn().seats().iter().next().expect("a seat on move");
    command(&mut table, seat.index() as u8, &Command::Resign);
    seen(&table, Observer::Spectator)
}

/// Plays the first legal action of the seat to act, and returns the seat and the action.
pub(crate) fn act_first(table: &mut Table) -> (u8, String) {
    let seat = table.turn().seats().iter().next().expect("a seat on move");
    let legal = table.game().expect("a game").view(Observer::Seat(seat)).legal();
    let (seat, action) = (seat.index() as u8, legal[0].to_string());
    command(table, seat, &Command::Act { action: action.clone() });
    (seat, action)
}

/// The id under which test tables are signed.
pub(crate) const TABLE: &str = "t";

/// The signing key of the test server.
pub(crate) fn signing_key() -> SigningKey {
    SigningKey::from_bytes([3; 32])
}

/// A table as an honest server shows it to an observer.
pub(crate) fn seen(table: &Table, observer: Observer) -> TableModel {
    let snapshot = table.snapshot(0, observer);
    let model = TableModel::new(snapshot).expect("a known variant");
    signed(model, &signing_key())
}

/// The table with its transcript signed.
pub(crate) fn signed(model: TableModel, key: &SigningKey) -> TableModel {
    let head = commit_reveal::ChainHead::of(&model.transcript);
    let lines = model.transcript.len() as u64;
    let statement = HeadStatement { table: TABLE, lines, head, at_ms: lines };
    let signature = key.sign(&statement).to_string();
    let head = Some(SignedHead { lines, hash: head.to_string(), at_ms: UnixMs(lines), signature });
    TableModel { head, key: key.public().to_string(), ..model }
}
