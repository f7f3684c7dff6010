use crate::PATIENCE;
use anyhow::{Context, Result, bail};
use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

/// Timeout for the server's answer between two bytes of a slow client.
const BYTE_PAUSE: Duration = Duration::from_millis(300);

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    /// Status line and headers.
    pub head: String,
    /// Its body.
    pub body: String,
}

impl Reply {
    /// The header with which a browser sends back the cookies that this response has set.
    pub fn cookies(&self) -> String {
        let set = self.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        let cookies: Vec<&str> = set.filter_map(|cookie| cookie.split(';').next()).collect();
        format!("cookie: {}\r\n", cookies.join("; "))
    }
}

/// A connection on which every byte is under the test's control.
pub struct Connection {
    stream: TcpStream,
    address: String,
}

impl Connection {
    pub(crate) fn open(address: &str) -> Result<Connection> {
        let stream = TcpStream::connect(address).context("no connection")?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, address: address.to_owned() })
    }

    /// Sends a request and reads the response. The host is the server's own unless the headers
    /// contain one.
    ///
    /// # Errors
    /// If there is no response.
    pub fn ask(&mut self, method: &str, path: &str, headers: &str, body: &str) -> Result<Reply> {
        let host = if headers.contains("host: ") {
            String::new()
        } else {
            format!("host: {}\r\n", self.address)
        };
        let length = body.len();
        self.write(&format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        ))?;
        self.reply()
    }

    /// Sends raw text.
    ///
    /// # Errors
    /// If the connection does not accept it.
    pub fn write(&mut self, text: &str) -> Result<()> {
        Ok(self.stream.write_all(text.as_bytes())?)
    }

    /// Reads one response that has a content length.
    ///
    /// # Errors
    /// If it is incomplete.
    pub fn reply(&mut self) -> Result<Reply> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            if self.stream.read(&mut byte)? == 0 {
                bail!("it hangs up after {:?}", String::from_utf8_lossy(&head));
            }
            head.extend(byte);
        }
        let head = String::from_utf8(head)?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(Ok(0), str::parse)?];
        self.stream.read_exact(&mut body)?;
        Ok(Reply {
            status: status.with_context(|| head.clone())?,
            head,
            body: String::from_utf8_lossy(&body).into_owned(),
        })
    }

    /// Sends nothing more and waits until the server closes the connection; returns the rest of its
    /// output.
    ///
    /// # Errors
    /// If the server does not close it.
    pub fn until_closed(mut self) -> Result<String> {
        let mut said = Vec::new();
        match self.stream.read_to_end(&mut said) {
            Err(error) if error.kind() != ErrorKind::ConnectionReset => Err(error.into()),
            _ => Ok(String::from_utf8_lossy(&said).into_owned()),
        }
    }

    /// Sends single bytes until the server closes the connection; returns its output.
    ///
    /// # Errors
    /// If the server does not close it.
    pub fn drip(mut self, byte: u8) -> Result<String> {
        self.stream.set_read_timeout(Some(BYTE_PAUSE))?;
        let began = Instant::now();
        let mut said = Vec::new();
        let mut buffer = [0; 1024];
        while began.elapsed() < PATIENCE {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(String::from_utf8_lossy(&said).into_owned()),
                Ok(count) => said.extend(&buffer[..count]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    // The next read detects a closed connection.
                    let _ = self.stream.write(&[byte]);
                }
                Err(_) => return Ok(String::from_utf8_lossy(&said).into_owned()),
            }
        }
        bail!("it listens still")
    }

    pub(crate) fn into_stream(self) -> TcpStream {
        self.stream
    }
}
