//! Intervals for a mean of bounded summands that hold at every look at once.
//!
//! Let `Y_1, Y_2, ...` be independent with mean `mu`, `y` a number fixed before them and `c > 0` with `Y_i >= y - c`.
//! With `xi = (Y - y)/c >= -1` and `psi(l) = -ln(1 - l) - l`,
//!
//! ```text
//! e^(l xi - psi(l) xi²) <= 1 + l xi     for 0 <= l < 1    (Fan, Grama and Liu 2015, inequality 4.11),
//! ```
//!
//! so `E e^(l (xi - E xi) - psi(l) xi²) <= (1 + l E xi) e^(-l E xi) <= 1`: with `S_n = sum (Y_i - mu)/c` and
//! `V_n = sum xi_i²` the process `e^(l S_n - psi(l) V_n)` is a supermartingale that starts at 1, and so is every average
//! over `l` whose weights are fixed before. By Ville's inequality that average ever reaches `2/alpha` with probability
//! at most `alpha/2`. It falls in `mu`; the `mu` at which it is `2/alpha` is a lower end that holds at all `n` at once.
//! The upper end is that of `-Y` with its own range. (Howard, Ramdas, `McAuliffe` and Sekhon 2021 give this process for
//! one `l` and for continuous mixtures; a finite mixture keeps the proof and needs no integral.)
//!
//! Only `n`, `sum Y` and `sum (Y - y)²` enter: neither the cut into chunks nor the order within them.

use super::interval::Interval;

/// The mixture: where the summands lie, and the weights of `l`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConfidenceSequence {
    centre: f64,
    range: Interval,
    /// Largest distance of a summand below and above the centre; each direction has its own grid.
    below: Direction,
    above: Direction,
    /// `ln(2/alpha)`.
    threshold: f64,
}

#[derive(Clone, Debug, PartialEq)]
struct Direction {
    reach: f64,
    /// `l`, `psi(l)` and the logarithm of the weight.
    grid: Vec<[f64; 3]>,
}

/// Number, sum and squared distances from the centre, with the error that rounding may have put on each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) n: f64,
    pub(crate) sum: f64,
    pub(crate) sum_error: f64,
    pub(crate) squares: f64,
    pub(crate) squares_error: f64,
}

/// Neighbours of the grid differ by this factor: between them an interval is wider by at most 3 %.
const RATIO: f64 = 1.6;
const LARGEST: f64 = 0.95;
const MOST_POINTS: u32 = 40;
/// Each step leaves the part of the curve that one point of the grid rules, or is the last but a few. If it were not
/// enough, the interval would be wider, never wrong.
const MOST_NEWTON_STEPS: u32 = 200;

impl ConfidenceSequence {
    /// `centre`, `range`, the expected `variance` and the `planned` number of summands must be known before the summands
    /// are drawn. The centre must lie in the range; a poor guess of the variance costs width, never validity.
    pub(crate) fn new(
        alpha: f64,
        centre: f64,
        range: Interval,
        variance: f64,
        planned: f64,
    ) -> Self {
        let threshold = libm::log(2.0 / alpha);
        // A reach of nothing would divide by nothing; a longer one is as valid.
        let least = 1e-9 * range.width() + 1e-150;
        let direction = |reach: f64| Direction::new(reach.max(least), variance, planned, threshold);
        Self {
            centre,
            range,
            below: direction(centre - range.lower),
            above: direction(range.upper - centre),
            threshold,
        }
    }

    /// The summands that the squared distances of [`Seen`] are measured from.
    pub(crate) fn centre(&self) -> f64 {
        self.centre
    }

    /// Holds the mean with probability `1 - alpha` at all times at once; within the range of the summands, where every
    /// mean lies.
    pub(crate) fn interval(&self, seen: &Seen) -> Interval {
        if seen.n == 0.0 {
            return self.range;
        }
        let end = |direction: &Direction, sum: f64, farthest: f64| {
            let squares = seen.squares + seen.squares_error;
            direction.deviation_at(seen.n, squares, self.threshold, farthest) - sum / seen.n
        };
        // `mu >= mean - deviation`, and the same for the negative summands.
        let lowest = (seen.sum - seen.sum_error) / seen.n;
        let highest = (seen.sum + seen.sum_error) / seen.n;
        let width = self.range.width();
        let down = end(&self.below, seen.sum - seen.sum_error, width);
        let up = end(&self.above, -(seen.sum + seen.sum_error), width);
        debug_assert!(-down <= lowest && up >= highest);
        Interval {
            lower: (-down).next_down().max(self.range.lower),
            upper: up.next_up().min(self.range.upper),
        }
    }
}

impl Direction {
    /// Most weight on the `l` that is best for the planned number at the expected variance; the rest on either side, in
    /// shares `1/(j (j + 1))`.
    fn new(reach: f64, variance: f64, planned: f64, threshold: f64) -> Self {
        // A variance below that of one summand of full reach in `planned` cannot be told from it.
        let spread = (variance / (reach * reach)).max(1.0 / (planned * planned));
        let best = libm::sqrt(2.0 * threshold / (planned * spread)).min(LARGEST);
        let point = |l: f64, weight: f64| [l, -libm::log1p(-l) - l, libm::log(weight)];
        let mut grid = vec![point(best, 0.7)];
        let (mut up, mut down) = (best, best);
        for j in 1..=MOST_POINTS {
            let weight = 0.15 / f64::from(j * (j + 1));
            down /= RATIO;
            grid.push(point(down, weight));
            up *= RATIO;
            if up < LARGEST {
                grid.push(point(up, weight));
            }
        }
        Self { reach, grid }
    }

