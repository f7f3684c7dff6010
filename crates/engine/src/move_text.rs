use crate::banqi_fen::own_letter;
use games::Variant;
use uci::Ranks;

/// How the other side writes moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveText {
    pub(crate) variant: Variant,
    pub(crate) ranks: Ranks,
    /// Banqi with ranks from 0 and a flip as a move on the spot: `a0a0`.
    pub(crate) is_banqi_uci: bool,
}

impl MoveText {
    /// Converts a move to our text format.
    pub(crate) fn read(self, text: &str) -> String {
        match self.variant {
            Variant::Xiangqi | Variant::Undercover => self.ranks.read(text),
            Variant::Banqi if self.is_banqi_uci => {
                let (action, revealed) = text.split_at(text.find('=').unwrap_or(text.len()));
                let action = match action.split_at_checked(action.len() / 2) {
                    Some((from, to)) if from == to => from,
                    _ => action,
                };
                let revealed: String = revealed.chars().map(own_letter).collect();
                Ranks::FromOne.write(action) + &revealed
            }
            Variant::Banqi | Variant::Sifang => text.to_owned(),
        }
    }

    /// The reverse of [`MoveText::read`].
    pub(crate) fn write(self, text: &str) -> String {
        match self.variant {
            Variant::Xiangqi | Variant::Undercover => self.ranks.write(text),
            Variant::Banqi if self.is_banqi_uci => {
                let action = Ranks::FromOne.read(text);
                if action.len() == 2 { action.repeat(2) } else { action }
            }
            Variant::Banqi | Variant::Sifang => text.to_owned(),
        }
    }
}
