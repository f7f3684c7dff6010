//! Games for the measurement: a computer with a secret mole against an opponent that plays the same
//! moves in every game.

use bots::{Bot, Limits, Seeded};
use game::{Game, Observer, Played, Seat, View};
use std::{cell::RefCell, collections::HashMap};
use undercover::{Action, First, Options, Stage, Undercover, UndercoverView};
use xiangqi::Square;

/// A constructor of the computer player.
pub(crate) type NewBot<'a> = &'a dyn Fn() -> Box<dyn Bot<Undercover>>;

/// What decides the moves of the computer.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// A computer seat plays.
    Player(NewBot<'a>),
    /// A person plays, and follows every hint. The computer only chooses the mole.
    Hints(NewBot<'a>),
}

/// The conditions of a measurement.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) options: Options,
    pub(crate) source: Source<'a>,
    /// Maximum number of nodes for each move.
    pub(crate) nodes: u64,
    /// Maximum number of nodes for each place in the choice of the mole.
    pub(crate) setup_nodes: u64,
    /// Number of computer moves in each game.
    pub(crate) moves: usize,
    pub(crate) seed: u64,
}

/// One game as the opponent saw it, with the secret.
#[derive(Clone, Debug)]
pub(crate) struct SecretGame {
    /// The file of the mole at the beginning of play, 0 to 4 from the left. The label to guess.
    pub(crate) mole: usize,
    /// The computer's moves before it turned its mole.
    pub(crate) moves: Vec<Action>,
    /// Whether the computer turned its mole after these moves.
    pub(crate) has_turned: bool,
}

/// The computer's seat; it has the first move.
const COMPUTER: Seat = Seat::new(0);
const OPPONENT: Seat = Seat::new(1);

/// The opponent's moves, in this order, each once and only if it is legal. They develop its pieces.
const FIXED: [&str; 16] = [
    "h9g7", "i9h9", "b9c7", "g6g5", "c9e7", "a9a8", "h7i7", "a8d8", "b7a7", "d9e8", "g7f5", "h9h5",
    "c7d5", "d8d6", "i7i6", "a7a6",
];

/// Plays one game for each number and returns it, without games in which the computer has no mole.
pub(crate) fn play(setting: &Setting<'_>, games: u32) -> Vec<SecretGame> {
    (0..games).filter_map(|number| play_one(setting, number)).collect()
}

fn play_one(setting: &Setting<'_>, number: u32) -> Option<SecretGame> {
    let (Source::Player(new) | Source::Hints(new)) = setting.source;
    let mut bot = new();
    let mut dice = Seeded::new(setting.seed.wrapping_add(u64::from(number) << 20));
    // The computer holds Red.
    let options = Options { first: First::Red, ..setting.options };
    let mut game = Undercover::dealt(options, &mut dice);
    let mut heard: Vec<Played<Action>> = Vec::new();
    let observer = Observer::Seat(COMPUTER);
    while game.view(observer).stage() != Stage::Play {
        for seat in game.turn().seats().iter() {
            let view = game.view(Observer::Seat(seat));
            let action = if seat == COMPUTER {
                let limits = Limits::of_nodes(setting.setup_nodes);
                bot.choose(&view, &heard, &limits, &mut dice)?.action
            } else {
                usual_setup(&view)?
            };
            let played = game.play(seat, action).ok()?;
            heard.push(played);
        }
    }
    let mole = game.view(observer).own_mole()?.file() as usize / 2;
    let mut moves = Vec::new();
    let limits = Limits::of_nodes(setting.nodes);
    let mut reply = Replies::default();
    while moves.len() < setting.moves {
        let view = game.view(observer);
        let action = match setting.source {
            Source::Player(_) => bot.choose(&view, &heard, &limits, &mut dice)?.action,
            Source::Hints(_) => {
                *bot.lines(&view, &heard, &limits, 1)?.lines.first()?.actions.first()?
            }
        };
        heard.push(game.play(COMPUTER, action).ok()?);
        if matches!(action, Action::Turn(_)) {
            return Some(SecretGame { mole, moves, has_turned: true });
        }
        moves.push(action);
        if game.outcome().is_some() {
            break;
        }
        let legal = game.view(Observer::Seat(OPPONENT)).legal();
        heard.push(game.play(OPPONENT, reply.next(&legal)?).ok()?);
        if game.outcome().is_some() {
            break;
        }
    }
    Some(SecretGame { mole, moves, has_turned: false })
}

