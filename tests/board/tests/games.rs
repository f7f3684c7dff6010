//! What was played is in the archive, whatever was killed meanwhile.
#![cfg(unix)]

use board_games::{Plan, Way, play};

/// A folder that stays where it is when the test fails.
fn check(plan: &Plan) {
    let folder = tempfile::tempdir().expect("a folder");
    match play(plan, folder.path()) {
        Ok(report) => {
            eprintln!("{report}");
            assert_eq!(report.cuts, plan.cuts);
            assert_eq!(report.kills, [plan.bridge_kills, plan.server_kills, plan.broker_kills]);
            assert_eq!(report.doubts, 0, "the server would have judged otherwise");
        }
        Err(error) => panic!("{plan:?} in {}: {error:#}", folder.keep().display()),
    }
}

#[test]
fn a_few_games() {
    check(&Plan {
        seed: 1,
        games: 4,
        plies: 50,
        cuts: 4,
        bridge_kills: 4,
        server_kills: 4,
        broker_kills: 0,
        way: Way::Http,
    });
}

#[test]
fn a_few_games_through_a_broker() {
    check(&Plan {
        seed: 2,
        games: 2,
        plies: 50,
        cuts: 2,
        bridge_kills: 2,
        server_kills: 2,
        broker_kills: 2,
        way: Way::Mqtt,
    });
}

#[test]
#[ignore = "minutes; `cargo verify board-full` runs it"]
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
#[ignore = "minutes; `cargo verify board-full` runs it"]
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
