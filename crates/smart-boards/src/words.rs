//! The board's messages in Simplified Chinese, Traditional Chinese and English.

use boardlink::{Point, Points};
use protocol::SmartBoardWords;
use sensing::{Ending, Prompt, Reason, link};
use xiangqi::Side;

pub(crate) fn prompt(prompt: Prompt) -> SmartBoardWords {
    SmartBoardWords {
        hans: prompt.hans().to_owned(),
        zh: prompt.zh().to_owned(),
        en: prompt.en().to_owned(),
        points: Vec::new(),
    }
}

/// A prompt with its number.
pub(crate) fn numbered(prompt: Prompt, number: u16) -> SmartBoardWords {
    let mut words = self::prompt(prompt);
    if number > 0 {
        words.hans = format!("{number}{}", words.hans);
        words.zh = format!("{number}{}", words.zh);
        words.en = format!("{number} {}", words.en);
    }
    words
}

/// A prompt that refers to points.
pub(crate) fn with_points(prompt: Prompt, points: &Points) -> SmartBoardWords {
    let points = names(points.named());
    let list = points.join(", ");
    let words = self::prompt(prompt);
    match list.as_str() {
        "" => words,
        _ => SmartBoardWords {
            hans: format!("{}：{list}", words.hans),
            zh: format!("{}：{list}", words.zh),
            en: format!("{}: {list}", words.en),
            points,
        },
    }
}

/// An alarm: the reason, and which piece to put back.
pub(crate) fn alarm(reason: u8, tried: Option<(Point, Point)>, points: &Points) -> SmartBoardWords {
    let reason = Reason::ALL.get(usize::from(reason)).copied();
    let words = prompt(reason.map_or(Prompt::Restore, Prompt::Alarm));
    let tried: Vec<String> = names(tried.into_iter().flat_map(|(from, to)| [from, to]));
    match &tried[..] {
        [from, to] => SmartBoardWords {
            hans: format!("{}：把 {to} 的棋子放回 {from}", words.hans),
            zh: format!("{}：把 {to} 的棋子放回 {from}", words.zh),
            en: format!("{}. Put the piece on {to} back on {from}", words.en),
            points: [tried.clone(), names(points.named())].concat(),
        },
        _ => SmartBoardWords { points: names(points.named()), ..words },
    }
}

pub(crate) fn ending(ending: Ending) -> SmartBoardWords {
    prompt(match ending.winner {
        None => Prompt::Draw,
        Some(Side::Red) => Prompt::RedWins,
        Some(Side::Black) => Prompt::BlackWins,
    })
}

fn names(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.filter_map(link::square).map(|square| square.to_string()).collect()
}
