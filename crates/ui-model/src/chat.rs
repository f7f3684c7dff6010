//! The chat of a table as one viewer sees it.

use protocol::{CHAT_LINES, ChatLine, ReportedGuest};
use serde::{Deserialize, Serialize};

/// The author of a line, as far as viewers tell authors apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChatAuthor {
    /// The player of a seat.
    Seat(u8),
    /// A spectator with an account of this name.
    Account(String),
    /// The spectator without an account who has this number at the table; without a number, any of
    /// those who have none.
    Guest(Option<u64>),
}

impl ChatAuthor {
    /// The author of a line.
    pub fn of(line: &ChatLine) -> ChatAuthor {
        match (line.seat, &line.name) {
            (Some(seat), _) => ChatAuthor::Seat(seat),
            (None, Some(name)) => ChatAuthor::Account(name.clone()),
            (None, None) => ChatAuthor::Guest(line.guest),
        }
    }
}

/// The author of a line as a report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReportedAuthor {
    /// The account of this name.
    Account(String),
    /// A person without an account.
    Guest(ReportedGuest),
}

impl ReportedAuthor {
    /// The author of a line, who has this account or none. `None` for a spectator whom readers cannot
    /// distinguish from others.
    pub fn of(line: &ChatLine, account: Option<&str>) -> Option<ReportedAuthor> {
        let guest = match (account, line.seat, line.guest) {
            (Some(name), ..) => return Some(ReportedAuthor::Account(name.to_owned())),
            (None, Some(seat), _) => ReportedGuest::Seat(seat),
            (None, None, Some(number)) => ReportedGuest::Spectator(number),
            (None, None, None) => return None,
        };
        Some(ReportedAuthor::Guest(guest))
    }
}

/// The three digits by which readers distinguish a guest from others at the table.
pub const fn guest_digits(number: u64) -> u64 {
    100 + number % 900
}

/// The authors that are the accounts of these names: spectators, and the seats whose players have
/// them. `seats` are the names of the accounts at the seats; `None` for a seat without one.
pub fn authors_of(names: &[String], seats: &[Option<String>]) -> Vec<ChatAuthor> {
    let seated =
        (0..).zip(seats).filter(|(_, name)| name.as_ref().is_some_and(|name| names.contains(name)));
    let seated = seated.map(|(seat, _)| ChatAuthor::Seat(seat));
    seated.chain(names.iter().cloned().map(ChatAuthor::Account)).collect()
}

/// The lines of the viewer's chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chat {
    lines: Vec<ChatLine>,
    /// Number of the first line. Later lines have the next numbers, which they keep.
    first_number: i64,
    /// Whether the chat takes ready phrases only, until the game is over.
    pub phrases_only: bool,
    /// Number of last lines that arrived after the viewer has looked at the chat.
    unseen: usize,
    is_muted: bool,
    /// Authors whom the viewer has muted at this table.
    muted: Vec<ChatAuthor>,
    /// Authors whose accounts the viewer blocks.
    blocked: Vec<ChatAuthor>,
}

impl Chat {
    /// The chat as the server sends it when the viewer enters. The lines so far count as read.
    pub fn new(lines: Vec<ChatLine>, phrases_only: bool) -> Chat {
        let (muted, blocked) = (Vec::new(), Vec::new());
        Chat { lines, first_number: 0, phrases_only, unseen: 0, is_muted: false, muted, blocked }
    }

    /// The chat with what the viewer has muted before: all lines of others, or those of some authors.
    pub fn with_mutes(self, is_muted: bool, muted: Vec<ChatAuthor>) -> Chat {
        Chat { is_muted, muted, ..self }
    }

    /// The chat as the server sends it after a reconnect. Lines that came in between are unread.
    pub fn enter_again(&mut self, lines: Vec<ChatLine>, phrases_only: bool) {
        let is_same = |count: &usize| {
            let known = self.lines.len().min(lines.len() - count);
            lines[..lines.len() - count].ends_with(&self.lines[self.lines.len() - known..])
        };
        let new = (0..=lines.len()).find(is_same).unwrap_or(lines.len());
        self.unseen = (self.unseen + new).min(lines.len());
        // The last known line keeps its number.
        self.first_number += (self.lines.len() + new) as i64 - lines.len() as i64;
        (self.lines, self.phrases_only) = (lines, phrases_only);
    }

    /// Adds a line.
    pub fn add(&mut self, line: ChatLine) {
        self.lines.push(line);
        if self.lines.len() > CHAT_LINES {
            self.lines.remove(0);
            self.first_number += 1;
        }
        self.unseen = (self.unseen + 1).min(self.lines.len());
    }

