use crate::{
    board::Board,
    numbers::Numbers,
    player::Player,
    program::{free_port, image},
    stack::{Stack, Way},
};
use anyhow::{Context, Result, ensure};
use std::{
    fmt,
    path::Path,
    time::{Duration, Instant},
};

/// Maximum number of plies for which a killed process stays away.
const MAX_AWAY_PLIES: usize = 12;
/// Probability of an illegal attempt before a ply, in percent.
const ATTEMPT_PERCENT: usize = 4;
/// Timeout for the arrival of all games after the last one.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(300);

/// What is played, and which processes fail.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of games.
    pub games: usize,
    /// Maximum number of plies per game.
    pub plies: usize,
    /// Number of power cuts of the board.
    pub cuts: usize,
    /// Number of kills of the bridge.
    pub bridge_kills: usize,
    /// Number of kills of the server.
    pub server_kills: usize,
    /// Number of kills of the broker, if there is one.
    pub broker_kills: usize,
    /// Connection between bridge and server.
    pub way: Way,
}

/// Result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of archived games that equal those played.
    pub games: usize,
    /// Number of their plies.
    pub plies: usize,
    /// Number of illegal attempts, each with its alarm in the archive.
    pub tries: usize,
    /// The doubts that the server has recorded, each with its game, ply and reason.
    pub doubts: Vec<String>,
    /// Number of power cuts.
    pub cuts: usize,
    /// Numbers of kills of bridge, server and broker.
    pub kills: [usize; 3],
    /// Duration of the run.
    pub took: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { games, plies, tries, doubts, cuts, kills: [bridge, server, broker], took } =
            self;
        let doubts = doubts.len();
        write!(
            f,
            "{games} games of {plies} plies and {tries} alarms, {cuts} power cuts, kills: {bridge} \
             of the bridge, {server} of the server, {broker} of the broker; nothing lost, nothing \
             doubled, {doubts} doubts; {:.1} s",
            took.as_secs_f64()
        )
    }
}

/// The moves and illegal attempts of a game.
#[derive(Default)]
struct Played {
    moves: Vec<String>,
    tries: usize,
}

/// Plays all games; the folder keeps the files of all processes.
///
/// # Errors
/// If a program fails, or the archive differs from the games played.
pub fn play(plan: &Plan, folder: &Path) -> Result<Report> {
    let began = Instant::now();
    let port = free_port()?;
    let mut board = Board::new(image()?, folder, port)?;
    let mut stack = Stack::start(folder, plan.way, port)?;
    let mut numbers = Numbers(plan.seed);
    let mut faults = Faults::new(plan, &mut numbers);
    let mut report = Report::default();
    let mut played = Vec::new();
    for game in 0..plan.games {
        let one = play_one(plan, &mut board, &mut stack, &mut numbers, &mut faults);
        played.push(one.with_context(|| format!("game {game}"))?);
    }
    stack.set_broker(true)?;
    stack.set_server(true)?;
    stack.set_bridge(true)?;
    wait_for_all(plan.games, &mut board, &stack)?;
    let archived = stack.games()?;
    ensure!(archived.len() == plan.games, "the archive has {} games", archived.len());
    for (game, (number, played)) in archived.into_iter().zip(&played).enumerate() {
        let (view, actions) = (stack.game(number)?, stack.record(number)?);
        ensure!(
            view.moves == played.moves,
            "game {game}: {:?}, not {:?}",
            view.moves,
            played.moves
        );
        ensure!(actions == played.moves, "game {game}'s file has {actions:?}");
        let alarms: usize = view.alarms.iter().map(|&count| usize::from(count)).sum();
        ensure!(alarms == played.tries, "game {game}: {alarms} alarms, {} tries", played.tries);
        ensure!(view.ended.is_some(), "game {game} does not end");
        report.games += 1;
        report.plies += actions.len();
        report.tries += alarms;
        let doubts = view.doubts.iter();
        report.doubts.extend(doubts.map(|doubt| {
            let played =
                doubt.ply.checked_sub(1).and_then(|ply| played.moves.get(usize::from(ply)));
            format!("game {game} ({number}), ply {} ({played:?}): {}", doubt.ply, doubt.why)
        }));
    }
    (report.cuts, report.kills) = (faults.cuts_done, faults.kills_done);
    report.took = began.elapsed();
    Ok(report)
}

