//! Banqi (暗棋, 翻棋): 32 shuffled pieces on half a board, face down until they are flipped.
//!
//! [`Banqi`] is the referee's game, [`BanqiView`] what an observer may know. [`Board`] is what
//! lies open on the table, with the [`Bag`] of pieces that may still come up: search over chance
//! works on it. [`Position`] is a board together with what lies under it: nothing is hidden, and
//! playouts and perft run on it. The rules are those of `banqi.md`; every variation of them is a
//! value in [`Options`].
#![no_std]

extern crate alloc;

mod action;
mod bag;
mod banqi;
mod board;
mod ending;
mod judge;
mod options;
mod perft;
mod piece;
mod position;
mod square;
mod text;
mod view;

pub use action::Action;
pub use bag::Bag;
pub use banqi::{Banqi, Deal};
pub use board::{Board, Undo};
pub use options::{Options, OwnCaptureScores};
pub use perft::{perft, perft_chance};
pub use piece::{Color, Kind, Piece};
pub use position::Position;
pub use square::{Square, SquareSet};
pub use view::BanqiView;

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
