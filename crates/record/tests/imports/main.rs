//! Formats that are only read: the text of game sites, WXF and XQF.

#[path = "../common/mod.rs"]
mod common;
mod xqf;

use common::{STARTS, sample};
use proptest::prelude::*;
use record::{Record, Tag, read_any};
use xqf::{Encoder, without_glyphs};

fn one(bytes: &[u8]) -> Record {
    let mut records = read_any(bytes, None).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn comment(record: &Record, played: usize) -> &str {
    record.annotations.get(played).map_or("", |note| &note.comment)
}

const SITE: &str = "标题: 第一台 许银川 胜 吕钦
分类: 全国象棋甲级联赛
赛事：2026年全国象棋甲级联赛
轮次: 第1轮
布局: B02 中炮对进左马
红方: 广东队 许银川
黑方: 广东队 吕钦
结果: 红胜
日期: 2026.11.21
地点: 
评论: 裁判组
作者: 张三
红方用时: 6分
红方团体: 广东队
红方姓名: 许银川

　　第3局

【主变: 红胜】
　　1.　炮二平五　　马８进７　
　　2.　马二进三　　车９平８
　　这里也可走炮。
　　３．车一平二

【变1: 第2回合】
　　2.　兵七进一

棋谱由 http://example.com/ 生成
";

#[test]
fn the_text_of_a_site_is_read() {
    let game = one(SITE.as_bytes());
    assert_eq!(game.names, ["许银川", "广东队 吕钦"]);
    assert_eq!(game.actions, ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]);
    assert_eq!(game.outcome.as_ref().map(|end| end.reason.as_str()), Some("unstated"));
    for (tag, value) in [
        (Tag::Title, "第一台 许银川 胜 吕钦"),
        (Tag::Event, "2026年全国象棋甲级联赛"),
        (Tag::Round, "第1轮"),
        (Tag::Date, "2026.11.21"),
        (Tag::Site, ""),
        (Tag::RedTeam, "广东队"),
        (Tag::Annotator, "裁判组"),
        (Tag::Opening, "B02 中炮对进左马"),
    ] {
        assert_eq!(game.tags.get(tag), value, "{tag:?}");
    }
    assert_eq!((comment(&game, 0), comment(&game, 4)), ("第3局", "这里也可走炮。"));
    assert_eq!(comment(&game, 5), "【变1: 第2回合】\n2.　兵七进一");

    // Two games, GBK, traditional characters, and a start in which Black moves first.
    let two = format!("{SITE}\n標題: 殘局\n紅方: 甲\n黑方: 乙\nFEN: {}\n1. ……　卒9平8", STARTS[1]);
    let two = two.replace(STARTS[1], "3k5/9/9/9/9/9/8p/9/9/4K4 b");
    let games = read_any(two.as_bytes(), Some("games.txt")).unwrap();
    assert_eq!((games.len(), games[1].actions.as_slice()), (2, &["i3h3".to_owned()][..]));
    let (gbk, _, _) = encoding_rs::GBK.encode(&two);
    assert_eq!(read_any(&gbk, None).unwrap(), games);
}

#[test]
fn moves_may_be_glued_together() {
    let glued = "1.兵七进一炮2平32.兵三进一卒3进1 3.马八进九马2进1*";
    let apart = "1. 兵七进一 炮2平3 2. 兵三进一 卒3进1 3. 马八进九 马2进1 *";
    assert_eq!(one(glued.as_bytes()), one(apart.as_bytes()));
    let site = format!("红方: 甲\n\n{glued}");
    assert_eq!(one(site.as_bytes()).actions, one(apart.as_bytes()).actions);
}

const WXF: &str = "FORMAT          WXF
GAME            a friendly
RED             an ; 1450
BLACK           bo
DATE            2009-05-01
TIME            12:30
RESULT          0-1

START{
  1. C2.5 h8+7   2. H2+3 r9.8
  3. R1.2
}END
COMMENT{ a draw was offered }
";

