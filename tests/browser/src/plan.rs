use anyhow::{Context, Result, anyhow};
use games::{AnyAction, AnyGame, Variant};
use std::collections::HashMap;

/// Shortest of many random games from a position without hidden pieces. A player who can end the
/// game or capture a general or marshal does so.
pub fn shortest(variant: Variant, options: &str, position: &str) -> Result<Vec<String>> {
    const GAMES: u64 = 60;
    let mut best: Option<Vec<String>> = None;
    for seed in 1..=GAMES {
        let limit = best.as_ref().map_or(400, Vec::len);
        let mut game = AnyGame::from_text(variant, options, position)
            .map_err(|error| anyhow!("{position}: {error}"))?;
        if let Some(actions) =
            playout(&mut game, limit, &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        {
            best = Some(actions);
        }
    }
    best.with_context(|| format!("no game of {variant} from `{position}` ended"))
}

fn playout(game: &mut AnyGame, limit: usize, random: &mut Random) -> Option<Vec<String>> {
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        if actions.len() + 1 >= limit {
            return None;
        }
        let seat = game.turn().seats().iter().next()?;
        let legal = game.legal(seat);
        let marshals = count_marshals(game);
        let mut chosen = legal[random.below(legal.len())];
        for action in legal {
            game.play(seat, action).ok()?;
            let ends = game.outcome().is_some();
            let takes = count_marshals(game) < marshals;
            game.undo();
            if ends || takes {
                chosen = action;
            }
            if ends {
                break;
            }
        }
        game.play(seat, chosen).ok()?;
        actions.push(text(chosen));
    }
    Some(actions)
}

fn count_marshals(game: &AnyGame) -> usize {
    let text = game.truth_text();
    text.split(' ').next().unwrap_or_default().matches('M').count()
}

fn text(action: AnyAction) -> String {
    action.to_string()
}

/// Action of a greedy banqi player: captures the most valuable piece, else flips, else moves.
/// `pieces` are letters and squares on the page. `side` is `r`, `b`, or `-` before the first flip.
pub fn banqi_choice(pieces: &[(String, String)], side: char, ply: usize) -> Result<String> {
    let open: HashMap<&str, char> = pieces
        .iter()
        .filter_map(|(piece, at)| Some((at.as_str(), piece.chars().next()?)))
        .collect();
    let position = banqi_position(&open, side, ply);
    let game = AnyGame::from_text(Variant::Banqi, "", &position)
        .map_err(|error| anyhow!("{position}: {error}"))?;
    let seat = game.turn().seats().iter().next().with_context(|| format!("over: {position}"))?;
    let legal = game.legal(seat).into_iter().map(text);
    let worth = |action: &String| match open.get(action.get(2..4).unwrap_or_default()) {
        Some('*') => 0,
        Some(piece) => 10 + "pcnrbak".find(piece.to_ascii_lowercase()).unwrap_or(0),
        None if action.len() == 2 => 2,
        None => 1,
    };
    // The choice among equals changes with the ply, so that moves do not repeat.
    let legal: Vec<String> = legal.collect();
    let best = legal.iter().map(worth).max().with_context(|| format!("no action: {position}"))?;
    let equals: Vec<&String> = legal.iter().filter(|action| worth(action) == best).collect();
    Ok(equals[(ply * 7) % equals.len()].clone())
}

/// Position of the open pieces, with any of the remaining pieces hidden.
fn banqi_position(open: &HashMap<&str, char>, side: char, ply: usize) -> String {
    let mut left: Vec<char> = "KAABBRRNNCCPPPPPkaabbrrnnccppppp".chars().collect();
    for piece in open.values() {
        if let Some(at) = left.iter().position(|letter| letter == piece) {
            left.swap_remove(at);
        }
    }
    let hidden: String = left.iter().take(open.values().filter(|c| **c == '*').count()).collect();
    let rank = |rank: char| -> String {
        let squares = ('a'..='h').map(|file| open.get(format!("{file}{rank}").as_str()));
        let mut row = String::new();
        let mut empty = 0;
        for piece in squares {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row.push(*piece);
                }
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    };
    let rows: Vec<String> = "4321".chars().map(rank).collect();
    let hidden = if hidden.is_empty() { "-" } else { &hidden };
    format!("{} {side} 0/0 0 {ply} {hidden}", rows.join("/"))
}

/// Xorshift generator; a seed repeats its games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
