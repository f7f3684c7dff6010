/// Pictures for those who read no Chinese: name and path, on a field of 100 × 100, filled by the
/// even-odd rule. Names are kinds; `-x` is the kind's picture on sifang's board.
pub const PICTURES: &[(&str, &str)] = &[
    // A crown.
    (
        "general",
        "M14 70L8 26L31 46L50 14L69 46L92 26L86 70ZM16 77H84V88H16ZM8 20A6 6 0 1 1 8.1 20ZM50 8A6 6 0 1 1 50.1 8ZM92 20A6 6 0 1 1 92.1 20Z",
    ),
    // An official's hat with its two wings.
    (
        "advisor",
        "M30 58C28 24 40 14 50 14C60 14 72 24 70 58ZM26 64H74V78H26ZM4 62C4 54 22 56 24 64C24 72 4 72 4 64ZM96 62C96 54 78 56 76 64C76 72 96 72 96 64Z",
    ),
    // An elephant's head from the front.
    (
        "elephant",
        "M34 22C14 8 2 28 6 48C9 64 24 68 31 58C33 70 40 72 42 78C44 88 42 94 52 95C66 96 70 86 67 78L59 80C60 86 54 88 54 80C55 72 66 70 69 58C76 68 91 64 94 48C98 28 86 8 66 22C56 14 44 14 34 22ZM38 42A4.5 4.5 0 1 1 38.1 42ZM62 42A4.5 4.5 0 1 1 62.1 42Z",
    ),
    // A horse's head.
    (
        "horse",
        "M28 90C26 70 44 62 44 50C36 56 28 58 22 64C14 64 10 56 14 50C22 42 24 32 34 24L32 10L46 20C70 22 86 48 82 90ZM42 34A4 4 0 1 1 42.1 34Z",
    ),
    // A wheel.
    (
        "chariot",
        "M50 6A44 44 0 1 1 49.9 6ZM50 17A33 33 0 1 0 50.1 17ZM46 18H54V40A11 11 0 0 1 60 46H82V54H60A11 11 0 0 1 54 60V82H46V60A11 11 0 0 1 40 54H18V46H40A11 11 0 0 1 46 40Z",
    ),
    // A gun on its carriage.
    (
        "cannon",
        "M20 44L76 14L88 34L44 60A19 19 0 1 1 24 54ZM34 62A10 10 0 1 0 34.1 62ZM54 62L84 80H92V88H80L48 70Z",
    ),
    // A foot soldier with a spear.
    (
        "pawn",
        "M44 12A14 14 0 1 1 43.9 12ZM44 43C60 43 66 56 66 70V90H22V70C22 56 28 43 44 43ZM76 34H82V90H76ZM79 6L88 34H70Z",
    ),
    ("general-x", "M50 6L62 38L96 39L69 59L79 92L50 72L21 92L31 59L4 39L38 38Z"),
    (
        "pawn-x",
        "M44 12A14 14 0 1 1 43.9 12ZM44 43C60 43 66 56 66 70V90H22V70C22 56 28 43 44 43ZM76 34H82V90H76ZM79 6L88 34H70Z",
    ),
    // A tank from the side.
    (
        "chariot-x",
        "M30 34H58L64 44H96V51H66L68 56H84L94 68C98 80 90 88 82 88H18C8 88 4 78 6 70L14 56H26ZM20 66A7 7 0 1 0 20.1 66ZM40 66A7 7 0 1 0 40.1 66ZM60 66A7 7 0 1 0 60.1 66ZM79 66A7 7 0 1 0 79.1 66Z",
    ),
    (
        "cannon-x",
        "M20 44L76 14L88 34L44 60A19 19 0 1 1 24 54ZM34 62A10 10 0 1 0 34.1 62ZM54 62L84 80H92V88H80L48 70Z",
    ),
    (
        "horse-x",
        "M28 90C26 70 44 62 44 50C36 56 28 58 22 64C14 64 10 56 14 50C22 42 24 32 34 24L32 10L46 20C70 22 86 48 82 90ZM42 34A4 4 0 1 1 42.1 34Z",
    ),
    // A battleship from the side.
    (
        "battleship-x",
        "M2 58H26V48H12V42H34V30H42V16H50V8H54V16H60V30H66V42H90V48H76V58H98L86 82H16ZM6 88C18 82 24 94 36 88C48 82 54 94 66 88C78 82 84 94 96 88V94C84 98 78 88 66 94C54 98 48 88 36 94C24 98 18 88 6 94Z",
    ),
    // An aircraft from above.
    (
        "fighter-x",
        "M50 4C56 10 57 20 57 32L96 60V70L57 58L55 78L68 88V94L50 90L32 94V88L45 78L43 58L4 70V60L43 32C43 20 44 10 50 4Z",
    ),
];
