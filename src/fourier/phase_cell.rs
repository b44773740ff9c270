//! How far a few phases may be from the many that they stand for: the certificate of merged schedules.

use super::phase_disc::PhaseDisc;
use core::cell::RefCell;

/// Ellipses that are tried, and how much larger each is.
const FIRST_ELLIPSE: f64 = 3.0;
const LARGER: f64 = 1.5;
const ELLIPSES: i32 = 12;
/// Frequencies, in each doubling and from this power of the ratio on, up to which a bound is found.
const PER_DOUBLING: f64 = 2.0;
const LOWEST: f64 = -40.0;
/// How many times the second order a mass may be of which most is not due to large observations.
const GENTLE: f64 = 100.0;
/// Phases of nearly the same shift `m` and rate `q`, and what the polynomials in both sum to over them less what they sum to over those that
/// stand for them.
///
/// `f(m, q) = ln E_Q[w^(s + it)]`, `w = 1 + q (e^(zm - m²/2) - 1)`, is analytic in both. In `x`, `y` from -1 to 1 over the cell it is a
/// series of Chebyshev polynomials whose coefficients are `4 M rho^-(i + j)` at most, with `M` the largest `|f|` for `x`, `y` in an ellipse
/// whose half axes add up to `rho`, so that for weights `T` of the phases and `W` of those that stand for them
///
/// `|sum T f - sum W f| <= 4 M (sum_(k <= n) rho^-k r_k + (sum T + sum W) sum_(k > n) (k + 1) rho^-k)`,
///
/// `r_k` the sum over `i + j = k` of what the polynomials differ by. `M` is bounded in the disc around the ellipse, see [`PhaseDisc`].
#[derive(Debug)]
pub(super) struct PhaseCell {
    /// Whether a record is replaced.
    is_replaced: bool,
    /// Centre of the shifts and rates, and how far these are from it at most, as shares of it.
    pub(super) shift: (f64, f64),
    pub(super) rate: (f64, f64),
    pub(super) num_steps: f64,
    /// `r_k` up to the degree `n`.
    pub(super) residues: Vec<f64>,
    /// The tilt that was asked for last, and the answers at the frequencies that were.
    last: RefCell<(f64, Vec<(f64, f64)>)>,
}

/// What is asked of the phases that stand for others: on this line, up to this frequency, at most this deviation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub(super) s: f64,
    pub(super) t: f64,
    pub(super) tolerance: f64,
}

impl PhaseCell {
    /// A cell within which nothing is said yet of those that stand for its phases.
    pub(super) fn new(
        is_replaced: bool,
        shift: (f64, f64),
        rate: (f64, f64),
        num_steps: f64,
    ) -> Self {
        Self {
            is_replaced,
            shift,
            rate,
            num_steps,
            residues: Vec::new(),
            last: RefCell::new((f64::NAN, Vec::new())),
        }
    }

    /// Of the least degree of polynomials at which little enough is left of those beyond: for each degree up to it, how much an error of
    /// their sums matters, in units of what is tolerated. None where that is more than `most`.
    pub(super) fn weights(&self, asked: &[Asked], most: usize) -> Option<Vec<f64>> {
        let all: Vec<(f64, Vec<(f64, f64)>)> = asked
            .iter()
            .map(|asked| (asked.tolerance, self.ellipses(asked.s, asked.t).collect()))
            .collect();
        let most_of = |of: &dyn Fn(f64, f64) -> f64| {
            let each = all.iter().map(|(tolerance, ellipses)| {
                let least = ellipses.iter().map(|&(rho, largest)| of(rho, largest));
                least.fold(f64::INFINITY, f64::min) / tolerance
            });
            each.fold(0.0, f64::max)
        };
        let left = |degree: usize| {
            most_of(&|rho, largest| 8.0 * largest * self.num_steps * beyond(rho, degree))
        };
        let degree = (1..=most).find(|&degree| left(degree) <= 1.0)?;
        let weight = |k: usize| most_of(&|rho, largest| largest * libm::pow(rho, -(k as f64)));
        Some((0..=degree).map(weight).collect())
    }

