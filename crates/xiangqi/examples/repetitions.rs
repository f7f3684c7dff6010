//! Prints random lines that repeat a position, with the ruling, to compare with another referee.
//!
//! `repetitions SEED COUNT` prints one line for each: `FEN<tab>move move
//! …<tab>win|loss|draw<tab>reason`. The ruling is for the side to move after the last move.
//!
//! On a small random board, the program searches for a way back to the same position in 4 to 8
//! plies. During it, one side attacks the same piece, or the general, with every move. Only then
//! could a rule find this side at fault, and most random cycles lack it.
#![allow(clippy::print_stdout)]

use std::{
    collections::HashSet,
    io::{BufWriter, Write},
};
use xiangqi::{
    Kind, Legality, Move, Piece, Position, RepetitionRule, Setup, Side, Square,
    repetition::{self, Ruling},
};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let (Some(Ok(seed)), Some(Ok(count))) = (args.next(), args.next()) else {
        eprintln!("usage: repetitions SEED COUNT");
        std::process::exit(2);
    };
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut written = 0;
    while written < count {
        let Some(start) = random_position(&mut random) else { continue };
        let Some(cycle) = Hunt::new(&start, &mut random).cycle() else { continue };
        let moves = [&cycle[..], &cycle[..]].concat();
        let ruling = repetition::rule(&start, &moves, RepetitionRule::Axf);
        let Ruling::Over(outcome) = ruling else {
            panic!("{}: {moves:?} repeats thrice, ruling {ruling:?}", start.fen())
        };
        let verdict = match outcome.winners {
            winners if winners.is_empty() => "draw",
            winners if winners.contains(start.side_to_move().seat()) => "win",
            _ => "loss",
        };
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let line = texts.join(" ");
        writeln!(output, "{}\t{line}\t{verdict}\t{}", start.fen(), outcome.detail)?;
        written += 1;
    }
    output.flush()
}

/// Xorshift generator: the same output for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// A random position with the generals and a few other pieces, mostly pieces that chase or are
/// chased.
fn random_position(random: &mut Random) -> Option<Position> {
    const OTHERS: [Kind; 12] = [
        Kind::Chariot,
        Kind::Chariot,
        Kind::Cannon,
        Kind::Cannon,
        Kind::Cannon,
        Kind::Horse,
        Kind::Horse,
        Kind::Horse,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Pawn,
        Kind::Pawn,
    ];
    let mut setup = Setup::EMPTY;
    for side in Side::BOTH {
        let general = random.below(3) + 3 + 9 * (random.below(3) + 7 * side.index());
        setup.board[general] = Some(Piece { side, kind: Kind::General });
        for _ in 0..random.below(8) + 1 {
            let kind = OTHERS[random.below(OTHERS.len())];
            let square = random.below(Square::COUNT);
            setup.board[square].get_or_insert(Piece { side, kind });
        }
    }
    setup.turn = Side::BOTH[random.below(2)];
    Position::from_setup(&setup, Legality::Traditional).ok()
}

/// Search for a cycle from one position.
struct Hunt<'a> {
    random: &'a mut Random,
    position: Position,
    home: u64,
    length: usize,
    hunter: Side,
    /// Current point of the attacked piece.
    prey: Square,
    line: Vec<Move>,
    seen: HashSet<u64>,
    nodes: usize,
}

impl<'a> Hunt<'a> {
    fn new(start: &Position, random: &'a mut Random) -> Hunt<'a> {
        let hunter = Side::BOTH[random.below(2)];
        let mut prey: Vec<Square> = start.side(!hunter).collect();
        random.shuffle(&mut prey);
        Hunt {
            position: start.clone(),
            home: start.key(),
            length: [4, 4, 4, 6, 6, 8][random.below(6)],
            hunter,
            prey: prey[0],
            line: Vec::new(),
            seen: HashSet::from([start.key()]),
            nodes: 2_000,
            random,
        }
    }

    /// Searches for a line back to the start on which no other position occurs twice.
    fn cycle(mut self) -> Option<Vec<Move>> {
        self.extend().then_some(self.line)
    }

    fn extend(&mut self) -> bool {
        let mover = self.position.side_to_move();
        let mut moves = self.position.legal_moves();
        moves.retain(|played| self.position.piece_at(played.to).is_none());
        self.random.shuffle(&mut moves);
        for played in moves {
            if self.nodes == 0 {
                return false;
            }
            self.nodes -= 1;
            let undo = self.position.make(played);
            let prey = self.prey;
            if prey == played.from {
                self.prey = played.to;
            }
            self.line.push(played);
            let is_hunting = mover != self.hunter
                || self.position.in_check(!mover)
                || !self.position.attackers_to(self.prey, self.hunter).is_empty();
            let closes = self.position.key() == self.home;
            if is_hunting && closes && self.line.len() == self.length {
                return true;
            }
            let key = self.position.key();
            if is_hunting && self.line.len() < self.length && self.seen.insert(key) {
                if self.extend() {
                    return true;
                }
                self.seen.remove(&key);
            }
            self.line.pop();
            self.prey = prey;
            self.position.unmake(played, undo);
        }
        false
    }
}
