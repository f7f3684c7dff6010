//! What was acknowledged survives `kill -9` exactly once, and clients have seen only what the log
//! holds.
//!
//! The real executable is killed during play, 200 times or `CHUHE_KILLS` times, and restarted on
//! the same folder. The number of moves before each kill is drawn, so the result does not depend on
//! the machine's speed. `CHUHE_KILLS_SEED` repeats an earlier run.

mod players;

use players::{Blow, Luck, Player, Server, drawn, play_on, runtime, until_due};
use std::{sync::atomic::Ordering, time::Duration};

/// Default number of kills.
const KILLS: u64 = 200;

/// Maximum number of kills at the same tables: every restart reads their whole games.
const KILLS_A_ROUND: u64 = 200;

/// Number of concurrent players.
const PLAYERS: usize = 4;

/// Exclusive maximum number of moves between two kills.
const MOVES: u64 = 48;

/// Plays at new tables through this many kills. Returns the number of acknowledged moves.
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
        // A random delay, so that the kill also hits the next commit.
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
