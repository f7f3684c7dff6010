use crate::{
    Body, Event, Flash,
    page::{self, HEADER, Header, MAX_RECORD, Record},
};
use core::fmt;

/// Maximum game number that the time of day can give, reached in 2089.
const MAX_TIME_NUMBER: u32 = 0xe000_0000;

/// A log of events in flash that survives power cuts.
///
/// Pages are used in a circle. Page numbers only grow; page `n` is stored at place `n mod pages`.
/// An event that [`Ring::append`] has returned survives any power cut until it is acknowledged. The
/// events of the last game stay even then, so that the board can resume it.
///
/// ```
/// # mod chip { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chip/mod.rs")); }
/// # use chip::Chip;
/// use boardlink::{Body, Button, Entry, Ring, Settings};
///
/// let mut ring = Ring::open(Chip::new(4, 256)).unwrap();
/// let setup = ring.append(0, Body::Setup { settings: Settings::default() }).unwrap();
/// ring.append(3_000, Body::Pressed { button: Button::Start }).unwrap();
/// assert_eq!((setup.game, setup.seq), (1, 0));
///
/// // After a power cut, unacknowledged events are delivered again.
/// let mut ring = Ring::open(ring.close()).unwrap();
/// let mut cursor = ring.unacknowledged();
/// assert_eq!(ring.next(&mut cursor).unwrap(), Some(Entry::Event(setup)));
/// assert_eq!(ring.acknowledge(1, 2).unwrap(), 2);
/// let mut cursor = ring.unacknowledged();
/// assert_eq!(ring.next(&mut cursor).unwrap(), None);
/// ```
pub struct Ring<F> {
    flash: F,
    /// The oldest page that may contain records.
    tail: u32,
    /// Position of the next record, and the event expected there.
    head: Cursor,
    /// Position of the first unacknowledged event.
    open: Cursor,
    /// Position at which the last game begins.
    game: Cursor,
    /// Minimum number of the next game.
    next_game: u32,
}

/// A position in the log, with the event expected there. Later positions compare greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cursor {
    page: u32,
    offset: u32,
    game: u32,
    seq: u32,
}

/// What a position of the log contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// An event.
    Event(Event),
    /// The flash is damaged here: these events of a game are lost.
    Lost {
        /// The game.
        game: u32,
        /// The first lost event.
        from: u32,
        /// The first event after the gap.
        to: u32,
    },
}

impl Entry {
    /// The game, and the sequence number of the first event after this entry.
    const fn end(&self) -> (u32, u32) {
        match *self {
            Entry::Event(event) => (event.game, event.seq + 1),
            Entry::Lost { game, to, .. } => (game, to),
        }
    }
}

impl<F: Flash> Ring<F> {
    /// Reads the log from flash. Accepts any content: without a valid page the log is empty.
    ///
    /// # Errors
    /// If the chip cannot be read.
    pub fn open(flash: F) -> Result<Ring<F>, F::Error> {
        let start = Ring::<F>::start_of(1);
        let mut ring = Ring { flash, tail: 1, head: start, open: start, game: start, next_game: 1 };
        let size = ring.flash.page_size();
        let Some(newest) = ring.newest_page()? else {
            // An empty log: the head is at the end of an imaginary page 0, so the next record
            // opens page 1.
            ring.head = Cursor { page: 0, offset: size, ..start };
            return Ok(ring);
        };
        ring.tail = ring.oldest_page(newest)?;
        ring.head = Cursor { page: newest, offset: size, ..start };
        let mut cursor = ring.first()?;
        (ring.open, ring.game) = (cursor, cursor);
        loop {
            let before = cursor;
            let Some(entry) = ring.next(&mut cursor)? else { break };
            if let Entry::Event(Event { body: Body::Setup { .. }, .. }) = entry {
                ring.game = before;
            }
        }
        ring.head = cursor;
        ring.close_damaged_page()?;
        ring.next_game = cursor.game + 1;
        Ok(ring)
    }

    /// Returns the flash.
    pub fn close(self) -> F {
        self.flash
    }

    /// Sets the minimum number of games that begin from now on: the Unix time in seconds. A board
    /// whose memory was erased thus does not number its games from 1 again.
    ///
    /// ```
    /// # mod chip { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chip/mod.rs")); }
    /// # use chip::Chip;
    /// use boardlink::{Body, Ring, Settings};
    ///
    /// let mut ring = Ring::open(Chip::new(4, 256)).unwrap();
    /// ring.number_from(1_700_000_000);
    /// let setup = ring.append(0, Body::Setup { settings: Settings::default() }).unwrap();
    /// assert_eq!(setup.game, 1_700_000_000);
    /// ```
    pub fn number_from(&mut self, least: u32) {
        self.next_game = self.next_game.max(least.min(MAX_TIME_NUMBER));
    }

