//! The chat of one table, in the memory of its actor: a room of the players and one of the
//! spectators. It is in no log, so a restart empties it.

use crate::{
    accounts::{BlockList, Person},
    base::{
        name::{composed, fault},
        token,
    },
    limits::{CHAT_AT_ONCE, CHAT_EVERY_MS, CONTESTANTS, LINKS_AFTER_MS},
};
use game::Refusal;
use protocol::{
    AccountId, CHAT_CHARS, CHAT_LINES, ChatLine, ChatWords, GameId, NAME_CHARS, UnixMs,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, VecDeque},
    sync::LazyLock,
};

/// The viewers who read a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Room {
    /// Those with a seat.
    Players,
    /// Those without a seat.
    Spectators,
    /// All: the game is over.
    Everyone,
}

impl Room {
    /// The room in which a viewer speaks.
    pub(crate) const fn of(has_seat: bool, is_over: bool) -> Room {
        match (is_over, has_seat) {
            (true, _) => Room::Everyone,
            (false, true) => Room::Players,
            (false, false) => Room::Spectators,
        }
    }

    /// Whether a viewer reads the lines of this room.
    pub(crate) const fn is_read(self, has_seat: bool) -> bool {
        match self {
            Room::Everyone => true,
            Room::Players => has_seat,
            Room::Spectators => !has_seat,
        }
    }
}

/// Author of lines, as the rate limit counts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Speaker {
    /// All devices of a seat.
    Seat(u8),
    /// A spectator.
    Spectator(Person),
}

/// A client who writes lines.
#[derive(Clone, Debug)]
pub(crate) struct Author {
    /// The account; `None` for guests.
    pub(crate) account: Option<AccountId>,
    /// Name of the account.
    pub(crate) name: Option<String>,
    /// Time of the account's registration.
    pub(crate) since_ms: Option<UnixMs>,
}

impl Author {
    /// Whether the account is old enough to send links.
    fn may_link(&self, now_ms: UnixMs) -> bool {
        self.since_ms.is_some_and(|since_ms| now_ms.since(since_ms) >= LINKS_AFTER_MS)
    }
}

/// A line with the viewers who read it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SaidLine {
    /// The room in which it was said.
    pub(crate) room: Room,
    /// The author's account, which viewers may block; `None` for guests.
    #[serde(default)]
    pub(crate) account: Option<AccountId>,
    /// What the viewers receive.
    pub(crate) line: ChatLine,
}

/// A viewer of a table, as far as the chat distinguishes viewers.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    /// The viewer's seats; none for a spectator.
    pub(crate) seats: &'a [u8],
    /// The accounts that the viewer blocks; `None` for guests.
    pub(crate) blocks: Option<&'a BlockList>,
}

impl Reader<'_> {
    /// Whether the viewer reads the lines of a room by an author with this account and seat. The
    /// lines of the viewer's own seats are always read.
    pub(crate) fn reads(self, room: Room, account: Option<&AccountId>, seat: Option<u8>) -> bool {
        let is_blocked = || {
            account.zip(self.blocks).is_some_and(|(account, blocks)| blocks.has(account))
                && seat.is_none_or(|seat| !self.seats.contains(&seat))
        };
        room.is_read(!self.seats.is_empty()) && !is_blocked()
    }
}

/// The chat of a table.
#[derive(Default)]
pub(crate) struct Chat {
    /// The last lines of each room.
    lines: VecDeque<SaidLine>,
    /// Time at which all lines of each speaker are paid for, in game time.
    paid_ms: HashMap<Speaker, u64>,
    /// The accounts that have looked through each seat, the latest last.
    accounts: HashMap<u8, Vec<AccountId>>,
}

impl Chat {
    /// The last lines that a viewer may read.
    pub(crate) fn lines(&self, reader: Reader<'_>) -> Vec<ChatLine> {
        let read = self
            .lines
            .iter()
            .filter(|said| reader.reads(said.room, said.account.as_ref(), said.line.seat));
        let read: Vec<ChatLine> = read.map(|said| said.line.clone()).collect();
        read[read.len().saturating_sub(CHAT_LINES)..].to_vec()
    }

