//! Converts header and tree to a game.

use super::{
    GbkDecoder,
    header::{
        ANNOTATOR, AUTHOR, BLACK, DATE, EVENT, FIRST_SIDE, Field, Header, PIECES, RED, RESULT,
        SITE, TITLE,
    },
    tree::{self, Node},
};
use crate::{
    Annotations, ReplayedRecord, Tag, Tags, Variation,
    limits::{DEPTH, MOVES, VARIATION_ACTIONS},
    score::Score,
    settle::ImportedGame,
    start::refuse,
    tags::known,
    text::Report,
};
use xiangqi::{Kind, Legality, Move, Piece, Position, Setup, Side, Square};

/// Pieces of a side in the order of the file.
const ORDER: [Kind; 16] = {
    use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Pawn};
    [
        Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot, Cannon,
        Cannon, Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// Greatest number of a square. A greater number is a captured piece.
const LAST_SQUARE: u8 = 89;

const FIELDS: [(Tag, Field); 4] =
    [(Tag::Title, TITLE), (Tag::Event, EVENT), (Tag::Date, DATE), (Tag::Site, SITE)];

/// Converts a file to a record, and reports problems.
pub(super) fn understand(
    header: &Header<'_>,
    bytes: &[u8],
    gbk: GbkDecoder<'_>,
    report: &mut Report<'_>,
) -> Option<ReplayedRecord> {
    let score = read_score(header, report);
    let nodes = tree::read(header, bytes, gbk, report);
    let setup = read_board(header, report);
    if nodes.is_empty() {
        return None;
    }
    let start = start(setup?, header, &nodes, report)?;
    let moves = moves(&nodes, &start, report);
    let is_cut = report.problems.iter().any(|problem| problem.code != "result");
    let annotations = BranchReader { nodes: &nodes, budget: VARIATION_ACTIONS, report }
        .annotations(0, &start, &moves, DEPTH);
    let mut tags = Tags::default();
    for (tag, field) in FIELDS {
        tags.set(tag, &header.text(field, gbk));
    }
    let annotator = header.text(ANNOTATOR, gbk);
    let is_known = !annotator.trim().is_empty();
    tags.set(Tag::Annotator, &if is_known { annotator } else { header.text(AUTHOR, gbk) });
    let game = ImportedGame {
        start,
        moves,
        rules: None,
        score: score.map(|score| (RESULT, score)),
        reason: None,
        names: [RED, BLACK].map(|field| known(&header.text(field, gbk))),
        tags,
        annotations,
        is_cut,
    };
    Some(game.settle(report))
}

/// Reads the result, if the file has one.
fn read_score(header: &Header<'_>, report: &mut Report<'_>) -> Option<Score> {
    match header.byte(RESULT) {
        0 => None,
        1 => Some(Score::Red),
        2 => Some(Score::Black),
        // Some programs write 4 for a draw.
        3 | 4 => Some(Score::Draw),
        other => {
            report.add(RESULT, "result", format!("expected a result from 0 to 4, found {other}"));
            None
        }
    }
}

fn read_board(header: &Header<'_>, report: &mut Report<'_>) -> Option<Setup> {
    let mut setup = Setup::EMPTY;
    let mut is_sound = true;
    for (index, (at, number)) in header.squares().into_iter().enumerate() {
        let Some(square) = square(number) else { continue };
        let (side, kind) = (Side::BOTH[index / ORDER.len()], ORDER[index % ORDER.len()]);
        let place = &mut setup.board[square.index()];
        match place {
            None => *place = Some(Piece { side, kind }),
            Some(other) => {
                report.add(at, "pieces", format!("on {square} stands {other} already"));
                is_sound = false;
            }
        }
    }
    is_sound.then_some(setup)
}

fn square(number: u8) -> Option<Square> {
    if number > LAST_SQUARE { None } else { Square::new(number / 10, number % 10) }
}

/// Position before the first move. The side to move follows from the first move, because many files
/// have a wrong side in the header.
fn start(
    mut setup: Setup,
    header: &Header<'_>,
    nodes: &[Node],
    report: &mut Report<'_>,
) -> Option<Position> {
    let first = nodes.first().and_then(|root| nodes.get(root.next?));
    let mover = first.and_then(|node| setup.board[square(node.from)?.index()]);
    let by_header = if header.byte(FIRST_SIDE) == 1 { Side::Black } else { Side::Red };
    setup.turn = mover.map_or(by_header, |piece| piece.side);
    let position = Position::from_setup(&setup, Legality::Composed);
    position.map_err(|error| refuse(&error, PIECES, report)).ok()
}

fn move_of(node: &Node) -> Option<Move> {
    Some(Move { from: square(node.from)?, to: square(node.to)? })
}

/// The game's own line up to the first illegal move, each move with its place.
fn moves(nodes: &[Node], start: &Position, report: &mut Report<'_>) -> Vec<(usize, Move)> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut next = nodes.first().and_then(|root| root.next);
    while let Some(node) = next.map(|id| &nodes[id]) {
        let number = moves.len() + 1;
        if moves.len() >= MOVES {
            report.add(node.at, "length", format!("expected at most {MOVES} moves in one game"));
            break;
        }
        let Some(played) = move_of(node) else {
            let message = format!("move {number}: {} to {} are no squares", node.from, node.to);
            report.add(node.at, "action", message);
            break;
        };
        if let Err(refusal) = position.check_move(played) {
            report.add(node.at, "action", format!("move {number} `{played}`: {refusal}"));
            break;
        }
        position.make(played);
        moves.push((node.at, played));
        next = node.next;
    }
    moves
}

/// Reads the variations.
struct BranchReader<'a, 'r, 's> {
    nodes: &'a [Node],
    /// Number of moves of variations that may still be read.
    budget: usize,
    report: &'r mut Report<'s>,
}