#[test]
fn a_wxf_file_is_read() {
    let game = one(WXF.as_bytes());
    assert_eq!(game.names, ["an", "bo"]);
    assert_eq!(game.actions, ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]);
    assert_eq!(
        game.outcome.as_ref().and_then(|end| end.winners.iter().next()).map(game::Seat::index),
        Some(1)
    );
    assert_eq!((game.tags.get(Tag::Title), game.tags.get(Tag::Date)), ("a friendly", "2009.05.01"));
    assert_eq!(comment(&game, 5), "a draw was offered");
    let games = read_any(format!("{WXF}{WXF}").as_bytes(), None).unwrap();
    assert_eq!(games.len(), 2);
    let endless = WXF.replace("}END", "").replace('}', "");
    let problems = read_any(endless.as_bytes(), None).unwrap_err();
    assert_eq!((problems[0].line, problems[0].code), (9, "format"));
}

#[test]
fn xqf_files_are_read_with_their_comments_and_variations() {
    for (seed, version) in (0..32).flat_map(|seed| [10, 11, 12, 18].map(|version| (seed, version)))
    {
        let mut written = sample(seed, 20 + 2 * seed as usize);
        written.names[1] = "吕钦".into();
        let bytes = Encoder::new(version, seed).file(&written);
        let read = one(&bytes);
        let what = format!("seed {seed}, version {version}");
        let board = |record: &Record| record.start.split(' ').take(2).collect::<Vec<_>>().join(" ");
        assert_eq!((board(&read), &read.actions), (board(&written), &written.actions), "{what}");
        assert_eq!(
            (&read.names, read.tags.get(Tag::Date)),
            (&written.names, written.tags.get(Tag::Date)),
            "{what}"
        );
        assert_eq!(read.annotations, without_glyphs(&written.annotations), "{what}");
    }
}

#[test]
fn broken_xqf_files_are_diagnosed() {
    let record = sample(1, 30);
    let whole = Encoder::new(18, 5).file(&record);
    let code = |bytes: &[u8]| {
        let problems = read_any(bytes, Some("game.xqf")).expect_err("it is broken");
        (problems[0].line, problems[0].column, problems[0].code)
    };
    assert_eq!(code(&whole[..500]), (1, 501, "format"));
    assert_eq!(code(&whole[..1024]), (1, 1025, "format"));
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(code(&with(2, 19)), (1, 3, "format"), "a version that is not known");
    assert_eq!(code(&with(51, 9)), (1, 52, "result"));
    let twice = Encoder::new(10, 0).file(&sample(0, 3));
    let mut twice = twice;
    twice[17] = twice[16];
    assert_eq!(code(&twice), (1, 18, "pieces"));
}

proptest! {
    #[test]
    fn no_file_breaks_the_reader(
        seed in 0..8_u64,
        version in 0..20_u8,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        length in any::<prop::sample::Index>(),
    ) {
        let mut bytes = Encoder::new(version, seed).file(&sample(seed, 12));
        for (index, byte) in changes {
            *index.get_mut(&mut bytes) = byte;
        }
        let _ = read_any(&bytes, None);
        let _ = read_any(&bytes[..length.index(bytes.len())], None);
    }

    #[test]
    fn no_text_breaks_the_readers(changes in prop::collection::vec((any::<prop::sample::Index>(), "[\\n{}【】:：1-9.炮二平五C+=END]{0,4}"), 0..6)) {
        for text in [SITE, WXF] {
            let mut signs: Vec<char> = text.chars().collect();
            for (index, with) in &changes {
                let at = index.index(signs.len());
                signs.splice(at..(at + 2).min(signs.len()), with.chars());
            }
            let changed: String = signs.into_iter().collect();
            if let Ok(records) = read_any(changed.as_bytes(), None) {
                for record in records {
                    prop_assert!(record::write(&record).is_some());
                }
            }
        }
    }
}
