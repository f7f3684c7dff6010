//! Announcements and sounds of the last event.

use crate::{GameModel, TableModel, settings::Notation};
use game::Refusal;
use games::board::{Face, Piece, Point, Step};
use i18n::{
    Language, Message, PLIES, counted, fill, piece_name, reason_name, reason_of, refusal, side_name,
};
use protocol::UpdateEvent;

/// A sound of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A piece is put down.
    Move,
    /// A piece is captured.
    Capture,
    /// A face-down piece is flipped.
    Flip,
    /// A mole is revealed.
    Turn,
    /// Check.
    Check,
    /// Little time is left.
    Low,
    /// The game is over.
    End,
    /// An offer, a start, or a player who joins.
    Knock,
}

impl TableModel {
    /// The sound of the last event, if it has one.
    pub fn sound(&self) -> Option<Sound> {
        match self.last_event.as_ref()? {
            UpdateEvent::Acted(_) | UpdateEvent::Ended if self.game.is_over() => Some(Sound::End),
            UpdateEvent::Acted(_) if self.game.check => Some(Sound::Check),
            UpdateEvent::Acted(entry) => match Step::read(self.game.shape(), &entry.done)? {
                Step::Flip(_) => Some(Sound::Flip),
                Step::TurnMole(_) => Some(Sound::Turn),
                Step::Move(..) => {
                    let before = self.game.history.len() - 1;
                    let change = self.game.scene_after(before).play_text(&entry.done);
                    let takes = change.is_some_and(|change| change.captured.is_some());
                    Some(if takes { Sound::Capture } else { Sound::Move })
                }
            },
            UpdateEvent::Started
            | UpdateEvent::Filled
            | UpdateEvent::Offered { .. }
            | UpdateEvent::Joined { .. } => Some(Sound::Knock),
            UpdateEvent::Changed
            | UpdateEvent::Declined
            | UpdateEvent::TakenBack { .. }
            | UpdateEvent::Peeked { .. }
            | UpdateEvent::Ended
            | UpdateEvent::Paused
            | UpdateEvent::Resumed
            | UpdateEvent::Credited { .. }
            | UpdateEvent::TimeGiven { .. }
            | UpdateEvent::Rematch { .. } => None,
        }
    }

    /// The piece at which the viewer has just peeked, with its point.
    pub fn peeked(&self) -> Option<(Point, Piece)> {
        match self.last_event.as_ref()? {
            UpdateEvent::Peeked { square, piece: Some(letter), .. } => {
                Some((self.game.shape().parse(square)?, Piece::from_letter(*letter)?))
            }
            _ => None,
        }
    }

    /// The text of the last event, where the board alone does not show it.
    pub fn notice(&self, language: Language) -> Option<String> {
        let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
        match self.last_event.as_ref()? {
            UpdateEvent::Declined => Some(say(Message::OfferDeclined, &[])),
            UpdateEvent::Filled => Some(say(Message::SeatsFilled, &[])),
            UpdateEvent::TakenBack { plies } => {
                let plies = counted(language, PLIES, &plies.to_string());
                Some(say(Message::TookBack, &[&plies]))
            }
            UpdateEvent::TimeGiven { seat, .. } => {
                Some(say(Message::TimeGiven, &[&self.game.seat(*seat)?.name]))
            }
            UpdateEvent::Peeked { square, piece: Some(letter), .. } => {
                let face = Face::Open(Piece::from_letter(*letter)?);
                let piece = piece_name(language, self.game.shape(), face);
                Some(say(Message::PeekSaw, &[square, &piece]))
            }
            UpdateEvent::Acted(entry)
                if !self.game.variant.has_fixed_sides() && self.game.history.len() == 1 =>
            {
                // The first flip decides the colours.
                let name = &self.game.seat(entry.seat)?.name;
                let side = side_name(language, self.game.side(entry.seat)?);
                Some(say(Message::ColoursDecided, &[name, side]))
            }
            _ => None,
        }
    }
}

