//! Mail addresses of accounts, and links for a new password by mail.

mod common;

use commit_reveal::SigningKey;
use common::{
    ARBITER, PASSWORD, TestEnv, TestServer,
    mailbox::{Mailbox, Manner},
};
use server::{Config, MailServer};
use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use store::{DataFolder, SqliteOptions, SqliteStore};

const SITE: &str = "https://club.example/";
const MAIL: &str = "Ada+chess@club.example";

/// A server that sends its mail to a mail server.
async fn start(folder: &Path, env: Arc<TestEnv>, url: &str) -> TestServer {
    start_behind(folder, env, url, &[]).await
}

/// The same behind proxies.
async fn start_behind(folder: &Path, env: Arc<TestEnv>, url: &str, proxies: &[&str]) -> TestServer {
    let mail = MailServer::new(url, "楚河 <chuhe@club.example>", SITE).unwrap();
    let store = SqliteStore::open(&DataFolder::database(folder)).await.unwrap();
    let config = Config::system(Vec::new(), ARBITER.into(), SigningKey::from_bytes([5; 32]));
    let trusted_proxies = proxies.iter().map(|proxy| server::network(proxy).unwrap()).collect();
    let config = Config { env, trusted_proxies, mail: Some(Arc::new(mail)), ..config };
    TestServer::start_as(Arc::new(store), config).await
}

async fn forgot(server: &TestServer, name: &str, headers: &str) -> String {
    let body = serde_json::json!({ "name": name, "language": "en" });
    server.exchange("POST", "/api/account/forgot", &body.to_string(), headers).await
}

async fn change(server: &TestServer, mail: &str, password: &str, headers: &str) -> (u16, String) {
    let body = serde_json::json!({ "address": mail, "password": password, "language": "en" });
    server.http("PUT", "/api/account/mail", &body.to_string(), headers).await
}

async fn confirm(server: &TestServer, code: &str, headers: &str) -> (u16, String) {
    let body = serde_json::json!({ "code": code }).to_string();
    server.http("POST", "/api/account/mail/confirm", &body, headers).await
}

async fn reset(server: &TestServer, name: &str, code: &str, password: &str) -> String {
    let body = serde_json::json!({ "name": name, "code": code, "password": password });
    server.exchange("POST", "/api/account/reset", &body.to_string(), "").await
}

async fn status(server: &TestServer, headers: &str) -> String {
    let (status, body) = server.http("GET", "/api/account/mail", "", headers).await;
    assert_eq!(status, 200, "{body}");
    body
}

/// Gives an account a confirmed address. `number` is that of the next message.
async fn set(server: &TestServer, mailbox: &Mailbox, headers: &str, mail: &str, number: usize) {
    let (status, body) = change(server, mail, PASSWORD, headers).await;
    assert_eq!(status, 202, "{body}");
    let link = mailbox.mail(number).await;
    assert_eq!(confirm(server, link.code(), headers).await.0, 204);
}

/// Time for messages that must not be sent. A slow machine may miss one, and never sees one that is
/// not there.
async fn settle() {
    tokio::time::sleep(Duration::from_millis(300)).await;
}

