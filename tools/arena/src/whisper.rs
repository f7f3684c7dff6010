//! A player that reveals its mole, and one that knows it, to measure the value of secrecy.

use bots::{Bot, Choice, Limits, Score, UndercoverBot};
use game::{Dice, Played};
use std::sync::{Arc, Mutex, PoisonError};
use undercover::{Action, Mole, Undercover, UndercoverView};

/// A channel that carries the mole of one player to another. Both ends are clones of one value.
#[derive(Clone, Default)]
pub struct Whisper(Arc<Mutex<Option<Mole>>>);

impl Whisper {
    fn heard(&self) -> Option<Mole> {
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

/// A player that knows the mole of a [`Talkative`] one.
pub struct Told {
    bot: UndercoverBot,
    whisper: Whisper,
}

impl Told {
    /// Combines a player and a channel.
    pub fn new(bot: UndercoverBot, whisper: Whisper) -> Told {
        Told { bot, whisper }
    }
}

impl Bot<Undercover> for Told {
    fn choose(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<Action>> {
        self.bot.assume_mole(self.whisper.heard());
        self.bot.choose(view, history, limits, dice)
    }

    fn evaluate(
        &mut self,
        view: &UndercoverView,
        history: &[Played<Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        self.bot.assume_mole(self.whisper.heard());
        self.bot.evaluate(view, history, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::{Level, Seeded};
    use game::{Game, Observer, Seat};
    use undercover::Options;

    #[test]
    fn a_talkative_player_tells_its_choice() {
        let whisper = Whisper::default();
        let mut red = Talkative::new(UndercoverBot::new(Level::Top), whisper.clone());
        let game = Undercover::dealt(Options::DEFAULT, &mut Seeded::new(1));
        let view = game.view(Observer::Seat(Seat::new(0)));
        let limits = Limits::of_nodes(5_000);
        let choice = red.choose(&view, &[], &limits, &mut Seeded::new(2)).expect("a choice");
        let Action::Choose(undercover::Choice::Pawn(mole)) = choice.action else {
            panic!("{}", choice.action)
        };
        assert_eq!(whisper.heard(), Some(Mole::At(mole)));
    }
}
