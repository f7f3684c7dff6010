use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Task of the page's main thread. The page cannot respond during a task.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// Duration in milliseconds; on a busy machine this includes waiting.
    pub wall_ms: f64,
    /// Processor time in milliseconds.
    pub cpu_ms: f64,
    /// Parts of the task by the browser's names, with milliseconds, longest first.
    pub parts: Vec<(String, f64)>,
}

/// Marks that a page sets at the start and the end of a recording.
pub(crate) const BEGIN: &str = "the watch begins";
pub(crate) const END: &str = "the watch ends";

/// The browser's name of a task.
const TASK: &str = "RunTask";

/// The browser's name of a page's main thread.
const PAGE_THREAD: &str = "CrRendererMain";

/// Tasks between the two marks in the driver's log, on the thread that set them; `None` while the
/// log is incomplete.
pub(crate) fn watched(log: &[Value]) -> Option<Vec<Task>> {
    let events = log.iter().map(|entry| &entry["message"]["params"]);
    let thread = |event: &Value| Some((event["pid"].as_u64()?, event["tid"].as_u64()?));
    let pages: HashSet<_> = events
        .clone()
        .filter(|event| event["name"] == "thread_name" && event["args"]["name"] == PAGE_THREAD)
        .filter_map(thread)
        .collect();
    let mark = |name: &str| {
        let at = events.clone().find(|event| event["name"] == name)?;
        Some((thread(at).filter(|thread| pages.contains(thread))?, at["ts"].as_f64()?))
    };
    let (begin, end) = (mark(BEGIN)?, mark(END)?);
    let mut spans: Vec<Span> = events
        .filter(|event| thread(event) == Some(begin.0))
        .filter_map(Span::of)
        .filter(|span| begin.1 < span.begin && span.begin < end.1)
        .collect();
    // Outer events come before inner ones.
    spans.sort_by(|a, b| a.begin.total_cmp(&b.begin).then(b.end.total_cmp(&a.end)));
    let starts: Vec<usize> = (0..spans.len()).filter(|&at| spans[at].name == TASK).collect();
    let ends = starts.iter().skip(1).copied().chain([spans.len()]);
    Some(starts.iter().zip(ends).map(|(&start, end)| task(&spans[start..end])).collect())
}

/// Trace event, with times in microseconds.
struct Span {
    name: String,
    begin: f64,
    end: f64,
    cpu: f64,
}

impl Span {
    fn of(event: &Value) -> Option<Span> {
        let begin = event["ts"].as_f64()?;
        Some(Span {
            name: event["name"].as_str()?.to_owned(),
            begin,
            end: begin + event["dur"].as_f64()?,
            cpu: event["tdur"].as_f64()?,
        })
    }
}

/// The first task, with the events inside it.
fn task(spans: &[Span]) -> Task {
    let whole = &spans[0];
    let mut parts: HashMap<&str, f64> = HashMap::new();
    let mut around: Vec<&Span> = Vec::new();
    for span in spans.iter().filter(|span| span.end <= whole.end) {
        around.retain(|outer| span.begin < outer.end);
        *parts.entry(&span.name).or_default() += span.cpu;
        if let Some(outer) = around.last() {
            *parts.entry(&outer.name).or_default() -= span.cpu;
        }
        around.push(span);
    }
    let mut parts: Vec<(String, f64)> =
        parts.into_iter().map(|(name, micros)| (name.to_owned(), micros / 1000.0)).collect();
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    Task { wall_ms: (whole.end - whole.begin) / 1000.0, cpu_ms: whole.cpu / 1000.0, parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn entry(name: &str, thread: u64, ts: f64, tdur: f64) -> Value {
        let event = json!({
            "name": name, "pid": 1, "tid": thread, "ts": ts, "dur": 2.0 * tdur, "tdur": tdur,
        });
        json!({ "message": { "method": "Tracing.dataCollected", "params": event } })
    }

    #[test]
    fn only_the_page_and_only_the_watch_count() {
        let mut log = vec![
            entry(TASK, 1, 10.0, 90_000.0),
            entry(BEGIN, 1, 200_000.0, 0.0),
            entry(TASK, 1, 300_000.0, 7_000.0),
            entry(TASK, 2, 300_000.0, 80_000.0),
            entry("Layout", 1, 301_000.0, 5_000.0),
            entry("Style", 1, 302_000.0, 2_000.0),
            entry(END, 1, 400_000.0, 0.0),
            entry(TASK, 1, 500_000.0, 70_000.0),
        ];
        assert_eq!(watched(&log), None);
        let name = json!({
            "name": "thread_name", "pid": 1, "tid": 1, "args": { "name": PAGE_THREAD },
        });
        log.push(json!({ "message": { "params": name } }));
        let parts = [("Layout", 3.0), (TASK, 2.0), ("Style", 2.0)];
        let mut tasks = watched(&log).expect("all of the watch");
        tasks[0].parts.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let parts = parts.map(|(name, ms)| (name.to_owned(), ms)).to_vec();
        assert_eq!(tasks, [Task { wall_ms: 14.0, cpu_ms: 7.0, parts }]);
    }
}
