//! A heap of no bytes.
//!
//! The rules crates can allocate, for texts that a board never asks for; a program that links them
//! must name an allocator. This one has nothing to give: whoever asks panics, and the board starts
//! again from its log.
#![no_std]
#![allow(unsafe_code)]

use core::{
    alloc::{GlobalAlloc, Layout},
    ptr,
};

/// The heap.
pub struct NoHeap;

// SAFETY: a null pointer is the answer the contract provides for "no memory", and it is the only
// answer given, so nothing is ever handed back.
unsafe impl GlobalAlloc for NoHeap {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
