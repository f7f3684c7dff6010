use crate::{
    event::{Answer, Event},
    report::{Line, Report},
    root::{Root, XiangqiGame},
    settings::Settings,
    signals::Signals,
    spending::Spending,
};
use bots::{
    AnyBot, Info, Level, Limits, Lines, Progress,
    xiangqi::{Engine, MateProof, prove_mate},
};
use games::{AnyAction, Variant};
use std::{
    num::NonZero,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender},
    },
    thread,
};
use xiangqi::Move;

/// Requests to the searching thread.
pub(crate) enum Job {
    Search(Box<Task>),
    /// Clear all tables.
    Clear,
    /// Allocate the tables, so that no search waits for them, and report it.
    Prepare(Box<Settings>),
}

/// A search request.
pub(crate) struct Task {
    /// Number of the search, which distinguishes answers.
    pub(crate) number: u64,
    /// Seed of the random numbers.
    pub(crate) seed: u64,
    pub(crate) root: Root,
    /// The moves to choose from: all legal ones, or fewer.
    pub(crate) allowed: Vec<AnyAction>,
    pub(crate) spending: Spending,
    pub(crate) settings: Settings,
    pub(crate) signals: Arc<Signals>,
}

/// Processes jobs until the sender is dropped.
pub(crate) fn think(jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let mut thinker = Thinker::default();
    for job in jobs {
        match job {
            Job::Clear => thinker.clear(),
            Job::Prepare(settings) => {
                thinker.prepare(&settings, events);
                if events.send(Event::Ready).is_err() {
                    return;
                }
            }
            Job::Search(task) => {
                let answer = thinker.search(&task, events);
                if events.send(Event::Answer(task.number, answer)).is_err() {
                    return;
                }
            }
        }
    }
}

/// Maximum share of a move's time for growing tables.
const GROWING_SHARE: u32 = 10;

/// Table size in MiB that is used if the requested one cannot be allocated.
const MIN_HASH: usize = 1;

/// More threads than cores would delay each other, including the one that checks the clock.
fn threads_for(wanted: u32, at_a_time: usize) -> usize {
    (wanted as usize).clamp(1, at_a_time.max(1))
}

/// The players with what they remember of the game.
#[derive(Default)]
struct Thinker {
    engine: Option<Engine>,
    /// Requested table size and threads.
    size: (u32, u32),
    bot: Option<(Variant, Level, AnyBot)>,
}

impl Thinker {
    fn clear(&mut self) {
        self.bot = None;
        if let Some(engine) = &mut self.engine {
            engine.clear_hash();
        }
    }

    fn prepare(&mut self, settings: &Settings, events: &SyncSender<Event>) {
        if settings.variant == Variant::Xiangqi && settings.level == Level::Top {
            self.engine(settings, events).grow_table(&|| true);
        }
    }

    /// The xiangqi engine with the configured tables, which may still have to grow, or minimal ones
    /// if there is not enough memory; with the configured number of threads, limited to the number
    /// of cores.
    fn engine(&mut self, settings: &Settings, events: &SyncSender<Event>) -> &mut Engine {
        let size = (settings.hash, settings.threads);
        if self.size != size {
            // The old tables are freed before new ones are allocated.
            self.engine = None;
            self.size = size;
        }
        let hash = size.0 as usize;
        self.engine.get_or_insert_with(|| {
            // If the number of cores is unknown, the requested number is used.
            let at_a_time = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
            let threads = threads_for(size.1, at_a_time);
            if threads < size.1 as usize {
                let problem =
                    format!("Threads: the machine runs {threads} at a time, so many search");
                let _ = events.send(Event::Problem(problem));
            }
            Engine::try_new(hash, threads).unwrap_or_else(|| {
                let problem = format!("Hash: there is no room for {hash} MiB, it is {MIN_HASH}");
                let _ = events.send(Event::Problem(problem));
                Engine::new(MIN_HASH, threads)
            })
        })
    }

    fn search(&mut self, task: &Task, events: &SyncSender<Event>) -> Answer {
        let time = task.spending.time;
        let signals = &task.signals;
        let stop =
            || signals.is_stopped() || time.is_some_and(|time| signals.own_time() >= time.hard);
        let enough = |progress: &Progress| {
            time.is_some_and(|time| time.is_enough(signals.own_time(), progress))
        };
        let Spending { nodes, depth, mate, .. } = task.spending;
        let limits = Limits { nodes, depth, mate, stop: &stop, enough: &enough };
        let answer = match (&task.root.xiangqi, task.settings.level) {
            (Some(_), _) if task.root.legal.is_empty() => Some(mated(task)),
            _ if task.allowed.is_empty() => None,
            (Some(game), Level::Top) => match prove(task, game, &limits) {
                Some(MateProof::Mate(line)) => Some(proven(task, &line)),
                Some(MateProof::NoMate) => {
                    let moves = mate.unwrap_or_default();
                    let _ = events.send(Event::Problem(format!("no mate in {moves}")));
                    let limits = limits.to_depth(REFUTED_DEPTH);
                    self.search_xiangqi(task, game, &limits, events)
                }
                Some(MateProof::Unknown) | None => self.search_xiangqi(task, game, &limits, events),
            },
            _ => self.ask_bot(task, &limits),
        };
        answer.unwrap_or_else(|| Answer {
            action: task.allowed.first().copied(),
            ponder: None,
            report: None,
        })
    }

