//! What follows from a change is done in slices, so that a finger is answered between them.
//!
//! A move changes the board, the plates, the list of moves, the buttons, what is said aloud. Each of
//! them follows it in a future of its own. Left to itself the browser runs all of them in one task,
//! and is deaf for as long; here each begins only while its slice lasts, or waits for the next.

use crate::browser;
use any_spawner::{CustomExecutor, Executor, PinnedFuture, PinnedLocalFuture};
use std::{
    cell::RefCell,
    collections::VecDeque,
    future::Future,
    mem,
    pin::Pin,
    task::{Context, Poll, Waker},
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::MessageChannel;

/// So long after its beginning nothing more is begun in a slice, in milliseconds.
const SLICE_MS: f64 = 8.0;

/// So much is woken with a slice at most: what finds no time would only go back to wait.
const MOST_WOKEN: usize = 64;

/// Has everything that the pages do by and by done in slices. Called once, before there is a page.
pub(crate) fn work_in_slices() {
    // It is the first to ask.
    let _ = Executor::init_custom_executor(Slices);
}

/// Counts the slice from here: what the caller does now is part of it. For work that takes as long as
/// a slice by itself, so that what follows from it comes in the next.
pub(crate) fn begin() {
    SLICE.with_borrow_mut(|slice| {
        slice.is_fresh = false;
        slice.until_ms(browser::now_ms());
    });
}

struct Slices;

impl CustomExecutor for Slices {
    fn spawn(&self, work: PinnedFuture<()>) {
        spawn_local(Sliced(work));
    }

    fn spawn_local(&self, work: PinnedLocalFuture<()>) {
        spawn_local(Sliced(work));
    }

    fn poll_local(&self) {}
}

/// Work that goes on only while a slice lasts.
struct Sliced(PinnedLocalFuture<()>);

impl Future for Sliced {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let goes_on = SLICE.with_borrow_mut(|slice| slice.admits(browser::now_ms(), context));
        if goes_on { self.0.as_mut().poll(context) } else { Poll::Pending }
    }
}

thread_local! {
    static SLICE: RefCell<Slice> = RefCell::new(Slice::new());
}

/// The slice of this moment.
struct Slice {
    /// Until when something may begin in it; `None` before anything has.
    until_ms: Option<f64>,
    /// Whether nothing was done in it yet.
    is_fresh: bool,
    /// What waits for the next one, in the order in which it came.
    waiting: VecDeque<Waker>,
    /// A message through it is a task of its own: the browser looks after fingers before, and does
    /// not hold it back in a page that is out of sight, as it does timers.
    next: Option<MessageChannel>,
}

impl Slice {
    fn new() -> Slice {
        let next = MessageChannel::new().ok();
        if let Some(channel) = &next {
            let begin = Closure::<dyn FnMut()>::new(begin_next);
            channel.port1().set_onmessage(Some(begin.as_ref().unchecked_ref()));
            begin.forget();
        }
        Slice { until_ms: None, is_fresh: true, waiting: VecDeque::new(), next }
    }

    /// Whether something may begin now. What may not is woken with the next slice; the first of a
    /// slice always may.
    fn admits(&mut self, now_ms: f64, context: &Context<'_>) -> bool {
        let is_first = mem::take(&mut self.is_fresh);
        let goes_on = is_first | (now_ms < self.until_ms(now_ms));
        if !goes_on {
            self.waiting.push_back(context.waker().clone());
        }
        goes_on
    }

    /// The end of the slice, which begins now if none has. A browser that knows no messages to itself
    /// has one without end.
    fn until_ms(&mut self, now_ms: f64) -> f64 {
        let Some(next) = &self.next else { return f64::INFINITY };
        *self.until_ms.get_or_insert_with(|| {
            // Nothing is handed over with it that could be refused.
            let _ = next.port2().post_message(&JsValue::NULL);
            now_ms + SLICE_MS
        })
    }
}

fn begin_next() {
    let woken = SLICE.with_borrow_mut(|slice| {
        slice.until_ms = None;
        slice.is_fresh = true;
        let many = slice.waiting.len().min(MOST_WOKEN);
        let woken: Vec<Waker> = slice.waiting.drain(..many).collect();
        if !slice.waiting.is_empty() {
            // The rest has a slice to wait for.
            slice.until_ms(browser::now_ms());
        }
        woken
    });
    woken.into_iter().for_each(Waker::wake);
}
