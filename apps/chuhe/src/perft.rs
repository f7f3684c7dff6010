//! `chuhe perft`.

use crate::terminal;
use anyhow::{Context, Result, bail};
use game::{Game, Position, View};
use games::Variant;

/// Maximum depth. Each ply uses stack, and no count of ten plies ends in reasonable time.
const DEEPEST: i64 = 64;

/// Arguments of `chuhe perft`.
#[derive(clap::Args)]
pub struct PerftArgs {
    /// The game: xiangqi, undercover, sifang or banqi
    #[arg(long, default_value = "xiangqi")]
    variant: String,
    /// Position text, or `start`
    #[arg(long, default_value = "start")]
    position: String,
    /// Options of the game
    #[arg(long, default_value = "")]
    options: String,
    /// Print the count below each first action
    #[arg(long)]
    divide: bool,
    /// Banqi: count an action once for each kind of piece that it may reveal
    #[arg(long)]
    chance: bool,
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    depth: u32,
}

/// Prints the counts; the last line is `nodes N`.
pub fn run(args: &PerftArgs) -> Result<()> {
    let variant: Variant = args.variant.parse()?;
    if args.chance && !variant.hides_pieces() {
        bail!("--chance works with banqi only");
    }
    match variant {
        Variant::Xiangqi => {
            let game: xiangqi::Xiangqi = read(args, variant)?;
            count(args, &game, game.position().clone(), xiangqi::perft)
        }
        Variant::Undercover => {
            let game: undercover::Undercover = read(args, variant)?;
            count(args, &game, game.position().clone(), undercover::perft)
        }
        Variant::Sifang => {
            let game: sifang::Sifang = read(args, variant)?;
            count(args, &game, game.position().clone(), sifang::perft)
        }
        Variant::Banqi if args.chance => count_chances(args),
        Variant::Banqi => {
            let game: banqi::Banqi = read(args, variant)?;
            count(args, &game, game.position().clone(), banqi::perft)
        }
    }
}

fn read<G: Game>(args: &PerftArgs, variant: Variant) -> Result<G> {
    let options: G::Options = args.options.parse().context("the options")?;
    if args.position != "start" {
        return G::from_text(options, &args.position).context("the position");
    }
    if variant.uses_seed() {
        bail!("{variant} has no standard start position: --position is required");
    }
    Ok(G::dealt(options, &mut NoDice))
}

/// Dice of games without chance.
struct NoDice;

impl game::Dice for NoDice {
    fn roll(&mut self, _: u32) -> u32 {
        0
    }
}

fn count<G, P>(args: &PerftArgs, game: &G, position: P, perft: fn(&P, u32) -> u64) -> Result<()>
where
    G: Game,
    P: Position<Action: std::fmt::Display>,
{
    // A finished game has no actions, even where the position has legal moves.
    if game.outcome().is_some() && args.depth > 0 {
        return Ok(terminal::print("nodes 0")?);
    }
    if !args.divide || args.depth == 0 {
        let nodes = perft(&position, args.depth);
        return Ok(terminal::print(format_args!("nodes {nodes}"))?);
    }
    let mut actions = Vec::new();
    position.legal_into(&mut actions);
    actions.sort_by_cached_key(ToString::to_string);
    let mut total = 0;
    for action in actions {
        let mut after = position.clone();
        after.make(action);
        let nodes = perft(&after, args.depth - 1);
        // Printed at once, because the next count may take long.
        terminal::print(format_args!("{action} {nodes}"))?;
        total += nodes;
    }
    Ok(terminal::print(format_args!("nodes {total}"))?)
}

/// Counts with hidden pieces unknown, `?` in the last field of the position.
fn count_chances(args: &PerftArgs) -> Result<()> {
    if args.divide {
        bail!("--chance and --divide exclude each other");
    }
    const START: &str = "********/********/********/******** - 0/0 0 0 ?";
    let text = if args.position == "start" { START } else { &args.position };
    let options: banqi::Options = args.options.parse().context("the options")?;
    let view = banqi::BanqiView::from_text(options, game::Observer::Spectator, text)
        .context("the position")?;
    let nodes = banqi::perft_chance(view.board(), args.depth);
    Ok(terminal::print(format_args!("nodes {nodes}"))?)
}
