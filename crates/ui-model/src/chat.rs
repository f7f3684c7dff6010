//! The chat of a table as one viewer sees it.

use protocol::{CHAT_LINES, ChatLine};

/// The lines of the viewer's chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chat {
    lines: Vec<ChatLine>,
    /// Whether the chat takes ready phrases only, until the game is over.
    pub phrases_only: bool,
    /// Number of lines that the viewer has not seen.
    unread: usize,
    is_muted: bool,
}

impl Chat {
    /// The chat as the server sends it when the viewer enters. The lines so far count as read.
    pub fn new(lines: Vec<ChatLine>, phrases_only: bool, is_muted: bool) -> Chat {
        Chat { lines, phrases_only, unread: 0, is_muted }
    }

    /// The chat as the server sends it after a reconnect. Lines that came in between are unread.
    pub fn enter_again(&mut self, lines: Vec<ChatLine>, phrases_only: bool, own: &[u8]) {
        let is_same = |count: &usize| {
            let known = self.lines.len().min(lines.len() - count);
            lines[..lines.len() - count].ends_with(&self.lines[self.lines.len() - known..])
        };
        let new = (0..=lines.len()).find(is_same).unwrap_or(lines.len());
        let first_new = lines.len() - new;
        for line in &lines[first_new..] {
            self.count(line, own);
        }
        (self.lines, self.phrases_only) = (lines, phrases_only);
    }

    /// Adds a line. `own` are the seats of this page.
    pub fn add(&mut self, line: ChatLine, own: &[u8]) {
        self.count(&line, own);
        self.lines.push(line);
        if self.lines.len() > CHAT_LINES {
            self.lines.remove(0);
        }
    }

    fn count(&mut self, line: &ChatLine, own: &[u8]) {
        if !is_own(line, own) && !self.is_muted {
            self.unread = (self.unread + 1).min(CHAT_LINES);
        }
    }

    /// The shown lines: all, or those of this page's seats if the others are muted.
    pub fn shown<'a>(&'a self, own: &'a [u8]) -> impl Iterator<Item = &'a ChatLine> {
        self.lines.iter().filter(move |line| !self.is_muted || is_own(line, own))
    }

    /// Number of unread lines.
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// The viewer has seen all lines. Returns whether any was unread.
    pub const fn read_all(&mut self) -> bool {
        core::mem::replace(&mut self.unread, 0) > 0
    }

    /// Whether the lines of others are hidden.
    pub const fn is_muted(&self) -> bool {
        self.is_muted
    }

    /// Hides or shows the lines of others.
    pub const fn mute(&mut self, is_muted: bool) {
        self.is_muted = is_muted;
        self.unread = 0;
    }
}

/// Whether a line is from one of these seats.
pub fn is_own(line: &ChatLine, own: &[u8]) -> bool {
    line.seat.is_some_and(|seat| own.contains(&seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ChatWords;

    fn line(seat: u8, text: &str) -> ChatLine {
        ChatLine { seat: Some(seat), name: None, say: ChatWords::Text(text.to_owned()) }
    }

    #[test]
    fn lines_of_others_are_unread_until_seen() {
        let mut chat = Chat::new(vec![line(1, "hi")], false, false);
        assert_eq!(chat.unread(), 0, "what was said before is not new");
        chat.add(line(0, "hello"), &[0]);
        assert_eq!(chat.unread(), 0, "an own line");
        chat.add(line(1, "good luck"), &[0]);
        assert_eq!(chat.unread(), 1);
        assert!(chat.read_all() && !chat.read_all());
        assert_eq!(chat.shown(&[0]).count(), 3);
    }

    #[test]
    fn muted_lines_are_hidden_and_not_counted() {
        let mut chat = Chat::new(vec![line(1, "a"), line(0, "b")], false, false);
        chat.add(line(1, "c"), &[0]);
        chat.mute(true);
        chat.add(line(1, "d"), &[0]);
        assert_eq!((chat.unread(), chat.is_muted()), (0, true));
        assert_eq!(chat.shown(&[0]).collect::<Vec<_>>(), [&line(0, "b")]);
        chat.mute(false);
        assert_eq!(chat.shown(&[0]).count(), 4);
    }

    #[test]
    fn only_lines_missed_in_between_are_unread_after_a_reconnect() {
        let known = || vec![line(1, "a"), line(0, "b")];
        for (now, unread) in [
            (known(), 0),
            ([known(), vec![line(1, "c"), line(0, "d")]].concat(), 1),
            (vec![line(0, "b"), line(1, "c")], 1),
            // A restarted server has forgotten the lines.
            (Vec::new(), 0),
            (vec![line(1, "x"), line(1, "y")], 2),
        ] {
            let mut chat = Chat::new(known(), false, false);
            chat.enter_again(now.clone(), true, &[0]);
            assert_eq!(chat.unread(), unread, "{now:?}");
            assert!(chat.phrases_only);
            assert_eq!(chat.shown(&[]).count(), now.len());
        }
    }

    #[test]
    fn the_chat_is_bounded() {
        let mut chat = Chat::new(Vec::new(), false, false);
        for count in 0..CHAT_LINES + 7 {
            chat.add(line(1, &count.to_string()), &[0]);
        }
        assert_eq!((chat.shown(&[0]).count(), chat.unread()), (CHAT_LINES, CHAT_LINES));
        assert_eq!(chat.shown(&[0]).next(), Some(&line(1, "7")));
    }
}
