use serde_json::Value;
use std::collections::HashSet;

/// One task of the thread on which a page runs: while it lasts the page answers nobody.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Task {
    /// From its beginning to its end, in milliseconds: on a busy machine some of it is waiting.
    pub wall_ms: f64,
    /// What the processor has done for it, in milliseconds.
    pub cpu_ms: f64,
}

/// The marks that a page sets where the watch begins and where it ends.
pub(crate) const BEGIN: &str = "the watch begins";
pub(crate) const END: &str = "the watch ends";

/// What the browser calls a task.
const TASK: &str = "RunTask";

/// What the browser calls the thread of a page.
const PAGE_THREAD: &str = "CrRendererMain";

/// The tasks between the two marks among the entries of the driver's log, on the thread that set
/// them; `None` while the log does not hold all of it.
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
    let ms = |micros: &Value| micros.as_f64().map(|micros| micros / 1000.0);
    let is_watched = |event: &Value| {
        let at = event["ts"].as_f64().unwrap_or_default();
        event["name"] == TASK && thread(event) == Some(begin.0) && begin.1 < at && at < end.1
    };
    let task =
        |event: &Value| Some(Task { wall_ms: ms(&event["dur"])?, cpu_ms: ms(&event["tdur"])? });
    Some(events.filter(|event| is_watched(event)).filter_map(task).collect())
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
            entry(BEGIN, 1, 20.0, 0.0),
            entry(TASK, 1, 30.0, 7_000.0),
            entry(TASK, 2, 30.0, 80_000.0),
            entry("Layout", 1, 31.0, 5_000.0),
            entry(END, 1, 40.0, 0.0),
            entry(TASK, 1, 50.0, 70_000.0),
        ];
        assert_eq!(watched(&log), None);
        let name = json!({
            "name": "thread_name", "pid": 1, "tid": 1, "args": { "name": PAGE_THREAD },
        });
        log.push(json!({ "message": { "params": name } }));
        assert_eq!(watched(&log), Some(vec![Task { wall_ms: 14.0, cpu_ms: 7.0 }]));
    }
}
