//! The law of a likelihood ratio as a table: a quadrature between two ends, with all its errors.

use super::apart::Apart;

/// The law of `w = dP/dQ` of one step, whose loss is `L = ln w`: integrals over it are sums over the nodes.
///
/// The loss is a sum of a Gaussian of variance [`Self::variance`] and of what does not depend on it: its density at `l + ia` is
/// at most `e^(a²/(2 variance))` times that at `l`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TabulatedRatio {
    pub(crate) nodes: Vec<RatioNode>,
    /// The rules that the nodes are of.
    pub(crate) panels: Vec<RatioPanel>,
    /// Losses of the first node at least and of the last one at most.
    pub(crate) ends: (f64, f64),
    /// Bound of the mass under "out" left of the first end.
    pub(crate) left: f64,
    /// Bound of the mass under "in" that the nodes do not have, from the loss `from` on: between the ends or right of them.
    pub(crate) missing: f64,
    pub(crate) from: f64,
    pub(crate) variance: f64,
    /// How far the nodes are from the law where they stand for it in its powers alone; its panels lie across each other then.
    pub(crate) apart: Option<Apart>,
}

/// A node: its loss, the logarithm of its mass under "out", and a bound of the error of that mass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatioNode {
    pub(crate) loss: f64,
    pub(crate) log_out: f64,
    pub(crate) error: f64,
}

/// Consecutive nodes of one rule.
#[derive(Clone, Debug)]
pub(crate) struct RatioPanel {
    pub(crate) nodes: usize,
    /// Bound of the density of the loss under "out" at its first end.
    pub(crate) density_before: f64,
    /// Bounds of its error by ellipses around it, of which any one holds.
    pub(crate) ellipses: Vec<RatioEllipse>,
}

/// With `E w^(s + iu)` the rule of a panel is off by at most `e^(log_error + s loss + |s - slope| along + |s| bend + u turn)`: the
/// density falls about as `e^(-slope l)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatioEllipse {
    pub(crate) log_error: f64,
    pub(crate) loss: f64,
    pub(crate) slope: f64,
    pub(crate) along: f64,
    pub(crate) bend: f64,
    pub(crate) turn: f64,
}

impl RatioEllipse {
    /// Logarithm of the bound under a tilt at frequencies up to `u`.
    fn log_bound(&self, s: f64, u: f64) -> f64 {
        self.log_error
            + s * self.loss
            + (s - self.slope).abs() * self.along
            + s.abs() * self.bend
            + u * self.turn
    }

    /// Bound of the error of the rule for the mass.
    pub(crate) fn mass_error(&self) -> f64 {
        libm::exp(self.log_bound(0.0, 0.0)) * (1.0 + 1e-9)
    }
}

impl RatioPanel {
    /// Losses between which the ellipses lie: under a further tilt the bound of the error grows by no more than a power of the ratio
    /// at one of them.
    pub(crate) fn losses(&self) -> (f64, f64) {
        let ends = self.ellipses.iter().map(|ellipse| {
            let reach = ellipse.along + ellipse.bend;
            (ellipse.loss - reach, ellipse.loss + reach)
        });
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        ends.fold(none, |a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// Bound of the error of its rule under a tilt at frequencies up to `u`.
    pub(crate) fn error(&self, s: f64, u: f64) -> f64 {
        let bounds = self.ellipses.iter().map(|ellipse| ellipse.log_bound(s, u));
        libm::exp(bounds.fold(f64::INFINITY, f64::min)) * (1.0 + 1e-9)
    }
}

/// The margin beyond either end, as a share of what lies between them.
const MARGIN: f64 = 0.01;

impl TabulatedRatio {
    /// How far beyond the ends, in the loss, the law is cut: where its density is at most what is there on average.
    pub(crate) fn margin(&self) -> f64 {
        MARGIN * (self.ends.1 - self.ends.0)
    }

    /// Bound of what the nodes lack of `E w^s` where the law is cut.
    pub(crate) fn lacking(&self, s: f64) -> f64 {
        let last = self.ends.1 + self.margin();
        let right = ((s - 1.0) * self.from).max((s - 1.0) * last);
        self.lacking_left(s) + self.missing * libm::exp(right) * (1.0 + 1e-9)
    }

    /// The same left of the first end.
    pub(crate) fn lacking_left(&self, s: f64) -> f64 {
        let (first, _) = self.ends;
        let left = (s * first).max(s * (first - self.margin()));
        self.left * libm::exp(left) * (1.0 + 1e-9)
    }
}
