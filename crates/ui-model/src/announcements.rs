//! What a page says, and sounds, about the last event.

use crate::{
    TableModel,
    board::{Face, Piece, Point, Step},
    catalogue::{Language, Message, PLIES, counted, fill, piece_name, side_name},
};
use protocol::UpdateEvent;

/// A sound the table makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A piece is put down.
    Move,
    /// A piece is taken.
    Capture,
    /// A face-down piece is turned up.
    Flip,
    /// A mole shows itself.
    Turn,
    /// Check.
    Check,
    /// Little time left.
    Low,
    /// The game is over.
    End,
    /// Someone wants something.
    Knock,
}

impl TableModel {
    /// The sound of the last event, if it makes one.
    pub fn sound(&self) -> Option<Sound> {
        match self.last_event.as_ref()? {
            UpdateEvent::Acted(_) | UpdateEvent::Ended if self.is_over() => Some(Sound::End),
            UpdateEvent::Acted(_) if self.state.check => Some(Sound::Check),
            UpdateEvent::Acted(entry) => match Step::read(self.shape(), &entry.done)? {
                Step::Flip(_) => Some(Sound::Flip),
                Step::TurnMole(_) => Some(Sound::Turn),
                Step::Move(..) => {
                    let before = self.history.len() - 1;
                    let took = self.scene_after(before).play(&entry.done);
                    Some(if took.is_some() { Sound::Capture } else { Sound::Move })
                }
            },
            UpdateEvent::Started | UpdateEvent::Offered { .. } | UpdateEvent::Joined { .. } => {
                Some(Sound::Knock)
            }
            UpdateEvent::Changed
            | UpdateEvent::Declined
            | UpdateEvent::TakenBack { .. }
            | UpdateEvent::Peeked { .. }
            | UpdateEvent::Ended
            | UpdateEvent::Paused
            | UpdateEvent::Resumed
            | UpdateEvent::Credited { .. }
            | UpdateEvent::Rematch { .. } => None,
        }
    }

    /// What whoever looks has just peeked at, and where.
    pub fn peeked(&self) -> Option<(Point, Piece)> {
        match self.last_event.as_ref()? {
            UpdateEvent::Peeked { square, piece: Some(letter), .. } => {
                Some((self.shape().parse(square)?, Piece::from_letter(*letter)?))
            }
            _ => None,
        }
    }

    /// What the last event has to say beyond what the board shows.
    pub fn notice(&self, language: Language) -> Option<String> {
        let say = |message: Message, values: &[&str]| fill(message.in_language(language), values);
        match self.last_event.as_ref()? {
            UpdateEvent::Declined => Some(say(Message::OfferDeclined, &[])),
            UpdateEvent::TakenBack { plies } => {
                let plies = counted(language, PLIES, &plies.to_string());
                Some(say(Message::TookBack, &[&plies]))
            }
            UpdateEvent::Peeked { square, piece: Some(letter), .. } => {
                let face = Face::Open(Piece::from_letter(*letter)?);
                let piece = piece_name(language, self.shape(), face);
                Some(say(Message::PeekSaw, &[square, &piece]))
            }
            UpdateEvent::Acted(entry)
                if !self.variant.has_fixed_sides() && self.history.len() == 1 =>
            {
                // The first flip decides the colours.
                let name = &self.seat(entry.seat)?.name;
                let side = side_name(language, self.side(entry.seat)?);
                Some(say(Message::ColoursDecided, &[name, side]))
            }
            _ => None,
        }
    }
}
