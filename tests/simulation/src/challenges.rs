//! Challenges between three accounts, and the ways in which each may end.

use crate::{
    challenge_ledger::Challenge,
    cluster::Cluster,
    hosts::{duel, wait_for_opponent},
    oracle::Oracle,
    rng::Rng,
    world::World,
};
use protocol::{ChallengeRequest, Created, UnixMs};
use sha2::{Digest, Sha256};
use std::{sync::Arc, time::Duration};
use store::{Accounts, LoginSession, Player, Standing};
use tokio::time::sleep;

/// Names of the accounts.
pub(crate) const NAMES: [&str; 3] = ["Dina", "Emil", "Fei"];

/// Number of attempts of a request that the server could not process.
const ATTEMPTS: u32 = 3;

/// What happens to a challenge.
#[derive(Clone, Copy)]
enum Answer {
    Accept,
    Decline,
    Withdraw,
    /// The third account, or a guest, asks for the seat.
    Intrude {
        is_guest: bool,
    },
    /// The recipient blocks the challenger, and then asks for the seat on another device.
    BlockAndAccept,
}

/// Adds the accounts and signs them in, unless an earlier life has. Registration is left out, because
/// the hashing of passwords uses other threads.
pub(crate) async fn open_accounts(world: &World) {
    let store = &world.disk.store;
    for (number, name) in NAMES.into_iter().enumerate() {
        let player = Player {
            id: name.to_lowercase().as_str().into(),
            key: name.to_lowercase(),
            name: name.to_owned(),
            password: String::new(),
            since_ms: UnixMs(0),
            standing: Standing::default(),
            mail: None,
        };
        let hash = Sha256::digest(token(number)).iter().map(|byte| format!("{byte:02x}")).collect();
        let session =
            LoginSession { hash, player: player.id.clone(), until_ms: UnixMs(u64::MAX >> 1) };
        // They are there after a crash.
        let _ = store.add_player(player, session).await;
    }
}

fn token(account: usize) -> String {
    format!("session of {}", NAMES[account])
}

/// Makes a challenge, which then ends in one or several ways at once.
pub(crate) async fn challenge(world: Arc<World>, cluster: Arc<Cluster>, pick: u16) {
    let mut rng = Rng::new(world.script.seed.rotate_left(16) ^ u64::from(pick));
    let from = rng.below(3) as usize;
    let to = (from + rng.between(1, 2) as usize) % NAMES.len();
    // A challenge by correspondence does not end when its challenger leaves.
    let clock = if pick.is_multiple_of(3) { "3d-move" } else { "none" };
    let request = ChallengeRequest { to: NAMES[to].to_owned(), plan: duel(clock) };
    let body = serde_json::to_string(&request).unwrap_or_default();
    let turn = rng.below(2) as usize;
    let (status, reply) = as_account(&cluster, from, turn, "POST", "/api/challenges", body).await;
    world.note(NAMES[from], &format!("challenges {}: {status} {reply}", NAMES[to]));
    let Ok(created) = serde_json::from_str::<Created>(&reply) else { return };
    let visit = Visit { world, cluster, table: created.table.to_string(), from, to };
    visit.note(|it| it.recipient = NAMES[to]);
    for _ in 0..rng.between(1, 4) {
        let (visit, answer) = (visit.clone(), draw(&mut rng));
        let (turn, token) = (rng.below(2) as usize, created.token.clone());
        let delay_ms = rng.one_of(&[0, 0, 1, 3, 20, 400, 3_000]);
        tokio::spawn(async move {
            sleep(Duration::from_millis(delay_ms)).await;
            visit.answer(answer, turn, &token).await;
        });
    }
    // The challenger waits, or leaves.
    if rng.percent(80) {
        wait_for_opponent(&visit.world, &visit.cluster, turn, created).await;
    }
}

fn draw(rng: &mut Rng) -> Answer {
    match rng.below(10) {
        0..4 => Answer::Accept,
        4..6 => Answer::Decline,
        6..7 => Answer::Withdraw,
        7..9 => Answer::Intrude { is_guest: rng.percent(50) },
        _ => Answer::BlockAndAccept,
    }
}

