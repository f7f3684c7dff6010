use crate::{
    banqi_fen::BanqiFen,
    settings::{Settings, shown},
};
use bots::xiangqi::evaluation::winnable;
use game::{Dice, Observer, Seat, Turn};
use games::{AnyAction, AnyGame, AnyPlayed, AnyView, Variant};
use uci::Start;
use xiangqi::{Legality, Move, Options, Position, Setup, XiangqiView};

/// The root of a search: the view of the seat to move, and its history.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub(crate) view: AnyView,
    pub(crate) history: Vec<AnyPlayed>,
    /// The legal actions, sorted by text.
    pub(crate) legal: Vec<AnyAction>,
    /// The complete game, for a game without secrets.
    pub(crate) xiangqi: Option<XiangqiGame>,
}

/// A game of xiangqi so far.
#[derive(Clone, Debug)]
pub(crate) struct XiangqiGame {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) options: Options,
}

impl Root {
    /// The position after `moves`, in the notation of the other side.
    ///
    /// # Errors
    /// Describes what is wrong with the position, or why a move is illegal.
    pub(crate) fn new(
        settings: &Settings,
        start: &Start,
        moves: &[String],
    ) -> Result<Root, String> {
        let Settings { variant, options, is_banqi_uci, .. } = settings;
        let (variant, move_text) = (*variant, settings.move_text());
        let told = |said: &String| Told { said: said.clone(), word: move_text.read(said) };
        let moves: &[Told] = &moves.iter().map(told).collect::<Vec<_>>();
        match (variant, start) {
            (Variant::Xiangqi, _) => Root::of_xiangqi(options, start, moves),
            (Variant::Banqi, Start::Usual) => Root::of_banqi(options, BANQI_START, None, moves),
            (Variant::Banqi, Start::Fen(text)) if *is_banqi_uci => {
                let fen = BanqiFen::parse(text)?;
                Root::of_banqi(options, &fen.text.clone(), Some(fen), moves)
            }
            (Variant::Banqi, Start::Fen(text)) if !tells_hidden(text) => {
                Root::of_banqi(options, text, None, moves)
            }
            (Variant::Undercover, Start::Usual) => {
                Err("undercover: expected `fen` and the mover's own view".to_owned())
            }
            (_, Start::Fen(text)) if text.contains('?') => {
                if moves.is_empty() {
                    Root::of_view(variant, options, text)
                } else {
                    Err("a view with `?` takes no moves: give the view after them".to_owned())
                }
            }
            _ => Root::of_truth(variant, options, start, moves),
        }
    }

    /// Moves are judged by the pieces alone. Whether a game has ended by repetition, quiet plies or
    /// material is decided by the interface, which may use other rules.
    fn of_xiangqi(options: &str, start: &Start, moves: &[Told]) -> Result<Root, String> {
        let options: Options = options.parse().map_err(text)?;
        let mut position = match start {
            Start::Usual => Position::start(),
            Start::Fen(fen) => {
                let setup = Setup::read_loose(fen).map_err(refused)?;
                Position::from_setup(&setup, Legality::Composed).map_err(refused)?
            }
        };
        let mut game = XiangqiGame { start: position.clone(), moves: Vec::new(), options };
        let mut history = Vec::with_capacity(moves.len());
        for (index, told) in moves.iter().enumerate() {
            let played: Move = told.word.parse().map_err(|error| at_move(index, told, &error))?;
            position.check_move(played).map_err(|refusal| at_move(index, told, &refusal))?;
            let seat = position.side_to_move().seat();
            history.push(AnyPlayed { seat, action: AnyAction::Xiangqi(played), revealed: None });
            game.moves.push(played);
            position.make(played);
        }
        let seat = position.side_to_move().seat();
        let mut legal: Vec<AnyAction> =
            position.legal_moves().into_iter().map(AnyAction::Xiangqi).collect();
        legal.sort_unstable_by_key(AnyAction::to_string);
        let fen = position.fen();
        let view = |options: Options| {
            game::View::from_text(options, Observer::Seat(seat), &fen).map_err(refused)
        };
        let mut seen: XiangqiView = view(options)?;
        if game::View::outcome(&seen).is_some() {
            game.options.quiet_limit = None;
            seen = view(game.options)?;
        }
        Ok(Root { view: AnyView::Xiangqi(seen), history, legal, xiangqi: Some(game) })
    }

    /// Face-down pieces stay unknown. A flip names its piece: `c2=k`.
    fn of_banqi(
        options: &str,
        text: &str,
        fen: Option<BanqiFen>,
        moves: &[Told],
    ) -> Result<Root, String> {
        let view = mover_view(Variant::Banqi, options, text)?;
        let AnyView::Banqi(mut seen) = view else {
            return Err("banqi: the position is of another game".to_owned());
        };
        if let Some(fen) = fen {
            seen = fen.complete(seen)?;
        }
        let mut history = Vec::with_capacity(moves.len());
        for (index, told) in moves.iter().enumerate() {
            let Turn::Seat(seat) = game::View::turn(&seen) else {
                return Err(at_move(index, told, &"the game is over"));
            };
            let played: game::Played<banqi::Action> = game::Played::parse(seat, &told.word)
                .map_err(|_| at_move(index, told, &"expected a move such as `c2c3` or `c2=k`"))?;
            if played.revealed.is_none() && seen.board().reveals(played.action) {
                return Err(at_move(index, told, &"what came up is told with it, such as `c2=k`"));
            }
            seen = seen.after(&played).map_err(|refusal| at_move(index, told, &refusal))?;
            let action = AnyAction::Banqi(played.action);
            history.push(AnyPlayed { seat, action, revealed: played.revealed });
        }
        let seen = game::View::turn(&seen)
            .seats()
            .iter()
            .next()
            .map_or(seen.clone(), |seat| seen.seen_by(Observer::Seat(seat)));
        let view = AnyView::Banqi(seen);
        Ok(Root { legal: view.legal(), view, history, xiangqi: None })
    }

