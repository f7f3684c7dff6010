use super::{Point, Step};

/// The piece a player has picked up, or not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hand {
    /// Where the chosen piece lies.
    pub chosen: Option<Point>,
}

/// What a tap on a point comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tap {
    /// A piece was chosen: show where it may go.
    Chosen(Point),
    /// Nothing is chosen any more.
    Cleared,
    /// This is to be played.
    Play(Step),
    /// The chosen piece cannot go there: ask the referee why.
    Refused(Step),
}

impl Hand {
    /// A tap on `at`. `legal` is what may be played now; `mine` says whether the piece there is
    /// one the player commands.
    ///
    /// A mole is never turned by a tap alone: the page asks first.
    pub fn tap(&mut self, at: Point, legal: &[Step], mine: bool) -> Tap {
        if let Some(from) = self.chosen {
            if from == at {
                self.chosen = None;
                return Tap::Cleared;
            }
            let step = Step::Go(from, at);
            if legal.contains(&step) {
                self.chosen = None;
                return Tap::Play(step);
            }
        }
        if legal.contains(&Step::Flip(at)) {
            self.chosen = None;
            return Tap::Play(Step::Flip(at));
        }
        if mine {
            self.chosen = Some(at);
            return Tap::Chosen(at);
        }
        match self.chosen.take() {
            Some(from) => Tap::Refused(Step::Go(from, at)),
            None => Tap::Cleared,
        }
    }

    /// A drag from `from`, let go on `to` (`None`: beside the board).
    pub fn drop(&mut self, from: Point, to: Option<Point>, legal: &[Step]) -> Tap {
        self.chosen = None;
        match to {
            None => Tap::Cleared,
            Some(to) if to == from => Tap::Cleared,
            Some(to) => {
                let step = Step::Go(from, to);
                if legal.contains(&step) { Tap::Play(step) } else { Tap::Refused(step) }
            }
        }
    }

    /// Where the chosen piece may go.
    pub fn destinations(self, legal: &[Step]) -> Vec<Point> {
        let goes = |step: &Step| match *step {
            Step::Go(from, to) if Some(from) == self.chosen => Some(to),
            Step::Go(..) | Step::Flip(_) | Step::Turn(_) => None,
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
        let legal = [Step::Go(A, B)];
        let mut hand = Hand::default();
        assert_eq!(hand.tap(A, &legal, true), Tap::Chosen(A));
        assert_eq!(hand.destinations(&legal), [B]);
        assert_eq!(hand.tap(B, &legal, false), Tap::Play(Step::Go(A, B)));
        assert_eq!(hand, Hand::default());
        hand.tap(A, &legal, true);
        assert_eq!(hand.tap(C, &legal, false), Tap::Refused(Step::Go(A, C)));
        hand.tap(A, &legal, true);
        assert_eq!(hand.tap(A, &legal, true), Tap::Cleared);
    }

    #[test]
    fn another_piece_of_mine_is_chosen_instead() {
        let legal = [Step::Go(A, B)];
        let mut hand = Hand::default();
        hand.tap(A, &legal, true);
        assert_eq!(hand.tap(C, &legal, true), Tap::Chosen(C));
    }

    #[test]
    fn a_face_down_piece_is_flipped_unless_the_chosen_cannon_takes_it() {
        let legal = [Step::Flip(C), Step::Go(A, C)];
        let mut hand = Hand::default();
        assert_eq!(hand.tap(C, &legal, false), Tap::Play(Step::Flip(C)));
        hand.tap(A, &legal, true);
        assert_eq!(hand.tap(C, &legal, false), Tap::Play(Step::Go(A, C)));
    }

    #[test]
    fn a_drop_beside_the_board_cancels() {
        let legal = [Step::Go(A, B)];
        let mut hand = Hand { chosen: Some(A) };
        assert_eq!(hand.drop(A, None, &legal), Tap::Cleared);
        assert_eq!(hand.drop(A, Some(B), &legal), Tap::Play(Step::Go(A, B)));
        assert_eq!(hand.drop(A, Some(C), &legal), Tap::Refused(Step::Go(A, C)));
    }
}