    /// Notes an account that looks through seats.
    pub(crate) fn note_accounts(&mut self, seats: &[u8], account: &AccountId) {
        for &seat in seats {
            let accounts = self.accounts.entry(seat).or_default();
            if !accounts.contains(account) {
                if accounts.len() == CONTESTANTS {
                    accounts.remove(0);
                }
                accounts.push(account.clone());
            }
        }
    }

    /// The accounts that have looked through a seat.
    pub(crate) fn accounts(&self, seat: u8) -> &[AccountId] {
        self.accounts.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// Counts a line.
    ///
    /// # Errors
    /// When the speaker has said too much recently.
    pub(crate) fn count(&mut self, speaker: Speaker, now_ms: UnixMs) -> Result<(), Refusal> {
        self.paid_ms.retain(|_, paid_ms| *paid_ms > now_ms.0);
        let paid_ms = self.paid_ms.entry(speaker).or_insert(now_ms.0);
        if *paid_ms > now_ms.0 + CHAT_EVERY_MS * (CHAT_AT_ONCE - 1) {
            return Err(too_often());
        }
        *paid_ms += CHAT_EVERY_MS;
        Ok(())
    }

    /// Keeps a line.
    pub(crate) fn keep(&mut self, said: SaidLine) {
        let room = said.room;
        self.lines.push_back(said);
        // The oldest line of the same room is dropped, so that no room empties the other.
        let is_same = |kept: &&SaidLine| kept.room == room;
        if self.lines.iter().filter(is_same).count() > CHAT_LINES
            && let Some(oldest) = self.lines.iter().position(|kept| kept.room == room)
        {
            self.lines.remove(oldest);
        }
    }
}

/// Hex digits of a guest's number: JSON numbers are exact up to 53 bits.
const GUEST_DIGITS: usize = 13;

/// Number by which the lines of a guest are recognised at a table, from the random text of the
/// guest's page. It is the same at all servers and after a reconnect. The numbers of one guest at
/// two tables have no visible relation, and none says anything about the guest's address.
pub(crate) fn guest_number(table: &GameId, page: &str) -> u64 {
    let hash = token::hash(&format!("guest {table} {page}"));
    hash.get(..GUEST_DIGITS).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0)
}

/// A line on its way to the other servers of a store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Relayed {
    /// Id of the server that received the line.
    pub(crate) node: String,
    /// The line.
    #[serde(flatten)]
    pub(crate) said: SaidLine,
}

/// Whether a server can have accepted this line.
pub(crate) fn is_possible(line: &ChatLine) -> bool {
    let is_clean = |text: &str, most| table::clean_text(text, most).as_deref() == Some(text);
    line.name.as_deref().is_none_or(|name| is_clean(name, NAME_CHARS))
        && match &line.say {
            ChatWords::Text(text) => is_clean(text, CHAT_CHARS),
            ChatWords::Phrase(_) => true,
        }
}

/// The words as they are shown: without invisible characters and changes of the writing direction.
///
/// # Errors
/// Names what is wrong with the text.
pub(crate) fn checked(
    words: ChatWords,
    author: &Author,
    phrases_only: bool,
    now_ms: UnixMs,
) -> Result<ChatWords, Refusal> {
    let ChatWords::Text(typed) = words else { return Ok(words) };
    if phrases_only {
        let message = "this game allows the ready phrases only";
        return Err(Refusal::new("chat-phrases", message));
    }
    // Line breaks and tabs separate words.
    let typed: String = typed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = composed(&typed);
    let Some(text) = table::clean_text(&text, CHAT_CHARS + 1) else {
        return Err(Refusal::new("chat-empty", "the line has no visible character"));
    };
    if text.chars().count() > CHAT_CHARS {
        let message = format!("a line has at most {CHAT_CHARS} characters");
        return Err(Refusal::new("chat-long", message).with(CHAT_CHARS));
    }
    if let Some(fault) = fault(&text) {
        return Err(Refusal::new("chat-signs", fault));
    }
    if !author.may_link(now_ms) && has_link(&text) {
        let message = "guests and new accounts cannot send links";
        return Err(Refusal::new("chat-link", message));
    }
    Ok(ChatWords::Text(text))
}

