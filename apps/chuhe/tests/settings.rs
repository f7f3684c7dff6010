//! The settings of `chuhe serve`: flags, environment and file; `--check`; and that no secret is
//! printed.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

const SECRET: &str = "s3cret";

/// The program without inherited `CHUHE_` variables.
fn chuhe(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CHUHE_") {
            command.env_remove(name);
        }
    }
    command.args(arguments).current_dir(folder);
    command
}

/// A check with a valid folder and port.
fn check(folder: &Path, more: &[&str]) -> Command {
    let mut command = chuhe(&["serve", "--check"], folder);
    command.env("CHUHE_DATA", folder.join("house")).env("CHUHE_LISTEN", "127.0.0.1:0").args(more);
    command
}

fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

#[test]
fn what_is_wrong_in_a_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, parts) in [
        ("lisen = \"x\"\n", &["chuhe.toml:1: lisen: unknown setting", "listen"][..]),
        ("\n# here\nlisten = \"here\"\n", &["chuhe.toml:3: listen: invalid socket address"]),
        ("listen = true\n", &["chuhe.toml:1: listen: expected a text"]),
        ("no-chat = \"yes\"\n", &["chuhe.toml:1: no-chat: expected true or false"]),
        ("log = \"x=y=z\"\n", &["chuhe.toml:1: log: "]),
        ("max-size = \"much\"\n", &["chuhe.toml:1: max-size: invalid digit"]),
        ("max-size = 0x10\n", &["chuhe.toml:1: max-size: expected a text"]),
        ("host = \"a\"\n", &["chuhe.toml:1: host: expected a list of texts"]),
        ("host = [\"a\", 1.5]\n", &["chuhe.toml:1: host: expected a list of texts"]),
        (
            "address = [\n  \"chuhe.example\",\n]\n",
            &["chuhe.toml:1: address: expected http://HOST/"],
        ),
        ("trusted-proxy = [\"x\"]\n", &["chuhe.toml:1: trusted-proxy: expected an address"]),
        (
            "trusted-proxy = [\"10.0.0.1\", \"0.0.0.0/0\"]\n",
            &["chuhe.toml:1: trusted-proxy: `0.0.0.0/0` contains a large part of the internet"],
        ),
        ("data = \"a\"\ndata = \"b\"\n", &["chuhe.toml:2: data: duplicate key"]),
        ("store = \"postgres://a:s3cret@b/c\n", &["chuhe.toml:1: store: "]),
        ("[store]\npassword = \"s3cret\"\n", &["chuhe.toml:1: store: expected a text"]),
        (
            "s3 = 1\nlisten = 1\n\nport = 2\n",
            &["toml:1: s3: ", "toml:2: listen: ", "toml:4: port: "],
        ),
        ("config = \"other.toml\"\n", &["chuhe.toml:1: config: unknown setting"]),
    ] {
        std::fs::write(folder.path().join("chuhe.toml"), text).expect("written");
        for more in [&["--check"][..], &[]] {
            let serve = [&["serve", "--config", "chuhe.toml"], more].concat();
            let output = chuhe(&serve, folder.path()).output().expect("chuhe runs");
            let said = said(&output);
            assert_eq!(output.status.code(), Some(2), "{text}: {said}");
            for part in parts {
                assert!(said.contains(part), "{text}: `{part}` in {said}");
            }
            assert!(!said.contains(SECRET), "{said}");
        }
    }
    let missing = chuhe(&["serve", "--config", "nowhere"], folder.path()).output().expect("runs");
    assert!(said(&missing).contains("cannot read nowhere"), "{}", said(&missing));
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn the_command_line_goes_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("chuhe.toml");
    let base =
        "data = \"house\"\nlisten = \"127.0.0.3:0\"\nhost = [\"a\", \"b\"]\nlog = \"info\"\n";
    std::fs::write(&file, base).expect("written");
    for (variable, flag, expected) in [
        (None, None, "127.0.0.3:0"),
        (Some("127.0.0.2:0"), None, "127.0.0.2:0"),
        (Some("127.0.0.2:0"), Some("127.0.0.1:0"), "127.0.0.1:0"),
        (None, Some("127.0.0.1:0"), "127.0.0.1:0"),
    ] {
        let mut command = chuhe(&["serve", "--check"], folder.path());
        command.env("CHUHE_CONFIG", &file);
        command.envs(variable.map(|variable| ("CHUHE_LISTEN", variable)));
        command.args(flag.map(|flag| format!("--listen={flag}")));
        let output = command.output().expect("chuhe runs");
        let said = said(&output);
        assert!(output.status.success(), "{said}");
        assert!(
            said.contains(&format!("the server would listen on {expected}, with the folder house"))
        );
    }
    // A database given on the command line overrides both ways of naming it in the file.
    std::fs::write(&file, format!("{base}store-file = \"nowhere\"\n")).expect("written");
    let run = |more: &[&str]| {
        let arguments = [&["serve", "--check", "--config", "chuhe.toml"][..], more].concat();
        said(&chuhe(&arguments, folder.path()).output().expect("chuhe runs"))
    };
    assert!(run(&[]).contains("cannot read nowhere"), "{}", run(&[]));
    let other = run(&["--store", "mysql://a"]);
    assert!(other.contains("expected postgres://") && !other.contains("nowhere"), "{other}");
    // So does a mail server.
    std::fs::write(&file, format!("{base}smtp-file = \"nowhere\"\nmail-from = \"x\"\n"))
        .expect("written");
    assert!(run(&[]).contains("cannot read nowhere"), "{}", run(&[]));
    let other = run(&["--smtp", "smtps://m.example", "--address", "https://club.example/"]);
    assert!(other.contains("--mail-from: expected") && !other.contains("nowhere"), "{other}");
}

