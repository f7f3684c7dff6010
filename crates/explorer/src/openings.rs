use xiangqi::{Move, Square};

/// A named opening. It is recognised by the moves of both sides in any order, also mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Stable id.
    pub id: &'static str,
    /// Moves of Red. A single one must be Red's first move.
    pub red: &'static [&'static str],
    /// Moves of Black. A single one must be Black's first move.
    pub black: &'static [&'static str],
    /// Name in English.
    pub en: &'static str,
    /// Name in Simplified Chinese.
    pub hans: &'static str,
    /// Name in Traditional Chinese.
    pub hant: &'static str,
    /// Name in Vietnamese.
    pub vi: &'static str,
}

macro_rules! openings {
    ($($id:literal [$($red:literal)*] [$($black:literal)*] $en:literal $hans:literal $hant:literal $vi:literal;)*) => {
        /// The known openings. Of several that fit, the last one is the most specific.
        pub const OPENINGS: &[Opening] = &[$(Opening {
            id: $id,
            red: &[$($red),*],
            black: &[$($black),*],
            en: $en,
            hans: $hans,
            hant: $hant,
            vi: $vi,
        }),*];
    };
}

// Columns: id, Red's moves, Black's moves, English, Simplified, Traditional, Vietnamese.
openings! {
    // Quiet systems, by the first move.
    "edge-cannon" ["h2i2"] [] "Edge cannon" "边炮局" "邊炮局" "Biên pháo cục";
    "river-cannon" ["h2h4"] [] "River-bank cannon" "巡河炮局" "巡河炮局" "Tuần hà pháo cục";
    "crossing-cannon" ["h2h6"] [] "River-crossing cannon" "过河炮局" "過河炮局" "Quá hà pháo cục";
    "golden-hook" ["h2c2"] [] "Golden hook cannon" "金钩炮" "金鉤炮" "Kim câu pháo";
    "third-file-cannon" ["h2g2"] [] "Cannon behind the pawn" "兵底炮" "兵底炮" "Binh để pháo";
    "edge-pawn" ["i3i4"] [] "Edge pawn opening" "边兵局" "邊兵局" "Biên binh cục";
    "edge-horse" ["h0i2"] [] "Edge horse opening" "边马局" "邊馬局" "Biên mã cục";
    "advisor" ["f0e1"] [] "Advisor opening" "上仕局" "上仕局" "Thượng sĩ cục";
    "rank-chariot" ["i0i1"] [] "Ranked chariot opening" "横车局" "橫車局" "Hoành xa cục";

    // Elephant opening.
    "elephant" ["g0e2"] [] "Elephant opening" "飞相局" "飛相局" "Phi tượng cục";
    "elephant-left-central" ["g0e2"] ["h7e7"] "Elephant opening v left central cannon" "飞相局对左中炮" "飛相局對左中炮" "Phi tượng đối tả trung pháo";
    "elephant-right-central" ["g0e2"] ["b7e7"] "Elephant opening v right central cannon" "飞相局对右中炮" "飛相局對右中炮" "Phi tượng đối hữu trung pháo";
    "elephant-left-cross" ["g0e2"] ["h7d7"] "Elephant opening v left cross-palace cannon" "飞相局对左过宫炮" "飛相局對左過宮炮" "Phi tượng đối tả quá cung pháo";
    "elephant-right-cross" ["g0e2"] ["b7f7"] "Elephant opening v right cross-palace cannon" "飞相局对右过宫炮" "飛相局對右過宮炮" "Phi tượng đối hữu quá cung pháo";
    "elephant-left-corner" ["g0e2"] ["h7f7"] "Elephant opening v left palace-corner cannon" "飞相局对左士角炮" "飛相局對左士角炮" "Phi tượng đối tả sĩ giác pháo";
    "elephant-right-corner" ["g0e2"] ["b7d7"] "Elephant opening v right palace-corner cannon" "飞相局对右士角炮" "飛相局對右士角炮" "Phi tượng đối hữu sĩ giác pháo";
    "elephant-pawn" ["g0e2"] ["g6g5"] "Elephant opening v seventh-file pawn" "飞相局对进7卒" "飛相局對進7卒" "Phi tượng đối tiến tốt 7";
    "elephant-horse" ["g0e2"] ["h9g7"] "Elephant opening v horse" "飞相局对起马" "飛相局對起馬" "Phi tượng đối khởi mã";
    "elephant-elephant" ["g0e2"] ["c9e7"] "Elephant opening, symmetrical" "飞相局互进相" "飛相局互進相" "Phi tượng đối phi tượng";

    // Horse opening.
    "horse" ["h0g2"] [] "Horse opening" "起马局" "起馬局" "Khởi mã cục";
    "horse-pawn" ["h0g2"] ["g6g5"] "Horse opening v seventh-file pawn" "起马对进7卒" "起馬對進7卒" "Khởi mã đối tiến tốt 7";
    "horse-central" ["h0g2"] ["h7e7"] "Horse opening v central cannon" "起马对中炮" "起馬對中炮" "Khởi mã đối trung pháo";

    // Pawn opening.
    "pawn" ["c3c4"] [] "Pawn opening (the immortal points the way)" "仙人指路" "仙人指路" "Tiên nhân chỉ lộ";
    "pawn-cannon" ["c3c4"] ["b7c7"] "Pawn opening v cannon behind the pawn" "仙人指路对卒底炮" "仙人指路對卒底炮" "Tiên nhân chỉ lộ đối tốt để pháo";
    "pawn-elephant" ["c3c4"] ["c9e7"] "Pawn opening v elephant" "仙人指路对飞象" "仙人指路對飛象" "Tiên nhân chỉ lộ đối phi tượng";
    "pawn-horse" ["c3c4"] ["h9g7"] "Pawn opening v horse" "仙人指路对起马" "仙人指路對起馬" "Tiên nhân chỉ lộ đối khởi mã";
    "pawn-central" ["c3c4"] ["b7e7"] "Pawn opening v central cannon" "仙人指路对中炮" "仙人指路對中炮" "Tiên nhân chỉ lộ đối trung pháo";
    "pawn-corner" ["c3c4"] ["h7f7"] "Pawn opening v palace-corner cannon" "仙人指路对士角炮" "仙人指路對士角炮" "Tiên nhân chỉ lộ đối sĩ giác pháo";
    "pawn-golden-hook" ["c3c4"] ["h7c7"] "Pawn opening v golden hook cannon" "仙人指路对金钩炮" "仙人指路對金鉤炮" "Tiên nhân chỉ lộ đối kim câu pháo";
    "pawns" ["c3c4"] ["g6g5"] "Facing pawns" "对兵局" "對兵局" "Đối binh cục";
    "pawns-cannon" ["c3c4" "h2g2"] ["g6g5"] "Facing pawns, cannon behind the pawn" "对兵局转兵底炮" "對兵局轉兵底炮" "Đối binh chuyển binh để pháo";

    // Cannon on the palace.
    "cross-palace" ["h2d2"] [] "Cross-palace cannon" "过宫炮" "過宮炮" "Quá cung pháo";
    "cross-palace-left-central" ["h2d2"] ["h7e7"] "Cross-palace cannon v left central cannon" "过宫炮对左中炮" "過宮炮對左中炮" "Quá cung pháo đối tả trung pháo";
    "cross-palace-right-central" ["h2d2"] ["b7e7"] "Cross-palace cannon v right central cannon" "过宫炮对右中炮" "過宮炮對右中炮" "Quá cung pháo đối hữu trung pháo";
    "cross-palace-horse" ["h2d2"] ["h9g7"] "Cross-palace cannon v horse" "过宫炮对起马" "過宮炮對起馬" "Quá cung pháo đối khởi mã";
    "palace-corner" ["h2f2"] [] "Palace-corner cannon" "士角炮" "士角炮" "Sĩ giác pháo";
    "palace-corner-left-central" ["h2f2"] ["h7e7"] "Palace-corner cannon v left central cannon" "士角炮对左中炮" "士角炮對左中炮" "Sĩ giác pháo đối tả trung pháo";
    "palace-corner-right-central" ["h2f2"] ["b7e7"] "Palace-corner cannon v right central cannon" "士角炮对右中炮" "士角炮對右中炮" "Sĩ giác pháo đối hữu trung pháo";
    "palace-corner-pawn" ["h2f2"] ["g6g5"] "Palace-corner cannon v seventh-file pawn" "士角炮对进7卒" "士角炮對進7卒" "Sĩ giác pháo đối tiến tốt 7";

    // Central cannon.
    "central" ["h2e2"] [] "Central cannon" "中炮" "中炮" "Pháo đầu";
    "central-edge-horse" ["h2e2" "h0g2"] ["h9g7" "b9a7"] "Central cannon v single raised horse" "中炮对单提马" "中炮對單提馬" "Pháo đầu đối đơn đề mã";
    "central-three-steps" ["h2e2" "h0g2"] ["h9g7" "h7i7" "i9h9"] "Central cannon v three-step tiger" "中炮对三步虎" "中炮對三步虎" "Pháo đầu đối tam bộ hổ";
    "central-screen" ["h2e2" "h0g2"] ["h9g7" "b9c7"] "Central cannon v screen horses" "中炮对屏风马" "中炮對屏風馬" "Pháo đầu đối bình phong mã";
    "central-pawn-screen" ["h2e2" "h0g2" "c3c4"] ["h9g7" "b9c7"] "Central cannon, seventh-file pawn v screen horses" "中炮进七兵对屏风马" "中炮進七兵對屏風馬" "Pháo đầu tiến binh 7 đối bình phong mã";
    "central-third-pawn-screen" ["h2e2" "h0g2" "g3g4"] ["h9g7" "b9c7"] "Central cannon, third-file pawn v screen horses" "中炮进三兵对屏风马" "中炮進三兵對屏風馬" "Pháo đầu tiến binh 3 đối bình phong mã";
    "central-horses-screen" ["h2e2" "h0g2" "b0c2"] ["h9g7" "b9c7"] "Central cannon, two horses v screen horses" "中炮双正马对屏风马" "中炮雙正馬對屏風馬" "Pháo đầu song chính mã đối bình phong mã";
    "central-river-chariot-screen" ["h2e2" "h0g2" "i0h0" "h0h4"] ["h9g7" "b9c7"] "Central cannon, river-bank chariot v screen horses" "中炮巡河车对屏风马" "中炮巡河車對屏風馬" "Pháo đầu tuần hà xa đối bình phong mã";
    "central-crossing-chariot-screen" ["h2e2" "h0g2" "i0h0" "h0h6"] ["h9g7" "b9c7"] "Central cannon, river-crossing chariot v screen horses" "中炮过河车对屏风马" "中炮過河車對屏風馬" "Pháo đầu quá hà xa đối bình phong mã";
    "central-crossing-chariot-trade" ["h2e2" "h0g2" "i0h0" "h0h6" "h6g6"] ["h9g7" "b9c7" "h7i7"] "River-crossing chariot v edge cannon chariot trade" "中炮过河车对屏风马平炮兑车" "中炮過河車對屏風馬平炮兌車" "Pháo đầu quá hà xa đối bình phong mã bình pháo đổi xa";
    "five-six-screen" ["h2e2" "h0g2" "b2d2"] ["h9g7" "b9c7"] "Five–six cannons v screen horses" "五六炮对屏风马" "五六炮對屏風馬" "Ngũ lục pháo đối bình phong mã";
    "five-seven-screen" ["h2e2" "h0g2" "b2c2"] ["h9g7" "b9c7"] "Five–seven cannons v screen horses" "五七炮对屏风马" "五七炮對屏風馬" "Ngũ thất pháo đối bình phong mã";
    "five-eight-screen" ["h2e2" "h0g2" "b2b6"] ["h9g7" "b9c7"] "Five–eight cannons v screen horses" "五八炮对屏风马" "五八炮對屏風馬" "Ngũ bát pháo đối bình phong mã";
    "five-nine-screen" ["h2e2" "h0g2" "i0h0" "h0h6" "b2a2"] ["h9g7" "b9c7"] "Five–nine cannons v screen horses" "五九炮对屏风马" "五九炮對屏風馬" "Ngũ cửu pháo đối bình phong mã";
    "river-cannon-screen" ["h2e2" "h0g2" "b2b4"] ["h9g7" "b9c7"] "Central cannon, river-bank cannon v screen horses" "中炮巡河炮对屏风马" "中炮巡河炮對屏風馬" "Pháo đầu tuần hà pháo đối bình phong mã";
    "central-blockade-screen" ["h2e2" "h0g2" "i0h0"] ["h9g7" "b9c7" "i9h9" "h7h3"] "Central cannon v screen horses, left cannon blockade" "中炮对屏风马左炮封车" "中炮對屏風馬左炮封車" "Pháo đầu đối bình phong mã tả pháo phong xa";
    "central-two-cannons-screen" ["h2e2" "h0g2"] ["h9g7" "b9c7" "h7h3" "b7b3"] "Central cannon v screen horses, two cannons across the river" "中炮对屏风马双炮过河" "中炮對屏風馬雙炮過河" "Pháo đầu đối bình phong mã song pháo quá hà";
    "central-sandwich" ["h2e2" "h0g2"] ["b9c7" "h7f7" "h9g7"] "Central cannon v sandwich horses" "中炮对反宫马" "中炮對反宮馬" "Pháo đầu đối phản cung mã";
    "five-six-sandwich" ["h2e2" "h0g2" "b2d2"] ["b9c7" "h7f7" "h9g7"] "Five–six cannons v sandwich horses" "五六炮对反宫马" "五六炮對反宮馬" "Ngũ lục pháo đối phản cung mã";
    "five-seven-sandwich" ["h2e2" "h0g2" "b2c2"] ["b9c7" "h7f7" "h9g7"] "Five–seven cannons v sandwich horses" "五七炮对反宫马" "五七炮對反宮馬" "Ngũ thất pháo đối phản cung mã";
    "same-cannons" ["h2e2"] ["h7e7"] "Same-direction cannons" "顺炮" "順炮" "Thuận pháo";
    "same-cannons-ranked" ["h2e2" "h0g2" "i0h0"] ["h7e7" "h9g7" "i9i8"] "Same-direction cannons, filed v ranked chariot" "顺炮直车对横车" "順炮直車對橫車" "Thuận pháo trực xa đối hoành xa";
    "same-cannons-filed" ["h2e2" "h0g2" "i0i1"] ["h7e7" "h9g7" "i9h9"] "Same-direction cannons, ranked v filed chariot" "顺炮横车对直车" "順炮橫車對直車" "Thuận pháo hoành xa đối trực xa";
    "same-cannons-slow" ["h2e2" "h0g2" "i0h0"] ["h7e7" "h9g7" "b9c7"] "Same-direction cannons, filed v slow chariot" "顺炮直车对缓开车" "順炮直車對緩開車" "Thuận pháo trực xa đối hoãn khai xa";
    "opposite-cannons" ["h2e2"] ["b7e7"] "Opposite-direction cannons" "列炮" "列炮" "Nghịch pháo";
    "late-opposite-cannons" ["h2e2" "h0g2" "i0h0"] ["h9g7" "i9h9" "h7h3" "b7e7"] "Delayed opposite-direction cannons" "半途列炮" "半途列炮" "Bán đồ nghịch pháo";
}

