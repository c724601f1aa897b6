//! Characters that look like those of a notation: full-width ones, dashes of print, other letters and signs, and invisible
//! ones.

/// Returns the ASCII form of a full-width character; any other character unchanged.
pub(crate) fn ascii(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ if is_dash(c) => '-',
        _ => c,
    }
}

/// Returns the digit that an ASCII character looks like most, or a digit itself.
pub(crate) fn digit(byte: u8) -> Option<u8> {
    let like = || alike(char::from(byte)).bytes().next();
    Some(byte).filter(u8::is_ascii_digit).or_else(like).filter(u8::is_ascii_digit)
}

/// Returns `true` for a dash or a minus sign that isn't the ASCII one.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}')
}

/// Returns `true` for a character that isn't seen.
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Returns a text in ASCII where it can be: invisible characters are left out.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).map(ascii).collect()
}

/// Returns the characters of a play in numbers that a character looks like, the likeliest first; none for other
/// characters.
pub(crate) const fn alike(c: char) -> &'static str {
    match c {
        '\\' | '.' | ':' | ';' | '\u{2044}' | '\u{2215}' | '\u{2571}' | '\u{29F8}' => "/",
        '|' | '\u{A6}' => "/1",
        'l' | 'I' | 'i' | '!' => "1/",
        'x' | 'X' | '+' => "*/ ",
        '\u{D7}' | '\u{204E}' | '\u{2217}' | '\u{22C6}' | '\u{2605}' | '\u{2731}' => "*",
        'O' | 'o' | 'Q' | 'D' | '\u{39F}' | '\u{3BF}' | '\u{41E}' | '\u{43E}' => "0",
        'Z' | 'z' => "2",
        'S' | 's' => "5",
        'b' | 'G' => "6",
        'B' => "8",
        'g' | 'q' => "9",
        _ => "",
    }
}

/// Returns the small Latin letter that a Greek or Cyrillic letter looks like.
pub(crate) const fn latin(c: char) -> Option<char> {
    Some(match c {
        '\u{410}' | '\u{430}' | '\u{391}' | '\u{3B1}' => 'a',
        '\u{412}' | '\u{432}' | '\u{392}' => 'b',
        '\u{421}' | '\u{441}' => 'c',
        '\u{415}' | '\u{435}' | '\u{395}' | '\u{3B5}' => 'e',
        '\u{41D}' | '\u{43D}' | '\u{397}' => 'h',
        '\u{406}' | '\u{456}' | '\u{399}' | '\u{3B9}' => 'i',
        '\u{408}' | '\u{458}' => 'j',
        '\u{41A}' | '\u{43A}' | '\u{39A}' | '\u{3BA}' => 'k',
        '\u{41C}' | '\u{43C}' | '\u{39C}' => 'm',
        '\u{39D}' => 'n',
        '\u{41E}' | '\u{43E}' | '\u{39F}' | '\u{3BF}' => 'o',
        '\u{420}' | '\u{440}' | '\u{3A1}' | '\u{3C1}' => 'p',
        '\u{405}' | '\u{455}' => 's',
        '\u{422}' | '\u{442}' | '\u{3A4}' | '\u{3C4}' => 't',
        '\u{3BD}' => 'v',
        '\u{425}' | '\u{445}' | '\u{3A7}' | '\u{3C7}' => 'x',
        '\u{423}' | '\u{443}' | '\u{3A5}' | '\u{3C5}' => 'y',
        _ => return None,
    })
}
