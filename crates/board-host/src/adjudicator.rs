use sensing::{Ending, Event, Output};
use xiangqi::{Move, Position, RepetitionRule, Side, repetition};

/// Rules on repetition in place of the board's referee, which lacks the memory for the whole game.
#[derive(Default)]
pub struct Adjudicator {
    moves: Vec<Move>,
    detail: String,
}

impl Adjudicator {
    /// Creates an adjudicator for a new game.
    pub fn new() -> Adjudicator {
        Adjudicator::default()
    }

    /// Follows the game. Returns the ending if the output is a repetition that ends the game; the
    /// caller passes it to the referee as a ruling.
    pub fn follow(&mut self, output: &Output, by: RepetitionRule) -> Option<Ending> {
        match output.event {
            Event::Setup => *self = Adjudicator::new(),
            Event::Move(played) => self.moves.push(played.action),
            Event::Takeback { plies, .. } => self.moves.truncate(plies.into()),
            Event::Repetition { times: 3.. } => return self.rule(by),
            _ => {}
        }
        None
    }

    /// The moves of the game so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The reason for the last ruling: which pieces checked or chased, and where. Empty before.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    fn rule(&mut self, by: RepetitionRule) -> Option<Ending> {
        match repetition::rule(&Position::start(), &self.moves, by) {
            repetition::Ruling::Over(outcome) => {
                self.detail = outcome.detail;
                let winner = outcome.winners.iter().next().and_then(Side::of_seat);
                Some(Ending { reason: outcome.reason, winner })
            }
            _ => None,
        }
    }
}
