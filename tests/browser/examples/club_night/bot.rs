//! A guest who plays random legal moves.

use anyhow::{Context, Result, bail, ensure};
use commit_reveal::Salt;
use futures_util::{SinkExt, StreamExt};
use game::{Observer, Seat};
use games::{AnyView, Variant};
use protocol::{
    ChatPhrase, ChatWords, Command, Created, GameId, OpenRequest, State, TablePlan, ToClient,
    ToServer, TurnState,
};
use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Time that a bot waits for an opponent before it leaves the seat and seeks again.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time without any message during a game that counts as a fault: opponents think for seconds.
const SILENCE: Duration = Duration::from_secs(120);
/// Own moves after which a bot resigns.
const MOVES: u32 = 40;
/// Maximum size of an answer that is read.
const ANSWER_BYTES: u64 = 1 << 20;

/// What the bots did together.
#[derive(Default)]
pub(crate) struct Tally {
    games: AtomicUsize,
    moves: AtomicUsize,
    unmet: AtomicUsize,
    /// The end that the players received, by table.
    ends: Mutex<HashMap<GameId, String>>,
}

impl Tally {
    /// Notes an end, which must be the same for all players.
    fn ended(&self, table: &GameId, end: String) -> Result<()> {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        match ends.get(table) {
            None => {
                self.games.fetch_add(1, Relaxed);
                ends.insert(table.clone(), end);
            }
            Some(told) => ensure!(*told == end, "table {table} ended by {told} and by {end}"),
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [games, moves, unmet] =
            [&self.games, &self.moves, &self.unmet].map(|count| count.load(Relaxed));
        write!(f, "the bots played {games} games with {moves} moves, and met nobody {unmet} times")
    }
}

pub(crate) struct Bot {
    number: u64,
    variant: Variant,
    address: String,
    tally: Arc<Tally>,
    random: u64,
}

/// A seat at a table.
struct Sitting {
    table: GameId,
    token: String,
    seat: u8,
}

/// Why a bot gets up.
enum Got {
    /// The game is over.
    Ended,
    /// The player has a seat at another table.
    Moved(GameId, u8),
    /// No opponent came.
    Unmet,
}

impl Bot {
    pub(crate) fn new(number: u64, variant: Variant, address: String, tally: Arc<Tally>) -> Bot {
        Bot { number, variant, address, tally, random: 0x9e37_79b9_7f4a_7c15 ^ (number + 1) }
    }

    /// Plays games until the end; a game that runs then is resigned.
    pub(crate) async fn play_until(mut self, end: Instant) -> Result<()> {
        while Instant::now() < end {
            self.play_once(end).await.with_context(|| {
                format!("bot {} of {}, in game number {}", self.number, self.variant, self.random)
            })?;
            self.think(3_000).await;
        }
        Ok(())
    }

    async fn play_once(&mut self, end: Instant) -> Result<()> {
        let clock = ui_model::quick_clocks(self.variant)[0];
        let coin = self.draw(2) == 0;
        let plan: TablePlan = ui_model::quick_seek(self.variant, clock, false, coin);
        let request = OpenRequest { plan, name: format!("Neighbour {}", self.number) };
        let created: Created = post(&self.address, "/api/seeks", &request).await?;
        let Created { table, token, seats } = created;
        let seat = *seats.first().context("no seat")?;
        let mut sitting = Sitting { table, token, seat };
        loop {
            match self.sit(&sitting, end).await? {
                Got::Ended => return Ok(()),
                Got::Moved(table, seat) => {
                    sitting = Sitting { table, token: sitting.token, seat };
                }
                Got::Unmet => {
                    self.tally.unmet.fetch_add(1, Relaxed);
                    return self.leave(&sitting).await;
                }
            }
        }
    }

    /// Gives up a table without an opponent.
    async fn leave(&self, sitting: &Sitting) -> Result<()> {
        let path = format!("/api/tables/{}", sitting.table);
        let authorization = format!("authorization: Bearer {}\r\n", sitting.token);
        let answer = request(&self.address, "DELETE", &path, &authorization, "").await?;
        // A table of four at which another player waits is not left, and one may have come in this
        // moment. Such a game ends by the clock.
        let is_known = answer.0 == "204" || answer.1.contains("\"not-alone\"");
        ensure!(is_known, "leaving: {} {}", answer.0, answer.1);
        Ok(())
    }

