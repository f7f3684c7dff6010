//! Clients that spoof their address, or are very many.

use anyhow::Result;
use attack::{Program, Reply, from, request};
use protocol::{Created, Seek};
use std::{thread, time::Instant};

/// Number of tables that one address may open at once, and seconds until it may open one more.
const TABLES: (usize, u64) = (60, 10);

/// Opens tables until the server refuses; returns their number.
fn flood(program: &Program, headers: impl Fn(usize) -> String) -> Result<usize> {
    for opened in 0..100_000 {
        let reply = program.post("/api/tables", &request("none", 1), &headers(opened))?;
        if reply.status != 201 {
            assert_eq!(reply.status, 429, "{reply:?}");
            return Ok(opened);
        }
    }
    panic!("there is no end to it");
}

/// The number of tables per client is limited, whatever address it claims; a trusted proxy is
/// believed.
#[test]
fn a_client_cannot_spoof_its_address() -> Result<()> {
    let spoofed = |i: usize| from(&format!("198.51.{}.{}", i / 250, i % 250));
    for (trusted, floods) in [
        // Without a trusted proxy, everything that comes through one is one client.
        (
            &[][..],
            [
                Box::new(spoofed) as Box<dyn Fn(usize) -> String>,
                Box::new(|i| format!("forwarded: for=198.51.100.{}\r\n", i % 250)),
            ],
        ),
        // With a trusted proxy, addresses that a client adds are to the left of the proxy's.
        (
            &["--trusted-proxy", "127.0.0.0/8"],
            [
                Box::new(|i| from(&format!("198.51.100.{}, 192.0.2.1", i % 250))),
                Box::new(|_| from("192.0.2.2")),
            ],
        ),
    ] {
        let folder = tempfile::tempdir()?;
        let program = Program::start(folder.path(), trusted)?;
        let began = Instant::now();
        let opened = [flood(&program, &floods[0])?, flood(&program, &floods[1])?];
        let more = (began.elapsed().as_secs() / TABLES.1) as usize + 1;
        let visitors = if trusted.is_empty() { 1 } else { 2 };
        assert!(opened[0] >= TABLES.0 && opened[1] + 1 >= (visitors - 1) * TABLES.0, "{opened:?}");
        assert!(opened[0] + opened[1] <= visitors * (TABLES.0 + more), "{opened:?}");
        assert_eq!(program.post("/api/tables", &request("none", 1), "")?.status, 201);
    }
    Ok(())
}

/// Local programs are limited too, so that they cannot fill the disk in seconds.
#[test]
fn a_flood_of_tables_ends() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let began = Instant::now();
    let opened: usize = thread::scope(|scope| {
        let floods: Vec<_> =
            (0..8).map(|_| scope.spawn(|| flood(&program, |_| String::new()))).collect();
        floods.into_iter().map(|flood| flood.join().expect("a flood")).sum::<Result<usize>>()
    })?;
    let most = 2_000 + 10 * (began.elapsed().as_secs() as usize + 1);
    assert!((2_000..=most).contains(&opened), "{opened} tables, not {most}");
    Ok(())
}

/// A request for a foreign host name is refused, which prevents DNS rebinding.
#[test]
fn a_foreign_name_is_refused() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let named = ["--host", "games.lan,Other.lan", "--address", "https://chuhe.example/"];
    let program = Program::start(folder.path(), &named)?;
    for (host, status) in [
        ("evil.example", 421),
        ("evil.example:80", 421),
        ("127.0.0.1.evil.example", 421),
        ("192.0.2.1", 421),
        ("localhost", 200),
        ("127.0.0.1:80", 200),
        ("games.lan:8686", 200),
        ("other.lan", 200),
        ("chuhe.example", 200),
    ] {
        for path in ["/healthz", "/api/lan", "/api/seeks"] {
            let reply = program.get(path, &format!("host: {host}\r\n"))?;
            assert_eq!(reply.status, status, "{path} at {host}");
        }
    }
    let code = |link: &str| program.get(&format!("/api/qr?text={link}"), "");
    assert_eq!(code("https://chuhe.example/t/abc")?.status, 200);
    assert_eq!(code("https://evil.example/t/abc")?.status, 422);
    Ok(())
}

fn sign_in(program: &Program, path: &str, password: &str, headers: &str) -> Result<Reply> {
    let body = format!(r#"{{"name":"Ada","password":"{password}"}}"#);
    program.post(path, &body, headers)
}

/// Password guesses from many addresses, including the player's own, are slowed down. The player
/// can still sign in on a device that was signed in before.
#[test]
fn guessing_does_not_lock_the_player_out() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &["--trusted-proxy", "127.0.0.1"])?;
    let registered = sign_in(&program, "/api/account", "her password", &from("192.0.2.1"))?;
    assert_eq!(registered.status, 201);
    let origin = format!("origin: http://{}\r\n", program.address());
    let known = registered.cookies() + &origin;
    thread::scope(|scope| {
        let guessers: Vec<_> = (0..8)
            .map(|guesser| {
                let program = &program;
                scope.spawn(move || -> Result<Vec<u16>> {
                    let address = from(&format!("192.0.2.{}", guesser + 1));
                    let guess = |_| sign_in(program, "/api/session", "wrong wrong", &address);
                    (0..60).map(guess).map(|reply| Ok(reply?.status)).collect()
                })
            })
            .collect();
        // During the attack, from an address that takes part in it.
        let reply = sign_in(
            &program,
            "/api/session",
            "her password",
            &(known.clone() + &from("192.0.2.1")),
        )?;
        assert_eq!(reply.status, 200, "{reply:?}");
        for guesser in guessers {
            let answers = guesser.join().expect("a guesser")?;
            assert!(answers.contains(&429), "{answers:?}");
        }
        let reply = sign_in(
            &program,
            "/api/session",
            "her password",
            &(known.clone() + &from("192.0.2.1")),
        )?;
        assert_eq!(reply.status, 200, "{reply:?}");
        let unknown = sign_in(&program, "/api/session", "her password", &from("192.0.2.1"))?;
        assert_eq!(unknown.status, 429, "{unknown:?}");
        Ok(())
    })
}

/// A thousand clients that seek unusual games do not block other seeks.
#[test]
fn many_seeks_do_not_block_others() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &["--trusted-proxy", "127.0.0.1"])?;
    let seek = |clock: &str, address: &str| -> Result<Created> {
        let reply = program.post("/api/seeks", &request(clock, 2), &from(address))?;
        assert_eq!(reply.status, 201, "{reply:?}");
        Ok(serde_json::from_str(&reply.body)?)
    };
    for stranger in 0..1_050_u32 {
        let (minutes, seconds) = (stranger / 60 + 1, stranger % 60);
        seek(
            &format!("{minutes}+{seconds}"),
            &format!("10.0.{}.{}", stranger / 250, stranger % 250),
        )?;
    }
    let waiting: Vec<Seek> = serde_json::from_str(&program.get("/api/seeks", "")?.body)?;
    assert!((1..=1_000).contains(&waiting.len()), "{} wait", waiting.len());
    let first = seek("90+30", "192.0.2.1")?;
    let second = seek("90+30", "192.0.2.2")?;
    assert_eq!(first.table, second.table, "they have found each other");
    Ok(())
}
