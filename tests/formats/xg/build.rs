//! Builds eXtreme Gammon's files: blocks, members, the container.

use barpoint::board::{Board, Side};
use flate2::{Compression, Crc, write::ZlibEncoder};
use std::io::Write as _;

/// The size of a block of `temp.xg`.
pub(super) const BLOCK: usize = 2560;

/// Twenty-six places from player 1's view.
pub(super) type Lanes = [i8; 26];

/// A block that is being filled.
#[derive(Clone)]
pub(super) struct Block(pub(super) Vec<u8>);

impl Block {
    fn new(kind: u8) -> Self {
        let mut bytes = vec![0; BLOCK];
        bytes[8] = kind;
        Self(bytes)
    }

    pub(super) fn bytes(mut self, at: usize, bytes: &[u8]) -> Self {
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
        self
    }

    pub(super) fn int(self, at: usize, value: i32) -> Self {
        self.bytes(at, &value.to_le_bytes())
    }

    pub(super) fn float(self, at: usize, value: f32) -> Self {
        self.bytes(at, &value.to_le_bytes())
    }

    pub(super) fn double(self, at: usize, value: f64) -> Self {
        self.bytes(at, &value.to_le_bytes())
    }

    pub(super) fn wide(self, at: usize, text: &str) -> Self {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        self.bytes(at, &bytes)
    }

    pub(super) fn lanes(self, at: usize, lanes: &Lanes) -> Self {
        self.bytes(at, &lanes.map(|lane| lane as u8))
    }
}

/// Returns the starting position, which looks the same for both.
pub(super) fn start() -> Lanes {
    lanes(&Board::START)
}

/// Returns the places of a board.
pub(super) fn lanes(board: &Board) -> Lanes {
    std::array::from_fn(|i| board.lanes()[i])
}

/// Returns the same position from the other player's view.
pub(super) fn flip(lanes: &Lanes) -> Lanes {
    std::array::from_fn(|i| -lanes[25 - i])
}

fn sign(side: Side) -> i32 {
    if side == Side::Zero { 1 } else { -1 }
}

/// Returns the head of a match of version 30; 0 points are a money session.
pub(super) fn head(length: i32) -> Block {
    let block = Block::new(0)
        .bytes(9, b"\x03Old")
        .bytes(50, b"\x03Old")
        .int(92, if length == 0 { 99_999 } else { length })
        .bytes(100, &[u8::from(length > 0), u8::from(length == 0), u8::from(length == 0), 0])
        .int(272, -1)
        .int(276, -1)
        .int(412, -1)
        .int(552, 30)
        .bytes(556, b"DMLI")
        .int(576, -1)
        .int(580, -1)
        .int(608, -1)
        .int(612, 10);
    // After the NUL there may be anything.
    block.wide(880, "Anna\0junk").wide(1138, "Bert")
}

/// Returns the head of a game.
pub(super) fn game(number: i32, score: [i32; 2]) -> Block {
    Block::new(1).int(12, score[0]).int(16, score[1]).int(48, number).int(56, -1).int(60, -1)
}

/// Returns a cube decision without a double, with the position from player 1's view.
pub(super) fn cube(side: Side, position: &Lanes, cube: i32) -> Block {
    Block::new(2)
        .int(12, sign(side))
        .int(16, 0)
        .int(20, -1)
        .int(24, -1)
        .int(28, -1)
        .int(32, cube)
        .lanes(36, position)
        .bytes(64 + 56, &(-100i16).to_le_bytes())
        .double(200, -1000.0)
        .bytes(208, b"\x0277")
        .int(224, -1)
        .int(232, -1)
        .double(240, -1000.0)
        .double(248, -1000.0)
        .bytes(264, &[255, 255])
        .int(292, -1)
}

