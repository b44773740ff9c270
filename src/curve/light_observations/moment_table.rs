//! A table of an epoch of light observations by its moments, for lines of many epochs.
//!
//! The ratio of an epoch is that of the mean of its observations, a lognormal, times an independent `y`, of which the moments are known in
//! closed form: four places hold all of it up to the sixth. What this lacks of a power is [`Apart`].

use super::copies::{MOMENTS, moments};
use super::mixture::{farthest, largest, mixture, reach};
use super::residual::log_norm;
use crate::mechanism::{Apart, TERMS_APART, TabulatedRatio};
use crate::numerics::{Bisection, count};

/// Largest shift of an observation.
const LARGEST_SHIFT: f64 = 1.0;
/// Largest power over the standard deviation of the lognormal, and at all; the least that is of use.
const MOST_POWER: (f64, f64) = (4.0, 2000.0);
const LEAST_POWER: f64 = 6.0;
/// Halvings that part the zeros of a polynomial, and the least place of `y - 1`.
const BISECTIONS: usize = 40;
const LEAST_PLACE: f64 = -0.5;
/// Rounding of moments, and of losses and of short sums.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
const OF_SUM: f64 = 8.0 * f64::EPSILON;

/// The table, of which about as much may be missing as `spare` says; none of heavier observations.
pub(in crate::curve) fn moment_table(shift: f64, bins: f64, spare: f64) -> Option<TabulatedRatio> {
    if shift > LARGEST_SHIFT {
        return None;
    }
    let places = Places::of(&moments(shift, bins))?;
    let spread = (shift / libm::sqrt(bins), reach(spare));
    let values = places.all.each_ref().map(|place| (place.loss, place.mass));
    let largest = largest(&values);
    let apart = apart((shift, bins), &places, (largest, farthest(largest, spread)))?;
    Some(mixture(&values, spread, (&[], 0.0), apart))
}

/// How far the epoch is from its table: `y` is a mean of lognormals the logarithms of which have their mean at `-m²/2` or above, so that it is
/// at least `e^(-m²/2)`.
fn apart(
    (shift, bins): (f64, f64),
    places: &Places,
    (largest, farthest): (f64, f64),
) -> Option<Apart> {
    let mu = shift / libm::sqrt(bins);
    let log_moment = |p: f64| p * log_norm(shift, bins, p);
    let moments: [f64; TERMS_APART] =
        core::array::from_fn(|j| libm::exp(log_moment(j as f64 + 7.0)));
    // By Schwarz' inequality of the sixth and the eighth.
    let seventh = libm::sqrt(places.sixth * moments[1]) * (1.0 + 1e-9);
    let first = moments[0].min(seventh);
    let mut most = libm::ceil((MOST_POWER.0 / mu).min(MOST_POWER.1));
    let beyond = loop {
        if most < LEAST_POWER {
            return None;
        }
        let mut log_choices = 0.0;
        let mut beyond = 0.0;
        for j in 0..=count(most) {
            let j = j as f64;
            if j >= TERMS_APART as f64 {
                beyond += libm::exp(log_choices + log_moment(j + 7.0));
            }
            log_choices += libm::log((most - j) / (j + 1.0));
        }
        if beyond <= first {
            break beyond * (1.0 + 1e-9);
        }
        most = libm::ceil(0.5 * most);
    };
    Some(Apart {
        variance: mu * mu,
        moments: core::array::from_fn(|j| if j == 0 { first } else { moments[j] }),
        beyond,
        least: 0.5 * shift * shift,
        own: (places.size(7) * (1.0 + 1e-9), largest),
        // All powers are counted from 1, so that a mass that is off moves them by what the losses reach.
        rounding: (
            places.off,
            (OF_SUM + places.mass_off) * farthest + places.mean_off,
        ),
        most_power: most,
    })
}

/// A value of `y - 1`, `ln y` there, and its mass.
struct Place {
    away: f64,
    loss: f64,
    mass: f64,
}

/// Four places with given moments.
struct Places {
    all: [Place; 4],
    /// A bound of the sixth moment, and of what the places' moments are off by: their mass, their mean, and those from the second on.
    sixth: f64,
    mass_off: f64,
    mean_off: f64,
    off: [f64; MOMENTS],
}

