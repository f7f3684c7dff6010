use crate::{AnyBot, Level};
use game::Dice;
use games::{AnyAction, AnyPlayed, AnyView, Decision};
use search::{Limits, Score, is_decided};

/// A question to a computer seat. It contains only what a person in that seat would see.
#[derive(Clone, Debug)]
pub struct Question {
    /// What the seat has to decide.
    pub decision: Decision,
    /// The seat's view.
    pub view: AnyView,
    /// What the seat was shown since the game began.
    pub history: Vec<AnyPlayed>,
    /// The seat's level.
    pub level: Level,
    /// Whether the seat resigns when it is clearly lost.
    pub resigns: bool,
}

/// Answer of a computer seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Play this action.
    Act(AnyAction),
    /// Accept (`true`) or decline a draw.
    Draw(bool),
    /// Resign.
    Resign,
}

/// A draw is declined if the evaluation exceeds its worth by more than this: a third of a pawn or
/// of a banqi point.
const MARGIN: Score = 33;

/// Draws are declined before this ply, so that a game is played.
const EARLIEST_DRAW: usize = 20;

/// Deficit in hundredths of a pawn at which a two-player game decided by material is lost.
const HOPELESS: Score = 1_500;

/// Answers a question with a new bot. If the bot finds no action because of a bug, any legal action
/// is returned. `None` if the seat cannot act.
pub fn answer(question: &Question, limits: &Limits<'_>, dice: &mut dyn Dice) -> Option<Answer> {
    answer_with(&mut AnyBot::new(question.view.variant(), question.level), question, limits, dice)
}

/// Answers a question with this bot.
pub(crate) fn answer_with(
    bot: &mut AnyBot,
    question: &Question,
    limits: &Limits<'_>,
    dice: &mut dyn Dice,
) -> Option<Answer> {
    let Question { view, history, .. } = question;
    match question.decision {
        Decision::Draw => {
            let is_late = history.len() >= EARLIEST_DRAW;
            let enough = bot.worth_of_draw(view).saturating_add(MARGIN);
            let evaluate = bot.evaluate(view, history, limits);
            Some(Answer::Draw(is_late && evaluate.is_some_and(|score| score <= enough)))
        }
        Decision::Act => match bot.choose(view, history, limits, dice) {
            Some(choice) if question.resigns && is_lost(view, choice.score) => Some(Answer::Resign),
            Some(choice) => Some(Answer::Act(choice.action)),
            None => any_action(view, dice).map(Answer::Act),
        },
    }
}

/// Whether a seat with this view and score may resign. Banqi and sifang change too quickly to
/// resign by material.
fn is_lost(view: &AnyView, score: Score) -> bool {
    let by_material = matches!(view, AnyView::Xiangqi(_) | AnyView::Undercover(_));
    score < 0 && (is_decided(score) || by_material && score <= -HOPELESS)
}

fn any_action(view: &AnyView, dice: &mut dyn Dice) -> Option<AnyAction> {
    let legal = view.legal();
    let count = u32::try_from(legal.len()).ok().filter(|&count| count > 0)?;
    legal.get(dice.roll(count) as usize).copied()
}
