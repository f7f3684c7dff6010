use sensing::{Ending, Event, Output};
use xiangqi::{Move, Position, RepetitionRule, Side, repetition};

/// Rules on repetition for a referee that does not: it needs the whole game, which a board has no
/// room to judge.
#[derive(Default)]
pub struct Adjudicator {
    moves: Vec<Move>,
    detail: String,
}

impl Adjudicator {
    /// An adjudicator of a game that has not begun.
    pub fn new() -> Adjudicator {
        Adjudicator::default()
    }

    /// Follows the game; says how it ends if an output is the repetition that ends it. That is to
    /// be given back to the referee as a ruling.
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

    /// Why it has ruled as it has: which pieces checked or chased, and where. Empty before.
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
