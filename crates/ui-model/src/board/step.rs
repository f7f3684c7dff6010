use super::{BoardShape, Point};

/// An action's text taken apart, as far as a board has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// `h2e2`: a piece goes from one point to another.
    Go(Point, Point),
    /// `c2`: the face-down piece there is turned up (banqi).
    Flip(Point),
    /// `@e6`: the mole there is turned (undercover).
    Turn(Point),
}

impl Step {
    /// Reads an action; a `=letter` that follows is left aside. `None` for what moves nothing on
    /// the board (set-up choices).
    pub fn read(ground: BoardShape, action: &str) -> Option<Step> {
        let action = action.split('=').next().unwrap_or(action);
        if let Some(square) = action.strip_prefix('@') {
            return ground.parse(square).map(Step::Turn);
        }
        let (from, rest) = ground.read(action)?;
        if rest.is_empty() {
            return Some(Step::Flip(from));
        }
        ground.parse(rest).map(|to| Step::Go(from, to))
    }

    /// Where it starts.
    pub const fn from(self) -> Point {
        match self {
            Step::Go(from, _) | Step::Flip(from) | Step::Turn(from) => from,
        }
    }

    /// Where it ends.
    pub const fn to(self) -> Point {
        match self {
            Step::Go(_, to) | Step::Flip(to) | Step::Turn(to) => to,
        }
    }

    /// Its text.
    pub fn text(self, ground: BoardShape) -> String {
        match self {
            Step::Go(from, to) => format!("{}{}", ground.name(from), ground.name(to)),
            Step::Flip(at) => ground.name(at),
            Step::Turn(at) => format!("@{}", ground.name(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_taken_apart_and_put_together() {
        for (ground, text) in [
            (BoardShape::River, "h2e2"),
            (BoardShape::River, "@e6"),
            (BoardShape::Half, "c2"),
            (BoardShape::Half, "c2c3"),
            (BoardShape::Cross, "4d10d"),
            (BoardShape::Cross, "10d4d"),
        ] {
            let step = Step::read(ground, text).expect(text);
            assert_eq!(step.text(ground), text);
        }
        assert_eq!(Step::read(BoardShape::Half, "c2=k"), Step::read(BoardShape::Half, "c2"));
        assert_eq!(Step::read(BoardShape::River, "mole:e6"), None);
    }
}
