use crate::{
    limits::Limits,
    report::{Line, Report},
    root::Root,
    serve::Event,
    signals::Signals,
};
use bots::{AnyBot, Budget, Level};
use games::{AnyAction, Variant};
use std::sync::{
    Arc,
    mpsc::{Receiver, SyncSender},
};

/// What the thread that thinks is asked to do.
pub(crate) enum Job {
    Search(Box<Task>),
    /// Forget everything.
    Clear,
}

/// A search.
pub(crate) struct Task {
    /// Counts searches, so that an answer can be told from an earlier one's.
    pub(crate) number: u64,
    pub(crate) root: Root,
    pub(crate) limits: Limits,
    pub(crate) level: Level,
    pub(crate) signals: Arc<Signals>,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) action: Option<AnyAction>,
    pub(crate) ponder: Option<AnyAction>,
    pub(crate) report: Option<Report>,
}

/// Does one job after another until nobody gives any.
pub(crate) fn think(jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let mut player: Option<(Variant, Level, AnyBot)> = None;
    for job in jobs {
        match job {
            Job::Clear => player = None,
            Job::Search(task) => {
                let (variant, level) = (task.root.view.variant(), task.level);
                if !matches!(player, Some((was, at, _)) if (was, at) == (variant, level)) {
                    player = None;
                }
                let (_, _, bot) =
                    player.get_or_insert_with(|| (variant, level, AnyBot::new(variant, level)));
                let answer = search(bot, &task);
                if events.send(Event::Answer(task.number, answer)).is_err() {
                    return;
                }
            }
        }
    }
}

fn search(bot: &mut AnyBot, task: &Task) -> Answer {
    let Task { root, limits, signals, .. } = task;
    let stop =
        || signals.is_stopped() || limits.time.is_some_and(|time| signals.own_time() >= time.soft);
    let budget = Budget::until(&stop).within(limits.nodes).to_depth(limits.depth);
    let mut dice = bots::arena::Seeded::new(task.number);
    let choice = bot.choose(&root.view, &root.told, &budget, &mut dice);
    let Some(choice) = choice else {
        return Answer { action: root.legal.first().copied(), ponder: None, report: None };
    };
    let line = Line { score: choice.score, moves: vec![choice.action.to_string()] };
    let (nodes, time) = (choice.nodes, signals.elapsed());
    let report = Report { depth: 1, nodes, time, lines: vec![line] };
    Answer { action: Some(choice.action), ponder: None, report: Some(report) }
}
