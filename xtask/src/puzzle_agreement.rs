//! `cargo xtask puzzle-agreement`: asks another engine whether the key moves of puzzles are the only
//! ones.

use crate::shell;
use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

const USAGE: &str = "usage: cargo xtask puzzle-agreement [--count N] [--seed SEED] [--nodes N]
expected `fairy-stockfish` in PATH or /usr/games (Debian package fairy-stockfish)";

const CORPUS: &str = "apps/web/static/corpus/xiangqi.txt";

/// Difference in centipawns by which the key move must be better than any other.
const MARGIN: i32 = 100;

/// Takes a sample of the corpus, and prints the share of puzzles on which the engine agrees.
pub fn run(args: &[String]) -> Result<()> {
    let (mut count, mut seed, mut nodes) = (300, 1, 400_000);
    for pair in args.chunks(2) {
        let [name, value] = pair else { bail!(USAGE) };
        let value: u64 = value.parse().with_context(|| format!("{name}: expected a number"))?;
        match name.as_str() {
            "--count" => count = value,
            "--seed" => seed = value,
            "--nodes" => nodes = value,
            _ => bail!(USAGE),
        }
    }
    let text = fs::read_to_string(shell::root().join(CORPUS))?;
    let puzzles = sample(&text, count as usize, seed);
    ensure!(!puzzles.is_empty(), "{CORPUS}: expected puzzles, found none");
    let mut engine = Engine::start()?;
    let mut agreed = 0;
    for line in &puzzles {
        let answer = engine.ask(line, nodes)?;
        if answer.agrees() {
            agreed += 1;
        } else {
            println!("{line}\n  {answer:?}");
        }
    }
    engine.quit();
    let share = 100.0 * f64::from(agreed) / puzzles.len() as f64;
    println!("measured agreement: {share:.1} % ({agreed} of {} puzzles)", puzzles.len());
    Ok(())
}

/// A sample of the puzzles, each at most once, in the order of the file.
fn sample(text: &str, count: usize, seed: u64) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    // The lines with the smallest hashes.
    let mut ranked: Vec<(u64, usize)> =
        lines.iter().enumerate().map(|(at, line)| (hash(line, seed), at)).collect();
    ranked.sort_unstable();
    let mut places: Vec<usize> = ranked.into_iter().take(count).map(|(_, at)| at).collect();
    places.sort_unstable();
    places.into_iter().map(|at| lines[at]).collect()
}

/// FNV-1a from a start that depends on the seed. `xtask` depends on no crate of the workspace.
fn hash(text: &str, seed: u64) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    text.bytes()
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Evaluation of a line of the engine, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Centipawns(i32),
    /// Mate in this number of moves; negative if the side to move is mated.
    Mate(i32),
}

impl Value {
    /// Whether this value is clearly better than another. A shorter mate is better than a longer.
    fn exceeds(self, other: Value) -> bool {
        match (self, other) {
            (Value::Mate(one), Value::Mate(two)) if one > 0 && two > 0 => one < two,
            (Value::Mate(one), Value::Mate(two)) => one > 0 && two <= 0,
            (Value::Mate(one), Value::Centipawns(_)) => one > 0,
            (Value::Centipawns(_), Value::Mate(two)) => two <= 0,
            (Value::Centipawns(one), Value::Centipawns(two)) => one - two >= MARGIN,
        }
    }
}

/// The engine's best two moves beside the key move.
#[derive(Debug)]
struct Answer {
    key: String,
    best: Option<(String, Value)>,
    second: Option<(String, Value)>,
}

impl Answer {
    fn agrees(&self) -> bool {
        let Some((best, value)) = &self.best else { return false };
        *best == self.key && self.second.as_ref().is_none_or(|(_, other)| value.exceeds(*other))
    }
}

