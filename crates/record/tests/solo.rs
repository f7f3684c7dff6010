//! Sifang without partners: the file names a side that has left, independent of the side to move.

use game::Seat;
use games::{AnyGame, Variant};
use record::{Annotations, Record, Tags};

#[test]
fn who_has_left_is_written_and_read() {
    let options = "mode=solo";
    const START: &str = "yB,yC,1,yM,1,yC,yB/2,yT,yI,yI,yI,yT,2/4,yF,yA,yF,4/bB,5,yA,5,gB/\
        bC,bT,9,gT,gC/1,bI,bF,7,gF,gI,1/bM,bI,bA,bA,5,gA,gA,gI,gM/1,bI,bF,7,gF,gI,1/\
        bC,bT,9,gT,gC/bB,5,rA,5,gB/4,rF,rA,rF,4/2,rT,rI,rI,rI,rT,2/rB,rC,1,rM,1,rC,rB \
        r solo -/-/-/- 0 0";
    let mut game = AnyGame::from_text(Variant::Sifang, options, START).expect("the start");
    let mut actions = Vec::new();
    for (seat, action) in [(0, "7d7e"), (3, "out:b"), (1, "10g9g"), (0, "out:r")] {
        game.play_text(Seat::new(seat), action).unwrap_or_else(|error| panic!("{action}: {error}"));
        actions.push(action.to_owned());
    }
    let record = Record {
        variant: Variant::Sifang,
        options: options.into(),
        start: START.into(),
        names: ["a", "b", "c", "d"].map(String::from).to_vec(),
        actions,
        outcome: None,
        tags: Tags::default(),
        annotations: Annotations::default(),
    };
    let file = record::write(&record).expect("it fits");
    assert_eq!(record::read(file.as_bytes()), Ok(record), "{file}");
}