/// The opponent's action in the set-up: no locks, no rearrangement, and always the same mole.
fn usual_setup(view: &UndercoverView) -> Option<Action> {
    let legal = view.legal();
    let usual = ["lock:-", "mole:e3", "place:12345"].map(|text| text.parse().ok());
    let is_usual = |action: &&Action| usual.contains(&Some(**action));
    legal.iter().find(is_usual).or_else(|| legal.first()).copied()
}

/// The opponent's fixed moves that are not played yet.
#[derive(Default)]
struct Replies {
    used: Vec<usize>,
}

impl Replies {
    fn next(&mut self, legal: &[Action]) -> Option<Action> {
        let fixed =
            FIXED.iter().enumerate().filter_map(|(at, text)| Some((at, text.parse().ok()?)));
        let next = fixed
            .into_iter()
            .find(|(at, action)| !self.used.contains(at) && legal.contains(action));
        match next {
            Some((at, action)) => {
                self.used.push(at);
                Some(action)
            }
            None => legal.iter().find(|action| matches!(action, Action::Move(_))).copied(),
        }
    }
}

/// The computer's earlier moves, and the file of its mole.
type Asked = (Vec<Action>, usize);

/// Answers of the engine's analysis in the positions of the games, for every possible mole.
pub(crate) struct Analysis<'a> {
    setting: Setting<'a>,
    new: NewBot<'a>,
    known: RefCell<HashMap<Asked, Option<Action>>>,
}

impl<'a> Analysis<'a> {
    pub(crate) fn new(setting: Setting<'a>, new: NewBot<'a>) -> Analysis<'a> {
        Analysis { setting, new, known: RefCell::default() }
    }

    /// The best action after these moves of the computer, if its mole began on this file. `None` if
    /// the mole cannot be there.
    pub(crate) fn best(&self, moves: &[Action], mole: usize) -> Option<Action> {
        let key = (moves.to_vec(), mole);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        let found = self.ask(moves, mole);
        self.known.borrow_mut().insert(key, found);
        found
    }

    fn ask(&self, moves: &[Action], mole: usize) -> Option<Action> {
        let board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let mut at: Square = format!("{}6", char::from(b"acegi"[mole])).parse().ok()?;
        let barred = self.setting.options.barred;
        let text = format!("{board} {at}/e3 {barred}/{barred}");
        let mut game = Undercover::from_text(self.setting.options, &text).ok()?;
        let (mut heard, mut reply) = (Vec::new(), Replies::default());
        for &action in moves {
            if matches!(action, Action::Move(played) if played.to == at) {
                return None;
            }
            heard.push(game.play(COMPUTER, action).ok()?);
            let legal = game.view(Observer::Seat(OPPONENT)).legal();
            let answer = reply.next(&legal)?;
            if let Action::Move(played) = answer
                && played.from == at
            {
                at = played.to;
            }
            heard.push(game.play(OPPONENT, answer).ok()?);
        }
        // As a stranger would ask: a view as text, without the history.
        let view = game.view(Observer::Seat(COMPUTER)).to_string();
        let view = UndercoverView::from_text(self.setting.options, Observer::Seat(COMPUTER), &view);
        let limits = Limits::of_nodes(self.setting.nodes);
        let lines = (self.new)().lines(&view.ok()?, &[], &limits, 1)?;
        lines.lines.first()?.actions.first().copied()
    }
}
