use crate::{
    input::{InputLine, read_line},
    spending::MoveTime,
};
use banqi::{Action, Banqi, BanqiView, Board, Options, Piece, Square};
use bots::{BanqiBot, Bot, Level, Limits, Seeded};
use game::{Observer, Played, Turn, View};
use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

/// Plays banqi over the line protocol of Taiwanese tournaments until `quit` or the end of the
/// input, with `move_time` per move.
///
/// A line is a command, optionally preceded by a number. The answer is one line: `=` or `?`, that
/// number and a text. The referee reports moves (`move a1 b1`) and flips (`flip a1 K`). `genmove`
/// requests a move. Columns are `a` to `d`, rows `1` to `8`, pieces `K G M R N C P`, Black's in
/// lower case.
///
/// # Errors
/// If the input or the output fails.
pub fn serve_tournament(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    move_time: Duration,
) -> io::Result<()> {
    let ends = Arc::new(AtomicBool::new(false));
    let (sender, lines) = mpsc::sync_channel(WAITING);
    let mut table = Table::new(move_time, ends.clone());
    // The thread is not joined: it blocks in a read.
    thread::Builder::new()
        .name("input".into())
        .spawn(move || pass_on_lines(input, &sender, &ends))?;
    for line in lines {
        let (number, mut words) = split(&line);
        let Some(command) = words.next() else { continue };
        let arguments: Vec<&str> = words.collect();
        let (sign, text) = match table.obey(command, &arguments) {
            Ok(text) => ('=', text),
            Err(problem) => ('?', problem),
        };
        writeln!(output, "{}", format!("{sign}{number} {text}").trim_end())?;
        output.flush()?;
        if command == QUIT {
            break;
        }
    }
    Ok(())
}

/// Maximum number of queued lines; a faster writer blocks.
const WAITING: usize = 256;

const QUIT: &str = "quit";

/// Forwards lines until the end of the input. Sets `ends` at once, so that a search before it
/// stops.
fn pass_on_lines(mut input: impl BufRead, lines: &SyncSender<String>, ends: &AtomicBool) {
    let mut line = Vec::new();
    loop {
        let text = match read_line(&mut input, &mut line) {
            Ok(InputLine::Whole) => String::from_utf8_lossy(&line).into_owned(),
            Ok(InputLine::TooLong) => TOO_LONG.to_owned(),
            Ok(InputLine::End) | Err(_) => return ends.store(true, Relaxed),
        };
        if split(&text).1.next() == Some(QUIT) {
            ends.store(true, Relaxed);
        }
        if lines.send(text).is_err() {
            return;
        }
    }
}

/// Replaces an overlong line; it is refused as an unknown command.
const TOO_LONG: &str = "too-long-a-line";

/// Splits a line into its optional number and its words.
fn split(line: &str) -> (&str, impl Iterator<Item = &str>) {
    let mut words = line.split_whitespace().peekable();
    let number = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or_default();
    (number, words)
}

const COMMANDS: [&str; 18] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    QUIT,
    "boardsize",
    "reset_board",
    "num_repetition",
    "num_moves_to_draw",
    "time_settings",
    "time_left",
    "ready",
    "game_over",
    "move",
    "flip",
    "genmove",
    "showboard",
];

/// The game as reported by the referee.
struct Table {
    view: BanqiView,
    history: Vec<Played<Action>>,
    bot: BanqiBot,
    dice: Seeded,
    move_time: Duration,
    /// Remaining time of Red and Black, as far as reported.
    left: [Option<Duration>; 2],
    /// The conversation is about to end.
    ends: Arc<AtomicBool>,
}

