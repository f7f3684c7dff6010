//! The device's record of a table on a server. It proves later changes of the past.

use crate::{Mismatch, TableModel};
use commit_reveal::{ChainHead, Salt};
use protocol::{Command, GameId, SignedHead, TurnState};
use serde::{Deserialize, Serialize};
use table::{Proof, SeedPromise, is_signed, missing_contribution};

/// Record of one table on this device: the last signature of the server, and the salts and choices
/// that this device has sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TranscriptVerifier {
    table: GameId,
    /// Public key of the server; empty before the first signature.
    key: String,
    head: Option<SignedHead>,
    salts: Vec<(u8, String)>,
    choices: Vec<(u8, String)>,
    /// Lines of the transcript whose hash is `hashed`. They are not stored: a page that is opened
    /// again hashes the transcript once.
    #[serde(skip)]
    lines: Vec<String>,
    /// Hash over `lines`; `None` before the first check.
    #[serde(skip)]
    hashed: Option<ChainHead>,
}

/// Evidence that a server is not honest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TranscriptViolation {
    /// The transcript does not continue one that the server has signed before.
    OtherPast,
    /// The transcript is not signed, or not with the key that the server had.
    NotSigned,
    /// The server draws without a share of every player that was fixed first. It may have chosen the
    /// result.
    UnboundChance,
    /// The page was shown something that differs from the signed transcript.
    Shown(Mismatch),
}

/// The hash over one line more.
fn hash_line(hash: &ChainHead, line: &str) -> ChainHead {
    #[cfg(test)]
    tests::HASHED.set(tests::HASHED.get() + 1);
    hash.after(line)
}

impl TranscriptVerifier {
    /// The record of a table that is new to this device.
    pub fn new(table: &GameId) -> TranscriptVerifier {
        TranscriptVerifier {
            table: table.to_owned(),
            key: String::new(),
            head: None,
            salts: Vec::new(),
            choices: Vec::new(),
            lines: Vec::new(),
            hashed: None,
        }
    }

    /// Parses the stored record of a table. `None` if it is not one of this table.
    pub(crate) fn read(text: &str, table: &GameId) -> Option<TranscriptVerifier> {
        let verifier: TranscriptVerifier = serde_json::from_str(text).ok()?;
        let given = verifier.salts.iter().chain(&verifier.choices);
        let is_known = given.into_iter().all(|(seat, _)| *seat < game::Seat::MAX);
        (verifier.table == *table && is_known).then_some(verifier)
    }

    /// Checks that the transcript continues the recorded one and is signed, and records its head.
    /// Nothing is recorded of a transcript that breaks a promise. Each line is hashed once.
    ///
    /// # Errors
    /// How the promise is broken.
    pub fn hear(&mut self, model: &TableModel) -> Result<(), TranscriptViolation> {
        let transcript = &model.transcript;
        // A snapshot replaces the whole transcript, so its length alone would not show another past.
        // The comparison reads about 12 bytes a line (`acted 0 h2e2`): 2.4 KB in a game of 200 plies,
        // and 150 KB in the longest game of 12,000 events. Hashing, 64 bytes a line at least, is what
        // must not be repeated.
        let (mut count, mut hash) = match self.hashed {
            Some(hash) if transcript.starts_with(&self.lines) => (self.lines.len(), hash),
            _ => (0, ChainHead::START),
        };
        let known = count;
        let kept = self.head.as_ref();
        let is_kept = |count: usize, hash: &ChainHead| {
            kept.is_none_or(|it| it.lines != count as u64 || it.hash == hash.to_string())
        };
        let mut goes_on = is_kept(count, &hash)
            && kept.is_none_or(|it| (count as u64..=transcript.len() as u64).contains(&it.lines));
        for line in &transcript[known..] {
            hash = hash_line(&hash, line);
            count += 1;
            goes_on = goes_on && is_kept(count, &hash);
        }
        if !goes_on {
            return Err(TranscriptViolation::OtherPast);
        }
        let head = model.head.as_ref().ok_or(TranscriptViolation::NotSigned)?;
        let is_shown = head.lines == count as u64 && head.hash == hash.to_string();
        let is_known = self.key.is_empty() || self.key == model.key;
        let is_checked = self.hashed.is_some() && kept == Some(head) && self.key == model.key;
        let is_signed = is_checked || is_signed(&self.table, &model.key, head);
        if !is_shown || !is_known || !is_signed {
            return Err(TranscriptViolation::NotSigned);
        }
        if known == 0 && SeedPromise::of(transcript) == Some(SeedPromise::Uncommitted) {
            return Err(TranscriptViolation::UnboundChance);
        }
        self.key.clone_from(&model.key);
        self.head = Some(head.clone());
        self.lines.truncate(known);
        self.lines.extend_from_slice(&transcript[known..]);
        self.hashed = Some(hash);
        Ok(())
    }

