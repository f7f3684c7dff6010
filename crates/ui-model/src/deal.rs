use crate::{TableModel, Variant};
use commit_reveal::{Commitment, Salt, Seed, SeedDice};
use game::{Seat, Turn};
use games::{AnyAction, AnyGame};
use protocol::Reveal;

/// What came of checking a finished game's chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealCheck {
    /// The seed opens the commitment, and rolling again gives the game that was played.
    Honest,
    /// The seed does not open the commitment.
    WrongSeed,
    /// Rolling again gives another game.
    Differs,
}

impl TableModel {
    /// Checks the chance of a finished game; `None` while there is nothing to check.
    pub fn check_deal(&self) -> Option<DealCheck> {
        let reveal = self.state.end.as_ref()?.reveal.as_ref()?;
        Some(self.check(reveal))
    }

    fn check(&self, reveal: &Reveal) -> DealCheck {
        let Ok(seed) = Seed::from_hex(&reveal.seed) else { return DealCheck::WrongSeed };
        if self.commitment.parse::<Commitment>() != Ok(seed.commitment()) {
            return DealCheck::WrongSeed;
        }
        let salts: Result<Vec<Salt>, _> = reveal.salts.iter().map(|salt| salt.parse()).collect();
        let Ok(salts) = salts else { return DealCheck::WrongSeed };
        let mut dice = SeedDice::new(&seed, &salts);
        let Ok(game) = AnyGame::new(self.variant, &self.options, &mut dice) else {
            return DealCheck::Differs;
        };
        let same = match self.variant {
            Variant::Undercover => self.has_same_first_move(game),
            Variant::Banqi | Variant::Xiangqi | Variant::Sifang => self.has_same_course(game),
        };
        if same { DealCheck::Honest } else { DealCheck::Differs }
    }

    /// Every action brings to light what it brought to light then.
    fn has_same_course(&self, mut game: AnyGame) -> bool {
        self.history.iter().all(|entry| {
            let text = entry.done.split('=').next().unwrap_or_default();
            let Ok(action) = AnyAction::parse(self.variant, text) else { return false };
            let Some(seat) = Seat::checked(entry.seat) else { return false };
            game.play(seat, action).is_ok_and(|done| done.to_string() == entry.done)
        })
    }

    /// The draw for the first move gives the same side. It does not depend on what the players
    /// chose during the set-up, so the defaults stand in for their choices.
    fn has_same_first_move(&self, mut game: AnyGame) -> bool {
        while let Turn::Setup(owing) = game.turn() {
            let chosen = owing.iter().next().is_some_and(|seat| {
                let choice = game.default_setup(seat);
                choice.is_some_and(|choice| game.play(seat, choice).is_ok())
            });
            if !chosen {
                return false;
            }
        }
        let Turn::Seat(first) = game.turn() else { return false };
        let played = self.history.first().map(|entry| usize::from(entry.seat));
        played.is_none_or(|seat| seat == first.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{EndState, Entry, Snapshot, State, TurnState};

    fn finished(variant: Variant, plies: usize) -> TableModel {
        let seed = Seed::new([7; 32]);
        let salts = [Salt::new([1; 16]), Salt::default()];
        let mut game = AnyGame::new(variant, "", &mut SeedDice::new(&seed, &salts)).unwrap();
        let mut history = Vec::new();
        while history.len() < plies {
            let seat = game.turn().seats().iter().next().expect("the game goes on");
            if let Turn::Setup(_) = game.turn() {
                game.play(seat, game.default_setup(seat).unwrap()).unwrap();
                continue;
            }
            let action = game.legal(seat)[0];
            let done = game.play(seat, action).unwrap().to_string();
            history.push(Entry { seat: seat.index() as u8, done, clock_ms: None });
        }
        let reveal =
            Reveal { seed: seed.reveal(), salts: salts.iter().map(ToString::to_string).collect() };
        let end = EndState {
            reason: "resignation".to_owned(),
            winners: vec![0],
            scores: Vec::new(),
            detail: String::new(),
            reveal: Some(reveal),
        };
        TableModel::new(Snapshot {
            n: 0,
            variant: variant.to_string(),
            options: String::new(),
            clock: "none".to_owned(),
            training: false,
            rated: false,
            you: None,
            commitment: seed.commitment().to_string(),
            start: String::new(),
            history,
            state: State {
                position: String::new(),
                turn: TurnState::Over,
                check: false,
                warning: None,
                clocks: None,
                offer: None,
                end: Some(end),
                seats: Vec::new(),
            },
        })
        .unwrap()
    }

    #[test]
    fn an_honest_game_passes() {
        for variant in [Variant::Banqi, Variant::Undercover] {
            assert_eq!(finished(variant, 6).check_deal(), Some(DealCheck::Honest), "{variant}");
        }
    }

    #[test]
    fn another_seed_or_another_piece_is_noticed() {
        let mut model = finished(Variant::Banqi, 6);
        model.commitment = Seed::new([8; 32]).commitment().to_string();
        assert_eq!(model.check_deal(), Some(DealCheck::WrongSeed));

        let mut model = finished(Variant::Banqi, 6);
        let flip = &mut model.history[0].done;
        let other = if flip.ends_with('k') { 'K' } else { 'k' };
        flip.pop();
        flip.push(other);
        assert_eq!(model.check_deal(), Some(DealCheck::Differs));

        let mut model = finished(Variant::Undercover, 2);
        model.history[0].seat = 1 - model.history[0].seat;
        assert_eq!(model.check_deal(), Some(DealCheck::Differs));
    }
}
