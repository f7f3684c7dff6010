use std::{
    sync::{
        atomic::{AtomicU32, Ordering::Relaxed},
        mpsc,
    },
    thread,
};

/// Computes `work` for the numbers below `count` in this number of threads, at least one. `tell`
/// receives each result when it is ready, in any order.
///
/// # Errors
/// The first error of `tell`. No further work is started then.
///
/// ```
/// use arena::in_threads;
///
/// let mut sum = 0;
/// in_threads(2, 10, |number| number * number, |square| {
///     sum += square;
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(sum, 285);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn in_threads<T: Send, E>(
    threads: usize,
    count: u32,
    work: impl Fn(u32) -> T + Sync,
    tell: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU32::new(0);
    thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                let mine = || Some(next.fetch_add(1, Relaxed)).filter(|&number| number < count);
                while let Some(number) = mine() {
                    if sender.send(work(number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        done.into_iter().try_for_each(tell)
    })
}