#[tokio::test]
async fn a_password_is_reset_by_mail() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let mailbox = Mailbox::open(Manner::Takes).await;
    let server = start(folder.path(), env.clone(), &mailbox.url).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    assert_eq!(status(&server, &ada).await, r#"{"offered":true}"#);

    for (mail, password, headers, expected, code) in [
        (MAIL, PASSWORD, "", 401, "sign-in"),
        (MAIL, "a wrong one", ada.as_str(), 401, "old-password"),
        ("ada@club.example\r\nBcc: bo@club.example", PASSWORD, &ada, 422, "mail-character"),
        ("adä@club.example", PASSWORD, &ada, 422, "mail-character"),
        ("ada", PASSWORD, &ada, 422, "mail-at"),
        ("ada@club", PASSWORD, &ada, 422, "mail-domain"),
        (&"x".repeat(5_000), PASSWORD, &ada, 422, "mail-long"),
    ] {
        let (found, body) = change(&server, mail, password, headers).await;
        assert_eq!(found, expected, "{mail:.60}: {body}");
        assert!(body.contains(&format!("\"code\":\"{code}\"")), "{mail:.60}: {body}");
    }

    // The address counts when its link is opened, by the account that it is for.
    assert_eq!(change(&server, &format!(" {MAIL} "), PASSWORD, &ada).await.0, 202);
    let link = mailbox.mail(0).await;
    assert_eq!(link.to, [MAIL]);
    assert!(link.text.contains("Subject: Confirm your mail address for club.example\n"));
    assert!(link.link().starts_with("https://club.example/account/mail#"), "{}", link.link());
    assert_eq!(status(&server, &ada).await, r#"{"offered":true}"#);
    assert!(forgot(&server, "Ada", "").await.starts_with("HTTP/1.1 202"));
    for (code, headers, expected, reason) in [
        (link.code(), "", 401, "sign-in"),
        (link.code(), bo.as_str(), 403, "mail-link"),
        (&link.code().replace('0', "1"), &ada, 403, "mail-link"),
        ("", &ada, 403, "mail-link"),
        (link.code(), &ada, 204, ""),
        // Opened twice.
        (link.code(), &ada, 204, ""),
    ] {
        let (found, body) = confirm(&server, code, headers).await;
        assert_eq!(found, expected, "{body}");
        assert!(body.contains(reason), "{body}");
    }
    let shown = r#"{"offered":true,"address":"A…@club.example"}"#;
    assert_eq!(status(&server, &ada).await, shown);
    assert_eq!(status(&server, &bo).await, r#"{"offered":true}"#);
    assert_eq!(status(&server, "").await, r#"{"offered":true}"#);
    for path in ["/api/account", "/api/players/Ada", "/api/players?begins=a"] {
        let (_, body) = server.http("GET", path, "", &bo).await;
        assert!(!body.contains("chess@") && !body.contains("…@"), "{path}: {body}");
    }

    // The name in another case, and the address.
    for (number, name) in [(1, "aDA"), (2, "ada+CHESS@club.example")] {
        assert!(forgot(&server, name, "").await.starts_with("HTTP/1.1 202"));
        let mail = mailbox.mail(number).await;
        assert_eq!(mail.to, [MAIL], "{name}");
        assert!(mail.text.contains("Subject: New password for club.example\n"), "{}", mail.text);
        assert!(mail.text.contains("account Ada on https://club.example."), "{}", mail.text);
        assert!(mail.link().starts_with("https://club.example/account/reset/Ada#"));
    }
    let code = mailbox.mail(1).await.code().to_owned();
    let reply = reset(&server, "Ada", &code, "a new password").await;
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    let new = server.cookie(&reply).expect("signed in");
    assert_eq!(status(&server, &new).await, shown);
    assert_eq!(status(&server, &ada).await, r#"{"offered":true}"#, "other sessions end");
    // Once, and the earlier link of the same time neither.
    for number in [1, 2] {
        let code = mailbox.mail(number).await.code().to_owned();
        let again = reset(&server, "Ada", &code, "a third password").await;
        assert!(again.starts_with("HTTP/1.1 403"), "{again}");
    }
    let body = serde_json::json!({ "name": "Ada", "password": "a new password" }).to_string();
    assert_eq!(server.http("POST", "/api/session", &body, "").await.0, 200);

    // Within an hour.
    assert!(forgot(&server, "Ada", "").await.starts_with("HTTP/1.1 202"));
    let late = mailbox.mail(3).await;
    env.now.fetch_add(3_600_000, Ordering::SeqCst);
    assert!(reset(&server, "Ada", late.code(), PASSWORD).await.starts_with("HTTP/1.1 403"));

    // A removed address gets the last message.
    let remove = async |password: &str, headers: &str| {
        let body = serde_json::json!({ "password": password, "language": "vi" }).to_string();
        server.http("POST", "/api/account/mail/remove", &body, headers).await.0
    };
    assert_eq!(remove("a wrong one", &new).await, 401);
    assert_eq!(remove("a new password", "").await, 401);
    assert_eq!(remove("a new password", &new).await, 204);
    assert_eq!(status(&server, &new).await, r#"{"offered":true}"#);
    let last = mailbox.mail(4).await;
    assert_eq!(last.to, [MAIL]);
    assert!(!last.text.contains("https://club.example/account"), "{}", last.text);
    for name in ["Ada", MAIL] {
        assert!(forgot(&server, name, "").await.starts_with("HTTP/1.1 202"));
    }
    settle().await;
    assert_eq!(mailbox.mails().len(), 5, "{:?}", mailbox.mails());
}

/// Every name has the same answer, and only accounts with a confirmed address get a message.
#[tokio::test]
async fn the_answer_does_not_say_who_has_an_account() {
    let folder = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(Manner::Takes).await;
    let server = start(folder.path(), TestEnv::new(), &mailbox.url).await;
    let (ada, cy) = (server.register("Ada").await, server.register("Cy").await);
    server.register("Bo").await;
    set(&server, &mailbox, &ada, MAIL, 0).await;
    set(&server, &mailbox, &cy, "cy@club.example", 1).await;
    let close = serde_json::json!({ "password": PASSWORD }).to_string();
    assert_eq!(server.http("POST", "/api/account/close", &close, &cy).await.0, 204);
    let key = server::account_key("Cy");
    let options = SqliteOptions::new(&DataFolder::database(folder.path()));
    let closed = store::account_in_file(&options, &key).await.unwrap().unwrap();
    assert_eq!(closed.mail, None, "closing removes the address");

    let mut answers = Vec::new();
    for name in [
        "Ada",
        "Bo",
        "Cy",
        "Absent",
        "cy@club.example",
        "absent@club.example",
        "",
        "@",
        "a@b@c",
        "Ada\r\nBcc: bo@club.example",
        &"x".repeat(5_000),
    ] {
        let answer = forgot(&server, name, "").await;
        let lines = answer.lines().filter(|line| !line.starts_with("date:"));
        answers.push((name.to_owned(), lines.collect::<Vec<_>>().join("\n")));
    }
    for (name, answer) in &answers {
        assert_eq!(*answer, answers[0].1, "{name:.40}");
        assert!(answer.starts_with("HTTP/1.1 202"), "{name:.40}: {answer}");
    }
    assert_eq!(mailbox.mail(2).await.to, [MAIL]);
    settle().await;
    assert_eq!(mailbox.mails().len(), 3, "{:?}", mailbox.mails());
}

/// Messages to an account, to an address that is not confirmed, and requests of a network.
#[tokio::test]
async fn messages_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(Manner::Takes).await;
    let env = TestEnv::new();
    let server = start_behind(folder.path(), env, &mailbox.url, &["127.0.0.1"]).await;
    let (ada, bo) = (server.register("Ada").await, server.register("Bo").await);
    set(&server, &mailbox, &ada, MAIL, 0).await;
    for _ in 0..6 {
        assert!(forgot(&server, "Ada", "").await.starts_with("HTTP/1.1 202"));
    }
    mailbox.mail(3).await;
    settle().await;
    assert_eq!(mailbox.mails().len(), 4, "three links for a new password");

    // Bo cannot send more than three messages, and none to an address that has had three.
    let statuses = async |mail: &str, headers: &str, tries: usize| {
        let mut found = Vec::new();
        for _ in 0..tries {
            found.push(change(&server, mail, PASSWORD, headers).await.0);
        }
        found
    };
    assert_eq!(statuses("di@club.example", &ada, 2).await, [202, 202]);
    assert_eq!(statuses("DI@club.example", &bo, 2).await, [202, 429]);
    assert_eq!(statuses("ed@club.example", &bo, 2).await, [202, 429]);

    // A network is limited whether the account exists or not; another network is not affected.
    let from = |address: &str| format!("x-forwarded-for: {address}\r\n");
    for (address, names) in [("192.0.2.1", ["Ada", "Absent"]), ("192.0.2.2", ["Absent", "Bo"])] {
        let mut admitted = 0;
        for name in names.iter().cycle().take(20) {
            let answer = forgot(&server, name, &from(address)).await;
            if answer.starts_with("HTTP/1.1 202") {
                admitted += 1;
            } else {
                assert!(answer.contains("too-often"), "{answer}");
            }
        }
        assert_eq!(admitted, 10, "{address}");
    }
}

/// No answer waits for the mail server, whatever it does.
#[tokio::test]
async fn a_bad_mail_server_delays_no_answer() {
    let takes = Mailbox::open(Manner::Takes).await;
    for manner in [Some(Manner::Hangs), Some(Manner::Refuses), None] {
        let folder = tempfile::tempdir().unwrap();
        let env = TestEnv::new();
        let server = start(folder.path(), env.clone(), &takes.url).await;
        let ada = server.register("Ada").await;
        set(&server, &takes, &ada, MAIL, takes.mails().len()).await;
        drop(server);
        let mailbox = match manner {
            Some(manner) => Some(Mailbox::open(manner).await),
            None => None,
        };
        // Nothing listens at this port of loopback.
        let url = mailbox.as_ref().map_or("smtp://127.0.0.1:9", |mailbox| &mailbox.url);
        let server = start(folder.path(), env, url).await;
        let session = serde_json::json!({ "name": "Ada", "password": PASSWORD }).to_string();
        let reply = server.exchange("POST", "/api/session", &session, "").await;
        let ada = server.cookie(&reply).expect("signed in");
        let answers = async {
            for _ in 0..3 {
                assert!(forgot(&server, "Ada", "").await.starts_with("HTTP/1.1 202"));
                assert_eq!(change(&server, "di@club.example", PASSWORD, &ada).await.0, 202);
            }
        };
        // The mail server has twenty seconds for each of its answers.
        tokio::time::timeout(Duration::from_secs(15), answers).await.expect("answers in time");
        if let Some(mailbox) = &mailbox {
            while mailbox.connections() == 0 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            assert!(mailbox.mails().is_empty());
        }
    }
}

/// A server without a mail server offers nothing, and a stored address stays removable.
#[tokio::test]
async fn without_a_mail_server_no_mail_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(Manner::Takes).await;
    let server = start(folder.path(), TestEnv::new(), &mailbox.url).await;
    let ada = server.register("Ada").await;
    set(&server, &mailbox, &ada, MAIL, 0).await;
    drop(server);
    let server = TestServer::start(folder.path(), TestEnv::new()).await;
    let session = serde_json::json!({ "name": "Ada", "password": PASSWORD }).to_string();
    let reply = server.exchange("POST", "/api/session", &session, "").await;
    let ada = server.cookie(&reply).expect("signed in");
    assert_eq!(status(&server, "").await, r#"{"offered":false}"#);
    assert_eq!(status(&server, &ada).await, r#"{"offered":false,"address":"A…@club.example"}"#);
    let answer = forgot(&server, "Ada", "").await;
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("no-mail"), "{answer}");
    let (found, body) = change(&server, MAIL, PASSWORD, &ada).await;
    assert!(found == 404 && body.contains("no-mail"), "{body}");
    let body = serde_json::json!({ "password": PASSWORD }).to_string();
    assert_eq!(server.http("POST", "/api/account/mail/remove", &body, &ada).await.0, 204);
    assert_eq!(status(&server, &ada).await, r#"{"offered":false}"#);
}
