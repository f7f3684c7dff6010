use crate::{
    banqi_fen::{BanqiFen, BanqiLetters},
    engine_process::EngineProcess,
    move_text::MoveText,
};
use banqi::{Action, Board};
use bots::{Bot, Choice, Limits, Score};
use game::{Dice, Game, Played, View};
use games::Variant;
use std::time::Duration;
use uci::{BestMove, Command, Dialect, Go, Ranks, Reply, Start};

/// An engine program and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Path and arguments, quoted as in a shell where they contain spaces.
    pub command: String,
    /// Protocol.
    pub dialect: Dialect,
    /// Options to set, with their values.
    pub options: Vec<(String, String)>,
}

/// An engine program as a computer player. It plays from the usual start and receives only what its
/// seat may know: the moves; in undercover its view; in banqi, if it lacks the option
/// `BanqiProtocol`, board and bag in the format of other engines. Their letters differ: the first
/// answer shows which ones the program reads, unless the option `BanqiLetters` names them.
pub struct EngineBot {
    process: EngineProcess,
    move_text: MoveText,
    /// Letters of a banqi position for the program.
    letters: BanqiLetters,
    /// Whether the program understands these letters: an option says so, or an answer.
    are_letters_known: bool,
    /// The program counts its clocks in seconds.
    in_seconds: bool,
    /// Limits of the next move; without them, the node limit of the call is used.
    go: Go,
    /// Timeout for an answer, after which the program counts as dead.
    patience: Duration,
    fault: Option<(EngineFault, String)>,
}

/// Why a program could not continue a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineFault {
    /// It answered with no move or an illegal one.
    IllegalMove,
    /// It ended, or did not answer in time.
    Crash,
}

/// The option that names the game.
const UCI_VARIANT: &str = "UCI_Variant";

/// Our own option for the rules.
const OPTIONS: &str = "Options";

/// The option of UCCI programs that can count in milliseconds.
const USE_MILLISECONDS: &str = "usemillisec";

/// The option of programs that read our banqi text format.
const BANQI_PROTOCOL: &str = "BanqiProtocol";

/// Option of this program, not of the other, for the letters of a banqi position.
const BANQI_LETTERS: &str = "BanqiLetters";

/// Options that are set automatically.
const KNOWN_OPTIONS: [&str; 4] = [UCI_VARIANT, OPTIONS, USE_MILLISECONDS, BANQI_PROTOCOL];

/// Timeout for starting a program.
const SETTING_UP: Duration = Duration::from_secs(30);

/// Additional time that a program is waited for.
const GRACE: Duration = Duration::from_secs(10);

/// Timeout for a search limited by nodes or depth.
const WITHOUT_CLOCK: Duration = Duration::from_secs(600);