#[test]
fn a_check_finds_what_would_keep_a_server_from_starting() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("file"), "x\n").expect("written");
    std::fs::write(at.join("secret"), format!("{SECRET}\n")).expect("written");
    std::fs::write(at.join("two"), format!("postgres://a:{SECRET}@b/c\nsecond\n"))
        .expect("written");
    std::fs::create_dir(at.join("foreign")).expect("a folder");
    std::fs::write(at.join("foreign/chuhe.db"), "no database, but long enough for one\n".repeat(9))
        .expect("written");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("its address").to_string();
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("its address")
    };
    let free = closed.to_string();
    let unreachable = format!("postgres://chuhe:{SECRET}@{closed}/chuhe");
    let hints = format!("nats://chuhe:{SECRET}@{closed}");
    let collector = format!("http://user:{SECRET}@127.0.0.1:4318");
    let broker = format!("mqtts://user:{SECRET}@127.0.0.1");
    let mail = format!("smtp://chuhe:{SECRET}@{closed}");
    let from = ["--mail-from", "Club <chuhe@club.example>"];
    let site = ["--address", "https://club.example/"];
    let with_mail = |url: &'static str| [&["--smtp", url][..], &from, &site].concat();
    for (arguments, parts) in [
        (&["--data", "file"][..], &["file is not a folder"][..]),
        (&["--data", "file/house"], &["cannot use file/house"]),
        (&["--data", "foreign"], &["foreign/chuhe.db is not a database of chuhe"]),
        (&["--sign-key-file", "secret"], &["secret: not a signing key"]),
        (&["--arbiter-key-file", "secret"], &["secret: the arbiter's key has 6 characters"]),
        (&["--key-file", "secret"], &["key file secret: line 1: expected a number"]),
        (&["--store", &unreachable], &["cannot open the store", "cannot be opened"]),
        (&["--store-file", "secret"], &["expected postgres://"]),
        (&["--store-file", "two"], &["two: expected one line"]),
        (
            &["--hints", &hints, "--store", &unreachable],
            &["the server would start without hints: ", "NATS at 127"],
        ),
        (
            &["--store-file", "two", "--store", &unreachable],
            &["two addresses", "CHUHE_STORE", "CHUHE_STORE_FILE", "one in two"],
        ),
        (&["--otlp", &collector], &["--otlp: an API key does not belong into the address"]),
        (&["--mqtt", &broker], &["does not belong into the broker's address"]),
        (&["--listen", &taken], &["cannot listen on"]),
        (&["--metrics", &taken], &["cannot listen on"]),
        (&["--listen", &free, "--metrics", &free], &["--metrics", "expected a different address"]),
        (&["--mqtt-user", "x"], &["require --mqtt"]),
        (&["--mqtt", "h", "--mqtt-password-file", "secret"], &["requires --mqtt-user"]),
        (&["--mqtt", "mqtts://h", "--mqtt-ca", "secret"], &["secret"]),
        (&["--smtp", &mail], &["--smtp requires --mail-from"]),
        (&[&["--smtp", &mail][..], &from].concat(), &["--smtp requires --address"]),
        (&from, &["--mail-from requires --smtp or --smtp-file"]),
        (
            &[&["--smtp", &mail][..], &from, &site].concat(),
            &["the server would start without sending mail: the mail server cannot take it"],
        ),
        (
            &[&["--smtp", &mail, "--mail-from", "chuhe"][..], &site].concat(),
            &["--mail-from: expected a sender such as"],
        ),
        (&["--smtp", &mail, "--smtp-file", "two"], &["two URLs", "CHUHE_SMTP_FILE", "one in two"]),
        (&["--smtp-file", "two"], &["two: expected one line with a URL"]),
        (&with_mail("https://a:s3cret@m.example"), &["--smtp: expected the URL of a mail server"]),
        (&with_mail("smtp://a:s3cret@m.example"), &["--smtp: the password would be sent"]),
        // All faults are reported at once.
        (
            &["--data", "file", "--key-file", "secret", "--listen", &taken],
            &["file is not a folder", "key file secret", "cannot listen on"],
        ),
    ] {
        let output = check(at, arguments).output().expect("chuhe runs");
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: `{part}` in {said}");
        }
        assert!(!said.contains(SECRET), "{arguments:?}: {said}");
    }
    let misspelt = check(at, &[]).env("CHUHE_LISEN", SECRET).output().expect("chuhe runs");
    let said = said(&misspelt);
    assert!(said.contains("CHUHE_LISEN is not a setting") && !said.contains(SECRET), "{said}");
}

