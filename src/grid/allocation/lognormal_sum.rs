//! Sums of lognormals on a linear grid, from above and from below, for random allocation.

use crate::grid::cell_integrals::{gap, integrate};
use crate::grid::composition::Transforms;
use crate::grid::convexity::convex;
use crate::grid::laws::{LossLaw, Single};
use crate::grid::step_pairs::crossing;
use crate::numerics::{count, whole};
use realfft::num_complex::Complex;

/// Rounding of a sum of masses.
const ROUNDING: f64 = 1e-14;

/// Masses of one lognormal at so many multiples of `unit`, from above and from below.
pub(crate) fn summand(shift: f64, unit: f64, points: usize) -> Option<(Vec<f64>, Vec<f64>)> {
    let law = Single { rate: 1.0, shift };
    let (lowest, highest) = law.range();
    let place = |value: f64| {
        let z = if value > 0.0 {
            libm::log(value) / shift + 0.5 * shift
        } else {
            lowest
        };
        law.knot_at(z.clamp(lowest, highest))
    };
    // The left end is merged into an atom on a knot: half a cell off the cut, or the first knot.
    let mean = |z: f64| {
        let part = law.below(z);
        part.inside / part.outside
    };
    let value = |z: f64| libm::exp((shift * (z - 0.5 * shift)).min(600.0));
    // A tail of less mass than a cell would leave the first knot with too little.
    let free = crossing(-6.0, highest, |z| value(z) - mean(z) - 0.5 * unit);
    let atom = libm::ceil(mean(free) / unit).max(1.0);
    let cut = crossing(-37.0, highest, |z| mean(z) - atom * unit);
    if atom >= points as f64 - 2.0 {
        return None;
    }
    let atom = count(atom);
    let mut above = vec![0.0; points + 1];
    let mut below = above.clone();
    let mut gaps = vec![0.0; points];
    below[atom] += law.below(cut).outside;
    let mut knot = place(0.0);
    let mut first_missing = 0.0;
    for index in 0..points {
        let next = place((index + 1) as f64 * unit);
        let (outside, mut excess) = integrate(&law, &knot, next.z - knot.z);
        excess = excess.clamp(0.0, outside * unit);
        above[index] += outside - excess / unit;
        above[index + 1] += excess / unit;
        if next.z > cut {
            let (outside, excess, variation) = if knot.z < cut {
                let from = law.knot_at(cut);
                let (outside, excess) = integrate(&law, &from, next.z - cut);
                let over = (value(cut) - index as f64 * unit) * outside;
                (
                    outside,
                    (excess + over).clamp(0.0, outside * unit),
                    f64::INFINITY,
                )
            } else {
                let reach = knot.z.abs().max(next.z.abs());
                (outside, excess, law.steepness(reach) * (next.z - knot.z))
            };
            below[index] += outside - excess / unit;
            below[index + 1] += excess / unit;
            gaps[index] = gap(outside, excess, unit, variation);
            if index == atom {
                first_missing = outside * unit - excess;
            }
        }
        knot = next;
    }
    // What lies right of the last knot is never needed: knots beyond the cap are dropped by every sum.
    let lowered = |index: usize| {
        if index <= atom {
            return 0.0;
        }
        let own = gaps[index - 1].max(if index < points { gaps[index] } else { 0.0 });
        (if index == atom + 1 {
            own.max(first_missing)
        } else {
            own
        }) * (1.0 + 1e-8)
    };
    for (index, mass) in below.iter_mut().enumerate().take(points) {
        let before = if index > 0 { lowered(index - 1) } else { 0.0 };
        *mass += (2.0 * lowered(index) - before - lowered(index + 1)) / unit;
    }
    above.truncate(points);
    below.truncate(points);
    convex(&mut below, 0.0)?;
    Some((above, below))
}

/// Masses on the grid, with the root of the sum of squares of their errors.
#[derive(Clone)]
pub(crate) struct SumLaw {
    /// The knot of the first mass.
    pub(crate) first: usize,
    pub(crate) masses: Vec<f64>,
    pub(crate) error: f64,
    /// Mass that is missing on the grid, because a part of a law was not on its grid.
    pub(crate) lost: f64,
    /// Number of summands.
    summands: f64,
}

impl SumLaw {
    /// The law of a sum, from the spectra of both, cut outside of the grid. `mean` is the mean of a summand in knots: the sum's lies in the middle of the
    /// grid, or the grid begins at 0. In that case what is cut needs more than one of both: nothing below is missing.
    fn plus(
        &self,
        spectrum: &[Complex<f64>],
        (other, factor): (&Self, &[Complex<f64>]),
        mean: f64,
        transforms: &mut Transforms,
    ) -> Option<Self> {
        let points = self.masses.len();
        let summands = self.summands + other.summands;
        let first = count((summands * mean - 0.5 * points as f64).max(0.0));
        let start = first.checked_sub(self.first + other.first)?;
        let mut product: Vec<_> = spectrum.iter().zip(factor).map(|(a, b)| a * b).collect();
        let sum = transforms.inverse(&mut product, 2 * points)?;
        let masses = sum.get(start..start + points)?.to_vec();
        let norm = |masses: &[f64]| libm::sqrt(masses.iter().map(|mass| mass * mass).sum());
        let rounding = 2.5 * f64::EPSILON * (libm::log2(2.0 * points as f64) + 4.0);
        // Every frequency is off by `rounding`, and sums with a law of mass 1 do not make errors larger.
        let own = rounding * (norm(&self.masses) + norm(&other.masses) + norm(&masses));
        let mut lost = self.lost + other.lost;
        if first > 0 {
            // What either law, or the sum, has outside of its grid.
            lost += [&self.masses, &other.masses, &masses]
                .map(|masses| (1.0 - masses.iter().sum::<f64>()).abs() + ROUNDING)
                .iter()
                .sum::<f64>();
        }
        Some(Self {
            first,
            masses,
            error: self.error + other.error + own,
            lost,
            summands,
        })
    }
}

/// The law of a sum of `times` summands of a mean in knots, cut outside of the grid.
pub(crate) fn repeat(
    base: Vec<f64>,
    times: f64,
    mean: f64,
    transforms: &mut Transforms,
) -> Option<SumLaw> {
    let mut base = SumLaw {
        first: 0,
        masses: base,
        error: 0.0,
        lost: 0.0,
        summands: 1.0,
    };
    let mut left = whole(times);
    let mut result: Option<SumLaw> = None;
    while left > 0 {
        let spectrum = transforms.forward(&base.masses)?;
        if left & 1 == 1 {
            result = Some(match result {
                Some(sum) => {
                    let of_sum = transforms.forward(&sum.masses)?;
                    sum.plus(&of_sum, (&base, &spectrum), mean, transforms)?
                }
                None => base.clone(),
            });
        }
        left >>= 1;
        if left > 0 {
            base = base.plus(&spectrum, (&base, &spectrum), mean, transforms)?;
        }
    }
    let mut result = result?;
    for mass in &mut result.masses {
        *mass = mass.max(0.0);
    }
    Some(result)
}

impl Transforms {
    /// With room for a sum of two.
    fn forward(&mut self, values: &[f64]) -> Option<Vec<Complex<f64>>> {
        let plan = self.0.plan_fft_forward(2 * values.len());
        let mut input = plan.make_input_vec();
        input[..values.len()].copy_from_slice(values);
        let mut spectrum = plan.make_output_vec();
        plan.process(&mut input, &mut spectrum).ok()?;
        Some(spectrum)
    }
}
