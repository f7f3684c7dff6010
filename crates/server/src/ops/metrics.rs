//! Prometheus metrics for the operator: sums over all tables and players. They contain no table,
//! player, address or text, and nothing about a single game.

use game::Refusal;
use games::Variant;
use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use std::{fmt, time::Duration};

/// Label with its value; both are constants and never come from clients.
type Label = [(&'static str, &'static str); 1];

/// Buckets of the commit durations, in seconds.
const COMMIT_SECONDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0, 10.0];

/// All metrics and their registry.
pub(crate) struct Metrics {
    registry: Registry,
    opened: Family<Label, Counter>,
    finished: Family<Label, Counter>,
    commands: Family<Label, Counter>,
    commits: Family<Label, Counter>,
    commit_time: Histogram,
    requests: Family<Label, Counter>,
    pub(crate) turned_away: Counter,
    pub(crate) hints_sent: Counter,
    pub(crate) hints_heard: Counter,
    pub(crate) deadlines_claimed: Counter,
    pub(crate) mails: MailCounts,
    now: Census,
}

/// Numbers of messages to players.
#[derive(Clone, Default)]
pub(crate) struct MailCounts {
    /// Messages that the mail server has taken.
    pub(crate) sent: Counter,
    /// Messages that were refused or given up.
    pub(crate) failed: Counter,
}

/// Values of a server at one time.
pub(crate) struct Readout {
    /// Tables in memory.
    pub(crate) tables: usize,
    pub(crate) viewers: usize,
    /// Seeks of this server; `None` if they are in the store, see [`Metrics::waiting`].
    pub(crate) seeks: Option<usize>,
    /// Waiting searches.
    pub(crate) thinkers: usize,
    /// Whether no commit was possible for a while.
    pub(crate) is_stalled: bool,
    /// Whether there are hints and none arrive.
    pub(crate) are_hints_away: bool,
}