/// A running engine with its pipes.
struct Engine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Result<Engine> {
        const NAME: &str = "fairy-stockfish";
        let games = Path::new("/usr/games").join(NAME);
        let in_path = env::split_paths(&env::var_os("PATH").unwrap_or_default())
            .map(|folder| folder.join(NAME))
            .find(|path| path.is_file());
        let program = in_path.unwrap_or(games);
        let mut child = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}\n{USAGE}", program.display()))?;
        let to = child.stdin.take().context("the engine has no input")?;
        let from = BufReader::new(child.stdout.take().context("the engine has no output")?);
        let mut engine = Engine { child, to, from };
        engine.send("uci")?;
        for option in ["UCI_Variant value xiangqi", "MultiPV value 2", "Hash value 64"] {
            engine.send(&format!("setoption name {option}"))?;
        }
        engine.send("isready")?;
        engine.read_until(|line| line == "readyok")?;
        Ok(engine)
    }

    fn send(&mut self, line: &str) -> Result<()> {
        Ok(writeln!(self.to, "{line}")?)
    }

    fn read_until(&mut self, is_last: impl Fn(&str) -> bool) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            ensure!(self.from.read_line(&mut line)? > 0, "the engine ended");
            let line = line.trim_end().to_owned();
            let ends = is_last(&line);
            lines.push(line);
            if ends {
                return Ok(lines);
            }
        }
    }

    /// Searches the start of a puzzle.
    fn ask(&mut self, puzzle: &str, nodes: u64) -> Result<Answer> {
        let fields: Vec<&str> = puzzle.split(' ').collect();
        let [board, turn, before, solution, ..] = fields.as_slice() else {
            bail!("{CORPUS}: expected a puzzle, found `{puzzle}`");
        };
        let key = solution.get(..4).and_then(counted_from_one).context("a puzzle without moves")?;
        let moves = match *before {
            "-" => String::new(),
            before => format!(" moves {}", counted_from_one(before).context("a bad move")?),
        };
        self.send("ucinewgame")?;
        self.send(&format!("position fen {board} {turn} - - 0 1{moves}"))?;
        self.send(&format!("go nodes {nodes}"))?;
        let mut lines = [None, None];
        for line in self.read_until(|line| line.starts_with("bestmove"))? {
            if let Some((number, found)) = read_info(&line)
                && let Some(place) = lines.get_mut(number - 1)
            {
                *place = Some(found);
            }
        }
        let [best, second] = lines;
        Ok(Answer { key, best, second })
    }

    fn quit(mut self) {
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}

/// The number, first move and value of an `info` line with a principal variation.
fn read_info(line: &str) -> Option<(usize, (String, Value))> {
    let words: Vec<&str> = line.strip_prefix("info ")?.split(' ').collect();
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1..)
    };
    let number: usize = after("multipv")?.first()?.parse().ok().filter(|&number| number > 0)?;
    let value = match after("score")? {
        ["cp", value, ..] => Value::Centipawns(value.parse().ok()?),
        ["mate", value, ..] => Value::Mate(value.parse().ok()?),
        _ => return None,
    };
    Some((number, ((*after("pv")?.first()?).to_owned(), value)))
}

/// The move with ranks from 1, as UCI counts them: `a0a9` becomes `a1a10`.
fn counted_from_one(text: &str) -> Option<String> {
    let mut counted = String::new();
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(rank) => counted += &(rank + 1).to_string(),
            None => counted.push(letter),
        }
    }
    (text.len() == 4).then_some(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_engine_are_read() {
        let line = "info depth 9 seldepth 12 multipv 2 score mate 3 nodes 7 pv a1a10 e10e9";
        assert_eq!(read_info(line), Some((2, ("a1a10".to_owned(), Value::Mate(3)))));
        assert_eq!(read_info("info string hello"), None);
        assert_eq!(counted_from_one("a0a9").as_deref(), Some("a1a10"));
    }

    #[test]
    fn a_key_move_must_be_clearly_better() {
        let [one, two] = [Value::Centipawns(500), Value::Centipawns(450)];
        assert!(Value::Mate(2).exceeds(Value::Mate(3)) && !Value::Mate(3).exceeds(Value::Mate(3)));
        assert!(Value::Mate(2).exceeds(one) && !one.exceeds(two));
        assert!(one.exceeds(Value::Mate(-4)) && !Value::Mate(-4).exceeds(two));
    }

    #[test]
    fn a_sample_depends_on_its_seed_only() {
        let text =
            (0..50).map(|number| format!("{number} is a line of a file\n")).collect::<String>();
        let first = sample(&text, 10, 1);
        assert_eq!(first.len(), 10);
        assert_eq!(first, sample(&text, 10, 1));
        assert_ne!(first, sample(&text, 10, 2));
    }
}
