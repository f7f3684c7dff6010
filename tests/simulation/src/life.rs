//! One life of the servers: from their start to a crash, or to the end of the script.

use crate::{
    act::act,
    board::Board,
    challenges::{NAMES, challenge, open_accounts},
    clients::Clients,
    cluster::Cluster,
    connection::{keep, open},
    day_seeks,
    hosts::{duel, plan, request, wait_for_opponent},
    mutants::AnyMutant,
    page::{Page, now_ms},
    rng::Rng,
    script::{Saying, Step, TableSpec},
    seeks,
    settle::settle,
    world::World,
};
use futures_util::{SinkExt, StreamExt};
use protocol::{Command, Created, JoinRequest, Joined, Offer};
use std::{sync::Arc, time::Duration};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

/// How a life ended.
pub(crate) enum End {
    /// By a crash; the next life begins after this time.
    Killed { away_ms: u64 },
    /// All steps are done, or a promise was broken.
    Over,
}

/// Runs a life from a step of the script.
pub(crate) fn live(clients: &Clients, next: &mut usize, mutant: Option<AnyMutant>) -> End {
    let world = &clients.world;
    // An event interval of one allows a crash between any two polls of tasks.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .event_interval(1)
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        world.clock.begin();
        world.seeks.begin_life();
        let began_ms = now_ms(world);
        let cluster = Arc::new(Cluster::start(world, mutant).await);
        world.disk.was_away(began_ms, now_ms(world));
        let life = Life { clients, world: world.clone(), cluster };
        let end = life.run(next).await;
        world.clock.end(match end {
            End::Killed { away_ms } => away_ms,
            End::Over => 0,
        });
        end
    })
}

struct Life<'a> {
    clients: &'a Clients,
    world: Arc<World>,
    cluster: Arc<Cluster>,
}