impl Table {
    fn new(move_time: Duration, ends: Arc<AtomicBool>) -> Table {
        Table {
            view: start(Options::TAIWAN),
            history: Vec::new(),
            bot: BanqiBot::new(Level::Top),
            dice: Seeded::new(1),
            move_time,
            left: [None; 2],
            ends,
        }
    }

    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        match command {
            "protocol_version" => Ok("1.0.0".to_owned()),
            "name" => Ok("chuhe".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let asked = arguments.first().copied().unwrap_or_default();
                Ok(COMMANDS.contains(&asked).to_string())
            }
            "list_commands" => Ok(COMMANDS.join(" ")),
            // `time_left` reports the time, move by move.
            QUIT | "ready" | "game_over" | "boardsize" | "time_settings" => Ok(String::new()),
            "num_repetition" => match number(command, arguments.last())? {
                REPETITION => Ok(String::new()),
                other => Err(format!(
                    "num_repetition: the position comes up {REPETITION} times before a draw, not {other}"
                )),
            },
            "num_moves_to_draw" => {
                let limit = number(command, arguments.last())?;
                self.limit_quiet(u16::try_from(limit).unwrap_or(u16::MAX))
            }
            "time_left" => {
                let [color, milliseconds] = arguments[..] else {
                    return Err("time_left: expected a colour and milliseconds".to_owned());
                };
                let left = Duration::from_millis(number(command, Some(&milliseconds))?);
                self.left[color_of(color)?] = Some(left);
                Ok(String::new())
            }
            "reset_board" => {
                *self = Table::new(self.move_time, self.ends.clone());
                Ok(String::new())
            }
            "move" => {
                let [from, to] = arguments[..] else {
                    return Err("move: expected two squares".to_owned());
                };
                self.play(Action::Move(square(from)?, square(to)?), None)
            }
            "flip" => {
                let [at, letter] = arguments[..] else {
                    return Err("flip: expected a square and a piece".to_owned());
                };
                self.play(Action::Flip(square(at)?), Some(piece(letter)?))
            }
            "genmove" => self.choose(arguments.first().copied()),
            "showboard" => Ok(self.view.to_string()),
            other => Err(format!("unknown command `{}`", shown(other))),
        }
    }

    /// Records a move reported by the referee.
    fn play(&mut self, action: Action, revealed: Option<Piece>) -> Result<String, String> {
        let Turn::Seat(seat) = self.view.turn() else { return Err("the game is over".to_owned()) };
        let played = Played { seat, action, revealed: revealed.map(Piece::letter) };
        self.view = self.view.after(&played).map_err(|refusal| refusal.to_string())?;
        self.history.push(played);
        Ok(String::new())
    }

    /// Sets the number of plies without a flip or capture that draws; only before the game.
    fn limit_quiet(&mut self, plies: u16) -> Result<String, String> {
        if !self.history.is_empty() {
            return Err("num_moves_to_draw: the game has begun".to_owned());
        }
        let options = Options { quiet_limit: Some(plies.max(1)), ..Options::TAIWAN };
        self.view = start(options);
        Ok(String::new())
    }

    /// Time for a move of this colour: the usual time, but no more than its clock can spare.
    fn time(&self, color: Option<&str>) -> Duration {
        let left = color.and_then(|color| self.left[color_of(color).ok()?]);
        let share = left.and_then(|left| MoveTime::of_clock(left, Duration::ZERO).soft);
        share.map_or(self.move_time, |share| share.min(self.move_time))
    }

    /// Chooses a move for the side to move; the referee asks no other.
    fn choose(&mut self, color: Option<&str>) -> Result<String, String> {
        let Turn::Seat(seat) = self.view.turn() else { return Err("the game is over".to_owned()) };
        let view = self.view.clone().seen_by(Observer::Seat(seat));
        let until = Instant::now() + self.time(color);
        let stop = || Instant::now() >= until || self.ends.load(Relaxed);
        let choice = Bot::<Banqi>::choose(
            &mut self.bot,
            &view,
            &self.history,
            &Limits::until(&stop),
            &mut self.dice,
        );
        let action = choice.map(|choice| choice.action).or_else(|| view.legal().first().copied());
        let action = action.ok_or("there is no move")?;
        Ok(format!("{} {}", text(action.from()), text(action.target())))
    }
}

/// The third occurrence of a position draws.
const REPETITION: u64 = 3;

/// The start position, all pieces face down.
fn start(options: Options) -> BanqiView {
    BanqiView::running(Observer::Spectator, Board::start(options))
}

fn number(command: &str, word: Option<&&str>) -> Result<u64, String> {
    let word = word.copied().unwrap_or_default();
    word.parse().map_err(|_| format!("{command}: expected a number, found `{}`", shown(word)))
}

/// Red is 0, Black is 1.
fn color_of(word: &str) -> Result<usize, String> {
    match word {
        "red" => Ok(0),
        "black" => Ok(1),
        _ => Err(format!("expected `red` or `black`, found `{}`", shown(word))),
    }
}

/// Their board is upright: columns are our ranks, rows our files.
fn square(word: &str) -> Result<Square, String> {
    match *word.as_bytes() {
        [column @ b'a'..=b'd', row @ b'1'..=b'8'] => Ok(Square::new(row - b'1', column - b'a')),
        _ => Err(format!("expected a square from a1 to d8, found `{}`", shown(word))),
    }
}