impl Places {
    /// With the moments from the second to the sixth about 1 and their errors: the zeros of the orthogonal polynomial of degree four, of which
    /// one number is free.
    fn of(moments: &[(f64, f64); MOMENTS]) -> Option<Self> {
        let deviation = libm::sqrt(moments[0].0);
        let standard = core::array::from_fn(|k| match k {
            0 => 1.0,
            1 => 0.0,
            _ => moments[k - 2].0 / libm::pow(deviation, k as f64),
        });
        let (centres, squares) = recurrence(&standard)?;
        let all = core::array::from_fn(|index| {
            let x = zero(&centres, &squares, index);
            let (values, _) = orthogonal(&centres, &squares, x);
            let away = deviation * x;
            Place {
                away,
                loss: libm::log1p(away),
                mass: 1.0 / values.iter().map(|value| value * value).sum::<f64>(),
            }
        });
        let mut places = Self {
            all,
            sixth: moments[MOMENTS - 1].0 + moments[MOMENTS - 1].1,
            mass_off: 0.0,
            mean_off: 0.0,
            off: [0.0; MOMENTS],
        };
        places.mass_off = (places.sum(|_| 1.0) - 1.0).abs() + OF_SUM;
        places.mean_off = places.sum(|place| place.away).abs() + OF_SUM * deviation;
        for (power, (wanted, error)) in (2..).zip(moments) {
            let found = places.sum(|place| libm::pow(place.away, f64::from(power)));
            let rounding = ROUNDING * places.size(power);
            places.off[power as usize - 2] = (found - wanted).abs() + error + rounding;
        }
        let are_near = places.all.iter().all(|place| place.away > LEAST_PLACE);
        are_near.then_some(places)
    }

    fn sum(&self, of: impl Fn(&Place) -> f64) -> f64 {
        self.all.iter().map(|place| place.mass * of(place)).sum()
    }

    /// `E |d|^power`.
    fn size(&self, power: i32) -> f64 {
        self.sum(|place| libm::pow(place.away.abs(), f64::from(power)))
    }
}

/// Centres and squares of the recurrence `p_(k+1) = (x - centre) p_k - square p_(k-1)` of orthogonal polynomials, by Chebyshev's algorithm from
/// moments; the last centre, of which they say nothing, goes on as those before.
fn recurrence(moments: &[f64; 7]) -> Option<([f64; 4], [f64; 4])> {
    let (mut centres, mut squares) = ([0.0; 4], [0.0; 4]);
    let (mut before, mut row) = ([0.0; 7], *moments);
    for k in 1..4 {
        let last = row;
        for index in k..7 - k {
            row[index] =
                last[index + 1] - centres[k - 1] * last[index] - squares[k - 1] * before[index];
        }
        squares[k] = row[k] / last[k - 1];
        if !(squares[k] > 0.0 && squares[k].is_finite()) {
            return None;
        }
        centres[k] = if k < 3 {
            row[k + 1] / row[k] - last[k] / last[k - 1]
        } else {
            2.0 * centres[2] - centres[1]
        };
        before = last;
    }
    Some((centres, squares))
}

/// The orthonormal polynomials at a place, and the next one, with its slope.
fn orthogonal(centres: &[f64; 4], squares: &[f64; 4], x: f64) -> ([f64; 4], (f64, f64)) {
    let mut values = [1.0; 4];
    let (mut last, mut here, mut slopes) = (0.0, 1.0, (0.0, 0.0));
    let mut scale = 1.0;
    for k in 0..4 {
        if k > 0 {
            scale *= libm::sqrt(squares[k]);
        }
        values[k] = here / scale;
        let next = (x - centres[k]) * here - squares[k] * last;
        let slope = here + (x - centres[k]) * slopes.1 - squares[k] * slopes.0;
        (last, here) = (here, next);
        slopes = (slopes.1, slope);
    }
    (values, (here, slopes.1))
}

/// A zero of the polynomial of degree four, by the signs of quotients and Newton's steps.
fn zero(centres: &[f64; 4], squares: &[f64; 4], index: usize) -> f64 {
    let below = |x: f64| {
        let mut quotient = 1.0;
        let mut count = 0;
        for k in 0..4 {
            quotient = centres[k] - x - squares[k] / quotient;
            count += usize::from(quotient < 0.0);
        }
        count
    };
    let largest = |values: &[f64; 4]| {
        values
            .iter()
            .fold(0.0_f64, |most, value| most.max(value.abs()))
    };
    let reach = largest(centres) + 2.0 * libm::sqrt(largest(squares));
    let (mut x, _) = Bisection::linear(BISECTIONS).bracket(-reach, reach, |x| below(x) <= index);
    for _ in 0..3 {
        let (_, (value, slope)) = orthogonal(centres, squares, x);
        x -= value / slope;
    }
    x
}