/// Returns a roll with its play in XG's numbering, given the position before it from player 1's
/// view, and the position after it from the same view.
pub(super) fn turn(
    side: Side,
    before: &Lanes,
    cube: i32,
    dice: [i32; 2],
    legs: &[(i32, i32)],
) -> (Block, Lanes) {
    let mut mine = if side == Side::Zero { *before } else { flip(before) };
    let mut block = Block::new(3).lanes(9, before);
    for i in 0..8 {
        block = block.int(68 + 4 * i, -1);
    }
    for (i, &(from, to)) in legs.iter().enumerate() {
        block = block.int(68 + 8 * i, from).int(72 + 8 * i, to);
        mine[from as usize + 1] -= 1;
        if to >= 0 {
            if mine[to as usize + 1] == -1 {
                mine[to as usize + 1] = 0;
                mine[0] -= 1;
            }
            mine[to as usize + 1] += 1;
        }
    }
    let block = block
        .lanes(35, &mine)
        .int(64, sign(side))
        .int(100, dice[0])
        .int(104, dice[1])
        .int(108, cube)
        .bytes(2308, &[1])
        .double(2312, -1000.0)
        .int(2472, -1)
        .int(2476, -1)
        .bytes(2510, &[255])
        .int(2524, -1);
    let block = (0..32).fold(block, |block, i| block.int(2344 + 4 * i, -1));
    (block, if side == Side::Zero { mine } else { flip(&mine) })
}

/// Returns the end of a game: the scores after it, the winner, the points, and how it ended.
pub(super) fn game_end(score: [i32; 2], winner: Side, points: i32, how: i32) -> Block {
    let block = Block::new(4).int(12, score[0]).int(16, score[1]).int(24, sign(winner)).int(28, points);
    block.int(32, how).double(40, -1000.0).double(48, -1000.0)
}

/// Returns the end of a match.
pub(super) fn match_end(score: [i32; 2], winner: Side) -> Block {
    Block::new(5).int(12, score[0]).int(16, score[1]).int(20, sign(winner))
}

/// Returns a game that isn't in the record.
pub(super) fn missing(winner: Side, points: i32) -> Block {
    Block::new(6).int(24, sign(winner)).int(28, points)
}

/// Writes the seven numbers of an evaluation.
pub(super) fn evaluation(block: Block, at: usize, numbers: [f32; 7]) -> Block {
    numbers.iter().enumerate().fold(block, |block, (i, number)| block.float(at + 4 * i, *number))
}

pub(super) fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// Packs blocks only.
pub(super) fn pack(blocks: &[Block]) -> Vec<u8> {
    pack_members(&[("temp.xg", &joined(blocks))])
}

/// Returns the bytes of blocks.
pub(super) fn joined(blocks: &[Block]) -> Vec<u8> {
    blocks.iter().flat_map(|block| block.0.clone()).collect()
}

/// Packs members into a file; those whose name begins with `+` are stored and not compressed.
pub(super) fn pack_members(members: &[(&str, &[u8])]) -> Vec<u8> {
    pack_declaring(members, 0)
}

/// Packs members into a file whose registry declares too many bytes for each.
pub(super) fn pack_declaring(members: &[(&str, &[u8])], more: u32) -> Vec<u8> {
    let (mut data, mut registry) = (Vec::new(), Vec::new());
    for &(name, content) in members {
        let (name, stored) = name.strip_prefix('+').map_or((name, false), |name| (name, true));
        let packed = if stored { content.to_vec() } else { deflate(content) };
        let mut entry = vec![0u8; 532];
        entry[0] = name.len() as u8;
        entry[1..=name.len()].copy_from_slice(name.as_bytes());
        let numbers = [content.len() as u32 + more, packed.len() as u32, data.len() as u32, crc(content)];
        for (i, number) in numbers.into_iter().enumerate() {
            entry[512 + 4 * i..516 + 4 * i].copy_from_slice(&number.to_le_bytes());
        }
        entry[528] = u8::from(stored);
        registry.extend(entry);
        data.extend(packed);
    }
    let registry = deflate(&registry);
    let thumbnail = [0xff, 0xd8, 0xff, 0xe0];
    let mut file = vec![0u8; 8232];
    file[..4].copy_from_slice(b"RGMH");
    for (at, value) in [(4, 1u32), (8, 8232), (20, 4)] {
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    file.extend(thumbnail);
    let start = file.len();
    file.extend(&data);
    file.extend(&registry);
    let sum = crc(&file[start..]);
    let trailer = [sum, members.len() as u32, 1, registry.len() as u32, data.len() as u32, 1, 0, 0, 0];
    file.extend(trailer.into_iter().flat_map(u32::to_le_bytes));
    file
}
