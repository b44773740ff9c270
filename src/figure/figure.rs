//! One number with its side of the truth, its method and its theorem.

use super::theorem::Theorem;
use crate::numerics::Interval;
use core::fmt;
use serde::Serialize;

/// Version of this library, as it stands in every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Which side of the truth a figure is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The true value lies between `lower` and `upper`, rounding included, and these are at most a thousandth apart.
    Exact,
    /// The true value lies between `lower` and `upper`, rounding included, but these leave much open: the estimate is
    /// the end on the safe side.
    Interval,
    /// The true value is at most `upper`; at least `lower` where that is known.
    Upper,
    /// The true value is at least `lower`; at most `upper` where that is known.
    Lower,
    /// A statistical estimate with its confidence interval.
    Estimate,
    /// A formula without a promise.
    Approximation,
}

/// A number as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Figure {
    /// Lower end, where there is one.
    pub lower: Option<f64>,
    /// The number itself; the middle of an exact figure, the safe end of an interval, the bound of a one-sided figure.
    pub estimate: f64,
    /// Upper end, where there is one.
    pub upper: Option<f64>,
    /// Which side of the truth it is on.
    pub kind: Kind,
    /// How it was computed, e.g. "fourier", "`closed_form`", "hellinger".
    pub method: &'static str,
    /// The statement it rests on, with its source.
    pub theorem: &'static str,
    /// The keys of those sources in the bibliography; `mibounds` where the statement is this project's own.
    pub sources: &'static [&'static str],
    /// The entry of the errata that is in force here, e.g. "E9"; absent where the printed statement is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub erratum: Option<&'static str>,
    /// What must hold beside the theorem's name, in words; absent where the object around it says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub assumptions: Option<&'static str>,
}

/// The interval and the side, for people. A precision rounds outward: the lower end down, the upper one up.
///
/// ```
/// use mi_bounds::{Bounds, Demand, Mechanism, SampledGaussian};
/// let run = Mechanism::from(&SampledGaussian::new(1.0, 0.01, 1000.0)?);
/// let advantage = Bounds::new(&run, &Demand::default())?.advantage();
/// assert_eq!(format!("{advantage:.6}"), "0.161017 to 0.161018 (exact)");
/// # Ok::<(), mi_bounds::Error>(())
/// ```
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = |x| rounded(x, f.precision(), libm::floor, -1.0);
        let above = |x| rounded(x, f.precision(), libm::ceil, 1.0);
        let side = match self.kind {
            Kind::Exact => "exact",
            Kind::Interval => "interval",
            Kind::Upper => "upper bound",
            Kind::Lower => "lower bound",
            Kind::Estimate => "estimate",
            Kind::Approximation => "approximation",
        };
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) => write!(f, "{} to {}", below(lower), above(upper)),
            (Some(lower), None) => write!(f, "at least {}", below(lower)),
            (None, Some(upper)) => write!(f, "at most {}", above(upper)),
            (None, None) => write!(
                f,
                "{}",
                rounded(self.estimate, f.precision(), libm::round, 0.0)
            ),
        }?;
        write!(f, " ({side})")
    }
}

/// `x` with so many decimals, on the side of `towards`.
fn rounded(x: f64, decimals: Option<usize>, to_whole: fn(f64) -> f64, towards: f64) -> String {
    let Some(decimals) = decimals else {
        return x.to_string();
    };
    let scale = libm::pow(10.0, decimals as f64);
    let mut whole = to_whole(x * scale);
    // The product is rounded, too.
    if (whole / scale - x) * towards < 0.0 {
        whole += towards;
    }
    format!("{:.decimals$}", whole / scale)
}

/// Largest width of an interval, as a share of its larger end, that still counts as exact: three digits.
const WIDEST_EXACT: f64 = 1e-3;

/// Whether a certified interval is that of an exact figure.
pub(crate) fn is_narrow(interval: Interval) -> bool {
    let largest = interval.lower.abs().max(interval.upper.abs());
    interval.width() == 0.0 || interval.width() < WIDEST_EXACT * largest
}

