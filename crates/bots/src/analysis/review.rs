//! Review of a whole game: the better actions, and how well each seat played.

use super::luck::luck;
use crate::{AnyBot, Level, Limits, evaluation_scale::win_chance};
use game::{Observer, Refusal, Seat, SeatSet, Turn};
use games::{AnyAction, AnyGame, AnyPlayed, AnyView};
use search::Score;

/// How bad an action was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// At least a tenth of the points lost, or the odds of winning halved.
    Inaccuracy,
    /// At least a fifth.
    Mistake,
    /// At least three tenths.
    Blunder,
}

impl Mark {
    /// Stable text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The mark for an action that leaves the share `kept` of the points, where `chance` was to be had.
    ///
    /// Far behind or ahead even a piece is worth less than a tenth of the points. There an action counts
    /// that halves the odds, unless the game is as good as decided before and after it.
    fn of(chance: f64, kept: f64) -> Option<Mark> {
        /// Share of the points below which a game is as good as lost.
        const DECIDED: f64 = 0.05;
        let odds = |share: f64| share / (1.0 - share).max(f64::EPSILON);
        let is_open = chance >= DECIDED && kept <= 1.0 - DECIDED;
        match chance - kept {
            lost if lost >= 0.3 => Some(Mark::Blunder),
            lost if lost >= 0.2 => Some(Mark::Mistake),
            lost if lost >= 0.1 => Some(Mark::Inaccuracy),
            _ if is_open && odds(kept) <= odds(chance) / 2.0 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// A reviewed action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReviewedAction {
    /// The action that was played.
    pub played: AnyPlayed,
    /// The best action from the seat's knowledge at the time. `None` if there was nothing to choose
    /// (a set-up, or a seat that left).
    pub best: Option<AnyAction>,
    /// The seat's expected share of the points with the best action.
    pub chance: f64,
    /// The same with the played action, before chance decided.
    pub kept: f64,
    /// The seat's score with the played action, before chance decided. `None` if there was nothing to
    /// choose.
    pub score: Option<Score>,
    /// The mark, if it was a mistake.
    pub mark: Option<Mark>,
    /// The share of the points that the revealed piece gave (positive) or took, compared with the
    /// mean of the pieces that could have been revealed. `None` if the action revealed nothing.
    pub luck: Option<f64>,
}

/// An action of a record that cannot have been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stray {
    /// Index from 0.
    pub index: usize,
    /// The reason.
    pub refusal: Refusal,
}

/// Reviews a game action by action: plays each and compares it with the best action from the seat's
/// knowledge, or from the knowledge that [`Reviewer::knowing`] sets.
///
/// It needs the full game, secrets included, so it is for finished games only.
pub struct Reviewer {
    game: AnyGame,
    /// What each seat was shown.
    histories: Vec<Vec<AnyPlayed>>,
    /// One bot per seat; it reuses what it learnt in earlier positions.
    bots: Vec<AnyBot>,
    /// For each seat and action the percentage of its chance that was kept.
    kept: Vec<Vec<f64>>,
    count: usize,
    /// The seats whose secrets the judgement uses; `None` for those of the seat that acts.
    known: Option<SeatSet>,
}

impl Reviewer {
    /// Starts from this game's current position.
    pub fn new(game: AnyGame) -> Reviewer {
        let seats = usize::from(game.seats());
        let bots = (0..seats).map(|_| AnyBot::new(game.variant(), Level::Top)).collect();
        Reviewer {
            game,
            histories: vec![Vec::new(); seats],
            bots,
            kept: vec![Vec::new(); seats],
            count: 0,
            known: None,
        }
    }

    /// Judges every action with the secrets of these seats and no others, whichever seat acts. With
    /// the secrets of all seats each side is assumed to know everything.
    pub fn knowing(mut self, known: SeatSet) -> Reviewer {
        let are_public = known == SeatSet::first(self.game.seats());
        self.bots.iter_mut().for_each(|bot| bot.assume_public_moles(are_public));
        self.known = Some(known);
        self
    }

