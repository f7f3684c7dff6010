use crate::{PATIENCE, Program, http::Connection};
use anyhow::{Context, Result, bail};
use protocol::{Command, ToClient, ToServer};
use std::{net::TcpStream, time::Instant};
use tokio_tungstenite::tungstenite::{
    Error, Message, WebSocket, client, client::IntoClientRequest, http::HeaderValue,
};

/// The socket of a table.
pub struct TableSocket {
    socket: WebSocket<TcpStream>,
    commands: u128,
    /// The last sequence number received.
    pub n: u64,
    /// The close code, once the socket is closed.
    pub closed: Option<u16>,
}

impl TableSocket {
    /// Opens a socket and sends nothing. `visitor` is the client named by the proxy, if there is
    /// one.
    ///
    /// # Errors
    /// If the server refuses.
    pub fn silent(program: &Program, table: &str, visitor: Option<&str>) -> Result<TableSocket> {
        let url = format!("ws://{}/api/tables/{table}/socket", program.address());
        let mut request = url.into_client_request()?;
        if let Some(visitor) = visitor {
            request.headers_mut().insert("x-forwarded-for", HeaderValue::from_str(visitor)?);
        }
        let stream = Connection::open(program.address())?.into_stream();
        let (socket, _) = client(request, stream).context("no socket")?;
        Ok(TableSocket { socket, commands: 0, n: 0, closed: None })
    }

    /// Opens a socket with a token, or as a spectator with an empty one, and waits for the
    /// snapshot.
    ///
    /// # Errors
    /// If the server refuses.
    pub fn greet(
        program: &Program,
        table: &str,
        token: &str,
        visitor: Option<&str>,
    ) -> Result<TableSocket> {
        let mut socket = TableSocket::silent(program, table, visitor)?;
        socket.send(&ToServer::Hello { token: token.to_owned(), last: 0, seat: None })?;
        match socket.hear()? {
            Some(ToClient::Snapshot(_)) => Ok(socket),
            other => bail!("no snapshot but {other:?}"),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn send(&mut self, message: &ToServer) -> Result<()> {
        let text = serde_json::to_string(message)?;
        Ok(self.socket.send(Message::Text(text.into()))?)
    }

    /// Receives the next message; `None` once the socket is closed.
    ///
    /// # Errors
    /// If none arrives before the timeout.
    pub fn hear(&mut self) -> Result<Option<ToClient>> {
        self.hear_since(Instant::now())
    }

    /// As [`TableSocket::hear`], for a wait that began earlier. Pings do not prolong it.
    fn hear_since(&mut self, begun: Instant) -> Result<Option<ToClient>> {
        loop {
            if begun.elapsed() > PATIENCE {
                bail!("no such message within {} s", PATIENCE.as_secs());
            }
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(&text)?;
                    match &message {
                        ToClient::Update(update) => self.n = update.n,
                        ToClient::Snapshot(snapshot) => self.n = snapshot.n,
                        _ => {}
                    }
                    return Ok(Some(message));
                }
                Ok(Message::Close(frame)) => self.closed = frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() != std::io::ErrorKind::ConnectionReset => {
                    return Err(error.into());
                }
                Err(_) => return Ok(None),
            }
        }
    }

    /// Whether the server answers on this socket.
    ///
    /// # Errors
    /// If nothing arrives before the timeout.
    pub fn is_alive(&mut self) -> Result<bool> {
        if self.send(&ToServer::Ping).is_err() {
            return Ok(false);
        }
        let begun = Instant::now();
        loop {
            match self.hear_since(begun)? {
                Some(ToClient::Pong) => return Ok(true),
                Some(_) => {}
                None => return Ok(false),
            }
        }
    }

    /// Sends an action without waiting for the answer; returns the command's id.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn act(&mut self, seat: u8, action: &str, expect: u64) -> Result<String> {
        self.commands += 1;
        let id = format!("{:032x}", self.commands);
        let command = Command::Act { action: action.to_owned() };
        self.send(&ToServer::Do { id: id.clone(), expect, seat, command })?;
        Ok(id)
    }

    /// Plays a move and waits for the acknowledgement.
    ///
    /// # Errors
    /// If it is refused.
    pub fn play(&mut self, seat: u8, action: &str) -> Result<()> {
        let wanted = self.act(seat, action, self.n)?;
        let begun = Instant::now();
        loop {
            match self.hear_since(begun)? {
                Some(ToClient::Ack { id, .. }) if id == wanted => return Ok(()),
                Some(ToClient::Refused { message, .. }) => bail!("{action}: {message}"),
                Some(_) => {}
                None => bail!("{action}: the socket is closed"),
            }
        }
    }
}
