//! Runs the example.

#[path = "../examples/toss/main.rs"]
mod toss_example;

#[test]
fn toss_runs() {
    toss_example::main().unwrap();
}
