//! Reviews of games that were made lately.

use protocol::{ReviewReply, ReviewRequest};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

/// Maximum number of reviews.
const MAX_REVIEWS: usize = 64;

/// Latest complete reviews by their requests, so that a game that several players review is
/// searched once.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<VecDeque<(ReviewRequest, Arc<ReviewReply>)>>);

impl Reviews {
    /// The review of an equal request.
    pub(crate) fn get(&self, asked: &ReviewRequest) -> Option<Arc<ReviewReply>> {
        let mut reviews = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = reviews.iter().position(|(known, _)| known == asked)?;
        let found = reviews.remove(at)?;
        let reply = found.1.clone();
        reviews.push_front(found);
        Some(reply)
    }

    /// Stores a complete review. The review that was unused longest is dropped.
    pub(crate) fn keep(&self, asked: ReviewRequest, reply: Arc<ReviewReply>) {
        let mut reviews = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reviews.retain(|(known, _)| *known != asked);
        reviews.push_front((asked, reply));
        reviews.truncate(MAX_REVIEWS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(number: usize) -> ReviewRequest {
        ReviewRequest {
            variant: "xiangqi".to_owned(),
            options: String::new(),
            start: number.to_string(),
            actions: Vec::new(),
            known: None,
        }
    }

    #[test]
    fn the_reviews_used_last_are_kept() {
        let reviews = Reviews::default();
        let reply = Arc::new(ReviewReply { actions: Vec::new(), accuracy: Vec::new() });
        for number in 0..MAX_REVIEWS {
            reviews.keep(asked(number), reply.clone());
        }
        assert!(reviews.get(&asked(0)).is_some());
        reviews.keep(asked(MAX_REVIEWS), reply);
        assert!(reviews.get(&asked(0)).is_some() && reviews.get(&asked(MAX_REVIEWS)).is_some());
        assert_eq!(reviews.get(&asked(1)), None, "it was used before all others");
        assert_eq!(reviews.get(&ReviewRequest { known: Some(vec![0]), ..asked(0) }), None);
    }
}