    /// The contribution to the seed that one of these seats still has to make: a commitment, or its
    /// salt. A new salt is recorded here, and the record must be stored before the command is sent.
    pub fn owed(
        &mut self,
        model: &TableModel,
        seats: &[u8],
        mut draw: impl FnMut() -> Option<Salt>,
    ) -> Option<(u8, Command)> {
        if !model.wants_salts() {
            return None;
        }
        let has = |word: &str, seat: u8| {
            let start = format!("{word} {seat} ");
            model.transcript.iter().any(|line| line.starts_with(&start))
        };
        if let Some(&seat) = seats.iter().find(|&&seat| !has("salt-commitment", seat)) {
            let salt = match self.salt(seat) {
                Some(salt) => salt,
                None => {
                    let salt = draw()?;
                    self.salts.push((seat, salt.to_string()));
                    salt
                }
            };
            return Some((seat, Command::CommitSalt { commitment: salt.commitment().to_string() }));
        }
        let is_fixed = (0..).zip(&model.game.seats).all(|(number, seat)| {
            seat.taken && (seat.level.is_some() || has("salt-commitment", number))
        });
        let seat = *seats.iter().find(|&&seat| is_fixed && !has("salt", seat))?;
        let salt = self.salt(seat)?;
        Some((seat, Command::RevealSalt { salt: salt.to_string() }))
    }

    /// Records a secret choice of a seat of this device.
    pub fn note_choice(&mut self, seat: u8, action: &str) {
        self.choices.push((seat, action.to_owned()));
    }

    /// Whether all contributions of this device are in a revealed transcript.
    pub fn is_in(&self, transcript: &[String]) -> bool {
        missing_contribution(transcript, &self.salts, &self.choices).is_none()
    }

    /// The device's evidence, for other people.
    pub fn proof(&self, model: &TableModel) -> Option<Proof> {
        let head = model.head.clone()?;
        let (salts, choices) = (self.salts.clone(), self.choices.clone());
        let (table, transcript) = (self.table.clone(), model.transcript.clone());
        // The earlier key, if the server has changed its key.
        let kept_key = Some(self.key.clone()).filter(|key| *key != model.key && !key.is_empty());
        let key = model.key.clone();
        Some(Proof {
            table,
            key,
            transcript,
            head,
            kept: self.head.clone(),
            kept_key,
            salts,
            choices,
        })
    }

    fn salt(&self, seat: u8) -> Option<Salt> {
        self.salts.iter().find(|(own, _)| *own == seat)?.1.parse().ok()
    }
}

