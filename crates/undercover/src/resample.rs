//! Generates a game that one observer cannot distinguish from the true one: replays the game with
//! other secrets. Written from the rules; it never uses a view.

use crate::{
    Action, Choice, Deal, Mole, Stage, Undercover,
    position::pawns,
    undercover::{Draws, State},
};
use alloc::vec::Vec;
use game::{Dice, Game, Observer, Played, Resample, Secret};
use xiangqi::Side;

/// Maximum number of attempts. After that the true game is returned.
const MAX_ATTEMPTS: usize = 60;

impl Resample for Undercover {
    fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> Undercover {
        (0..MAX_ATTEMPTS)
            .find_map(|_| self.try_resample(observer, dice))
            .unwrap_or_else(|| self.clone())
    }
}

impl Undercover {
    /// Makes one random attempt: other draws, other hidden choices, the same public actions.
    fn try_resample(&self, observer: Observer, dice: &mut dyn Dice) -> Option<Undercover> {
        if self.outcome.is_some() {
            return None;
        }
        let hidden = Side::BOTH.map(|side| observer != Observer::Seat(side.seat()));
        let mut other = self.resample_start(hidden, dice);
        // Replays the true game in parallel, to compare the public state after every action.
        let mut same = Undercover::from_state(self.options, self.deal.clone(), self.origin.clone());
        if !same.is_indistinguishable(&other, hidden) {
            return None;
        }
        for played in &self.history {
            same.play(played.seat, played.action).ok()?;
            let action = other.resample_choice(*played, hidden, dice);
            other.play(played.seat, action).ok()?;
            if !same.is_indistinguishable(&other, hidden) {
                return None;
            }
        }
        Some(other)
    }

    fn resample_start(&self, hidden: [bool; 2], dice: &mut dyn Dice) -> Undercover {
        let fresh = Undercover::deal(&self.options, dice);
        let mut draws = *self.deal.0.expose();
        let Draws { picks, places, .. } = *fresh.0.expose();
        for side in Side::BOTH {
            if hidden[side.index()] {
                draws.picks[side.index()] = picks[side.index()];
                // The opponent's mole follows this side's pawns; only the opponent learns where.
                draws.places[(!side).index()] = places[(!side).index()];
            }
        }
        let deal = Deal(Secret::new(draws));
        if self.origin.stage != Stage::Play || self.started_from_options() {
            return Undercover::start(self.options, deal);
        }
        let mut state = self.origin.clone();
        for owner in Side::BOTH.into_iter().filter(|side| hidden[side.index()]) {
            state.resample_mole(owner, dice);
        }
        Undercover::from_state(self.options, deal, state)
    }

    /// Whether the game was in play from the start because its options leave no choice.
    fn started_from_options(&self) -> bool {
        let again = Undercover::start(self.options, self.deal.clone());
        again.state.stage == Stage::Play && again.state.position == self.origin.position
    }

    /// Picks another choice that a hidden side could have made.
    fn resample_choice(
        &self,
        played: Played<Action>,
        hidden: [bool; 2],
        dice: &mut dyn Dice,
    ) -> Action {
        let is_hidden = Side::of_seat(played.seat).is_some_and(|side| hidden[side.index()]);
        let is_secret = match played.action {
            Action::Move(_) | Action::Turn(_) => false,
            // Locks become public once both sides have chosen. Only pending locks could differ.
            Action::Lock(_) => false,
            Action::Choose(_) | Action::Place(_) => true,
        };
        if !is_hidden || !is_secret {
            return played.action;
        }
        let choices: Vec<Action> = self.legal(played.seat);
        let is_definite = |action: &&Action| **action != Action::Choose(Choice::Random);
        let choices: Vec<&Action> = choices.iter().filter(is_definite).collect();
        match choices.len() {
            0 => played.action,
            count => *choices[dice.roll(count as u32) as usize],
        }
    }

    /// Whether two games look the same to an observer from whom the secrets of the `hidden` sides
    /// are hidden.
    ///
    /// Compares the stage, the board, the turned moles, the outcome, and the moles that are not
    /// hidden.
    fn is_indistinguishable(&self, other: &Undercover, hidden: [bool; 2]) -> bool {
        let (one, two) = (&self.state, &other.state);
        let moles_alike = Side::BOTH.into_iter().all(|side| {
            let (a, b) = (one.position.moles[side.index()], two.position.moles[side.index()]);
            if hidden[side.index()] { (a == Mole::Turned) == (b == Mole::Turned) } else { a == b }
        });
        moles_alike
            && one.stage == two.stage
            && one.position.board == two.position.board
            && self.outcome == other.outcome
    }
}

impl State {
    fn resample_mole(&mut self, owner: Side, dice: &mut dyn Dice) {
        let mole = &mut self.position.moles[owner.index()];
        if *mole == Mole::Turned {
            return;
        }
        let mut pawns: Vec<_> = pawns(&self.position.board, !owner).collect();
        let pick = dice.roll(pawns.len() as u32 + 2) as usize;
        *mole = match pick {
            0 => Mole::Waived,
            1 => Mole::Lost,
            _ => Mole::At(pawns.swap_remove(pick - 2)),
        };
    }
}
