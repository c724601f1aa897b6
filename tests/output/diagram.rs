//! Diagrams as pictures: the same bytes on every machine, with everything that a picture can contain.

use crate::support::up_to_date;
use barpoint::notation::identify;
use barpoint::output::diagram::{Diagram, Direction, Move, Theme};
use std::fmt::Write as _;

/// Positions that are hard to draw: high stacks, full bars, large cubes, offers, many checkers borne off,
/// either side on roll.
const SCENES: [(&str, &str); 8] = [
    ("opening", "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:3:2:0:7:10"),
    ("position-only", "4HPwATDgc/ABMA"),
    ("fifteen-on-a-point", "XGID=-O----------------------o-:6:-1:-1:66:12:3:0:25:10"),
    ("both-bars-full", "XGID=o------------------------O:0:0:1:00:0:0:0:0:10"),
    ("cube-64-offered", "XGID=-b----E-C---eE---c-e----B-:5:1:1:D:0:0:0:64:10"),
    ("cube-32768", "XGID=-b----E-C---eE---c-e----B-:15:-1:1:00:0:0:0:0:15"),
    ("bearing-off", "XGID=---BCB-A-aA--b----bbbbab--:2:1:1:52:1:1:3:0:10"),
    ("crawford", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:44:0:4:1:5:10"),
];

fn diagram(id: &str) -> Diagram {
    Diagram::of(&identify(id, 15).expect("an ID").state).expect("a board")
}

/// The hash of Fowler, Noll and Vo (FNV-1a, 64 bits).
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn a_scene_is_the_same_bytes_everywhere() {
    let mut table = String::from("# scene, theme, orientation: the hashes of the SVG and of the PNG\n");
    for (name, id) in SCENES {
        for theme in Theme::ALL {
            for (direction, word) in [(Direction::Standard, "standard"), (Direction::Clockwise, "clockwise")]
            {
                let diagram = Diagram { theme, direction, ..diagram(id) };
                let svg = diagram.svg();
                // A small picture shows as well whether a pixel changes.
                let png = diagram.png(240).expect("a picture");
                let (svg, png) = (hash(svg.as_bytes()), hash(&png));
                writeln!(table, "{name} {} {word} {svg:016x} {png:016x}", theme.name()).expect("a String");
            }
        }
    }
    // Look at the picture before a hash is changed.
    up_to_date("tests/output/diagrams.txt", &table);
}

/// Returns how often a class is used in a picture, outside its style sheet.
fn uses(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn a_stack_shows_five_checkers_and_a_slab_lies_for_each_that_is_off() {
    // The checkers of player 1 are discs of class `bd`, so is the mark of its name (a path), a die, a slab.
    let discs = |svg: &str, class: &str| svg.matches(&format!("<circle class=\"{class}\"")).count();
    let full = diagram(SCENES[2].1).svg();
    assert_eq!((discs(&full, "bd"), discs(&full, "bl")), (5, 5));
    let opening = diagram(SCENES[0].1).svg();
    assert_eq!((discs(&opening, "bd"), discs(&opening, "bl")), (15, 15));
    let off = diagram(SCENES[6].1).svg();
    // Player 1 has 9 on the board and 6 off, and two dice in its colour; player 0 has one off.
    let slabs = |class: &str| off.matches(&format!("<rect class=\"{class}\"")).count();
    assert_eq!((discs(&off, "bd"), slabs("bd"), slabs("bl")), (9, 6 + 2, 1));
    assert_eq!(uses(&full, "bd bg") + uses(&full, "bj bg"), 1, "the number on the fifth");
}

#[test]
fn a_picture_refers_to_nothing_outside() {
    for (_, id) in SCENES {
        let svg = diagram(id).svg();
        assert_eq!(svg.matches("http").count(), 1, "only the name of SVG itself: {svg}");
        assert!(!svg.contains("<text") && !svg.contains("<image") && !svg.contains("url("), "{svg}");
    }
}

#[test]
fn names_are_text_and_never_marks() {
    let mut scene = diagram(SCENES[0].1);
    let caption = scene.caption.as_mut().expect("a caption");
    caption.names.0 = ["<b>&\"Ann\"\u{1}".to_owned(), "李 \u{202e}".to_owned()];
    let svg = scene.svg();
    assert!(svg.contains("&lt;b&gt;&amp;&quot;Ann&quot;\u{fffd}") && !svg.contains("<b>"), "{svg}");
    scene.png(100).expect("a picture");
}

#[test]
fn names_in_other_scripts_are_left_to_the_fonts() {
    let mut scene = diagram(SCENES[0].1);
    let plain = scene.svg();
    assert!(!scene.has_undrawn_letters());
    scene.caption.as_mut().expect("a caption").names.0 = ["王小明".to_owned(), "Zoë".to_owned()];
    assert!(scene.has_undrawn_letters());
    let svg = scene.svg();
    // One name is text, in the ink of the theme; the other one is strokes.
    assert_eq!(svg.matches("<text ").count(), 1);
    assert!(
        svg.contains(">王小明</text>") && svg.contains(".bwt{fill:#") && !svg.contains("Zoë</text>"),
        "{svg}"
    );
    assert!(!plain.contains(".bwt"));
    let long: String = "王".repeat(80);
    scene.caption.as_mut().expect("a caption").names.0 = [long.clone(), long];
    // Cut before the score, and before the action.
    let svg = scene.svg();
    let name = svg.split("<text ").nth(1).and_then(|text| text.split(['>', '<']).nth(1));
    let letters = name.expect("a name").chars().count();
    assert!((10..35).contains(&letters), "{letters}");
    assert!(svg.contains("王… to "), "{svg}");
    // A picture without fonts has boxes, which differ from those of no letters.
    assert_ne!(scene.png(200), diagram(SCENES[0].1).png(200));
}

#[test]
fn a_picture_is_as_wide_as_it_is_wanted() {
    let bytes = diagram(SCENES[0].1).png(321).expect("a picture");
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().expect("four bytes")), 321);
}

#[test]
fn a_single_pip_is_singular() {
    let scene = diagram("XGID=-A----------------------a-:0:0:1:21:0:0:0:0:10");
    let description = scene.description();
    assert!(
        description.contains("player 1, 1 pip:") && description.contains("player 0, 1 pip:"),
        "{description}"
    );
}

#[test]
fn the_description_names_the_arrows() {
    let mut scene = diagram(SCENES[0].1);
    let moves = |legs: &[(u8, u8)]| legs.iter().map(|&(from, to)| Move { from, to }).collect::<Vec<_>>();
    let before = scene.description();
    assert!(before.ends_with(" to play 61."), "{before}");
    scene.arrows = moves(&[(25, 24), (6, 0)]);
    assert!(scene.svg().contains(" to play 61. Arrows: bar/24 6/off.</desc>"), "{}", scene.description());
    scene.best = moves(&[(13, 7), (8, 7)]);
    let in_page = scene.in_page();
    assert!(in_page.contains(" Arrows: bar/24 6/off. Better play: 13/7 8/7.\""), "{in_page}");
}
