//! What a device stores of its seats at tables of the server.

use crate::{
    TranscriptVerifier, Variant,
    stored::{Storage, are_seats, is_id, is_listed, read, read_json},
};
use core::cmp::Reverse;
use protocol::{ClaimedSeat, Command, GameId, SeatPlan, TableInfo, TablePlan};
use serde::{Deserialize, Serialize};

/// Prefix of the keys of [`SeatCredentials`].
const CREDENTIALS: &str = "chuhe.seat.";
/// Prefix of the keys of [`PendingCommand`].
const PENDING: &str = "chuhe.pending.";
/// Prefix of the keys of [`TranscriptVerifier`].
const TRANSCRIPT: &str = "chuhe.witness.";

/// Maximum length of a token or of a command's id, in bytes.
const MAX_TOKEN: usize = 256;

/// Seats that this device holds at a table.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatCredentials {
    /// Token of the seats; empty without seats.
    pub token: String,
    /// The seats.
    pub seats: Vec<u8>,
    /// Whether the game is known to be over. The server is not asked about it again.
    #[serde(default)]
    pub is_over: bool,
    /// The finished game, while it is listed among the player's games.
    #[serde(default)]
    pub ended: Option<EndedGame>,
    /// Whether the table was opened for any player who seeks the same game.
    #[serde(default)]
    pub is_seek: bool,
    /// Variant of a contest ([`crate::is_contest`]) that was running when this device last heard of it.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "rated")]
    pub contest: Option<String>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndedGame {
    /// The game.
    pub info: TableInfo,
    /// When this device learned of the end, Unix ms.
    pub heard_ms: u64,
}

/// A command that the server has not answered yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingCommand {
    /// Its id, so that it is done once.
    pub id: String,
    /// The seat.
    pub seat: u8,
    /// The command.
    pub command: Command,
    /// Whether it is a choice that is secret for now.
    #[serde(default)]
    pub is_choice: bool,
}

impl SeatCredentials {
    /// Credentials that the server has sent.
    pub fn new(token: String, seats: Vec<u8>) -> SeatCredentials {
        SeatCredentials { token, seats, ..SeatCredentials::default() }
    }

    /// Reads the credentials of a table. Values that cannot be used are set aside.
    pub fn load(storage: impl Storage, table: &GameId) -> Option<SeatCredentials> {
        read_json(storage, &key(CREDENTIALS, table), SeatCredentials::is_valid)
    }

    /// Reads the credentials of all tables.
    pub fn load_all<S: Storage>(
        storage: S,
    ) -> impl Iterator<Item = (GameId, SeatCredentials)> + use<S> {
        storage.keys(CREDENTIALS).into_iter().filter_map(move |key| {
            let table = key.strip_prefix(CREDENTIALS).filter(|table| is_id(table))?.into();
            let credentials = SeatCredentials::load(storage, &table)?;
            Some((table, credentials))
        })
    }

    /// The finished games that this device has played with one seat, the latest first, to take them
    /// along into an account. Games of which the device knows that they cannot be taken along are
    /// left out: those by invitation, rated games and games with computers.
    pub fn finished(storage: impl Storage) -> Vec<ClaimedSeat> {
        let mut finished: Vec<_> = SeatCredentials::load_all(storage)
            .filter(|(_, kept)| kept.is_over && kept.seats.len() == 1 && !kept.token.is_empty())
            .filter(|(_, kept)| kept.ended.as_ref().is_none_or(|ended| may_claim(&ended.info.plan)))
            .map(|(table, kept)| {
                let heard_ms = kept.ended.map_or(0, |ended| ended.heard_ms);
                (Reverse(heard_ms), ClaimedSeat { table, token: kept.token })
            })
            .collect();
        finished.sort_by(|a, b| (a.0, &a.1.table).cmp(&(b.0, &b.1.table)));
        finished.into_iter().map(|(_, seat)| seat).collect()
    }

    /// Stores the credentials of a table. Returns `false` if the storage is full: a reload then reads
    /// what was stored before, which may be nothing.
    #[must_use]
    pub fn keep(&self, storage: impl Storage, table: &GameId) -> bool {
        store(storage, &key(CREDENTIALS, table), self)
    }

    /// Removes the stored values of a table, except the proof.
    pub fn forget(storage: impl Storage, table: &GameId) {
        storage.remove(&key(CREDENTIALS, table));
        storage.remove(&key(PENDING, table));
    }

    /// Whether credentials of this table are stored.
    pub fn has(storage: impl Storage, table: &GameId) -> bool {
        storage.get(&key(CREDENTIALS, table)).is_some()
    }

    /// Whether credentials of any table are stored.
    pub fn has_any(storage: impl Storage) -> bool {
        !storage.keys(CREDENTIALS).is_empty()
    }

    /// Whether this device plays a contest of this variant, as far as it knows.
    pub fn plays_contest(&self, variant: Variant) -> bool {
        !self.is_over && !self.seats.is_empty() && self.contest.as_deref() == Some(variant.as_str())
    }

