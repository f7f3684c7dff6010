//! A global allocator without memory.
//!
//! The rules crates can allocate, for texts that a board never produces, and a program that links
//! them must name an allocator. This one fails every request. The caller then panics, and the board
//! restarts from its log.
#![no_std]
#![allow(unsafe_code)]

use core::{
    alloc::{GlobalAlloc, Layout},
    ptr,
};

/// The allocator.
pub struct NoHeap;

// SAFETY: a null pointer is the contract's answer for "no memory". No other is ever returned, so
// `dealloc` has nothing to free.
unsafe impl GlobalAlloc for NoHeap {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