    fn of_view(variant: Variant, options: &str, text: &str) -> Result<Root, String> {
        let view = mover_view(variant, options, text)?;
        expect_own(&view)?;
        Ok(Root { legal: view.legal(), view, history: Vec::new(), xiangqi: None })
    }

    /// From a text without secrets, or with the mover's secrets only.
    fn of_truth(
        variant: Variant,
        options: &str,
        start: &Start,
        moves: &[Told],
    ) -> Result<Root, String> {
        let mut game = match start {
            Start::Usual => AnyGame::new(variant, options, &mut NoDice),
            Start::Fen(text) => AnyGame::from_text(variant, options, text),
        }
        .map_err(refused)?;
        let mut histories = vec![Vec::new(); usize::from(game.seats())];
        for (index, told) in moves.iter().enumerate() {
            let Some(seat) = game.turn().seats().iter().next() else {
                return Err(at_move(index, told, &"the game is over"));
            };
            let (action, revealed) = match told.word.split_once('=') {
                Some((action, up)) => (action, up.chars().next()),
                None => (told.word.as_str(), None),
            };
            let played =
                game.play_text(seat, action).map_err(|refusal| at_move(index, told, &refusal))?;
            if revealed.is_some() && revealed != played.revealed {
                return Err(at_move(index, told, &"something else lies there"));
            }
            for hearer in Seat::first(game.seats()) {
                if game.describe_for(&played, Observer::Seat(hearer)).is_some() {
                    histories[hearer.index()].push(played);
                }
            }
        }
        let mover = game.turn().seats().iter().next();
        let observer = mover.map_or(Observer::Spectator, Observer::Seat);
        if game.outcome().is_none() {
            let told = AnyView::from_text(variant, options, observer, &game.truth_text());
            expect_own(&told.map_err(refused)?)?;
        }
        let view = game.view(observer);
        let history = mover.map_or_else(Vec::new, |seat| histories.swap_remove(seat.index()));
        Ok(Root { legal: view.legal(), view, history, xiangqi: None })
    }

    /// Describes pieces that cannot have come where they are. Empty for an ordinary position.
    pub(crate) fn oddities(&self) -> Vec<String> {
        let start = self.xiangqi.as_ref().map(|game| game.start.to_setup());
        start.iter().flat_map(Setup::oddities).map(|fault| fault.to_string()).collect()
    }

    /// The share of its advantage that each side can convert, the side to move first. Some xiangqi
    /// endings cannot be won however large the advantage.
    pub(crate) fn winnable(&self) -> [f64; 2] {
        let AnyView::Xiangqi(view) = &self.view else { return [1.0; 2] };
        let position = view.position();
        let mover = position.side_to_move();
        [mover, !mover].map(|side| winnable(position, side))
    }

    /// The seat to move.
    pub(crate) fn mover(&self) -> Option<Seat> {
        self.view.turn().seats().iter().next()
    }
}

/// The position before the first flip.
const BANQI_START: &str = "********/********/********/******** - 0/0 0 0 ?";

/// The view of the side to move.
fn mover_view(variant: Variant, options: &str, text: &str) -> Result<AnyView, String> {
    let view = |observer| AnyView::from_text(variant, options, observer, text).map_err(refused);
    let open = view(Observer::Spectator)?;
    let owing = |seat: &Seat| {
        view(Observer::Seat(*seat)).is_ok_and(|view| view.turn().seats().contains(*seat))
    };
    match Seat::first(variant.seats()).find(owing) {
        Some(seat) => view(Observer::Seat(seat)),
        None => Ok(open),
    }
}

/// A player must receive only its seat's knowledge. With more it would play another game, and the
/// client could infer the rest from its moves.
fn expect_own(told: &AnyView) -> Result<(), String> {
    let AnyView::Undercover(told) = told else { return Ok(()) };
    match told.foreign_secret() {
        // If no seat is to act, it may be the view of either.
        Some((field, owner, secret)) if told.side().is_some() => {
            let told = format!("its field `{field}` tells {owner}'s `{secret}`, expected `?`");
            Err(format!("no view of the side on move: {told}"))
        }
        _ => Ok(()),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn refused(error: impl std::fmt::Display) -> String {
    format!("no legal position: {error}")
}

/// A move of a `position` command.
struct Told {
    /// In the notation of the other side.
    said: String,
    /// In our text format.
    word: String,
}

fn at_move(index: usize, told: &Told, error: &dyn std::fmt::Display) -> String {
    let (said, word) = (shown(&told.said), shown(&told.word));
    // The error refers to our own text.
    let meant = if said == word { String::new() } else { format!(" (here `{word}`)") };
    format!("move {} `{said}`{meant}: {error}", index + 1)
}

/// Whether a banqi text contains the face-down pieces.
fn tells_hidden(text: &str) -> bool {
    let hidden = text.split_whitespace().nth(5).unwrap_or_default();
    hidden.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Dice for games without chance.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}
