//! What a bridge passes on, and what it is answered.

use super::{EboardError, error::refuse, room::Room};
use crate::limits::BOARD_GAMES;
use boardlink::{Event, PROTOCOL, Result as Favours, ToBoard, ToHost};
use game::Reason;
use sensing::{Ending, Occupancy};
use serde::Deserialize;
use smart_boards::{Answer, Key, LogEntry, LostRange, MOST_EVENTS, Moment, Post, down_name};
use std::{collections::BTreeMap, sync::atomic::Ordering};
use xiangqi::Side;

/// The most events that are committed together.
const GROUP: usize = 256;

/// An answer as it goes on its way.
pub(crate) struct SignedAnswer {
    /// As HTTP has it.
    pub(crate) status: u16,
    /// An [`Answer`] as JSON.
    pub(crate) body: String,
    /// Its signature.
    pub(crate) mac: String,
}

impl SignedAnswer {
    /// Signs an answer to this board's bridge.
    pub(super) fn new(answer: &Answer, id: &str, key: &Key) -> SignedAnswer {
        // A structure of texts and numbers can always be written.
        let body = serde_json::to_string(answer).unwrap_or_default();
        let mac = key.sign(&down_name(id), body.as_bytes());
        SignedAnswer { status: answer.status, body, mac }
    }
}

/// What of a post can be read even when the rest of it cannot.
#[derive(Deserialize)]
struct Numbered {
    n: u64,
}

impl Room {
    /// Takes a message in that has been found to be the board's, and answers it. Whatever is
    /// acknowledged is committed, and what cannot be taken is answered under its number, so that it
    /// does not stand in the way of the others.
    pub(super) async fn answer(&mut self, body: &[u8], now: Moment) -> Answer {
        let taken = match serde_json::from_slice::<Post>(body) {
            Ok(post) => self.take(post, now).await,
            Err(error) => Err(refuse("json", error.to_string())),
        };
        let n = serde_json::from_slice(body).map_or(0, |Numbered { n }| n);
        let (status, why, answers) = match taken {
            Ok(answers) => (200, None, answers),
            Err(EboardError::Refused(refusal)) => (422, Some(refusal.message), Vec::new()),
            Err(error) => {
                tracing::error!(%error, "a board's message could not be taken");
                (503, Some("the server could not store this".to_owned()), Vec::new())
            }
        };
        Answer { n, status, nonce: Some(self.nonce()), why, answers }
    }

