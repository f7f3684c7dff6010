use games::board::{Point, Step};

/// The player's selected piece, if any.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PieceSelection {
    /// Position of the selected piece.
    pub chosen: Option<Point>,
}

/// The effect of a tap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TapResult {
    /// A piece was selected. The page shows its destinations.
    Chosen(Point),
    /// The selection was cleared.
    Cleared,
    /// The step is to be played.
    Play(Step),
    /// The selected piece cannot move there. The page asks the referee for the reason.
    Refused(Step),
}

impl PieceSelection {
    /// Handles a tap on `at`. `legal` are the legal steps; `mine` says whether the player commands
    /// the piece there.
    ///
    /// A tap alone never reveals a mole: the page asks first.
    pub fn tap(&mut self, at: Point, legal: &[Step], mine: bool) -> TapResult {
        if let Some(from) = self.chosen {
            if from == at {
                self.chosen = None;
                return TapResult::Cleared;
            }
            let step = Step::Move(from, at);
            if legal.contains(&step) {
                self.chosen = None;
                return TapResult::Play(step);
            }
        }
        if legal.contains(&Step::Flip(at)) {
            self.chosen = None;
            return TapResult::Play(Step::Flip(at));
        }
        if mine {
            self.chosen = Some(at);
            return TapResult::Chosen(at);
        }
        match self.chosen.take() {
            Some(from) => TapResult::Refused(Step::Move(from, at)),
            None => TapResult::Cleared,
        }
    }

    /// Handles a drag from `from` that ends on `to`, or beside the board if that is `None`.
    pub fn drop(&mut self, from: Point, to: Option<Point>, legal: &[Step]) -> TapResult {
        self.chosen = None;
        match to {
            None => TapResult::Cleared,
            Some(to) if to == from => TapResult::Cleared,
            Some(to) => {
                let step = Step::Move(from, to);
                if legal.contains(&step) { TapResult::Play(step) } else { TapResult::Refused(step) }
            }
        }
    }

    /// The destinations of the selected piece.
    pub fn destinations(self, legal: &[Step]) -> Vec<Point> {
        let goes = |step: &Step| match *step {
            Step::Move(from, to) if Some(from) == self.chosen => Some(to),
            Step::Move(..) | Step::Flip(_) | Step::TurnMole(_) => None,
        };
        legal.iter().filter_map(goes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Point = Point::new(0, 0);
    const B: Point = Point::new(0, 1);
    const C: Point = Point::new(0, 2);

    #[test]
    fn two_taps_play_and_a_third_place_is_refused() {
        let legal = [Step::Move(A, B)];
        let mut selection = PieceSelection::default();
        assert_eq!(selection.tap(A, &legal, true), TapResult::Chosen(A));
        assert_eq!(selection.destinations(&legal), [B]);
        assert_eq!(selection.tap(B, &legal, false), TapResult::Play(Step::Move(A, B)));
        assert_eq!(selection, PieceSelection::default());
        selection.tap(A, &legal, true);
        assert_eq!(selection.tap(C, &legal, false), TapResult::Refused(Step::Move(A, C)));
        selection.tap(A, &legal, true);
        assert_eq!(selection.tap(A, &legal, true), TapResult::Cleared);
    }

    #[test]
    fn another_piece_of_mine_is_chosen_instead() {
        let legal = [Step::Move(A, B)];
        let mut selection = PieceSelection::default();
        selection.tap(A, &legal, true);
        assert_eq!(selection.tap(C, &legal, true), TapResult::Chosen(C));
    }

    #[test]
    fn a_face_down_piece_is_flipped_unless_the_chosen_cannon_takes_it() {
        let legal = [Step::Flip(C), Step::Move(A, C)];
        let mut selection = PieceSelection::default();
        assert_eq!(selection.tap(C, &legal, false), TapResult::Play(Step::Flip(C)));
        selection.tap(A, &legal, true);
        assert_eq!(selection.tap(C, &legal, false), TapResult::Play(Step::Move(A, C)));
    }

    #[test]
    fn a_drop_beside_the_board_cancels() {
        let legal = [Step::Move(A, B)];
        let mut selection = PieceSelection { chosen: Some(A) };
        assert_eq!(selection.drop(A, None, &legal), TapResult::Cleared);
        assert_eq!(selection.drop(A, Some(B), &legal), TapResult::Play(Step::Move(A, B)));
        assert_eq!(selection.drop(A, Some(C), &legal), TapResult::Refused(Step::Move(A, C)));
    }
}
