//! One server per folder; backup while it runs, and restore.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

fn chuhe(arguments: &[&str], data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(arguments).arg("--data").arg(data);
    command
}

fn run(arguments: &[&str], data: &Path) -> Output {
    chuhe(arguments, data).output().expect("chuhe runs")
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

/// Server process that is killed when the test ends.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = chuhe(&["serve", "--listen", "127.0.0.1:0"], data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("chuhe runs");
        let mut line = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit(' ').next().expect("an address").to_owned();
        let server = Server { child, address };
        server.wait_until_it_answers();
        server
    }

    /// The database is opened after the port is bound.
    fn wait_until_it_answers(&self) {
        use std::io::{Read, Write};
        let host = self.address.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = std::net::TcpStream::connect(host).expect("it listens");
        write!(stream, "GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")
            .expect("asked");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("an answer");
        assert!(reply.contains("200 OK"), "{reply}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn one_server_has_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("house");
    let server = Server::start(&data);
    let second = run(&["serve", "--listen", "127.0.0.1:0"], &data);
    assert_eq!(second.status.code(), Some(2), "{}", said(&second));
    for part in [server.address.as_str(), &server.child.id().to_string(), "in use"] {
        assert!(said(&second).contains(part), "`{part}` in {}", said(&second));
    }
    // `chuhe play` on a folder in use opens the running server.
    let play = run(&["play", "--no-browser"], &data);
    assert!(play.status.success(), "{}", said(&play));
    assert!(said(&play).contains(&format!("already playing at {}", server.address)));
    for locked in [&["store", "rotate-key"][..], &["restore", "nowhere"]] {
        let output = run(locked, &data);
        assert!(!output.status.success() && said(&output).contains("in use"), "{}", said(&output));
    }
    // The operator's links need no lock.
    let link = run(&["admin", "reset-link", "Ada"], &data);
    assert_eq!(link.status.code(), Some(2), "{}", said(&link));
    assert!(said(&link).contains("no account named `Ada`"), "{}", said(&link));
    let link = run(&["admin", "reset-link", "Ada", "--address", "club.example"], &data);
    assert!(said(&link).contains("begins with http://"), "{}", said(&link));
    // Offices neither.
    for (args, expected) in [
        (&["admin", "grant", "Ada", "moderator"][..], "no account named `Ada`"),
        (&["admin", "grant", "Ada", "king"], "expected one of owner, moderator, arbiter"),
        (&["admin", "revoke", "Ada"], "no account named `Ada`"),
    ] {
        let output = run(args, &data);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
    drop(server);
    assert!(run(&["store", "rotate-key"], &data).status.success());
    let nowhere = folder.path().join("nowhere");
    assert_eq!(run(&["store", "rotate-key"], &nowhere).status.code(), Some(2));
    let link = run(&["admin", "reset-link", "Ada"], &nowhere);
    assert!(said(&link).contains("no such database"), "{}", said(&link));
    assert!(!nowhere.exists(), "made where there was nothing to be done");
    drop(Server::start(&data));
}

#[test]
fn a_running_house_is_backed_up_and_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let [data, other] = ["house", "other"].map(|name| folder.path().join(name));
    let file = folder.path().join("backup");
    let file = file.to_str().expect("UTF-8");
    let server = Server::start(&data);
    let undecided = run(&["backup", file], &data);
    assert!(!undecided.status.success() && said(&undecided).contains("--with-key"));
    let output = run(&["backup", file, "--with-key"], &data);
    assert!(output.status.success(), "{}", said(&output));
    drop(server);
    let restored = run(&["restore", file], &other);
    assert!(restored.status.success(), "{}", said(&restored));
    let again = run(&["restore", file], &other);
    assert!(said(&again).contains("--replace"), "{}", said(&again));
    assert!(run(&["restore", file, "--replace"], &other).status.success());
    drop(Server::start(&other));
    let missing = run(&["restore", "nowhere", "--replace"], &other);
    assert_eq!(missing.status.code(), Some(2));
    assert!(said(&missing).contains("nowhere"), "{}", said(&missing));
}
