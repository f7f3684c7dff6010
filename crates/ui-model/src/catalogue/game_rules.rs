//! The rules of each game in short, for the rule card.

use super::Message;
use crate::{
    Variant,
    board::{Face, Kind, Piece, Side},
};

/// A chapter of a game's rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleChapter {
    /// Its heading.
    pub title: Message,
    /// Its sentences, each with the piece that it describes, if there is one.
    pub lines: &'static [(Option<Face>, Message)],
}

const fn red(kind: Kind) -> Option<Face> {
    Some(Face::Open(Piece { side: Side::Red, kind }))
}

const XIANGQI_PIECES: RuleChapter = RuleChapter {
    title: Message::RulesPieces,
    lines: &[
        (red(Kind::General), Message::XiangqiGeneral),
        (red(Kind::Advisor), Message::XiangqiAdvisor),
        (red(Kind::Elephant), Message::XiangqiElephant),
        (red(Kind::Horse), Message::XiangqiHorse),
        (red(Kind::Chariot), Message::XiangqiChariot),
        (red(Kind::Cannon), Message::XiangqiCannon),
        (red(Kind::Pawn), Message::XiangqiPawn),
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
            (red(Kind::General), Message::RuleMarshal),
            (red(Kind::Chariot), Message::RuleTank),
            (red(Kind::Battleship), Message::RuleBattleship),
            (red(Kind::Fighter), Message::RuleFighter),
            (red(Kind::Cannon), Message::RuleArtillery),
            (red(Kind::Horse), Message::RuleCavalry),
            (red(Kind::Pawn), Message::RuleInfantry),
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
            (red(Kind::Chariot), Message::BanqiWalk),
            (red(Kind::General), Message::BanqiRanks),
            (red(Kind::Cannon), Message::BanqiCannon),
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
