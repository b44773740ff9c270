//! Readers that the options of guarantees, output noise and attribute inference share.

use super::options::{Options, malformed};
use super::value::Value;
use crate::figure::Error;

/// Longest list of records or steps.
pub(super) const MOST: usize = 1_000_000;

impl Options {
    /// A number that must be given.
    pub(super) fn needed(&mut self, name: &'static str) -> Result<f64, Error> {
        self.number(name)?.ok_or(Error::Missing {
            parameter: name,
            needed: name,
        })
    }

    /// A long list of numbers.
    pub(super) fn many(&mut self, name: &'static str) -> Result<Option<Vec<f64>>, Error> {
        match self.0.remove(name) {
            Some(Value::Numbers(numbers)) if numbers.len() <= MOST => Ok(Some(numbers)),
            Some(Value::Numbers(numbers)) => Err(malformed(
                name,
                format!("has {} entries; at most {MOST} are allowed", numbers.len()),
            )),
            None | Some(Value::Nothing) => Ok(None),
            Some(Value::Number(number)) => Ok(Some(vec![number])),
            Some(other) => Err(malformed(
                name,
                format!("is {}; it must be a list of numbers", other.shown()),
            )),
        }
    }
}