    /// Number of the last game, 0 before the first, and the number of its events.
    pub const fn last_game(&self) -> (u32, u32) {
        (self.head.game, self.head.seq)
    }

    /// Appends an event; it is durable once this returns. [`Body::Setup`] begins the next game, and
    /// the pages of the previous one may be freed once they are acknowledged.
    ///
    /// # Errors
    /// * [`RingError::Full`] if the oldest page contains events that are unacknowledged or belong
    ///   to the last game.
    /// * [`RingError::Worn`] if no page accepts a record.
    ///
    /// ```
    /// # mod chip { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chip/mod.rs")); }
    /// # use chip::Chip;
    /// use boardlink::{Body, Ring, RingError};
    ///
    /// // Nothing is acknowledged: in the end the log is full.
    /// let mut ring = Ring::open(Chip::new(2, 256)).unwrap();
    /// let refused = (0..1_000).find_map(|at_ms| ring.append(at_ms, Body::Restored).err());
    /// assert!(matches!(refused, Some(RingError::Full)));
    /// ```
    pub fn append(&mut self, at_ms: u32, body: Body) -> Result<Event, RingError<F::Error>> {
        let Body::Setup { .. } = body else {
            let event = Event { game: self.head.game, seq: self.head.seq, at_ms, body };
            self.write(&event)?;
            return Ok(event);
        };
        let event = Event { game: self.next_game, seq: 0, at_ms, body };
        let before = core::mem::replace(&mut self.game, self.head);
        match self.write(&event) {
            Ok(place) => {
                self.game = place;
                self.next_game = event.game + 1;
                Ok(event)
            }
            Err(error) => {
                self.game = before;
                Err(error)
            }
        }
    }

    /// Writes a record at the head, or at the next position that accepts it.
    fn write(&mut self, event: &Event) -> Result<Cursor, RingError<F::Error>> {
        let record = Record::new(event).ok_or(RingError::Worn)?;
        let length = record.bytes().len() as u32;
        for _ in 0..=self.flash.pages() {
            if self.head.offset + length > self.flash.page_size() {
                self.open_page()?;
            }
            let place = self.head;
            if self.program(self.address(place), record.bytes())? {
                let offset = place.offset + length;
                self.head = Cursor { offset, game: event.game, seq: event.seq + 1, ..place };
                return Ok(place);
            }
            // The failed record has a wrong checksum: use no more of this page.
            self.head.offset = self.flash.page_size();
        }
        Err(RingError::Worn)
    }

    /// Position of the first unacknowledged event.
    pub const fn unacknowledged(&self) -> Cursor {
        self.open
    }

    /// Position at which the last game begins.
    pub const fn game(&self) -> Cursor {
        self.game
    }

    /// Returns the first position that holds an event of `game` numbered `seq` or later, if any.
    ///
    /// # Errors
    /// If the chip cannot be read.
    ///
    /// ```
    /// # mod chip { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chip/mod.rs")); }
    /// # use chip::Chip;
    /// use boardlink::{Body, Entry, Ring, Settings};
    ///
    /// let mut ring = Ring::open(Chip::new(4, 256)).unwrap();
    /// let setup = ring.append(0, Body::Setup { settings: Settings::default() }).unwrap();
    /// let third = (1..4).map(|at_ms| ring.append(at_ms, Body::Restored).unwrap()).nth(1).unwrap();
    /// let mut cursor = ring.find(setup.game, 2).unwrap().unwrap();
    /// assert_eq!(ring.next(&mut cursor).unwrap(), Some(Entry::Event(third)));
    /// assert_eq!(ring.find(setup.game + 1, 0).unwrap(), None);
    /// ```
    pub fn find(&mut self, game: u32, seq: u32) -> Result<Option<Cursor>, F::Error> {
        let mut cursor = self.first()?;
        loop {
            let before = cursor;
            let Some(entry) = self.next(&mut cursor)? else { return Ok(None) };
            let (found, end) = entry.end();
            if found == game && end > seq {
                return Ok(Some(before));
            }
        }
    }