/// A challenge as its participants see it.
#[derive(Clone)]
struct Visit {
    world: Arc<World>,
    cluster: Arc<Cluster>,
    table: String,
    from: usize,
    to: usize,
}

impl Visit {
    async fn answer(&self, answer: Answer, turn: usize, token: &str) {
        match answer {
            Answer::Accept => {
                self.note(|it| it.was_wanted = true);
                if self.join(self.to, turn).await {
                    self.note(|it| it.accepted += 1);
                }
            }
            Answer::Decline => {
                let path = format!("/api/challenges/{}/decline", self.table);
                let body = r#"{"reason":"later"}"#;
                if self.ask(self.to, turn, "POST", &path, body).await == 204 {
                    self.note(|it| it.declined += 1);
                }
            }
            Answer::Withdraw => {
                let path = format!("/api/tables/{}", self.table);
                let header = ("authorization", &*format!("Bearer {token}"));
                let (status, _) =
                    self.cluster.ask_at(turn, "DELETE", &path, header, String::new()).await;
                self.world.note(NAMES[self.from], &format!("withdraws: {status}"));
                if status == 204 {
                    self.note(|it| it.withdrawn += 1);
                }
            }
            Answer::Intrude { is_guest: false } => {
                let third = NAMES.len() - self.from - self.to;
                if self.join(third, turn).await {
                    self.note(|it| it.strangers += 1);
                }
            }
            Answer::Intrude { is_guest: true } => {
                let path = format!("/api/tables/{}/join", self.table);
                let any = ("accept", "*/*");
                let body = r#"{"name":"Guest"}"#.to_owned();
                if self.cluster.ask_at(turn, "POST", &path, any, body).await.0 == 201 {
                    self.note(|it| it.strangers += 1);
                }
            }
            Answer::BlockAndAccept => self.block_and_accept(turn).await,
        }
    }

    async fn block_and_accept(&self, turn: usize) {
        let path = format!("/api/players/{}/relation", NAMES[self.from]);
        let body = r#"{"relation":"block"}"#;
        let status = self.ask(self.to, turn, "PUT", &path, body).await;
        if (200..300).contains(&status) {
            self.note(|it| it.was_wanted = true);
            if self.join(self.to, turn + 1).await {
                self.note(|it| it.blocked += 1);
            }
        }
        self.ask(self.to, turn, "DELETE", &path, "").await;
    }

    /// Asks for the seat; `true` if it is given.
    async fn join(&self, account: usize, turn: usize) -> bool {
        let path = format!("/api/tables/{}/join", self.table);
        let body = format!(r#"{{"name":"{}"}}"#, NAMES[account]);
        self.ask(account, turn, "POST", &path, &body).await == 201
    }

    /// Sends a request of an account, again if the server could not process it; returns the status.
    async fn ask(&self, account: usize, turn: usize, method: &str, path: &str, body: &str) -> u16 {
        let mut status = 0;
        for _ in 0..ATTEMPTS {
            let reply;
            (status, reply) =
                as_account(&self.cluster, account, turn, method, path, body.to_owned()).await;
            self.world.note(NAMES[account], &format!("{method} {path}: {status} {reply}"));
            if status < 500 {
                break;
            }
            sleep(Duration::from_secs(1)).await;
        }
        status
    }

    fn note(&self, change: impl FnOnce(&mut Challenge)) {
        self.world.challenges.note(&self.table, change);
    }
}

/// A request of an account, by its number.
pub(crate) async fn as_account(
    cluster: &Cluster,
    account: usize,
    turn: usize,
    method: &str,
    path: &str,
    body: String,
) -> (u16, String) {
    let cookie = format!("chuhe={}", token(account));
    cluster.ask_at(turn, method, path, ("cookie", &cookie), body).await
}

/// Checks at the end what became of each challenge. The challenger has the first seat; a withdrawn
/// challenge has no table.
pub(crate) fn check(world: &World) {
    let guest = |table: &str| {
        let name = |oracle: &Oracle| {
            oracle.table().players()[1].as_ref().map(|player| player.name.clone())
        };
        let guest = || world.disk.with_oracle(table, name).flatten();
        (!world.disk.has_lied(table)).then(guest)
    };
    for (table, promise, what) in world.challenges.broken(guest) {
        world.fail(promise, format!("{table}: {what}"));
    }
}
