//! Colours of the pictures, the same as the pages' wooden boards. Other modules use only these
//! names.

use games::board::{BoardShape, Face, Side};

/// The board from its lit corner to the opposite one, its grain, its frame and its lines.
pub(super) const WOOD: [&str; 3] = ["#e6c491", "#dbb177", "#cb9c5e"];
pub(super) const GRAIN: &str = "#8a5c2b";
pub(super) const FRAME: &str = "#8d5f2c";
pub(super) const LINE: &str = "#4b2c10";
/// The lit edge of an inlaid line.
pub(super) const LIT: &str = "#f6dfb6";
pub(super) const RIVER: &str = "#4f86b4";
pub(super) const RIVER_INK: &str = "#1d4f5b";
pub(super) const CENTRE: &str = "#f6e0b4";
pub(super) const TEXT: &str = "#412810";
/// The seal of the site and its characters.
pub(super) const SEAL: &str = "#a3231a";
pub(super) const SEAL_INK: &str = "#fff6ec";
/// Sifang's lines.
pub(super) const LAND: &str = "#971710";
pub(super) const WATER: &str = "#14407f";
/// The shadow below a piece, and the lit edge of a carved character.
pub(super) const SHADOW: &str = "#2a1502";
pub(super) const LIP: &str = "#fffdf4";

/// Colours of a piece: its face from the lit side, its rim, its side wall, and its carving.
pub(super) struct Material {
    pub(super) id: &'static str,
    pub(super) face: [&'static str; 3],
    pub(super) rim: [&'static str; 2],
    pub(super) wall: [&'static str; 2],
}

const PALE: Material = Material {
    id: "pale",
    face: ["#fdf1d2", "#f3dfb2", "#e1c58e"],
    rim: ["#fff6e0", "#b68a4c"],
    wall: ["#b98746", "#6b4218"],
};
const BACK: Material = Material {
    id: "lacquer",
    face: ["#7d2f22", "#5f1d14", "#3f100a"],
    rim: ["#a14c39", "#2b0a05"],
    wall: ["#5f1d14", "#2b0a05"],
};
/// The armies of sifang.
const RED: Material = army("army-red", ["#c9473b", "#a62319", "#74120b"]);
const GREEN: Material = army("army-green", ["#38906a", "#17633f", "#0a4129"]);
const YELLOW: Material = army("army-yellow", ["#f8d878", "#e6b53a", "#b98412"]);
const BLUE: Material = army("army-blue", ["#4a7fc6", "#1f4f99", "#113268"]);

const fn army(id: &'static str, face: [&'static str; 3]) -> Material {
    let [light, middle, dark] = face;
    Material { id, face, rim: [light, dark], wall: [middle, dark] }
}

/// The material of a piece.
pub(super) const fn material(face: Face, ground: BoardShape) -> &'static Material {
    match (face, ground) {
        (Face::Down, _) => &BACK,
        (Face::Open(piece), BoardShape::Cross) => match piece.side {
            Side::Red | Side::Black => &RED,
            Side::Green => &GREEN,
            Side::Yellow => &YELLOW,
            Side::Blue => &BLUE,
        },
        (Face::Open(_), BoardShape::River | BoardShape::Half) => &PALE,
    }
}

/// The gold on a back.
pub(super) const BACK_INK: &str = "#e2b768";

/// The paint of a character, and the shaded wall of its carving.
pub(super) const fn cut(side: Side, ground: BoardShape) -> [&'static str; 2] {
    match (ground, side) {
        (BoardShape::Cross, Side::Red | Side::Black) => ["#fff0dc", "#000000"],
        (BoardShape::Cross, Side::Green) => ["#f0fbe9", "#000000"],
        (BoardShape::Cross, Side::Yellow) => ["#2c1d02", "#000000"],
        (BoardShape::Cross, Side::Blue) => ["#eef6ff", "#000000"],
        (_, Side::Red) => ["#a5140c", "#5d0a05"],
        (_, _) => ["#211a15", "#000000"],
    }
}

/// The colour of marks.
const MARK: &str = "#0d5149";
/// Beside four army colours only a dark mark stands out.
const MARK_AMONG_FOUR: &str = "#2a2018";
pub(super) const STOP: &str = "#980e06";
pub(super) const HALO: &str = "#fffaf0";
/// The colour of text on a mark.
pub(super) const ON_MARK: &str = "#fdf3dc";

/// The colour of a side.
pub(super) const fn ink(side: Side) -> &'static str {
    match side {
        Side::Red => "#a81c16",
        Side::Black => "#1e1d1c",
        Side::Green => "#1c6b45",
        Side::Yellow => "#b07a00",
        Side::Blue => "#1d4b8f",
    }
}

/// The colour of the marks on a board.
pub(super) const fn mark(ground: BoardShape) -> &'static str {
    match ground {
        BoardShape::Cross => MARK_AMONG_FOUR,
        BoardShape::River | BoardShape::Half => MARK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pictures use the colours of the pages' boards.
    #[test]
    fn the_wood_of_pictures_is_that_of_the_boards() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../apps/web/static/style/tokens.css");
        let css = std::fs::read_to_string(path).expect("the tokens");
        let blocks =
            css.split('}').filter(|block| block.contains("[data-theme=\"wood\"] {\n  --b-hi"));
        let armies = css.split('}').filter(|block| block.contains("--a-red-hi"));
        let seal = css.split('}').filter(|block| block.contains("--seal: "));
        let tokens: String = blocks.chain(armies).chain(seal.take(1)).collect();
        for (name, colour) in [
            ("b-hi", WOOD[0]),
            ("b", WOOD[1]),
            ("b-lo", WOOD[2]),
            ("b-sign", GRAIN),
            ("b-edge", FRAME),
            ("b-line", LINE),
            ("b-lip-line", LIT),
            ("b-water-fill", RIVER),
            ("b-river-ink", RIVER_INK),
            ("b-centre", CENTRE),
            ("b-coord", TEXT),
            ("b-land", LAND),
            ("b-water", WATER),
            ("b-mark", MARK),
            ("b-check", STOP),
            ("p-shadow", SHADOW),
            ("p-lift", LIP),
            ("p-hi", PALE.face[0]),
            ("p-lo", PALE.face[2]),
            ("p-rim-lo", PALE.rim[1]),
            ("p-wall-lo", PALE.wall[1]),
            ("k-hi", BACK.face[0]),
            ("k-ink", BACK_INK),
            ("a-red", RED.face[1]),
            ("a-green", GREEN.face[1]),
            ("a-yellow", YELLOW.face[1]),
            ("a-blue", BLUE.face[1]),
            ("seal", SEAL),
            ("seal-ink", SEAL_INK),
            ("p-red", cut(Side::Red, BoardShape::River)[0]),
            ("p-black", cut(Side::Black, BoardShape::River)[0]),
            ("a-yellow-ink", cut(Side::Yellow, BoardShape::Cross)[0]),
        ] {
            assert!(tokens.contains(&format!("--{name}: {colour};")), "--{name} is not {colour}");
        }
    }
}
