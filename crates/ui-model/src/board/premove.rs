use crate::GameModel;
use games::board::{Face, Step};

/// A move that the player plans while another player thinks. Only the page knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Premove {
    /// The step.
    step: Step,
    /// The seat that plans it.
    seat: u8,
    /// Number of plies when it was planned.
    plies: usize,
}

/// What becomes of a planned move after a change of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PremoveOutcome {
    /// It waits for the player's turn.
    Waits,
    /// The turn has come and the step is legal.
    Play(Step),
    /// The turn has come and the step is not legal, or it cannot become legal any more.
    Drop(Step),
}

impl Premove {
    /// A step that `seat` has planned after this number of plies, one of
    /// [`GameModel::premoves`].
    pub const fn new(step: Step, seat: u8, plies: usize) -> Premove {
        Premove { step, seat, plies }
    }

    /// What becomes of the step in the current state of the game.
    pub fn outcome(self, game: &GameModel) -> PremoveOutcome {
        let Premove { step, seat, plies } = self;
        // A takeback has changed the game that the player planned for.
        if game.is_over() || game.history.len() < plies || !has_piece(game, seat, step) {
            return PremoveOutcome::Drop(step);
        }
        match game.on_move() {
            Some(on_move) if on_move != seat => PremoveOutcome::Waits,
            Some(_) if game.legal_steps(seat).contains(&step) => PremoveOutcome::Play(step),
            _ => PremoveOutcome::Drop(step),
        }
    }
}

/// Whether the piece of a step is still there: one of the seat's, or a face-down piece to flip.
fn has_piece(game: &GameModel, seat: u8, step: Step) -> bool {
    match (step, game.scene().at(step.from())) {
        (Step::Flip(_), face) => face == Some(Face::Down),
        (_, Some(Face::Open(piece))) => Some(piece.side) == game.side(seat),
        _ => false,
    }
}

impl GameModel {
    /// The steps that a seat may plan while another seat is on move. Empty at other times.
    pub fn premoves(&self, seat: u8) -> Vec<Step> {
        let waits = self.on_move().is_some_and(|on_move| on_move != seat);
        if !waits || self.is_out(seat) {
            return Vec::new();
        }
        self.scene().premoves(self.side(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;
    use games::board::BoardShape;
    use protocol::{HistoryEntry, TurnState};

    fn step(text: &str) -> Step {
        Step::read(BoardShape::River, text).expect(text)
    }

    /// Red has played h2e2, and Black thinks.
    fn thinking() -> GameModel {
        let mut game = test_game("xiangqi", "", 0);
        play(&mut game, 0, "h2e2");
        game
    }

    fn planned(game: &GameModel, text: &str) -> Premove {
        assert!(game.premoves(0).contains(&step(text)), "{text}");
        Premove::new(step(text), 0, game.history.len())
    }

    fn play(game: &mut GameModel, seat: u8, done: &str) {
        let mut position = xiangqi::Position::from_fen(&game.position).expect("a position");
        position.make(done.parse().expect("a move"));
        game.position = position.fen();
        game.turn = TurnState::Seat { seat: 1 - seat };
        game.history.push(HistoryEntry { seat, done: done.to_owned(), clock_ms: None });
    }

    #[test]
    fn a_plan_is_played_when_its_turn_comes() {
        let mut game = thinking();
        let plan = planned(&game, "h0g2");
        assert_eq!(plan.outcome(&game), PremoveOutcome::Waits);
        play(&mut game, 1, "h9g7");
        assert_eq!(plan.outcome(&game), PremoveOutcome::Play(step("h0g2")));
    }

    #[test]
    fn a_plan_that_is_not_legal_is_dropped() {
        // The cannon takes a pawn, and the chariot stands behind its own pawn.
        let (legal, not_legal) = (step("e2e6"), step("a0a5"));
        let mut game = thinking();
        let [one, other] = ["e2e6", "a0a5"].map(|text| planned(&game, text));
        play(&mut game, 1, "h9g7");
        assert_eq!(one.outcome(&game), PremoveOutcome::Play(legal));
        assert_eq!(other.outcome(&game), PremoveOutcome::Drop(not_legal));
    }

    #[test]
    fn a_plan_ends_with_its_piece_a_takeback_or_the_game() {
        let game = thinking();
        let plan = planned(&game, "h0g2");
        let mut taken_back = game.clone();
        taken_back.history.clear();
        let mut over = game.clone();
        over.turn = TurnState::Over;
        let mut captured = game;
        play(&mut captured, 1, "h7h0");
        for game in [taken_back, over, captured] {
            assert_eq!(plan.outcome(&game), PremoveOutcome::Drop(plan.step));
        }
    }

    #[test]
    fn only_own_pieces_move_and_only_while_another_seat_thinks() {
        let game = thinking();
        let can_plan = |seat, text| game.premoves(seat).contains(&step(text));
        assert!(!can_plan(0, "h9g7"), "Black's horse");
        assert!(!can_plan(0, "h0h2"), "no move of a horse");
        assert!(!can_plan(1, "h9g7"), "Black is on move");
        assert!(can_plan(0, "a0b0"), "a recapture");
        assert!(test_game("sifang", "", 1).premoves(1).len() > 50, "four players");
        assert!(!test_game("banqi", "", 1).premoves(1).is_empty(), "a flip");
    }

    /// The plans do not show where the player's own mole is, and a view has no other mole.
    #[test]
    fn plans_tell_nothing_about_moles() {
        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
        let [one, other] = ["e6/? 0/0", "c6/? 0/0"].map(|rest| {
            let game = test_game("undercover", "", 0);
            let turn = TurnState::Seat { seat: 1 };
            GameModel { turn, position: format!("{fen} {rest}"), ..game }.premoves(0)
        });
        assert!(one.contains(&step("e2e6")), "{one:?}");
        assert_eq!(one, other);
    }
}
