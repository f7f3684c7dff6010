use crate::{
    Annotations, Record,
    game_fields::Secrets,
    write::{played, written},
};
use game::Seat;
use games::AnyGame;

/// A record with its game after the last action.
///
/// Readers replay a game to check it. This type keeps the result, so that the game need not be
/// replayed again: not to show it, not to write it as `.chuhe`, not to go back in it.
///
/// ```
/// use record::{ReplayedRecord, pgn};
///
/// let games = pgn::read(b"1. h2e2 h9g7 (1... b9c7 2. h0g2) 2. h0g2 1-0").unwrap();
/// let replayed = ReplayedRecord::new(games[0].clone()).ok_or("the moves do not fit")?;
/// assert_eq!(replayed.game().plies(), 3);
/// assert!(replayed.write().contains("\nresult red unstated\n"));
/// // The game after one action, and the game with a variation instead.
/// assert!(replayed.game_after(1).truth_text().contains(" b "));
/// let other = replayed.variation(1, 0).ok_or("a variation")?;
/// assert_eq!(other.record().actions, ["h2e2", "b9c7", "h0g2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReplayedRecord {
    record: Record,
    game: AnyGame,
}

/// The game follows from the record.
impl PartialEq for ReplayedRecord {
    fn eq(&self, other: &ReplayedRecord) -> bool {
        self.record == other.record
    }
}

impl Eq for ReplayedRecord {}

impl ReplayedRecord {
    /// Replays a record. `None` if its actions do not fit its start.
    pub fn new(record: Record) -> Option<ReplayedRecord> {
        let game = played(&record)?;
        Some(ReplayedRecord { record, game })
    }

    /// `game` is at the end of the record's actions.
    pub(crate) const fn of(record: Record, game: AnyGame) -> ReplayedRecord {
        ReplayedRecord { record, game }
    }

    /// The record.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The record without its game.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// The game after the last action.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The seats of the actions, in order.
    pub fn seats(&self) -> Vec<Seat> {
        self.game.history().into_iter().map(|played| played.seat).collect()
    }

    /// The game after its first `plies` actions. It goes back from the end or forward from the
    /// start, whichever is shorter.
    pub fn game_after(&self, plies: usize) -> AnyGame {
        let all = self.game.plies();
        let forward = if plies < all / 2 { self.forward(plies) } else { None };
        forward.unwrap_or_else(|| {
            let mut game = self.game.clone();
            (plies..all).for_each(|_| _ = game.undo());
            game
        })
    }

    fn forward(&self, plies: usize) -> Option<AnyGame> {
        let Record { variant, options, start, .. } = &self.record;
        let mut game = AnyGame::from_text(*variant, options, start).ok()?;
        for played in self.game.history().iter().take(plies) {
            game.play(played.seat, played.action).ok()?;
        }
        Some(game)
    }

    /// The game that continues with a variation after `played` actions, as [`Record::variation`]
    /// counts them. `None` if there is none, or if its actions do not fit.
    pub fn variation(&self, played: usize, number: usize) -> Option<ReplayedRecord> {
        let record = self.record.variation(played, number)?;
        let mut game = self.game_after(played);
        for action in &record.actions[played..] {
            crate::write::play(&mut game, action)?;
        }
        Some(ReplayedRecord { record, game })
    }

    /// The record that goes on with other actions after its first `played` ones, without annotations
    /// and result. `None` if the actions do not fit.
    pub fn with_line(&self, played: usize, actions: &[String]) -> Option<ReplayedRecord> {
        let mut line = self.record.actions.get(..played)?.to_vec();
        line.extend_from_slice(actions);
        let mut game = self.game_after(played);
        for action in actions {
            crate::write::play(&mut game, action)?;
        }
        let annotations = Annotations::default();
        let record = Record { actions: line, outcome: None, annotations, ..self.record.clone() };
        Some(ReplayedRecord { record, game })
    }

    /// The record with one action more. `None` if it is illegal.
    pub fn with_action(mut self, action: String) -> Option<ReplayedRecord> {
        crate::write::play(&mut self.game, &action)?;
        self.record.actions.push(action);
        Some(self)
    }

    /// The record with other annotations, whose variations fit the game.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Annotations) -> ReplayedRecord {
        self.record.annotations = annotations;
        self
    }

    /// Writes the record as a `.chuhe` file.
    pub fn write(&self) -> String {
        written(&self.record, &self.record.start, &self.game, Secrets::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{read, write};
    use conformance::TestDice;
    use games::{AnyAction, Variant};

    /// Going back and going forward lead to the same game, and the file is the same as that of a
    /// replay.
    #[test]
    fn every_point_of_a_game_is_found() {
        let seed = 11;
        for variant in Variant::ALL {
            let mut game = AnyGame::new(variant, "", &mut TestDice::new(seed)).expect("defaults");
            while matches!(game.turn(), game::Turn::Setup(_)) {
                let seat = game.turn().seats().iter().next().expect("a seat");
                let choice: AnyAction = game.default_setup(seat).expect("a set-up");
                game.play(seat, choice).expect("a default");
            }
            let start = game.truth_text();
            let mut game = AnyGame::from_text(variant, "", &start).expect("its own text");
            let mut texts = vec![start.clone()];
            let mut actions = Vec::new();
            for ply in 0..40 {
                let Some(seat) = game.turn().seats().iter().next() else { break };
                let legal = game.legal(seat);
                let action = legal[(7 * ply + 3) % legal.len()];
                actions.push(game.play(seat, action).expect("legal").to_string());
                texts.push(game.truth_text());
            }
            let record = Record {
                variant,
                options: String::new(),
                start,
                names: vec![String::new(); usize::from(variant.seats())],
                actions,
                outcome: game.outcome().cloned(),
                tags: crate::Tags::default(),
                annotations: Annotations::default(),
            };
            let replayed = ReplayedRecord::new(record.clone()).expect("legal actions");
            for (plies, text) in texts.iter().enumerate() {
                assert_eq!(&replayed.game_after(plies).truth_text(), text, "{variant}, {plies}");
            }
            let file = replayed.write();
            assert_eq!(Some(&file), write(&record).as_ref(), "{variant}");
            assert_eq!(read(file.as_bytes()), Ok(record), "{variant}");
        }
    }
}