    /// Plays the next action and compares it with the best one.
    ///
    /// # Errors
    /// [`Stray`] if the action cannot have been played.
    pub fn next(&mut self, text: &str, limits: &Limits<'_>) -> Result<ReviewedAction, Stray> {
        let index = self.count;
        let stray = |refusal| Stray { index, refusal };
        let played = read(&self.game, text).map_err(stray)?;
        let at = played.seat.index();
        let view = match self.known {
            Some(known) => self.game.view_knowing(played.seat, known),
            None => self.game.view(Observer::Seat(played.seat)),
        };
        let judged = match self.game.turn() {
            Turn::Seat(seat) if seat == played.seat => {
                judge(&mut self.bots[at], &view, &self.histories[at], played, limits)
            }
            _ => None,
        };
        let done = self.game.play(played.seat, played.action).map_err(stray)?;
        if played.revealed.is_some() && done.revealed != played.revealed {
            let message = format!("`{text}` is not what lies there: that is `{done}`");
            return Err(stray(Refusal::new("mismatch", message)));
        }
        let luck = luck(&mut self.bots[at], &view, &self.histories[at], done, limits);
        let variant = self.game.variant();
        for (seat, history) in Seat::first(self.game.seats()).zip(&mut self.histories) {
            let heard = self.game.describe_for(&done, Observer::Seat(seat));
            history.extend(
                heard.and_then(|text| AnyAction::parse_played(variant, done.seat, &text).ok()),
            );
        }
        self.count += 1;
        let nothing = ReviewedAction {
            played: done,
            best: None,
            chance: 0.5,
            kept: 0.5,
            score: None,
            mark: None,
            luck,
        };
        if let Some(action) = judged {
            self.kept[at].push(100.0 * (-4.0 * (action.chance - action.kept)).exp());
        }
        Ok(judged.map_or(nothing, |judged| ReviewedAction { luck, ..judged }))
    }

    /// Accuracy of each seat so far, from 0 to 100; `None` for a seat without choices. It is the
    /// mean over its actions of 100 · e^(−4 · lost share): 100 if nothing was lost, less than half
    /// if a fifth was.
    pub fn accuracy(&self) -> Vec<Option<f64>> {
        let mean = |kept: &Vec<f64>| {
            (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
        };
        self.kept.iter().map(mean).collect()
    }
}

/// Parses an action and determines its seat.
fn read(game: &AnyGame, text: &str) -> Result<AnyPlayed, Refusal> {
    let refuse = || Refusal::new("action-text", format!("`{text}` is no action of this game"));
    let seat = game.turn().seats().iter().next();
    let seat = seat.ok_or_else(|| Refusal::new("after-end", "the game is over here"))?;
    let played = AnyAction::parse_played(game.variant(), seat, text).map_err(|_| refuse())?;
    Ok(AnyPlayed { seat: played.action.named_seat().unwrap_or(seat), ..played })
}

/// Compares an action with the best one. `None` if there is nothing to compare.
fn judge(
    bot: &mut AnyBot,
    view: &AnyView,
    history: &[AnyPlayed],
    played: AnyPlayed,
    limits: &Limits<'_>,
) -> Option<ReviewedAction> {
    let variant = view.variant();
    let best = bot.lines(view, history, limits, 1)?.lines.into_iter().next()?;
    let action = best.actions.first().copied()?;
    let chance = win_chance(variant, best.score);
    let score = if action == played.action {
        best.score
    } else {
        // Two searches never agree exactly; an action that looks better counts as equally good.
        bot.value(view, history, played.action, limits)?.min(best.score)
    };
    let kept = win_chance(variant, score);
    let mark = Mark::of(chance, kept);
    let (best, score) = (Some(action), Some(score));
    Some(ReviewedAction { played, best, chance, kept, score, mark, luck: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Variant;

    #[test]
    fn marks_follow_the_points_and_far_behind_the_odds() {
        let share = |score| win_chance(Variant::Xiangqi, score);
        for (best, kept, mark) in [
            (0, -50, None),
            (0, -200, Some(Mark::Inaccuracy)),
            (0, -450, Some(Mark::Mistake)),
            (0, -700, Some(Mark::Blunder)),
            // A horse in a position that is lost already, and in a position that is won.
            (-710, -1_110, Some(Mark::Inaccuracy)),
            (1_110, 710, Some(Mark::Inaccuracy)),
            (-710, -900, None),
            // Nothing is left to lose, or the win is safe.
            (-1_500, -2_100, None),
            (2_100, 1_500, None),
            (-710, -search::WIN + 8, Some(Mark::Inaccuracy)),
        ] {
            assert_eq!(Mark::of(share(best), share(kept)), mark, "{best} {kept}");
        }
    }
}
