//! The table of a question: for each option how its value is read, and what is said of it.

#[cfg(test)]
use super::generated::Line;
use super::options::{Options, malformed};
use super::value::Value;
use crate::figure::{Error, Range, words_of};
use core::marker::PhantomData;
use serde::de::DeserializeOwned;

/// How the value of an option is read, and in the tests what is said of it.
pub(super) trait Kind {
    /// What the question gets.
    type Read;

    /// The value of `name`, or what stands in.
    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error>;

    /// What help and types are made from; `option` has its name, unit and help.
    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line>;
}

/// A number that may be left out.
pub(super) struct Number(pub(super) Range);

/// A number that has to be given: the question itself says what is missing.
pub(super) struct Asked(
    #[cfg_attr(not(test), expect(dead_code, reason = "help and types tell it"))] pub(super) Range,
);

/// A number that has to be given.
pub(super) struct Needed(pub(super) Range);

/// A number with a default.
pub(super) struct Filled(pub(super) Range);

/// Numbers, none if nothing is given.
pub(super) struct Numbers {
    #[cfg_attr(not(test), expect(dead_code, reason = "help and types tell it"))]
    pub(super) range: Range,
    pub(super) most: usize,
    pub(super) default: &'static [f64],
}

/// Numbers, an empty list if nothing is given.
pub(super) struct List(pub(super) Numbers);

/// A number, or a list of them; an empty list if nothing is given.
pub(super) struct OneOrEach(pub(super) Numbers);

/// Two numbers.
pub(super) struct Pair {
    #[cfg_attr(not(test), expect(dead_code, reason = "help and types tell it"))]
    pub(super) range: Range,
    pub(super) default: Option<(f64, f64)>,
}

/// Yes or no, no if nothing is given.
pub(super) struct Flag;

/// A text that has to be given.
pub(super) struct Text;

/// A text that may be left out.
pub(super) struct MaybeText;

pub(super) struct Word<T>(PhantomData<T>);
pub(super) struct MaybeWord<T>(usize, PhantomData<T>);
pub(super) struct NeededWord<T>(usize, PhantomData<T>);
pub(super) struct Part<T>(PhantomData<T>);

/// A word, the enum's default if nothing is given.
pub(super) const fn word<T>() -> Word<T> {
    Word(PhantomData)
}

/// A word that may be left out, one of the first so many.
pub(super) const fn maybe_word<T>(first: usize) -> MaybeWord<T> {
    MaybeWord(first, PhantomData)
}

/// A word that has to be given, one of the first so many.
pub(super) const fn needed_word<T>(first: usize) -> NeededWord<T> {
    NeededWord(first, PhantomData)
}

/// The options of another table, at the same place.
pub(super) const fn part<T>() -> Part<T> {
    Part(PhantomData)
}

/// Options that are read by a table.
pub(super) trait Table: Sized {
    /// Takes what the table names out of `options`.
    fn read(options: &mut Options) -> Result<Self, Error>;

    /// Its name.
    #[cfg(test)]
    const NAME: &'static str;

    /// Its lines.
    #[cfg(test)]
    fn lines() -> Vec<Line>;
}

impl Numbers {
    /// At most 1000 of them.
    pub(super) const fn of(range: Range) -> Self {
        Self {
            range,
            most: 1000,
            default: &[],
        }
    }

    pub(super) const fn at_most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    pub(super) const fn or(self, default: &'static [f64]) -> Self {
        Self { default, ..self }
    }
}

impl Kind for Number {
    type Read = Option<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        Ok(options.number(name)?.or(self.0.default))
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.number(&self.0)]
    }
}

impl Kind for Asked {
    type Read = Option<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        options.number(name)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.number(&self.0).required()]
    }
}

impl Kind for Needed {
    type Read = f64;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<f64, Error> {
        Filled(self.0).read(options, name)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.number(&self.0).required()]
    }
}

impl Kind for Filled {
    type Read = f64;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<f64, Error> {
        let given = options.number(name)?.or(self.0.default);
        given.ok_or(Error::Missing {
            parameter: name,
            needed: name,
        })
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.number(&self.0)]
    }
}

