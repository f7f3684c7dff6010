use crate::parcel::Parcel;
use smart_boards::{Answer, Key, down_name};

/// The server's answer to a post, if it is the server's and to this post. Whatever else comes back,
/// a made-up acknowledgement above all, is no answer: the post is made again.
pub(crate) fn open_answer(body: &str, mac: &str, parcel: &Parcel, key: &Key) -> Option<Answer> {
    if !key.verify(&down_name(&parcel.id), body.as_bytes(), mac) {
        return None;
    }
    let answer: Answer = serde_json::from_str(body).ok()?;
    (answer.n == parcel.n).then_some(answer)
}
