use crate::board::{Point, Scene};

/// Writes the rows of a board for two as its position texts have them: the top row first, with runs
/// of empty points as numbers.
pub(super) fn write(scene: &Scene) -> String {
    let shape = scene.shape;
    let row = |row: i8| {
        let mut text = String::new();
        let mut empty = 0;
        for col in 0..shape.cols() {
            match scene.at(Point::new(col, row)) {
                None => empty += 1,
                Some(face) => {
                    push_run(&mut text, &mut empty);
                    text += &face.text(shape);
                }
            }
        }
        push_run(&mut text, &mut empty);
        text
    };
    (0..shape.rows()).rev().map(row).collect::<Vec<_>>().join("/")
}

fn push_run(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
