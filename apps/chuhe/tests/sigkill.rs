//! The promise: what was acknowledged survives `kill -9`, once, and what a viewer was told is what
//! the log says.
//!
//! The real executable is killed during play, two hundred times or `CHUHE_KILLS` times, and started
//! again on the same folder. How many moves it acknowledges before each blow is drawn: the test asks
//! no clock and shows as much on a slow machine as on a fast one. `CHUHE_KILLS_SEED` draws the
//! numbers of an earlier run again.

mod players;

use players::{Blow, Luck, Player, Server, drawn, play_on, runtime, until_due};
use std::{sync::atomic::Ordering, time::Duration};

/// How often the server is killed, unless told otherwise.
const KILLS: u64 = 200;

/// How often at the same tables: every restart reads their whole games.
const KILLS_A_ROUND: u64 = 200;

/// How many play at once.
const PLAYERS: usize = 4;

/// One more than the most moves between two blows.
const MOVES: u64 = 48;

/// Plays at fresh tables through this many kills; how many moves were acknowledged.
async fn round(kills: u64, luck: &mut Luck) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let first = Server::start(folder.path(), &[]);
    let mut players: Vec<Player> = (0..PLAYERS).map(|_| Player::sit_down(&first)).collect();
    drop(first);
    let mut due = 0;
    for _ in 0..kills {
        let server = Server::start(folder.path(), &[]);
        let moves = luck.below(MOVES);
        due += moves as usize;
        let blow = Blow::after(moves);
        let mut games = play_on(&mut players, &server, &blow);
        until_due(&blow, &mut games).await;
        // Not always right after an acknowledgement: the next commit has come some way by then.
        tokio::time::sleep(Duration::from_micros(luck.below(2_000))).await;
        blow.has_fallen.store(true, Ordering::SeqCst);
        server.kill();
        players = games.join_all().await;
    }
    let server = Server::start(folder.path(), &[]);
    for player in &mut players {
        player.look_back(&server);
    }
    let acknowledged = players.iter().map(|player| player.acknowledged.len()).sum();
    assert!(acknowledged >= due, "{acknowledged} of {due} moves were acknowledged");
    acknowledged
}

#[test]
fn nothing_acknowledged_is_lost_or_doubled() {
    let (kills, mut luck) = drawn(KILLS);
    let runtime = runtime();
    let (mut left, mut acknowledged) = (kills, 0);
    while left > 0 {
        let kills = left.min(KILLS_A_ROUND);
        acknowledged += runtime.block_on(round(kills, &mut luck));
        left -= kills;
    }
    println!("{kills} kills, {acknowledged} acknowledged moves, none lost, none doubled");
}
