//! Accounts over HTTP.

mod common;

use common::{PASSWORD, TestEnv, TestServer};
use std::sync::atomic::Ordering;

/// Requests `GET /api/account` with these headers.
async fn who(server: &TestServer, headers: &str) -> String {
    let (status, body) = server.http("GET", "/api/account", "", headers).await;
    assert_eq!(status, 200, "{body}");
    body
}

fn credentials(name: &str, password: &str) -> String {
    serde_json::json!({ "name": name, "password": password }).to_string()
}

async fn sign_in(server: &TestServer, name: &str, password: &str, headers: &str) -> String {
    server.exchange("POST", "/api/session", &credentials(name, password), headers).await
}

#[tokio::test]
async fn an_account_from_its_beginning_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    assert_eq!(who(&server, "").await, "null");
    let first = server.register("Ada").await;
    assert_eq!(who(&server, &first).await, r#"{"name":"Ada"}"#);

    // Signing in again, in another case, ends the current session.
    let reply = sign_in(&server, "aDA", PASSWORD, &first).await;
    let second = server.cookie(&reply).expect(&reply);
    assert_ne!(first, second);
    assert_eq!(who(&server, &first).await, "null", "a token from before signing in");
    assert_eq!(who(&server, &second).await, r#"{"name":"Ada"}"#);
    assert!(reply.contains("cache-control: no-store"), "{reply}");

    // A new password ends all other sessions, and the old password is rejected.
    let elsewhere = server.cookie(&sign_in(&server, "Ada", PASSWORD, "").await).unwrap();
    let change = |old: &str| format!(r#"{{"old":"{old}","new":"quite another"}}"#);
    let put = async |old: &str, headers: &str| {
        server.http("PUT", "/api/account/password", &change(old), headers).await.0
    };
    assert_eq!(put("a wrong one", &second).await, 401);
    assert_eq!(put(PASSWORD, "").await, 401);
    assert_eq!(who(&server, &elsewhere).await, r#"{"name":"Ada"}"#);
    assert_eq!(put(PASSWORD, &second).await, 204);
    assert_eq!(who(&server, &elsewhere).await, "null");
    assert_eq!(who(&server, &second).await, r#"{"name":"Ada"}"#);
    assert!(sign_in(&server, "Ada", PASSWORD, "").await.starts_with("HTTP/1.1 401"));
    let third = server.cookie(&sign_in(&server, "Ada", "quite another", "").await).unwrap();

    // Sessions survive a restart; they end by signing out or after half a year.
    drop(server);
    let server = TestServer::start(folder.path(), env.clone()).await;
    let here = |headers: &str| {
        let cookie = headers.lines().next().unwrap_or_default();
        format!("{cookie}\r\norigin: http://{}\r\n", server.address)
    };
    assert_eq!(who(&server, &here(&third)).await, r#"{"name":"Ada"}"#);
    let reply = server.exchange("DELETE", "/api/session", "", &here(&third)).await;
    assert!(reply.starts_with("HTTP/1.1 204") && reply.contains("Max-Age=0"), "{reply}");
    assert_eq!(who(&server, &here(&third)).await, "null");
    assert_eq!(who(&server, &here(&second)).await, r#"{"name":"Ada"}"#);
    env.now.fetch_add(183 * 24 * 3_600_000, Ordering::SeqCst);
    assert_eq!(who(&server, &here(&second)).await, "null");
}

/// A player sees the devices of the account and signs out on one; others cannot.
#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let first = server.register("Ada").await;
    env.now.fetch_add(1_000, Ordering::SeqCst);
    let second = server.cookie(&sign_in(&server, "Ada", PASSWORD, "").await).unwrap();
    let bo = server.register("Bo").await;
    let list = async |headers: &str| {
        let (status, body) = server.http("GET", "/api/account/sessions", "", headers).await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str::<Vec<protocol::SignedInDevice>>(&body).unwrap()
    };
    let found = list(&second).await;
    assert_eq!(found.iter().map(|device| device.is_this).collect::<Vec<_>>(), [true, false]);
    assert_eq!(found[0].since_ms.0 - found[1].since_ms.0, 1_000);
    let end = async |id: &str, headers: &str| {
        let path = format!("/api/account/sessions/{id}");
        server.http("DELETE", &path, "", headers).await
    };
    let other = found[1].id.clone();
    assert_eq!(list(&bo).await.len(), 1);
    for (id, headers, status, code) in [
        (other.as_str(), "", 401, "sign-in"),
        (&other, &bo, 404, "no-session"),
        ("absent", &second, 404, "no-session"),
        ("%F0%9F", &second, 400, "request"),
    ] {
        let (found, body) = end(id, headers).await;
        assert_eq!(found, status, "{id}: {body}");
        assert!(body.contains(code), "{id}: {body}");
    }
    assert_eq!(end(&other, &second).await.0, 204);
    assert_eq!(who(&server, &first).await, "null");
    assert_eq!(who(&server, &second).await, r#"{"name":"Ada"}"#);
    assert_eq!(list(&second).await.len(), 1);
}

/// The operator's link sets a new password once, in time, for its player.
#[tokio::test]
async fn a_reset_link_works_once() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let session = server.register("Ada Ä").await;
    let options = store::SqliteOptions::new(&store::DataFolder::database(folder.path()));
    let link = async |name: &str, hours: u64| {
        let key = server::account_key(name);
        let player = store::account_in_file(&options, &key).await.unwrap().unwrap();
        let until_ms = protocol::UnixMs(env.now.load(Ordering::SeqCst) + hours * 3_600_000);
        server::reset_link("https://club.example/", &player, until_ms)
    };
    let first = link("ada ä", 1).await;
    let (address, code) = first.split_once('#').unwrap();
    assert_eq!(address, "https://club.example/account/reset/Ada%20%C3%84");
    let reset = async |name: &str, code: &str, password: &str| {
        let body = serde_json::json!({ "name": name, "code": code, "password": password });
        server.exchange("POST", "/api/account/reset", &body.to_string(), "").await
    };
    for (name, code, password, status, reason) in [
        ("Ada Ä", code, "short", 422, "password"),
        ("Ada Ä", "", "a new password", 403, "reset-link"),
        ("Ada Ä", &code.replace('0', "1"), "a new password", 403, "reset-link"),
        ("Absent", code, "a new password", 403, "reset-link"),
        (&"x".repeat(5_000), code, "a new password", 403, "reset-link"),
    ] {
        let reply = reset(name, code, password).await;
        assert!(reply.starts_with(&format!("HTTP/1.1 {status}")), "{reply}");
        assert!(reply.contains(reason), "{reply}");
    }
    let reply = reset("ada Ä", code, "a new password").await;
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    let new = server.cookie(&reply).expect("signed in");
    assert_eq!(who(&server, &session).await, "null", "all other sessions end");
    assert_eq!(who(&server, &new).await, r#"{"name":"Ada Ä"}"#);
    let again = reset("Ada Ä", code, "a third password").await;
    assert!(again.starts_with("HTTP/1.1 403"), "{again}");
    assert!(sign_in(&server, "Ada Ä", "a new password", "").await.starts_with("HTTP/1.1 200"));
    let late = link("Ada Ä", 1).await;
    env.now.fetch_add(3_600_000, Ordering::SeqCst);
    let (_, code) = late.split_once('#').unwrap();
    assert!(reset("Ada Ä", code, "a third password").await.starts_with("HTTP/1.1 403"));
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let ada = server.register("Ada").await;
    let cookie = ada.lines().next().unwrap();
    let evil = format!("{cookie}\r\norigin: http://evil.example\r\n");
    let unnamed = format!("{cookie}\r\n");
    let long = "x".repeat(129);
    let good = credentials("Bo", PASSWORD);
    for (method, path, body, headers, status, code) in [
        ("POST", "/api/account", credentials("ADA", PASSWORD), "", 409, "name-taken"),
        ("POST", "/api/account", credentials("", PASSWORD), "", 422, "name"),
        ("POST", "/api/account", credentials("a\u{202e}b", PASSWORD), "", 422, "name"),
        ("POST", "/api/account", credentials("Ada\u{fe0f}", PASSWORD), "", 422, "name"),
        ("POST", "/api/account", credentials("\u{3164}", PASSWORD), "", 422, "name"),
        ("POST", "/api/account", credentials(&"n".repeat(25), PASSWORD), "", 422, "name"),
        ("POST", "/api/account", credentials("../etc", PASSWORD), "", 422, "name-characters"),
        ("POST", "/api/account", credentials("undefined", PASSWORD), "", 409, "name-reserved"),
        ("POST", "/api/account", credentials("Bo", "1234567"), "", 422, "password"),
        ("POST", "/api/account", credentials("Bo", &long), "", 422, "password"),
        ("POST", "/api/account", r#"{"name":"Bo","password":12345}"#.into(), "", 422, "json"),
        ("POST", "/api/account", "{".into(), "", 400, "json"),
        ("POST", "/api/session", credentials("Ada", "wrong wrong"), "", 401, "password"),
        ("POST", "/api/session", credentials("Absent", PASSWORD), "", 401, "password"),
        ("POST", "/api/session", credentials("Ada", &"x".repeat(5_000)), "", 401, "password"),
        ("POST", "/api/session", credentials("Ada", &"x".repeat(9_000)), "", 413, "too-large"),
        // Pages of other sites, and requests without an origin, cannot use the cookie.
        ("POST", "/api/account", good.clone(), evil.as_str(), 403, "origin"),
        ("POST", "/api/session", good.clone(), evil.as_str(), 403, "origin"),
        ("DELETE", "/api/session", String::new(), evil.as_str(), 403, "origin"),
        ("DELETE", "/api/session", String::new(), unnamed.as_str(), 403, "origin"),
        ("PUT", "/api/account/password", "{}".into(), evil.as_str(), 403, "origin"),
        ("POST", "/api/tables", "{}".into(), unnamed.as_str(), 403, "origin"),
    ] {
        let (found, reply) = server.http(method, path, &body, headers).await;
        assert_eq!(found, status, "{method} {path} {body:.60}: {reply}");
        assert!(reply.contains(&format!("\"code\":\"{code}\"")), "{path} {body:.60}: {reply}");
        assert!(!reply.contains("12345") && !reply.contains(PASSWORD), "repeated: {reply}");
    }
    assert_eq!(who(&server, &ada).await, r#"{"name":"Ada"}"#, "still signed in");
    for cookie in ["chuhe=0000", "chuhe=", "chuhe", "chuhe=%00;chuhe", "__Host-chuhe=x"] {
        assert_eq!(who(&server, &format!("cookie: {cookie}\r\n")).await, "null", "{cookie}");
    }
}

/// A request with two session cookies counts as signed out, as either may have been planted by
/// another host. Signing out ends both sessions.
#[tokio::test]
async fn two_sessions_in_one_request_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    let value = |headers: &str| {
        let cookies = headers.lines().find_map(|line| line.strip_prefix("cookie: ")).unwrap();
        let session = cookies.split("; ").find(|cookie| cookie.starts_with("chuhe="));
        session.unwrap().to_owned()
    };
    let (ada, bo) = (value(&ada), value(&bo));
    let here =
        |cookies: &str| format!("cookie: {cookies}\r\norigin: http://{}\r\n", server.address);
    for (cookies, expected) in [
        (format!("{ada}; {ada}"), r#"{"name":"Ada"}"#),
        (format!("{ada}; chuhe="), r#"{"name":"Ada"}"#),
        (format!("{ada}; {bo}"), "null"),
        (format!("{bo}; {ada}"), "null"),
        (format!("{ada}\r\ncookie: {bo}"), "null"),
        (format!("{ada}; chuhe=planted"), "null"),
    ] {
        assert_eq!(who(&server, &here(&cookies)).await, expected, "{cookies}");
    }
    // A page of another site cannot use them either.
    let evil = format!("cookie: {ada}; {bo}\r\norigin: http://evil.example\r\n");
    let (status, reply) = server.http("DELETE", "/api/session", "", &evil).await;
    assert_eq!(status, 403, "{reply}");
    let (status, _) =
        server.http("DELETE", "/api/session", "", &here(&format!("{ada}; {bo}"))).await;
    assert_eq!(status, 204);
    for session in [ada, bo] {
        assert_eq!(who(&server, &here(&session)).await, "null");
    }
}

/// Of two simultaneous registrations of a name, one succeeds.
#[tokio::test]
async fn a_name_is_given_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let (one, other) = (credentials("Ada", PASSWORD), credentials("ada", PASSWORD));
    let (one, other) = tokio::join!(
        server.http("POST", "/api/account", &one, ""),
        server.http("POST", "/api/account", &other, ""),
    );
    let mut answers = [one.0, other.0];
    answers.sort_unstable();
    assert_eq!(answers, [201, 409]);
}

#[tokio::test]
async fn by_https_the_cookie_is_secure() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let https = "x-forwarded-proto: https\r\n";
    let body = credentials("Ada", PASSWORD);
    let reply = server.exchange("POST", "/api/account", &body, https).await;
    assert!(reply.contains("set-cookie: __Host-chuhe="), "{reply}");
    assert!(reply.contains("; HttpOnly; SameSite=Lax; Secure"), "{reply}");
    let headers = server.cookie(&reply).unwrap();
    assert_eq!(who(&server, &format!("{headers}{https}")).await, r#"{"name":"Ada"}"#);
    assert_eq!(who(&server, &headers).await, "null", "a secure cookie on a plain way");
}

/// Headers of clients that are not trusted proxies are ignored.
#[tokio::test]
async fn headers_of_clients_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    for (name, header) in
        [("Ada", "x-forwarded-proto: https"), ("Bo", "forwarded: for=192.0.2.1;proto=https")]
    {
        let body = credentials(name, PASSWORD);
        let reply = server.exchange("POST", "/api/account", &body, &format!("{header}\r\n")).await;
        assert!(reply.contains("set-cookie: chuhe=") && !reply.contains("Secure"), "{reply}");
    }
}

/// Password tries of other clients do not lock a player out on a device with an earlier sign-in.
/// Tries on that device are limited, too, and a new password makes it unknown.
#[tokio::test]
async fn tries_of_others_do_not_lock_a_known_device() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start_behind_proxy(folder.path(), TestEnv::new()).await;
    let from = |address: &str| format!("x-forwarded-for: {address}\r\n");
    let origin = format!("origin: http://{}\r\n", server.address);
    let reply = sign_in_or_register(&server, "/api/account", PASSWORD, &from("192.0.2.1")).await;
    let session = server.cookie(&reply).unwrap();
    let device = |reply: &str| {
        let cookie = reply.lines().find_map(|line| line.strip_prefix("set-cookie: chuhe-device="));
        let (proof, _) = cookie.expect(reply).split_once(';').unwrap();
        format!("cookie: chuhe-device={proof}\r\n{origin}")
    };
    let known = device(&reply) + &from("192.0.2.1");
    let try_from = async |headers: &str, password: &str| {
        let reply = sign_in_or_register(&server, "/api/session", password, headers).await;
        (reply.split(' ').nth(1).unwrap().to_owned(), reply)
    };
    // The other client has the same address.
    let mut answers = Vec::new();
    for _ in 0..21 {
        answers.push(try_from(&from("192.0.2.1"), "wrong wrong").await.0);
    }
    assert_eq!(answers.iter().filter(|answer| *answer == "401").count(), 20, "{answers:?}");
    assert_eq!(try_from(&from("192.0.2.1"), PASSWORD).await.0, "429");
    assert_eq!(try_from(&from("192.0.2.2"), PASSWORD).await.0, "200");
    assert_eq!(try_from(&known, PASSWORD).await.0, "200");
    let forged = known.replace("chuhe-device=", "chuhe-device=0");
    assert_eq!(try_from(&forged, PASSWORD).await.0, "429");
    // A known device does not bypass the limit.
    for _ in 0..19 {
        assert_eq!(try_from(&known, "wrong wrong").await.0, "401");
    }
    assert_eq!(try_from(&known, PASSWORD).await.0, "429");
    let change = format!(r#"{{"old":"{PASSWORD}","new":"quite another"}}"#);
    let reply = server.exchange("PUT", "/api/account/password", &change, &session).await;
    assert!(reply.starts_with("HTTP/1.1 204"), "{reply}");
    let renewed = device(&reply) + &from("192.0.2.1");
    assert_eq!(try_from(&renewed, "quite another").await.0, "200");
    assert_eq!(try_from(&known, "quite another").await.0, "429");
}

/// Signs in as Ada with this password, or registers her.
async fn sign_in_or_register(
    server: &TestServer,
    path: &str,
    password: &str,
    headers: &str,
) -> String {
    server.exchange("POST", path, &credentials("Ada", password), headers).await
}

/// A wrong password and an unknown name give the same error; after some tries even the right
/// password is rejected.
#[tokio::test]
async fn trying_passwords_leads_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    server.register("Ada").await;
    let attempt = async |name: &str| {
        server.http("POST", "/api/session", &credentials(name, "wrong wrong"), "").await
    };
    for _ in 0..5 {
        let known = attempt("Ada").await;
        assert_eq!(known, attempt("Absent").await);
        assert_eq!(known.0, 401);
    }
    let mut last = 401;
    for _ in 0..30 {
        last = attempt("Ada").await.0;
        if last == 429 {
            break;
        }
    }
    assert_eq!(last, 429);
    let (status, _) = server.http("POST", "/api/session", &credentials("ADA", PASSWORD), "").await;
    assert_eq!(status, 429, "another case is the same name");
    // Impossible names are not counted, and get the same error.
    let wrong = attempt("Absent too").await;
    for _ in 0..60 {
        assert_eq!(attempt(&"n".repeat(25)).await, wrong);
    }
}
