//! Connections that send nothing, little, or too much.

use anyhow::Result;
use attack::{Connection, Program, TableSocket, open};
use protocol::ToClient;
use std::{collections::HashSet, thread};

/// With many more silent connections than the server may have open files, new clients are served at
/// once and players continue.
#[test]
fn silent_connections_do_not_block_others() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start_within(folder.path(), "ulimit -n 160", &[])?;
    let table = open(&program)?;
    let mut player = TableSocket::greet(&program, &table.table, &table.token, None)?;
    for (round, action) in ["h2e2", "h9g7", "h0g2"].into_iter().enumerate() {
        let silent: Result<Vec<Connection>> = (0..300).map(|_| program.connect()).collect();
        assert_eq!(program.get("/healthz", "")?.status, 200, "among {}", silent?.len());
        player.play(round as u8 % 2, action)?;
    }
    Ok(())
}

/// With almost no file descriptors the system refuses connections. The server neither exits nor
/// loops, and recovers.
#[test]
fn without_files_the_server_waits() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start_within(folder.path(), "ulimit -n 40", &[])?;
    let before = program.ticks()?;
    let silent: Result<Vec<Connection>> = (0..200).map(|_| program.connect()).collect();
    // Each is closed after the server's timeout for silent connections, or earlier.
    for connection in silent? {
        connection.until_closed()?;
    }
    let worked = program.ticks()? - before;
    assert!(worked < 300, "{worked} hundredths of a second for nothing");
    assert_eq!(program.get("/healthz", "")?.status, 200);
    Ok(())
}

/// A server that is started with a low soft limit raises it to the hard limit.
#[test]
fn the_soft_limit_is_raised() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start_within(folder.path(), "ulimit -Sn 128", &[])?;
    let mut crowd: Vec<Connection> = (0..250).map(|_| program.connect()).collect::<Result<_>>()?;
    for round in 0..2 {
        for connection in &mut crowd {
            assert_eq!(connection.ask("GET", "/healthz", "", "")?.status, 200, "round {round}");
        }
    }
    Ok(())
}

/// Slow clients are disconnected, whatever they do slowly.
#[test]
fn slowness_is_given_up() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let table = open(&program)?;
    let host = program.address().to_owned();
    let slow = |what: &str, byte: u8| -> Result<String> {
        let mut connection = program.connect()?;
        connection.write(&what.replace("HOST", &host))?;
        connection.drip(byte)
    };
    let head = "POST /api/tables HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\n";
    let body = format!("{head}content-length: 5000\r\n\r\n{{");
    let chunked = format!("{head}transfer-encoding: chunked\r\n\r\n1000\r\n{{");
    thread::scope(|scope| -> Result<()> {
        let attacks = [
            scope.spawn(|| slow("GET / HTTP/1.1\r\nhost: HOST\r\nx-slow: ", b'a')),
            scope.spawn(|| slow("", b'G')),
            scope.spawn(|| slow(&body, b' ')),
            scope.spawn(|| slow(&chunked, b' ')),
            scope.spawn(|| program.connect()?.until_closed()),
            scope.spawn(|| {
                let mut idle = program.connect()?;
                assert_eq!(idle.ask("GET", "/healthz", "", "")?.status, 200);
                idle.until_closed()
            }),
            scope.spawn(|| {
                let mut mute = TableSocket::silent(&program, &table.table, None)?;
                let told = mute.hear()?;
                assert!(
                    matches!(&told, Some(ToClient::Error { code, .. }) if code == "hello"),
                    "{told:?}"
                );
                assert!(mute.hear()?.is_none(), "the socket closes after the reason");
                Ok(String::new())
            }),
        ];
        for (number, attack) in attacks.into_iter().enumerate() {
            let said = attack.join().expect("an attacker")?;
            assert!(!said.contains("HTTP/1.1 2"), "attack {number} got {said}");
        }
        Ok(())
    })
}

/// An endless request head is rejected.
#[test]
fn a_head_has_an_end() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let mut connection = program.connect()?;
    connection.write(&format!("GET / HTTP/1.1\r\nhost: {}\r\n", program.address()))?;
    let line = format!("x-long: {}\r\n", "a".repeat(1_000));
    // The server may close the connection while the client still writes.
    while connection.write(&line).is_ok() {}
    drop(connection);
    for nonsense in ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let mut connection = program.connect()?;
        connection.write(nonsense)?;
        let said = connection.until_closed()?;
        assert!(!said.contains("HTTP/1.1 2"), "{nonsense:?} got {said}");
    }
    assert_eq!(program.get("/healthz", "")?.status, 200);
    Ok(())
}

/// The number of requests per connection is limited.
#[test]
fn a_connection_has_an_end() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let mut connection = program.connect()?;
    let mut asked = 0;
    let last = loop {
        let reply = connection.ask("GET", "/api/lan", "", "")?;
        asked += 1;
        if reply.head.contains("connection: close") || asked > 5_000 {
            break reply;
        }
    };
    assert_eq!((last.status, asked), (200, 1_000));
    connection.until_closed()?;
    Ok(())
}

/// The number of sockets per client is limited, and other clients are not affected.
#[test]
fn a_flood_of_sockets_is_one_visitors() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &["--trusted-proxy", "127.0.0.1"])?;
    let table = open(&program)?;
    let mut player = TableSocket::greet(&program, &table.table, &table.token, Some("192.0.2.1"))?;
    let crowd: Vec<TableSocket> = (0..700)
        .filter_map(|_| TableSocket::silent(&program, &table.table, Some("203.0.113.1")).ok())
        .collect();
    assert!((100..=512).contains(&crowd.len()), "{} sockets", crowd.len());
    let mut other = TableSocket::greet(&program, &table.table, "", Some("192.0.2.2"))?;
    assert!(other.is_alive()? && player.is_alive()?);
    player.play(0, "h2e2")
}

/// Each of two thousand simultaneous commands gets one answer.
#[test]
fn every_command_is_answered() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), &[])?;
    let table = open(&program)?;
    let mut host = TableSocket::greet(&program, &table.table, &table.token, None)?;
    let mut waiting = HashSet::new();
    for _ in 0..2_000 {
        assert!(waiting.insert(host.act(0, "h2e2", 0)?));
    }
    while !waiting.is_empty() {
        match host.hear()? {
            Some(ToClient::Ack { id, .. } | ToClient::Refused { id, .. }) => {
                assert!(waiting.remove(&id), "{id} was answered twice");
            }
            Some(_) => {}
            None => panic!("closed with {} to be answered", waiting.len()),
        }
    }
    Ok(())
}
