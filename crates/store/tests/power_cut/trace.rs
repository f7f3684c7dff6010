//! Parses the output of strace into file operations.

use std::{collections::HashMap, path::Path};

/// A file operation, with file names relative to the data folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Create(String),
    Write {
        file: String,
        at: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        file: String,
        length: usize,
    },
    Sync(String),
    /// The folder was synced.
    SyncNames,
    Remove(String),
    Rename {
        from: String,
        to: String,
    },
    Acknowledged {
        game: String,
        count: u64,
    },
}

/// The operations in a folder, in order.
pub(crate) fn read(text: &str, folder: &Path) -> Vec<Op> {
    let folder = folder.to_str().expect("a plain name");
    let mut reader = Reader { folder, places: HashMap::new() };
    let mut unfinished: HashMap<&str, &str> = HashMap::new();
    let mut ops = Vec::new();
    for line in text.lines() {
        let Some((process, call)) = line.split_once(' ') else { continue };
        let call = call.trim_start();
        if let Some(start) = call.strip_suffix(" <unfinished ...>") {
            unfinished.insert(process, start);
        } else if call.starts_with("<... ") {
            let end = call.split_once(" resumed>").map_or("", |(_, end)| end);
            if let Some(start) = unfinished.remove(process) {
                ops.extend(reader.op(&format!("{start}{end}")));
            }
        } else {
            ops.extend(reader.op(call));
        }
    }
    ops
}

struct Reader<'a> {
    folder: &'a str,
    /// File position of each descriptor.
    places: HashMap<String, usize>,
}

impl Reader<'_> {
    /// Returns the operation of a finished system call, if it concerns the folder.
    fn op(&mut self, call: &str) -> Vec<Op> {
        let Some((name, rest)) = call.split_once('(') else { return Vec::new() };
        let Some((arguments, result)) = rest.rsplit_once(" = ") else { return Vec::new() };
        if result.starts_with('-') || result.starts_with('?') {
            return Vec::new();
        }
        let quoted = quoted(arguments);
        let path = |place: usize| quoted.get(place).map(|bytes| String::from_utf8_lossy(bytes));
        let named = |place: usize| self.name(&path(place)?);
        let numbers: Vec<usize> = arguments
            .rsplit(", ")
            .map_while(|word| word.trim().trim_end_matches(')').parse().ok())
            .collect();
        match name {
            "openat" => named(0).map_or_else(Vec::new, |file| self.open(file, arguments)),
            "unlink" | "unlinkat" => named(0).map(Op::Remove).into_iter().collect(),
            "rename" | "renameat" | "renameat2" => {
                let names = named(0).zip(named(1));
                names.map(|(from, to)| Op::Rename { from, to }).into_iter().collect()
            }
            "write" if arguments.starts_with("1<") || arguments.starts_with("1,") => {
                quoted.first().map_or_else(Vec::new, |bytes| acknowledged(bytes))
            }
            "write" | "pwrite64" | "ftruncate" | "fsync" | "fdatasync" => {
                let Some(path) = described(arguments) else { return Vec::new() };
                let bytes = quoted.into_iter().next().unwrap_or_default();
                self.on_file(name, &path, bytes, &numbers).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn open(&mut self, file: String, arguments: &str) -> Vec<Op> {
        self.places.insert(file.clone(), 0);
        let mut ops = Vec::new();
        if arguments.contains("O_CREAT") {
            ops.push(Op::Create(file.clone()));
        }
        if arguments.contains("O_TRUNC") {
            ops.push(Op::Truncate { file, length: 0 });
        }
        ops
    }

    /// Returns the operation of a call with a descriptor. `numbers` are the call's last arguments,
    /// in reverse order.
    fn on_file(&mut self, call: &str, path: &str, bytes: Vec<u8>, numbers: &[usize]) -> Option<Op> {
        if path == self.folder {
            return call.ends_with("sync").then_some(Op::SyncNames);
        }
        let file = self.name(path)?;
        Some(match call {
            "pwrite64" => Op::Write { file, at: *numbers.first()?, bytes },
            "write" => {
                let place = self.places.entry(file.clone()).or_default();
                let at = *place;
                *place += bytes.len();
                Op::Write { file, at, bytes }
            }
            "ftruncate" => Op::Truncate { file, length: *numbers.first()? },
            _ => Op::Sync(file),
        })
    }

    /// A file's name within the folder.
    fn name(&self, path: &str) -> Option<String> {
        let name = path.strip_prefix(self.folder)?.strip_prefix('/')?;
        (!name.contains('/')).then(|| name.to_owned())
    }
}

/// The string arguments of a call, as bytes.
fn quoted(arguments: &str) -> Vec<Vec<u8>> {
    arguments.split('"').skip(1).step_by(2).map(unhex).collect()
}

/// The path that strace prints beside the first argument.
fn described(arguments: &str) -> Option<String> {
    let (_, rest) = arguments.split_once('<')?;
    let (path, _) = rest.split_once('>')?;
    Some(String::from_utf8_lossy(&unhex(path)).into_owned())
}

/// Decodes `\x68\x69` or a plain string.
fn unhex(text: &str) -> Vec<u8> {
    if !text.starts_with("\\x") {
        return text.as_bytes().to_vec();
    }
    let digits = text.split("\\x").skip(1);
    digits.filter_map(|digits| u8::from_str_radix(digits, 16).ok()).collect()
}

fn acknowledged(bytes: &[u8]) -> Vec<Op> {
    let text = String::from_utf8_lossy(bytes);
    let read = |line: &str| {
        let (game, count) = line.strip_prefix("acknowledged ")?.split_once(' ')?;
        Some(Op::Acknowledged { game: game.to_owned(), count: count.parse().ok()? })
    };
    text.lines().filter_map(read).collect()
}

/// A call that strace prints in several parts, interleaved with other threads, is parsed whole.
#[test]
fn a_call_in_pieces_is_a_call() {
    let whole = "7  pwrite64(5</d/f>, \"\\x01\\x02\", 2, 512) = 2\n7  fdatasync(5</d/f>) = 0\n";
    let pieces = "7  pwrite64(5</d/f>, \"\\x01\\x02\", 2, 512 <unfinished ...>\n\
                  8  read(3</d/g>, \"\", 1)   = 0\n\
                  7  <... pwrite64 resumed>)           = 2\n\
                  7  fdatasync(5</d/f> <unfinished ...>\n\
                  7  <... fdatasync resumed>)          = 0\n";
    let expected =
        [Op::Write { file: "f".into(), at: 512, bytes: vec![1, 2] }, Op::Sync("f".into())];
    for text in [whole, pieces] {
        assert_eq!(read(text, Path::new("/d")), expected, "{text}");
    }
}
