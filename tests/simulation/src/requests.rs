//! Valid messages and requests, which the fuzzing clients mutate.

use crate::{board::BOARD, cluster::ARBITER};
use boardlink::{Body, Button, Event, ToHost};
use commit_reveal::Salt;
use protocol::{ClaimSeat, CorrectSmartBoard, Correction, Created};
use smart_boards::{MAC_HEADER, Post};

/// A valid request.
pub(crate) struct Known {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) header: (&'static str, String),
    pub(crate) body: String,
}

pub(crate) const OPEN: &str = concat!(
    r#"{"plan":{"variant":"VARIANT","options":"","clock":"CLOCK","setup_seconds":0,"#,
    r#""seats":[{"kind":"host"},{"kind":"open"}],"start":null,"training":false,"rated":false},"#,
    r#""name":"Hanna"}"#
);
pub(crate) const JOIN: &str = r#"{"name":"Guest","seat":1}"#;

/// The salt of all clients.
const SALT: &str = "11111111111111111111111111111111";

/// Messages that a page can send; `#` is the command's id, `&` the seat.
pub(crate) fn commands(variant: &str) -> Vec<String> {
    let command = |command: &str| {
        format!(r##"{{"type":"do","id":"#","expect":9999,"seat":&,"command":{command}}}"##)
    };
    let actions: &[&str] = match variant {
        "banqi" => &["a1", "b2", "c3", "d4", "e1", "f2", "g3", "h4", "a1a2", "b2b3", "h4h3"],
        "undercover" => &["mole:random", "mole:-", "h2e2", "h9g7", "h0g2", "b9c7", "@e6", "@c3"],
        _ => &["h2e2", "h9g7", "h0g2", "b9c7", "a0a1", "i9h9", "i0i1", "a9a8", "e2e6", "d9e8"],
    };
    let commitment =
        SALT.parse().map_or_else(|_| String::new(), |salt: Salt| salt.commitment().to_string());
    let commitment = format!(r#"{{"do":"commit-salt","commitment":"{commitment}"}}"#);
    let act = |action: &&str| command(&format!(r#"{{"do":"act","action":"{action}"}}"#));
    let others = [
        command(r#"{"do":"offer","offer":{"kind":"draw"}}"#),
        command(r#"{"do":"offer","offer":{"kind":"takeback","plies":1}}"#),
        command(r#"{"do":"offer","offer":{"kind":"rematch"}}"#),
        command(r#"{"do":"answer","yes":false}"#),
        command(r#"{"do":"undo","plies":2}"#),
        command(r#"{"do":"peek","square":"a1"}"#),
        command(&commitment),
        command(&format!(r#"{{"do":"reveal-salt","salt":"{SALT}"}}"#)),
        r#"{"type":"ping"}"#.to_owned(),
        r#"{"type":"hello","token":"","last":3}"#.to_owned(),
    ];
    actions.iter().map(act).chain(others).collect()
}

/// HTTP requests. None signs in, because password hashing uses other threads.
pub(crate) fn requests(created: &Created) -> Vec<Known> {
    let table = format!("/api/tables/{}", created.table);
    let board = format!("/api/boards/{BOARD}");
    let post = |path: &str, header: (&'static str, &str), body: &str| Known {
        method: "POST",
        path: path.to_owned(),
        header: (header.0, header.1.to_owned()),
        body: body.to_owned(),
    };
    let get = |path: String| Known { method: "GET", ..post(&path, ANY, "") };
    let arbiter = format!("Bearer {ARBITER}");
    let arbiter = ("authorization", arbiter.as_str());
    let token = format!("Bearer {}", created.token);
    let messages = format!("{board}/messages");
    let what = Correction::Result { winner: None };
    let correction =
        CorrectSmartBoard { game: 1, by: "Arbiter".into(), what, why: "they agreed".into() };
    let claim = ClaimSeat { game: 1, side: "w".into() };
    let mut all = vec![
        get(table.clone()),
        Known { method: "GET", ..post(&format!("{table}/record"), ("authorization", &token), "") },
        get(format!("{table}/record.chuhe")),
        get("/api/seeks".to_owned()),
        get("/api/ranking/xiangqi/classical".to_owned()),
        get("/api/archive?limit=5".to_owned()),
        get(format!("{board}/games/1/record.pgn")),
        post(&format!("{table}/join"), ANY, JOIN),
        post("/api/boards", arbiter, &format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#)),
        post(&format!("{board}/corrections"), arbiter, &text_of(&correction)),
        post(&format!("{board}/claims"), ANY, &text_of(&claim)),
    ];
    for variant in ["xiangqi", "undercover", "banqi"] {
        let open = OPEN.replace("VARIANT", variant).replace("CLOCK", "none");
        all.push(post("/api/tables", ANY, &open));
        all.push(post("/api/seeks", ANY, &open));
    }
    all.extend(posts().iter().map(|body| post(&messages, (MAC_HEADER, ""), body)));
    all
}

fn text_of(request: &impl serde::Serialize) -> String {
    serde_json::to_string(request).unwrap_or_default()
}

const ANY: (&str, &str) = ("accept", "*/*");
/// Posts of a bridge.
fn posts() -> Vec<String> {
    let event = |seq, body| ToHost::Event(Event { game: 1, seq, at_ms: seq, body });
    let pressed = Body::Pressed { button: Button::RedClock };
    let messages = [
        vec![event(0, Body::Setup { settings: Default::default() }), event(1, Body::Restored)],
        vec![event(2, pressed), event(3, Body::TakenBack { plies: 1 })],
        vec![ToHost::Lost { game: 1, from: 0, to: 3 }],
        vec![ToHost::Seen {
            game: 1,
            events: 4,
            number: 1,
            at_ms: 5,
            ranks: [511, 0, 130, 341, 0, 0, 341, 130, 0, 511],
        }],
    ];
    let post = |(n, messages)| text_of(&Post { n, nonce: None, messages });
    (1..).zip(messages).map(post).collect()
}
