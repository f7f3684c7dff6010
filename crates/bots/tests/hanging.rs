//! The strongest level never leaves a piece to a capture that two plies of looking ahead see.

use banqi::{Bag, Banqi};
use bots::{BanqiBot, Bot, Level, Limits, SifangBot, UndercoverBot, XiangqiBot, arena::Seeded};
use game::{Dice, Game, Observer, Position, Turn};
use search::is_decided;

/// Nodes for each choice: a fraction of what a second gives.
const NODES: u64 = 20_000;

/// How many captures in a row are followed: all there are.
const FAR: u32 = 64;

/// Material after the best captures for the side on move: a search of its own, so that the bots'
/// cannot vouch for itself.
fn quiesce<P: Position>(
    position: &mut P,
    captures: &dyn Fn(&P, P::Action) -> i32,
    material: &dyn Fn(&P) -> i32,
    (mut alpha, beta): (i32, i32),
    depth: u32,
) -> i32 {
    let mut best = material(position);
    if depth == 0 {
        return best;
    }
    alpha = alpha.max(best);
    let mut actions = Vec::new();
    position.legal_into(&mut actions);
    actions.retain(|&action| captures(position, action) > 0);
    actions.sort_by_key(|&action| -captures(position, action));
    for action in actions {
        if alpha >= beta {
            break;
        }
        let undo = position.make(action);
        let value = -quiesce(position, captures, material, (-beta, -alpha), depth - 1);
        position.unmake(action, undo);
        best = best.max(value);
        alpha = alpha.max(value);
    }
    best
}

/// How much material the action gives away, two plies and captures ahead, that another would keep.
fn hung<P: Position>(
    position: &P,
    chosen: P::Action,
    captures: &dyn Fn(&P, P::Action) -> i32,
    material: &dyn Fn(&P) -> i32,
    depth: u32,
) -> i32 {
    let mut actions = Vec::new();
    position.legal_into(&mut actions);
    let values = actions.into_iter().map(|action| {
        let mut after = position.clone();
        after.make(action);
        (action, -quiesce(&mut after, captures, material, (-1_000_000, 1_000_000), depth))
    });
    let values: Vec<_> = values.collect();
    let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
    let own =
        values.iter().find(|&&(action, _)| action == chosen).map_or(best, |&(_, value)| value);
    best.min(material(position)) - own
}

