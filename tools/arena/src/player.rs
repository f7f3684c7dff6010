use crate::End;
use bots::{Bot, Choice, Level, Limits, Progress, Score};
use engine::{EngineBot, EngineOptions, MoveTime};
use game::{Dice, Game, Played};
use games::Variant;
use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant},
};
use uci::{Clock, Dialect, Go};

/// A player: a built-in level or an external engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSpec {
    /// Built-in level.
    Level(Level),
    /// External engine: its protocol and its command line.
    Program(Dialect, String),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        let program = [("uci:", Dialect::Uci), ("ucci:", Dialect::Ucci)];
        for (prefix, dialect) in program {
            if let Some(command) = text.strip_prefix(prefix) {
                let is_empty = command.trim().is_empty();
                let spec = PlayerSpec::Program(dialect, command.to_owned());
                return if is_empty {
                    Err(format!("{prefix} expected a program"))
                } else {
                    Ok(spec)
                };
            }
        }
        let level = text.parse::<Level>().map(PlayerSpec::Level);
        level.map_err(|error| format!("{error}, or a program: `uci:PROGRAM`, `ucci:PROGRAM`"))
    }
}

impl PlayerSpec {
    /// Starts and ends a program with these options, so that a wrong command line is reported before
    /// the match. `rules` is the options text of the game. Built-in levels always start.
    ///
    /// # Errors
    /// A message that names the program and the problem.
    pub fn try_start(
        &self,
        options: &[(String, String)],
        (variant, rules): (Variant, &str),
    ) -> Result<(), String> {
        let PlayerSpec::Program(dialect, command) = self else { return Ok(()) };
        start(*dialect, command, options, (variant, rules)).map(drop)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Level(level) => level.fmt(f),
            PlayerSpec::Program(dialect, command) => write!(f, "{}:{command}", dialect.as_str()),
        }
    }
}

/// Limit for a player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// Nodes per action, as set in the match's limits.
    Nodes,
    /// Time per action. Exceeding it by more than the margin loses.
    Action {
        /// Time per action.
        time: Duration,
        /// Time by which an action may exceed it.
        margin: Duration,
    },
    /// Time per game with an increment per action.
    Game {
        /// Time at the start.
        main: Duration,
        /// Time added after each action.
        increment: Duration,
    },
}

impl Pace {
    /// Game clock as given on the command line: `60+0.6`.
    pub fn clock_text(self) -> Option<String> {
        let Pace::Game { main, increment } = self else { return None };
        Some(format!("{}+{}", main.as_secs_f64(), increment.as_secs_f64()))
    }

    /// Parses a game clock, `MAIN+INCREMENT` in seconds.
    ///
    /// # Errors
    /// Shows the expected form.
    ///
    /// ```
    /// use arena::Pace;
    ///
    /// assert_eq!(Pace::of_clock("60+0.6").unwrap().clock_text().unwrap(), "60+0.6");
    /// assert!(Pace::of_clock("0+1").is_err() && Pace::of_clock("soon").is_err());
    /// ```
    pub fn of_clock(text: &str) -> Result<Pace, String> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds =
                text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
            seconds.map(Duration::from_secs_f64)
        };
        match (seconds(main), seconds(increment)) {
            (Some(main), Some(increment)) if !main.is_zero() => Ok(Pace::Game { main, increment }),
            _ => Err(format!("expected seconds such as `60+0.6`, found `{text}`")),
        }
    }

    /// Remaining time after an action; `None` if the time has run out.
    fn left(self, clock: Duration, spent: Duration) -> Option<Duration> {
        match self {
            Pace::Nodes => Some(clock),
            // The margin allows for a busy machine.
            Pace::Action { time, margin } => (spent <= time + margin).then_some(clock),
            Pace::Game { increment, .. } => clock.checked_sub(spent).map(|left| left + increment),
        }
    }
}

