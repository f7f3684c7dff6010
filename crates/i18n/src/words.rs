//! Names and texts for values: sides, pieces, levels, reasons, clocks.

use super::{
    Language, Message, counted,
    counts::MOVE_DAYS,
    fill,
    messages::{REASON, REASON_OF, THEME},
};
use games::{
    Level, Variant,
    board::{BoardShape, Face, Piece, PieceKind, Side},
};

/// Name of a game.
pub fn variant_name(language: Language, variant: Variant) -> &'static str {
    let message = match variant {
        Variant::Xiangqi => Message::Xiangqi,
        Variant::Undercover => Message::Undercover,
        Variant::Sifang => Message::Sifang,
        Variant::Banqi => Message::Banqi,
    };
    message.in_language(language)
}

/// Name of a side.
pub fn side_name(language: Language, side: Side) -> &'static str {
    let message = match side {
        Side::Red => Message::Red,
        Side::Black => Message::Black,
        Side::Green => Message::Green,
        Side::Yellow => Message::Yellow,
        Side::Blue => Message::Blue,
    };
    message.in_language(language)
}

/// Name of the edge of a seat in games for four; `None` in a game for two.
pub fn edge_name(language: Language, variant: Variant, seat: u8) -> Option<&'static str> {
    const EDGES: [Message; 4] = [Message::South, Message::East, Message::North, Message::West];
    let edge = EDGES.get(usize::from(seat)).filter(|_| variant.seats() == EDGES.len() as u8)?;
    Some(edge.in_language(language))
}

/// What a theme of puzzles is about, in one sentence. `None` for a code that this page does not know.
pub fn theme_about(code: &str) -> Option<Message> {
    THEME.message(code)
}

/// Name of a computer level.
pub fn level_name(language: Language, level: Level) -> &'static str {
    let message = match level {
        Level::One => Message::LevelOne,
        Level::Two => Message::LevelTwo,
        Level::Three => Message::LevelThree,
        Level::Four => Message::LevelFour,
        Level::Five => Message::LevelFive,
        Level::Six => Message::LevelSix,
        Level::Seven => Message::LevelSeven,
        Level::Eight => Message::LevelEight,
        Level::Top => Message::LevelTop,
    };
    message.in_language(language)
}

/// Name of the level with this text. A level that this page does not know keeps its text.
pub fn level_words(language: Language, level: &str) -> String {
    level.parse().map_or_else(|_| level.to_owned(), |level| level_name(language, level).to_owned())
}

/// A player's name as a reader sees it: a guest without a name is a guest in every language, and a
/// closed account a closed account.
pub fn shown_name(language: Language, name: &str) -> &str {
    match name {
        protocol::CLOSED_NAME => Message::ClosedAccount.in_language(language),
        name if protocol::GUEST_NAMES.contains(&name) => Message::Guest.in_language(language),
        name => name,
    }
}

/// Name of a piece for screen readers: `red pawn`, 红兵.
pub fn piece_name(language: Language, shape: BoardShape, face: Face) -> String {
    let Face::Open(piece) = face else { return Message::FaceDown.in_language(language).to_owned() };
    let side = side_name(language, piece.side).to_lowercase();
    let name = short_name(language, shape, piece);
    fill(Message::PieceOfSide.in_language(language), &[&side, &name])
}

/// Name of a kind on this board.
const fn kind_name(shape: BoardShape, kind: PieceKind) -> Message {
    let cross = matches!(shape, BoardShape::Cross);
    match kind {
        PieceKind::General if cross => Message::PieceMarshal,
        PieceKind::General => Message::PieceGeneral,
        PieceKind::Advisor => Message::PieceAdvisor,
        PieceKind::Elephant => Message::PieceElephant,
        PieceKind::Horse if cross => Message::PieceCavalry,
        PieceKind::Horse => Message::PieceHorse,
        PieceKind::Chariot if cross => Message::PieceTank,
        PieceKind::Chariot => Message::PieceChariot,
        PieceKind::Cannon if cross => Message::PieceArtillery,
        PieceKind::Cannon => Message::PieceCannon,
        PieceKind::Pawn if cross => Message::PieceInfantry,
        PieceKind::Pawn => Message::PiecePawn,
        PieceKind::Battleship => Message::PieceBattleship,
        PieceKind::Fighter => Message::PieceFighter,
    }
}

