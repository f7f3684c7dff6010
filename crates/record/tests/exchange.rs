//! Written files read back, files are recognised, and one format becomes another.

mod common;

use common::sample;
use record::{FileKind, Format, Record, Tag, dhtmlxq, pgn, read_any, write_as};
use xiangqi::notation::Notation;

const GAMES: u64 = 48;

#[test]
fn every_format_and_notation_round_trips() {
    for seed in 0..GAMES {
        let record = sample(seed, 40 + 3 * seed as usize);
        let mut files: Vec<String> = Notation::ALL
            .iter()
            .map(|&notation| write_as(&record, Format::Pgn, notation).expect("it is xiangqi"))
            .collect();
        files.push(dhtmlxq::write(&record).expect("it is xiangqi"));
        for file in files {
            let read = read_any(file.as_bytes(), None)
                .unwrap_or_else(|problems| panic!("seed {seed}: {problems:?}\n{file}"));
            assert_eq!(read, std::slice::from_ref(&record), "seed {seed}\n{file}");
            let windows = format!("\u{feff}{}", file.replace('\n', "\r\n"));
            assert_eq!(
                read_any(windows.as_bytes(), Some("x.txt")),
                Ok(vec![record.clone()]),
                "seed {seed}, with CRLF and a byte-order mark"
            );
        }
    }
}

#[test]
fn gbk_reads_like_utf_8() {
    for seed in 0..8 {
        let mut record = sample(seed, 60);
        record.names[1] = "吕钦".into();
        for file in
            [pgn::write(&record, Notation::Chinese).unwrap(), dhtmlxq::write(&record).unwrap()]
        {
            let (bytes, _, is_lossy) = encoding_rs::GBK.encode(&file);
            assert!(!is_lossy && std::str::from_utf8(&bytes).is_err(), "{file}");
            assert_eq!(read_any(&bytes, None), Ok(vec![record.clone()]), "seed {seed}\n{file}");
        }
    }
}

#[test]
fn a_file_holds_several_games() {
    let records: Vec<Record> = (0..5).map(|seed| sample(seed, 30)).collect();
    for format in [Format::Pgn, Format::DhtmlXq] {
        let write = |record| write_as(record, format, Notation::Wxf).unwrap();
        let all: Vec<String> = records.iter().map(write).collect();
        assert_eq!(read_any(all.join("\n").as_bytes(), None).as_ref(), Ok(&records), "{format}");
    }
}

#[test]
fn one_format_becomes_another() {
    let record = sample(0, 50);
    assert_eq!(record.tags.get(Tag::Date), "2026.11.21");
    let written = dhtmlxq::write(&record).unwrap();
    assert!(written.contains("[DhtmlXQ_date]2026-11-21[/DhtmlXQ_date]"), "{written}");
    let [read] = &read_any(written.as_bytes(), None).unwrap()[..] else { panic!("one game") };
    let written = pgn::write(read, Notation::Iccs).unwrap();
    let [read] = &read_any(written.as_bytes(), None).unwrap()[..] else { panic!("one game") };
    assert_eq!(*read, record);
    let written = record::write(read).unwrap();
    assert_eq!(record::read(written.as_bytes()), Ok(record));
}

#[test]
fn contents_and_names_tell_the_format() {
    let record = sample(3, 10);
    let files = Format::ALL.map(|format| write_as(&record, format, Notation::Chinese).unwrap());
    for (format, file) in Format::ALL.into_iter().zip(&files) {
        assert_eq!(FileKind::recognise(file.as_bytes()), Some(FileKind::Of(format)), "{file}");
        assert_eq!(format.as_str().parse(), Ok(format));
        let name = format!("game.{}", format.extension());
        assert!(read_any(file.as_bytes(), Some(&name)).is_ok(), "{name}");
    }
    let code = |bytes: &[u8], name| {
        let problems = read_any(bytes, name).expect_err("no game");
        (problems[0].line, problems[0].column, problems[0].code)
    };
    let [chuhe, pgn, _] = &files;
    // A PGN with a mark of DhtmlXQ in a value or a comment is still a PGN.
    let marked =
        pgn.replacen("第24届", "[DhtmlXQ_red]", 1).replacen("]\n\n", "]\n\n{[DhtmlXQ]} ", 1);
    assert_eq!(FileKind::recognise(marked.as_bytes()), Some(FileKind::Of(Format::Pgn)));
    assert!(read_any(marked.as_bytes(), None).is_ok(), "{marked}");
    assert_eq!(code(chuhe.as_bytes(), Some("game.pgn")), (1, 1, "format"));
    assert_eq!(code(pgn.as_bytes(), Some("game.chuhe")), (1, 1, "format"));
    assert_eq!(code(b"", None), (0, 0, "empty"));
    assert_eq!(code(b"\xef\xbb\xbf \n", None), (0, 0, "empty"));
    assert_eq!(code(b"\x89PNG\r\n\x1a\n\xff\xff", None), (1, 1, "format"));
    assert_eq!(code(&vec![b'x'; 9 << 20], None), (0, 0, "too-large"));
}

#[test]
fn other_games_are_not_written() {
    let banqi = Record { variant: games::Variant::Banqi, ..sample(0, 0) };
    let problem = record::CannotWrite::NotXiangqi(games::Variant::Banqi);
    assert_eq!(pgn::write(&banqi, Notation::Wxf), Err(problem));
    assert_eq!(dhtmlxq::write(&banqi), Err(problem));
    let mut unsound = sample(0, 3);
    unsound.actions.push("a0a9".into());
    for format in Format::ALL {
        let written = write_as(&unsound, format, Notation::Chinese);
        assert_eq!(written, Err(record::CannotWrite::Unsound), "{format}");
    }
}