/// Number of plies from which openings are recognised.
const PLIES: usize = 20;

/// Names the opening of a game from the usual start, by its moves.
///
/// ```
/// use explorer::opening;
/// use xiangqi::Move;
///
/// let named = |moves: &str| {
///     let moves: Vec<Move> = moves.split(' ').map(|played| played.parse().unwrap()).collect();
///     opening(&moves).map(|opening| opening.hans)
/// };
/// assert_eq!(named("h2e2 h9g7 h0g2 b9c7"), Some("中炮对屏风马"));
/// // In another order, and mirrored.
/// assert_eq!(named("b0c2 b9c7 b2e2 h9g7"), Some("中炮对屏风马"));
/// assert_eq!(named("h2e2 h7e7"), Some("顺炮"));
/// assert_eq!(named("a3a4"), Some("边兵局"));
/// assert_eq!(named("e3e4"), None);
/// ```
pub fn opening(moves: &[Move]) -> Option<&'static Opening> {
    let moves = &moves[..moves.len().min(PLIES)];
    let mirrored: Vec<Move> = moves.iter().map(|&played| mirror(played)).collect();
    let fits = |opening: &&Opening| {
        [moves, &mirrored].iter().any(|moves| {
            let has = |wanted: &[&str], first: usize| {
                let mut of_side = moves.iter().skip(first).step_by(2);
                if let [only] = wanted {
                    return of_side.next().is_some_and(|played| only.parse() == Ok(*played));
                }
                wanted
                    .iter()
                    .all(|wanted| of_side.clone().any(|played| wanted.parse() == Ok(*played)))
            };
            has(opening.red, 0) && has(opening.black, 1)
        })
    };
    OPENINGS.iter().rev().find(fits)
}

