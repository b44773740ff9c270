//! The values that an answer may take, in order, and the search among them.

use crate::figure::Error;
use crate::numerics::Bisection;

/// Significant digits of an answer that is no count.
const DIGITS: f64 = 7.0;

/// Values numbered by whole `k`.
pub(crate) struct Lattice {
    kind: Kind,
    first: f64,
    last: f64,
}

enum Kind {
    /// Decimal numbers of seven digits: `k = digits + 9e6 decade`.
    Digits,
    Multiples(f64),
    /// `1/k`, so that the values rise with `-k`.
    Reciprocals,
}

impl Lattice {
    /// All numbers of seven digits from `first` to `last`, which are powers of ten.
    pub(crate) fn digits(first: f64, last: f64) -> Self {
        let index = |value: f64| libm::round(libm::log10(value)) * 9e6;
        Self {
            kind: Kind::Digits,
            first: index(first),
            last: index(last),
        }
    }

    /// Multiples of `unit` up to `most`.
    pub(crate) fn multiples(unit: f64, most: f64) -> Self {
        Self {
            kind: Kind::Multiples(unit),
            first: 1.0,
            last: libm::floor(most / unit * (1.0 + 1e-12)).max(1.0),
        }
    }

    /// One over a whole number, from a billionth up to 1.
    pub(crate) fn reciprocals() -> Self {
        Self {
            kind: Kind::Reciprocals,
            first: -1e9,
            last: -1.0,
        }
    }

    pub(crate) fn first(&self) -> f64 {
        self.first
    }

    pub(crate) fn last(&self) -> f64 {
        self.last
    }

    /// The value with number `k`.
    pub(crate) fn value(&self, k: f64) -> f64 {
        match self.kind {
            Kind::Digits => {
                let decade = libm::floor(k / 9e6);
                let digits = k - decade * 9e6 + 1e6;
                // Through the text of the number, so that it is the nearest to its digits.
                let text = format!("{digits:.0}e{}", decade - (DIGITS - 1.0));
                text.parse().unwrap_or(f64::NAN)
            }
            Kind::Multiples(unit) => k * unit,
            Kind::Reciprocals => -1.0 / k,
        }
    }

    /// The number of the largest value that is at most `value`.
    fn below(&self, value: f64) -> f64 {
        let k = match self.kind {
            Kind::Digits => {
                let decade = libm::floor(libm::log10(value));
                let digits = libm::floor(value / libm::pow(10.0, decade - (DIGITS - 1.0)));
                decade * 9e6 + digits - 1e6
            }
            Kind::Multiples(unit) => libm::floor(value / unit),
            Kind::Reciprocals => libm::floor(-1.0 / value),
        };
        k.clamp(self.first, self.last)
    }

    /// The number in the middle of the logarithm.
    pub(crate) fn middle(&self) -> f64 {
        self.below(libm::sqrt(self.value(self.first) * self.value(self.last)))
    }

    /// Where an estimate changes its sign between two numbers, by halving the logarithm; none where the estimate is
    /// missing at the middle.
    pub(crate) fn crossing(
        &self,
        safest: f64,
        boldest: f64,
        excess: &dyn Fn(f64) -> Option<f64>,
    ) -> Option<f64> {
        let (safe, bold) = (
            libm::log(self.value(safest)),
            libm::log(self.value(boldest)),
        );
        let at = |u: f64| excess(self.below(libm::exp(u) * (1.0 + 1e-12)));
        at(0.5 * (safe + bold))?;
        // A missing estimate belongs to runs whose laws hardly overlap.
        let is_safe = |u: f64| at(u).is_some_and(|excess| excess <= 0.0);
        let (safe, _) = Bisection::linear(34).bracket(safe, bold, is_safe);
        Some(self.below(libm::exp(safe) * (1.0 + 1e-12)))
    }

    /// False position in the logarithm of the value from a good start.
    pub(crate) fn refine(
        &self,
        start: f64,
        endangers: bool,
        excess: &dyn Fn(f64) -> Result<f64, Error>,
    ) -> Result<f64, Error> {
        let sign = if endangers { 1.0 } else { -1.0 };
        let (mut k, mut u) = (start, libm::log(self.value(start)));
        let mut e = excess(k)?;
        let mut slope: Option<f64> = None;
        for _ in 0..8 {
            // What one decade does to mu is about the same everywhere: steps act with their root, others at once.
            let guess = slope.unwrap_or(sign * 0.8);
            let next = u - (e / guess).clamp(-1.5, 1.5);
            let moved = self.below(libm::exp(next) * (1.0 + 1e-12));
            if moved == k || !e.is_finite() {
                break;
            }
            let (next_u, next_e) = (libm::log(self.value(moved)), excess(moved)?);
            let found = (next_e - e) / (next_u - u);
            if found * sign > 0.0 {
                slope = Some(found);
            }
            let done = (moved - k).abs() <= 2.0;
            (k, u, e) = (moved, next_u, next_e);
            if done {
                break;
            }
        }
        Ok(k)
    }

    /// The last number in direction `step` that is safe, if all before it are; none if none is.
    pub(crate) fn last_safe(
        &self,
        start: f64,
        step: f64,
        safe: &dyn Fn(f64) -> Result<bool, Error>,
    ) -> Result<Option<f64>, Error> {
        let inside = |k: f64| k.clamp(self.first, self.last);
        let (safest, boldest) = if step > 0.0 {
            (self.first, self.last)
        } else {
            (self.last, self.first)
        };
        let mut stride = 1.0;
        let (mut good, mut bad);
        if safe(start)? {
            good = start;
            loop {
                if good == boldest {
                    return Ok(Some(good));
                }
                let next = inside(good + step * stride);
                if !safe(next)? {
                    bad = next;
                    break;
                }
                good = next;
                stride *= 8.0;
            }
        } else {
            bad = start;
            loop {
                if bad == safest {
                    return Ok(None);
                }
                let next = inside(bad - step * stride);
                if safe(next)? {
                    good = next;
                    break;
                }
                bad = next;
                stride *= 8.0;
            }
        }
        while (bad - good).abs() > 1.0 {
            let middle = libm::floor(0.5 * (good + bad));
            if safe(middle)? {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Ok(Some(good))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_decimals_that_they_print() {
        let lattice = Lattice::digits(0.01, 1e4);
        assert_eq!(lattice.value(lattice.first()), 0.01);
        assert_eq!(lattice.value(lattice.last()), 1e4);
        for value in [0.5, 1.0, 0.9999999, 1.234567, 37.5, 9999.999] {
            let k = lattice.below(value * (1.0 + 1e-12));
            assert_eq!(lattice.value(k), value);
            assert!(lattice.value(k + 1.0) > value);
        }
        assert_eq!(
            lattice.value(lattice.below(0.9999999 * (1.0 + 1e-12)) + 1.0),
            1.0
        );
    }

    #[test]
    fn the_search_ends_at_the_edge() {
        let lattice = Lattice::multiples(1.0, 1e9);
        for edge in [1.0, 2.0, 77.0, 123_456.0] {
            for start in [1.0, 77.0, 5e6] {
                let found = lattice.last_safe(start, 1.0, &|k| Ok(k <= edge));
                assert_eq!(found, Ok(Some(edge)));
            }
        }
        assert_eq!(lattice.last_safe(5.0, 1.0, &|_| Ok(false)), Ok(None));
        assert_eq!(lattice.last_safe(5.0, 1.0, &|_| Ok(true)), Ok(Some(1e9)));
    }
}
