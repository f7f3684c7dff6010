//! Posts from a bridge, and their answers.

use super::{SmartBoardError, board_state::BoardState, error::refuse, run::Run};
use crate::{
    base::explain,
    limits::{BOARD_GAMES, RACES, TURNS_PER_POST},
};
use boardlink::{Event, Hello, PROTOCOL, ToBoard, ToHost};
use protocol::BoardId;
use sensing::{Ending, Occupancy, link};
use serde::Deserialize;
use smart_boards::{Answer, BoardGame, Key, LostRange, Moment, Post, Reading, down_name};
use std::{collections::BTreeMap, sync::atomic::Ordering};
use store::StoreError;

/// Signed answer for a bridge.
pub(crate) struct SignedAnswer {
    /// HTTP status.
    pub(crate) status: u16,
    /// [`Answer`] as JSON.
    pub(crate) body: String,
    /// Signature of the body.
    pub(crate) mac: String,
}

impl SignedAnswer {
    /// Signs an answer to the board's bridge.
    pub(super) fn new(answer: &Answer, id: &BoardId, key: &Key) -> SignedAnswer {
        // Serialising texts and numbers cannot fail.
        let body = serde_json::to_string(answer).unwrap_or_default();
        let mac = key.sign(&down_name(id), body.as_bytes());
        SignedAnswer { status: answer.status, body, mac }
    }
}

/// Part of a post that is read even if the rest is invalid.
#[derive(Deserialize)]
struct Numbered {
    n: u64,
}

impl BoardState {
    /// Processes a verified message of the board and answers it. Acknowledged events are committed.
    /// An invalid message is answered with its number, so that it does not block later ones.
    pub(super) async fn answer(&mut self, body: &[u8], now: Moment) -> Answer {
        let taken = match serde_json::from_slice::<Post>(body) {
            Ok(post) => self.take_in(post, now).await,
            Err(error) => Err(refuse("json", explain(&error.to_string()))),
        };
        let n = serde_json::from_slice(body).map_or(0, |Numbered { n }| n);
        let (status, why, answers) = match taken {
            Ok(answers) => (200, None, answers),
            Err(SmartBoardError::Refused(refusal)) => (422, Some(refusal.message), Vec::new()),
            Err(error) => {
                tracing::error!(%error, "failed to process board message");
                (503, Some("the server could not store this".to_owned()), Vec::new())
            }
        };
        Answer { n, status, nonce: Some(self.nonce()), why, answers }
    }

    /// Processes a post. If another server has appended in the meantime, the post is processed
    /// again on the new state; events already stored are recognised by their numbers.
    async fn take_in(&mut self, post: Post, now: Moment) -> Result<Vec<ToBoard>, SmartBoardError> {
        self.catch_up(now).await?;
        let mut taken = self.take(post.clone(), now).await;
        for _ in 0..RACES {
            if !matches!(taken, Err(SmartBoardError::Store(StoreError::Stale { .. }))) {
                break;
            }
            self.read_again(now).await?;
            taken = self.take(post.clone(), now).await;
        }
        taken
    }

    /// Processes the board's messages.
    async fn take(&mut self, post: Post, now: Moment) -> Result<Vec<ToBoard>, SmartBoardError> {
        let is_fresh = post.nonce == Some(self.nonce());
        if is_fresh {
            self.heard(now.steady_ms);
        }
        if turns(&post.messages) > TURNS_PER_POST {
            let message = format!("a post goes from game to game at most {TURNS_PER_POST} times");
            return Err(refuse("games", message));
        }
        self.settle_doubt(now).await?;
        let mut taking = Taking { state: self, is_fresh, now, run: None, answers: BTreeMap::new() };
        let taken = taking.take_all(post.messages).await;
        // Messages before an invalid one are stored.
        taking.commit().await?;
        let answers = taking.answers;
        taken?;
        if is_fresh {
            // A nonce is valid once.
            self.nonce.fetch_add(1, Ordering::Relaxed);
        }
        let mut answers: Vec<ToBoard> = answers.into_values().collect();
        answers.extend(self.latest_game().and_then(|game| game.ruling()).map(ruling));
        self.put_away();
        Ok(answers)
    }
}

/// Number of changes between games in a post. Each needs a read and a commit.
fn turns(messages: &[ToHost]) -> usize {
    let games = messages.iter().filter_map(|message| match message {
        ToHost::Event(Event { game, .. }) | ToHost::Lost { game, .. } => Some(*game),
        ToHost::Hello(hello) => Some(hello.game).filter(|game| *game > 0),
        ToHost::Seen { .. } | ToHost::Prompt { .. } => None,
    });
    let mut last = None;
    games.filter(|game| last.replace(*game) != Some(*game)).count()
}

/// Post being processed.
struct Taking<'a> {
    state: &'a mut BoardState,
    /// Whether the post is fresh.
    is_fresh: bool,
    now: Moment,
    /// Uncommitted events of one game.
    run: Option<Run>,
    /// One answer for each game, regardless of the number of events.
    answers: BTreeMap<u32, ToBoard>,
}

