//! Snapshots of records in compact form. A snapshot is the text columns of a record as one JSON object, compressed
//! against the snapshot before it, so that a save that changes a sentence costs about a sentence.

use std::collections::BTreeMap;
use std::io;

use serde::Serializer as _;
use sha2::{Digest as _, Sha256};
use zstd::zstd_safe::{
    CCtx, CParameter, DCtx, SafeResult, compress_bound, get_error_name, get_frame_content_size,
};

/// Low, because a save compresses while it holds the write lock.
const LEVEL: i32 = 1;
/// The most snapshots that reading one decompresses before it.
const MAX_DEPTH: i64 = 50;
/// The most bytes that reading a snapshot decompresses.
const MAX_CHAIN_BYTES: usize = 8 << 20;
/// A snapshot that compresses to more than this share of itself against the one before gains nothing from it.
const WORTHWHILE: usize = 8;
/// From this length on, a text before is searched for long matches.
const LONG_BYTES: usize = 64 << 10;
/// Larger than two records together.
const WINDOW_LOG: std::ops::RangeInclusive<u32> = 10..=26;

/// A snapshot as stored.
pub struct Packed {
    /// How many snapshots before it are read first; 0 for one that stands for itself.
    pub depth: i64,
    /// Recognises the text of a snapshot.
    pub digest: i64,
    pub bytes: Vec<u8>,
}

/// The snapshot before a new one.
#[derive(Clone, Copy)]
pub struct Previous<'a> {
    pub text: &'a [u8],
    pub depth: i64,
}

/// Writes columns and their texts as a snapshot.
pub fn write<'a>(columns: impl Iterator<Item = (&'a str, &'a str)>) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    serde_json::Serializer::new(&mut text).collect_map(columns)?;
    Ok(text)
}

/// Reads a snapshot as texts by column.
pub fn read(text: &[u8]) -> serde_json::Result<BTreeMap<String, String>> {
    serde_json::from_slice(text)
}

/// The first eight bytes of the SHA-256 of a snapshot.
pub fn digest(text: &[u8]) -> i64 {
    let hash = Sha256::digest(text);
    hash.iter()
        .take(8)
        .fold(0, |digest, &byte| (digest << 8) | i64::from(byte))
}

/// Compresses a snapshot, against the one before where that pays.
pub fn pack(text: &[u8], previous: Option<Previous>) -> io::Result<Packed> {
    let digest = digest(text);
    let is_short = |previous: &Previous| {
        let read = usize::try_from(previous.depth + 1).unwrap_or(usize::MAX);
        previous.depth < MAX_DEPTH && read.saturating_mul(text.len()) <= MAX_CHAIN_BYTES
    };
    if let Some(previous) = previous.filter(is_short) {
        let bytes = compress(text, previous.text)?;
        if bytes.len() < text.len() / WORTHWHILE {
            return Ok(Packed {
                depth: previous.depth + 1,
                digest,
                bytes,
            });
        }
    }
    Ok(Packed {
        depth: 0,
        digest,
        bytes: compress(text, &[])?,
    })
}

/// Decompresses the last snapshot of a chain, which begins with one that stands for itself.
pub fn unpack<'a>(chain: impl IntoIterator<Item = &'a [u8]>) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    for bytes in chain {
        text = decompress(bytes, &text)?;
    }
    Ok(text)
}

/// Decompresses a snapshot, given the text of the one before.
pub fn decompress(bytes: &[u8], previous: &[u8]) -> io::Result<Vec<u8>> {
    let size = get_frame_content_size(bytes).ok().flatten();
    let size = size.and_then(|size| usize::try_from(size).ok());
    let size = size.ok_or_else(|| io::Error::other("a snapshot without a size"))?;
    let mut text = Vec::with_capacity(size);
    let mut context = DCtx::create();
    checked(context.ref_prefix(previous))?;
    checked(context.decompress(&mut text, bytes))?;
    Ok(text)
}

