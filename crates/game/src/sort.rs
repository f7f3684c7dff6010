/// Sorts a short list in place with a stable insertion sort.
///
/// `comes_before(a, b)` returns whether `a` belongs before `b`.
///
/// The lists of a game are short: legal actions, the pieces of one kind. The standard sort adds
/// four kilobytes of code for each type it is used with. A dozen such uses were 5% of what a page
/// downloads before the first move.
///
/// ```
/// let mut squares = ["h2", "a0", "e3"];
/// game::sort_few(&mut squares, |a, b| a < b);
/// assert_eq!(squares, ["a0", "e3", "h2"]);
/// ```
pub fn sort_few<T>(list: &mut [T], comes_before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && comes_before(&list[place], &list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order() {
        let mut list = [(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        sort_few(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
        sort_few::<u8>(&mut [], |a, b| a < b);
    }
}