    /// The shown lines: those of this page's seats (`own`), and the others unless they are muted or
    /// their author is muted or blocked.
    pub fn shown<'a>(&'a self, own: &'a [u8]) -> impl Iterator<Item = &'a ChatLine> {
        self.numbered(own).map(|(_, line)| line)
    }

    /// The shown lines with their numbers, which they keep while others come and go.
    pub fn numbered<'a>(&'a self, own: &'a [u8]) -> impl Iterator<Item = (i64, &'a ChatLine)> {
        let numbered = (self.first_number..).zip(&self.lines);
        numbered.filter(move |(_, line)| is_own(line, own) || !self.is_hidden(line))
    }

    fn is_hidden(&self, line: &ChatLine) -> bool {
        let author = ChatAuthor::of(line);
        self.is_muted || self.muted.contains(&author) || self.blocked.contains(&author)
    }

    /// Number of unread lines of others. Hidden lines do not count.
    pub fn unread(&self, own: &[u8]) -> usize {
        let unseen = &self.lines[self.lines.len() - self.unseen..];
        unseen.iter().filter(|line| !is_own(line, own) && !self.is_hidden(line)).count()
    }

    /// The viewer has seen all lines.
    pub const fn read_all(&mut self) {
        self.unseen = 0;
    }

    /// The authors whom the viewer has muted at this table.
    pub fn muted(&self) -> &[ChatAuthor] {
        &self.muted
    }

    /// Hides or shows the lines of an author at this table.
    pub fn mute_author(&mut self, author: ChatAuthor, is_muted: bool) {
        self.muted.retain(|muted| *muted != author);
        self.muted.extend(is_muted.then_some(author));
    }

    /// Hides the lines of these authors, whose accounts the viewer blocks, and of no other accounts.
    pub fn set_blocked(&mut self, blocked: Vec<ChatAuthor>) {
        self.blocked = blocked;
    }

    /// Whether the lines of others are hidden.
    pub const fn is_muted(&self) -> bool {
        self.is_muted
    }

    /// Hides or shows the lines of others.
    pub const fn mute(&mut self, is_muted: bool) {
        self.is_muted = is_muted;
        self.unseen = 0;
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
        ChatLine { seat: Some(seat), ..spectator(None, text) }
    }

    fn spectator(name: Option<&str>, text: &str) -> ChatLine {
        let say = ChatWords::Text(text.to_owned());
        ChatLine { seat: None, name: name.map(str::to_owned), guest: None, say }
    }

    #[test]
    fn lines_of_others_are_unread_until_seen() {
        let mut chat = Chat::new(vec![line(1, "hi")], false);
        assert_eq!(chat.unread(&[0]), 0, "what was said before is not new");
        chat.add(line(0, "hello"));
        assert_eq!(chat.unread(&[0]), 0, "an own line");
        chat.add(line(1, "good luck"));
        assert_eq!(chat.unread(&[0]), 1);
        chat.read_all();
        assert_eq!(chat.unread(&[0]), 0);
        assert_eq!(chat.shown(&[0]).count(), 3);
    }

    #[test]
    fn muted_lines_are_hidden_and_not_counted() {
        let mut chat = Chat::new(vec![line(1, "a"), line(0, "b")], false);
        chat.add(line(1, "c"));
        chat.mute(true);
        chat.add(line(1, "d"));
        assert_eq!((chat.unread(&[0]), chat.is_muted()), (0, true));
        assert_eq!(chat.shown(&[0]).collect::<Vec<_>>(), [&line(0, "b")]);
        chat.mute(false);
        assert_eq!(chat.shown(&[0]).count(), 4);
    }

    #[test]
    fn lines_of_muted_and_blocked_authors_are_hidden() {
        let said = || {
            vec![
                line(0, "own"),
                line(1, "opponent"),
                spectator(Some("Ada"), "ada"),
                spectator(Some("Bo"), "bo"),
                ChatLine { guest: Some(1_007), ..spectator(None, "guest") },
                ChatLine { guest: Some(1_008), ..spectator(None, "stranger") },
            ]
        };
        let seats = [Some("Me".to_owned()), Some("Eve".to_owned())];
        let mute = |author: ChatAuthor| (Some(author), None);
        for ((muted, blocked), shown) in [
            ((None, None), "own opponent ada bo guest stranger"),
            (mute(ChatAuthor::Seat(1)), "own ada bo guest stranger"),
            (mute(ChatAuthor::Account("Bo".to_owned())), "own opponent ada guest stranger"),
            (mute(ChatAuthor::Guest(Some(1_007))), "own opponent ada bo stranger"),
            // A guest without a number is another one.
            (mute(ChatAuthor::Guest(None)), "own opponent ada bo guest stranger"),
            ((None, Some("Ada")), "own opponent bo guest stranger"),
            ((None, Some("Eve")), "own ada bo guest stranger"),
            // The own lines are always shown.
            ((None, Some("Me")), "own opponent ada bo guest stranger"),
            (mute(ChatAuthor::Seat(0)), "own opponent ada bo guest stranger"),
            ((Some(ChatAuthor::Guest(Some(1_008))), Some("Bo")), "own opponent ada guest"),
        ] {
            let mut chat = Chat::new(Vec::new(), false);
            said().into_iter().for_each(|line| chat.add(line));
            let blocked: Vec<String> = blocked.into_iter().map(str::to_owned).collect();
            chat.set_blocked(authors_of(&blocked, &seats));
            if let Some(author) = muted.clone() {
                chat.mute_author(author, true);
            }
            let text = |line: &ChatLine| match &line.say {
                ChatWords::Text(text) => text.clone(),
                ChatWords::Phrase(_) => String::new(),
            };
            let texts: Vec<String> = chat.shown(&[0]).map(text).collect();
            assert_eq!(texts.join(" "), shown, "{muted:?} {blocked:?}");
            assert_eq!(chat.unread(&[0]), texts.len() - 1, "{muted:?} {blocked:?}");
            chat.set_blocked(Vec::new());
            for author in chat.muted().to_vec() {
                chat.mute_author(author, false);
            }
            assert_eq!(chat.shown(&[0]).count(), 6);
        }
        // The mutes of a table are stored as text.
        let muted = vec![ChatAuthor::Guest(Some(1_007)), ChatAuthor::Account("Bo".to_owned())];
        let text = serde_json::to_string(&muted).expect("a text");
        let read = serde_json::from_str(&text).expect("the authors");
        let chat = Chat::new(said(), false).with_mutes(false, read);
        assert_eq!((chat.muted(), chat.shown(&[0]).count()), (&*muted, 4));
        assert_eq!((guest_digits(1_007), guest_digits(899)), (207, 999));
        // A seat without an account is blocked with no name.
        assert_eq!(authors_of(&[], &[None, None]), []);
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
            let mut chat = Chat::new(known(), false);
            chat.enter_again(now.clone(), true);
            assert_eq!(chat.unread(&[0]), unread, "{now:?}");
            assert!(chat.phrases_only);
            assert_eq!(chat.shown(&[]).count(), now.len());
        }
    }

    #[test]
    fn lines_keep_their_numbers() {
        let numbers = |chat: &Chat, text: &str| {
            let is_it = |line: &ChatLine| line.say == ChatWords::Text(text.to_owned());
            chat.numbered(&[]).find(|(_, line)| is_it(line)).map(|(number, _)| number)
        };
        let mut chat = Chat::new(vec![line(1, "a"), line(0, "b")], false);
        assert_eq!(numbers(&chat, "b"), Some(1));
        // After a reconnect there is one new line, and an older one that this page had not known.
        let lines = vec![line(1, "z"), line(1, "a"), line(0, "b"), line(1, "c")];
        chat.enter_again(lines, false);
        for (text, number) in [("z", -1), ("a", 0), ("b", 1), ("c", 2)] {
            assert_eq!(numbers(&chat, text), Some(number), "{text}");
        }
        for count in 0..CHAT_LINES - 2 {
            chat.add(line(1, &count.to_string()));
        }
        for (text, number) in [("a", None), ("b", Some(1)), ("c", Some(2)), ("0", Some(3))] {
            assert_eq!(numbers(&chat, text), number, "{text}");
        }
    }

    #[test]
    fn authors_are_reported_by_account_seat_or_number() {
        let guest = |guest| Some(ReportedAuthor::Guest(guest));
        let numbered = ChatLine { guest: Some(1_007), ..spectator(None, "x") };
        let account = |name: &str| Some(ReportedAuthor::Account(name.to_owned()));
        for (line, name, reported) in [
            (line(1, "x"), Some("Eve"), account("Eve")),
            (line(1, "x"), None, guest(ReportedGuest::Seat(1))),
            (spectator(Some("Ada"), "x"), Some("Ada"), account("Ada")),
            (numbered, None, guest(ReportedGuest::Spectator(1_007))),
            (spectator(None, "x"), None, None),
        ] {
            assert_eq!(ReportedAuthor::of(&line, name), reported, "{line:?}");
        }
    }

    #[test]
    fn the_chat_is_bounded() {
        let mut chat = Chat::new(Vec::new(), false);
        for count in 0..CHAT_LINES + 7 {
            chat.add(line(1, &count.to_string()));
        }
        assert_eq!((chat.shown(&[0]).count(), chat.unread(&[0])), (CHAT_LINES, CHAT_LINES));
        assert_eq!(chat.shown(&[0]).next(), Some(&line(1, "7")));
    }
}
