//! The game by which `game` explains its traits keeps its own contracts.

#[path = "../../game/examples/toss/game.rs"]
#[allow(dead_code)]
mod toss;

#[test]
fn toss() {
    conformance::check::<toss::Toss>(&[""], conformance::Plan::default());
}
