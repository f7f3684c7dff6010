//! Whoever runs the table.
use crate::{app::App, session::Session};
use leptos::prelude::*;
use protocol::TablePlan;

pub(crate) fn think(_scope: &web_sys::DedicatedWorkerGlobalScope) {}
pub(crate) fn has_local_game() -> bool { false }
pub(crate) fn open_local(_app: App, _plan: TablePlan) -> Result<(), String> { Ok(()) }
pub(crate) fn resume_local(_app: App, session: Session) -> bool {
    let snapshot = serde_json::from_str(r#"{"n":1,"variant":"xiangqi","options":"","clock":"10+5","training":false,"you":0,"commitment":"","start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1","history":[{"seat":0,"done":"h2e2"},{"seat":1,"done":"h9g7"}],"state":{"position":"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2","turn":{"phase":"seat","seat":0},"check":false,"clocks":{"left_ms":[590000,601000],"periods":[0,0],"running":0},"seats":[{"letter":"w","name":"Ann","taken":true},{"letter":"b","name":"medium","level":"medium","taken":true}]}}"#).unwrap();
    session.show(ui_model::TableModel::new(snapshot).unwrap());
    session.seats.set(vec![0]);
    session.link.set(crate::session::Link::Live);
    true
}
pub(crate) async fn open_remote(_app: App, _plan: TablePlan) -> Result<String, String> { Err("no".into()) }
pub(crate) fn enter_remote(_app: App, _session: Session, _id: String) {}
