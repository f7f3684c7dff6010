//! The clients of the servers, which survive their crashes.

use crate::{board::Board, page::Page, world::World};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The pages and the smart board.
pub(crate) struct Clients {
    pub(crate) world: Arc<World>,
    pages: Mutex<Vec<Arc<Page>>>,
    pub(crate) board: OnceLock<Arc<Board>>,
}

impl Clients {
    pub(crate) fn new(world: Arc<World>) -> Clients {
        Clients { world, pages: Mutex::default(), board: OnceLock::new() }
    }

    pub(crate) fn pages(&self) -> Vec<Arc<Page>> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn add_page(&self, page: Arc<Page>) {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner).push(page);
    }

    /// A page by its number modulo their count; `None` if there are none.
    pub(crate) fn page(&self, number: usize) -> Option<Arc<Page>> {
        let pages = self.pages();
        pages.get(number % pages.len().max(1)).cloned()
    }

    /// The pages at a table that have a seat.
    pub(crate) fn seated(&self, table: usize) -> Vec<Arc<Page>> {
        let mut pages = self.pages();
        pages.retain(|page| page.table == table && page.seat().is_some());
        pages
    }
}
