//! A player who gives its mole away, and what it says: to measure what secrecy is worth.

use super::UndercoverBot;
use crate::{Bot, Choice, Score};
use game::{Dice, Played};
use search::Limits;
use std::sync::{Arc, Mutex, PoisonError};
use undercover::{Action, Mole, Undercover, UndercoverView};

/// What one player says of its mole, and another hears. Both ends are copies of one.
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

/// A player that says where its mole is before each of its actions, and what it chooses.
pub struct Talkative {
    bot: UndercoverBot,
    whisper: Whisper,
}

impl Talkative {
    /// This player, and what it says.
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

    /// Who is told has one suspicion, the right one; who is told what cannot be has all of them.
    #[test]
    fn what_is_said_is_heard() {
        let seats = [Seat::new(0), Seat::new(1)];
        let mut game = Undercover::dealt(Options::DEFAULT, &mut Seeded::new(1));
        let whisper = Whisper::default();
        let mut red = Talkative::new(UndercoverBot::new(Level::Top), whisper.clone());
        let black = UndercoverBot::told(whisper.clone());
        let limits = Limits::of_nodes(5_000);
        let view = game.view(Observer::Seat(seats[0]));
        let choice = red.choose(&view, &[], &limits, &mut Seeded::new(2)).expect("it chooses");
        let Action::Choose(undercover::Choice::Pawn(mole)) = choice.action else {
            panic!("{}", choice.action)
        };
        game.play(seats[0], choice.action).expect("a legal action");
        game.play(seats[1], "mole:e3".parse().expect("an action")).expect("a legal action");
        let view = game.view(Observer::Seat(seats[1]));
        let suspected = |bot: &UndercoverBot| bot.worlds(&view, &[]).len();
        assert_eq!(suspected(&black), 1);
        assert_eq!(whisper.heard(), Some(Mole::At(mole)));
        whisper.say(Mole::At("e3".parse().expect("a point")));
        assert_eq!(suspected(&black), 5, "nobody's mole stands there");
    }
}
