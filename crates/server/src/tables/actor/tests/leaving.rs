//! Claims against a player who has left the game.

use super::{Page, TestHub};
use protocol::{Claim, Command, EndState, ToClient};
use tokio::time::{Duration, sleep};

impl Page {
    /// Claims the game. The result: success, or the code of the refusal with its values.
    async fn claims(&mut self, seat: u8, claim: Claim) -> Result<(), (String, Vec<String>)> {
        self.commands += 1;
        let wanted = format!("{:032x}", (u128::from(self.viewer) << 64) + self.commands);
        self.say(&wanted, seat, Command::Claim { claim }).expect("room in the queue");
        self.until(|message| match message {
            ToClient::Ack { id, .. } if *id == wanted => Some(Ok(())),
            ToClient::Refused { id, code, values, .. } if *id == wanted => {
                Some(Err((code.clone(), values.clone())))
            }
            _ => None,
        })
        .await
    }

    /// Reads until these seats are present. Returns the absent ones that can lose, each with the
    /// time until then.
    async fn until_here(&mut self, wanted: &[u8]) -> Vec<(u8, u64)> {
        self.until(|message| match message {
            ToClient::Presence { here, absent } if here == wanted => {
                Some(absent.iter().map(|absence| (absence.seat, absence.claim_in_ms)).collect())
            }
            _ => None,
        })
        .await
    }

    async fn end(&mut self) -> EndState {
        self.until(|message| match message {
            ToClient::Update(update) => update.state.end.clone(),
            _ => None,
        })
        .await
    }

    async fn leave(&self) {
        self.table.detach(self.viewer).await;
    }
}

fn early(seconds: u32) -> Result<(), (String, Vec<String>)> {
    Err(("claim-early".into(), vec![seconds.to_string()]))
}

fn refused(code: &str) -> Result<(), (String, Vec<String>)> {
    Err((code.into(), Vec::new()))
}

/// The absence is measured anew whenever the player comes back, and the claim is stored.
#[tokio::test(start_paused = true)]
async fn a_game_is_claimed_after_the_opponent_was_long_away() {
    for (claim, winners) in [(Claim::Win, vec![0]), (Claim::Draw, Vec::new())] {
        let server = TestHub::start().await;
        let (table, mut red, black) = server.game("5+3").await;
        assert_eq!(red.until_here(&[0, 1]).await, []);
        assert_eq!(red.claims(0, claim).await, refused("not-away"));
        black.leave().await;
        assert_eq!(red.until_here(&[0]).await, [(1, 20_000)]);
        sleep(Duration::from_millis(14_500)).await;
        assert_eq!(red.claims(0, claim).await, early(6));
        // A new viewer learns the time that is left.
        let mut late = Page::attach(&red.table, "", 0).await;
        assert_eq!(late.until_here(&[0]).await, [(1, 5_500)]);
        // A second device of the same player does not matter.
        let second = Page::attach(&red.table, &red.token, 0).await;
        second.leave().await;
        let again = Page::attach(&red.table, &black.token, 0).await;
        assert_eq!(red.until_here(&[0, 1]).await, []);
        sleep(Duration::from_secs(60)).await;
        assert_eq!(red.claims(0, claim).await, refused("not-away"));
        again.leave().await;
        assert_eq!(red.until_here(&[0]).await, [(1, 20_000)]);
        sleep(Duration::from_secs(19)).await;
        assert_eq!(red.claims(0, claim).await, early(1));
        sleep(Duration::from_secs(1)).await;
        assert_eq!(red.claims(0, claim).await, Ok(()));
        late.end().await;
        assert_eq!(late.until_here(&[0]).await, [], "no claims after the end");
        assert_eq!(red.claims(0, claim).await, refused("game-over"));

        // The result is in the log.
        let log = server.store.inner().log(&table);
        assert!(log.last().expect("events").public.contains(r#""kind":"claimed""#));
        let later = TestHub::start_on(server.store.clone()).await;
        assert!(later.hub.tables.info(&table).await.expect("a table").over);
        let later_table = later.hub.tables.load(&table).await.expect("an actor");
        let mut back = Page::attach(&later_table, &black.token, 0).await;
        let ToClient::Snapshot(snapshot) = back.next().await.expect("open") else { panic!() };
        let end = snapshot.state.end.expect("an end");
        assert_eq!((end.reason.as_str(), end.winners), ("abandoned", winners));
    }
}

/// Both may be away; the one who comes back can claim.
#[tokio::test(start_paused = true)]
async fn who_comes_back_first_can_claim() {
    let server = TestHub::start().await;
    let (_, red, black) = server.game("1").await;
    red.leave().await;
    black.leave().await;
    sleep(Duration::from_secs(30)).await;
    let mut back = Page::attach(&red.table, &black.token, 0).await;
    back.next().await.expect("a snapshot");
    assert_eq!(back.claims(1, Claim::Win).await, Ok(()));
    assert!(back.table.info().await.expect("an answer").over);
}

/// Absence counts from the start of the game: the host may have left while waiting.
#[tokio::test(start_paused = true)]
async fn absence_from_before_the_game_does_not_count() {
    let server = TestHub::start().await;
    let created = super::open(super::plan("xiangqi", "1"));
    let created = server.hub.tables.open(created, Default::default()).await.expect("a table");
    let table = server.hub.tables.load(&created.table).await.expect("an actor");
    table.info().await.expect("an answer");
    sleep(Duration::from_secs(30)).await;
    let joined = server.hub.tables.join(&table, "Guest".into(), None, None).await.expect("a seat");
    let mut guest = Page::attach(&table, &joined.token, 0).await;
    assert_eq!(guest.until_here(&[1]).await, [(0, 10_000)]);
    assert_eq!(guest.claims(1, Claim::Win).await, early(10));
    sleep(Duration::from_secs(10)).await;
    assert_eq!(guest.claims(1, Claim::Win).await, Ok(()));
}

/// While nothing can be stored, absence does not count: it starts again after that.
#[tokio::test(start_paused = true)]
async fn no_claim_rests_on_an_outage_of_the_store() {
    let server = TestHub::start().await;
    let (_, mut red, black) = server.game("5+3").await;
    red.until_here(&[0, 1]).await;
    black.leave().await;
    assert_eq!(red.until_here(&[0]).await, [(1, 20_000)]);
    server.fail(true);
    assert_eq!(red.plays(0, "h2e2").await, Err("not-stored".into()));
    assert_eq!(red.until_here(&[0]).await, [], "the clocks are stopped");
    sleep(Duration::from_secs(600)).await;
    assert_eq!(red.claims(0, Claim::Win).await, refused("not-stored"));
    server.fail(false);
    let absent = red.until_here(&[0]).await;
    let [(1, claim_in_ms)] = absent[..] else { panic!("{absent:?}") };
    assert!((1..=20_000).contains(&claim_in_ms), "{claim_in_ms}");
    assert_eq!(red.claims(0, Claim::Win).await.unwrap_err().0, "claim-early");
    sleep(Duration::from_millis(claim_in_ms)).await;
    assert_eq!(red.claims(0, Claim::Win).await, Ok(()));
}