/// Server process that is killed when the test ends.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Files of a folder with their bytes, except SQLite's WAL index, which is recreated on every open.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut files: Vec<_> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.retain(|(name, _)| !name.ends_with("-shm"));
    files.sort();
    files
}

#[test]
fn a_check_changes_nothing_and_a_server_may_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = folder.path().join("house");
    let fresh = check(folder.path(), &[]).output().expect("chuhe runs");
    assert!(fresh.status.success(), "{}", said(&fresh));
    assert!(!house.exists());
    let mut command =
        chuhe(&["serve", "--listen", "127.0.0.1:0", "--data", "house"], folder.path());
    let mut server = Server(command.stdout(Stdio::piped()).spawn().expect("chuhe runs"));
    let mut line = String::new();
    let out = server.0.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let address = line.trim().trim_start_matches("chuhe: serving at http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .expect("asked");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("an answer");
    assert!(reply.contains("200 OK"), "{reply}");
    let beside = check(folder.path(), &["--listen", address]).output().expect("chuhe runs");
    assert!(beside.status.success(), "{}", said(&beside));
    drop(server);
    let before = contents(&house);
    let after = check(folder.path(), &[]).output().expect("chuhe runs");
    assert!(after.status.success(), "{}", said(&after));
    assert_eq!(contents(&house), before);
    // With another key, sealed data cannot be read.
    let other = folder.path().join("other.key");
    std::fs::write(&other, format!("1 {}\n", "ab".repeat(32))).expect("written");
    let wrong = check(folder.path(), &["--key-file", "other.key"]).output().expect("chuhe runs");
    assert!(said(&wrong).contains("does not decrypt the secrets"), "{}", said(&wrong));
}

#[test]
fn help_shows_no_secret() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("chuhe.toml");
    std::fs::write(&file, format!("store = \"postgres://a:{SECRET}@b/c\"\n")).expect("written");
    for shown in ["--help", "-h"] {
        let mut command = chuhe(&["serve", shown], folder.path());
        command.env("CHUHE_STORE", format!("postgres://a:{SECRET}@b/c"));
        command.env("CHUHE_MQTT_PASSWORD", SECRET).env("CHUHE_CONFIG", &file);
        command.env("CHUHE_SMTP", format!("smtps://a:{SECRET}@m.example"));
        let help = said(&command.output().expect("chuhe runs"));
        assert!(help.contains("--store-file") && !help.contains(SECRET), "{help}");
    }
}

/// The server reports its state as systemd expects.
#[cfg(target_os = "linux")]
#[test]
fn a_service_manager_hears_when_it_serves() {
    use std::os::unix::net::UnixDatagram;
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("notify");
    let socket = UnixDatagram::bind(&name).expect("a socket");
    // Bounds a hang.
    socket.set_read_timeout(Some(std::time::Duration::from_secs(300))).expect("set");
    let hears = || {
        let mut bytes = [0; 64];
        let length = socket.recv(&mut bytes).expect("a datagram");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    let mut command =
        chuhe(&["serve", "--listen", "127.0.0.1:0", "--data", "house"], folder.path());
    command.env("NOTIFY_SOCKET", &name).stdout(Stdio::null());
    let mut server = Server(command.spawn().expect("chuhe runs"));
    assert_eq!(hears(), "READY=1");
    let kill = Command::new("kill").arg(server.0.id().to_string()).status().expect("kill runs");
    assert!(kill.success());
    assert_eq!(hears(), "STOPPING=1");
    assert!(server.0.wait().expect("it ends").success());
}
