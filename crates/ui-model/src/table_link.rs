//! What a page has sent to the server about one table, and what is still unanswered.

use crate::seats::{PendingCommand, SeatCredentials};
use protocol::{Command, ToServer};

/// Time after which an answer is overdue, in milliseconds.
const ANSWER_MS: f64 = 2_000.0;

/// The page's side of the conversation with a server about one table.
///
/// Each method is one transition, and returns the message to send. A socket that was opened again
/// has lost what was on its way, so every command keeps its id and may be sent several times.
#[derive(Clone, PartialEq, Debug)]
pub struct TableLink {
    token: String,
    viewed_seat: Option<u8>,
    /// The command without an answer.
    pending: Option<PendingCommand>,
    /// Start of waiting for an answer, on the page's clock.
    asked_ms: f64,
    /// Whether the greeting of this socket is answered. Earlier messages may belong to an old
    /// socket.
    is_greeted: bool,
    /// Id of the command that contributes to the seed and has no answer.
    salt: Option<String>,
    /// Whether the next greeting asks for a snapshot, because the game is over and nothing is
    /// hidden any more.
    wants_snapshot: bool,
}

/// The command that an answer belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answered {
    /// The player's command.
    Command(PendingCommand),
    /// The contribution to the seed. The next one may be due.
    Salt,
    /// A command of another socket or page.
    Other,
}

impl TableLink {
    /// Begins with the device's seats and the command that was unanswered when the page was left.
    pub fn new(
        credentials: &SeatCredentials,
        pending: Option<PendingCommand>,
        now_ms: f64,
    ) -> TableLink {
        TableLink {
            token: credentials.token.clone(),
            viewed_seat: credentials.seats.first().copied(),
            pending,
            asked_ms: now_ms,
            is_greeted: false,
            salt: None,
            wants_snapshot: false,
        }
    }

    /// A socket is open. Returns the greeting. `shown` is the number of the last update shown.
    pub fn open(&mut self, shown: u64) -> ToServer {
        self.is_greeted = false;
        // The answer may be lost with the old socket. The contribution is checked again.
        self.salt = None;
        let last = if self.wants_snapshot { 0 } else { shown };
        ToServer::Hello { token: self.token.clone(), last, seat: self.viewed_seat }
    }

    /// The socket is lost, or is about to be opened again.
    pub const fn lose(&mut self) {
        self.is_greeted = false;
    }

    /// The server has answered the greeting. Returns whether this is the first answer of the socket.
    pub const fn note_greeted(&mut self) -> bool {
        !core::mem::replace(&mut self.is_greeted, true)
    }

    /// Whether the server has answered the greeting of this socket.
    pub const fn is_greeted(&self) -> bool {
        self.is_greeted
    }

    /// Another seat of this device is shown, which has its own sequence of updates.
    pub const fn view_as(&mut self, seat: u8) {
        self.viewed_seat = Some(seat);
    }

    /// The game is over, and its hidden part can be requested. Returns whether to connect again for
    /// it; once.
    pub const fn want_snapshot(&mut self) -> bool {
        !core::mem::replace(&mut self.wants_snapshot, true)
    }

    /// A snapshot has arrived.
    pub const fn note_snapshot(&mut self) {
        self.wants_snapshot = false;
    }

    /// The player's command without an answer.
    pub const fn pending(&self) -> Option<&PendingCommand> {
        self.pending.as_ref()
    }

    /// Accepts a command of the player. Returns `false` while another one is unanswered.
    pub fn begin(&mut self, command: PendingCommand) -> bool {
        let is_free = self.pending.is_none();
        if is_free {
            self.pending = Some(command);
        }
        is_free
    }

    /// Starts to wait for an answer to the player's command. Returns the message, if the server has
    /// answered the greeting.
    pub fn send_pending(&mut self, shown: u64, now_ms: f64) -> Option<ToServer> {
        let PendingCommand { id, seat, command, .. } = self.pending.clone()?;
        self.asked_ms = now_ms;
        self.is_greeted.then_some(ToServer::Do { id, expect: shown, seat, command })
    }

