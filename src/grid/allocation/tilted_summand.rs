//! One summand of the ratio of an epoch under an exponential tilt: its nodes, its moments and its characteristic
//! function.
//!
//! The summand is `Y = e^(m z - m²/2)/bins` with `z` normal. No tilt to the right has a moment, so large values are
//! tapered: `E T(Y) e^(theta Y)` with `T` a complementary error function that is 1 up to a value but for 1e-18.

use super::frequency_sums::{BLOCK, add};
use super::summands::Summands;
use super::taper::Taper;
use crate::grid::loss_distribution::Sum;
use crate::numerics::complex::{self, Complex};
use crate::numerics::normal;

/// Error of one summand's integral that is asked for, as a share of its mass and of the number of summands.
const TOLERANCE: f64 = 1e-16;
/// Lines on which it is shown that what is large does not matter at a frequency.
const ANGLES: u8 = 8;
/// Rounding of a sum of `e^(iuY) - 1`, in units of the sum of `uY`.
const ROUNDING: f64 = 12.0 * f64::EPSILON;

/// A characteristic function.
pub(super) struct Characteristic {
    /// Its logarithms and their errors.
    pub(super) logs: Vec<(Complex<f64>, f64)>,
    /// Products of nodes and frequencies.
    pub(super) work: usize,
}

/// Nodes for an octave of frequencies.
struct Octave {
    /// Values and shares of the tilted mass.
    nodes: Vec<(f64, f64)>,
    /// Share of what is not among them.
    missing: f64,
    /// Error of the characteristic function of one summand.
    error: f64,
}

/// The law of a summand under a tilt.
pub(super) struct TiltedSummand {
    summands: Summands,
    taper: Taper,
    theta: f64,
    /// Masses without the taper and the tilt, for smooth integrands.
    untilted: Vec<(f64, f64)>,
    /// Shares of the tilted mass.
    shares: Vec<(f64, f64)>,
    /// The tilted mass of one, and `ln` of that of all together.
    mass: f64,
    pub(super) log_mass: f64,
    /// Share of what lies beyond the nodes.
    beyond: f64,
    /// Error of an integral that is asked for, and the logarithm of the mass of one, roughly.
    allowed: f64,
    rough: f64,
}

impl TiltedSummand {
    /// `rough` is the logarithm of the tilted mass of one summand, roughly.
    pub(super) fn new(summands: Summands, taper: Taper, theta: f64, rough: f64) -> Option<Self> {
        let allowed = TOLERANCE / summands.times * libm::exp(rough) / 100.0;
        let untilted = summands
            .rule(&taper, None, (theta, 0.0), (allowed, rough))?
            .nodes;
        let last = summands.last(&taper, theta, rough);
        // What the tapered law has less than all, and what the tilt adds to it.
        let (mut missing, mut added) = (Sum::default(), Sum::default());
        missing.add(normal::sf(last));
        for (value, mass) in &untilted {
            missing.add(mass * taper.lost(*value));
            added.add(mass * taper.at(*value) * libm::expm1(theta * value));
        }
        let (missing, added) = (missing.value(), added.value());
        let (mass, log_one) = if added - missing >= -0.5 {
            (1.0 + (added - missing), libm::log1p(added - missing))
        } else {
            // A strong tilt to the left leaves little.
            let mut left = Sum::default();
            for (value, mass) in &untilted {
                left.add(mass * taper.at(*value) * libm::exp(theta * value));
            }
            (left.value(), libm::log(left.value()))
        };
        if !(mass > 0.0 && mass.is_finite()) {
            return None;
        }
        let mut beyond = 4e-18 / summands.times * libm::exp(rough.min(0.0));
        if theta > 0.0 {
            // Right of the end the taper falls much faster than the tilt grows.
            beyond +=
                2.0 * taper.at(taper.end()) * libm::exp(theta * taper.end()) * normal::sf(last);
        }
        let shares = untilted.iter().map(|(value, own)| {
            let share = own * taper.at(*value) * libm::exp(theta * value) / mass;
            (*value, share)
        });
        Some(Self {
            summands,
            taper,
            theta,
            shares: shares.collect(),
            untilted,
            mass,
            log_mass: summands.times * log_one,
            rough,
            beyond: beyond / mass,
            allowed,
        })
    }

