//! What a bridge passes on.

use super::{
    EboardError, refuse,
    room::{Room, event},
};
use crate::limits::LOST_EVENTS;
use boardlink::{Body, Event, PROTOCOL, Result as Favours, ToBoard, ToHost};
use game::Reason;
use sensing::{Ending, Occupancy};
use smart_boards::{Finish, Key, Post, Reply};
use std::collections::BTreeMap;
use xiangqi::Side;

/// The most events that are committed together.
const GROUP: usize = 256;

impl Room {
    /// Reads a message, if it is this board's.
    pub(super) fn open_post(&self, body: &[u8], signature: &str) -> Result<Post, EboardError> {
        if !Key::new(self.board.key).verify(&self.board.id, body, signature) {
            return Err(EboardError::Signature);
        }
        serde_json::from_slice(body).map_err(|error| refuse("json", error.to_string()))
    }

    /// Takes in what the board said. Whatever is acknowledged in the answer is committed.
    pub(super) async fn take(&mut self, post: Post, now_ms: u64) -> Result<Reply, EboardError> {
        self.heard(now_ms);
        self.settle_doubt(now_ms).await?;
        let is_new = post.n > self.last_n;
        self.last_n = self.last_n.max(post.n);
        // One answer for each game, whatever the number of its events.
        let mut answers = BTreeMap::new();
        let mut waiting = Vec::new();
        for message in post.messages {
            if let ToHost::Event(event) = message {
                waiting.push(event);
                if waiting.len() < GROUP {
                    continue;
                }
            }
            self.store_events(&mut waiting, &mut answers, now_ms).await?;
            match message {
                ToHost::Event(_) => {}
                ToHost::Hello(hello) if hello.protocol != PROTOCOL => {
                    let protocol = hello.protocol;
                    return Err(refuse(
                        "protocol",
                        format!("the board speaks version {protocol} of the link, we {PROTOCOL}"),
                    ));
                }
                ToHost::Hello(hello) if hello.game > 0 => {
                    // What is missing here it will tell by itself, from the first event that nobody
                    // has acknowledged; that may lie in an earlier game, so it is not asked to jump.
                    self.want(hello.game, now_ms).await?;
                    let next = self.games[&hello.game].next();
                    answers.insert(hello.game, answer(hello.game, next, false));
                }
                ToHost::Hello(_) => {}
                ToHost::Lost { game, from, to } => {
                    self.store_loss(game, from, to, now_ms).await?;
                    answers.insert(game, answer(game, self.games[&game].next(), false));
                }
                ToHost::Seen { game, at_ms, ranks } if is_new => {
                    if let Some(game) = self.games.get_mut(&game) {
                        game.see(at_ms, Occupancy::from_rows(ranks));
                    }
                }
                ToHost::Prompt { code, number, .. } if is_new => {
                    if let Some(game) = self.games.get_mut(&self.latest) {
                        game.hear(code, number);
                    }
                }
                ToHost::Seen { .. } | ToHost::Prompt { .. } => {}
            }
        }
        self.store_events(&mut waiting, &mut answers, now_ms).await?;
        let mut answers: Vec<ToBoard> = answers.into_values().collect();
        if let Some(ending) = self.games.get(&self.latest).and_then(|game| game.ruling()) {
            answers.push(ruling(ending));
        }
        self.put_away();
        Ok(Reply { answers })
    }

    /// Commits the events that are new, in runs of one game, then follows them.
    async fn store_events(
        &mut self,
        waiting: &mut Vec<Event>,
        answers: &mut BTreeMap<u32, ToBoard>,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        let events = std::mem::take(waiting);
        for run in events.chunk_by(|one, next| one.game == next.game) {
            let number = run[0].game;
            if number == 0 {
                return Err(refuse("game", "games are numbered from 1"));
            }
            self.want(number, now_ms).await?;
            let first = self.games[&number].next();
            let mut next = first;
            let mut new = Vec::new();
            let mut has_gap = false;
            for event in run {
                if event.seq == next {
                    new.push(*event);
                    next += 1;
                } else if event.seq > next {
                    has_gap = true;
                    break;
                }
            }
            // What ends a game is committed with what is left of it: it is a run's first.
            for part in new.chunk_by(|_, next| !matches!(next.body, Body::End { .. })) {
                self.store_part(number, part, now_ms).await?;
            }
            answers.insert(number, answer(number, next, has_gap));
        }
        Ok(())
    }

    /// Commits events of a game that follow each other, and follows them.
    async fn store_part(
        &mut self,
        number: u32,
        part: &[Event],
        now_ms: u64,
    ) -> Result<(), EboardError> {
        let texts = part.iter().map(|new| Ok(event("board", serde_json::to_string(new)?, now_ms)));
        let texts: Result<Vec<_>, serde_json::Error> = texts.collect();
        let texts = texts.map_err(|error| refuse("json", error.to_string()))?;
        let finish = self.games[&number].finish_with(&part[0], now_ms);
        self.commit(number, part[0].seq, texts, finish).await?;
        let mut notes = Vec::new();
        if let Some(game) = self.games.get_mut(&number) {
            // In order: just checked.
            notes.extend(part.iter().filter_map(|event| game.apply(event, now_ms).ok().flatten()));
        }
        self.followed(number);
        if !notes.is_empty() {
            self.write(number, notes, now_ms).await?;
        }
        Ok(())
    }

    /// Notes that the board has forgotten events, so that what follows finds its place.
    async fn store_loss(
        &mut self,
        number: u32,
        from: u32,
        to: u32,
        now_ms: u64,
    ) -> Result<(), EboardError> {
        self.want(number, now_ms).await?;
        let next = self.games[&number].next();
        if from > next || to <= next {
            return Ok(());
        }
        if to - next > LOST_EVENTS {
            return Err(refuse("lost", format!("a game has at most {LOST_EVENTS} events")));
        }
        let lost = (next..to).map(|_| event("lost", "lost".to_owned(), now_ms)).collect();
        // The arbiter may have ended it; torn, it counts no more.
        let finish = self.games[&number].finish();
        let finish = finish.map(|finish| Finish { is_rated: false, ..finish });
        self.commit(number, next, lost, finish).await?;
        if let Some(game) = self.games.get_mut(&number) {
            game.lose(to);
        }
        self.followed(number);
        Ok(())
    }

    /// Only games under way and the latest stay at hand.
    fn put_away(&mut self) {
        let latest = self.latest;
        self.games.retain(|&number, game| number == latest || game.is_under_way());
    }
}

fn answer(game: u32, next: u32, has_gap: bool) -> ToBoard {
    match has_gap {
        true => ToBoard::AskFrom { game, seq: next },
        false => ToBoard::Ack { game, next },
    }
}

fn ruling(ending: Ending) -> ToBoard {
    let reason = Reason::ALL.iter().position(|reason| *reason == ending.reason);
    ToBoard::Ruling {
        reason: reason.map_or(0, |place| place as u8),
        result: match ending.winner {
            None => Favours::Draw,
            Some(Side::Red) => Favours::Red,
            Some(Side::Black) => Favours::Black,
        },
    }
}