impl Taking<'_> {
    async fn take_all(&mut self, messages: Vec<ToHost>) -> Result<(), SmartBoardError> {
        for message in messages {
            match message {
                ToHost::Event(event) => {
                    let now = self.now;
                    self.run_of(event.game).await?.take(event, now)?;
                }
                ToHost::Lost { game, from, to } => {
                    // Lost events were never received, so they cannot be verified. But a board
                    // cannot lose events that it has said it never had. Accepting such a loss would
                    // discard events that are still to come.
                    let told = self.state.last_told.filter(|(told, _)| *told == game);
                    let said = told.map(|(_, events)| events);
                    self.run_of(game).await?.lose(LostRange { from, to }, said)?;
                }
                ToHost::Hello(hello) => self.greet(hello).await?,
                ToHost::Seen { game, events, number, at_ms, ranks } => {
                    let seen = Occupancy::from_rows(ranks);
                    let reading = Reading { events, number, at_ms, seen };
                    let note = self.shown(game).and_then(|game| game.see(reading));
                    if let Some(note) = note {
                        let now = self.now;
                        self.run_of(game).await?.note(note, now);
                    }
                }
                ToHost::Prompt { code, number, .. } => {
                    let latest = self.latest();
                    if let Some(game) = self.shown(latest) {
                        game.hear(code, number);
                    }
                }
            }
        }
        Ok(())
    }

    /// Handles the board's report of what it has stored.
    async fn greet(&mut self, hello: Hello) -> Result<(), SmartBoardError> {
        let Hello { protocol, game, events, .. } = hello;
        if protocol != PROTOCOL {
            let message = format!("the board speaks version {protocol} of the link, we {PROTOCOL}");
            return Err(refuse("protocol", message));
        }
        if game == 0 {
            return Ok(());
        }
        if self.run.as_ref().is_none_or(|run| run.game() != game) {
            self.commit().await?;
            // The board sends missing events by itself, from the first unacknowledged one. That may
            // belong to an earlier game, so no position is requested here.
            let next = self.state.want(game, self.now).await?.next();
            self.answers.insert(game, ToBoard::Ack { game, next });
        }
        if self.is_fresh {
            self.state.last_told = Some((game, events));
        }
        Ok(())
    }

    /// The run for events of a game. The run of another game is committed first.
    async fn run_of(&mut self, game: u32) -> Result<&mut Run, SmartBoardError> {
        if self.run.as_ref().is_some_and(|run| run.game() != game) {
            self.commit().await?;
        }
        let run = match self.run.take() {
            Some(run) => run,
            None => {
                let is_full = self.state.is_full();
                let held = self.state.want(game, self.now).await?;
                if held.next() == 0 && is_full {
                    let message = format!("a board has at most {BOARD_GAMES} games");
                    return Err(refuse("games", message));
                }
                Run::new(held.clone())
            }
        };
        Ok(self.run.insert(run))
    }

    /// Commits the events of a game and adds their answer.
    async fn commit(&mut self) -> Result<(), SmartBoardError> {
        let Some(run) = self.run.take() else { return Ok(()) };
        let (after, lines, answer) = run.end();
        let game = after.number();
        self.state.commit(after, lines, self.now).await?;
        self.answers.insert(game, answer);
        Ok(())
    }

    /// The game that began last, stored or not.
    fn latest(&self) -> u32 {
        let begun = self.run.as_ref().filter(|run| run.has_news() && !self.state.knows(run.game()));
        begun.map_or(self.state.latest(), Run::game)
    }

    /// A game in memory, for data that is only shown. `None` if the post may be old.
    fn shown(&mut self, game: u32) -> Option<&mut BoardGame> {
        match &mut self.run {
            _ if !self.is_fresh => None,
            Some(run) if run.game() == game => Some(&mut run.after),
            _ => self.state.game_mut(game),
        }
    }
}