/// Error for a speaker over the limit.
pub(crate) fn too_often() -> Refusal {
    Refusal::new("chat-often", "too many lines; wait a moment")
}

/// Endings of host names that people write without `http`. Other hosts count with a path or a
/// scheme.
const ENDINGS: &str = "com net org info biz io me gg cn tw hk vn xyz top cc co tv app dev site \
                       online club link ru ly gl be us uk de fr jp kr in";

/// Whether a text contains an address of the web.
fn has_link(text: &str) -> bool {
    static KNOWN: LazyLock<Vec<&str>> = LazyLock::new(|| ENDINGS.split_whitespace().collect());
    let plain: String = text.chars().map(plain).collect::<String>().to_lowercase();
    let is_in_address = |c: char| c.is_alphanumeric() || "-./".contains(c);
    plain.contains("://")
        || plain.split(|c| !is_in_address(c)).any(|word| {
            let (host, path) = word.split_once('/').unwrap_or((word, ""));
            let labels: Vec<&str> = host.trim_matches('.').split('.').collect();
            let ending = labels.last().copied().unwrap_or_default();
            let is_name = labels.len() > 1
                && labels.iter().all(|label| !label.is_empty())
                && ending.len() > 1
                && ending.chars().all(|c| c.is_ascii_alphabetic());
            let is_number =
                labels.len() == 4 && labels.iter().all(|label| label.parse::<u8>().is_ok());
            let is_known = labels[0] == "www" || KNOWN.contains(&ending);
            is_name && (is_known || !path.is_empty()) || is_number && !path.is_empty()
        })
}

