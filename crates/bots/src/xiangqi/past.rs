use search::HistoryEntry;
use xiangqi::{
    Move, Options, Position, Side,
    repetition::{self, Ruling},
};

/// The positions since the last capture, as far as the moves are known.
pub(crate) struct Past {
    start: Position,
    moves: Vec<Move>,
    pub(crate) entries: Vec<HistoryEntry>,
}

impl Past {
    /// Undoes the quiet moves from `position`, which `moves` lead to.
    pub(crate) fn of(position: &Position, moves: &[Move]) -> Past {
        let mut start = position.clone();
        let mut entries = Vec::new();
        let quiet = moves.len().min(position.quiet().into());
        let moves = &moves[moves.len() - quiet..];
        for &Move { from, to } in moves.iter().rev() {
            let is_own = start.piece_at(to).is_some_and(|piece| piece.side != start.side_to_move());
            if !is_own || start.piece_at(from).is_some() {
                break;
            }
            // A reversed quiet move is a quiet move.
            start.make(Move { from: to, to: from });
            entries.push(HistoryEntry {
                key: start.key(),
                in_check: start.in_check(start.side_to_move()),
            });
        }
        entries.reverse();
        let moves = moves[moves.len() - entries.len()..].to_vec();
        Past { start, moves, entries }
    }

    /// The legal moves that lose by the repetition rules.
    pub(crate) fn losing_repetitions(&self, position: &Position, options: &Options) -> Vec<Move> {
        let mover = position.side_to_move();
        let loses = |played: Move| {
            let mut after = position.clone();
            after.make(played);
            let times = self.entries.iter().filter(|entry| entry.key == after.key()).count();
            times >= 2 && self.is_lost_by(played, mover, options)
        };
        let legal = position.legal_moves();
        let losing: Vec<Move> = legal.iter().copied().filter(|&played| loses(played)).collect();
        if losing.len() == legal.len() { Vec::new() } else { losing }
    }

    /// The legal moves that do not lose by the repetition rules; `None` if all are playable.
    pub(crate) fn playable(&self, position: &Position, options: &Options) -> Option<Vec<Move>> {
        let losing = self.losing_repetitions(position, options);
        let mut legal = position.legal_moves();
        legal.retain(|played| !losing.contains(played));
        (!losing.is_empty()).then_some(legal)
    }

    fn is_lost_by(&self, played: Move, mover: Side, options: &Options) -> bool {
        let mut moves = self.moves.clone();
        moves.push(played);
        match repetition::rule(&self.start, &moves, options.repetition) {
            Ruling::Over(outcome) => outcome.winners.contains((!mover).seat()),
            _ => false,
        }
    }
}