    fn is_valid(&self) -> bool {
        is_token(&self.token)
            && are_seats(&self.seats)
            && self.ended.as_ref().is_none_or(|ended| is_listed(&ended.info))
    }
}

impl PendingCommand {
    /// Reads the command of a table that waits for an answer.
    pub fn load(storage: impl Storage, table: &GameId) -> Option<PendingCommand> {
        let is_valid = |it: &PendingCommand| are_seats(&[it.seat]) && is_token(&it.id);
        read_json(storage, &key(PENDING, table), is_valid)
    }

    /// Stores the command, so that it is sent again after a reload. Returns `false` if the storage is
    /// full.
    #[must_use]
    pub fn keep(&self, storage: impl Storage, table: &GameId) -> bool {
        store(storage, &key(PENDING, table), self)
    }

    /// Removes the command, which is answered.
    pub fn forget(storage: impl Storage, table: &GameId) {
        storage.remove(&key(PENDING, table));
    }
}

impl TranscriptVerifier {
    /// Reads the record of a table, or begins one.
    pub fn load(storage: impl Storage, table: &GameId) -> TranscriptVerifier {
        let parse = |text: &str| TranscriptVerifier::read(text, table);
        read(storage, &key(TRANSCRIPT, table), parse)
            .unwrap_or_else(|| TranscriptVerifier::new(table))
    }

    /// Stores the record. Returns `false` if the storage is full.
    pub fn keep(&self, storage: impl Storage, table: &GameId) -> bool {
        store(storage, &key(TRANSCRIPT, table), self)
    }
}

/// Stores a value as JSON. Returns `false` if the storage is full.
fn store(storage: impl Storage, key: &str, value: &impl Serialize) -> bool {
    serde_json::to_string(value).is_ok_and(|text| storage.set(key, &text))
}

fn key(prefix: &str, table: &GameId) -> String {
    format!("{prefix}{table}")
}

/// Whether a player may take a finished game with this plan along.
fn may_claim(plan: &TablePlan) -> bool {
    let is_computer = |seat: &SeatPlan| matches!(seat, SeatPlan::Computer { .. });
    plan.is_public && !plan.rated && !plan.training && !plan.seats.iter().any(is_computer)
}