    /// The nodes for frequencies from `from` to `to`: what is large under a smooth weight turns so fast that nothing is
    /// left of it, and nodes that hold nothing cost as much as others.
    fn octave(&self, from: f64, to: f64) -> Option<Octave> {
        let (small, dropped) = self.small(from);
        let rule = self.summands.rule(
            &self.taper,
            small.as_ref(),
            (self.theta, to),
            (self.allowed, self.rough),
        )?;
        let mut octave = Octave {
            nodes: Vec::with_capacity(rule.nodes.len()),
            missing: 0.0,
            error: dropped + rule.error / self.mass + self.beyond,
        };
        let negligible = 1e-22 / self.summands.times / rule.nodes.len() as f64;
        for (value, own) in rule.nodes {
            let share = own * self.taper.at(value) * libm::exp(self.theta * value) / self.mass;
            let kept = match &small {
                Some(small) => {
                    octave.missing += share * small.lost(value);
                    share * small.at(value)
                }
                None => share,
            };
            if kept > negligible {
                octave.nodes.push((value, kept));
            } else {
                octave.error += 2.0 * kept;
            }
        }
        Some(octave)
    }

    /// A bound of the density under the tilt: the nodes are so near that it is no more than twice what they have.
    pub(super) fn largest_density(&self) -> f64 {
        self.largest_density_at(0.0)
    }

    /// The same under one more tilt, over the mass that this leaves.
    fn largest_density_at(&self, eta: f64) -> f64 {
        let tilt = self.theta + eta;
        let densities = self.shares.iter().map(|(value, _)| {
            self.summands.density(*value) * self.taper.at(*value) * libm::exp(tilt * value)
        });
        let left: f64 = self
            .shares
            .iter()
            .map(|(value, share)| share * libm::exp(eta * value))
            .sum();
        2.0 * densities.fold(0.0, f64::max) / self.mass / left
    }

    /// A bound of the density of the tilted sum at all ratios that are one or more periods away from one between `low` and
    /// `high`, added: under any further tilt the density of the sum is at most that of a summand.
    pub(super) fn outside_density(&self, period: f64, (low, high): (f64, f64)) -> f64 {
        let far = |eta: f64, ratio: f64| {
            let log = self.log_moment(eta) - eta * ratio;
            libm::exp(log) * self.largest_density_at(eta) / -libm::expm1(-eta.abs() * period)
        };
        let least = |sign: f64, ratio: f64| {
            let bounds = self.walk().map(|eta| far(sign * eta, ratio));
            bounds.fold(f64::INFINITY, f64::min)
        };
        // No sum is negative.
        let before = if high > period {
            least(-1.0, high - period)
        } else {
            0.0
        };
        (least(1.0, low + period) + before) * (1.0 + 1e-9)
    }

    /// Further tilts that are tried.
    fn walk(&self) -> impl Iterator<Item = f64> {
        let first = 1e-2 / self.taper.end().max(1e-3);
        (0..28).map(move |power| libm::exp(0.5 * f64::from(power)) * first)
    }

    /// Logarithm of what a further tilt makes of the mass of all, from above.
    fn log_moment(&self, eta: f64) -> f64 {
        let times = self.summands.times;
        let shares = self.shares.iter();
        let change: f64 = shares
            .map(|(value, share)| share * libm::expm1(eta * value))
            .sum();
        if change >= -0.5 {
            return times * libm::log1p(change);
        }
        // A strong tilt to the left leaves little: what is next to 0, too.
        let shares = self.shares.iter();
        let left: f64 = shares
            .map(|(value, share)| share * libm::exp(eta * value))
            .sum();
        times * libm::log(left + self.beyond)
    }

    /// A bound of `ln |E e^((theta + iu) Y)|` over its tilted mass for all frequencies from `u` on, by the line
    /// `z + i alpha`: there `|e^(iuY)| = e^(-u Y sin(m alpha))` falls in `u`.
    pub(super) fn log_modulus(&self, u: f64) -> f64 {
        let shift = self.summands.shift;
        let log_mass = self.log_mass / self.summands.times;
        (0..12)
            .map(|power| {
                let alpha = (0.6 / shift).min(8.0) * libm::exp(-0.8 * f64::from(power));
                let angle = shift * alpha;
                let (sin, cos) = libm::sincos(angle);
                let slope = self.theta * cos - u * sin;
                let exponent = |value: f64| {
                    let tapered = self.taper.log_modulus(value * cos, value * sin);
                    slope * value + tapered
                };
                let untilted = self.untilted.iter();
                let change: f64 = untilted
                    .map(|(value, mass)| mass * libm::expm1(exponent(*value)))
                    .sum();
                let log = if change >= -0.5 {
                    // The masses of the nodes add up to 1 at most.
                    libm::log1p(change + 1e-17)
                } else {
                    let untilted = self.untilted.iter();
                    let left: f64 = untilted
                        .map(|(value, mass)| mass * libm::exp(exponent(*value)))
                        .sum();
                    libm::log(left + self.beyond * self.mass)
                };
                0.5 * alpha * alpha + log - log_mass
            })
            .fold(0.0, f64::min)
    }