    /// Whether the answer to the player's command is overdue.
    pub fn is_overdue(&self, now_ms: f64) -> bool {
        self.pending.is_some() && now_ms - self.asked_ms > ANSWER_MS
    }

    /// Whether no contribution to the seed is on its way.
    pub const fn may_contribute(&self) -> bool {
        self.salt.is_none()
    }

    /// Returns the message with a contribution to the seed.
    pub fn contribute(&mut self, id: String, seat: u8, command: Command, shown: u64) -> ToServer {
        self.salt = Some(id.clone());
        ToServer::Do { id, expect: shown, seat, command }
    }

    /// The server has answered a command. Returns which one.
    pub fn settle(&mut self, id: &str) -> Answered {
        if let Some(command) = self.pending.take_if(|pending| pending.id == id) {
            return Answered::Command(command);
        }
        match self.salt.take_if(|salt| salt == id) {
            Some(_) => Answered::Salt,
            None => Answered::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link() -> TableLink {
        let credentials = SeatCredentials::new("token".to_owned(), vec![1, 0]);
        TableLink::new(&credentials, None, 0.0)
    }

    fn resignation(id: &str) -> PendingCommand {
        PendingCommand { id: id.to_owned(), seat: 1, command: Command::Resign, is_choice: false }
    }

    fn hello(last: u64, seat: u8) -> ToServer {
        ToServer::Hello { token: "token".to_owned(), last, seat: Some(seat) }
    }

    #[test]
    fn a_command_waits_for_the_greeting_and_keeps_its_id() {
        let mut link = link();
        assert_eq!(link.open(7), hello(7, 1));
        assert!(link.begin(resignation("a")));
        assert!(!link.begin(resignation("b")), "one command at a time");
        assert_eq!(link.send_pending(7, 10.0), None, "the socket may be an old one");
        for shown in [7, 9] {
            assert!(link.note_greeted() && !link.note_greeted());
            let (id, command) = ("a".to_owned(), Command::Resign);
            let sent = ToServer::Do { id, expect: shown, seat: 1, command };
            assert_eq!(link.send_pending(shown, 20.0), Some(sent));
            // The socket breaks before the answer.
            link.lose();
            assert!(!link.is_greeted());
            link.open(shown);
        }
        assert_eq!(link.settle("b"), Answered::Other);
        assert_eq!(link.settle("a"), Answered::Command(resignation("a")));
        assert_eq!(link.settle("a"), Answered::Other, "an answer that comes twice");
        assert_eq!(link.pending(), None);
        assert!(link.begin(resignation("b")));
    }

    #[test]
    fn an_answer_is_overdue_after_two_seconds() {
        let mut link = link();
        assert!(!link.is_overdue(10_000.0), "nothing was asked");
        link.begin(resignation("a"));
        link.send_pending(0, 10_000.0);
        assert!(!link.is_overdue(12_000.0) && link.is_overdue(12_001.0));
        link.settle("a");
        assert!(!link.is_overdue(20_000.0));
    }

    #[test]
    fn a_finished_game_is_requested_once_as_a_whole() {
        let mut link = link();
        assert!(link.want_snapshot() && !link.want_snapshot());
        assert_eq!(link.open(40), hello(0, 1));
        link.note_snapshot();
        assert_eq!(link.open(41), hello(41, 1));
        link.view_as(0);
        assert_eq!(link.open(41), hello(41, 0));
    }

    #[test]
    fn a_contribution_is_checked_again_on_a_new_socket() {
        let mut link = link();
        assert!(link.may_contribute());
        let command = Command::RevealSalt { salt: "5".repeat(32) };
        let sent = link.contribute("s".to_owned(), 1, command.clone(), 3);
        assert_eq!(sent, ToServer::Do { id: "s".to_owned(), expect: 3, seat: 1, command });
        assert!(!link.may_contribute());
        assert_eq!(link.settle("s"), Answered::Salt);
        assert!(link.may_contribute());
        link.contribute("t".to_owned(), 1, Command::Resign, 3);
        link.open(3);
        assert!(link.may_contribute(), "the answer is lost with the old socket");
        assert_eq!(link.settle("t"), Answered::Other);
    }
}