impl TableModel {
    /// Whether the players are asked for contributions to the seed.
    pub fn wants_salts(&self) -> bool {
        let first = self.transcript.first().map(String::as_str).unwrap_or_default();
        let is_drawn = first
            .strip_prefix("opened committed-salts ")
            .is_some_and(|rest| !rest.starts_with("- "));
        is_drawn && self.game.turn == TurnState::Waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_table::{
        TABLE, act_first, command, open_table, put, seen, signed, signing_key,
    };
    use commit_reveal::{Seed, SigningKey};
    use game::Observer;
    use protocol::{SeatPlan, TablePlan};
    use std::cell::Cell;
    use table::{Input, Table};

    thread_local! {
        /// Number of lines that were hashed by this thread.
        pub(super) static HASHED: Cell<usize> = const { Cell::new(0) };
    }

    /// A game costs one hash for each line, however many events it has, and one more pass after the
    /// page was opened again.
    #[test]
    fn each_line_is_hashed_once() {
        let mut table = open_table("banqi");
        let [mut verifier, _] = begin(&mut table);
        let mut model = seen(&table, Observer::Spectator);
        verifier.hear(&model).expect("an honest server");
        let known = model.transcript.len();
        HASHED.set(0);
        for _ in 0..40 {
            act_first(&mut table);
            model = seen(&table, Observer::Spectator);
            for _ in 0..3 {
                verifier.hear(&model).expect("an honest server");
            }
        }
        assert_eq!(HASHED.get(), model.transcript.len() - known);
        let stored = serde_json::to_string(&verifier).expect("plain data");
        assert!(stored.len() < 1_000, "{} bytes", stored.len());
        let mut again: TranscriptVerifier = serde_json::from_str(&stored).expect("what was stored");
        HASHED.set(0);
        again.hear(&model).expect("an honest server");
        assert_eq!(HASHED.get(), model.transcript.len());
        // Lines that were checked before cannot be exchanged either.
        let mut other = model.clone();
        other.transcript[2].push('!');
        let other = signed(other, &signing_key());
        for mut verifier in [verifier, again] {
            assert_eq!(verifier.hear(&other), Err(TranscriptViolation::OtherPast));
        }
    }

    /// Makes the contributions of two pages until the game begins, and returns their records.
    fn begin(table: &mut Table) -> [TranscriptVerifier; 2] {
        let mut verifiers =
            [TranscriptVerifier::new(&TABLE.into()), TranscriptVerifier::new(&TABLE.into())];
        for _ in 0..4 {
            for (seat, verifier) in (0..).zip(&mut verifiers) {
                let model = seen(table, Observer::Spectator);
                verifier.hear(&model).expect("an honest server");
                let owed = verifier.owed(&model, &[seat], || Some(Salt::new([seat + 9; 16])));
                if let Some((seat, owed)) = owed {
                    command(table, seat, &owed);
                }
            }
        }
        verifiers
    }

    #[test]
    fn pages_give_their_salts_and_the_game_begins() {
        for variant in ["banqi", "undercover"] {
            let mut table = open_table(variant);
            assert!(!table.has_started());
            let mut verifiers = begin(&mut table);
            assert!(table.has_started(), "{variant}");
            let model = seen(&table, Observer::Spectator);
            assert_eq!(verifiers[0].owed(&model, &[0], || None), None);
            assert!(verifiers.iter().all(|verifier| verifier.is_in(&model.transcript)));
        }
        // A game without chance needs no contributions, and without a source of randomness none can
        // be made.
        let model = seen(&open_table("xiangqi"), Observer::Spectator);
        assert_eq!(
            TranscriptVerifier::new(&TABLE.into()).owed(&model, &[0], || panic!("drawn")),
            None
        );
        let model = seen(&open_table("banqi"), Observer::Spectator);
        assert_eq!(TranscriptVerifier::new(&TABLE.into()).owed(&model, &[0], || None), None);
    }

    /// A page that was closed in between shows the salt that it had fixed, not another.
    #[test]
    fn a_salt_is_drawn_once() {
        let mut verifier = TranscriptVerifier::new(&TABLE.into());
        let model = seen(&open_table("banqi"), Observer::Spectator);
        let first = verifier.owed(&model, &[0], || Some(Salt::new([1; 16])));
        let stored = serde_json::to_string(&verifier).expect("plain data");
        let mut again: TranscriptVerifier = serde_json::from_str(&stored).expect("what was stored");
        assert_eq!(again.owed(&model, &[0], || Some(Salt::new([2; 16]))), first);
    }

    #[test]
    fn another_past_is_noticed_and_the_promise_kept() {
        let mut table = open_table("banqi");
        let [mut verifier, _] = begin(&mut table);
        for _ in 0..4 {
            act_first(&mut table);
        }
        let honest = seen(&table, Observer::Spectator);
        verifier.hear(&honest).expect("an honest server");
        let key = signing_key();
        let with = |change: &dyn Fn(&mut Vec<String>)| {
            let mut model = honest.clone();
            change(&mut model.transcript);
            signed(model, &key)
        };
        for (what, model, expected) in [
            ("the same again", honest.clone(), None),
            ("one line more", with(&|lines| lines.push("resigned 0".to_owned())), None),
            ("shorter", with(&|lines| drop(lines.pop())), Some(TranscriptViolation::OtherPast)),
            ("nothing", with(&Vec::clear), Some(TranscriptViolation::OtherPast)),
            (
                "another move",
                with(&|lines| *lines.last_mut().expect("a move") = "acted 1 a1-a2".to_owned()),
                Some(TranscriptViolation::OtherPast),
            ),
            (
                "another move, and more",
                with(&|lines| {
                    lines.swap(3, 4);
                    lines.push("resigned 0".to_owned());
                }),
                Some(TranscriptViolation::OtherPast),
            ),
            (
                "no signature",
                TableModel { head: None, ..honest.clone() },
                Some(TranscriptViolation::NotSigned),
            ),
            (
                "another key",
                signed(honest.clone(), &SigningKey::from_bytes([4; 32])),
                Some(TranscriptViolation::NotSigned),
            ),
        ] {
            let before = verifier.clone();
            assert_eq!(verifier.clone().hear(&model).err(), expected, "{what}");
            if expected.is_some() {
                assert_eq!(verifier.hear(&model).err(), expected);
                assert_eq!(verifier, before, "{what}: what breaks a promise is kept");
            }
            let faults = verifier.proof(&model).map(|proof| proof.faults());
            assert_eq!(
                faults.is_none_or(|faults| faults.is_empty()),
                match what {
                    "no signature" => true,
                    _ => expected.is_none(),
                },
                "{what}"
            );
        }
        // A head of another table proves nothing here.
        let mut other = TranscriptVerifier::new(&"other".into());
        assert_eq!(other.hear(&honest), Err(TranscriptViolation::NotSigned));
    }

    /// An operator who knows the seed could replace a player's choice.
    #[test]
    fn a_choice_that_was_written_over_is_noticed() {
        let mut table = open_table("undercover");
        let [mut red, _] = begin(&mut table);
        while !matches!(table.turn(), game::Turn::Seat(_)) {
            let (seat, action) = act_first(&mut table);
            if seat == 0 {
                red.note_choice(seat, &action);
            }
        }
        let seat = table.turn().seats().iter().next().expect("a seat on move").index() as u8;
        command(&mut table, seat, &Command::Resign);
        let model = seen(&table, Observer::Spectator);
        assert!(red.is_in(&model.transcript));
        let proof = red.proof(&model).expect("signed");
        assert_eq!(proof.faults(), []);
        // The server stores and commits to another mole from the beginning. The game is valid, but
        // it is not the game that Red has played.
        let mut forged = red;
        forged.choices.last_mut().expect("a choice").1 = "mole:random".to_owned();
        assert!(!forged.is_in(&model.transcript));
        let faults = forged.proof(&model).expect("signed").faults();
        assert!(matches!(faults[..], [table::ProofFault::Missing(_)]), "{faults:?}");
    }

    /// If the host knows the salts beforehand, it can search for a seed that suits it. With the
    /// commitments the seed is fixed first, and a table that is opened again has another seed.
    #[test]
    fn a_seed_that_was_exchanged_is_noticed() {
        let plan = TablePlan {
            variant: "banqi".to_owned(),
            options: String::new(),
            clock: "none".to_owned(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Host, SeatPlan::Open],
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        let mut table = open_table("banqi");
        let [mut verifier, _] = begin(&mut table);
        let events = table::open(plan, "Ada", None, None, Seed::new([8; 32]), 0);
        let mut other = Table::replay(&events.expect("a plan")).expect("a table");
        put(&mut other, Input::Join { seat: None, name: "Bo", member: None });
        let other = seen(&other, Observer::Spectator);
        assert_eq!(verifier.hear(&other), Err(TranscriptViolation::OtherPast));
    }

    /// If the salts came with the seats, the server knew them when it drew the seed. It may have
    /// tried seeds until one suited it.
    #[test]
    fn chance_that_nobody_shared_in_is_noticed() {
        for (variant, expected) in
            [("banqi", Some(TranscriptViolation::UnboundChance)), ("xiangqi", None)]
        {
            let mut plan = open_table(variant).plan().clone();
            plan.seats = vec![SeatPlan::Host, SeatPlan::Host];
            let salt = Some(Salt::new([6; 16]));
            let events = table::open(plan, "Ada", None, salt, Seed::new([8; 32]), 0);
            let mut table = Table::replay(&events.expect("a plan")).expect("a table");
            act_first(&mut table);
            command(&mut table, 0, &Command::Resign);
            let model = seen(&table, Observer::Spectator);
            let mut verifier = TranscriptVerifier::new(&TABLE.into());
            assert_eq!(verifier.hear(&model).err(), expected, "{variant}");
            let proof = verifier.proof(&model).expect("signed");
            assert_eq!(proof.faults(), [], "{variant}");
            let is_open = proof.finding().leaves_chance_open();
            assert_eq!(is_open, expected.is_some(), "{variant}");
            if is_open {
                assert_eq!(model.check_deal(), Some(crate::DealCheck::NotProven));
            }
        }
    }

    /// A player who has chosen when the opponent resigns first has lost nothing.
    #[test]
    fn a_choice_of_a_phase_that_was_cut_short_is_not_missed() {
        let mut table = open_table("undercover");
        let [mut red, _] = begin(&mut table);
        let (seat, action) = act_first(&mut table);
        red.note_choice(seat, &action);
        command(&mut table, 1 - seat, &Command::Resign);
        let model = seen(&table, Observer::Spectator);
        assert!(red.is_in(&model.transcript));
        assert_eq!(red.proof(&model).expect("signed").faults(), []);
    }
}