/// The move with left and right exchanged.
fn mirror(played: Move) -> Move {
    let mirrored = |square: Square| Square::new(8 - square.file(), square.rank()).unwrap_or(square);
    Move::new(mirrored(played.from), mirrored(played.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use xiangqi::{Position, Side};

    /// Every move of the table is a move of the right side, and the names are complete.
    #[test]
    fn the_table_is_sound() {
        let ids: BTreeSet<&str> = OPENINGS.iter().map(|opening| opening.id).collect();
        assert_eq!(ids.len(), OPENINGS.len(), "an id stands twice");
        let names: BTreeSet<&str> = OPENINGS.iter().map(|opening| opening.hans).collect();
        assert_eq!(names.len(), OPENINGS.len(), "a name stands twice");
        for opening in OPENINGS {
            for name in [opening.en, opening.hans, opening.hant, opening.vi] {
                assert!(!name.is_empty(), "{}", opening.id);
            }
            for (side, moves) in [(Side::Red, opening.red), (Side::Black, opening.black)] {
                let mut position = Position::start_with(side);
                for text in moves {
                    let played: Move = text.parse().unwrap();
                    position.check_move(played).unwrap_or_else(|refusal| {
                        panic!("{}: {text}: {refusal:?}", opening.id);
                    });
                    position.make(played);
                    position.make_null();
                }
            }
        }
    }

    /// Every opening is recognised by its own moves.
    #[test]
    fn every_opening_is_found_by_its_moves() {
        for opening in OPENINGS {
            let waiting = ["a3a4", "a6a5", "i3i4", "i6i5", "a4a5", "i5i4", "e0e1", "e9e8"];
            let mut moves: Vec<Move> = Vec::new();
            for at in 0..opening.red.len().max(opening.black.len()) {
                let text = |side: &[&'static str], number: usize| {
                    side.get(at).copied().unwrap_or(waiting[number])
                };
                moves.push(text(opening.red, 0).parse().unwrap());
                moves.push(text(opening.black, 1).parse().unwrap());
            }
            let found = super::opening(&moves).map(|opening| opening.id);
            assert_eq!(found, Some(opening.id));
            let mirrored: Vec<Move> = moves.iter().map(|&played| mirror(played)).collect();
            let found = super::opening(&mirrored).map(|opening| opening.id);
            assert_eq!(found, Some(opening.id), "mirrored");
        }
    }

    #[test]
    fn later_moves_do_not_hide_the_opening() {
        let named = |moves: &str| {
            let moves: Vec<Move> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
            super::opening(&moves).map(|opening| opening.id)
        };
        assert_eq!(named("h2e2 h7e7 h0g2 h9g7 b0c2 b9c7"), Some("same-cannons"));
        assert_eq!(named("c3c4 g6g5 h0g2 h9g7"), Some("pawns"));
        assert_eq!(named("g0e2 h7e7 h0g2 h9g7 b0c2 b9c7"), Some("elephant-left-central"));
    }
}
