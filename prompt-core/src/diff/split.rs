//! Splits an ASCII line into words by Unicode's rules (UAX 29). `unicode-segmentation` looks up every
//! character in a
//! table, which most lines do not need.

/// The effect of a character on word boundaries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    /// Joins the characters around it: `_`.
    Joiner,
    /// Joins letters: `:`.
    MidLetter,
    /// Joins digits: `,` and `;`.
    MidDigit,
    /// Joins letters and digits: `.` and `'`.
    Mid,
    Blank,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Joiner,
            b':' => Class::MidLetter,
            b',' | b';' => Class::MidDigit,
            b'.' | b'\'' => Class::Mid,
            b' ' => Class::Blank,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// Calls `tell` with the end of each word.
pub(super) fn split_ascii(line: &[u8], mut tell: impl FnMut(usize)) {
    let class = |at: usize| line.get(at).map(|byte| CLASSES[usize::from(*byte)]);
    let mut at = 0;
    while let Some(first) = class(at) {
        at = match first {
            Class::Letter | Class::Digit | Class::Joiner => end_of_word(class, at, first),
            Class::Blank => {
                let blanks = line[at..].iter().take_while(|byte| **byte == b' ');
                at + blanks.count()
            }
            _ if line[at..].starts_with(b"\r\n") => at + 2,
            _ => at + 1,
        };
        tell(at);
    }
}

/// The end of a word that begins with a letter, a digit or a joiner.
fn end_of_word(class: impl Fn(usize) -> Option<Class>, start: usize, first: Class) -> usize {
    let (mut at, mut before) = (start + 1, first);
    loop {
        let Some(here) = class(at) else { return at };
        let around = match here {
            Class::Letter | Class::Digit | Class::Joiner => {
                (at, before) = (at + 1, here);
                continue;
            }
            Class::MidLetter => before == Class::Letter,
            Class::MidDigit => before == Class::Digit,
            Class::Mid => matches!(before, Class::Letter | Class::Digit),
            Class::Blank | Class::Other => false,
        };
        // The same class on both sides: two letters, or two digits.
        if !around || class(at + 1) != Some(before) {
            return at;
        }
        at += 2;
    }
}
