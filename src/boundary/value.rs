//! A value before it is known what it should be, and named values in a list: few names, each looked up once.

use super::options::malformed;
use crate::figure::Error;
use core::fmt;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A value before it is known what it should be.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number, NaN and infinities included.
    Number(f64),
    /// A list of numbers.
    Numbers(Vec<f64>),
    /// A list of rows.
    Rows(Vec<Vec<f64>>),
    /// Named values.
    Named(Names),
    /// A text.
    Text(String),
    /// A truth value.
    Flag(bool),
    /// Nothing, the same as leaving the name out.
    Nothing,
    /// A list of anything else.
    Mixed,
}

/// Values by name, no name twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names(Vec<(String, Value)>);

impl Names {
    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value)
    }

    /// Sets a name, and returns the value that it had.
    pub fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        let before = self.remove(&name);
        self.0.push((name, value));
        before
    }

    /// Takes a name out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let index = self.0.iter().position(|(own, _)| own == name)?;
        Some(self.0.swap_remove(index).1)
    }

    /// The first name in the alphabet.
    pub(crate) fn into_first_name(self) -> Option<String> {
        self.0.into_iter().map(|(name, _)| name).min()
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Named(names) => Ok(names),
            _ => Err(serde::de::Error::custom("not an object of named values")),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Text(text))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut names = Names::default();
        while let Some((name, value)) = map.next_entry()? {
            names.insert(name, value);
        }
        Ok(Value::Named(names))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let (mut numbers, mut rows, mut mixed) = (Vec::new(), Vec::new(), false);
        while let Some(value) = list.next_element()? {
            match value {
                Value::Number(number) => numbers.push(number),
                Value::Numbers(row) => rows.push(row),
                _ => mixed = true,
            }
        }
        Ok(match (mixed, numbers.is_empty(), rows.is_empty()) {
            (false, _, true) => Value::Numbers(numbers),
            (false, true, false) => Value::Rows(rows),
            _ => Value::Mixed,
        })
    }
}

impl Value {
    /// Why it does not stand for an option that has to be something else.
    pub(crate) fn refused(&self, parameter: &str, wanted: &str) -> Error {
        malformed(
            parameter,
            format!("is {}; it must be {wanted}", self.shown()),
        )
    }

    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Numbers(_) | Self::Rows(_) => "a list".into(),
            Self::Text(text) => format!("\"{}\"", short(text)),
            Self::Flag(flag) => flag.to_string(),
            Self::Nothing => "nothing".into(),
            Self::Named(_) => "an object".into(),
            Self::Mixed => "a list of mixed values".into(),
        }
    }
}

/// Text for a message: a hostile one may be megabytes long.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.into()
    } else {
        text.chars().take(LONGEST).chain("…".chars()).collect()
    }
}