impl Kind for Numbers {
    type Read = Option<Vec<f64>>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        let default = (!self.default.is_empty()).then(|| self.default.to_vec());
        Ok(options.numbers(name, self.most)?.or(default))
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.numbers(self)]
    }
}

impl Kind for List {
    type Read = Vec<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        Ok(self.0.read(options, name)?.unwrap_or_default())
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.numbers(&self.0)]
    }
}

impl Kind for OneOrEach {
    type Read = Vec<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        Ok(self.0.read(options, name)?.unwrap_or_default())
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.numbers(&self.0).typed("number | number[]")]
    }
}

impl Kind for Pair {
    type Read = Option<(f64, f64)>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        match options.numbers(name, 1000)? {
            None => Ok(self.default),
            Some(numbers) => match numbers[..] {
                [first, second] => Ok(Some((first, second))),
                _ => Err(malformed(
                    name,
                    format!("has {} entries; it must have two", numbers.len()),
                )),
            },
        }
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.pair(self)]
    }
}

impl Kind for Flag {
    type Read = bool;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<bool, Error> {
        match options.take(name)? {
            None => Ok(false),
            Some(Value::Flag(flag)) => Ok(flag),
            Some(other) => Err(other.refused(name, "true or false")),
        }
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("boolean").or_default("false")]
    }
}

impl Kind for Text {
    type Read = String;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<String, Error> {
        MaybeText.read(options, name)?.ok_or(Error::Missing {
            parameter: name,
            needed: "a text",
        })
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("string").required()]
    }
}

impl Kind for MaybeText {
    type Read = Option<String>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        match options.take(name)? {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(other) => Err(other.refused(name, "a text")),
        }
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("string")]
    }
}

impl<T: DeserializeOwned> Kind for MaybeWord<T> {
    type Read = Option<T>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        options.word(name, self.0)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.words::<T>(self.0)]
    }
}

impl<T: DeserializeOwned + Default> Kind for Word<T> {
    type Read = T;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<T, Error> {
        Ok(options.word(name, usize::MAX)?.unwrap_or_default())
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.words::<T>(usize::MAX).first_word_as_default()]
    }
}

impl<T: DeserializeOwned> Kind for NeededWord<T> {
    type Read = T;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<T, Error> {
        options.word(name, self.0)?.ok_or_else(|| {
            let words = words_of::<T>(self.0).join(", ");
            malformed(name, format!("is missing; give one of {words}"))
        })
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.words::<T>(self.0).required()]
    }
}

impl<T: Table> Kind for Part<T> {
    type Read = T;

    fn read(&self, options: &mut Options, _: &'static str) -> Result<T, Error> {
        T::read(options)
    }

    #[cfg(test)]
    fn lines(&self, _: Line) -> Vec<Line> {
        let part = T::NAME;
        let lines = T::lines().into_iter();
        lines.map(|line| line.of_part(part)).collect()
    }
}

/// Builds a table: for each option its name, the kind of its value, its unit and a sentence of help. `Self` gets a field
/// for each line; a line may stand for options of another table.
macro_rules! table {
    ($target:ident { $($(#[doc = $help:literal])* $name:ident: $kind:expr $(, $unit:literal)?;)+ }) => {
        impl $crate::boundary::table::Table for $target {
            fn read(
                options: &mut $crate::boundary::options::Options,
            ) -> Result<Self, $crate::figure::Error> {
                use $crate::boundary::table::Kind;
                Ok(Self {
                    $($name: $kind.read(options, stringify!($name))?,)+
                })
            }

            #[cfg(test)]
            const NAME: &'static str = stringify!($target);

            #[cfg(test)]
            fn lines() -> Vec<$crate::boundary::generated::Line> {
                use $crate::boundary::{generated::Line, table::Kind};
                let mut lines = Vec::new();
                $(lines.extend($kind.lines(Line::new(
                    stringify!($name),
                    concat!($($help),*),
                    concat!($($unit)?),
                )));)+
                lines
            }
        }
    };
}
pub(super) use table;