fn text(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.rank()), square.file() + 1)
}

/// `G` and `M` are their letters for advisor and elephant.
fn piece(word: &str) -> Result<Piece, String> {
    let mut letters = word.chars();
    let letter = match (letters.next(), letters.next()) {
        (Some('G'), None) => Some('A'),
        (Some('g'), None) => Some('a'),
        (Some('M'), None) => Some('B'),
        (Some('m'), None) => Some('b'),
        (Some(letter), None) if "KRNCPkrncp".contains(letter) => Some(letter),
        _ => None,
    };
    let found = letter.and_then(Piece::from_letter);
    found.ok_or_else(|| format!("expected a piece `KGMRNCP`, found `{}`", shown(word)))
}

/// Shortens and escapes a word from outside for one line.
fn shown(word: &str) -> String {
    word.escape_debug().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn talk(lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        // The end of the input stops the search long before this.
        let long = Duration::from_secs(86_400);
        serve_tournament(Cursor::new(lines.to_owned()), &mut output, long)
            .expect("memory does not fail");
        String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
    }

    #[test]
    fn answers() {
        let table = [
            ("name", "= chuhe"),
            ("7 name\r", "=7 chuhe"),
            ("8 known_command flip", "=8 true"),
            ("9 known_command fly", "=9 false"),
            ("10 ready", "=10"),
            ("11 fly", "?11 unknown command `fly`"),
            ("12 move a1", "?12 move: expected two squares"),
            ("13 flip e1 K", "?13 expected a square from a1 to d8, found `e1`"),
            ("14 flip a1 Z", "?14 expected a piece `KGMRNCP`, found `Z`"),
            ("15 flip a1 棋", "?15 expected a piece `KGMRNCP`, found `棋`"),
            ("16 num_repetition 3", "=16"),
            ("17 num_moves_to_draw 40", "=17"),
            ("18 num_moves_to_draw soon", "?18 num_moves_to_draw: expected a number, found `soon`"),
            ("19 time_settings 900 0 0", "=19"),
            ("20 time_left black 65000", "=20"),
            ("21 time_left white 5", "?21 expected `red` or `black`, found `white`"),
        ];
        for (line, answer) in table {
            assert_eq!(talk(line), [answer], "{line}");
        }
        assert!(talk("\n  \r\n").is_empty());
        let long = format!("16 {}\n17 ready", "x".repeat(2 << 20));
        assert_eq!(talk(&long), ["? unknown command `too-long-a-line`", "=17"]);
        assert_eq!(talk("quit\nname"), ["="]);
    }

    /// The time respects a nearly exhausted clock, and does not use up a full one.
    #[test]
    fn a_move_takes_what_its_clock_can_spare() {
        let mut table = Table::new(Duration::from_secs(2), Arc::default());
        table.left = [Some(Duration::from_secs(4)), Some(Duration::from_secs(900))];
        assert!(table.time(Some("red")) < Duration::from_millis(200));
        for color in [Some("black"), Some("unknown"), None] {
            assert_eq!(table.time(color), Duration::from_secs(2), "{color:?}");
        }
    }

    /// The referee's limit applies instead of the default.
    #[test]
    fn quiet_plies_are_the_referees() {
        let lines = talk("num_moves_to_draw 2\nflip a1 K\nflip d8 p\nnum_moves_to_draw 9");
        assert_eq!(lines[3], "? num_moves_to_draw: the game has begun");
    }

    #[test]
    fn plays() {
        let lines = talk("reset_board\nflip a1 M\nflip d8 k\nshowboard\ngenmove black\nmove a1 b1");
        assert_eq!(lines[..3], ["=", "=", "="]);
        // a1 is our a1, d8 is our h4.
        assert!(lines[3].starts_with("= *******k/********/********/B******* "), "{}", lines[3]);
        let words: Vec<&str> = lines[4].split(' ').collect();
        assert!(words.len() == 3 && square(words[1]).is_ok() && square(words[2]).is_ok());
        // The face-down piece on b1 blocks the move, which is reported to the referee.
        assert!(lines[5].starts_with("? "), "{}", lines[5]);
    }

    #[test]
    fn squares_come_back() {
        for at in Square::all() {
            assert_eq!(square(&text(at)), Ok(at));
        }
    }
}
