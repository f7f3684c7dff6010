//! The rules of each game in short, for the rule card.

use super::Message;
use games::{
    Variant,
    board::{Face, Piece, PieceKind, Side},
};

/// A chapter of a game's rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleChapter {
    /// Its heading.
    pub title: Message,
    /// Its sentences, each with the piece that it describes, if there is one.
    pub lines: &'static [(Option<Face>, Message)],
}

const fn red(kind: PieceKind) -> Option<Face> {
    Some(Face::Open(Piece { side: Side::Red, kind }))
}

const XIANGQI_PIECES: RuleChapter = RuleChapter {
    title: Message::RulesPieces,
    lines: &[
        (red(PieceKind::General), Message::XiangqiGeneral),
        (red(PieceKind::Advisor), Message::XiangqiAdvisor),
        (red(PieceKind::Elephant), Message::XiangqiElephant),
        (red(PieceKind::Horse), Message::XiangqiHorse),
        (red(PieceKind::Chariot), Message::XiangqiChariot),
        (red(PieceKind::Cannon), Message::XiangqiCannon),
        (red(PieceKind::Pawn), Message::XiangqiPawn),
    ],
};
const XIANGQI_END: RuleChapter =
    RuleChapter { title: Message::RulesEnd, lines: &[(None, Message::XiangqiEnd)] };

const XIANGQI: &[RuleChapter] = &[
    RuleChapter { title: Message::RulesGoal, lines: &[(None, Message::XiangqiGoal)] },
    XIANGQI_PIECES,
    XIANGQI_END,
];
const UNDERCOVER: &[RuleChapter] = &[
    RuleChapter { title: Message::RulesGoal, lines: &[(None, Message::UndercoverGoal)] },
    RuleChapter {
        title: Message::RulesPlay,
        lines: &[
            (None, Message::UndercoverSetup),
            (None, Message::UndercoverFirst),
            (None, Message::UndercoverTurn),
            (None, Message::UndercoverBefore),
            (None, Message::UndercoverLost),
        ],
    },
    XIANGQI_PIECES,
    XIANGQI_END,
];
const SIFANG: &[RuleChapter] = &[
    RuleChapter { title: Message::RulesGoal, lines: &[(None, Message::SifangGoal)] },
    RuleChapter {
        title: Message::RulesPieces,
        lines: &[
            (red(PieceKind::General), Message::RuleMarshal),
            (red(PieceKind::Chariot), Message::RuleTank),
            (red(PieceKind::Battleship), Message::RuleBattleship),
            (red(PieceKind::Fighter), Message::RuleFighter),
            (red(PieceKind::Cannon), Message::RuleArtillery),
            (red(PieceKind::Horse), Message::RuleCavalry),
            (red(PieceKind::Pawn), Message::RuleInfantry),
        ],
    },
    RuleChapter { title: Message::RulesEnd, lines: &[(None, Message::SifangEnd)] },
];
const BANQI: &[RuleChapter] = &[
    RuleChapter { title: Message::RulesGoal, lines: &[(None, Message::BanqiGoal)] },
    RuleChapter {
        title: Message::RulesPlay,
        lines: &[
            (Some(Face::Down), Message::BanqiColours),
            (red(PieceKind::Chariot), Message::BanqiWalk),
            (red(PieceKind::General), Message::BanqiRanks),
            (red(PieceKind::Cannon), Message::BanqiCannon),
            (None, Message::BanqiPoints),
        ],
    },
];

/// The rules of a game.
pub const fn game_rules(variant: Variant) -> &'static [RuleChapter] {
    match variant {
        Variant::Xiangqi => XIANGQI,
        Variant::Undercover => UNDERCOVER,
        Variant::Sifang => SIFANG,
        Variant::Banqi => BANQI,
    }
}