    /// Takes in what the board said.
    async fn take(&mut self, post: Post, now: Moment) -> Result<Vec<ToBoard>, EboardError> {
        let is_fresh = post.nonce == Some(self.nonce());
        if is_fresh {
            self.heard(now.steady_ms);
        }
        self.settle_doubt(now).await?;
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
            self.store_events(&mut waiting, &mut answers, now).await?;
            self.take_word(message, is_fresh, &mut answers, now).await?;
        }
        self.store_events(&mut waiting, &mut answers, now).await?;
        if is_fresh {
            // Whoever has seen it cannot say it again.
            self.nonce.fetch_add(1, Ordering::Relaxed);
        }
        let mut answers: Vec<ToBoard> = answers.into_values().collect();
        answers.extend(self.latest_game().and_then(|game| game.ruling()).map(ruling));
        self.put_away();
        Ok(answers)
    }

    /// Takes in what is no event.
    async fn take_word(
        &mut self,
        message: ToHost,
        is_fresh: bool,
        answers: &mut BTreeMap<u32, ToBoard>,
        now: Moment,
    ) -> Result<(), EboardError> {
        match message {
            ToHost::Hello(hello) if hello.protocol != PROTOCOL => {
                let protocol = hello.protocol;
                return Err(refuse(
                    "protocol",
                    format!("the board speaks version {protocol} of the link, we {PROTOCOL}"),
                ));
            }
            ToHost::Hello(hello) if hello.game > 0 => {
                // What is missing here it will tell by itself, from the first event that nobody has
                // acknowledged; that may lie in an earlier game, so it is not asked to jump.
                let next = self.want(hello.game, now).await?.next();
                answers.insert(hello.game, ToBoard::Ack { game: hello.game, next });
                if is_fresh {
                    self.last_told = Some((hello.game, hello.events));
                }
            }
            ToHost::Lost { game, from, to } => {
                self.store_loss(game, LostRange { from, to }, now).await?;
                let next = self.want(game, now).await?.next();
                answers.insert(game, ToBoard::Ack { game, next });
            }
            ToHost::Seen { game, at_ms, ranks } if is_fresh => {
                if let Some(game) = self.game_mut(game) {
                    game.see(at_ms, Occupancy::from_rows(ranks));
                }
            }
            ToHost::Prompt { code, number, .. } if is_fresh => {
                if let Some(game) = self.game_mut(self.latest()) {
                    game.hear(code, number);
                }
            }
            ToHost::Hello(_) | ToHost::Event(_) | ToHost::Seen { .. } | ToHost::Prompt { .. } => {}
        }
        Ok(())
    }

    /// Commits the events that are new, in runs of one game, and what is to be noted because of them,
    /// then follows them.
    async fn store_events(
        &mut self,
        waiting: &mut Vec<Event>,
        answers: &mut BTreeMap<u32, ToBoard>,
        now: Moment,
    ) -> Result<(), EboardError> {
        let events = std::mem::take(waiting);
        for run in events.chunk_by(|one, next| one.game == next.game) {
            let answer = self.store_run(run, now).await?;
            answers.insert(run[0].game, answer);
        }
        Ok(())
    }

    /// The same for events of one game.
    async fn store_run(&mut self, run: &[Event], now: Moment) -> Result<ToBoard, EboardError> {
        let game = run[0].game;
        let mut after = self.want(game, now).await?.clone();
        if after.next() == 0 && self.is_full() {
            return Err(refuse("games", format!("a board has at most {BOARD_GAMES} games")));
        }
        let mut lines = Vec::new();
        let (mut has_gap, mut is_full) = (false, false);
        for event in run {
            let is_new = event.seq == after.next();
            is_full = is_new && event.seq >= MOST_EVENTS;
            if is_full {
                break;
            }
            let Ok(notes) = after.apply(event, now) else {
                has_gap = true;
                break;
            };
            lines.extend(is_new.then_some(LogEntry::Event(*event)));
            for note in notes {
                after.note(note.clone(), now);
                lines.push(LogEntry::Note { note });
            }
        }
        let next = after.next();
        self.commit(after, lines, now).await?;
        match (has_gap, is_full) {
            (_, true) => Err(refuse("events", format!("a game has at most {MOST_EVENTS} events"))),
            (true, _) => Ok(ToBoard::AskFrom { game, seq: next }),
            (false, _) => Ok(ToBoard::Ack { game, next }),
        }
    }

    /// Notes that the board has forgotten events, so that what follows finds its place.
    async fn store_loss(
        &mut self,
        game: u32,
        lost: LostRange,
        now: Moment,
    ) -> Result<(), EboardError> {
        let last_told = self.last_told.filter(|(told, _)| *told == game);
        let next = self.want(game, now).await?.next();
        if lost.from > next || lost.to <= next {
            return Ok(());
        }
        // What was lost was told to nobody, so nobody can check it: but a board cannot have lost what
        // it says that it never had. Whoever believed it would not hear what it has yet to tell.
        let most = last_told.map_or(MOST_EVENTS, |(_, events)| events.min(MOST_EVENTS));
        if lost.to > most {
            return Err(refuse("lost", format!("this game has at most {most} events")));
        }
        let lost = LostRange { from: next, ..lost };
        let mut after = self.want(game, now).await?.clone();
        after.lose(lost.to);
        self.commit(after, vec![LogEntry::Lost { lost }], now).await
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
