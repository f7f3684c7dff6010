//! Runs the kit on the example game of the `game` crate.

#[path = "../../game/examples/toss/game.rs"]
#[allow(dead_code)]
mod toss;

#[test]
fn toss() {
    conformance::check::<toss::Toss>(&[""], conformance::Plan::default());
}
