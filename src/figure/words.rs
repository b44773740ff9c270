//! The words of an enum, as `serde` has them: no second list.

use core::fmt;
use serde::de::value::U32Deserializer;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// The value that the word of this index stands for.
pub(crate) fn value_of_word<T: DeserializeOwned>(index: usize) -> Option<T> {
    let index = u32::try_from(index).ok()?;
    T::deserialize(U32Deserializer::<Unknown>::new(index)).ok()
}

/// The word for a variant: `word_of::<Self>(self as usize)`.
pub(crate) fn word_of<T: DeserializeOwned>(index: usize) -> &'static str {
    words_of::<T>(usize::MAX)[index]
}

/// The first so many words of an enum.
pub(crate) fn words_of<T: DeserializeOwned>(first: usize) -> &'static [&'static str] {
    let mut words: &'static [&'static str] = &[];
    let _: Result<T, Unknown> = T::deserialize(Asked { words: &mut words });
    &words[..words.len().min(first)]
}

/// A deserializer that takes down which words an enum asks for, and gives nothing.
struct Asked<'a> {
    words: &'a mut &'static [&'static str],
}

impl<'de> Deserializer<'de> for Asked<'_> {
    type Error = Unknown;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Unknown> {
        *self.words = words;
        Err(Unknown)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unknown> {
        Err(Unknown)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// No word of the enum; whoever asks writes the message.
#[derive(Debug)]
struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown word")
    }
}

impl std::error::Error for Unknown {}

impl serde::de::Error for Unknown {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::Sampling;

    #[test]
    fn reads_what_serde_writes() {
        let words = words_of::<Sampling>(usize::MAX);
        assert_eq!(
            words,
            [
                "poisson",
                "without_replacement",
                "shuffle",
                "balls_and_bins"
            ]
        );
        for (index, word) in words.iter().enumerate() {
            let read: Sampling = value_of_word(index).expect("one of its words");
            assert_eq!(serde_json::to_string(&read).unwrap(), format!("\"{word}\""));
            assert_eq!(word_of::<Sampling>(read as usize), *word);
        }
        assert_eq!(words_of::<Sampling>(2), &words[..2]);
        assert_eq!(value_of_word::<Sampling>(4), None);
    }
}
