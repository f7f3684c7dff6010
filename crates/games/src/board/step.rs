use super::{BoardShape, Point};
use crate::AnyAction;
use alloc::{format, string::String};

/// The effect of an action on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// `h2e2`: a piece moves from one point to another.
    Move(Point, Point),
    /// `c2`: the face-down piece there is flipped (banqi).
    Flip(Point),
    /// `@e6`: the mole there is revealed (undercover).
    TurnMole(Point),
}

impl Step {
    /// The step of an action. `None` for actions without a place on the board, such as set-up
    /// choices.
    pub fn of(action: AnyAction) -> Option<Step> {
        let moved = |from: Point, to: Point| Some(Step::Move(from, to));
        match action {
            AnyAction::Xiangqi(played)
            | AnyAction::Undercover(undercover::Action::Move(played)) => {
                moved(played.from.into(), played.to.into())
            }
            AnyAction::Undercover(undercover::Action::Turn(at)) => Some(Step::TurnMole(at.into())),
            AnyAction::Sifang(sifang::Action::Move(played)) => {
                moved(played.from.into(), played.to.into())
            }
            AnyAction::Banqi(banqi::Action::Move(from, to)) => moved(from.into(), to.into()),
            AnyAction::Banqi(banqi::Action::Flip(at)) => Some(Step::Flip(at.into())),
            AnyAction::Undercover(_) | AnyAction::Sifang(sifang::Action::Out(_)) => None,
        }
    }

    /// Parses an action and ignores a following `=letter`. `None` for actions without a place on
    /// the board, and for texts that are no action.
    pub fn read(shape: BoardShape, action: &str) -> Option<Step> {
        let action = action.split('=').next().unwrap_or(action);
        Step::of(match shape {
            // Undercover has every action of xiangqi.
            BoardShape::River => AnyAction::Undercover(action.parse().ok()?),
            BoardShape::Half => AnyAction::Banqi(action.parse().ok()?),
            BoardShape::Cross => AnyAction::Sifang(action.parse().ok()?),
        })
    }

    /// The origin.
    pub const fn from(self) -> Point {
        match self {
            Step::Move(from, _) | Step::Flip(from) | Step::TurnMole(from) => from,
        }
    }

    /// The target.
    pub const fn to(self) -> Point {
        match self {
            Step::Move(_, to) | Step::Flip(to) | Step::TurnMole(to) => to,
        }
    }

    /// The action's text.
    pub fn text(self, shape: BoardShape) -> String {
        match self {
            Step::Move(from, to) => format!("{}{}", shape.name(from), shape.name(to)),
            Step::Flip(at) => shape.name(at),
            Step::TurnMole(at) => format!("@{}", shape.name(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_taken_apart_and_put_together() {
        for (shape, text) in [
            (BoardShape::River, "h2e2"),
            (BoardShape::River, "@e6"),
            (BoardShape::Half, "c2"),
            (BoardShape::Half, "c2c3"),
            (BoardShape::Cross, "4d10d"),
            (BoardShape::Cross, "10d4d"),
        ] {
            let step = Step::read(shape, text).expect(text);
            assert_eq!(step.text(shape), text);
        }
        assert_eq!(Step::read(BoardShape::Half, "c2=k"), Step::read(BoardShape::Half, "c2"));
        assert_eq!(Step::read(BoardShape::River, "mole:e6"), None);
    }
}
