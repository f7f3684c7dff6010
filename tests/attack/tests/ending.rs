//! Shutdown of the server.

use anyhow::Result;
use attack::{Program, TableSocket, open};
use protocol::ToClient;
use std::time::{Duration, Instant};

/// Clients are informed, every socket is closed with the right code, and every connection ends.
/// Acknowledged moves are there after a restart.
#[test]
fn clients_are_informed() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut program = Program::start(folder.path(), &[])?;
    let table = open(&program)?;
    let mut player = TableSocket::greet(&program, &table.table, &table.token, None)?;
    let mut watcher = TableSocket::greet(&program, &table.table, "", None)?;
    let mut mute = TableSocket::silent(&program, &table.table, None)?;
    let mut stream = program.connect()?;
    let head = format!("GET /api/boards/stream HTTP/1.1\r\nhost: {}\r\n\r\n", program.address());
    stream.write(&head)?;
    let mut idle = program.connect()?;
    assert_eq!(idle.ask("GET", "/healthz", "", "")?.status, 200);
    let moves = ["h2e2", "h9g7", "h0g2", "b9c7"];
    for (ply, action) in moves.into_iter().enumerate() {
        player.play(ply as u8 % 2, action)?;
    }
    let began = Instant::now();
    program.terminate()?;
    for (who, socket) in [("player", &mut player), ("watcher", &mut watcher)] {
        let mut is_told = false;
        while let Some(message) = socket.hear()? {
            is_told |= message == ToClient::Closing;
        }
        assert!(is_told, "the {who} was not told");
        assert_eq!(socket.closed, Some(1001), "{who}");
    }
    assert!(mute.hear()?.is_none());
    assert_eq!(mute.closed, Some(1001));
    stream.until_closed()?;
    idle.until_closed()?;
    let status = program.wait()?;
    assert!(status.success(), "{status}");
    // The database is complete without its write-ahead log.
    let beside = std::fs::metadata(folder.path().join("data/chuhe.db-wal"));
    assert_eq!(beside.map_or(0, |file| file.len()), 0);
    // Clients that leave in time are not waited for. The bound is the grace period for the others.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    drop(program);
    let program = Program::start(folder.path(), &[])?;
    let record = program.get(&format!("/api/tables/{}/record", table.table), "")?;
    let record: serde_json::Value = serde_json::from_str(&record.body)?;
    assert_eq!(record["actions"], serde_json::json!(moves));
    Ok(())
}

/// Games continue if the log cannot be written: to a full disk, or to a pipe that is not read.
#[test]
fn a_log_that_cannot_be_written_ends_nothing() -> Result<()> {
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let pipe = format!("'{}/pipe'", folders[1].path().display());
    let unread = format!("mkfifo {pipe} && {{ : <{pipe} & }} && exec 2>{pipe}");
    for (folder, complaints) in folders.iter().zip(["exec 2>/dev/full", &unread]) {
        let program = Program::start_within(folder.path(), complaints, &[])?;
        let table = open(&program)?;
        let mut player = TableSocket::greet(&program, &table.table, &table.token, None)?;
        // Headers of an untrusted proxy cause a warning.
        for _ in 0..3 {
            let reply = program.get("/healthz", "x-forwarded-for: 192.0.2.1\r\n")?;
            assert_eq!(reply.status, 200, "{complaints}: {reply:?}");
        }
        player.play(0, "h2e2")?;
    }
    Ok(())
}

/// Clients that do not leave delay the shutdown only for a limited time.
#[test]
fn the_shutdown_is_not_delayed_for_ever() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut program = Program::start(folder.path(), &[])?;
    let mut half = program.connect()?;
    half.write("GET / HTTP/1.1\r\nhost: ")?;
    let table = open(&program)?;
    let _deaf = TableSocket::greet(&program, &table.table, &table.token, None)?;
    program.terminate()?;
    assert!(program.wait()?.success());
    half.until_closed()?;
    Ok(())
}
