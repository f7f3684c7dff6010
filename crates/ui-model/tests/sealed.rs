//! A running game of one device is saved without its secrets and resumed unchanged.

use commit_reveal::{Salt, Seed};
use game::{Observer, Seat};
use protocol::{Command, SeatPlan, TablePlan};
use table::{Event, Input, Table};
use ui_model::records::{Format, convert, is_sealed, read_sealed, write_sealed};
use ui_model::settings::Notation;

/// A game on one device, with its log.
struct Played {
    table: Table,
    events: Vec<Event>,
}

impl Played {
    fn open(variant: &str, options: &str, seats: &[SeatPlan], seed: u8) -> Played {
        let plan = TablePlan {
            variant: variant.into(),
            options: options.into(),
            clock: "10+5".into(),
            setup_seconds: 0,
            seats: seats.to_vec(),
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        let salt = Some(Salt::new([1; 16]));
        let events =
            table::open(plan, "Ada", None, salt, Seed::new([seed; 32]), 0).expect("a plan");
        Played { table: Table::replay(&events).expect("a table"), events }
    }

    fn put(&mut self, seat: u8, command: &Command) {
        let input = Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 };
        let at_ms = 1_000 * self.events.len() as u64;
        let events = self.table.decide(at_ms, input);
        for event in events.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}")) {
            self.table.evolve(&event).expect("decided here");
            self.events.push(event);
        }
    }

    fn act(&mut self, seat: u8, action: &str) {
        self.put(seat, &Command::Act { action: action.into() });
    }

    fn save(&self, key: u8) -> Option<String> {
        let export = self.table.full_export().expect("it has begun");
        write_sealed(export, &self.events, "2026.11.25", [key; 16], 500_000)
    }
}

fn computer() -> SeatPlan {
    SeatPlan::Computer { level: "level-3".into(), resigns: false }
}

fn undercover(seats: &[SeatPlan], moles: [&str; 2]) -> Played {
    let mut played = Played::open("undercover", "first=red", seats, 7);
    for (seat, mole) in (0..).zip(moles) {
        played.act(seat, mole);
    }
    for (seat, action) in [(0, "h2e2"), (1, "h9g7"), (0, "h0g2")] {
        played.act(seat, action);
    }
    played
}

/// Banqi games whose first flip shows the same piece for different seeds.
fn banqi(seeds: impl Iterator<Item = u8>) -> Vec<Played> {
    let games = seeds.map(|seed| {
        let mut played = Played::open("banqi", "", &[SeatPlan::Host, computer()], seed);
        played.act(0, "a1");
        played
    });
    let is_pawn = |played: &Played| {
        let export = played.table.full_export().expect("it has begun");
        export.actions[0].1 == "a1=P"
    };
    games.filter(is_pawn).take(2).collect()
}

fn in_the_open(file: &str) -> Vec<&str> {
    file.lines().filter(|line| !line.starts_with("seal")).collect()
}

/// Two games that differ only in their secrets give files of the same length with the same plain
/// text.
#[test]
fn files_of_two_worlds_tell_no_difference() {
    let at_one_device = [SeatPlan::Host, SeatPlan::Host];
    let with_computer = [SeatPlan::Host, computer()];
    let mut pairs = Vec::new();
    for seats in [&at_one_device, &with_computer] {
        for moles in [["mole:c6", "mole:i3"], ["mole:-", "mole:e3"], ["mole:g6", "mole:-"]] {
            let worlds = [undercover(seats, ["mole:e6", "mole:e3"]), undercover(seats, moles)];
            pairs.push((worlds, [moles[0], moles[1]].map(str::to_owned).to_vec()));
        }
    }
    let deals: Vec<Played> = banqi(0..=255);
    let secrets = deals.iter().map(|played| {
        let start = played.table.full_export().expect("it has begun").start;
        start.rsplit(' ').next().unwrap_or_default().to_owned()
    });
    let secrets = secrets.collect();
    pairs.push((deals.try_into().ok().expect("two deals"), secrets));
    for (worlds, secrets) in &pairs {
        let [one, other] = worlds.each_ref().map(|played| played.save(3).expect("a running game"));
        assert_eq!(one.len(), other.len(), "{secrets:?}\n{one}\n{other}");
        assert_eq!(in_the_open(&one), in_the_open(&other));
        assert_ne!(one, other, "the secret is in the file all the same");
        for secret in secrets {
            assert!(!one.contains(secret) && !other.contains(secret), "{secret}");
        }
        let again = worlds[0].save(4).expect("a running game");
        assert_eq!(again.len(), one.len());
        assert_ne!(again, one, "the key decides");
    }
}

#[test]
fn a_resumed_game_is_the_game_that_was_saved() {
    let mut games = vec![undercover(&[SeatPlan::Host, SeatPlan::Host], ["mole:c6", "mole:e3"])];
    games.push(undercover(&[SeatPlan::Host, computer()], ["mole:c6", "mole:-"]));
    games.extend(banqi(0..=255));
    for played in games {
        let file = played.save(9).expect("a running game");
        assert!(is_sealed(file.as_bytes()));
        let resumed = read_sealed(file.as_bytes()).expect("our own file");
        assert_eq!(resumed.saved_ms, 500_000);
        let table = Table::replay(&resumed.events).expect("the log fits");
        for observer in
            [Observer::Spectator, Observer::Seat(Seat::new(0)), Observer::Seat(Seat::new(1))]
        {
            assert_eq!(table.snapshot(600_000, observer), played.table.snapshot(600_000, observer));
        }
    }
}

#[test]
fn a_sealed_file_keeps_its_name_and_text() {
    let played = undercover(&[SeatPlan::Host, computer()], ["mole:c6", "mole:e3"]);
    let text = played.save(9).expect("a running game");
    let file = convert(&text, Format::Chuhe, Notation::Wxf).expect("our own file");
    assert_eq!(file.name, "undercover-2026.11.25-Ada-level_3.chuhe");
    assert_eq!(file.text, text);
    assert_eq!(convert(&text, Format::Pgn, Notation::Wxf), None);
}

#[test]
fn a_game_that_is_over_has_no_seal() {
    let mut played = undercover(&[SeatPlan::Host, SeatPlan::Host], ["mole:c6", "mole:e3"]);
    played.put(0, &Command::Resign);
    assert_eq!(played.save(1), None);
}

/// A file is not resumed if its log belongs to another game, or to a game that a server ran.
#[test]
fn a_seal_around_another_log_is_refused() {
    let played = undercover(&[SeatPlan::Host, computer()], ["mole:c6", "mole:e3"]);
    let other = undercover(&[SeatPlan::Host, computer()], ["mole:g6", "mole:e3"]);
    let export = played.table.full_export().expect("begun");
    let file = write_sealed(export.clone(), &other.events, "", [1; 16], 0).expect("running");
    assert_eq!(read_sealed(file.as_bytes()).expect_err("another mole")[0].code, "sealed");
    let shorter = &played.events[..played.events.len() - 1];
    let file = write_sealed(export, shorter, "", [1; 16], 0).expect("running");
    assert_eq!(read_sealed(file.as_bytes()).expect_err("a move is missing")[0].code, "sealed");
}
