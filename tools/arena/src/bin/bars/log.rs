//! Log of the played games, with which a command continues after an interruption.

use arena::LineLog;
use std::{collections::HashSet, error::Error, fmt::Display, path::Path, str::FromStr};

/// File with one line for the settings and one for each number of a bar, with its games. Without a
/// file nothing is stored.
#[derive(Default)]
pub(crate) struct Log {
    file: Option<LineLog>,
    lines: Vec<Line>,
}

/// Result of one number of a bar.
struct Line {
    bar: String,
    number: u32,
    games: String,
}

impl Log {
    /// Opens or creates the log for these settings.
    pub(crate) fn open(path: &Path, terms: &str) -> Result<Log, Box<dyn Error>> {
        let named = |problem: &dyn Display| format!("{}: {problem}", path.display());
        let (file, texts) = LineLog::open(path, terms).map_err(|error| named(&error))?;
        let (mut lines, mut known) = (Vec::new(), HashSet::new());
        // Line 1 has the settings.
        for (at, text) in (2..).zip(texts) {
            let line = Line::parse(&text)
                .ok_or_else(|| named(&format!("line {at}: expected a bar, a number and games")))?;
            if !known.insert((line.bar.clone(), line.number)) {
                let Line { bar, number, .. } = line;
                return Err(named(&format!("line {at}: {bar} {number} stands in it twice")).into());
            }
            lines.push(line);
        }
        Ok(Log { file: Some(file), lines })
    }

    /// Logged numbers of a bar, with their games.
    pub(crate) fn known<T: FromStr>(&self, bar: &str) -> Result<Vec<(u32, Vec<T>)>, String> {
        let of_bar = self.lines.iter().filter(|line| line.bar == bar);
        of_bar
            .map(|Line { number, games, .. }| {
                let read: Result<Vec<T>, _> = games.split(' ').map(str::parse).collect();
                read.map(|games| (*number, games))
                    .map_err(|_| format!("the log: {bar} {number}: cannot read `{games}`"))
            })
            .collect()
    }

    /// Stores the result of a number.
    pub(crate) fn write(
        &mut self,
        bar: &str,
        number: u32,
        games: &[impl Display],
    ) -> Result<(), Box<dyn Error>> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let games: Vec<String> = games.iter().map(ToString::to_string).collect();
        file.write(&format!("{bar} {number} {}", games.join(" ")))
            .map_err(|error| format!("--log: cannot write: {error}").into())
    }
}

impl Line {
    fn parse(text: &str) -> Option<Line> {
        let (bar, rest) = text.split_once(' ')?;
        let (number, games) = rest.split_once(' ')?;
        let number = number.parse().ok()?;
        Some(Line { bar: bar.to_owned(), number, games: games.to_owned() })
    }
}

/// Numbers that were not played yet.
pub(crate) fn left<T>(count: u32, known: &[(u32, T)]) -> Vec<u32> {
    let known: HashSet<u32> = known.iter().map(|&(number, _)| number).collect();
    (0..count).filter(|number| !known.contains(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const TERMS: &str = "bars: seed 1, 20 nodes an action";

    #[test]
    fn goes_on_where_it_was_interrupted() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("log");
        let mut log = Log::open(&path, TERMS)?;
        log.write("banqi", 3, &[1, 2])?;
        log.write("sifang", 3, &[7])?;
        log.write("banqi", 0, &[5, 6])?;
        drop(log);
        // Simulates a crash.
        let whole = fs::read_to_string(&path)?;
        fs::write(&path, format!("{whole}banqi 1 4"))?;
        let log = Log::open(&path, TERMS)?;
        let known = log.known::<u32>("banqi")?;
        assert_eq!(known, [(3, vec![1, 2]), (0, vec![5, 6])]);
        assert_eq!(left(5, &known), [1, 2, 4]);
        assert_eq!(left(2, &known), [1]);
        assert_eq!(log.known::<u32>("sifang")?, [(3, vec![7])]);
        assert_eq!(fs::read_to_string(&path)?, whole);
        Ok(())
    }

    #[test]
    fn what_counts_twice_or_not_at_all_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        for (lines, problem) in [
            ("banqi 1 2 3\nbanqi 1 2 3\n", "line 3: banqi 1 stands in it twice"),
            ("banqi\n", "line 2: expected a bar"),
            ("banqi one 2\n", "line 2: expected a bar"),
        ] {
            fs::write(&path, format!("{TERMS}\n{lines}")).expect("written");
            let said = Log::open(&path, TERMS).map(drop).expect_err("no log").to_string();
            assert!(said.contains(problem), "{said}");
        }
        let other = Log::open(&path, "bars: seed 2").map(drop).expect_err("other terms");
        assert!(other.to_string().contains("the log of something else"), "{other}");
        fs::write(&path, format!("{TERMS}\nbanqi 1 2 x\n")).expect("written");
        let log = Log::open(&path, TERMS).expect("a log");
        assert!(log.known::<u32>("banqi").is_err());
    }
}