impl GameModel {
    /// The reason of the ending, for a viewer who plays the seats `own`. In a game for two it names the
    /// player who resigned, ran out of time or left.
    pub fn ending_words(&self, language: Language, own: &[u8]) -> Option<String> {
        let end = self.end.as_ref()?;
        let loser = match end.winners[..] {
            [winner @ 0..2] if self.variant.seats() == 2 => Some(1 - winner),
            _ => None,
        };
        let subject = loser.and_then(|loser| match *own {
            [seat] if seat == loser => Some(Message::YouDid.in_language(language).to_owned()),
            [_] => Some(Message::OpponentDid.in_language(language).to_owned()),
            _ => {
                let side = side_name(language, self.side(loser)?);
                Some(fill(Message::SideWords.in_language(language), &[side]))
            }
        });
        let named = subject.and_then(|subject| reason_of(language, &end.reason, &subject));
        Some(named.unwrap_or_else(|| reason_name(language, &end.reason)))
    }

    /// A refusal in words, with pieces and points as the reader writes moves.
    pub fn refusal_words(&self, language: Language, written: Notation, no: &Refusal) -> String {
        let values = self.value_words(language, written, &no.values);
        refusal(language, no.code, &values, &no.message)
    }

    /// Values of a refusal for the reader: the name of the piece on a point, if the reader's notation
    /// has no coordinates, and otherwise the point as the notation counts it.
    pub fn value_words(
        &self,
        language: Language,
        written: Notation,
        values: &[String],
    ) -> Vec<String> {
        let (shape, scene) = (self.shape(), self.scene());
        let has_points =
            !self.variant.has_notations() || matches!(written, Notation::Iccs | Notation::San);
        let name = |value: &String| {
            let face = scene.at(shape.parse(value)?)?;
            Some(piece_name(language, shape, face))
        };
        let word = |value: &String| {
            let point = || Some(written.point_name(shape, shape.parse(value)?));
            let words = if has_points { point() } else { name(value) };
            words.unwrap_or_else(|| value.clone())
        };
        values.iter().map(word).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;
    use protocol::EndState;

    #[test]
    fn refusals_name_pieces_or_points_as_the_reader_writes_moves() {
        let xiangqi = test_game("xiangqi", "", 0);
        let banqi = test_game("banqi", "", 0);
        for (game, written, hans, en) in [
            (&xiangqi, Notation::Chinese, "红炮", "red cannon"),
            (&xiangqi, Notation::Wxf, "红炮", "red cannon"),
            (&xiangqi, Notation::Iccs, "h2", "h2"),
            (&xiangqi, Notation::San, "h3", "h3"),
            (&banqi, Notation::Chinese, "h2", "h2"),
        ] {
            for (language, word) in [(Language::SimplifiedChinese, hans), (Language::English, en)] {
                let values = ["h2".to_owned(), "3".to_owned()];
                assert_eq!(game.value_words(language, written, &values), [word, "3"]);
            }
        }
    }

    #[test]
    fn the_player_who_ended_a_game_for_two_is_named() {
        let mut game = test_game("xiangqi", "", 0);
        for (reason, winners, own, hans, en) in [
            ("resignation", &[0][..], &[0][..], "对方认输", "Opponent resigned"),
            ("resignation", &[0], &[1], "你认输", "You resigned"),
            ("flag-fall", &[1], &[0, 1], "红方超时", "Red ran out of time"),
            ("abandoned", &[0], &[], "黑方离席", "Black left"),
            ("abandoned", &[0], &[0], "对方离席", "Opponent left"),
            ("abandoned", &[], &[0], "离席", "a player left"),
            ("checkmate", &[0], &[0], "绝杀", "checkmate"),
            ("agreement", &[], &[0], "双方议和", "agreement"),
        ] {
            game.end = Some(EndState {
                reason: reason.to_owned(),
                winners: winners.to_vec(),
                scores: Vec::new(),
                detail: String::new(),
                grounds: Vec::new(),
                reveal: None,
            });
            for (language, words) in [(Language::SimplifiedChinese, hans), (Language::English, en)]
            {
                assert_eq!(game.ending_words(language, own).as_deref(), Some(words));
            }
        }
    }
}