    /// Bound of `|sum T f - sum W f|` on the line `s` up to the frequency `t`; infinite where nothing is said.
    pub(super) fn deviation(&self, s: f64, t: f64) -> f64 {
        let highest = Self::level(t);
        let mut last = self.last.borrow_mut();
        if last.0 != s {
            *last = (s, Vec::new());
        }
        if let Some((_, found)) = last.1.iter().find(|(known, _)| *known == highest) {
            return *found;
        }
        let found = self.deviation_up_to(s, highest);
        last.1.push((highest, found));
        found
    }

    /// The frequency up to which a deviation is found for one: few serve all.
    pub(super) fn level(t: f64) -> f64 {
        if t <= 0.0 {
            return 0.0;
        }
        let level = libm::ceil(PER_DOUBLING * libm::log2(t)).max(LOWEST);
        libm::exp2(level / PER_DOUBLING) * (1.0 + 1e-12)
    }

    fn deviation_up_to(&self, s: f64, t: f64) -> f64 {
        let degree = self.residues.len().saturating_sub(1);
        let all = self.ellipses(s, t).map(|(rho, largest)| {
            let mut power = 4.0;
            let mut within = self.residues.first().copied().unwrap_or(0.0);
            for residue in self.residues.iter().skip(1) {
                power /= rho;
                within += residue * power;
            }
            largest * (within + 8.0 * self.num_steps * beyond(rho, degree))
        });
        all.fold(f64::INFINITY, f64::min) * (1.0 + 1e-9)
    }

    /// For each ellipse that is tried its `rho`, and a bound of the largest `|f|` in it.
    fn ellipses(&self, s: f64, t: f64) -> impl Iterator<Item = (f64, f64)> {
        (0..ELLIPSES)
            .map(|k| FIRST_ELLIPSE * libm::pow(LARGER, f64::from(k)))
            .map_while(move |rho| Some((rho, self.largest(0.5 * (rho + 1.0 / rho), s, t)?)))
    }

    /// Whether a tilt gives the second order of likelihood ratios most of the weight, not the large observations.
    pub(super) fn is_gentle(&self, s: f64) -> bool {
        let (m, q) = (self.shift.0, self.rate.0);
        let square = if self.is_replaced {
            4.0 * libm::sinh(m * m)
        } else {
            libm::expm1(m * m)
        };
        let second = 0.5 * s * (s - 1.0) * q * q * square;
        self.largest(1.0, s, 0.0)
            .is_some_and(|most| most <= GENTLE * second)
    }

    /// Upper bound of `ln E_Q[w^s]` in the cell.
    pub(super) fn log_coefficient(&self, s: f64) -> f64 {
        if (0.0..=1.0).contains(&s) {
            0.0
        } else {
            self.largest(1.0, s, 0.0).unwrap_or(f64::INFINITY)
        }
    }

    /// Bounds, between two observations, of how much `ln(P^s Q^(1-s)/L')` and `ln L'` of its phases differ from those of the centre.
    ///
    /// `ln L' = ln(qm) + h - L` with `h = zm - m²/2`; `L` grows with `h` by `p = q e^h/w`, the probability of a draw, and with `ln q` by
    /// `p - q/w`, so that `ln L'` does by `1 - p` and `1/w`. Of a replaced record the loss is the difference of two such logarithms, and `L'` the
    /// sum of their slopes.
    pub(super) fn spread(&self, s: f64, (left, right): (f64, f64)) -> (f64, f64) {
        let (m, q) = (self.shift.0, self.rate.0);
        let [of_shift, of_rate] = [self.shift.1, self.rate.1].map(|width| -libm::log1p(-width));
        let off = m * self.shift.1;
        let rate = q * (1.0 + self.rate.1);
        let undrawn = 1.0 - rate;
        // Of the logarithm of a ratio and of that of the probability of a draw.
        let of_ratio = |left: f64, right: f64| {
            let farthest = (left - m).abs().max((right - m).abs());
            let exponent = off * (farthest + off);
            let likeliest = rate / undrawn * libm::exp(right * m - 0.5 * m * m + exponent);
            let drawn = likeliest.min(1.0);
            let loss = exponent * drawn + of_rate * drawn.max(rate / undrawn);
            (loss, of_rate / undrawn + exponent)
        };
        let (loss, slope) = of_ratio(left, right);
        if !self.is_replaced {
            let slope = slope + of_shift;
            return (s.abs() * loss + slope, slope);
        }
        let (loss_below, slope_below) = of_ratio(-right, -left);
        let slope = slope.max(slope_below) + of_shift;
        (s.abs() * loss + (1.0 - s).abs() * loss_below + slope, slope)
    }

