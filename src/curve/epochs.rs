//! Epochs of random allocation by the density of the ratio of one: the curve of a single epoch, and tables for the first engine.

use crate::fourier::TabulatedStep;
use crate::grid::{EpochCurve, epoch_table};
use crate::mechanism::{Demand, DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::normal;
use std::rc::Rc;

/// Most phases: each has a law of its own.
const MOST_PHASES: usize = 8;
/// Largest shift of a record: beyond, contours take seconds or find no ray.
const MOST_SHIFT: f64 = 9.0;
/// The same of three epochs, where single observations may make what is asked.
const MOST_SHIFT_OF_THREE: f64 = 0.8;
/// What may be missing of the law of an epoch, as a share of the smallest figure that is asked for.
const SPARE: f64 = 2e-7;
/// The advantage is less than this many standard deviations of the loss, but not by much where it is small.
const ADVANTAGE: f64 = 0.2;
/// How far beyond its middle the law of an epoch should be known, in standard deviations.
const BEYOND: f64 = 8.5;
/// What should be missing of a single epoch, as a share of what may be, and at least.
const WISHED: f64 = 1e-2;
const LEAST_SPARE: f64 = 1e-302;
/// The same where that takes too long for an order, of which no size is known.
const FALLBACK: (f64, f64) = (1e-40, 1e-13);
/// Most of what is asked for, if that is small, that single large observations may make.
const JUMPS: f64 = 1e-3;
const SMALL: f64 = 1e-2;
/// By how much less a divergence may be than what it roughly is.
const ROUGHLY: f64 = 0.4;
/// Logarithm of what the characteristic function may have left at the highest frequency.
const LOG_LEFT: f64 = 70.0;
/// By how much higher frequencies are asked for of a few epochs: what a law is cut at falls with the frequency as its power.
const FEW: f64 = 12.0;

/// What the epochs of a pair are known by.
pub(super) enum Epochs {
    One(Box<EpochCurve>),
    Many(Vec<TabulatedStep>),
}

/// The phase of a pair that is one of epochs of random allocation under Gaussian noise.
pub(super) fn single_phase(pair: &DominatingPair) -> Option<&PairPhase> {
    let [phase] = &pair.phases[..] else {
        return None;
    };
    let is_served =
        pair.shape == Shape::Allocation && pair.noise == Noise::Gaussian && phase.sample_rate < 1.0;
    is_served.then_some(phase)
}

impl Epochs {
    /// None for other pairs and where it takes too long.
    pub(super) fn of(pair: &DominatingPair, demand: &Demand) -> Option<Self> {
        if pair.shape != Shape::Allocation
            || pair.noise != Noise::Gaussian
            || demand.draft
            || pair.phases.len() > MOST_PHASES
            || pair.phases.iter().any(|phase| phase.shift() > MOST_SHIFT)
        {
            return None;
        }
        let phases = &pair.phases;
        let spread = libm::sqrt(phases.iter().map(variance).sum());
        let figures = demand.rates().chain(demand.delta);
        let asked = figures.fold((ADVANTAGE * spread).min(1.0), f64::min);
        let least = demand.epsilon.iter().map(|epsilon| {
            let all = phases.iter().map(|phase| roughly(phase, epsilon.abs()));
            all.fold(0.0, f64::max)
        });
        let smallest = least.fold(asked, f64::min);
        let total: f64 = phases.iter().map(PairPhase::epochs).sum();
        let most = (SPARE * smallest / total).max(LEAST_SPARE);
        if let [phase] = &phases[..]
            && total == 1.0
        {
            let law = (phase.shift(), phase.bins());
            let spare = (WISHED * most).max(LEAST_SPARE);
            let curve = EpochCurve::new(law, (spare, most)).or_else(|| {
                let is_order = demand.epsilon.iter().any(|&epsilon| epsilon != 0.0);
                is_order.then(|| EpochCurve::new(law, FALLBACK))?
            })?;
            return Some(Self::One(Box::new(curve)));
        }
        // Where one epoch with a large observation is as likely a reason as all together, no line resolves both at once.
        let order = -normal::quantile(asked.min(SMALL)) * spread;
        let jumps = phases
            .iter()
            .map(|phase| phase.epochs() * normal::sf(large(phase, order)));
        if !is_parted(phases, total) && asked < SMALL && jumps.sum::<f64>() > JUMPS * asked {
            return None;
        }
        // A tilt moves each of them by its share of the way to what is asked for.
        let away = -normal::quantile(smallest.min(0.5)) / libm::sqrt(total);
        let far = normal::sf(away + BEYOND);
        let spare = (far.min(most).max(LEAST_SPARE), most);
        let tables = phases.iter().map(|phase| table(phase, spare));
        Some(Self::Many(tables.collect::<Option<_>>()?))
    }
}

/// Whether lines part the epochs with large observations from the others: what is cut off falls with a power of the frequency, and of two
/// epochs too slowly, of three where observations are not very large.
fn is_parted(phases: &[PairPhase], epochs: f64) -> bool {
    let [phase] = phases else {
        return false;
    };
    epochs > 3.0 || epochs == 3.0 && phase.shift() <= MOST_SHIFT_OF_THREE
}

/// The epochs of a phase.
fn table(phase: &PairPhase, spare: (f64, f64)) -> Option<TabulatedStep> {
    let (shift, bins) = (phase.shift(), phase.bins());
    let epochs = phase.epochs();
    let highest = libm::sqrt(2.0 * LOG_LEFT * bins / epochs) / shift;
    let highest = if epochs > 2.0 {
        highest * (1.0 + FEW / (epochs * epochs))
    } else {
        highest
    };
    let table = epoch_table((shift, bins), spare, highest)?;
    Some(TabulatedStep::new(Rc::new(table), epochs))
}

/// Roughly the variance of the loss of all epochs of a phase.
fn variance(phase: &PairPhase) -> f64 {
    let shift = phase.shift();
    phase.epochs() * libm::expm1(shift * shift) / phase.bins()
}

/// How far from the mean under "in" an observation makes an order alone, roughly.
fn large(phase: &PairPhase, order: f64) -> f64 {
    let shift = phase.shift();
    libm::log1p(libm::expm1(order) * phase.bins()) / shift - 0.5 * shift
}

/// Roughly the divergence of a phase at an order: by one large observation, or by the spread of all.
fn roughly(phase: &PairPhase, order: f64) -> f64 {
    let spread = libm::sqrt(variance(phase));
    ROUGHLY * normal::sf(large(phase, order)).max(normal::sf(order / spread))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::epsilon::crossing;
    use crate::curve::tests::{Random, epochs_of_bins};
    use crate::fourier::{Aim, Lines, Tail};
    use crate::grid::{GridCurve, GridDemand};
    use crate::mechanism::Enclosure;
    use crate::random::is_whole_run;

    /// What the first engine makes of a table and what the second makes of its grids hold the same curve, at orders of a few standard
    /// deviations, of one phase and of two; the first is the narrower one.
    #[test]
    fn tables_and_grids_meet() {
        let mut random = Random::new(83);
        let settings = if is_whole_run() { 100 } else { 12 };
        let mut narrower = 0;
        for round in 0..settings {
            let mut phase = || {
                let bins = libm::floor(random.log_uniform(4.0, 3000.0));
                PairPhase {
                    noise_per_shift: random.log_uniform(0.9, 12.0),
                    sample_rate: 1.0 / bins,
                    num_steps: bins * libm::floor(random.log_uniform(2.0, 60.0)),
                }
            };
            let phases: Vec<PairPhase> = (0..=round % 2).map(|_| phase()).collect();
            let spread = libm::sqrt(phases.iter().map(variance).sum());
            let orders = [0.0, 1.0, 2.5].map(|share| share * spread);
            let pair = DominatingPair {
                shape: Shape::Allocation,
                noise: Noise::Gaussian,
                phases,
            };
            let demand = Demand {
                epsilon: orders.to_vec(),
                ..Demand::default()
            };
            let Some(Epochs::Many(tables)) = Epochs::of(&pair, &demand) else {
                continue;
            };
            let lines = Lines::of_tables(tables, &demand).unwrap();
            let wanted = GridDemand {
                width: 1e-6,
                least_points: 0,
                most_points: 1 << 16,
                epsilon_max: orders[2],
                smallest: 0.1,
            };
            let Some(grid) = GridCurve::new(&pair, &wanted) else {
                continue;
            };
            for epsilon in orders {
                let (first, second) = (lines.overlap(epsilon), grid.overlap(epsilon));
                assert!(
                    first.lower <= second.upper && second.lower <= first.upper,
                    "{pair:?} at {epsilon}: {first:?} {second:?}"
                );
                narrower += usize::from(first.width() < second.width());
            }
        }
        assert!(narrower >= 2 * settings, "{narrower}");
    }

    /// Where single large observations make a part of what is asked, lines and a grid hold the same tail, and the lines are the narrower ones.
    #[test]
    fn large_observations_and_grids_meet() {
        let mut random = Random::new(84);
        let settings = if is_whole_run() { 40 } else { 6 };
        let (mut parted, mut narrow) = (0, 0);
        while parted < settings {
            let bins = libm::floor(random.log_uniform(60.0, 2000.0));
            let pair = epochs_of_bins(
                random.log_uniform(1.0, 1.6),
                bins,
                libm::floor(random.log_uniform(4.0, 60.0)),
            );
            let delta = random.log_uniform(1e-9, 1e-6);
            let demand = Demand {
                delta: Some(delta),
                ..Demand::default()
            };
            let Some(Epochs::Many(tables)) = Epochs::of(&pair, &demand) else {
                continue;
            };
            let mut lines = Lines::of_tables(tables, &demand).expect("lines");
            let aim = (Tail::Upper, Aim::Divergence(libm::log(delta)));
            if !lines.open().contains(&aim) {
                continue;
            }
            parted += 1;
            for attempt in 0..2 {
                lines.seek(aim, attempt);
            }
            let wanted = GridDemand {
                width: 1e-6,
                least_points: 0,
                most_points: 1 << 16,
                epsilon_max: 3.0,
                smallest: delta,
            };
            let grid = GridCurve::new(&pair, &wanted).expect("a grid");
            // The grid tells about where delta is.
            let order = crossing(delta, &|epsilon| grid.hockey_stick(epsilon)).middle();
            for order in [order - 0.01, order, order + 0.01] {
                let (Some(first), second) = (lines.hockey_stick(order), grid.hockey_stick(order))
                else {
                    continue;
                };
                assert!(
                    first.lower <= second.upper && second.lower <= first.upper,
                    "{pair:?} at {order}: {first:?} {second:?}"
                );
                narrow += usize::from(first.width() <= 1e-6 * first.upper);
            }
        }
        assert!(narrow >= 2 * settings, "{narrow} of {}", 3 * settings);
    }

    /// A grid does not take what may lie beyond its sheets for what lies on its last knot: at no order is it below what the record's own
    /// observation makes alone, `E (Y - e^eps)_+` with `Y = e^(m z + m²/2)/bins` and `z` standard normal under "in".
    #[test]
    fn grids_hold_what_one_observation_makes() {
        for (noise, bins) in [
            (0.3046, 28153.0),
            (0.35, 500.0),
            (0.45, 90.0),
            (0.7, 2000.0),
        ] {
            let pair = epochs_of_bins(noise, bins, 1.0);
            for smallest in [1e-2, 1e-5] {
                let wanted = GridDemand {
                    width: 1e-3,
                    least_points: 0,
                    most_points: 1 << 17,
                    epsilon_max: 2.0,
                    smallest,
                };
                let grid = GridCurve::new(&pair, &wanted).expect("a grid");
                for epsilon in [0.5, 2.0, 4.0, 7.0, 7.76, 9.0] {
                    let shift = 1.0 / noise;
                    let ratio = bins * libm::exp(epsilon);
                    let z = libm::log(ratio) / shift - 0.5 * shift;
                    let alone = normal::sf(z) - ratio * normal::sf(z + shift);
                    let found = grid.hockey_stick(epsilon);
                    assert!(
                        alone <= found.upper,
                        "{noise} {bins} at {epsilon}: {alone:e} {found:?}"
                    );
                }
            }
        }
    }

    /// One epoch by the density of its ratio and by a grid hold the same curve, of light and of heavy observations and of few bins; the
    /// first is the narrower one.
    #[test]
    fn single_epochs_and_grids_meet() {
        let mut random = Random::new(85);
        let settings = if is_whole_run() { 60 } else { 8 };
        let mut narrow = 0;
        for _ in 0..settings {
            let bins = libm::floor(random.log_uniform(2.0, 5000.0));
            let pair = epochs_of_bins(random.log_uniform(0.25, 1.4), bins, 1.0);
            let orders = [-0.4, 0.0, 0.7, 1.4];
            let demand = Demand {
                epsilon: orders.to_vec(),
                ..Demand::default()
            };
            let Some(Epochs::One(curve)) = Epochs::of(&pair, &demand) else {
                panic!("no curve of {pair:?}");
            };
            let wanted = GridDemand {
                width: 1e-4,
                least_points: 0,
                most_points: 1 << 16,
                epsilon_max: 1.4,
                smallest: 1e-3,
            };
            let Some(grid) = GridCurve::new(&pair, &wanted) else {
                continue;
            };
            for order in orders {
                let (first, second) = (curve.hockey_stick(order), grid.hockey_stick(order));
                assert!(
                    first.lower <= second.upper && second.lower <= first.upper,
                    "{pair:?} at {order}: {first:?} {second:?}"
                );
                narrow += usize::from(first.width() <= 1e-7 * first.upper);
            }
        }
        assert!(narrow >= 3 * settings, "{narrow} of {}", 4 * settings);
    }

    /// Observations beyond all numbers leave bounds, of a grid without sheets.
    #[test]
    fn observations_beyond_numbers_have_a_grid() {
        for (noise, bins) in [(0.03, 10.0), (0.003, 42.0), (0.0125, 1000.0)] {
            let pair = epochs_of_bins(noise, bins, 1.0);
            let wanted = GridDemand {
                width: 1e-4,
                least_points: 0,
                most_points: 1 << 17,
                epsilon_max: 1.0,
                smallest: 1e-3,
            };
            // All is seen: what is missed is less than what the record's own observation misses, `sf(1/(2 noise) - noise ln bins)`.
            let missed = normal::sf(0.5 / noise - noise * libm::log(bins));
            let found = GridCurve::new(&pair, &wanted).map(|grid| grid.hockey_stick(0.0));
            assert!(
                found.is_none_or(|found| found.lower <= 1.0 && 1.0 - missed <= found.upper),
                "{noise} {bins}: {found:?}"
            );
        }
    }

    /// One epoch has its curve by the density, several have tables, and drafts neither.
    #[test]
    fn epochs_are_known_by_number() {
        let phase = |epochs: f64| PairPhase {
            noise_per_shift: 1.0,
            sample_rate: 0.01,
            num_steps: 100.0 * epochs,
        };
        let pair = |phases: Vec<PairPhase>| DominatingPair {
            shape: Shape::Allocation,
            noise: Noise::Gaussian,
            phases,
        };
        let demand = Demand::default();
        let found = |phases: Vec<PairPhase>| Epochs::of(&pair(phases), &demand);
        assert!(matches!(found(vec![phase(1.0)]), Some(Epochs::One(_))));
        let many = found(vec![phase(1.0), phase(3.0)]);
        assert!(matches!(many, Some(Epochs::Many(tables)) if tables.len() == 2));
        assert!(found(vec![phase(2.0); 9]).is_none());
        let draft = Demand {
            draft: true,
            ..Demand::default()
        };
        assert!(Epochs::of(&pair(vec![phase(1.0)]), &draft).is_none());
    }
}
