//! Files in the encodings of China, Taiwan, Hong Kong and Windows.

use record::{Problem, Record, read_all, read_any};

const MOVES: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];

/// A game as Taiwan and as the mainland write it.
const TRADITIONAL: &str = "[Event \"名人賽\"]\n[Red \"許銀川\"]\n[Black \"呂欽\"]\n\n\
                           1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *\n";
const SIMPLIFIED: &str = "[Event \"名人赛\"]\n[Red \"许银川\"]\n[Black \"吕钦\"]\n\n\
                          1. 炮二平五 马8进7 2. 马二进三 车9平8 *\n";

fn one(bytes: &[u8]) -> Record {
    let mut records = read_any(bytes, None).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn big5(text: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding_rs::BIG5.encode(text);
    assert!(!is_lossy, "{text}");
    bytes.into_owned()
}

fn gbk(text: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = encoding_rs::GBK.encode(text);
    assert!(!is_lossy, "{text}");
    bytes.into_owned()
}

fn utf_16(text: &str, mark: &[u8], unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    [mark.to_vec(), text.encode_utf16().flat_map(unit).collect()].concat()
}

fn utf_32(text: &str, mark: &[u8], unit: fn(u32) -> [u8; 4]) -> Vec<u8> {
    [mark.to_vec(), text.chars().flat_map(|sign| unit(sign as u32)).collect()].concat()
}

#[test]
fn every_encoding_reads_alike() {
    for text in [TRADITIONAL, SIMPLIFIED] {
        let expected = one(text.as_bytes());
        assert_eq!(expected.actions, MOVES);
        let gb_18030 = [b"\x84\x31\x95\x33".to_vec(), gbk(text)].concat();
        let mut files = vec![
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            utf_16(text, b"\xff\xfe", u16::to_le_bytes),
            utf_16(text, b"\xfe\xff", u16::to_be_bytes),
            utf_32(text, b"\xff\xfe\0\0", u32::to_le_bytes),
            utf_32(text, b"\0\0\xfe\xff", u32::to_be_bytes),
            gbk(text),
            gb_18030,
        ];
        files.extend((text == TRADITIONAL).then(|| big5(text)));
        for file in files {
            assert_eq!(one(&file), expected, "{:x?}", &file[..8]);
        }
    }
}

/// Moves alone, other formats, and our own files with a mark.
#[test]
fn every_format_is_decoded() {
    let moves = "1. 炮二平五 馬8進7 2. 馬二進三 車9平8 *\n";
    assert_eq!(one(&big5(moves)).actions, MOVES);
    assert_eq!(one(&utf_16(moves, b"\xff\xfe", u16::to_le_bytes)).actions, MOVES);
    let site = "紅方: 許銀川\n黑方: 呂欽\n\n1. 炮二平五　馬８進７\n2. 馬二進三　車９平８\n";
    for file in [big5(site), gbk(site), utf_16(site, b"\xfe\xff", u16::to_be_bytes)] {
        let game = one(&file);
        assert_eq!(
            (&game.names[0][..], &game.actions[..]),
            ("許銀川", &MOVES.map(String::from)[..])
        );
    }
    let page = "[DhtmlXQ][DhtmlXQ_title]紅先勝[/DhtmlXQ_title][DhtmlXQ_movelist]7747\
                [/DhtmlXQ_movelist][/DhtmlXQ]";
    assert_eq!(one(&big5(page)).tags.get(record::Tag::Title), "紅先勝");
    let chuhe = record::write(&one(SIMPLIFIED.as_bytes())).unwrap();
    for name in [None, Some("game.chuhe")] {
        let file = utf_16(&chuhe, b"\xff\xfe", u16::to_le_bytes);
        assert_eq!(read_any(&file, name).unwrap(), [one(SIMPLIFIED.as_bytes())]);
    }
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    assert_eq!(one(&utf_16(fen, b"\xff\xfe", u16::to_le_bytes)).actions.len(), 0);
}

/// Messages quote the file in the encoding that was found, and name the encodings that were tried.
#[test]
fn problems_name_the_encodings() {
    let problems = |bytes: &[u8]| read_all(bytes, None).problems;
    let messages = |list: &[Problem]| list.iter().map(|it| it.message.clone()).collect::<Vec<_>>();
    let bad = TRADITIONAL.replace("馬8進7", "馬8進8");
    for file in [big5(&bad), gbk(&bad)] {
        assert_eq!(
            messages(&problems(&file)),
            [
                "this is not UTF-8 text: tried GBK and Big5",
                "move 2 `馬8進8`: no legal move is written `馬8進8`"
            ]
        );
    }
    for (bytes, message) in [
        (&b"1. \xff\xff\xff"[..], "this is no text: tried UTF-8, GBK and Big5"),
        (b"\xff\xfe1", "the mark says UTF-16, the text is not UTF-16"),
        (b"\xff\xfe\x00\xd8", "the mark says UTF-16, the text is not UTF-16"),
        (b"\xff\xfe\0\0\xff\xff\xff\xff", "the mark says UTF-32, the text is not UTF-32"),
    ] {
        assert_eq!(messages(&problems(bytes)), [message], "{bytes:x?}");
    }
}

/// A Western file is read as a Chinese one, with a warning. A Chinese file is not doubted.
#[test]
fn a_guessed_encoding_is_a_warning() {
    let western =
        b"[Event \"x\"]\n[Red \"S\xe9bastien\"]\n[Black \"M\xfcller\"]\n\n1. h2e2 h9g7 *\n";
    let reading = read_all(western, None);
    assert_eq!((reading.records.len(), reading.problems), (1, Vec::new()));
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    let expected = "2:8: encoding: the encoding is a guess: read as `GBK`, so names may be garbled";
    assert_eq!(warnings, [expected]);
    for file in [big5(TRADITIONAL), gbk(TRADITIONAL), gbk(SIMPLIFIED), SIMPLIFIED.into()] {
        assert_eq!(read_all(&file, None).warnings, []);
    }
}