/// A full-width character as its plain one.
fn plain(c: char) -> char {
    match c {
        '。' | '．' | '｡' => '.',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ChatPhrase;

    const NOW: UnixMs = UnixMs(10 * LINKS_AFTER_MS);
    const GUEST: Author = Author { account: None, name: None, since_ms: None };

    fn said(text: &str, author: &Author) -> Result<String, &'static str> {
        match checked(ChatWords::Text(text.into()), author, false, NOW) {
            Ok(ChatWords::Text(text)) => Ok(text),
            Ok(other) => panic!("{other:?}"),
            Err(refusal) => Err(refusal.code),
        }
    }

    #[test]
    fn texts_are_cleaned_or_refused() {
        let long = "好".repeat(CHAT_CHARS + 1);
        for (typed, expected) in [
            ("  good   game \n", Ok("good game")),
            ("one\ntwo", Ok("one two")),
            ("a\u{200b}b\u{202e}c\u{2066}", Ok("abc")),
            ("tab\there", Ok("tab here")),
            ("e\u{301}", Ok("é")),
            (&long[3..], Ok(&long[3..])),
            (&long, Err("chat-long")),
            ("", Err("chat-empty")),
            (" \u{200d}\u{feff} ", Err("chat-empty")),
            ("\u{301}x", Err("chat-signs")),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}", Err("chat-signs")),
        ] {
            assert_eq!(said(typed, &GUEST), expected.map(str::to_owned), "{typed:?}");
        }
        let lines = "x\u{202e} ".repeat(5_000);
        assert_eq!(said(&lines, &GUEST), Err("chat-long"));
    }

    #[test]
    fn links_come_from_known_accounts_only() {
        let account = |age_ms| Author { account: None, name: None, since_ms: Some(NOW - age_ms) };
        let (young, old) = (account(LINKS_AFTER_MS - 1), account(LINKS_AFTER_MS));
        for link in [
            "see http://a.b/c",
            "https://example.com",
            "ftp://x",
            "www.chess.museum",
            "EXAMPLE.COM",
            "look:example.com!",
            "t.me/abc",
            "看example。com",
            "ｅｘａｍｐｌｅ．ｃｏｍ",
            "192.168.0.1/x",
            "例子.com",
            "пример.com/x",
            "a.example.museum/path",
        ] {
            assert_eq!(said(link, &GUEST), Err("chat-link"), "{link}");
            assert_eq!(said(link, &young), Err("chat-link"), "{link}");
            assert!(said(link, &old).is_ok(), "{link}");
        }
        for plain in [
            "good game.",
            "e.g. h2e2",
            "3.5 pawns",
            "well... no",
            "1.h2e2 h9g7",
            "a/b",
            "10:30",
            "ok.thanks",
            "炮二平五。马8进7",
            "50%? no",
            "version 1.2.3",
            "and/or",
        ] {
            assert!(said(plain, &GUEST).is_ok(), "{plain}");
        }
    }

    #[test]
    fn only_phrases_are_said_where_nothing_else_is_allowed() {
        let phrase = ChatWords::Phrase(ChatPhrase::GoodGame);
        assert!(checked(phrase, &GUEST, true, NOW).is_ok());
        let text = checked(ChatWords::Text("hi".into()), &GUEST, true, NOW);
        assert_eq!(text.map_err(|refusal| refusal.code), Err("chat-phrases"));
    }

    #[test]
    fn speakers_are_counted_separately() {
        let mut chat = Chat::default();
        let mut count = |speaker: &Speaker, now_ms: u64| {
            let mut all = 0;
            while chat.count(speaker.clone(), UnixMs(now_ms)).is_ok() {
                all += 1;
            }
            all
        };
        let (red, black) = (Speaker::Seat(0), Speaker::Seat(1));
        assert_eq!(count(&red, 1_000), CHAT_AT_ONCE);
        assert_eq!(count(&red, 1_000), 0);
        assert_eq!(count(&black, 1_000), CHAT_AT_ONCE);
        assert_eq!(count(&Speaker::Spectator(Person::Own), 1_000), CHAT_AT_ONCE);
        assert_eq!(count(&red, 1_000 + CHAT_EVERY_MS), 1);
        assert_eq!(count(&red, 1_000_000), CHAT_AT_ONCE);
    }

    #[test]
    fn lines_that_no_server_accepts_are_not_relayed() {
        let line = |name: Option<&str>, text: &str| ChatLine {
            seat: None,
            name: name.map(str::to_owned),
            guest: None,
            say: ChatWords::Text(text.to_owned()),
        };
        let long = "x".repeat(CHAT_CHARS + 1);
        for (line, is_known) in [
            (line(Some("Ada"), "good game"), true),
            (line(None, &long[1..]), true),
            (line(None, &long), false),
            (line(None, "a\u{202e}b"), false),
            (line(None, ""), false),
            (line(Some("A\u{200b}da"), "hi"), false),
        ] {
            assert_eq!(is_possible(&line), is_known, "{line:?}");
        }
    }

    #[test]
    fn each_room_keeps_its_last_lines() {
        let mut chat = Chat::default();
        let line = |n: usize| {
            let say = ChatWords::Text(n.to_string());
            ChatLine { seat: None, name: None, guest: None, say }
        };
        let said = |room, n| SaidLine { room, account: None, line: line(n) };
        let (player, spectator) =
            (Reader { seats: &[0], blocks: None }, Reader { seats: &[], blocks: None });
        chat.keep(said(Room::Players, 1_000));
        for n in 0..=CHAT_LINES {
            chat.keep(said(Room::Spectators, n));
        }
        assert_eq!(chat.lines(player), [line(1_000)]);
        let spectators = chat.lines(spectator);
        assert_eq!(spectators.len(), CHAT_LINES);
        assert_eq!(spectators.last(), Some(&line(CHAT_LINES)));
        chat.keep(said(Room::of(true, true), 2_000));
        assert_eq!(chat.lines(player), [line(1_000), line(2_000)]);
        assert_eq!(chat.lines(spectator).len(), CHAT_LINES, "the oldest line is not sent");
    }

    #[test]
    fn a_guest_has_another_number_at_each_table() {
        let number = |table: &str, page| guest_number(&table.into(), page);
        assert_eq!(number("a", "page"), number("a", "page"));
        for other in [number("b", "page"), number("a", "other"), number("a", "")] {
            assert_ne!(number("a", "page"), other);
            assert!(other < 1 << 53);
        }
    }
}