impl EngineBot {
    /// Starts a program for a game with these rules (the game's options text). A program with the
    /// option `Options` receives them; others use their own rules.
    ///
    /// # Errors
    /// A message naming the program and the problem.
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
            letters: BanqiLetters::Fen,
            are_letters_known: false,
            in_seconds: false,
            go: Go::default(),
            patience: WITHOUT_CLOCK,
            fault: None,
        };
        bot.set_up(options, rules).map_err(named)?;
        Ok(bot)
    }

    /// Sets the limits of the next move. Where `go` has none, the node limit of the call is used.
    pub fn set_go(&mut self, go: Go) {
        let milliseconds = go.move_time.or_else(|| {
            [go.white, go.black, go.own].into_iter().filter_map(|clock| clock.remaining).max()
        });
        self.patience = milliseconds
            .map_or(WITHOUT_CLOCK, |milliseconds| Duration::from_millis(milliseconds) + GRACE);
        self.go = go;
    }

    /// Why the program could not continue its game, in short and in words.
    pub fn fault(&self) -> Option<(EngineFault, &str)> {
        self.fault.as_ref().map(|(end, problem)| (*end, &problem[..]))
    }

    fn set_up(&mut self, options: &EngineOptions, rules: &str) -> Result<(), String> {
        let dialect = options.dialect;
        let (own, others): (Vec<_>, Vec<_>) =
            options.options.iter().partition(|(name, _)| name == BANQI_LETTERS);
        for (_, value) in own {
            let found = BanqiLetters::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
            let Some((_, letters)) = found else {
                let names = BanqiLetters::ALL.map(|(name, _)| name).join(" or ");
                return Err(format!("{BANQI_LETTERS}: expected {names}"));
            };
            (self.letters, self.are_letters_known) = (*letters, true);
        }
        self.process.say(&Command::Handshake(dialect))?;
        let mut known = KNOWN_OPTIONS.map(|name| (name, false));
        let mut missing: Vec<&str> = others.iter().map(|(name, _)| &name[..]).collect();
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
        for (name, value) in others {
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

    /// Requests a move. The last report before it is its evaluation.
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

    /// The position in the format that this program reads.
    fn position<G: Game>(
        &self,
        view: &G::View,
        history: &[Played<G::Action>],
    ) -> (Start, Vec<String>) {
        match self.move_text.variant {
            // With hidden information, positions are sent instead of moves.
            Variant::Undercover => (Start::Fen(view.to_string()), Vec::new()),
            Variant::Banqi if self.move_text.is_banqi_uci => {
                let revealed = history.iter().filter_map(|played| played.revealed);
                // The board does not depend on the options.
                let text = view.to_string();
                let Ok(board) = Board::from_text(banqi::Options::SEED, &text) else {
                    return (Start::Fen(text), Vec::new());
                };
                let (board, moves) = match self.letters {
                    BanqiLetters::Fen => (board, Vec::new()),
                    BanqiLetters::Names => self.since_capture::<G>(board, history),
                };
                (Start::Fen(BanqiFen::write(&board, revealed, self.letters)), moves)
            }
            Variant::Xiangqi | Variant::Sifang | Variant::Banqi => {
                let write = |played: &Played<G::Action>| self.move_text.write(&played.to_string());
                (Start::Usual, history.iter().map(write).collect())
            }
        }
    }

    /// The board after the last flip or capture, and the moves since then, from which the program
    /// counts repetitions. The board itself if the history does not go back that far.
    fn since_capture<G: Game>(
        &self,
        board: Board,
        history: &[Played<G::Action>],
    ) -> (Board, Vec<String>) {
        let quiet = history.len().checked_sub(board.quiet().into());
        let texts = quiet.map(|from| history[from..].iter().map(ToString::to_string));
        let texts: Vec<String> = texts.into_iter().flatten().collect();
        let moves: Option<Vec<Action>> = texts.iter().map(|text| text.parse().ok()).collect();
        match moves.and_then(|moves| board.before_moves(&moves)) {
            Some(before) => {
                (before, texts.iter().map(|played| self.move_text.write(played)).collect())
            }
            None => (board, Vec::new()),
        }
    }

    fn ask_for<G: Game>(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        go: &Go,
    ) -> Result<Asked, (EngineFault, String)> {
        let (start, moves) = self.position::<G>(view, history);
        self.ask(start, moves, go.clone()).map_err(|problem| (EngineFault::Crash, problem))
    }

    /// Requests a move for a seat's view.
    fn ask_in<G: Game>(
        &mut self,
        view: &G::View,
        history: &[Played<G::Action>],
        limits: &Limits<'_>,
    ) -> Result<Choice<G::Action>, (EngineFault, String)> {
        let mut go = self.go.clone();
        if go == Go::default() {
            go.nodes = Some(limits.nodes);
        }
        if self.in_seconds {
            go = go.in_seconds();
        }
        let mut asked = self.ask_for::<G>(view, history, &go)?;
        let has_letters = self.move_text.variant == Variant::Banqi && self.move_text.is_banqi_uci;
        if has_letters && !self.are_letters_known {
            // A program that does not understand the letters has no move in the position.
            if asked.action.is_empty() {
                self.letters = self.letters.other();
                asked = self.ask_for::<G>(view, history, &go)?;
            }
            self.are_letters_known = true;
        }
        let illegal = |problem: &str| (EngineFault::IllegalMove, format!("{problem} in {view}"));
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

/// A program's answer.
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

/// Maximum absolute score of an undecided position.
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

    /// These protocols report scores only together with moves.
    fn evaluate(&mut self, _: &G::View, _: &[Played<G::Action>], _: &Limits<'_>) -> Option<Score> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use banqi::{Banqi, BanqiView};
    use game::{Observer, Seat};
    use std::io::Write as _;

    /// A program that reads one kind of letters and answers other positions with no move. It flips a
    /// square, or plays `a0a1` if the position command has moves.
    fn program(face_down: char) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine.sh");
        let script = format!(
            r#"while read -r line; do case "$line" in
                uci) echo uciok ;;
                isready) echo readyok ;;
                *" moves "*) answer=a0a1 ;;
                position*{face_down}*) answer=a0a0 ;;
                position*) answer="(none)" ;;
                go*) echo "bestmove $answer" ;;
                quit) exit ;;
            esac; done"#
        );
        let mut file = std::fs::File::create(&path).expect("a file");
        file.write_all(script.as_bytes()).expect("a script");
        (folder, format!("sh '{}'", path.display()))
    }

    fn choose(bot: &mut EngineBot, text: &str, history: &[Played<banqi::Action>]) -> String {
        let options = "taiwan".parse().expect("options");
        let view = BanqiView::from_text(options, Observer::Seat(Seat::new(0)), text);
        let view = view.expect("a view");
        let stop = || false;
        let choice = Bot::<Banqi>::choose(bot, &view, history, &Limits::until(&stop), &mut First);
        choice
            .map(|choice| choice.action.to_string())
            .unwrap_or_else(|| format!("{:?}", bot.fault()))
    }

    struct First;

    impl Dice for First {
        fn roll(&mut self, _: u32) -> u32 {
            0
        }
    }

    const START: &str = "********/********/********/******** - 0/0 0 0 ?";

    #[test]
    fn the_first_answer_shows_which_letters_are_read() {
        for (face_down, options, is_understood) in [
            ('x', None, true),
            ('X', None, true),
            ('X', Some("GAERHCS"), true),
            ('x', Some("GAERHCS"), false),
            ('x', Some("kabrncp"), true),
        ] {
            let (_folder, command) = program(face_down);
            let options = options.map(|letters| (BANQI_LETTERS.to_owned(), letters.to_owned()));
            let options = EngineOptions {
                command,
                dialect: Dialect::Uci,
                options: options.into_iter().collect(),
            };
            let mut bot = EngineBot::start(&options, Variant::Banqi, "taiwan").expect("it starts");
            let answer = choose(&mut bot, START, &[]);
            assert_eq!(answer == "a1", is_understood, "{face_down}: {answer}");
        }
        let (_folder, command) = program('x');
        let options = vec![(BANQI_LETTERS.to_owned(), "ABC".to_owned())];
        let options = EngineOptions { command, dialect: Dialect::Uci, options };
        let error = EngineBot::start(&options, Variant::Banqi, "").err().expect("no such letters");
        assert!(error.contains("expected KABRNCP or GAERHCS"), "{error}");
    }

    /// A program with these letters receives the moves since the last flip or capture.
    #[test]
    fn moves_since_the_last_capture_are_told() {
        let (_folder, command) = program('X');
        let options = vec![(BANQI_LETTERS.to_owned(), "GAERHCS".to_owned())];
        let options = EngineOptions { command, dialect: Dialect::Uci, options };
        let mut bot = EngineBot::start(&options, Variant::Banqi, "taiwan").expect("it starts");
        let view = "********/8/8/K6k r 0/0 2 20 ?";
        let played =
            |seat: u8, text: &str| game::Played::parse(Seat::new(seat), text).expect("an action");
        let history = [played(0, "b1a1"), played(1, "g1h1")];
        assert_eq!(choose(&mut bot, view, &history), "a1a2");
        let answer = choose(&mut bot, view, &[]);
        assert!(answer.contains("`a1` is no legal move"), "no moves are told: {answer}");
    }
}
