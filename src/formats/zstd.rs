//! Zstandard, in which streams of OGXM are packed: frames one after the other, unpacked as they are read.
//!
//! ```
//! use barpoint::formats::zstd::Unpacked;
//! use std::io::Read;
//!
//! // A frame with one block of three bytes, as they are.
//! let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 3, 0x19, 0, 0, b'a', b'b', b'c'];
//! let mut text = String::new();
//! Unpacked::new(Box::new(&frame[..])).read_to_string(&mut text)?;
//! assert_eq!(text, "abc");
//! # Ok::<(), std::io::Error>(())
//! ```

use ruzstd::decoding::StreamingDecoder;
use std::io::{self, Read};

/// What a frame begins with.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

type Source<'a> = Box<dyn Read + Send + 'a>;

/// The bytes that frames of Zstandard unpack to.
pub struct Unpacked<'a> {
    /// What is still packed, between two frames.
    rest: Option<Source<'a>>,
    frame: Option<Box<StreamingDecoder<Source<'a>, ruzstd::decoding::FrameDecoder>>>,
}

impl std::fmt::Debug for Unpacked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacked").finish_non_exhaustive()
    }
}

/// Returns `true` if bytes begin as a frame does.
#[must_use]
pub fn is_packed(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}

impl<'a> Unpacked<'a> {
    /// Unpacks what a reader has, from a frame's beginning on.
    #[must_use]
    pub fn new(reader: Source<'a>) -> Self {
        Self { rest: Some(reader), frame: None }
    }

    /// Begins the next frame, and returns whether there is one.
    fn begin(&mut self) -> io::Result<bool> {
        let Some(mut rest) = self.rest.take() else { return Ok(false) };
        let mut first = [0];
        if rest.read(&mut first)? == 0 {
            return Ok(false);
        }
        let whole: Source<'a> = Box::new(io::Cursor::new(first).chain(rest));
        let frame = StreamingDecoder::new(whole)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("zstd: {error}")))?;
        self.frame = Some(Box::new(frame));
        Ok(true)
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if self.frame.is_none() && !self.begin()? {
                return Ok(0);
            }
            let Some(frame) = &mut self.frame else { return Ok(0) };
            let count = frame.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.rest = self.frame.take().map(|frame| frame.into_inner());
        }
    }
}