impl BranchReader<'_, '_, '_> {
    /// The annotations of the line that follows the node `before`, as far as its moves go. `depth` is
    /// the number of variations that may still be inside each other.
    fn annotations(
        &mut self,
        before: usize,
        start: &Position,
        moves: &[(usize, Move)],
        depth: usize,
    ) -> Annotations {
        let mut annotations = Annotations::default();
        let mut position = start.clone();
        let mut node = before;
        annotations.add_comment(0, &self.nodes[node].comment);
        for (played, (_, next)) in moves.iter().enumerate() {
            let Some(here) = self.nodes[node].next else { break };
            let mut other = self.nodes[here].other;
            while let Some(first) = other {
                let variation = self.variation(first, &position, depth);
                if variation.actions.is_empty() {
                    annotations.add_comment(played, &self.rest(Some(first)));
                }
                annotations.add_variation(played, variation);
                other = self.nodes[first].other;
            }
            position.make(*next);
            node = here;
            annotations.add_comment(played + 1, &self.nodes[node].comment);
        }
        annotations
    }

    /// A variation from its first move on, up to the first illegal move.
    fn variation(&mut self, first: usize, start: &Position, depth: usize) -> Variation {
        let mut position = start.clone();
        let mut line = Vec::new();
        let mut next = Some(first);
        let mut refused = None;
        while let Some(id) = next {
            let node = &self.nodes[id];
            let played = move_of(node);
            let why = if depth == 0 {
                Some(format!("variations lie inside each other more than `{DEPTH}` deep"))
            } else if self.budget == 0 {
                Some(format!("expected at most {VARIATION_ACTIONS} moves of variations"))
            } else {
                match played.map(|played| position.check_move(played)) {
                    None => Some(format!("{} to {} are no squares", node.from, node.to)),
                    Some(Err(refusal)) => Some(refusal.to_string()),
                    Some(Ok(())) => None,
                }
            };
            self.budget = self.budget.saturating_sub(1);
            let Some(played) = played.filter(|_| why.is_none()) else {
                let word = played.map_or("?".to_owned(), |played| played.to_string());
                self.report.cut(node.at, "variation", || {
                    format!("variation cut at `{word}`: {}", why.unwrap_or_default())
                });
                refused = Some(id);
                break;
            };
            position.make(played);
            line.push((node.at, played));
            next = node.next;
        }
        let mut annotations = self.along(first, start, &line, depth.saturating_sub(1));
        if !line.is_empty() {
            annotations.add_comment(line.len(), &self.rest(refused));
        }
        let actions = line.iter().map(|(_, played)| played.to_string()).collect();
        Variation { actions, annotations }
    }

    /// The annotations of a variation that begins with the node `first`.
    fn along(
        &mut self,
        first: usize,
        start: &Position,
        line: &[(usize, Move)],
        depth: usize,
    ) -> Annotations {
        let Some(((_, played), rest)) = line.split_first() else {
            return Annotations::default();
        };
        let mut position = start.clone();
        position.make(*played);
        self.annotations(first, &position, rest, depth).after(1)
    }

    /// Writes the moves and comments from a node on as text.
    fn rest(&self, mut next: Option<usize>) -> String {
        let mut words = Vec::new();
        while let Some(node) = next.map(|id| &self.nodes[id]) {
            words.push(move_of(node).map_or("?".to_owned(), |played| played.to_string()));
            if !node.comment.is_empty() {
                words.push(node.comment.clone());
            }
            next = node.next;
        }
        words.join(" ")
    }
}