fn compress(text: &[u8], previous: &[u8]) -> io::Result<Vec<u8>> {
    // The window reaches back over the whole snapshot before.
    let reach = (text.len() + previous.len()).max(1).next_power_of_two();
    let window = reach.ilog2().clamp(*WINDOW_LOG.start(), *WINDOW_LOG.end());
    let mut bytes = Vec::with_capacity(compress_bound(text.len()));
    let mut context = CCtx::create();
    checked(context.set_parameter(CParameter::CompressionLevel(LEVEL)))?;
    checked(context.set_parameter(CParameter::WindowLog(window)))?;
    // A low level remembers too few places of a long text before.
    let is_long_distance = previous.len() >= LONG_BYTES;
    checked(context.set_parameter(CParameter::EnableLongDistanceMatching(is_long_distance)))?;
    checked(context.ref_prefix(previous))?;
    checked(context.compress2(&mut bytes, text))?;
    bytes.shrink_to_fit();
    Ok(bytes)
}

fn checked(result: SafeResult) -> io::Result<()> {
    let failed = |code| io::Error::other(get_error_name(code));
    result.map(drop).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of random words, which hardly compresses.
    fn words(seed: u64, count: usize) -> String {
        let mut state = seed;
        let mut word = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            format!("{:x} ", state >> 36)
        };
        (0..count).map(|_| word()).collect()
    }

    #[test]
    fn a_thousand_edits_of_a_long_text_are_small_and_each_is_read_again() {
        // Given a text of 50 KB
        let mut sentences: Vec<String> = (0..800).map(|seed| words(seed, 8)).collect();
        let mut texts = vec![sentences.concat()];
        assert!(texts[0].len() > 50_000);
        // When a sentence changes a thousand times
        for edit in 0..1000_u64 {
            let at = usize::try_from(edit * 37 % 800).unwrap();
            sentences[at] = words(10_000 + edit, 8);
            texts.push(sentences.concat());
        }
        let mut stored: Vec<Packed> = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let previous = stored.last().map(|last| Previous {
                text: texts[at - 1].as_bytes(),
                depth: last.depth,
            });
            stored.push(pack(text.as_bytes(), previous).unwrap());
        }
        // Then all of them take less than 2 MB
        let bytes: usize = stored.iter().map(|packed| packed.bytes.len()).sum();
        assert!(bytes < 1_500_000, "{bytes}");
        // And each is read from its own chain
        for at in [0, 1, 49, 50, 51, 52, 500, 777, 1000] {
            let depth = usize::try_from(stored[at].depth).unwrap();
            let chain = stored[at - depth..=at].iter();
            let text = unpack(chain.map(|packed| packed.bytes.as_slice())).unwrap();
            assert!(text == texts[at].as_bytes(), "{at}");
            assert_eq!(digest(&text), stored[at].digest);
        }
    }

    #[test]
    fn a_long_text_begins_a_chain_again_sooner() {
        let text = words(1, 200_000);
        assert!(text.len() > 1_000_000);
        let mut depth = 0;
        let mut deepest = 0;
        for edit in 0..20 {
            let next = format!("{text}{edit}");
            let previous = Previous {
                text: text.as_bytes(),
                depth,
            };
            let packed = pack(next.as_bytes(), Some(previous)).unwrap();
            let small = packed.bytes.len() < 20_000;
            assert_eq!(small, packed.depth > 0, "{} bytes", packed.bytes.len());
            if small {
                let read = decompress(&packed.bytes, text.as_bytes()).unwrap();
                assert!(read == next.as_bytes());
            }
            depth = packed.depth;
            deepest = deepest.max(depth);
        }
        assert!((1..8).contains(&deepest), "{deepest}");
    }

    #[test]
    fn another_text_and_an_empty_one_stand_for_themselves() {
        let (old, new) = (words(1, 400), words(2, 400));
        let previous = Previous {
            text: old.as_bytes(),
            depth: 3,
        };
        let packed = pack(new.as_bytes(), Some(previous)).unwrap();
        assert_eq!(packed.depth, 0);
        assert_eq!(unpack([packed.bytes.as_slice()]).unwrap(), new.as_bytes());
        let empty = pack(b"", None).unwrap();
        assert_eq!(unpack([empty.bytes.as_slice()]).unwrap(), b"");
    }

    #[test]
    fn a_snapshot_keeps_columns_and_texts() {
        let columns = [("title", "A \"b\"\u{1f600}\n"), ("content", "{}")];
        let read = read(&write(columns.into_iter()).unwrap()).unwrap();
        assert_eq!(read["title"], columns[0].1);
        assert_eq!(read["content"], "{}");
    }
}
