//! Zstandard, which compresses streams of OGXM: consecutive frames, unpacked as they are read.
//!
//! ```
//! # use barpoint_core as barpoint;
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

/// The first bytes of a frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

type Source<'a> = Box<dyn Read + Send + 'a>;

/// The bytes unpacked from Zstandard frames.
pub struct Unpacked<'a> {
    /// The rest that is still packed, between two frames.
    rest: Option<Source<'a>>,
    frame: Option<Box<StreamingDecoder<Source<'a>, ruzstd::decoding::FrameDecoder>>>,
}

impl std::fmt::Debug for Unpacked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacked").finish_non_exhaustive()
    }
}

/// Returns `true` if bytes begin with a frame.
#[must_use]
pub fn is_packed(head: &[u8]) -> bool {
    head.starts_with(&MAGIC)
}

/// The error for data that can't be unpacked; the decoder's own words are for programmers.
fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the Zstandard data is damaged or cut off")
}

impl<'a> Unpacked<'a> {
    /// Unpacks the data of a reader, beginning with a frame.
    #[must_use]
    pub fn new(reader: Source<'a>) -> Self {
        Self { rest: Some(reader), frame: None }
    }

    /// Begins the next frame, and returns `true` if there is one.
    fn begin(&mut self) -> io::Result<bool> {
        let Some(mut rest) = self.rest.take() else { return Ok(false) };
        let mut first = [0];
        if rest.read(&mut first)? == 0 {
            return Ok(false);
        }
        let whole: Source<'a> = Box::new(io::Cursor::new(first).chain(rest));
        let frame = StreamingDecoder::new(whole).map_err(|_| damaged())?;
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
            let count = frame.read(buffer).map_err(|_| damaged())?;
            if count > 0 {
                return Ok(count);
            }
            self.rest = self.frame.take().map(|frame| frame.into_inner());
        }
    }
}