/// Player in one game, with its clock.
pub struct Player<B> {
    mind: Mind<B>,
    pace: Pace,
    remaining: Duration,
    /// Longest time for an action.
    pub slowest: Duration,
    /// How and why the game had to end by this player's fault.
    pub fault: Option<(End, String)>,
}

enum Mind<B> {
    Ours(B),
    Program(Box<EngineBot>),
    /// Program that did not start, with the error.
    Absent(String),
}

fn start(
    dialect: Dialect,
    command: &str,
    options: &[(String, String)],
    (variant, rules): (Variant, &str),
) -> Result<EngineBot, String> {
    let program = EngineOptions { command: command.to_owned(), dialect, options: options.to_vec() };
    EngineBot::start(&program, variant, rules)
}

impl<B> Mind<B> {
    /// How and why the game has to end if the player cannot play.
    fn fault(&self) -> Option<(End, String)> {
        let (end, problem) = match self {
            Mind::Ours(_) => return None,
            Mind::Program(bot) => {
                let (fault, problem) = bot.fault()?;
                (fault.into(), problem)
            }
            Mind::Absent(problem) => (End::Crash, &problem[..]),
        };
        Some((end, problem.to_owned()))
    }
}

impl<B> Player<B> {
    /// Creates a player for a new game. A program that fails to start loses as a crash when it has
    /// to act.
    pub fn new(
        spec: &PlayerSpec,
        options: &[(String, String)],
        game: (Variant, &str),
        pace: Pace,
        new: impl Fn(Level) -> B,
    ) -> Player<B> {
        let mind = match spec {
            PlayerSpec::Level(level) => Mind::Ours(new(*level)),
            PlayerSpec::Program(dialect, command) => start(*dialect, command, options, game)
                .map_or_else(Mind::Absent, |bot| Mind::Program(Box::new(bot))),
        };
        let remaining = match pace {
            Pace::Game { main, .. } => main,
            Pace::Nodes | Pace::Action { .. } => Duration::ZERO,
        };
        Player { mind, pace, remaining, slowest: Duration::ZERO, fault: None }
    }

    /// Limits sent to a program. The clocks of both sides are set to its own clock.
    fn go(&self) -> Go {
        match self.pace {
            Pace::Nodes => Go::default(),
            Pace::Action { time, .. } => {
                Go { move_time: Some(time.as_millis() as u64), ..Go::default() }
            }
            Pace::Game { increment, .. } => {
                let clock = Clock {
                    remaining: Some(self.remaining.as_millis() as u64),
                    increment: increment.as_millis() as u64,
                };
                Go { white: clock, black: clock, own: clock, ..Go::default() }
            }
        }
    }

    /// Time limit of a built-in player for an action.
    fn move_time(&self) -> Option<MoveTime> {
        match self.pace {
            Pace::Nodes => None,
            Pace::Action { time, .. } => Some(MoveTime { soft: None, hard: time }),
            Pace::Game { increment, .. } => Some(MoveTime::of_clock(self.remaining, increment)),
        }
    }

    /// Subtracts a duration from the clock. Returns `false` if the time has run out.
    fn spend(&mut self, spent: Duration) -> bool {
        self.slowest = self.slowest.max(spent);
        let left = self.pace.left(self.remaining, spent);
        self.remaining = left.unwrap_or_default();
        left.is_some()
    }
}

impl<G: Game, B: Bot<G>> Bot<G> for Player<B> {
    fn choose(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        dice: &mut dyn Dice,
    ) -> Option<Choice<G::Action>> {
        let (time, go) = (self.move_time(), self.go());
        let began = Instant::now();
        let stop = || time.is_some_and(|time| began.elapsed() >= time.hard);
        let enough = |progress: &Progress| {
            time.is_some_and(|time| time.is_enough(began.elapsed(), progress))
        };
        let timed = Limits { stop: &stop, enough: &enough, ..Limits::until(&stop) };
        let choice = match &mut self.mind {
            Mind::Ours(bot) => {
                bot.choose(view, history, if time.is_some() { &timed } else { limits }, dice)
            }
            Mind::Program(bot) => {
                bot.set_go(go);
                Bot::<G>::choose(&mut **bot, view, history, limits, dice)
            }
            Mind::Absent(_) => None,
        };
        if choice.is_none() {
            self.fault = self.mind.fault();
        }
        let spent = began.elapsed();
        if !self.spend(spent) {
            let problem = format!("its time had run out after {} ms", spent.as_millis());
            self.fault = Some((End::Time, problem));
            return None;
        }
        choice
    }

