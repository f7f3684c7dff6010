use crate::World;
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// Which quiet actions did well elsewhere, so that they are tried first.
pub(crate) struct Order<A> {
    history: [Vec<i32>; 2],
    /// By ply: the last two quiet actions that refuted something.
    killers: Vec<[Option<A>; 2]>,
    /// Room for sorting: promise, place before sorting, action.
    room: Vec<(i32, usize, A)>,
}

/// Above every quiet action.
const LOUD: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const FIRST: i32 = 1 << 30;

impl<A: Copy + Eq> Order<A> {
    pub(crate) fn new(slots: usize, plies: usize) -> Order<A> {
        Order {
            history: [vec![0; slots], vec![0; slots]],
            killers: vec![[None; 2]; plies],
            room: Vec::new(),
        }
    }

    /// Before another search: what did well lately still counts, but less.
    pub(crate) fn age(&mut self) {
        self.history.iter_mut().flatten().for_each(|value| *value /= 8);
        self.killers.fill([None; 2]);
    }

    /// Sorts the most promising first; of equals the earlier one stays in front.
    pub(crate) fn sort<W>(&mut self, world: &W, actions: &mut [A], best: Option<A>, ply: usize)
    where
        W: World<Action = A>,
    {
        let mut room = core::mem::take(&mut self.room);
        room.clear();
        let promises = actions.iter().enumerate();
        room.extend(
            promises.map(|(i, &action)| (self.promise(world, action, best, ply), i, action)),
        );
        room.sort_unstable_by_key(|&(promise, place, _)| (Reverse(promise), place));
        for (action, &(_, _, sorted)) in actions.iter_mut().zip(&room) {
            *action = sorted;
        }
        self.room = room;
    }

    fn promise<W>(&self, world: &W, action: A, best: Option<A>, ply: usize) -> i32
    where
        W: World<Action = A>,
    {
        if best == Some(action) {
            return FIRST;
        }
        let gain = world.gain(action);
        if gain > 0 {
            return LOUD + gain;
        }
        match self.killers.get(ply) {
            Some(killers) if killers[0] == Some(action) => KILLER + 1,
            Some(killers) if killers[1] == Some(action) => KILLER,
            _ => self.history[usize::from(world.party())][world.slot(action)],
        }
    }

    /// Notes that a quiet action of the party on move refuted the position.
    pub(crate) fn refuted<W>(&mut self, world: &W, action: A, depth: i32, ply: usize)
    where
        W: World<Action = A>,
    {
        let value = &mut self.history[usize::from(world.party())][world.slot(action)];
        *value = (*value + depth * depth).min(KILLER - 1);
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
    }
}