/// Short name of a kind without its side, for move lists: 炮, cannon. Chinese pages show the
/// character of the side.
pub fn short_name(language: Language, shape: BoardShape, piece: Piece) -> String {
    match language.script() {
        "Hans" => piece.character().to_string(),
        "Hant" => piece.traditional_character(shape).to_string(),
        _ => kind_name(shape, piece.kind).in_language(language).to_owned(),
    }
}

/// A piece's traditional character and its reading, for readers who do not read Chinese: pinyin, such
/// as 車 jū, or Sino-Vietnamese, such as 車 xa. Chinese pages name the piece by its character.
pub fn character_reading(language: Language, shape: BoardShape, piece: Piece) -> Option<String> {
    let is_black = piece.side == Side::Black;
    let (pinyin, vietnamese) = match piece.kind {
        PieceKind::General if is_black => ("jiàng", "tướng"),
        PieceKind::General => ("shuài", "soái"),
        PieceKind::Advisor => ("shì", "sĩ"),
        PieceKind::Elephant if is_black => ("xiàng", "tượng"),
        PieceKind::Elephant => ("xiàng", "tướng"),
        PieceKind::Horse => ("mǎ", "mã"),
        // Of a tank, the character means a vehicle.
        PieceKind::Chariot if shape == BoardShape::Cross => ("chē", "xa"),
        PieceKind::Chariot => ("jū", "xa"),
        PieceKind::Cannon => ("pào", "pháo"),
        PieceKind::Pawn if is_black => ("zú", "tốt"),
        PieceKind::Pawn => ("bīng", "binh"),
        PieceKind::Battleship => ("jiàn", "hạm"),
        PieceKind::Fighter => ("jī", "cơ"),
    };
    let reading = match language {
        Language::Vietnamese => vietnamese,
        _ if matches!(language.script(), "Hans" | "Hant") => return None,
        _ => pinyin,
    };
    Some(format!("{} {reading}", piece.traditional_character(shape)))
}

/// Several texts as one, each joined to the next with a message such as `{0}, {1}`.
pub fn join(language: Language, between: Message, texts: &[String]) -> String {
    let template = between.in_language(language);
    let joined = texts.iter().cloned().reduce(|before, next| fill(template, &[&before, &next]));
    joined.unwrap_or_default()
}

/// The traditional form of a character in move texts.
const fn traditional(character: char) -> char {
    match character {
        '帅' => '帥',
        '将' => '將',
        '马' => '馬',
        '车' => '車',
        '舰' => '艦',
        '机' => '機',
        '进' => '進',
        '后' => '後',
        other => other,
    }
}

/// A move text, which is written in simplified characters, in the script of a language.
pub fn in_script(language: Language, text: String) -> String {
    if language.is_traditional_chinese() { traditional_text(&text) } else { text }
}

/// A move text in traditional characters.
pub fn traditional_text(text: &str) -> String {
    text.chars().map(traditional).collect()
}