fn ruling(ending: Ending) -> ToBoard {
    let (reason, result) = link::reason_and_result(ending);
    ToBoard::Ruling { reason, result }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smart_boards::reader::Reader;
    use boardlink::{Body, Settings};
    use protocol::UnixMs;
    use std::sync::Arc;
    use store::{
        Board,
        testing::{FaultyStore, MemoryStore, Operation},
    };

    type TestStore = FaultyStore<MemoryStore>;

    const NOW: Moment = Moment { unix_ms: UnixMs(1_000_000), steady_ms: 1_000_000 };

    async fn state(store: &Arc<TestStore>) -> BoardState {
        let board = Board { id: "a1".repeat(12).into(), name: "Table 7".to_owned(), key: [1; 32] };
        let reader = Arc::new(Reader::default());
        BoardState::open(board, store.clone(), reader, 7, NOW).await.expect("a state")
    }

    fn appends(store: &TestStore) -> usize {
        store.faults().calls(&[Operation::Create, Operation::Append])
    }

    async fn say(
        state: &mut BoardState,
        messages: Vec<ToHost>,
    ) -> Result<Vec<ToBoard>, SmartBoardError> {
        let nonce = Some(state.nonce());
        state.take(Post { n: 1, nonce, messages }, NOW).await
    }

    fn event(game: u32, seq: u32, body: Body) -> ToHost {
        ToHost::Event(Event { game, seq, at_ms: seq, body })
    }

    fn begin(game: u32) -> ToHost {
        event(game, 0, Body::Setup { settings: Settings::default() })
    }

    fn hello(game: u32, events: u32) -> ToHost {
        ToHost::Hello(Hello { protocol: PROTOCOL, board: [0; 12], game, events, is_full: false })
    }

    fn lost(from: u32, to: u32) -> ToHost {
        ToHost::Lost { game: 1, from, to }
    }

    const SEEN: ToHost = ToHost::Seen {
        game: 1,
        events: 1,
        number: 1,
        at_ms: 1,
        ranks: [511, 0, 130, 341, 0, 0, 341, 130, 0, 511],
    };
    const PROMPT: ToHost = ToHost::Prompt { at_ms: 1, code: 1, number: 0 };

    /// Events of one game in a post are one commit, however the post is mixed; consecutive losses
    /// are one log entry.
    #[tokio::test]
    async fn what_a_post_says_of_a_game_is_one_commit() {
        let restored = |seq| event(1, seq, Body::Restored);
        let losses: Vec<ToHost> = (1..700).map(|seq| lost(seq, seq + 1)).collect();
        let mixed = |words: &[ToHost]| {
            let events = (1..300).flat_map(|seq| [restored(seq)].into_iter().chain(words.to_vec()));
            events.collect::<Vec<_>>()
        };
        for (what, messages, lines, next) in [
            ("losses", losses.clone(), 2, 700),
            ("the same again", [losses.clone(), losses].concat(), 2, 700),
            ("losses and events", vec![lost(1, 5), restored(5), lost(6, 9), restored(9)], 5, 10),
            (
                "events and losses by turns",
                (1..300)
                    .map(|seq| match seq % 2 {
                        0 => lost(seq, seq + 1),
                        _ => restored(seq),
                    })
                    .collect(),
                300,
                300,
            ),
            ("frames", mixed(&[SEEN]), 300, 300),
            ("words", mixed(&[PROMPT, hello(1, 300)]), 300, 300),
        ] {
            let store = Arc::new(TestStore::default());
            let mut state = state(&store).await;
            say(&mut state, vec![begin(1)]).await.expect("a game");
            let before = appends(&store);
            let answers = say(&mut state, messages).await.expect(what);
            assert_eq!(answers, [ToBoard::Ack { game: 1, next }], "{what}");
            assert_eq!(appends(&store) - before, 1, "{what}");
            let log = store.inner().log(&format!("board:{}:0000000001", "a1".repeat(12)).into());
            assert_eq!(log.len(), lines, "{what}");
        }
    }

    /// A post with too many changes between games is rejected without effect.
    #[tokio::test]
    async fn a_post_has_few_turns() {
        let most = TURNS_PER_POST as u32;
        for (what, game_of) in [
            ("many games", (|turn| turn + 1) as fn(u32) -> u32),
            ("two games by turns", |turn| turn % 2 + 1),
        ] {
            let store = Arc::new(TestStore::default());
            let mut state = state(&store).await;
            let turns = |count: u32| (0..count).map(|turn| begin(game_of(turn))).collect();
            let refused = say(&mut state, turns(most + 1)).await;
            assert!(matches!(&refused, Err(SmartBoardError::Refused(_))), "{what}: {refused:?}");
            assert_eq!(appends(&store), 0, "{what}");
            say(&mut state, turns(most)).await.expect(what);
            assert!(appends(&store) <= TURNS_PER_POST, "{what}");
        }
    }

    /// Events before an invalid message are stored, and data that is only shown stays.
    #[tokio::test]
    async fn what_comes_before_a_refusal_is_stored() {
        let store = Arc::new(TestStore::default());
        let mut state = state(&store).await;
        let messages = vec![begin(1), hello(1, 20), event(1, 1, Body::Restored), lost(2, 21)];
        let refused = say(&mut state, messages).await;
        assert!(matches!(&refused, Err(SmartBoardError::Refused(_))), "{refused:?}");
        assert_eq!(state.latest_game().expect("a game").next(), 2);
        let out_of_order = vec![event(1, 3, Body::Restored), event(1, 2, Body::Restored)];
        let answers = say(&mut state, out_of_order).await.expect("a gap");
        assert_eq!(answers, [ToBoard::AskFrom { game: 1, seq: 3 }]);
        let says = |state: &BoardState| state.view(NOW.steady_ms).says;
        let before = says(&state);
        let prompt = ToHost::Prompt { at_ms: 1, code: 2, number: 0 };
        say(&mut state, vec![event(1, 2, Body::Restored), prompt]).await.expect("a word");
        assert_ne!(says(&state), before, "told again, and then a word");
    }
}
