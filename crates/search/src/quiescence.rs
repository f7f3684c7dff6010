use crate::{
    Score, SearchState,
    params::CHECKS,
    picker::{Kind, Picker},
    score::{INFINITE, MAX_EVALUATION, is_decided, relative_to_node, relative_to_root},
    table::{Bound, Entry},
    worker::{MAX_PLY, Worker},
};

/// Stand-pat result: facts about a position before its captures are searched.
struct StandPat {
    key: u64,
    entry: Option<Entry>,
    evaluation: Option<Score>,
    best: Score,
}

impl<S: SearchState> Worker<'_, S> {
    /// Quiescence search: follows captures, and answers to checks, until the position is quiet.
    ///
    /// `quiescence_ply` is the number of quiescence plies so far.
    pub(crate) fn quiesce(
        &mut self,
        state: &mut S,
        (alpha, beta): (Score, Score),
        ply: usize,
        quiescence_ply: i32,
    ) -> Score {
        if self.count_node() {
            return 0;
        }
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = state.ended().or_else(|| state.proven_score()) {
            return relative_to_root(score, ply);
        }
        if ply >= MAX_PLY || self.is_first_depth_too_long() {
            return evaluation_of(state);
        }
        let is_forced = (S::SELECTIVE || quiescence_ply < CHECKS) && state.in_check();
        let stand_pat = match self.stand_pat(state, (alpha, beta), ply, is_forced) {
            Ok(stand_pat) => stand_pat,
            Err(score) => return score,
        };
        if quiescence_ply >= S::QUIESCENCE_PLIES && !is_forced {
            return stand_pat.best;
        }
        let (best, action) = self.quiesce_actions(
            state,
            (alpha.max(stand_pat.best), beta),
            ply,
            quiescence_ply,
            is_forced,
            &stand_pat,
        );
        if S::SELECTIVE && !self.stopped && (best.abs() < S::PATH_SCORE || is_decided(best)) {
            self.shared.table.put(
                stand_pat.key,
                Entry {
                    action,
                    score: relative_to_node(best, ply),
                    evaluation: stand_pat.evaluation,
                    depth: 0,
                    bound: if best >= beta { Bound::AtLeast } else { Bound::AtMost },
                    was_pv: stand_pat.entry.is_some_and(|entry| entry.was_pv),
                },
            );
        }
        best
    }

    /// Score without any action: from the table or the static evaluation. `Err` is the final score.
    fn stand_pat(
        &mut self,
        state: &S,
        (alpha, beta): (Score, Score),
        ply: usize,
        is_forced: bool,
    ) -> Result<StandPat, Score> {
        if !S::SELECTIVE {
            let best = if is_forced { -INFINITE } else { evaluation_of(state) };
            return if best >= beta {
                Err(best)
            } else {
                Ok(StandPat { key: 0, entry: None, evaluation: None, best })
            };
        }
        let key = state.key();
        let entry = self.shared.table.get(key);
        let known = entry.map(|entry| relative_to_root(entry.score, ply));
        if let (Some(entry), Some(score)) = (entry, known)
            && entry.bound.decides(score, alpha, beta)
            && beta - alpha == 1
            && state.allows_table_cutoff()
        {
            return Err(score);
        }
        if is_forced {
            return Ok(StandPat { key, entry, evaluation: None, best: -INFINITE });
        }
        let raw = entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| evaluation_of(state));
        let mut best = self.corrected(state, raw);
        if let (Some(entry), Some(score)) = (entry, known)
            && entry.bound.decides(score, best, best + 1)
            && !is_decided(score)
        {
            best = score;
        }
        if best >= beta {
            if entry.is_none() {
                self.store_evaluation(key, raw);
            }
            return Err(best);
        }
        Ok(StandPat { key, entry, evaluation: Some(raw), best })
    }

    /// Best of the stand-pat score and the searched actions.
    fn quiesce_actions(
        &mut self,
        state: &mut S,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        quiescence_ply: i32,
        is_forced: bool,
        stand_pat: &StandPat,
    ) -> (Score, Option<usize>) {
        let mut best = stand_pat.best;
        let mut best_action = stand_pat.entry.and_then(|entry| entry.action);
        let kind = if is_forced { Kind::AllAtOnce } else { Kind::Noisy };
        let cont_keys = self.cont_keys(ply);
        let mut picker = Picker::new(&mut self.buffers, kind, best_action, cont_keys, ply);
        let mut count = 0;
        let mut skips_quiets = false;
        while let Some(action) = picker.next(state, self.histories, &mut self.buffers, skips_quiets)
        {
            count += 1;
            if S::SELECTIVE && !is_forced {
                let futility_value = stand_pat.best + state.victim_value(action);
                if futility_value + self.shared.params.quiescence_margin <= alpha {
                    best = best.max(futility_value);
                    continue;
                }
                if !state.wins_exchange(action, 0) {
                    continue;
                }
            }
            let value = self.quiesce_action(state, action, (alpha, beta), ply, quiescence_ply);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_action = Some(state.history_index(action));
                    if beta - alpha > 1 {
                        self.update_pv(state, action, ply);
                    }
                }
            }
            if alpha >= beta || self.stopped {
                break;
            }
            skips_quiets =
                S::SELECTIVE && count >= self.shared.params.quiescence_tries && !is_decided(best);
        }
        picker.close(&mut self.buffers);
        if is_forced && count == 0 {
            best = relative_to_root(state.no_moves_score(), ply);
        }
        if S::SELECTIVE
            && !is_forced
            && alpha < beta
            && quiescence_ply < self.shared.params.quiescence_checks
            && !self.stopped
            && let Some((value, action)) =
                self.quiesce_quiet_checks(state, (alpha, beta), ply, quiescence_ply)
        {
            best = best.max(value);
            best_action = if value > alpha { Some(action) } else { best_action };
        }
        (best, best_action)
    }

    /// Best of the quiet checks that do not lose material.
    fn quiesce_quiet_checks(
        &mut self,
        state: &mut S,
        (mut alpha, beta): (Score, Score),
        ply: usize,
        quiescence_ply: i32,
    ) -> Option<(Score, usize)> {
        let mut best: Option<(Score, usize)> = None;
        let cont_keys = self.cont_keys(ply);
        let mut picker = Picker::new(&mut self.buffers, Kind::QuietChecks, None, cont_keys, ply);
        while let Some(action) = picker.next(state, self.histories, &mut self.buffers, false) {
            if !state.wins_exchange(action, 0) {
                continue;
            }
            let value = self.quiesce_action(state, action, (alpha, beta), ply, quiescence_ply);
            if self.stopped {
                break;
            }
            if best.is_none_or(|(score, _)| value > score) {
                best = Some((value, state.history_index(action)));
                if value > alpha {
                    alpha = value;
                    if beta - alpha > 1 {
                        self.update_pv(state, action, ply);
                    }
                }
            }
            if alpha >= beta {
                break;
            }
        }
        picker.close(&mut self.buffers);
        best
    }

    fn quiesce_action(
        &mut self,
        state: &mut S,
        action: S::Action,
        (alpha, beta): (Score, Score),
        ply: usize,
        quiescence_ply: i32,
    ) -> Score {
        let side = state.side();
        let frame = &mut self.frames[ply];
        frame.is_null = false;
        frame.piece_square = (S::PIECE_SQUARES > 1).then(|| state.piece_square(action));
        let undo = state.make(action, None);
        if S::SELECTIVE {
            self.shared.table.prefetch(state.key());
        }
        let value = if !S::SELECTIVE && state.side() == side {
            self.quiesce(state, (alpha, beta), ply + 1, quiescence_ply + 1)
        } else {
            -self.quiesce(state, (-beta, -alpha), ply + 1, quiescence_ply + 1)
        };
        state.unmake(action, undo);
        value
    }

    /// Evaluation adjusted by the correction history.
    pub(crate) fn corrected(&self, state: &S, evaluation: Score) -> Score {
        let corrected = evaluation + self.histories.correction(state);
        corrected.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Stores an evaluation in the table without a score.
    pub(crate) fn store_evaluation(&self, key: u64, evaluation: Score) {
        self.shared.table.put(
            key,
            Entry {
                action: None,
                score: 0,
                evaluation: Some(evaluation),
                depth: 0,
                bound: Bound::None,
                was_pv: false,
            },
        );
    }
}

/// Static evaluation, clamped to the range of evaluations.
pub(crate) fn evaluation_of<S: SearchState>(state: &S) -> Score {
    state.evaluate().clamp(-MAX_EVALUATION, MAX_EVALUATION)
}
