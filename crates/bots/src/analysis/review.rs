//! A whole game, action by action: what would have been better, and how well each seat played.

use super::win_chance;
use crate::{AnyBot, Level, Limits};
use game::{Observer, Refusal, Seat, Turn};
use games::{AnyAction, AnyGame, AnyPlayed};

/// How bad an action was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A tenth of the points given away.
    Inaccuracy,
    /// A fifth.
    Mistake,
    /// Three tenths or more.
    Blunder,
}

impl Mark {
    /// Its stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The mark of an action that gives so much of a chance away.
    fn of(lost: f64) -> Option<Mark> {
        match lost {
            lost if lost >= 0.3 => Some(Mark::Blunder),
            lost if lost >= 0.2 => Some(Mark::Mistake),
            lost if lost >= 0.1 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// An action of a game that was looked at again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewedAction {
    /// What was played.
    pub played: AnyPlayed,
    /// What would have been best, as far as its seat could know then; `None` where there was nothing
    /// to choose (a set-up, a seat that left).
    pub best: Option<AnyAction>,
    /// The chance of its seat before, with the best action.
    pub chance: f64,
    /// And with what was played, before chance had its say.
    pub kept: f64,
    /// How bad it was, if it was.
    pub mark: Option<Mark>,
}

/// An action of a game that cannot have been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stray {
    /// Which one it is, from 0.
    pub index: usize,
    /// Why.
    pub refusal: Refusal,
}

/// Looks at a game again, one action after the other: each is played, and compared with what its seat had
/// best done knowing what it knew.
///
/// The truth is needed to play the game, so this is for whoever may know it: games that are over.
pub struct Reviewer {
    game: AnyGame,
    /// What each seat was told.
    histories: Vec<Vec<AnyPlayed>>,
    /// One for each seat: what it has found out about one action helps with the next.
    bots: Vec<AnyBot>,
    /// How much of its chance each seat kept with each action, as a percentage.
    kept: Vec<Vec<f64>>,
    count: usize,
}

impl Reviewer {
    /// From where this game stands.
    pub fn new(game: AnyGame) -> Reviewer {
        let seats = usize::from(game.seats());
        let bots = (0..seats).map(|_| AnyBot::new(game.variant(), Level::Top)).collect();
        Reviewer {
            game,
            histories: vec![Vec::new(); seats],
            bots,
            kept: vec![Vec::new(); seats],
            count: 0,
        }
    }

    /// Plays the next action and compares it with what its seat had best done.
    ///
    /// # Errors
    /// It cannot have been played.
    pub fn next(&mut self, text: &str, limits: &Limits<'_>) -> Result<ReviewedAction, Stray> {
        let index = self.count;
        let stray = |refusal| Stray { index, refusal };
        let played = read(&self.game, text).map_err(stray)?;
        let at = played.seat.index();
        let judged = match self.game.turn() {
            Turn::Seat(seat) if seat == played.seat => {
                let history = &self.histories[at];
                judge(&mut self.bots[at], &self.game, history, played, limits)
            }
            _ => None,
        };
        let done = self.game.play(played.seat, played.action).map_err(stray)?;
        if played.revealed.is_some() && done.revealed != played.revealed {
            let message = format!("`{text}` is not what lies there: that is `{done}`");
            return Err(stray(Refusal::new("mismatch", message)));
        }
        let variant = self.game.variant();
        for (seat, history) in Seat::first(self.game.seats()).zip(&mut self.histories) {
            let heard = self.game.tell(&done, Observer::Seat(seat));
            history.extend(
                heard.and_then(|text| AnyAction::parse_played(variant, done.seat, &text).ok()),
            );
        }
        self.count += 1;
        let nothing =
            ReviewedAction { played: done, best: None, chance: 0.5, kept: 0.5, mark: None };
        if let Some(action) = judged {
            self.kept[at].push(100.0 * (-4.0 * (action.chance - action.kept)).exp());
        }
        Ok(judged.unwrap_or(nothing))
    }

    /// How accurately each seat has played so far, from 0 to 100; `None` for a seat that had nothing to
    /// choose: the mean over its actions of how much of its chance each kept, 100 where nothing was
    /// given away, less than half where a fifth was.
    pub fn accuracy(&self) -> Vec<Option<f64>> {
        let mean = |kept: &Vec<f64>| {
            (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
        };
        self.kept.iter().map(mean).collect()
    }
}

/// Who is said to have played what.
fn read(game: &AnyGame, text: &str) -> Result<AnyPlayed, Refusal> {
    let refuse = || Refusal::new("action-text", format!("`{text}` is no action of this game"));
    let seat = game.turn().seats().iter().next();
    let seat = seat.ok_or_else(|| Refusal::new("after-end", "the game is over here"))?;
    let played = AnyAction::parse_played(game.variant(), seat, text).map_err(|_| refuse())?;
    Ok(AnyPlayed { seat: played.action.named_seat().unwrap_or(seat), ..played })
}

/// What an action was worth beside the best one; `None` where there is nothing to compare.
fn judge(
    bot: &mut AnyBot,
    game: &AnyGame,
    history: &[AnyPlayed],
    played: AnyPlayed,
    limits: &Limits<'_>,
) -> Option<ReviewedAction> {
    let variant = game.variant();
    let view = game.view(Observer::Seat(played.seat));
    let best = bot.lines(&view, history, limits, 1)?.lines.into_iter().next()?;
    let action = best.actions.first().copied()?;
    let chance = win_chance(variant, best.score);
    let kept = if action == played.action {
        chance
    } else {
        let score = bot.value(&view, history, played.action, limits)?;
        // Two searches never agree to the last point: what looks better was as good.
        win_chance(variant, score).min(chance)
    };
    let mark = Mark::of(chance - kept);
    Some(ReviewedAction { played, best: Some(action), chance, kept, mark })
}
