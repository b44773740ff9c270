//! Two laws of a likelihood ratio with the same lowest moments: how far apart they are.

/// Moments that are counted one by one.
pub(crate) const TERMS: usize = 12;
/// The lowest one in which laws differ.
const ORDER: usize = 7;
const AT: f64 = ORDER as f64;

/// How far `E w^(s + iu)` of two laws are apart. Both are a lognormal of one variance times what does not depend on it: `y = 1 + d` in a law
/// that is meant, with `E d = 0`, and in nodes with its moments up to the sixth.
///
/// Taylor's remainder of `y^z` is `|z (z - 1) .. (z - 6)|/5040 |d|^7` times the largest power `s - 7` of a number between 1 and `y`.
#[derive(Clone, Debug)]
pub(crate) struct Apart {
    /// Variance of the logarithm of the lognormal.
    pub(crate) variance: f64,
    /// Bounds of `E |d|^(7 + j)` of the law, and of the sum of the further ones, each as often as the largest power has it.
    pub(crate) moments: [f64; TERMS],
    pub(crate) beyond: f64,
    /// By how much `ln y` of the law is below 0 at most.
    pub(crate) least: f64,
    /// `E |d|^7` of the nodes, and their largest `|ln y|`.
    pub(crate) own: (f64, f64),
    /// By how much the second to the sixth moment of the nodes, and the losses, may be off.
    pub(crate) rounding: ([f64; ORDER - 2], f64),
    /// Largest power at which this is known, to either side.
    pub(crate) most_power: f64,
}

/// The same at one power.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApartAt {
    s: f64,
    /// Of the seventh moment, of the second to the sixth, and of the losses.
    seventh: f64,
    moments: [f64; ORDER - 2],
    loss: f64,
    scale: f64,
}

impl ApartAt {
    /// Bound at a frequency.
    pub(crate) fn error(&self, u: f64) -> f64 {
        self.of_factors(core::array::from_fn(|k| libm::hypot(self.s - k as f64, u)))
    }

    /// For factors `|z - k|` of this size.
    fn of_factors(&self, factors: [f64; ORDER]) -> f64 {
        let mut sum = factors[0] * self.loss;
        let mut product = factors[0];
        let moments = self.moments.iter().chain([&self.seventh]);
        for ((index, factor), moment) in factors.iter().enumerate().skip(1).zip(moments) {
            product *= factor / (index as f64 + 1.0);
            sum += product * moment;
        }
        sum * self.scale * (1.0 + 1e-9)
    }

    /// Times a factor.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self {
            scale: factor * self.scale,
            ..self
        }
    }
}

impl Apart {
    /// At a power; none where nothing is known.
    pub(crate) fn at(&self, s: f64) -> Option<ApartAt> {
        let known = s.abs() <= self.most_power;
        known.then(|| self.bound(s, s - AT, 0.5 * s * (s - 1.0)))
    }

    /// A loss and a mass, so that at a power of the law under another one the bound is at most the mass times `e^(|power| loss)`: no factor is
    /// larger than `size + |power|`, and the product of seven at most `e^(7 |power|/size)` times that of seven sizes.
    pub(crate) fn growth(&self, s: f64) -> (f64, f64) {
        let size = s.abs() + AT - 1.0;
        let most = self.most_power;
        let bound = self.bound(s, most, 0.5 * most * (most + 1.0));
        (
            AT / size + self.least + self.own.1,
            bound.of_factors([size; ORDER]),
        )
    }

    fn bound(&self, s: f64, more: f64, squares: f64) -> ApartAt {
        let law = self.seventh(more.max(0.0)) * libm::exp((AT - s).max(0.0) * self.least);
        let own = self.own.0 * libm::exp((s - AT).abs() * self.own.1);
        let farthest = libm::exp(s.abs() * self.own.1);
        let (moments, loss) = self.rounding;
        ApartAt {
            s,
            seventh: law + own,
            moments: moments.map(|off| off * farthest),
            loss: loss * farthest,
            scale: libm::exp(squares * self.variance),
        }
    }

    /// Bound of `E |d|^7 (1 + |d|)^power`.
    fn seventh(&self, power: f64) -> f64 {
        let whole = libm::ceil(power);
        let (mut sum, mut choices) = (self.beyond, 1.0);
        for (j, moment) in self.moments.iter().enumerate() {
            sum += choices * moment;
            choices *= (whole - j as f64).max(0.0) / (j as f64 + 1.0);
        }
        sum
    }
}
