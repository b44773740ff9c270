//! The values that an answer may take, in order.

use crate::numerics::sign_change;

/// Significant digits of an answer that is no count.
const DIGITS: f64 = 7.0;
/// How near to its change of sign an estimate is followed, in the logarithm of the value.
const NEAR: f64 = 1e-3;

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

    /// The numbers of seven digits from `least` to `most` that fit, as 1 between these does; rounding decides at the ends.
    pub(crate) fn digits_within(least: f64, most: f64, fits: impl Fn(f64) -> bool) -> Self {
        let all = Self::digits(1e-9, 1e9);
        let (mut first, mut last) = (all.below(least), all.below(most));
        while !fits(all.value(first)) {
            first += 1.0;
        }
        while !fits(all.value(last)) {
            last -= 1.0;
        }
        Self { first, last, ..all }
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

    /// About where an estimate changes its sign between two numbers; none where the estimate is missing at the middle.
    pub(crate) fn crossing(
        &self,
        safest: f64,
        boldest: f64,
        excess: &dyn Fn(f64) -> Option<f64>,
    ) -> Option<f64> {
        let at = |u: f64| excess(self.at_log(u));
        let (safe, bold) = (self.log(safest), self.log(boldest));
        at(0.5 * (safe + bold))?;
        // A missing estimate belongs to runs whose laws hardly overlap.
        let room = |u: f64| at(u).map_or(f64::NEG_INFINITY, |excess| -excess);
        let at_bold = room(bold);
        if at_bold > 0.0 {
            return Some(boldest);
        }
        let (safe, _) = sign_change((safe, room(safe)), (bold, at_bold), |_| NEAR, room);
        Some(self.at_log(safe))
    }

    /// The logarithm of the value with number `k`.
    pub(crate) fn log(&self, k: f64) -> f64 {
        libm::log(self.value(k))
    }

    /// The number of the largest value whose logarithm is at most `u`, up to rounding.
    pub(crate) fn at_log(&self, u: f64) -> f64 {
        self.below(libm::exp(u) * (1.0 + 1e-12))
    }

    /// A direction of rising danger: its sign, its safest and its boldest number.
    pub(crate) fn ends(&self, endangers: bool) -> (f64, f64, f64) {
        if endangers {
            (1.0, self.first, self.last)
        } else {
            (-1.0, self.last, self.first)
        }
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
}
