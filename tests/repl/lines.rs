//! The lines of a stream, and the texts of an answer.

use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Nowhere;
use barpoint::repl::lines::{Lines, Next, Piped, Reply};
use barpoint::repl::session::Session;

/// Returns the lines of a stream; after each, `look` sees the stream and the lines before it.
fn lines(stream: &mut Piped<&[u8]>, look: impl Fn(&Piped<&[u8]>, &[String])) -> Vec<String> {
    let session = Session::new(Box::new(Nowhere), Dice::seeded(1));
    let (mut line, mut lines) = (String::new(), Vec::new());
    while stream.next_line(&session, &mut line).expect("memory") == Next::Line {
        look(stream, &lines);
        lines.push(line.clone());
    }
    lines
}

#[test]
fn a_stream_gives_its_lines_whatever_their_bytes() {
    let mut stream = Piped::silent(&b"a\n\xff b\r\nlast"[..]);
    assert!(!stream.has_line(), "nothing was read yet");
    assert_eq!(lines(&mut stream, |_, _| ()), ["a\n", "ÿ b\r\n", "last"]);
    assert_eq!(stream.ask("?").expect("memory"), Reply::End);
}

#[test]
fn a_text_in_utf_16_gives_its_lines() {
    let text = "\u{FEFF}set beavers 5\r\nset player 0 name Zo\u{EB}\nlast";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big, text.as_bytes().to_vec()] {
        let found = lines(&mut Piped::silent(&bytes[..]), |stream, before| {
            assert_eq!(stream.has_line(), before.is_empty(), "{before:?}");
        });
        assert_eq!(found, ["set beavers 5\r\n", "set player 0 name Zo\u{EB}\n", "last"]);
    }
}

#[test]
fn a_question_is_answered_by_the_next_line() {
    let mut stream = Piped::silent(&b"31\r\nnext\n"[..]);
    assert_eq!(stream.ask("Enter dice: ").expect("memory"), Reply::Line("31".to_owned()));
    assert!(stream.has_line());
}

#[test]
fn parts_keep_the_order_of_the_streams() {
    let mut answer = Answer::default();
    answer.say("a");
    answer.put("b");
    answer.complain("c");
    answer.complain("d");
    answer.say("e");
    let parts: Vec<_> = answer.parts().collect();
    assert_eq!(parts, [(Stream::Out, "a\nb"), (Stream::Err, "c\nd\n"), (Stream::Out, "e\n")]);
    assert_eq!(answer.of(Stream::Out), "a\nbe\n");
    answer.clear();
    assert!(answer.is_empty() && answer.parts().count() == 0);
}