    /// `ln` of the mixture where the mean lies `deviation` below what was seen, and its slope in the deviation.
    fn log_mixture(&self, n: f64, squares: f64, deviation: f64) -> (f64, f64) {
        let rate = n / self.reach;
        let v = squares / (self.reach * self.reach);
        let exponent = |&[l, psi, weight]: &[f64; 3]| weight + l * rate * deviation - psi * v;
        let largest = self.grid.iter().map(exponent).fold(f64::MIN, f64::max);
        let (mut sum, mut slope) = (0.0, 0.0);
        for point in &self.grid {
            let term = libm::exp(exponent(point) - largest);
            sum += term;
            slope += term * point[0] * rate;
        }
        (largest + libm::log(sum), slope / sum)
    }

    /// The deviation at which the mixture passes the threshold; `farthest` if there is none below.
    ///
    /// The logarithm of the mixture is convex and rises, so Newton's steps from above never fall below the root.
    fn deviation_at(&self, n: f64, squares: f64, threshold: f64, farthest: f64) -> f64 {
        // The mixture is good to some 1e-13 of its exponents.
        let threshold = threshold + 1e-9;
        let mut deviation = farthest;
        for _ in 0..MOST_NEWTON_STEPS {
            let (log, slope) = self.log_mixture(n, squares, deviation);
            if log <= threshold {
                break;
            }
            let step = (log - threshold) / slope;
            if step <= 1e-10 * deviation {
                break;
            }
            deviation -= step;
        }
        deviation
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seen(values: &[f64], centre: f64) -> Seen {
        Seen {
            n: values.len() as f64,
            sum: values.iter().sum(),
            sum_error: 1e-12,
            squares: values
                .iter()
                .map(|y| (y - centre) * (y - centre))
                .sum::<f64>(),
            squares_error: 1e-12,
        }
    }

    const UNIT: Interval = Interval {
        lower: 0.0,
        upper: 1.0,
    };

    /// The inequality that everything rests on, on a grid that comes near both ends.
    #[test]
    fn the_inequality_of_fan_grama_and_liu() {
        for i in 0..400 {
            let l = f64::from(i) / 400.0;
            let psi = -libm::log1p(-l) - l;
            for j in 0..4000 {
                let xi = -1.0 + f64::from(j) / 400.0;
                let left = libm::exp(l * xi - psi * xi * xi);
                assert!(left <= (1.0 + l * xi) * (1.0 + 1e-14), "{l} {xi}");
            }
        }
    }

    proptest! {
        /// Of any bounded data: inside the range, around the mean, mirrored when the data are.
        #[test]
        fn any_data(
            values in proptest::collection::vec(0.0..=1.0_f64, 1..200),
            centre in 0.0..=1.0_f64,
            variance in 1e-12..0.25_f64,
            planned in 1.0..1e8_f64,
        ) {
            let sequence = ConfidenceSequence::new(0.05, centre, UNIT, variance, planned);
            let interval = sequence.interval(&seen(&values, centre));
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            prop_assert!(0.0 <= interval.lower && interval.lower <= mean + 1e-9);
            prop_assert!(mean - 1e-9 <= interval.upper && interval.upper <= 1.0);
            let mirrored: Vec<f64> = values.iter().map(|y| 1.0 - y).collect();
            let other = ConfidenceSequence::new(0.05, 1.0 - centre, UNIT, variance, planned)
                .interval(&seen(&mirrored, 1.0 - centre));
            prop_assert!((other.lower - (1.0 - interval.upper)).abs() < 1e-6);
        }

        /// The sum of exponentials is what its definition says, by adding the summands one by one.
        #[test]
        fn only_sums_matter(values in proptest::collection::vec(0.0..=1.0_f64, 1..60), mean in 0.0..1.0_f64) {
            let direction = Direction::new(0.4, 0.02, 50.0, 3.0);
            let centre = 0.4;
            let direct: f64 = direction
                .grid
                .iter()
                .map(|&[l, psi, weight]| {
                    let exponent: f64 = values
                        .iter()
                        .map(|y| {
                            let xi = (y - centre) / 0.4;
                            l * (y - mean) / 0.4 - psi * xi * xi
                        })
                        .sum();
                    libm::exp(weight + exponent)
                })
                .sum();
            let all = seen(&values, centre);
            let (log, slope) = direction.log_mixture(all.n, all.squares, all.sum / all.n - mean);
            prop_assert!(slope > 0.0);
            prop_assert!((log - libm::log(direct)).abs() < 1e-9 * (1.0 + log.abs()));
        }
    }

    /// At the planned number the interval is 1.4 to 1.5 times that of the normal law for a number fixed in advance, where
    /// that number is large against the range over the deviation.
    #[test]
    fn the_price_of_looking_at_any_time() {
        for planned in [1e6, 1e8] {
            for deviation in [0.3, 0.1] {
                let variance = deviation * deviation;
                let sequence = ConfidenceSequence::new(0.05, 0.2, UNIT, variance, planned);
                let interval = sequence.interval(&Seen {
                    n: planned,
                    sum: 0.2 * planned,
                    sum_error: 0.0,
                    squares: variance * planned,
                    squares_error: 0.0,
                });
                let normal = 2.0 * 1.959964 * deviation / libm::sqrt(planned);
                let ratio = interval.width() / normal;
                assert!(
                    ratio < 1.5 && ratio > 1.38,
                    "{planned} {deviation}: {ratio}"
                );
            }
        }
    }
}