    fn evaluate(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Option<Score> {
        match &mut self.mind {
            Mind::Ours(bot) => bot.evaluate(view, history, limits),
            Mind::Program(_) | Mind::Absent(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EVEN, Half, Match, Verdict, play_game};
    use xiangqi::{Xiangqi, XiangqiView};

    /// Regression test: a player that exceeded its time per action had ten more seconds.
    #[test]
    fn time_runs_out() {
        let ms = Duration::from_millis;
        let action = Pace::Action { time: ms(100), margin: ms(1_000) };
        let game = Pace::Game { main: ms(60_000), increment: ms(600) };
        let exact = Pace::Action { time: ms(100), margin: ms(0) };
        let table = [
            (Pace::Nodes, 0, 3_600_000, Some(0)),
            (action, 0, 100, Some(0)),
            (action, 0, 1_100, Some(0)),
            (action, 0, 1_101, None),
            (exact, 0, 100, Some(0)),
            (exact, 0, 101, None),
            (game, 60_000, 1_000, Some(59_600)),
            (game, 500, 500, Some(600)),
            (game, 500, 501, None),
        ];
        for (pace, clock, spent, left) in table {
            let found = pace.left(ms(clock), ms(spent));
            assert_eq!(found, left.map(ms), "{pace:?}, {clock} ms, {spent} ms spent");
        }
    }

    /// Test player that takes the first legal action after some time has passed.
    struct Slow;

    impl Bot<Xiangqi> for Slow {
        fn choose(
            &mut self,
            view: &XiangqiView,
            _: &[Played<xiangqi::Action>],
            _: &Limits<'_>,
            _: &mut dyn Dice,
        ) -> Option<Choice<xiangqi::Action>> {
            let began = Instant::now();
            while began.elapsed().is_zero() {}
            let action = *game::View::legal(view).first()?;
            Some(Choice { action, score: 0, nodes: 1 })
        }

        fn evaluate(
            &mut self,
            _: &XiangqiView,
            _: &[Played<xiangqi::Action>],
            _: &Limits<'_>,
        ) -> Option<Score> {
            None
        }
    }

    /// A player without time loses, and so does a program that does not start.
    #[test]
    fn a_player_that_cannot_play_loses() {
        let no_time = Pace::Action { time: Duration::ZERO, margin: Duration::ZERO };
        let gone = PlayerSpec::Program(Dialect::Uci, "/no/such/engine".to_owned());
        let ours = PlayerSpec::Level(Level::One);
        let rules = Match::<Xiangqi> {
            options: xiangqi::Options::DEFAULT,
            seed: 1,
            opening: 0,
            limits: [Limits::of_nodes(1); 2],
            plies: 10,
            seats: EVEN,
        };
        for (spec, pace, end, named) in [
            (&ours, no_time, End::Time, "its time had run out"),
            (&gone, Pace::Nodes, End::Crash, "/no/such/engine"),
        ] {
            let game = (Variant::Xiangqi, "");
            let mut loser = Player::new(spec, &[], game, pace, |_| Slow);
            let mut other = Player::new(&ours, &[], game, Pace::Nodes, |_| Slow);
            let bots: [&mut dyn Bot<Xiangqi>; 2] = [&mut loser, &mut other];
            let played = play_game(&rules, 0, Half::First, &[], bots).played;
            assert_eq!(played.verdict, Verdict::Lost, "{end}");
            let (found, problem) = loser.fault.expect("a fault");
            assert!(found == end && problem.contains(named), "{found}: {problem}");
            assert!(other.fault.is_none(), "{end}");
        }
    }
}
