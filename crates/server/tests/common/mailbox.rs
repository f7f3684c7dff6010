//! A mail server on loopback that keeps what it takes.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// User, password and what `AUTH PLAIN` makes of them.
const CREDENTIALS: &str = "chuhe:p%40ss";
const PLAIN: &str = "AGNodWhlAHBAc3M=";

/// A message as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    /// Addresses of the envelope.
    pub(crate) to: Vec<String>,
    /// Headers, and the text without its encoding as quoted-printable.
    pub(crate) text: String,
}

impl Mail {
    /// The line of the text that is a link.
    pub(crate) fn link(&self) -> &str {
        let link = self.text.lines().find(|line| line.starts_with("https://"));
        link.unwrap_or_else(|| panic!("no link in {}", self.text))
    }

    /// The code of the link.
    pub(crate) fn code(&self) -> &str {
        self.link().split_once('#').expect("a code").1
    }
}

/// What a mail server does with its clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Takes every message.
    Takes,
    /// Refuses every recipient permanently.
    Refuses,
    /// Accepts connections and says nothing.
    Hangs,
}

pub(crate) struct Mailbox {
    pub(crate) url: String,
    received: Arc<Mutex<Vec<Mail>>>,
    connections: Arc<AtomicUsize>,
    task: tokio::task::JoinHandle<()>,
}

impl Mailbox {
    pub(crate) async fn open(manner: Manner) -> Mailbox {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (received, connections) = (Arc::default(), Arc::new(AtomicUsize::new(0)));
        let (keeps, counts) = (Arc::clone(&received), connections.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counts.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(talk(stream, manner, Arc::clone(&keeps)));
            }
        });
        let url = format!("smtp://{CREDENTIALS}@127.0.0.1:{port}");
        Mailbox { url, received, connections, task }
    }

    /// Number of clients that have connected.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn mails(&self) -> Vec<Mail> {
        self.received.lock().expect("the mails").clone()
    }

    /// Waits for the message with this number, counted from 0.
    pub(crate) async fn mail(&self, number: usize) -> Mail {
        for _ in 0..1_200 {
            if let Some(mail) = self.mails().get(number) {
                return mail.clone();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("message {number} does not arrive; there are {:?}", self.mails());
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves one client by RFC 5321.
async fn talk(stream: TcpStream, manner: Manner, received: Arc<Mutex<Vec<Mail>>>) {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    if manner == Manner::Hangs {
        while let Ok(Some(_)) = lines.next_line().await {}
        return;
    }
    let mut to = Vec::new();
    let mut has_signed_in = false;
    let mut answer = "220 mail.test ESMTP".to_owned();
    loop {
        if writer.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
            return;
        }
        let Ok(Some(line)) = lines.next_line().await else { return };
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        answer = match command.to_ascii_uppercase().as_str() {
            "EHLO" => "250-mail.test\r\n250-8BITMIME\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" if rest == format!("PLAIN {PLAIN}") => {
                has_signed_in = true;
                "235 welcome".to_owned()
            }
            "AUTH" => "535 wrong password".to_owned(),
            "MAIL" if has_signed_in => "250 go on".to_owned(),
            "RCPT" if manner == Manner::Refuses => "550 there is no such person".to_owned(),
            "RCPT" if has_signed_in => {
                let address = rest.split(['<', '>']).nth(1).unwrap_or_default();
                to.push(address.to_owned());
                "250 go on".to_owned()
            }
            "DATA" if !to.is_empty() => {
                if writer.write_all(b"354 go on\r\n").await.is_err() {
                    return;
                }
                let mut text = String::new();
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == "." {
                        break;
                    }
                    text += line.strip_prefix('.').unwrap_or(&line);
                    text += "\n";
                }
                let mail = Mail { to: std::mem::take(&mut to), text: decoded(&text) };
                received.lock().expect("the mails").push(mail);
                "250 taken".to_owned()
            }
            "QUIT" => "221 goodbye".to_owned(),
            _ => "503 not now".to_owned(),
        };
    }
}

/// Undoes quoted-printable (RFC 2045), in which long lines are sent.
fn decoded(text: &str) -> String {
    if !text.contains("quoted-printable") {
        return text.to_owned();
    }
    let joined = text.replace("=\n", "");
    let mut bytes = Vec::with_capacity(joined.len());
    let mut rest = joined.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(|_| *first == b'=') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
