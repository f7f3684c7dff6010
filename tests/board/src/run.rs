use crate::{
    board::Board,
    hands::Hands,
    numbers::Numbers,
    program::{free_port, image},
    stack::{Stack, Way},
};
use anyhow::{Context, Result, ensure};
use std::{
    fmt,
    path::Path,
    time::{Duration, Instant},
};

/// The most plies that something killed stays away.
const AWAY: usize = 12;
/// What percentage of plies are preceded by an illegal try.
const TRIES: usize = 4;
/// How long everything may take to arrive after the last game.
const ARRIVAL: Duration = Duration::from_secs(300);

/// What is played, and what fails meanwhile.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Everything follows from this.
    pub seed: u64,
    /// How many games.
    pub games: usize,
    /// The most plies of each.
    pub plies: usize,
    /// How often the board's power fails.
    pub cuts: usize,
    /// How often the bridge is killed.
    pub bridge_kills: usize,
    /// How often the server is.
    pub server_kills: usize,
    /// How often the broker is, if there is one.
    pub broker_kills: usize,
    /// How the bridge reaches the server.
    pub way: Way,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Games in the archive that are what was played.
    pub games: usize,
    /// Their plies.
    pub plies: usize,
    /// Illegal tries, each with its alarm in the archive.
    pub tries: usize,
    /// Plies that the server would have judged otherwise.
    pub doubts: usize,
    /// Power cuts.
    pub cuts: usize,
    /// Kills of bridge, server and broker.
    pub kills: [usize; 3],
    /// How long it took.
    pub took: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { games, plies, tries, doubts, cuts, kills: [bridge, server, broker], took } =
            self;
        write!(
            f,
            "{games} games of {plies} plies and {tries} alarms, {cuts} power cuts, kills: {bridge} \
             of the bridge, {server} of the server, {broker} of the broker; nothing lost, nothing \
             doubled, {doubts} doubts; {:.1} s",
            took.as_secs_f64()
        )
    }
}

/// What was played in a game.
#[derive(Default)]
struct Played {
    moves: Vec<String>,
    tries: usize,
}

/// Plays it all; what is left of the processes lies in the folder.
///
/// # Errors
/// When a program does not do its part, or the archive is not what was played.
pub fn play(plan: &Plan, folder: &Path) -> Result<Report> {
    let began = Instant::now();
    let port = free_port()?;
    let mut board = Board::new(image()?, folder, port)?;
    let mut stack = Stack::start(folder, plan.way, port)?;
    let mut numbers = Numbers(plan.seed);
    let mut mishaps = Mishaps::new(plan, &mut numbers);
    let mut report = Report::default();
    let mut played = Vec::new();
    for game in 0..plan.games {
        let one = play_one(plan, &mut board, &mut stack, &mut numbers, &mut mishaps);
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
        report.doubts += view.doubts.len();
    }
    (report.cuts, report.kills) = (mishaps.cuts_done, mishaps.kills_done);
    report.took = began.elapsed();
    Ok(report)
}

fn play_one(
    plan: &Plan,
    board: &mut Board,
    stack: &mut Stack,
    numbers: &mut Numbers,
    mishaps: &mut Mishaps,
) -> Result<Played> {
    let mut played = Played::default();
    let mut hands = Hands::begin(board)?;
    for ply in 0..plan.plies {
        let legal = hands.position().legal_moves();
        let Some(&chosen) = numbers.pick(&legal) else { return Ok(played) };
        mishaps.strike(stack, numbers)?;
        if numbers.chance(TRIES) && hands.try_illegal(numbers)? {
            played.tries += 1;
        }
        let cut = mishaps.cut().then(|| numbers.below(3));
        hands.play(chosen, numbers.chance(50), cut).with_context(|| format!("ply {ply}"))?;
        played.moves.push(chosen.to_string());
    }
    hands.resign()?;
    Ok(played)
}

/// Waits until the archive has every game to its end. The board's time goes on meanwhile as that of
/// the world does, so that it repeats what nobody heard.
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
        ensure!(began.elapsed() < ARRIVAL, "{ended} of {games} games have arrived to their end");
    }
}

/// What fails when: at which ply, counted over all games.
struct Mishaps {
    ply: usize,
    cuts: Vec<usize>,
    cuts_done: usize,
    /// Bridge, server, broker.
    kills: [Vec<usize>; 3],
    kills_done: [usize; 3],
    back: [Option<usize>; 3],
}

impl Mishaps {
    fn new(plan: &Plan, numbers: &mut Numbers) -> Mishaps {
        // Not to the very end: some games are shorter.
        let plies = plan.games * plan.plies * 9 / 10;
        let mut some = |count: usize| -> Vec<usize> {
            // One in each stretch, so that none falls upon another.
            (0..count)
                .map(|i| {
                    plies * i / count + numbers.below((plies / count).saturating_sub(AWAY)) + 1
                })
                .collect()
        };
        let broker_kills = if plan.way == Way::Mqtt { plan.broker_kills } else { 0 };
        Mishaps {
            ply: 0,
            cuts: some(plan.cuts),
            cuts_done: 0,
            kills: [some(plan.bridge_kills), some(plan.server_kills), some(broker_kills)],
            kills_done: [0; 3],
            back: [None; 3],
        }
    }

    /// The next ply: kills what is to be killed before it, and starts again what has been away long enough.
    fn strike(&mut self, stack: &mut Stack, numbers: &mut Numbers) -> Result<()> {
        self.ply += 1;
        let ply = self.ply;
        let switches = [Stack::set_bridge, Stack::set_server, Stack::set_broker];
        for (which, set) in switches.into_iter().enumerate() {
            if self.kills[which].contains(&ply) {
                set(stack, false)?;
                self.kills_done[which] += 1;
                self.back[which] = Some(ply + numbers.below(AWAY));
            }
            if self.back[which].is_some_and(|back| ply >= back) {
                set(stack, true)?;
                self.back[which] = None;
            }
        }
        Ok(())
    }

    /// Whether the power fails at this ply.
    fn cut(&mut self) -> bool {
        let is_cut = self.cuts.contains(&self.ply);
        self.cuts_done += usize::from(is_cut);
        is_cut
    }
}