impl Life<'_> {
    async fn run(&self, next: &mut usize) -> End {
        if self.clients.pages().is_empty()
            && let Err(what) = self.open_all().await
        {
            self.world.fail("a table can be opened", what);
        }
        open_accounts(&self.world).await;
        for page in self.clients.pages() {
            page.disconnected();
            self.keep(page);
        }
        while let Some(step) = self.world.script.steps.get(*next) {
            *next += 1;
            self.world.note("step", &format!("{step:?}"));
            if let Step::Crash { polls, away_ms } = *step {
                for _ in 0..polls {
                    tokio::task::yield_now().await;
                }
                self.world.note("cluster", "killed");
                return End::Killed { away_ms: away_ms.into() };
            }
            self.take(*step).await;
            if self.world.recorder.has_failed() {
                return End::Over;
            }
        }
        settle(self.clients, &self.cluster).await;
        End::Over
    }

    fn keep(&self, page: Arc<Page>) {
        tokio::spawn(keep(self.world.clone(), page, self.cluster.clone()));
    }

    async fn take(&self, step: Step) {
        let world = &self.world;
        match step {
            Step::Wait(ms) => sleep(Duration::from_millis(ms.into())).await,
            Step::Act { table, pick } => _ = act(self.clients, table, pick),
            Step::Play { table, plies } => self.play(table, plies).await,
            Step::Say { page, what } => self.say(page, what),
            Step::Flood { page, count } => {
                if let Some(page) = self.clients.page(page) {
                    for _ in 0..count {
                        page.say(world, Command::Undo { plies: 1 }, 0);
                    }
                }
            }
            Step::Cut { page } => _ = self.clients.page(page).map(|page| page.cut()),
            Step::Stall { page, ms } => {
                _ = self.clients.page(page).map(|page| page.stall(now_ms(world), ms.into()));
            }
            Step::Disk { fault, ms } => world.disk.fail(fault, ms.into()),
            Step::Crowd { table } => self.crowd(table).await,
            Step::Pair => self.pair(),
            Step::DaySeeks { apart_ms, wait } => self.seek_by_days(apart_ms, wait),
            Step::Challenge { pick } => {
                tokio::spawn(challenge(world.clone(), self.cluster.clone(), pick));
            }
            Step::Seek { pick } => {
                tokio::spawn(seeks::seek(world.clone(), self.cluster.clone(), pick));
            }
            Step::Block { pick } => {
                tokio::spawn(seeks::block(world.clone(), self.cluster.clone(), pick));
            }
            Step::Board { events, twice, hangs_up } => self.tell(events, twice, hangs_up),
            // Handled in `run`, which ends the life.
            Step::Crash { .. } => {}
        }
    }

    /// Plays on, each ply as soon as the previous one is acknowledged.
    async fn play(&self, table: usize, plies: u16) {
        let mut rng = Rng::new(self.world.script.seed ^ u64::from(plies));
        for _ in 0..plies {
            for _ in 0..400 {
                if act(self.clients, table, rng.next() as u16) {
                    break;
                }
                sleep(Duration::from_millis(5)).await;
            }
        }
    }

    fn say(&self, page: usize, what: Saying) {
        let world = &self.world;
        let Some(page) = self.clients.page(page) else { return };
        let act = |action: &str| Command::Act { action: action.to_owned() };
        let offer = |offer| Command::Offer { offer };
        _ = match what {
            Saying::Resign => page.say(world, Command::Resign, 0),
            Saying::Draw => page.say(world, offer(Offer::Draw), 0),
            Saying::Claim(claim) => page.say(world, Command::Claim { claim }, 0),
            Saying::Takeback => page.say(world, offer(Offer::Takeback { plies: 1 }), 0),
            Saying::Undo(plies) => page.say(world, Command::Undo { plies }, 0),
            Saying::Rematch => page.say(world, offer(Offer::Rematch), 0),
            Saying::Answer(yes) => page.say(world, Command::Answer { yes }, 0),
            Saying::Wrong => page.say(world, act("a1i9"), 0),
            Saying::Stale(behind) => page.say(world, Command::Resign, behind.into()),
            Saying::Again => page
                .last()
                .and_then(|(id, command)| page.say_as(world, &id, command, 0).then_some(id)),
            Saying::Borrowed => {
                let others = self.clients.seated(page.table).into_iter();
                let other =
                    others.filter(|other| other.seat() != page.seat()).find_map(|o| o.last());
                other.and_then(|(id, command)| page.say_as(world, &id, command, 0).then_some(id))
            }
        };
    }

    /// Opens sockets of many spectators, which stay as long as the server permits.
    async fn crowd(&self, table: usize) {
        let Some(page) = self.clients.seated(table).into_iter().next() else { return };
        let table = page.table_id();
        for _ in 0..1_100 {
            let (cluster, table) = (self.cluster.clone(), table.clone());
            tokio::spawn(async move {
                let Some(mut socket) = open(&cluster, &table, 0).await else { return };
                let hello = r#"{"type":"hello"}"#;
                if socket.send(Message::Text(hello.into())).await.is_ok() {
                    while let Some(Ok(_)) = socket.next().await {}
                }
            });
        }
        sleep(Duration::from_millis(50)).await;
        page.cut();
    }

    /// Two players seek the same game at the same moment, each at one of the servers. Their pages
    /// wait for each other, and follow when they are sent to another table.
    fn pair(&self) {
        for (turn, name) in ["Ada", "Bo"].into_iter().enumerate() {
            let (world, cluster) = (self.world.clone(), self.cluster.clone());
            tokio::spawn(async move {
                let body = request(duel("none"), name);
                let reply =
                    cluster.ask_at(turn, "POST", "/api/seeks", ("accept", "*/*"), body).await;
                world.note(name, &format!("{} {}", reply.0, reply.1));
                if let Ok(created) = serde_json::from_str::<Created>(&reply.1) {
                    wait_for_opponent(&world, &cluster, turn, created).await;
                }
            });
        }
    }

    /// Two accounts seek the same correspondence game, each at one of the servers.
    fn seek_by_days(&self, apart_ms: u32, wait: [bool; 2]) {
        for (turn, waits) in wait.into_iter().enumerate() {
            let (world, cluster) = (self.world.clone(), self.cluster.clone());
            let delay = Duration::from_millis(u64::from(apart_ms) * turn as u64);
            tokio::spawn(async move {
                sleep(delay).await;
                day_seeks::seek(world, cluster, turn, NAMES[turn], waits).await;
            });
        }
    }

    fn tell(&self, events: u8, twice: bool, hangs_up: bool) {
        let Some(board) = self.clients.board.get() else { return };
        board.happens(events.into());
        for _ in 0..=u8::from(twice) {
            let (world, cluster) = (self.world.clone(), self.cluster.clone());
            tokio::spawn(board.clone().tell(world, cluster, hangs_up));
        }
    }

    /// Opens the script's tables before any fault.
    async fn open_all(&self) -> Result<(), String> {
        for (number, spec) in self.world.script.tables.iter().enumerate() {
            self.open(number, spec).await?;
        }
        if self.world.script.has_board {
            let board = Board::register(&self.cluster).await?;
            _ = self.clients.board.set(Arc::new(board));
        }
        Ok(())
    }

    async fn open(&self, table: usize, spec: &TableSpec) -> Result<(), String> {
        let body = request(plan(spec), "Hanna");
        let (_, reply) = self.cluster.ask("POST", "/api/tables", ("accept", "*/*"), body).await;
        let created: Created =
            serde_json::from_str(&reply).map_err(|error| format!("{error}: {reply}"))?;
        let mut tokens = vec![created.token];
        for seat in 1..spec.seats() {
            let join = JoinRequest { name: format!("Guest {seat}"), seat: None };
            let body = serde_json::to_string(&join).unwrap_or_default();
            let path = format!("/api/tables/{}/join", created.table);
            let (_, reply) = self.cluster.ask("POST", &path, ("accept", "*/*"), body).await;
            let joined: Joined =
                serde_json::from_str(&reply).map_err(|error| format!("{error}: {reply}"))?;
            tokens.push(joined.token);
        }
        let seats = tokens.iter().zip(0..).map(|(token, seat)| (Some(seat), token.as_str()));
        let second = spec.second_device.then_some((Some(0), tokens[0].as_str()));
        let others = std::iter::repeat_n((None, ""), spec.spectators);
        for (seat, token) in seats.chain(second).chain(others) {
            let number = self.clients.pages().len() as u64;
            let name = (format!("page {number}"), number << 56);
            let place = (table, spec.seats() as u8);
            let page = Page::new(name, place, &created.table, (seat, token));
            self.world.add_token(token);
            self.clients.add_page(Arc::new(page));
        }
        Ok(())
    }
}