    /// Bound of `|f|` where shift and rate are off by so many times as much as in the cell; none where it is not analytic, or too large.
    fn largest(&self, scale: f64, s: f64, t: f64) -> Option<f64> {
        let scaled = |(centre, width): (f64, f64)| (centre, scale * width);
        PhaseDisc {
            is_replaced: self.is_replaced,
            shift: scaled(self.shift),
            rate: scaled(self.rate),
            s,
            t,
        }
        .largest()
    }
}

/// `sum_(k > n) (k + 1) rho^-k`.
fn beyond(rho: f64, degree: usize) -> f64 {
    let (x, n) = (1.0 / rho, degree as f64);
    libm::pow(x, n + 1.0) * ((n + 2.0) / (1.0 - x) + x / ((1.0 - x) * (1.0 - x)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::complex::{self, Complex};
    use core::f64::consts::PI;

    /// `ln E_Q[w^(s + it)]` at a complex shift and rate, by sums over `u = zm/m_0`.
    fn log_function(
        is_replaced: bool,
        m: Complex<f64>,
        q: Complex<f64>,
        centre: f64,
        (s, t): (f64, f64),
    ) -> Complex<f64> {
        const STEP: f64 = 0.02;
        let ratio = Complex::new(centre, 0.0) / m;
        let mut excess = Complex::new(0.0, 0.0);
        for k in -1100..=1100 {
            let u = STEP * f64::from(k);
            let density = complex::exp(ratio * ratio * (-0.5 * u * u))
                * ratio
                * (STEP / libm::sqrt(2.0 * PI));
            let moved = |u: f64| q * complex::expm1(m * m * -0.5 + u * centre);
            let (above, below) = (moved(u), moved(-u));
            let tilt = Complex::new(s, t);
            let mut log = complex::log1p(above) * tilt;
            let mut tangent = above * tilt;
            if is_replaced {
                let rest = Complex::new(1.0 - s, -t);
                log += complex::log1p(below) * rest;
                tangent += below * rest;
            }
            excess += density * (complex::expm1(log) - tangent);
        }
        complex::log1p(excess)
    }

    const LINES: [(f64, f64); 6] = [
        (0.5, 0.0),
        (0.5, 3.0),
        (0.5, 40.0),
        (3.0, 2.0),
        (5.0, 20.0),
        (-2.0, 10.0),
    ];

    /// No shift and rate on the edge of the disc has a larger logarithm than the bound, which is no empty one.
    #[test]
    fn logarithms_are_bounded() {
        let (mut tightest, mut bounded) = (0.0_f64, 0);
        for (m, q) in [(1.0, 0.01), (1.6, 1e-3), (0.3, 0.05), (0.7, 1e-4)] {
            for is_replaced in [false, true] {
                let cell = PhaseCell::new(is_replaced, (m, 0.02), (q, 0.03), 1.0);
                for scale in [1.0, 3.0, 8.0] {
                    for (s, t) in LINES {
                        let Some(bound) = cell.largest(scale, s, t) else {
                            continue;
                        };
                        bounded += 1;
                        for k in 0..8 {
                            for l in 0..8 {
                                let turn = |k: i32| {
                                    complex::exp(Complex::new(0.0, 0.25 * PI * f64::from(k)))
                                };
                                let shift = (turn(k) * (0.02 * scale) + 1.0) * m;
                                let rate = (turn(l) * (0.03 * scale) + 1.0) * q;
                                let found =
                                    complex::abs(log_function(is_replaced, shift, rate, m, (s, t)));
                                assert!(
                                    found <= bound * (1.0 + 1e-9) + 1e-15,
                                    "{m}, {q}, {s}, {t}: {found:e} above {bound:e}"
                                );
                                tightest = tightest.max(found / bound);
                            }
                        }
                    }
                }
            }
        }
        assert!(tightest > 0.5 && bounded > 80, "{tightest} {bounded}");
    }

    /// What few phases differ by from many is within the bound: phases in a square, and those in its corners and centre with the sums of all
    /// polynomials of the first degree.
    #[test]
    fn deviations_are_bounded() {
        let mut tightest = 0.0_f64;
        for (m, q) in [(1.0, 0.01), (1.6, 1e-3), (0.5, 0.03)] {
            for is_replaced in [false, true] {
                let (width, width_of_rate) = (0.02, 0.05);
                let mut cell = PhaseCell::new(is_replaced, (m, width), (q, width_of_rate), 81.0);
                cell.residues = vec![1e-14, 1e-14];
                for line in LINES {
                    let at = |x: f64, y: f64| {
                        let shift = Complex::new(m * (1.0 + width * x), 0.0);
                        let rate = Complex::new(q * (1.0 + width_of_rate * y), 0.0);
                        log_function(is_replaced, shift, rate, m, line)
                    };
                    let mut apart = Complex::new(0.0, 0.0);
                    for i in -4..=4 {
                        for j in -4..=4 {
                            apart += at(0.25 * f64::from(i), 0.25 * f64::from(j));
                        }
                    }
                    for (x, y) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
                        apart += at(x, y) * -20.0;
                    }
                    apart += at(0.0, 0.0) * -1.0;
                    let (found, bound) = (complex::abs(apart), cell.deviation(line.0, line.1));
                    assert!(
                        found <= bound,
                        "{m}, {q}, {line:?}: {found:e} above {bound:e}"
                    );
                    tightest = tightest.max(found / bound);
                }
            }
        }
        assert!(tightest > 1e-3, "{tightest}");
    }

    /// The logarithms of density and slope differ within the cell by no more than the bounds, which a corner nearly attains.
    #[test]
    fn densities_are_alike() {
        let (mut tightest, mut next) = (0.0_f64, 0.0_f64);
        for (m, q) in [(1.0, 0.01), (2.0, 1e-3), (0.4, 0.2)] {
            for is_replaced in [false, true] {
                let cell = PhaseCell::new(is_replaced, (m, 0.01), (q, 0.02), 1.0);
                let of = |m: f64, q: f64, s: f64, z: f64| {
                    let ratio = |z: f64| {
                        let exponent = z * m - 0.5 * m * m;
                        let loss = libm::log1p(q * libm::expm1(exponent));
                        (loss, m * q * libm::exp(exponent - loss))
                    };
                    let (loss, slope) = ratio(z);
                    if is_replaced {
                        let (below, slope_below) = ratio(-z);
                        let slope = libm::log(slope + slope_below);
                        return (s * loss + (1.0 - s) * below - slope, slope);
                    }
                    (s * loss - libm::log(slope), libm::log(slope))
                };
                for s in [-1.0, 0.5, 2.0, 6.0] {
                    for k in -20..30 {
                        let z = 0.2 * f64::from(k);
                        let (density, slope) = cell.spread(s, (z - 0.1, z + 0.1));
                        for x in [-1.0, 0.0, 1.0] {
                            for y in [-1.0, 0.0, 1.0] {
                                for z in [z - 0.1, z, z + 0.1] {
                                    let there =
                                        of(m * (1.0 + 0.01 * x), q * (1.0 + 0.02 * y), s, z);
                                    let here = of(m, q, s, z);
                                    let (off, slope_off) =
                                        ((there.0 - here.0).abs(), (there.1 - here.1).abs());
                                    assert!(
                                        off <= density + 1e-12 && slope_off <= slope + 1e-12,
                                        "{m}, {q}, {s}, {z}"
                                    );
                                    tightest = tightest.max(off / density);
                                    next = next.max(slope_off / slope);
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(tightest > 0.5 && next > 0.5, "{tightest} {next}");
    }
}
