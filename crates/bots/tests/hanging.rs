//! The strongest level leaves no piece to a capture that a two-ply search sees, except for sound
//! sacrifices. From level 5 on no level leaves a chariot.

use banqi::{Bag, Banqi};
use bots::{BanqiBot, Bot, Level, Limits, Seeded, SifangBot, UndercoverBot, XiangqiBot};
use game::{Dice, Game, Observer, Position, Turn};
use search::is_decided;

/// Nodes for each choice: a fraction of what a second permits.
const NODES: u64 = 20_000;

/// The levels that must not lose a chariot.
const CAREFUL: [Level; 4] = [Level::Five, Level::Six, Level::Seven, Level::Eight];

/// All captures are followed.
const FAR: u32 = 64;

/// Material after the best captures for the side to move. An independent implementation, so that
/// the bots' search does not verify itself.
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

/// Material lost by the action within two plies and captures, compared with the best action.
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

/// Xiangqi material.
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
        let mut bot = XiangqiBot::new(Level::Top);
        let choice =
            bot.choose(&view, game.history(), &Limits::of_nodes(NODES), &mut dice).unwrap();
        let hung = hung(game.position(), choice.action, &river::captures, &river::material, FAR);
        let case = format!("seed {seed}: {} {choice:?}", game.truth_text());
        // A sacrifice is accepted if a search with ten times the nodes finds nothing better by a
        // pawn. For this the bot is trusted.
        let mut is_sound = || {
            let more = Limits::of_nodes(10 * NODES);
            let best = bot.choose(&view, game.history(), &more, &mut dice).unwrap().score;
            let own = bot.value(&view, game.history(), choice.action, &more).unwrap();
            own > best - 100
        };
        let is_fine = hung < 400 || is_decided(choice.score) || is_sound();
        assert!(is_fine, "{case} hangs {hung}");
    }
}

/// Positions in which a chariot is attacked, can capture a protected piece, or is the only piece.
const CHARIOTS: [&str; 8] = [
    // Attacked by a pawn, by a horse, by a cannon over a screen, by a chariot.
    "4k4/9/4b4/9/2p6/2R6/9/4B4/9/3K5 w - - 0 1",
    "3ak4/9/4bn3/9/4R4/9/9/4B4/4A4/3K5 w - - 0 1",
    "4kc3/4a4/4ba3/9/9/5R3/9/4B4/4A4/3K5 w - - 0 1",
    "2bakr3/4a4/9/9/5R3/9/4P4/4B4/4A4/3K5 w - - 0 1",
    // Protected pawns within reach.
    "2bakab2/9/2n1c1n2/p1p1p1p1p/9/R8/P1P1P1P1P/2N1C1N2/9/2BAKAB1R w - - 0 9",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3",
    "1rbakab1r/9/1cn3n1c/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 w - - 0 8",
    // Two against many.
    "2bakab2/4n4/2n1c4/pR2p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/9/2BAKABR1 w - - 0 14",
];

#[test]
fn careful_levels_hang_no_chariot() {
    use xiangqi::{Options, Position, Xiangqi};
    let table =
        CHARIOTS.map(|fen| Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}")));
    let mut games = table.map(|start| Xiangqi::from_position(Options::DEFAULT, start)).to_vec();
    for seed in 0..24 {
        let mut dice = Seeded::new(100 + seed);
        let plies = 10 + dice.roll(50);
        let start = Xiangqi::from_position(Options::DEFAULT, Position::start());
        games.push(scramble(start, plies, &mut dice));
    }
    for game in games {
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(Observer::Seat(seat));
        for (level, seed) in CAREFUL.into_iter().flat_map(|level| [1, 2, 3].map(|s| (level, s))) {
            let mut bot = XiangqiBot::new(level);
            let limits = Limits::of_nodes(NODES);
            let choice =
                bot.choose(&view, game.history(), &limits, &mut Seeded::new(seed)).unwrap();
            let hung =
                hung(game.position(), choice.action, &river::captures, &river::material, FAR);
            let case = format!("{level}, seed {seed}: {} {choice:?}", game.truth_text());
            assert!(hung < 800 || is_decided(choice.score), "{case} hangs {hung}");
        }
    }
}

/// A game in which level 6 likes the best move less than others, because the same cannon goes behind
/// its own pieces. The chariot can take a horse that a chariot protects.
const DISLIKED: &str = "炮八平五 炮８平５ 马八进七 马８进７ 车九平八 车９平８ 车八进七 车８进７ 车八退三 \
                        车８进１ 车八进四 士６进５ 仕六进五 卒７进１ 兵七进一 卒１进１ 炮五平六 马７进６";

/// A move that the search rejects is not played where people dislike the best move.
#[test]
fn a_disliked_move_is_not_replaced_by_a_rejected_one() {
    use xiangqi::{Options, Position, Xiangqi};
    let mut game = Xiangqi::from_position(Options::DEFAULT, Position::start());
    for text in DISLIKED.split_whitespace() {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        let played = xiangqi::notation::read(game.position(), text).expect("a move");
        game.play(seat, played).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    let view = game.view(Observer::Seat(seat));
    let mut bot = XiangqiBot::new(Level::Six);
    let limits = Limits::of_nodes(NODES);
    for seed in 0..200 {
        let choice = bot.choose(&view, game.history(), &limits, &mut Seeded::new(seed)).unwrap();
        assert_ne!(choice.action.to_string(), "b8b9", "seed {seed}");
    }
}

/// As all players see the board; the position of the opponent's mole is unknown.
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
        for level in CAREFUL.into_iter().chain([Level::Top]) {
            let mut bot = UndercoverBot::new(level);
            let limits = Limits::of_nodes(8 * NODES);
            let choice = bot.choose(&view, &history, &limits, &mut dice).unwrap();
            let Action::Move(played) = choice.action else { continue };
            let hung = hung(view.board(), played, &river::captures, &river::material, FAR);
            let most = if level == Level::Top { 400 } else { 800 };
            let case = format!("{level}, seed {seed}: {view} {choice:?}");
            assert!(hung < most || is_decided(choice.score), "{case} hangs {hung}");
        }
    }
}

/// In teams, where the sides of the two teams alternate.
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
        for level in CAREFUL.into_iter().chain([Level::Top]) {
            let mut bot = SifangBot::new(level);
            let choice =
                bot.choose(&view, game.history(), &Limits::of_nodes(NODES), &mut dice).unwrap();
            let Action::Move(played) = choice.action else { panic!("a bot does not leave") };
            let hung = hung(game.position(), played, &captures, &material, 4);
            let most = if level == Level::Top { 340 } else { 480 };
            let case = format!("{level}, seed {seed}: {} {choice:?}", game.truth_text());
            assert!(hung < most || is_decided(choice.score), "{case} hangs {hung}");
        }
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
        let mut bot = BanqiBot::new(Level::Top);
        let choice =
            bot.choose(&view, game.history(), &Limits::of_nodes(NODES), &mut dice).unwrap();
        let position = Position::from_text(options, &game.truth_text()).unwrap();
        let hung = hung(&position, choice.action, &captures, &material, FAR);
        let case = format!("seed {seed}: {} {choice:?}", game.truth_text());
        assert!(hung < 5 || is_decided(choice.score), "{case} hangs {hung}");
    }
}
