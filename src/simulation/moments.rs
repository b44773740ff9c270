//! What has to be kept of the summands at one order so that the control can be weighed when the result is read.

use crate::random::LANES;

/// Number, and sums of the summand `x`, its square, its control `c`, their product and the square of `c`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    pub(crate) n: f64,
    pub(crate) x: f64,
    pub(crate) xx: f64,
    pub(crate) c: f64,
    pub(crate) xc: f64,
    pub(crate) cc: f64,
}

/// Numbers of [`Moments`] as a list.
pub(crate) const MOMENTS: usize = 6;

impl Moments {
    /// Adds sixteen summands: these first among each other, so that the rounding of a sum grows with its blocks.
    pub(crate) fn add(&mut self, x: &[f64; LANES], c: &[f64; LANES]) {
        let sum = |term: &dyn Fn(usize) -> f64| -> f64 { (0..LANES).map(term).sum() };
        self.n += LANES as f64;
        self.x += sum(&|i| x[i]);
        self.xx += sum(&|i| x[i] * x[i]);
        self.c += sum(&|i| c[i]);
        self.xc += sum(&|i| x[i] * c[i]);
        self.cc += sum(&|i| c[i] * c[i]);
    }

    pub(crate) fn list(&self) -> [f64; MOMENTS] {
        [self.n, self.x, self.xx, self.c, self.xc, self.cc]
    }

    /// From [`Moments::list`]; `None` unless there are six numbers that can be such sums.
    pub(crate) fn from_list(list: &[f64]) -> Option<Self> {
        let &[n, x, xx, c, xc, cc] = list else {
            return None;
        };
        list.iter()
            .all(|&number| number.is_finite() && number >= 0.0)
            .then_some(Self {
                n,
                x,
                xx,
                c,
                xc,
                cc,
            })
    }

    /// The multiple of the control that leaves the least variance: the regression of `x` on `c`, held between 0 and 2.
    /// Where the control varies by no more than rounding it is 0.
    pub(crate) fn slope(&self) -> f64 {
        let n = self.n.max(1.0);
        let spread = self.cc - self.c * self.c / n;
        let joint = self.xc - self.x * self.c / n;
        if spread <= 1e-12 * self.cc {
            return 0.0;
        }
        (joint / spread).clamp(0.0, 2.0)
    }

    /// Sum of `y = x - beta (c - mean)`.
    pub(crate) fn sum(&self, beta: f64, mean: f64) -> f64 {
        self.x - beta * (self.c - self.n * mean)
    }

    /// Sum of `(y - centre)²`, never negative, and what its terms add up to without their signs: times the rounding of
    /// a sum, that is its error.
    pub(crate) fn sum_of_squares(&self, beta: f64, mean: f64, centre: f64) -> (f64, f64) {
        // y - centre = x - beta c + k.
        let k = beta * mean - centre;
        let terms = [
            self.xx,
            -2.0 * beta * self.xc,
            beta * beta * self.cc,
            2.0 * k * self.x,
            -2.0 * k * beta * self.c,
            k * k * self.n,
        ];
        let size = terms.iter().map(|term| term.abs()).sum();
        (terms.iter().sum::<f64>().max(0.0), size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_say_what_the_summands_say() {
        let x: [f64; LANES] = core::array::from_fn(|i| libm::fabs(libm::sin(i as f64)));
        let c: [f64; LANES] = core::array::from_fn(|i| libm::fabs(libm::sin(i as f64 + 0.3)));
        let mut moments = Moments::default();
        moments.add(&x, &c);
        let (beta, mean, centre) = (0.7, 0.5, 0.4);
        let y: Vec<f64> = (0..LANES).map(|i| x[i] - beta * (c[i] - mean)).collect();
        let sum: f64 = y.iter().sum();
        let squares: f64 = y.iter().map(|y| (y - centre) * (y - centre)).sum();
        assert!((moments.sum(beta, mean) - sum).abs() < 1e-13);
        let (found, size) = moments.sum_of_squares(beta, mean, centre);
        assert!((found - squares).abs() < 1e-14 * size);
        // Of all multiples the slope leaves the least.
        let best = moments.slope();
        let left = |beta: f64| {
            let centre = moments.sum(beta, mean) / moments.n;
            moments.sum_of_squares(beta, mean, centre).0
        };
        assert!(left(best) <= left(best + 0.01) && left(best) <= left(best - 0.01));
    }

    #[test]
    fn a_constant_control_has_no_slope() {
        let mut moments = Moments::default();
        moments.add(&core::array::from_fn(|i| i as f64 / 16.0), &[0.3; LANES]);
        assert_eq!(moments.slope(), 0.0);
    }
}
