//! Worked repetition cases: `data/repetition.tsv`.

use game::{Game, Outcome, Seat, Turn};
use xiangqi::{Move, Options, Xiangqi};

struct Case {
    line: usize,
    fen: String,
    moves: Vec<Move>,
    period: usize,
    verdict: String,
    disputed: bool,
}

fn cases() -> Vec<Case> {
    include_str!("data/repetition.tsv")
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(number, line)| {
            let fields: Vec<&str> = line.split('\t').collect();
            Case {
                line: number + 1,
                fen: fields[0].into(),
                moves: fields[1].split(' ').map(|text| text.parse().expect("a move")).collect(),
                period: fields[2].parse().expect("a period"),
                verdict: fields[3].into(),
                disputed: fields.get(4).is_some_and(|note| note.contains("differ")),
            }
        })
        .collect()
}

/// Plays the line, then its last `period` plies again and again until the game is over.
fn outcome(case: &Case) -> (Outcome, Seat) {
    let mut game = Xiangqi::from_text(Options::default(), &case.fen).expect("a legal position");
    let cycle = &case.moves[case.moves.len() - case.period..];
    for &played in case.moves.iter().chain(cycle.iter().cycle().take(400)) {
        let Turn::Seat(seat) = game.turn() else { break };
        game.play(seat, played).unwrap_or_else(|refusal| panic!("line {}: {refusal}", case.line));
    }
    let outcome = game.outcome().unwrap_or_else(|| panic!("line {}: no end", case.line)).clone();
    // The verdict is for the side to move after the line as written; the game may have ended a ply
    // or two earlier or later in the cycle, when another of its positions stood for the third time.
    let first = game.start_position().side_to_move();
    (outcome, if case.moves.len().is_multiple_of(2) { first.seat() } else { (!first).seat() })
}

#[test]
fn worked_cases() {
    let mut wrong = Vec::new();
    for case in cases().iter().filter(|case| !case.disputed && case.period > 0) {
        let (outcome, to_move) = outcome(case);
        let verdict = if outcome.winners.is_empty() {
            "Draw"
        } else if outcome.winners.contains(to_move) {
            "Win"
        } else {
            "Loss"
        };
        if verdict != case.verdict {
            wrong.push(format!(
                "line {}: {verdict} ({}: {}), expected {}",
                case.line, outcome.reason, outcome.detail, case.verdict
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
