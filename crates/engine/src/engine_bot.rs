use crate::engine_process::EngineProcess;
use bots::{Bot, Choice, Limits, Score};
use game::{Dice, Game, Played};
use games::Variant;
use std::time::Duration;
use uci::{BestMove, Command, Dialect, Go, Ranks, Reply, Start};

/// A program that plays, and how it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Its path and its arguments, separated by blanks.
    pub command: String,
    /// What it speaks.
    pub dialect: Dialect,
    /// Options to be set, with their values.
    pub options: Vec<(String, String)>,
}

/// A program that speaks UCI or UCCI as a player of a game. It plays from the usual start, and is
/// told no more than its seat may know.
pub struct EngineBot {
    process: EngineProcess,
    variant: Variant,
    ranks: Ranks,
    /// What the next move may cost; nodes by the limits it is given if nothing else is set.
    go: Go,
    /// How long it may take in all; whoever is silent for longer is taken for dead.
    patience: Duration,
    problem: Option<String>,
}

/// How long a program may take to get ready.
const SETTING_UP: Duration = Duration::from_secs(30);

/// Beyond its time a program is waited for so long.
const GRACE: Duration = Duration::from_secs(10);

/// A search by nodes or to a depth is waited for so long.
const WITHOUT_CLOCK: Duration = Duration::from_secs(600);

impl EngineBot {
    /// Starts a program for a game under these rules, as the game's options text has them: a program
    /// with an option `Options` is told, and any other plays by those that it knows.
    ///
    /// # Errors
    /// Says what went wrong with it.
    pub fn start(
        options: &EngineOptions,
        variant: Variant,
        rules: &str,
    ) -> Result<EngineBot, String> {
        let named = |problem: String| format!("{}: {problem}", options.command);
        let process = EngineProcess::start(&options.command, options.dialect).map_err(named)?;
        let mut bot = EngineBot {
            process,
            variant,
            ranks: Ranks::FromZero,
            go: Go::default(),
            patience: WITHOUT_CLOCK,
            problem: None,
        };
        bot.set_up(options, rules).map_err(named)?;
        Ok(bot)
    }

    /// What the next move may cost: nodes by the limits it is given where `go` says nothing.
    pub fn set_go(&mut self, go: Go) {
        let milliseconds = go.move_time.or_else(|| {
            [go.white, go.black, go.own].into_iter().filter_map(|clock| clock.remaining).max()
        });
        self.patience = milliseconds
            .map_or(WITHOUT_CLOCK, |milliseconds| Duration::from_millis(milliseconds) + GRACE);
        self.go = go;
    }

    /// Why it could not play, if it could not.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    fn set_up(&mut self, options: &EngineOptions, rules: &str) -> Result<(), String> {
        let dialect = options.dialect;
        self.process.say(&Command::Handshake(dialect))?;
        let is_ok = |reply: &Reply| *reply == Reply::Ok(dialect);
        let replies = self.process.until(dialect.as_str(), SETTING_UP, is_ok)?;
        let has = |name: &str| {
            replies.iter().any(|reply| matches!(reply, Reply::OptionNamed(had) if had == name))
        };
        if dialect == Dialect::Uci && has("UCI_Variant") {
            if matches!(self.variant, Variant::Xiangqi | Variant::Undercover) {
                self.ranks = Ranks::FromOne;
            }
            self.set("UCI_Variant", self.variant.as_str())?;
        }
        if !rules.is_empty() && has("Options") {
            self.set("Options", rules)?;
        }
        if dialect == Dialect::Ucci && has("usemillisec") {
            self.set("usemillisec", "true")?;
        }
        for (name, value) in &options.options {
            self.set(name, value)?;
        }
        self.process.say(&Command::NewGame)?;
        self.process.say(&Command::IsReady)?;
        self.process.until("readyok", SETTING_UP, |reply| *reply == Reply::ReadyOk)?;
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (name, value) = (name.to_owned(), Some(value.to_owned()));
        self.process.say(&Command::SetOption { name, value })
    }

    /// Asks it for a move; what it thinks of it comes last.
    fn ask(&mut self, start: Start, moves: Vec<String>, go: Go) -> Result<Asked, String> {
        self.process.say(&Command::Position { start, moves, is_bare: false })?;
        self.process.say(&Command::Go(go))?;
        let is_last = |reply: &Reply| matches!(reply, Reply::BestMove(_));
        let replies = self.process.until("bestmove", self.patience, is_last)?;
        let mut asked = Asked::default();
        for reply in replies {
            match reply {
                Reply::Info(info) => {
                    asked.nodes = info.nodes.unwrap_or(asked.nodes);
                    asked.score = info.score.map_or(asked.score, score_of);
                }
                Reply::BestMove(BestMove { action: Some(action), .. }) => {
                    asked.action = self.ranks.read(&action);
                }
                _ => {}
            }
        }
        Ok(asked)
    }

    /// Asks for a move in a seat's view.
    fn ask_in<G: Game>(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Result<Choice<G::Action>, String> {
        let (start, moves) = if self.variant == Variant::Xiangqi {
            let moves = history.iter().map(|played| self.ranks.write(&played.action.to_string()));
            (Start::Usual, moves.collect())
        } else {
            (Start::Fen(view.to_string()), Vec::new())
        };
        let mut go = self.go.clone();
        if go == Go::default() {
            go.nodes = Some(limits.nodes);
        }
        let asked = self.ask(start, moves, go)?;
        let shown: String = asked.action.escape_debug().take(20).collect();
        let action: G::Action =
            asked.action.parse().map_err(|_| format!("`{shown}` is no move"))?;
        Ok(Choice { action, score: asked.score, nodes: asked.nodes })
    }
}

/// What a program answered.
#[derive(Default)]
struct Asked {
    action: String,
    score: Score,
    nodes: u64,
}

fn score_of(score: uci::Score) -> Score {
    match score {
        uci::Score::Centipawns(score) => score.clamp(-DECIDED, DECIDED),
        uci::Score::Mate(moves) => {
            let plies = moves.saturating_abs().saturating_mul(2).min(500);
            if moves > 0 { search::WIN - plies } else { plies - search::WIN }
        }
    }
}

/// What a program may think a position worth that it has not seen to its end.
const DECIDED: Score = 100_000;

impl<G: Game> Bot<G> for EngineBot {
    fn choose(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
        _: &mut dyn Dice,
    ) -> Option<Choice<G::Action>> {
        match self.ask_in::<G>(view, history, limits) {
            Ok(choice) => Some(choice),
            Err(problem) => {
                self.problem = Some(problem);
                None
            }
        }
    }

    /// A program that speaks these protocols tells scores only with its moves.
    fn evaluate(&mut self, _: &G::View, _: &[Played<G::Action>], _: &Limits<'_>) -> Option<Score> {
        None
    }
}
