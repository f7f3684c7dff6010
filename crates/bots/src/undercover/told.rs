//! A player that reveals its mole to the other one, to measure the value of secrecy.

use super::UndercoverBot;
use crate::{Bot, Choice, Score};
use game::{Dice, Played};
use search::Limits;
use std::sync::{Arc, Mutex, PoisonError};
use undercover::{Action, Mole, Undercover, UndercoverView};

/// A channel that carries the mole of one player to another. Both ends are clones of one value.
#[derive(Clone, Default)]
pub struct Whisper(Arc<Mutex<Option<Mole>>>);

impl Whisper {
    pub(super) fn heard(&self) -> Option<Mole> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, mole: Mole) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(mole);
    }
}

/// A player that sends its mole before each of its actions, and its choice of a mole.
pub struct Talkative {
    bot: UndercoverBot,
    whisper: Whisper,
}

impl Talkative {
    /// Combines a player and a channel.
    pub fn new(bot: UndercoverBot, whisper: Whisper) -> Talkative {
        Talkative { bot, whisper }
    }
}

impl Bot<Undercover> for Talkative {
    fn choose(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        let choice = self.bot.choose(view, history, limits, dice)?;
        let known = view.side().and_then(|side| view.mole(side).known());
        let said = match choice.action {
            Action::Choose(undercover::Choice::Pawn(square)) => Some(Mole::At(square)),
            Action::Turn(_) => Some(Mole::Turned),
            _ => known,
        };
        if let Some(mole) = said {
            self.whisper.say(mole);
        }
        Some(choice)
    }

    fn evaluate(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        self.bot.evaluate(view, history, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, arena::Seeded};
    use game::{Game, Observer, Seat};
    use undercover::Options;

    /// A player that receives a possible mole suspects only that place. It ignores an impossible one.
    #[test]
    fn a_received_mole_is_the_only_suspect() {
        let seats = [Seat::new(0), Seat::new(1)];
        let mut game = Undercover::dealt(Options::DEFAULT, &mut Seeded::new(1));
        let whisper = Whisper::default();
        let mut red = Talkative::new(UndercoverBot::new(Level::Top), whisper.clone());
        let black = UndercoverBot::told(whisper.clone());
        let limits = Limits::of_nodes(5_000);
        let view = game.view(Observer::Seat(seats[0]));
        let choice = red.choose(&view, &[], &limits, &mut Seeded::new(2)).expect("a choice");
        let Action::Choose(undercover::Choice::Pawn(mole)) = choice.action else {
            panic!("{}", choice.action)
        };
        game.play(seats[0], choice.action).expect("a legal action");
        game.play(seats[1], "mole:e3".parse().expect("an action")).expect("a legal action");
        let view = game.view(Observer::Seat(seats[1]));
        let suspected = |bot: &UndercoverBot| bot.suspects(&view).len();
        assert_eq!(suspected(&black), 1);
        assert_eq!(whisper.heard(), Some(Mole::At(mole)));
        whisper.say(Mole::At("e3".parse().expect("a point")));
        assert_eq!(suspected(&black), 5, "no mole can be there");
    }
}