    fn search_xiangqi(
        &mut self,
        task: &Task,
        game: &XiangqiGame,
        limits: &Limits<'_>,
        events: &SyncSender<Event>,
    ) -> Option<Answer> {
        let multi_pv = task.settings.multi_pv as usize;
        let engine = self.engine(&task.settings, events);
        let most = task.spending.time.map(|time| time.hard / GROWING_SHARE);
        let is_early = || most.is_none_or(|most| task.signals.elapsed() < most);
        engine.grow_table(&|| !(limits.stop)() && is_early());
        engine.set_network(task.settings.network.clone());
        engine.set_options(game.options);
        engine.set_position(game.start.clone(), &game.moves).ok()?;
        if task.allowed.len() < task.root.legal.len() {
            engine.set_search_moves(&moves(&task.allowed));
        }
        let wanted = multi_pv.min(task.allowed.len());
        let mut report: Option<Report> = None;
        let found = engine.lines(limits, wanted, &mut |info| {
            let report = merge(&mut report, info, task);
            if report.lines.len() >= wanted {
                // A full queue loses nothing: the next report says more.
                let _ = events.try_send(Event::Report(task.number, report.clone()));
            }
        })?;
        let best = &found.lines.first()?.actions;
        Some(Answer {
            action: best.first().copied().map(AnyAction::Xiangqi),
            ponder: best.get(1).copied().map(AnyAction::Xiangqi),
            report: Some(last_report(report, &found, task)),
        })
    }

    fn ask_bot(&mut self, task: &Task, limits: &Limits<'_>) -> Option<Answer> {
        let (variant, level) = (task.root.view.variant(), task.settings.level);
        if !matches!(self.bot, Some((was, at, _)) if (was, at) == (variant, level)) {
            self.bot = None;
        }
        let (_, _, bot) =
            self.bot.get_or_insert_with(|| (variant, level, AnyBot::new(variant, level)));
        let mut dice = bots::Seeded::new(task.seed);
        let choice = bot.choose(&task.root.view, &task.root.history, limits, &mut dice)?;
        if !task.allowed.contains(&choice.action) {
            return None;
        }
        let line = Line { score: choice.score, moves: vec![choice.action.to_string()] };
        let report = Report {
            nodes: choice.nodes,
            time: task.signals.elapsed(),
            lines: vec![line],
            ..Report::default()
        };
        Some(Answer { action: Some(choice.action), ponder: None, report: Some(report) })
    }
}

/// Maximum number of positions for a proof of a mate. Without a proof the usual search looks for it.
const PROOF_NODES: u64 = 5_000_000;

/// Depth of the search for a move once there is no mate.
const REFUTED_DEPTH: u8 = 8;

/// Proves or refutes the mate that is asked for, if all moves are allowed. `None` if none is.
fn prove(task: &Task, game: &XiangqiGame, limits: &Limits<'_>) -> Option<MateProof> {
    let moves = task.spending.mate?;
    if task.allowed.len() < task.root.legal.len() {
        return None;
    }
    let mut position = game.start.clone();
    for &played in &game.moves {
        position.make(played);
    }
    let most = PROOF_NODES.min(limits.nodes);
    Some(prove_mate(&position, moves.into(), &mut |nodes| nodes < most && !(limits.stop)()))
}

/// The answer with a proven mate.
fn proven(task: &Task, line: &[Move]) -> Answer {
    let score = search::WIN - line.len() as search::Score;
    let report = Report {
        depth: Some(line.len() as u32),
        time: task.signals.elapsed(),
        lines: vec![Line { score, moves: texts(line) }],
        ..Report::default()
    };
    let action = |at: usize| line.get(at).copied().map(AnyAction::Xiangqi);
    Answer { action: action(0), ponder: action(1), report: Some(report) }
}

/// A side without moves has lost in xiangqi, in check or not.
fn mated(task: &Task) -> Answer {
    let lost = Line { score: -search::WIN, moves: Vec::new() };
    let time = task.signals.elapsed();
    let report = Report { depth: Some(0), time, lines: vec![lost], ..Report::default() };
    Answer { action: None, ponder: None, report: Some(report) }
}

fn moves(actions: &[AnyAction]) -> Vec<Move> {
    let of_xiangqi = |action: &AnyAction| match action {
        AnyAction::Xiangqi(played) => Some(*played),
        AnyAction::Undercover(_) | AnyAction::Sifang(_) | AnyAction::Banqi(_) => None,
    };
    actions.iter().filter_map(of_xiangqi).collect()
}

/// Adds a line to a depth's report. The first line begins a new report.
fn merge<'a>(report: &'a mut Option<Report>, info: &Info<Move>, task: &Task) -> &'a Report {
    let report = report.get_or_insert_default();
    if info.multi_pv <= 1 {
        report.lines.clear();
    }
    report.depth = Some(info.depth.into());
    report.selective_depth = Some(info.seldepth.into());
    report.hash_full = Some(info.hashfull.into());
    report.nodes = info.nodes;
    report.time = task.signals.elapsed();
    report.lines.push(Line { score: info.score, moves: texts(&info.pv) });
    report
}

/// The final report. An interrupted depth may have found a better move.
fn last_report(report: Option<Report>, found: &Lines<Move>, task: &Task) -> Report {
    let line = |found: &bots::Line<Move>| Line { score: found.score, moves: texts(&found.actions) };
    Report {
        depth: Some(found.depth.into()),
        nodes: found.nodes,
        time: task.signals.elapsed(),
        lines: found.lines.iter().map(line).collect(),
        ..report.unwrap_or_default()
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_search_than_run_at_a_time() {
        let table = [
            (1, 1, 1),
            (256, 2, 2),
            (2, 2, 2),
            (3, 8, 3),
            (256, usize::MAX, 256),
            (0, 4, 1),
            (5, 0, 1),
        ];
        for (wanted, at_a_time, expected) in table {
            assert_eq!(threads_for(wanted, at_a_time), expected, "{wanted} on {at_a_time}");
        }
    }
}