    async fn sit(&mut self, sitting: &Sitting, end: Instant) -> Result<Got> {
        let path = format!("ws://{}/api/tables/{}/socket", self.address, sitting.table);
        let stream = TcpStream::connect(&self.address).await?;
        let (socket, _) = client_async(path, stream).await?;
        let salt = Salt::new(std::array::from_fn(|at| (self.draw(256) as u8) ^ at as u8));
        let mut game = Game {
            socket,
            salt,
            salt_step: 0,
            n: 0,
            bot: self.number,
            count: 0,
            moves: 0,
            asked: None,
        };
        let hello = ToServer::Hello { token: sitting.token.clone(), last: 0, seat: None };
        game.say(&hello).await?;
        let came = Instant::now();
        let mut state: Option<(State, String)> = None;
        let mut options = String::new();
        loop {
            let is_waiting =
                state.as_ref().is_none_or(|(state, _)| state.turn == TurnState::Waiting);
            let is_alone = is_waiting
                && state.as_ref().is_none_or(|(state, _)| state.seats.iter().any(|it| !it.taken));
            let patience = if is_alone { PATIENCE } else { SILENCE };
            if is_alone && (came.elapsed() > PATIENCE || Instant::now() > end) {
                return Ok(Got::Unmet);
            }
            let heard = match timeout(patience.min(Duration::from_secs(5)), game.hear()).await {
                Ok(heard) => Some(heard?),
                Err(_) if is_alone || game.quiet_for() < SILENCE => None,
                Err(_) => bail!("table {} is silent", sitting.table),
            };
            match heard {
                None => {}
                Some(ToClient::Snapshot(snapshot)) => {
                    game.n = snapshot.n;
                    options = snapshot.options.clone();
                    state = Some((snapshot.state, snapshot.variant));
                }
                Some(ToClient::Update(update)) => {
                    game.n = update.n;
                    if let Some((state, _)) = &mut state {
                        *state = update.state;
                    }
                }
                Some(ToClient::Moved { table, seat }) => return Ok(Got::Moved(table, seat)),
                Some(ToClient::Ack { id, .. }) => game.acknowledged(&id),
                Some(ToClient::Refused { id, code, message, .. }) => {
                    game.refused(&id, &code, &message)?;
                }
                Some(_) => {}
            }
            let Some((state, variant)) = &state else { continue };
            if let Some(end) = &state.end {
                self.tally.ended(&sitting.table, serde_json::to_string(end)?)?;
                return Ok(Got::Ended);
            }
            let is_over_time = Instant::now() > end;
            self.act(&mut game, sitting.seat, state, variant, &options, is_over_time).await?;
        }
    }

    /// Does what is due: the salt, the set-up, a move, or the resignation.
    async fn act(
        &mut self,
        game: &mut Game,
        seat: u8,
        state: &State,
        variant: &str,
        options: &str,
        is_over_time: bool,
    ) -> Result<()> {
        if game.asked.is_some() {
            return Ok(());
        }
        let is_due = match state.turn {
            TurnState::Waiting => return game.give_salt(seat).await,
            TurnState::Setup { you } => you,
            TurnState::Seat { seat: mover } => mover == seat,
            TurnState::Over => false,
        };
        let is_play = matches!(state.turn, TurnState::Seat { .. });
        if is_play && (is_over_time || game.moves >= MOVES) {
            return game.put(seat, Command::Resign, Purpose::Act).await;
        }
        if !is_due {
            return Ok(());
        }
        self.think(1_500).await;
        let observer = Observer::Seat(Seat::new(seat));
        let variant: Variant = variant.parse().ok().context("an unknown game")?;
        let view = AnyView::from_text(variant, options, observer, &state.position)?;
        let legal = view.legal();
        ensure!(!legal.is_empty(), "no legal action in {}", state.position);
        let action = legal[self.draw(legal.len() as u64) as usize].to_string();
        game.moves += 1;
        self.tally.moves.fetch_add(1, Relaxed);
        if game.moves == 2 {
            game.say(&ToServer::EnterChat { guest: None }).await?;
            game.say(&ToServer::Say { words: ChatWords::Phrase(ChatPhrase::Hello) }).await?;
        }
        game.put(seat, Command::Act { action }, Purpose::Act).await
    }