/// A time control in words: `10+5` is "10 min + 5 s per move". An unknown text is returned
/// unchanged.
pub fn clock_words(language: Language, clock: &str) -> String {
    let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
    if clock == "none" || clock.is_empty() {
        return say(Message::ClockNone, &[]);
    }
    if let Some(days) = clock.strip_suffix("d-move").filter(|text| is_number(text)) {
        return counted(language, MOVE_DAYS, days);
    }
    if let Some(seconds) = clock.strip_suffix("-move").filter(|text| is_number(text)) {
        return say(Message::SecondsPerMove, &[seconds]);
    }
    match clock.split_once('+') {
        None if is_number(clock) => say(Message::MinutesOnly, &[clock]),
        Some((minutes, seconds)) if is_number(minutes) && is_number(seconds) => {
            say(Message::MinutesPlusSeconds, &[minutes, seconds])
        }
        Some((minutes, periods)) if is_number(minutes) => {
            match periods.strip_suffix('s').and_then(|text| text.split_once('x')) {
                Some((count, seconds)) if is_number(count) && is_number(seconds) => {
                    say(Message::ByoyomiPeriods, &[minutes, count, seconds])
                }
                _ => clock.to_owned(),
            }
        }
        _ => clock.to_owned(),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The reason of an ending in words, by its stable text.
pub fn reason_name(language: Language, reason: &str) -> String {
    REASON.message(reason).map_or(reason, |message| message.in_language(language)).to_owned()
}

/// The reason of an ending with the player who caused it as `subject`, such as "Red resigned".
/// `None` for a reason that no single player causes.
pub fn reason_of(language: Language, reason: &str, subject: &str) -> Option<String> {
    let message = REASON_OF.message(reason)?;
    Some(fill(message.in_language(language), &[subject]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_put_into_words() {
        for (clock, words) in [
            ("none", "No clock"),
            ("10+5", "10 min + 5 s per move"),
            ("1d-move", "1 day per move"),
            ("14d-move", "14 days per move"),
            ("20+3x30s", "20 min, then 3 × 30 s"),
            ("30-move", "30 s per move"),
            ("90", "90 min"),
            ("10+5/15+5", "10+5/15+5"),
        ] {
            assert_eq!(clock_words(Language::English, clock), words);
        }
    }

    #[test]
    fn levels_have_names_of_their_own() {
        for language in Language::ALL {
            let mut names = Level::ALL.map(|level| level_name(*language, level)).to_vec();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), Level::ALL.len(), "{names:?}");
        }
        for (text, words) in [("level-4", "贡士"), ("hard", "国手"), ("level-12", "level-12")] {
            assert_eq!(level_words(Language::SimplifiedChinese, text), words);
        }
    }

    /// Readers of another language than Chinese see the character of each piece with its reading.
    #[test]
    fn characters_have_readings() {
        let reading = |language, shape, letters: (char, char)| {
            character_reading(language, shape, Piece::from_letters(letters.0, letters.1).unwrap())
        };
        let river = |language, letter: char| {
            character_reading(language, BoardShape::River, Piece::from_letter(letter).unwrap())
        };
        for (letter, pinyin, vietnamese) in [
            ('K', "帥 shuài", "帥 soái"),
            ('k', "將 jiàng", "將 tướng"),
            ('R', "俥 jū", "俥 xa"),
            ('p', "卒 zú", "卒 tốt"),
        ] {
            assert_eq!(river(Language::English, letter).as_deref(), Some(pinyin));
            assert_eq!(river(Language::Vietnamese, letter).as_deref(), Some(vietnamese));
            assert_eq!(river(Language::SimplifiedChinese, letter), None);
            assert_eq!(river(Language::TraditionalChinese, letter), None);
        }
        let tank = reading(Language::English, BoardShape::Cross, ('g', 'T'));
        assert_eq!(tank.as_deref(), Some("車 chē"));
    }

    #[test]
    fn pieces_have_names() {
        let piece = Face::Open(Piece::from_letter('p').unwrap());
        assert_eq!(piece_name(Language::English, BoardShape::River, piece), "black pawn");
        assert_eq!(piece_name(Language::SimplifiedChinese, BoardShape::River, piece), "黑卒");
        let tank = Face::Open(Piece::from_letters('g', 'T').unwrap());
        assert_eq!(piece_name(Language::English, BoardShape::Cross, tank), "green tank");
        assert_eq!(piece_name(Language::TraditionalChinese, BoardShape::Cross, tank), "綠車");
    }
}