    /// Reads the entry at the cursor and advances the cursor; `None` at the end of the log.
    ///
    /// # Errors
    /// If the chip cannot be read.
    pub fn next(&mut self, cursor: &mut Cursor) -> Result<Option<Entry>, F::Error> {
        loop {
            if (cursor.page, cursor.offset) >= (self.head.page, self.head.offset) {
                return Ok(None);
            }
            if cursor.offset == 0 {
                if let Some(lost) = self.enter(cursor)? {
                    return Ok(Some(lost));
                }
                continue;
            }
            let mut bytes = [0xff; MAX_RECORD];
            let rest = self.flash.page_size().saturating_sub(cursor.offset);
            let bytes = &mut bytes[..MAX_RECORD.min(rest as usize)];
            self.flash.read(self.address(*cursor), bytes)?;
            if let Some((event, length)) = page::read(bytes, cursor.game, cursor.seq) {
                cursor.offset += length as u32;
                (cursor.game, cursor.seq) = (event.game, event.seq + 1);
                return Ok(Some(Entry::Event(event)));
            }
            if cursor.page == self.head.page {
                return Ok(None);
            }
            *cursor = Cursor { page: cursor.page + 1, offset: 0, ..*cursor };
        }
    }

    /// Records that all events of `game` before `next` are stored elsewhere. Returns the number of
    /// entries it acknowledges. Only the oldest unacknowledged game can be acknowledged; for other
    /// games nothing happens.
    ///
    /// # Errors
    /// If the chip cannot be read.
    pub fn acknowledge(&mut self, game: u32, next: u32) -> Result<u32, F::Error> {
        let mut cursor = self.open;
        let mut count = 0;
        while let Some(entry) = self.next(&mut cursor)? {
            let (found, end) = entry.end();
            if found != game || end > next {
                return Ok(count);
            }
            self.open = cursor;
            count += 1;
        }
        // All entries are acknowledged, so all earlier pages are free.
        self.open = cursor;
        Ok(count)
    }

    /// Allows the pages of the last game to be freed, except the newest: the game is longer than
    /// the memory. Returns whether this frees any page.
    ///
    /// # Errors
    /// If the chip cannot be read.
    pub fn let_go(&mut self) -> Result<bool, F::Error> {
        if self.game.page >= self.open.page.min(self.head.page) {
            return Ok(false);
        }
        self.game = self.start(self.head.page)?;
        Ok(true)
    }

    /// Erases the oldest page if none of its events is needed. Returns whether a page was erased.
    /// Called while the board is idle, it saves [`Ring::append`] the time of an erasure.
    ///
    /// # Errors
    /// If the chip fails.
    pub fn tidy(&mut self) -> Result<bool, F::Error> {
        if !self.can_free_tail() {
            return Ok(false);
        }
        self.flash.erase(self.tail % self.flash.pages())?;
        self.tail += 1;
        Ok(true)
    }

    /// Number of pages that the log can use before it has to free one.
    pub fn free_pages(&self) -> u32 {
        self.flash.pages() - (self.head.page + 1 - self.tail)
    }

    fn can_free_tail(&self) -> bool {
        self.tail < self.open.page && self.tail < self.game.page && self.tail < self.head.page
    }

    const fn start_of(page: u32) -> Cursor {
        Cursor { page, offset: 0, game: 0, seq: 0 }
    }

    /// Position of the oldest entry.
    fn first(&mut self) -> Result<Cursor, F::Error> {
        self.start(self.tail)
    }

    /// Start of a page; the cursor expects the event that the page's header names.
    fn start(&mut self, page: u32) -> Result<Cursor, F::Error> {
        let mut cursor = Ring::<F>::start_of(page);
        if let Some(header) = self.header(page)? {
            (cursor.game, cursor.seq) = (header.game, header.seq);
        }
        Ok(cursor)
    }

    /// Advances the cursor past a page's header, or past a page without one. Returns the events
    /// that are missing before the page.
    fn enter(&mut self, cursor: &mut Cursor) -> Result<Option<Entry>, F::Error> {
        let Some(header) = self.header(cursor.page)? else {
            if cursor.page == self.head.page {
                cursor.offset = self.head.offset;
            } else {
                cursor.page += 1;
            }
            return Ok(None);
        };
        cursor.offset = HEADER as u32;
        let from = if header.game == cursor.game { cursor.seq } else { 0 };
        (cursor.game, cursor.seq) = (header.game, header.seq);
        let lost = Entry::Lost { game: header.game, from, to: header.seq };
        Ok((from < header.seq).then_some(lost))
    }

