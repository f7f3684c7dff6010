//! The archive contains the games played, although processes were killed.
#![cfg(unix)]

use board_games::{Plan, Way, play};

/// Runs a plan; the folder is kept if the test fails.
fn check(plan: &Plan) {
    let folder = tempfile::tempdir().expect("a folder");
    match play(plan, folder.path()) {
        Ok(report) => {
            eprintln!("{report}");
            assert_eq!(report.cuts, plan.cuts);
            assert_eq!(report.kills, [plan.bridge_kills, plan.server_kills, plan.broker_kills]);
            assert_eq!(report.doubts, [""; 0], "the server would have judged otherwise");
        }
        Err(error) => panic!("{plan:?} in {}: {error:#}", folder.keep().display()),
    }
}

#[test]
fn fifty_games() {
    check(&Plan {
        seed: 3,
        games: 50,
        plies: 80,
        cuts: 20,
        bridge_kills: 20,
        server_kills: 20,
        broker_kills: 0,
        way: Way::Http,
    });
}

#[test]
fn fifty_games_through_a_broker() {
    check(&Plan {
        seed: 4,
        games: 50,
        plies: 80,
        cuts: 20,
        bridge_kills: 20,
        server_kills: 20,
        broker_kills: 5,
        way: Way::Mqtt,
    });
}