impl Figure {
    /// The certified interval of a quantity that grows with the attacker's success: its safe end is the upper one.
    pub(crate) fn exact(
        interval: Interval,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Self {
        Self::certified(interval, interval.upper, method, theorem)
    }

    /// The same for a quantity that falls as the attacker's success grows.
    pub(crate) fn exact_falling(
        interval: Interval,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Self {
        Self::certified(interval, interval.lower, method, theorem)
    }

    fn certified(
        interval: Interval,
        safe: f64,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Self {
        let (kind, estimate) = if is_narrow(interval) {
            (Kind::Exact, interval.middle())
        } else {
            (Kind::Interval, safe)
        };
        Self {
            lower: Some(interval.lower),
            estimate,
            upper: Some(interval.upper),
            kind,
            method,
            theorem: theorem.text,
            sources: theorem.sources,
            erratum: None,
            assumptions: None,
        }
    }

    /// A bound whose other side is known as well, or not.
    pub(crate) fn upper_from(
        lower: Option<f64>,
        upper: f64,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Self {
        Self {
            lower,
            ..Self::upper(upper, method, theorem)
        }
    }

    /// A lower bound, with the upper end where it is known.
    pub(crate) fn lower_from(
        lower: f64,
        upper: Option<f64>,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Self {
        Self {
            lower: Some(lower),
            estimate: lower,
            upper,
            kind: Kind::Lower,
            method,
            theorem: theorem.text,
            sources: theorem.sources,
            erratum: None,
            assumptions: None,
        }
    }

    /// How far `value` is off; none where the figure itself leaves that open.
    pub(crate) fn error_of(&self, value: f64) -> Option<f64> {
        (self.kind == Kind::Exact).then_some(value - self.estimate)
    }

    /// The same figure, with the entry of the errata that corrects its printed form.
    pub(crate) fn with_erratum(self, erratum: &'static str) -> Self {
        Self {
            erratum: Some(erratum),
            ..self
        }
    }

    /// The same figure, with what must hold for it.
    pub(crate) fn with_assumptions(self, assumptions: &'static str) -> Self {
        Self {
            assumptions: Some(assumptions),
            ..self
        }
    }

    /// A lower bound.
    pub(crate) fn lower(value: f64, method: &'static str, theorem: &'static Theorem) -> Self {
        Self::lower_from(value, None, method, theorem)
    }

    /// Width of the certified interval of a figure that is known from both sides.
    #[must_use]
    pub fn width(&self) -> Option<f64> {
        match (self.kind, self.lower, self.upper) {
            (Kind::Exact | Kind::Interval, Some(lower), Some(upper)) => Some(upper - lower),
            _ => None,
        }
    }

    pub(crate) fn upper(value: f64, method: &'static str, theorem: &'static Theorem) -> Self {
        Self {
            lower: None,
            estimate: value,
            upper: Some(value),
            kind: Kind::Upper,
            method,
            theorem: theorem.text,
            sources: theorem.sources,
            erratum: None,
            assumptions: None,
        }
    }

    pub(crate) fn approximation(
        value: f64,
        method: &'static str,
        theorem: &'static Theorem,
    ) -> Self {
        Self {
            lower: None,
            estimate: value,
            upper: None,
            kind: Kind::Approximation,
            method,
            theorem: theorem.text,
            sources: theorem.sources,
            erratum: None,
            assumptions: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: &Theorem = &Theorem {
        text: "",
        sources: &[],
    };

    #[test]
    fn decimals_are_rounded_outward() {
        let figure = |lower, upper, kind| Figure {
            lower,
            estimate: 0.25,
            upper,
            kind,
            method: "",
            theorem: "",
            sources: &[],
            erratum: None,
            assumptions: None,
        };
        for (figure, text) in [
            (
                figure(Some(0.1), Some(0.3), Kind::Exact),
                "0.100 to 0.300 (exact)",
            ),
            (
                figure(Some(0.12345), Some(0.12346), Kind::Estimate),
                "0.123 to 0.124 (estimate)",
            ),
            (
                figure(None, Some(0.0), Kind::Upper),
                "at most 0.000 (upper bound)",
            ),
            (
                figure(None, Some(1e-300), Kind::Upper),
                "at most 0.001 (upper bound)",
            ),
            (
                figure(Some(-1e-9), None, Kind::Lower),
                "at least -0.001 (lower bound)",
            ),
            (
                figure(None, None, Kind::Approximation),
                "0.250 (approximation)",
            ),
            (
                figure(Some(0.1), Some(0.3), Kind::Interval),
                "0.100 to 0.300 (interval)",
            ),
            (
                figure(Some(f64::NEG_INFINITY), Some(f64::INFINITY), Kind::Exact),
                "-inf to inf (exact)",
            ),
        ] {
            assert_eq!(format!("{figure:.3}"), text);
        }
        let plain = figure(Some(0.1), Some(0.30000000000000004), Kind::Upper).to_string();
        assert_eq!(plain, "0.1 to 0.30000000000000004 (upper bound)");
        for i in 0..100_000 {
            let x = f64::from(i) * 1.7e-6;
            let text = |towards: f64, to: fn(f64) -> f64| rounded(x, Some(4), to, towards);
            assert!(text(1.0, libm::ceil).parse::<f64>().unwrap() >= x, "{x}");
            assert!(text(-1.0, libm::floor).parse::<f64>().unwrap() <= x, "{x}");
        }
    }

    /// Up to a thousandth of the larger end an interval is an exact figure; beyond, its safe end stands first.
    #[test]
    fn a_wide_interval_is_not_exact() {
        let figure = |lower, upper| Figure::exact(Interval { lower, upper }, "", NONE);
        for (lower, upper, kind) in [
            (0.0, 0.0, Kind::Exact),
            (0.9991, 1.0, Kind::Exact),
            (-1.0, -0.9991, Kind::Exact),
            (0.9989, 1.0, Kind::Interval),
            (0.0, 1e-300, Kind::Interval),
            (0.0, f64::INFINITY, Kind::Interval),
        ] {
            assert_eq!(figure(lower, upper).kind, kind, "{lower} {upper}");
        }
        let wide = Interval {
            lower: 0.25,
            upper: 0.75,
        };
        assert_eq!(Figure::exact(wide, "", NONE).estimate, 0.75);
        assert_eq!(Figure::exact_falling(wide, "", NONE).estimate, 0.25);
        assert_eq!(Figure::exact(wide, "", NONE).width(), Some(0.5));
        assert_eq!(Figure::exact(wide, "", NONE).error_of(0.5), None);
        assert_eq!(figure(0.5, 0.5).error_of(0.75), Some(0.25));
    }
}
