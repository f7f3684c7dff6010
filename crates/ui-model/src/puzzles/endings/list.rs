use super::{Ending, EndingGoal};
use i18n::Message;

/// The named endings, from easy to hard, the drawn ones last.
///
/// Fairy-Stockfish played each for both sides with at least 120,000 nodes per move. In the won ones
/// Red found a mate, and in the drawn ones Black found none within 80 moves.
#[rustfmt::skip]
pub const ENDINGS: &[Ending] = &[
    win("pawn-king", Message::EndingPawnKing, "3k5/9/9/9/5P3/9/9/9/9/4K4"),
    win("horse-king", Message::EndingHorseKing, "3k5/9/9/9/9/9/9/6N2/9/4K4"),
    win("horse-advisor", Message::EndingHorseAdvisor, "3ak4/9/9/9/9/6N2/9/9/9/3K5"),
    win("two-pawns-two-advisors", Message::EndingTwoPawnsTwoAdvisors, "3aka3/9/9/2P3P2/9/9/9/9/9/3K5"),
    win("two-pawns-two-elephants", Message::EndingTwoPawnsTwoElephants, "2b1k1b2/9/9/2P3P2/9/9/9/9/9/3K5"),
    win("three-pawns-guards", Message::EndingThreePawnsGuards, "2bakab2/9/9/1P2P2P1/9/9/9/9/9/4K4"),
    win("horse-pawn-two-advisors", Message::EndingHorsePawnTwoAdvisors, "3aka3/9/9/6P2/9/2N6/9/9/9/3K5"),
    win("horse-pawn-two-elephants", Message::EndingHorsePawnTwoElephants, "2b1k1b2/9/9/6P2/9/2N6/9/9/9/3K5"),
    win("horse-pawn-no-elephant", Message::EndingHorsePawnNoElephant, "3ak1b2/4a4/9/6P2/9/2N6/9/9/9/4K4"),
    win("horse-pawn-no-advisor", Message::EndingHorsePawnNoAdvisor, "2b1k1b2/4a4/9/6P2/9/2N6/9/9/9/4K4"),
    win("horse-pawn-horse", Message::EndingHorsePawnHorse, "3k5/9/9/5P1n1/2N6/9/9/9/9/4K4"),
    win("two-horses-two-advisors", Message::EndingTwoHorsesTwoAdvisors, "3aka3/9/9/9/9/2N3N2/9/9/9/3K5"),
    win("two-horses-two-elephants", Message::EndingTwoHorsesTwoElephants, "2b1k1b2/9/9/9/9/2N3N2/9/9/9/3K5"),
    win("two-horses-guards", Message::EndingTwoHorsesGuards, "2bakab2/9/9/9/9/2N3N2/9/9/9/3K5"),
    win("cannon-advisor-two-advisors", Message::EndingCannonAdvisorTwoAdvisors, "3aka3/9/9/9/9/9/1C7/9/9/3A1K3"),
    win("cannon-advisor-advisor", Message::EndingCannonAdvisorAdvisor, "3k5/4a4/9/9/9/9/1C7/9/9/3AK4"),
    win("cannon-pawn-two-advisors", Message::EndingCannonPawnTwoAdvisors, "3aka3/9/9/6P2/9/9/1C7/9/9/3A1K3"),
    win("cannon-pawn-no-elephant", Message::EndingCannonPawnNoElephant, "2bk1a3/4a4/9/6P2/9/9/1C7/9/4A4/3AK4"),
    win("two-cannons-two-advisors", Message::EndingTwoCannonsTwoAdvisors, "3aka3/9/9/9/9/9/1C5C1/9/9/3A1K3"),
    win("two-cannons-guards", Message::EndingTwoCannonsGuards, "2bakab2/9/9/9/9/9/1C5C1/9/4A4/3AK4"),
    win("chariot-two-advisors", Message::EndingChariotTwoAdvisors, "3k5/4a4/5a3/9/9/R8/9/9/9/4K4"),
    win("chariot-two-elephants", Message::EndingChariotTwoElephants, "2b1k1b2/9/9/9/9/9/1R7/9/9/3K5"),
    win("chariot-no-elephant", Message::EndingChariotNoElephant, "3ak1b2/4a4/9/9/9/9/1R7/9/9/4K4"),
    win("chariot-no-advisor", Message::EndingChariotNoAdvisor, "2b1k1b2/4a4/9/9/9/9/1R7/9/9/4K4"),
    win("chariot-horse-advisor", Message::EndingChariotHorseAdvisor, "3k5/4a4/5n3/9/9/9/1R7/9/9/4K4"),
    win("chariot-horse-elephant", Message::EndingChariotHorseElephant, "4k1b2/9/3n5/9/9/9/1R7/9/9/3K5"),
    win("chariot-horse-two-elephants", Message::EndingChariotHorseTwoElephants, "2b1k1b2/9/5n3/9/9/9/1R7/9/9/3K5"),
    win("chariot-cannon-advisor", Message::EndingChariotCannonAdvisor, "3ak4/9/7c1/9/9/9/1R7/9/9/3K5"),
    win("chariot-two-pawns", Message::EndingChariotTwoPawns, "4k4/9/9/9/9/2p3p2/R8/9/9/3K5"),
    win("chariot-pawn-guards", Message::EndingChariotPawnGuards, "2bakab2/9/9/6P2/9/9/1R7/9/9/3K5"),
    win("chariot-horse-guards", Message::EndingChariotHorseGuards, "2bakab2/9/9/9/9/9/1R4N2/9/9/3K5"),
    win("chariot-horse-chariot-two-advisors", Message::EndingChariotHorseChariotTwoAdvisors, "r2aka3/9/9/9/9/1R4N2/9/9/9/3K5"),
    win("chariot-cannon-guards", Message::EndingChariotCannonGuards, "2bakab2/9/9/9/9/9/1R4C2/9/9/3K5"),
    win("horse-cannon-guards", Message::EndingHorseCannonGuards, "2bakab2/9/9/9/9/9/2N3C2/9/9/3A1K3"),
    win("horse-cannon-horse-two-advisors", Message::EndingHorseCannonHorseTwoAdvisors, "3aka3/9/9/5n3/9/9/2N3C2/9/4A4/3AK4"),
    win("two-chariots-chariot-two-advisors", Message::EndingTwoChariotsChariotTwoAdvisors, "3aka3/9/4r4/9/9/9/1R5R1/9/9/4K4"),
    win("two-chariots-chariot-two-elephants", Message::EndingTwoChariotsChariotTwoElephants, "2b1k1b2/9/4r4/9/9/9/1R5R1/9/9/4K4"),
    hold("cannon-two-advisors-chariot", Message::EndingCannonTwoAdvisorsChariot, "4k4/9/9/1r7/9/9/9/4C4/4A4/3AK4"),
    hold("elephant-horse", Message::EndingElephantHorse, "4k4/9/9/9/2n6/9/9/4B4/9/4K4"),
    hold("two-advisors-pawn", Message::EndingTwoAdvisorsPawn, "4k4/9/9/9/9/9/9/2p6/4A4/3AK4"),
    hold("guards-two-pawns", Message::EndingGuardsTwoPawns, "4k4/9/9/9/9/9/2p3p2/4B4/4A4/2BAK4"),
    hold("guards-horse-pawn", Message::EndingGuardsHorsePawn, "4k4/9/9/9/2n6/9/9/4B4/4A1p2/2BAK4"),
    hold("two-elephants-horse", Message::EndingTwoElephantsHorse, "4k4/9/9/9/2n6/9/9/4B4/9/2B1K4"),
    hold("elephant-pawn", Message::EndingElephantPawn, "4k4/9/9/9/9/9/2p6/4B4/9/4K4"),
    hold("two-advisors-horse", Message::EndingTwoAdvisorsHorse, "4k4/9/9/9/2n6/9/9/9/4A4/3AK4"),
    hold("advisor-pawn", Message::EndingAdvisorPawn, "4k4/9/9/9/9/9/9/9/2p6/3A1K3"),
];

const fn win(code: &'static str, name: Message, board: &'static str) -> Ending {
    Ending { code, name, goal: EndingGoal::Win, board }
}

const fn hold(code: &'static str, name: Message, board: &'static str) -> Ending {
    Ending { code, name, goal: EndingGoal::Hold, board }
}
