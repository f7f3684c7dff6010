use crate::parcel::Parcel;
use smart_boards::{Answer, Key, down_name};

/// Checks and parses the server's answer to a post. `None` if the signature is wrong or the answer
/// is to another post; the post is then sent again.
pub(crate) fn open_answer(body: &str, mac: &str, parcel: &Parcel, key: &Key) -> Option<Answer> {
    if !key.verify(&down_name(&parcel.id), body.as_bytes(), mac) {
        return None;
    }
    let answer: Answer = serde_json::from_str(body).ok()?;
    (answer.n == parcel.n).then_some(answer)
}