fn play_one(
    plan: &Plan,
    board: &mut Board,
    stack: &mut Stack,
    numbers: &mut Numbers,
    faults: &mut Faults,
) -> Result<Played> {
    let mut played = Played::default();
    let mut player = Player::begin(board)?;
    for ply in 0..plan.plies {
        let legal = player.position().legal_moves();
        let Some(&chosen) = numbers.pick(&legal) else { return Ok(played) };
        faults.start_ply(stack, numbers)?;
        if numbers.chance(ATTEMPT_PERCENT) && player.try_illegal(numbers)? {
            played.tries += 1;
        }
        let cut = faults.cut().then(|| numbers.below(3));
        player.play(chosen, numbers.chance(50), cut).with_context(|| format!("ply {ply}"))?;
        played.moves.push(chosen.to_string());
    }
    player.resign()?;
    Ok(played)
}

/// Waits until the archive contains every game with its end. The board's time advances in real
/// time, so that it resends unacknowledged events.
fn wait_for_all(games: usize, board: &mut Board, stack: &Stack) -> Result<()> {
    let began = Instant::now();
    let mut waited_ms = 0;
    let mut ended = 0;
    loop {
        let now_ms = began.elapsed().as_millis() as u64;
        board.wait(now_ms - waited_ms)?;
        waited_ms = now_ms;
        let archived = stack.games()?;
        while ended < archived.len() && stack.game(archived[ended])?.ended.is_some() {
            ended += 1;
        }
        if ended >= games {
            return Ok(());
        }
        ensure!(
            began.elapsed() < ARRIVAL_TIMEOUT,
            "{ended} of {games} games have arrived to their end"
        );
    }
}

/// The plies at which processes fail, counted over all games.
struct Faults {
    ply: usize,
    cuts: Vec<usize>,
    cuts_done: usize,
    /// For bridge, server and broker.
    kills: [Vec<usize>; 3],
    kills_done: [usize; 3],
    back: [Option<usize>; 3],
}

impl Faults {
    fn new(plan: &Plan, numbers: &mut Numbers) -> Faults {
        // Not in the last tenth, because some games are shorter.
        let plies = plan.games * plan.plies * 9 / 10;
        let mut some = |count: usize| -> Vec<usize> {
            // One in each interval, so that they do not overlap.
            (0..count)
                .map(|i| {
                    plies * i / count
                        + numbers.below((plies / count).saturating_sub(MAX_AWAY_PLIES))
                        + 1
                })
                .collect()
        };
        let broker_kills = if plan.way == Way::Mqtt { plan.broker_kills } else { 0 };
        Faults {
            ply: 0,
            cuts: some(plan.cuts),
            cuts_done: 0,
            kills: [some(plan.bridge_kills), some(plan.server_kills), some(broker_kills)],
            kills_done: [0; 3],
            back: [None; 3],
        }
    }

    /// Starts the next ply: kills processes that are due, and restarts those whose time is over.
    fn start_ply(&mut self, stack: &mut Stack, numbers: &mut Numbers) -> Result<()> {
        self.ply += 1;
        let ply = self.ply;
        let switches = [Stack::set_bridge, Stack::set_server, Stack::set_broker];
        for (which, set) in switches.into_iter().enumerate() {
            if self.kills[which].contains(&ply) {
                set(stack, false)?;
                self.kills_done[which] += 1;
                self.back[which] = Some(ply + numbers.below(MAX_AWAY_PLIES));
            }
            if self.back[which].is_some_and(|back| ply >= back) {
                set(stack, true)?;
                self.back[which] = None;
            }
        }
        Ok(())
    }

    /// Whether the power fails during this ply.
    fn cut(&mut self) -> bool {
        let is_cut = self.cuts.contains(&self.ply);
        self.cuts_done += usize::from(is_cut);
        is_cut
    }
}