    async fn think(&mut self, most_ms: u64) {
        let ms = 200 + self.draw(most_ms);
        sleep(Duration::from_millis(ms)).await;
    }

    /// A random number below `below`.
    fn draw(&mut self, below: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % below
    }
}

/// Socket of a seat.
struct Game {
    socket: WebSocketStream<TcpStream>,
    salt: Salt,
    /// 0: not committed; 1: committed; 2: revealed, or not needed.
    salt_step: u8,
    n: u64,
    /// Number of the bot: ids of commands are not shared.
    bot: u64,
    count: u64,
    moves: u32,
    asked: Option<(String, Purpose, Instant)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Salt,
    Act,
}

impl Game {
    async fn say(&mut self, message: &ToServer) -> Result<()> {
        let text = serde_json::to_string(message)?;
        Ok(self.socket.send(Message::Text(text.into())).await?)
    }

    /// The next message of the table; those of the chat are passed over.
    async fn hear(&mut self) -> Result<ToClient> {
        loop {
            match self.socket.next().await.context("the socket was closed")?? {
                Message::Text(text) => {
                    if let Ok(message) = serde_json::from_str(&text) {
                        return Ok(message);
                    }
                    ensure!(text.contains(r#""type":"chat"#), "not understood: {text}");
                }
                Message::Close(frame) => bail!("the server closed the socket: {frame:?}"),
                _ => {}
            }
        }
    }

    fn quiet_for(&self) -> Duration {
        self.asked.as_ref().map_or(Duration::ZERO, |(_, _, since)| since.elapsed())
    }

    async fn put(&mut self, seat: u8, command: Command, purpose: Purpose) -> Result<()> {
        self.count += 1;
        let id = format!("{:016x}{:016x}", self.bot, self.count);
        self.asked = Some((id.clone(), purpose, Instant::now()));
        self.say(&ToServer::Do { id, expect: self.n, seat, command }).await
    }

    async fn give_salt(&mut self, seat: u8) -> Result<()> {
        let command = match self.salt_step {
            0 => Command::CommitSalt { commitment: self.salt.commitment().to_string() },
            1 => Command::RevealSalt { salt: self.salt.to_string() },
            _ => return Ok(()),
        };
        self.put(seat, command, Purpose::Salt).await
    }

    fn acknowledged(&mut self, id: &str) {
        let asked = self.asked.take_if(|(asked, ..)| asked == id);
        if asked.is_some_and(|(_, purpose, _)| purpose == Purpose::Salt) {
            self.salt_step += 1;
        }
    }

    /// A salt is given again later: the other seats may be open. A command may have crossed an event.
    fn refused(&mut self, id: &str, code: &str, message: &str) -> Result<()> {
        let asked = self.asked.take_if(|(asked, ..)| asked == id);
        let purpose = asked.map(|(_, purpose, _)| purpose);
        ensure!(
            purpose == Some(Purpose::Salt) || ["stale", "over"].contains(&code),
            "refused: {code}: {message}"
        );
        Ok(())
    }
}

async fn post<T: serde::de::DeserializeOwned>(
    address: &str,
    path: &str,
    body: &impl serde::Serialize,
) -> Result<T> {
    let body = serde_json::to_string(body)?;
    let (status, answer) = request(address, "POST", path, "", &body).await?;
    ensure!(status == "200" || status == "201", "{path}: {status} {answer}");
    Ok(serde_json::from_str(&answer)?)
}

/// Body of a page.
pub(crate) async fn get(address: &str, path: &str) -> Result<String> {
    let (status, answer) = request(address, "GET", path, "", "").await?;
    ensure!(status == "200", "{path}: {status} {answer}");
    Ok(answer)
}

/// Status and body of an answer.
async fn request(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Result<(String, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n{headers}\
         content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all((head + body).as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(ANSWER_BYTES).read_to_end(&mut answer).await?;
    let answer = String::from_utf8(answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    let status = head.split(' ').nth(1).context("no status")?;
    Ok((status.to_owned(), body.to_owned()))
}