    /// Stops writing to the head's page if the rest of it is not blank. A power cut leaves at most
    /// one partial record, of an event that was never reported as written. More than that is
    /// damage: the lost events may have been sent, so their numbers are skipped.
    fn close_damaged_page(&mut self) -> Result<(), F::Error> {
        let size = self.flash.page_size();
        let rest = size - self.head.offset;
        let tear = rest.min(MAX_RECORD as u32);
        if self.is_blank(self.address(self.head), rest)? {
            return Ok(());
        }
        if !self.is_blank(self.address(self.head) + tear, rest - tear)? {
            self.head.seq += size / page::MIN_RECORD;
        }
        self.head.offset = size;
        Ok(())
    }

    /// Opens the next page for writing, and frees the oldest one if necessary.
    fn open_page(&mut self) -> Result<(), RingError<F::Error>> {
        for _ in 0..self.flash.pages() {
            let number = self.head.page + 1;
            if number - self.tail >= self.flash.pages() {
                if !self.can_free_tail() {
                    return Err(RingError::Full);
                }
                self.tail += 1;
            }
            let is_ready = self.prepare(number)?;
            self.head.page = number;
            self.head.offset = if is_ready { HEADER as u32 } else { self.flash.page_size() };
            if is_ready {
                return Ok(());
            }
        }
        Err(RingError::Worn)
    }

    /// Erases a page if it is not blank and writes its header. Returns whether both succeeded.
    fn prepare(&mut self, number: u32) -> Result<bool, RingError<F::Error>> {
        let (size, place) = (self.flash.page_size(), number % self.flash.pages());
        if !self.is_blank(place * size, size)? {
            self.flash.erase(place)?;
            if !self.is_blank(place * size, size)? {
                return Ok(false);
            }
        }
        let header = Header { number, game: self.head.game, seq: self.head.seq };
        self.program(place * size, &header.to_bytes())
    }

    /// Programs bytes and reads them back. Returns whether they match. The chip's own error counts
    /// only if they do not.
    fn program(&mut self, address: u32, bytes: &[u8]) -> Result<bool, RingError<F::Error>> {
        let verdict = self.flash.program(address, bytes);
        let mut back = [0; MAX_RECORD];
        let back = &mut back[..bytes.len()];
        self.flash.read(address, back)?;
        if back == bytes {
            return Ok(true);
        }
        verdict?;
        Ok(false)
    }

    fn newest_page(&mut self) -> Result<Option<u32>, F::Error> {
        let mut newest = None;
        for place in 0..self.flash.pages() {
            newest = newest.max(self.header_at(place)?.map(|header| header.number));
        }
        Ok(newest)
    }

    fn oldest_page(&mut self, newest: u32) -> Result<u32, F::Error> {
        let mut oldest = newest;
        for number in newest.saturating_sub(self.flash.pages() - 1)..newest {
            if self.header(number)?.is_some() {
                oldest = number;
                break;
            }
        }
        Ok(oldest)
    }

    /// The header of page `number`, unless a later page has replaced it.
    fn header(&mut self, number: u32) -> Result<Option<Header>, F::Error> {
        let header = self.header_at(number % self.flash.pages())?;
        Ok(header.filter(|header| header.number == number))
    }

    fn header_at(&mut self, place: u32) -> Result<Option<Header>, F::Error> {
        let mut bytes = [0; HEADER];
        self.flash.read(place * self.flash.page_size(), &mut bytes)?;
        let header = Header::from_bytes(&bytes);
        Ok(header.filter(|header| header.number % self.flash.pages() == place))
    }

    fn is_blank(&mut self, mut address: u32, mut length: u32) -> Result<bool, F::Error> {
        let mut bytes = [0; 64];
        while length > 0 {
            let part = &mut bytes[..length.min(64) as usize];
            self.flash.read(address, part)?;
            if part.iter().any(|&byte| byte != 0xff) {
                return Ok(false);
            }
            address += part.len() as u32;
            length -= part.len() as u32;
        }
        Ok(true)
    }

    fn address(&self, cursor: Cursor) -> u32 {
        cursor.page % self.flash.pages() * self.flash.page_size() + cursor.offset
    }
}

/// Why an event could not be appended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingError<E> {
    /// All pages contain events that are unacknowledged or belong to the last game.
    Full,
    /// No page accepts a record.
    Worn,
    /// The chip failed.
    Flash(E),
}

impl<E> From<E> for RingError<E> {
    fn from(error: E) -> RingError<E> {
        RingError::Flash(error)
    }
}

impl<E: fmt::Debug> fmt::Display for RingError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RingError::Full => f.write_str("the log is full of unacknowledged events"),
            RingError::Worn => f.write_str("no page of the flash accepts a record"),
            RingError::Flash(error) => write!(f, "the flash failed: {error:?}"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for RingError<E> {}