/// Gauges that are set when the metrics are read.
#[derive(Default)]
struct Census {
    awake: Gauge,
    viewers: Gauge,
    seeks: Gauge,
    thinkers: Gauge,
    stalled: Gauge,
    hints_away: Gauge,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("chuhe"),
            opened: Family::default(),
            finished: Family::default(),
            commands: Family::default(),
            commits: Family::default(),
            commit_time: Histogram::new(COMMIT_SECONDS),
            requests: Family::default(),
            turned_away: Counter::default(),
            hints_sent: Counter::default(),
            hints_heard: Counter::default(),
            deadlines_claimed: Counter::default(),
            mails: MailCounts::default(),
            now: Census::default(),
        };
        metrics.register();
        // Metrics start at 0, so that the first increase is visible.
        for variant in Variant::ALL {
            let of_variant = variant_label(variant);
            drop(metrics.opened.get_or_create(&of_variant));
            drop(metrics.finished.get_or_create(&of_variant));
        }
        for class in STATUS_CLASSES {
            drop(metrics.requests.get_or_create(&[("status", class)]));
        }
        for outcome in [DONE, REFUSED] {
            drop(metrics.commands.get_or_create(&outcome));
        }
        for outcome in [DONE, REFUSED, OVERTAKEN] {
            drop(metrics.commits.get_or_create(&outcome));
        }
        metrics
    }

    fn register(&mut self) {
        let version = [("version", env!("CARGO_PKG_VERSION"))];
        let build = Family::<Label, Gauge>::default();
        build.get_or_create(&version).set(1);
        let registry = &mut self.registry;
        let Census { awake, viewers, seeks, thinkers, stalled, hints_away } = &self.now;
        registry.register("build", "The version that runs, always 1", build);
        registry.register("tables_opened", "Tables opened, by game", self.opened.clone());
        registry.register("games_finished", "Games that ended, by game", self.finished.clone());
        registry.register(
            "commands",
            "What players sent, by what came of it",
            self.commands.clone(),
        );
        registry.register(
            "commits",
            "Changes of tables, by what became of them; `overtaken` where another server was first",
            self.commits.clone(),
        );
        let commit_time = self.commit_time.clone();
        let about = "From a change's decision until it was known what became of it";
        registry.register_with_unit("commit", about, Unit::Seconds, commit_time);
        registry.register(
            "http_requests",
            "Requests answered, by the class of their status",
            self.requests.clone(),
        );
        let turned_away = self.turned_away.clone();
        registry.register("turned_away", "Requests by who asked too often", turned_away);
        registry.register("hints_sent", "Hints to other servers", self.hints_sent.clone());
        registry.register(
            "hints_heard",
            "Hints heard, of this server too",
            self.hints_heard.clone(),
        );
        let about = "Deadlines taken on from the servers of one store";
        registry.register("deadlines_claimed", about, self.deadlines_claimed.clone());
        let MailCounts { sent, failed } = self.mails.clone();
        registry.register("mails_sent", "Messages that the mail server has taken", sent);
        registry.register("mails_failed", "Messages that were refused or given up", failed);
        registry.register("tables_awake", "Tables in memory", awake.clone());
        registry.register("viewers", "Sockets that look on at tables", viewers.clone());
        registry.register(
            "seeks",
            "Tables that wait for any opponent; of several servers on one store each tells all of them",
            seeks.clone(),
        );
        let about = "Computers that wait for a free thread to think on";
        registry.register("thinkers_waiting", about, thinkers.clone());
        let about = "1 while nothing can be stored and the clocks stand";
        registry.register("stalled", about, stalled.clone());
        let about = "1 while hints are to be heard and none are: NATS is away from this server";
        registry.register("hints_away", about, hints_away.clone());
    }

    pub(crate) fn opened(&self, variant: Variant) {
        self.opened.get_or_create(&variant_label(variant)).inc();
    }

    pub(crate) fn finished(&self, variant: Variant) {
        self.finished.get_or_create(&variant_label(variant)).inc();
    }

    /// Counts an answered command.
    pub(crate) fn answered(&self, result: &Result<(), Refusal>) {
        let outcome = if result.is_ok() { &DONE } else { &REFUSED };
        self.commands.get_or_create(outcome).inc();
    }

    /// Counts a finished commit.
    pub(crate) fn appended(&self, outcome: &'static str, took: Duration) {
        self.commits.get_or_create(&[("outcome", outcome)]).inc();
        self.commit_time.observe(took.as_secs_f64());
    }

    /// Sets the number of seeks of all servers, as last read.
    pub(crate) fn waiting(&self, seeks: usize) {
        self.now.seeks.set(seeks as i64);
    }

    /// Number of events that cast doubt on the store: rejected commits, and requests with a server
    /// error.
    pub(crate) fn doubts(&self) -> u64 {
        let errors = self.requests.get_or_create(&[("status", "5xx")]).get();
        self.commits.get_or_create(&REFUSED).get() + errors
    }

    /// Counts a response.
    pub(crate) fn replied(&self, status: u16) {
        let class = STATUS_CLASSES[usize::from(status / 100).clamp(1, 5) - 1];
        self.requests.get_or_create(&[("status", class)]).inc();
    }

    /// Metrics in text form, with current values.
    ///
    /// # Errors
    /// Never: the text is written to a string.
    pub(crate) fn text(&self, read: &Readout) -> Result<String, fmt::Error> {
        let Census { awake, viewers, seeks, thinkers, stalled, hints_away } = &self.now;
        awake.set(read.tables as i64);
        viewers.set(read.viewers as i64);
        if let Some(waiting) = read.seeks {
            seeks.set(waiting as i64);
        }
        thinkers.set(read.thinkers as i64);
        stalled.set(read.is_stalled.into());
        hints_away.set(read.are_hints_away.into());
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

const STATUS_CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const DONE: Label = [("outcome", "done")];
const REFUSED: Label = [("outcome", "refused")];
const OVERTAKEN: Label = [("outcome", "overtaken")];

fn variant_label(variant: Variant) -> Label {
    [("game", variant.as_str())]
}