fn is_token(text: &str) -> bool {
    text.len() <= MAX_TOKEN && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::{ASIDE, PageValues, tests::Memory};
    use protocol::{SeatState, TurnState};

    const TABLE: &str = "0a1b2c";

    #[test]
    fn seats_survive_being_stored() {
        let memory = Memory::new(10_000);
        let credentials = SeatCredentials {
            contest: Some("banqi".to_owned()),
            ..SeatCredentials::new("0123".to_owned(), vec![1])
        };
        assert!(credentials.keep(&memory, &TABLE.into()));
        let command = Command::Resign;
        let pending = PendingCommand { id: "ab".into(), seat: 1, command, is_choice: false };
        assert!(pending.keep(&memory, &TABLE.into()));
        assert_eq!(SeatCredentials::load(&memory, &TABLE.into()).as_ref(), Some(&credentials));
        assert_eq!(PendingCommand::load(&memory, &TABLE.into()), Some(pending));
        assert!(TranscriptVerifier::new(&TABLE.into()).keep(&memory, &TABLE.into()));
        assert_eq!(
            TranscriptVerifier::load(&memory, &TABLE.into()),
            TranscriptVerifier::new(&TABLE.into())
        );
        let all: Vec<_> = SeatCredentials::load_all(&memory).collect();
        assert_eq!(all, [(TABLE.into(), credentials.clone())]);
        assert!(credentials.plays_contest(Variant::Banqi));
        assert!(!credentials.plays_contest(Variant::Xiangqi));
        assert!(!SeatCredentials { is_over: true, ..credentials }.plays_contest(Variant::Banqi));
        SeatCredentials::forget(&memory, &TABLE.into());
        assert!(
            !SeatCredentials::has_any(&memory) && !SeatCredentials::has(&memory, &TABLE.into())
        );
        // What an earlier version stored.
        assert!(memory.set("chuhe.seat.0a1b2c", r#"{"token":"x","seats":[0]}"#));
        let older = SeatCredentials::load(&memory, &TABLE.into());
        assert_eq!(older, Some(SeatCredentials::new("x".to_owned(), vec![0])));
    }

    /// The page needs the result to warn the player, and its own copies to play on.
    #[test]
    fn a_full_storage_is_reported_and_the_page_keeps_the_seat() {
        let full = Memory::new(20);
        let values = PageValues::default();
        let storage = values.over(&full);
        let credentials = SeatCredentials::new("0123".to_owned(), vec![1]);
        let command = Command::Resign;
        let pending = PendingCommand { id: "ab".into(), seat: 1, command, is_choice: false };
        assert!(!credentials.keep(&full, &TABLE.into()));
        assert!(!pending.keep(&full, &TABLE.into()));
        assert_eq!(SeatCredentials::load(&full, &TABLE.into()), None);
        assert!(!credentials.keep(storage, &TABLE.into()));
        assert!(!pending.keep(storage, &TABLE.into()));
        assert_eq!(SeatCredentials::load(storage, &TABLE.into()), Some(credentials.clone()));
        assert_eq!(PendingCommand::load(storage, &TABLE.into()), Some(pending));
        let all: Vec<_> = SeatCredentials::load_all(storage).collect();
        assert_eq!(all, [(TABLE.into(), credentials)]);
        assert!(SeatCredentials::has_any(storage) && !SeatCredentials::has_any(&full));
        SeatCredentials::forget(storage, &TABLE.into());
        assert!(!SeatCredentials::has_any(storage));
    }

    /// All games that may be taken along, also more than one request takes.
    #[test]
    fn finished_games_are_taken_along() {
        let memory = Memory::new(1_000_000);
        let ended = |plan: TablePlan| {
            let seats = vec![SeatState::person('w', "An"), SeatState::person('b', "Bo")];
            let info = TableInfo {
                table: TABLE.into(),
                plan,
                seats,
                commitment: String::new(),
                turn: TurnState::Over,
                plies: 3,
                over: true,
                clocks: None,
            };
            Some(EndedGame { info, heard_ms: 1 })
        };
        let public = TablePlan {
            variant: "xiangqi".to_owned(),
            clock: "10+5".to_owned(),
            seats: vec![SeatPlan::Host, SeatPlan::Open],
            is_public: true,
            ..TablePlan::default()
        };
        let computer = SeatPlan::Computer { level: "level-3".to_owned(), resigns: false };
        let with_computer = vec![SeatPlan::Host, computer];
        let keep = |table: &str, seats: &[u8], is_over: bool, ended: Option<EndedGame>| {
            let seat = SeatCredentials::new("x".to_owned(), seats.to_vec());
            assert!(SeatCredentials { is_over, ended, ..seat }.keep(&memory, &table.into()));
        };
        for (table, seats, is_over, plan) in [
            ("e0", &[1][..], true, public.clone()),
            ("e1", &[0, 1], true, public.clone()),
            ("e2", &[1], false, public.clone()),
            ("e3", &[1], true, TablePlan { is_public: false, ..public.clone() }),
            ("e4", &[1], true, TablePlan { rated: true, ..public.clone() }),
            ("e5", &[1], true, TablePlan { seats: with_computer, ..public.clone() }),
        ] {
            keep(table, seats, is_over, ended(plan));
        }
        for number in 0..50 {
            keep(&format!("f{number:02}"), &[1], true, None);
        }
        let found = SeatCredentials::finished(&memory);
        assert_eq!(found.len(), 51);
        assert_eq!((&*found[0].table, &*found[1].table), ("e0", "f00"));
    }

    #[test]
    fn hostile_values_are_set_aside() {
        let long = "x".repeat(1_000);
        let huge = " ".repeat(500_000);
        let values = [
            String::new(),
            "null".to_owned(),
            "[]".to_owned(),
            "{}".to_owned(),
            "\u{0}".to_owned(),
            huge,
            r#"{"token":"x","seats":[4]}"#.to_owned(),
            r#"{"token":"x","seats":[0,0]}"#.to_owned(),
            r#"{"token":"x","seats":[-1]}"#.to_owned(),
            r#"{"token":"x\n","seats":[0]}"#.to_owned(),
            format!(r#"{{"token":"{long}","seats":[0]}}"#),
            r#"{"token":"x","seats":[0],"ended":{"info":{},"heard_ms":1}}"#.to_owned(),
            r#"{"id":"x","seat":9,"command":{"do":"resign"}}"#.to_owned(),
            r#"{"id":"é","seat":0,"command":{"do":"resign"}}"#.to_owned(),
            r#"{"id":"x","seat":0,"command":{"do":"explode"}}"#.to_owned(),
            r#"{"table":"other","key":"","head":null,"salts":[],"choices":[]}"#.to_owned(),
            r#"{"table":"0a1b2c","key":"","head":null,"salts":[[9,"x"]],"choices":[]}"#.to_owned(),
        ];
        for value in &values {
            for prefix in [CREDENTIALS, PENDING, TRANSCRIPT] {
                let memory = Memory::new(2_000_000);
                let key = key(prefix, &TABLE.into());
                assert!(memory.set(&key, value));
                let place = format!("{key} = {value:.60}");
                let found = match prefix {
                    CREDENTIALS => SeatCredentials::load_all(&memory).count() > 0,
                    PENDING => PendingCommand::load(&memory, &TABLE.into()).is_some(),
                    _ => {
                        TranscriptVerifier::load(&memory, &TABLE.into())
                            != TranscriptVerifier::new(&TABLE.into())
                    }
                };
                assert!(!found, "{place}");
                assert_eq!(memory.get(&format!("{ASIDE}{key}")).as_ref(), Some(value), "{place}");
                assert_eq!(memory.get(&key), None, "{place}");
            }
        }
        // A key that names no table is passed over.
        let memory = Memory::new(10_000);
        assert!(memory.set("chuhe.seat.../../x", r#"{"token":"x","seats":[0]}"#));
        assert_eq!(SeatCredentials::load_all(&memory).count(), 0);
    }
}
