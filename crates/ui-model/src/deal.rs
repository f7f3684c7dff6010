use crate::TableModel;
use commit_reveal::{Commitment, Seed};
use game::Observer;
use protocol::Reveal;
use table::{Proof, ProofFault, SeedPromise};

/// Result of verifying the chance of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealCheck {
    /// The seed matches the commitment, salts and choices match theirs, and the replay gives the
    /// same game.
    Honest,
    /// The seed does not match the commitment.
    WrongSeed,
    /// The replay gives a different game.
    Differs,
    /// A contribution of this device, its salt or a choice, is missing.
    NotMine,
    /// The replay gives the same game, but this device fixed no contribution before the seed was
    /// drawn. The server may have chosen the deal.
    NotProven,
}

impl DealCheck {
    /// The result after comparison with the data that this device stored.
    #[must_use]
    pub fn held_against(self, proof: &Proof) -> DealCheck {
        let is_missing = |fault: &ProofFault| matches!(fault, ProofFault::Missing(_));
        match self {
            DealCheck::Honest if proof.faults().iter().any(is_missing) => DealCheck::NotMine,
            DealCheck::Honest if proof.finding().leaves_chance_open() => DealCheck::NotProven,
            found => found,
        }
    }
}

impl TableModel {
    /// Verifies the chance of a finished game; `None` while it is not revealed.
    /// [`DealCheck::held_against`] adds the contributions of this device, which its
    /// [`TranscriptVerifier`](crate::TranscriptVerifier) stores.
    pub fn check_deal(&self) -> Option<DealCheck> {
        let reveal = self.game.end.as_ref()?.reveal.as_ref()?;
        Some(self.check(reveal))
    }

    fn check(&self, reveal: &Reveal) -> DealCheck {
        let opens = |seed: Seed| self.commitment.parse::<Commitment>() == Ok(seed.commitment());
        if !Seed::from_hex(&reveal.seed).is_ok_and(opens) {
            return DealCheck::WrongSeed;
        }
        let Ok(table) = table::audit(&self.transcript) else { return DealCheck::Differs };
        let again = table.snapshot(0, Observer::Spectator);
        let is_same = again.commitment == self.commitment
            && again.state.end.and_then(|end| end.reveal).as_ref() == Some(reveal)
            && again.history.len() == self.game.history.len()
            && again
                .history
                .iter()
                .zip(&self.game.history)
                .all(|(again, told)| (again.seat, &again.done) == (told.seat, &told.done));
        // A local table signs nothing, and its deal needs no proof.
        let is_chosen = SeedPromise::of(&self.transcript) == Some(SeedPromise::Uncommitted);
        if !is_same {
            DealCheck::Differs
        } else if is_chosen && !self.key.is_empty() {
            DealCheck::NotProven
        } else {
            DealCheck::Honest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_table::finished_table;

    #[test]
    fn an_honest_game_passes() {
        for variant in ["banqi", "undercover"] {
            assert_eq!(finished_table(variant).check_deal(), Some(DealCheck::Honest), "{variant}");
        }
    }

    #[test]
    fn another_seed_or_another_piece_is_noticed() {
        let mut model = finished_table("banqi");
        model.commitment = Seed::new([8; 32]).commitment().to_string();
        assert_eq!(model.check_deal(), Some(DealCheck::WrongSeed));

        let mut model = finished_table("banqi");
        let flip = &mut model.game.history[0].done;
        let other = if flip.ends_with('k') { 'K' } else { 'k' };
        flip.pop();
        flip.push(other);
        assert_eq!(model.check_deal(), Some(DealCheck::Differs));

        let mut model = finished_table("undercover");
        let mole = model.transcript.iter_mut().find(|line| line.starts_with("revealed 0 0 "));
        *mole.expect("a mole") = "revealed 0 0 mole:random".to_owned();
        assert_eq!(model.check_deal(), Some(DealCheck::Differs));
    }
}
