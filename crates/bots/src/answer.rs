use crate::{AnyBot, Level};
use game::Dice;
use games::{AnyAction, AnyPlayed, AnyView};
use search::{Limits, Score, is_decided};

/// What a computer seat is asked at a table. There is nothing in it but what a person in that seat
/// would see.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked of it.
    pub asked: Asked,
    /// The seat's own view.
    pub view: AnyView,
    /// What the seat was told since the game began.
    pub history: Vec<AnyPlayed>,
    /// How strong it plays.
    pub level: Level,
    /// Whether it gives up when it is clearly lost.
    pub resigns: bool,
}

/// What may be asked of a computer seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// To act.
    Act,
    /// Whether it takes the draw it was offered.
    Draw,
}

/// What a computer seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It acts.
    Act(AnyAction),
    /// It takes the draw, or does not.
    Draw(bool),
    /// It gives up.
    Resign,
}

/// How much better than with a draw it must stand to play on: a third of a pawn, or of a banqi
/// point.
const MARGIN: Score = 33;

/// A game is to be played: before so many plies nobody agrees to a draw.
const EARLIEST_DRAW: usize = 20;

/// So far behind, in hundredths of a pawn, a game of two is lost where material decides.
const HOPELESS: Score = 1_500;

/// The answer of a seat; any legal action if the bot, by a bug, finds none. `None` if it may not
/// act at all.
pub fn answer(question: &Question, limits: &Limits<'_>, dice: &mut dyn Dice) -> Option<Answer> {
    answer_with(&mut AnyBot::new(question.view.variant(), question.level), question, limits, dice)
}

/// The answer of a seat with this bot in it.
pub(crate) fn answer_with(
    bot: &mut AnyBot,
    question: &Question,
    limits: &Limits<'_>,
    dice: &mut dyn Dice,
) -> Option<Answer> {
    let Question { view, history, .. } = question;
    match question.asked {
        Asked::Draw => {
            let is_late = history.len() >= EARLIEST_DRAW;
            let enough = bot.worth_of_draw(view).saturating_add(MARGIN);
            let evaluate = bot.evaluate(view, history, limits);
            Some(Answer::Draw(is_late && evaluate.is_some_and(|score| score <= enough)))
        }
        Asked::Act => match bot.choose(view, history, limits, dice) {
            Some(choice) if question.resigns && is_lost(view, choice.score) => Some(Answer::Resign),
            Some(choice) => Some(Answer::Act(choice.action)),
            None => any_action(view, dice).map(Answer::Act),
        },
    }
}

/// Whether someone who sees the game like this may give it up. Banqi and sifang turn too quickly
/// for that before the end is in sight.
fn is_lost(view: &AnyView, score: Score) -> bool {
    let by_material = matches!(view, AnyView::Xiangqi(_) | AnyView::Undercover(_));
    score < 0 && (is_decided(score) || by_material && score <= -HOPELESS)
}

fn any_action(view: &AnyView, dice: &mut dyn Dice) -> Option<AnyAction> {
    let legal = view.legal();
    let count = u32::try_from(legal.len()).ok().filter(|&count| count > 0)?;
    legal.get(dice.roll(count) as usize).copied()
}