/// Plays random actions from the start.
fn scramble<G: Game>(mut game: G, plies: u32, dice: &mut Seeded) -> G {
    for _ in 0..plies {
        let Some(seat) = game.turn().seats().iter().next() else { break };
        let legal = game.legal(seat);
        let action = legal[dice.roll(legal.len() as u32) as usize];
        game.play(seat, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    }
    game
}

/// Of xiangqi's pieces.
mod river {
    use xiangqi::{Kind, Move, Position, Side};

    const fn value(kind: Kind) -> i32 {
        match kind {
            Kind::Chariot => 900,
            Kind::Cannon | Kind::Horse => 450,
            Kind::Advisor | Kind::Elephant => 200,
            Kind::Pawn => 100,
            Kind::General => 0,
        }
    }

    pub(super) fn captures(position: &Position, played: Move) -> i32 {
        position.piece_at(played.to).map_or(0, |piece| value(piece.kind))
    }

    pub(super) fn material(position: &Position) -> i32 {
        let sum = |side: Side| -> i32 {
            let kinds = Kind::ALL.iter();
            kinds.map(|&kind| value(kind) * position.pieces(side, kind).len() as i32).sum()
        };
        sum(position.side_to_move()) - sum(!position.side_to_move())
    }
}

#[test]
fn xiangqi() {
    use xiangqi::Xiangqi;
    for seed in 0..40 {
        let mut dice = Seeded::new(seed);
        let plies = 10 + dice.roll(50);
        let start = xiangqi::Position::start();
        let start = Xiangqi::from_position(xiangqi::Options::DEFAULT, start);
        let game = scramble(start, plies, &mut dice);
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(Observer::Seat(seat));
        let mut bot = XiangqiBot::new(Level::Hard);
        let choice =
            bot.choose(&view, game.history(), &Limits::of_nodes(NODES), &mut dice).unwrap();
        let hung = hung(game.position(), choice.action, &river::captures, &river::material, FAR);
        let case = format!("seed {seed}: {} {choice:?}", game.truth_text());
        assert!(hung < 400 || is_decided(choice.score), "{case} hangs {hung}");
    }
}

/// As everyone sees the board: where the other side's mole may be is a guess for anybody.
#[test]
fn undercover() {
    use undercover::{Action, Undercover};
    for seed in 0..40 {
        let mut dice = Seeded::new(seed);
        let plies = 10 + dice.roll(50);
        let game = scramble(Undercover::dealt(Default::default(), &mut dice), plies, &mut dice);
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(Observer::Seat(seat));
        let history = game.history().to_vec();
        let mut bot = UndercoverBot::new(Level::Hard);
        let choice = bot.choose(&view, &history, &Limits::of_nodes(8 * NODES), &mut dice).unwrap();
        let Action::Move(played) = choice.action else { continue };
        let hung = hung(view.board(), played, &river::captures, &river::material, FAR);
        let case = format!("seed {seed}: {view} {choice:?}");
        assert!(hung < 400 || is_decided(choice.score), "{case} hangs {hung}");
    }
}

/// In teams, where the sides of the two alternate.
#[test]
fn sifang() {
    use sifang::{Action, Kind, Move, Position, Sifang};
    let value = |kind| match kind {
        Kind::Marshal => 1_800,
        Kind::Tank | Kind::Battleship | Kind::Fighter | Kind::Artillery => 480,
        Kind::Cavalry => 340,
        Kind::Infantry => 160,
    };
    let captures = |position: &Position, played: Move| {
        position.board().at(played.to).map_or(0, |piece| value(piece.kind))
    };
    let material = |position: &Position| -> i32 {
        let mover = position.side_to_move();
        let counts = position.board().pieces().map(|(_, piece)| {
            let is_ours = position.mode().allied(mover, piece.side);
            if is_ours { value(piece.kind) } else { -value(piece.kind) }
        });
        counts.sum()
    };
    for seed in 0..30 {
        let mut dice = Seeded::new(seed);
        let plies = 10 + dice.roll(40);
        let game = scramble(Sifang::start(Default::default(), ()), plies, &mut dice);
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(Observer::Seat(seat));
        let mut bot = SifangBot::new(Level::Hard);
        let choice =
            bot.choose(&view, game.history(), &Limits::of_nodes(NODES), &mut dice).unwrap();
        let Action::Move(played) = choice.action else { panic!("a bot does not leave") };
        let hung = hung(game.position(), played, &captures, &material, 4);
        let case = format!("seed {seed}: {} {choice:?}", game.truth_text());
        assert!(hung < 340 || is_decided(choice.score), "{case} hangs {hung}");
    }
}

#[test]
fn banqi() {
    use banqi::{Action, Board, Kind, Position};
    let value = |kind: Kind| i32::from(kind.points());
    let captures = |position: &Position, action: Action| match action {
        Action::Flip(_) => 0,
        Action::Move(_, to) => position.board().piece(to).map_or(0, |piece| value(piece.kind)),
    };
    let material = |position: &Position| {
        let board: &Board = position.board();
        let mover = board.turn().unwrap();
        i32::from(board.score(mover)) - i32::from(board.score(mover.other()))
    };
    for seed in 0..40 {
        let mut dice = Seeded::new(seed);
        let options = "face-up-at-start=31".parse().unwrap();
        let plies = 1 + dice.roll(20);
        let start = Banqi::start(options, Banqi::deal(&options, &mut dice));
        let game = scramble(start, plies, &mut dice);
        let Turn::Seat(seat) = game.turn() else { continue };
        if !game.board().face_down().is_empty() || game.board().unseen() != &Bag::EMPTY {
            continue;
        }
        let view = game.view(Observer::Seat(seat));
        let mut bot = BanqiBot::new(Level::Hard);
        let choice =
            bot.choose(&view, game.history(), &Limits::of_nodes(NODES), &mut dice).unwrap();
        let position = Position::from_text(options, &game.truth_text()).unwrap();
        let hung = hung(&position, choice.action, &captures, &material, FAR);
        let case = format!("seed {seed}: {} {choice:?}", game.truth_text());
        assert!(hung < 5 || is_decided(choice.score), "{case} hangs {hung}");
    }
}
