use crate::{banqi_fen::BanqiFen, engine_process::EngineProcess, move_text::MoveText};
use bots::{Bot, Choice, Limits, Score, arena::End};
use game::{Dice, Game, Played, View};
use games::Variant;
use std::time::Duration;
use uci::{BestMove, Command, Dialect, Go, Ranks, Reply, Start};

/// A program that plays, and how it is set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Its path and its arguments, quoted as in a shell where they have blanks.
    pub command: String,
    /// What it speaks.
    pub dialect: Dialect,
    /// Options to be set, with their values.
    pub options: Vec<(String, String)>,
}

/// A program that speaks UCI or UCCI as a player of a game. It plays from the usual start, and is
/// told no more than its seat may know: the moves so far, in undercover what it sees of the board, and
/// in banqi, where it has no option `BanqiProtocol`, the board and the bag as other engines write them.
pub struct EngineBot {
    process: EngineProcess,
    move_text: MoveText,
    /// It counts its clocks in seconds.
    in_seconds: bool,
    /// What the next move may cost; nodes by the limits it is given if nothing else is set.
    go: Go,
    /// How long it may take in all; whoever is silent for longer is taken for dead.
    patience: Duration,
    fault: Option<(End, String)>,
}

/// By this option a program hears which game it plays.
const UCI_VARIANT: &str = "UCI_Variant";

/// By this option one of ours hears the rules.
const OPTIONS: &str = "Options";

/// By this option a program of UCCI says that it can count in milliseconds.
const USE_MILLISECONDS: &str = "usemillisec";

/// By this option a program says that it reads the house's texts of banqi.
const BANQI_PROTOCOL: &str = "BanqiProtocol";

/// All of them.
const KNOWN_OPTIONS: [&str; 4] = [UCI_VARIANT, OPTIONS, USE_MILLISECONDS, BANQI_PROTOCOL];

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
        if options.dialect == Dialect::Ucci && variant != Variant::Xiangqi {
            return Err(named("UCCI is a protocol of xiangqi alone".to_owned()));
        }
        let process = EngineProcess::start(&options.command, options.dialect).map_err(named)?;
        let mut bot = EngineBot {
            process,
            move_text: MoveText { variant, ranks: Ranks::FromZero, is_banqi_uci: false },
            in_seconds: false,
            go: Go::default(),
            patience: WITHOUT_CLOCK,
            fault: None,
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

    /// How a game ends in which it could not play, and why it could not, if so.
    pub fn fault(&self) -> Option<(End, &str)> {
        self.fault.as_ref().map(|(end, problem)| (*end, &problem[..]))
    }

    fn set_up(&mut self, options: &EngineOptions, rules: &str) -> Result<(), String> {
        let dialect = options.dialect;
        self.process.say(&Command::Handshake(dialect))?;
        let mut known = KNOWN_OPTIONS.map(|name| (name, false));
        let mut missing: Vec<&str> = options.options.iter().map(|(name, _)| &name[..]).collect();
        self.process.until(dialect.as_str(), SETTING_UP, |reply| {
            if let Reply::OptionNamed(name) = &reply {
                known
                    .iter_mut()
                    .filter(|(known, _)| known == name)
                    .for_each(|(_, has)| *has = true);
                missing.retain(|missing| !missing.eq_ignore_ascii_case(name));
            }
            reply == Reply::Ok(dialect)
        })?;
        if let Some(name) = missing.first() {
            return Err(format!("it has no option `{}`", name.escape_debug()));
        }
        let has = |name: &str| known.contains(&(name, true));
        let variant = self.move_text.variant;
        if dialect == Dialect::Uci && has(UCI_VARIANT) {
            if matches!(variant, Variant::Xiangqi | Variant::Undercover) {
                self.move_text.ranks = Ranks::FromOne;
            }
            self.set(UCI_VARIANT, variant.as_str())?;
        }
        if !rules.is_empty() && has(OPTIONS) {
            self.set(OPTIONS, rules)?;
        }
        self.in_seconds = dialect == Dialect::Ucci && !has(USE_MILLISECONDS);
        if dialect == Dialect::Ucci && !self.in_seconds {
            self.set(USE_MILLISECONDS, "true")?;
        }
        let asks_for_uci =
            |(name, value): &(String, String)| name == BANQI_PROTOCOL && value == "uci";
        self.move_text.is_banqi_uci =
            !has(BANQI_PROTOCOL) || options.options.iter().any(asks_for_uci);
        for (name, value) in &options.options {
            self.set(name, value)?;
        }
        self.process.say(&Command::NewGame)?;
        self.process.say(&Command::IsReady)?;
        self.process.until("readyok", SETTING_UP, |reply| reply == Reply::ReadyOk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (name, value) = (name.to_owned(), Some(value.to_owned()));
        self.process.say(&Command::SetOption { name, value })
    }

    /// Asks it for a move; what it thinks of it comes last.
    fn ask(&mut self, start: Start, moves: Vec<String>, go: Go) -> Result<Asked, String> {
        self.process.say(&Command::Position { start, moves, is_bare: false })?;
        self.process.say(&Command::Go(go))?;
        let (mut asked, move_text) = (Asked::default(), self.move_text);
        self.process.until("bestmove", self.patience, |reply| match reply {
            Reply::Info(info) => {
                asked.nodes = info.nodes.unwrap_or(asked.nodes);
                asked.score = info.score.map_or(asked.score, score_of);
                false
            }
            Reply::BestMove(BestMove { action, .. }) => {
                asked.action = action.map(|action| move_text.read(&action)).unwrap_or_default();
                true
            }
            _ => false,
        })?;
        Ok(asked)
    }

    /// Where a game stands, as this program is told it.
    fn position<G: Game>(
        &self,
        view: &G::View,
        history: &[Played<G::Action>],
    ) -> (Start, Vec<String>) {
        match self.move_text.variant {
            // What hides a secret takes no moves.
            Variant::Undercover => (Start::Fen(view.to_string()), Vec::new()),
            Variant::Banqi if self.move_text.is_banqi_uci => {
                let revealed = history.iter().filter_map(|played| played.revealed);
                (Start::Fen(BanqiFen::write(&view.to_string(), revealed)), Vec::new())
            }
            Variant::Xiangqi | Variant::Sifang | Variant::Banqi => {
                let write = |played: &Played<G::Action>| self.move_text.write(&played.to_string());
                (Start::Usual, history.iter().map(write).collect())
            }
        }
    }

    /// Asks for a move in a seat's view.
    fn ask_in<G: Game>(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Result<Choice<G::Action>, (End, String)> {
        let (start, moves) = self.position::<G>(view, history);
        let mut go = self.go.clone();
        if go == Go::default() {
            go.nodes = Some(limits.nodes);
        }
        if self.in_seconds {
            go = go.in_seconds();
        }
        let asked = self.ask(start, moves, go).map_err(|problem| (End::Crash, problem))?;
        let illegal = |problem: &str| (End::Illegal, format!("{problem} in {view}"));
        if asked.action.is_empty() {
            return Err(illegal("it says that there is no move"));
        }
        let shown: String = asked.action.escape_debug().take(20).collect();
        let action: G::Action =
            asked.action.parse().map_err(|_| illegal(&format!("`{shown}` is no move")))?;
        if !view.legal().contains(&action) {
            return Err(illegal(&format!("`{shown}` is no legal move")));
        }
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
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }

    /// A program that speaks these protocols tells scores only with its moves.
    fn evaluate(&mut self, _: &G::View, _: &[Played<G::Action>], _: &Limits<'_>) -> Option<Score> {
        None
    }
}