    /// `(low, high)` outside of which the sum of all lies with a probability of at most `e^-wanted` at either end.
    pub(super) fn window(&self, wanted: f64) -> (f64, f64) {
        let (mut low, mut high) = (0.0_f64, f64::INFINITY);
        for eta in self.walk() {
            high = high.min((wanted + self.log_moment(eta)) / eta);
            low = low.max((-wanted - self.log_moment(-eta)) / eta);
        }
        (low, high)
    }

    /// The taper that leaves what matters at frequencies from `u` on, and a bound of what it drops.
    fn small(&self, u: f64) -> (Option<Taper>, f64) {
        let allowed = TOLERANCE / self.summands.times;
        let mut found = (None, 0.0);
        let mut place = 0.7 * self.taper.end();
        let mut power = 0;
        for _ in 0..24 {
            let taper = Taper::wide(place);
            let mut dropped = self.dropped(&taper, u, power);
            while dropped > allowed {
                power += 1;
                if power == ANGLES {
                    return found;
                }
                dropped = self.dropped(&taper, u, power);
            }
            found = (Some(taper), dropped);
            place *= 0.75;
        }
        found
    }

    /// A bound of what a taper drops of the characteristic function at frequencies from `u` on, by one line.
    fn dropped(&self, taper: &Taper, u: f64, power: u8) -> f64 {
        let log_mass = self.log_mass / self.summands.times;
        let angle = 0.5 * libm::exp(-0.8 * f64::from(power));
        let alpha = angle / self.summands.shift;
        let (sin, cos) = libm::sincos(angle);
        let slope = self.theta * cos - u * sin;
        if slope > 0.0 {
            return f64::INFINITY;
        }
        let sum: f64 = self
            .untilted
            .iter()
            .map(|(value, mass)| {
                let (re, im) = (value * cos, value * sin);
                let lost = taper.log_lost(re, im);
                mass * libm::exp(slope * value + lost + self.taper.log_modulus(re, im))
            })
            .sum();
        // The nodes are few for the flank.
        4.0 * libm::exp(0.5 * alpha * alpha - log_mass) * sum
    }

    /// `times ln psi` at the frequencies `j spacing`, `j <= last`, with `psi` the characteristic function of one summand
    /// under the tilt, and the error of each.
    ///
    /// None where the panels would be too short.
    pub(super) fn log_characteristic(&self, spacing: f64, last: usize) -> Option<Characteristic> {
        let times = self.summands.times;
        let mean: f64 = self.shares.iter().map(|(value, share)| value * share).sum();
        let mut sums = vec![(Sum::default(), Sum::default()); last + 1];
        let mut errors = vec![0.0; last + 1];
        let (mut first, mut products) = (0, 0);
        while first <= last {
            let end = (2 * first).max(4 * BLOCK).min(last + 1);
            let u = first as f64 * spacing;
            let octave = self.octave(u, end as f64 * spacing)?;
            products += octave.nodes.len() * (end - first);
            add(&mut sums[first..end], &octave.nodes, (u, spacing));
            for (sum, error) in sums[first..end].iter_mut().zip(&mut errors[first..end]) {
                sum.0.add(-octave.missing);
                *error = octave.error;
            }
            first = end;
        }
        let rounded = sums.into_iter().enumerate().map(|(index, sum)| {
            let sum = Complex::new(sum.0.value(), sum.1.value());
            let log = complex::log1p(sum) * times;
            let modulus = libm::hypot(1.0 + sum.re, sum.im);
            let own = ROUNDING * index as f64 * spacing * mean + errors[index];
            let error = times * own / modulus + 4.0 * f64::EPSILON * (log.re.abs() + log.im.abs());
            (log, error)
        });
        Some(Characteristic {
            logs: rounded.collect(),
            work: products,
        })
    }
}
