use sensing::{KindCode, Occupancy, Pieces, point_index};
use serde_json::{Value, json};
use xiangqi::{Position, Square};

/// A position in the board's numbering: the ninety kind codes and the ninety piece codes, both in
/// reading order from `a9`, and the occupancy's text. Pieces are numbered as if the game began
/// here.
pub fn index(position: &Position) -> Value {
    let pieces = Pieces::number(position);
    let mut codes = [0; Square::COUNT];
    for square in Square::all() {
        codes[point_index(square)] = pieces.at(square).get();
    }
    json!({
        "board_index": KindCode::board(position).map(KindCode::get).to_vec(),
        "pieces": codes.to_vec(),
        "occ": Occupancy(position.occupied()).to_string(),
    })
}
