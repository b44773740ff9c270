//! The attacker who counts the observations above a threshold.

use crate::mechanism::{DominatingPair, Noise, Shape};
use crate::numerics::{Binomial, level_of_score, normal};

/// Thresholds that are tried, in parts of the shift.
const THRESHOLDS: core::ops::Range<u8> = 12..40;
const PARTS: f64 = 40.0;
/// Below this shift in units of the noise no observation stands out.
const LEAST_SHIFT: f64 = 2.0;
/// Most observations above a threshold on average: beyond, their binomial tails take long.
const MOST: f64 = 1000.0;
/// What mixing two rates may be off by, relatively.
const ROUNDING: f64 = 1e-13;

/// One phase of Poisson sampling with Gaussian noise, one record, whose draws stand out.
pub(super) struct CountedObservations {
    /// In standard deviations of the noise.
    shift: f64,
    rate: f64,
    steps: f64,
}

impl CountedObservations {
    pub(super) fn of(pair: &DominatingPair) -> Option<Self> {
        let (Shape::Mixture { group_size: 1 }, Noise::Gaussian, [phase]) =
            (pair.shape, pair.noise, &pair.phases[..])
        else {
            return None;
        };
        (phase.shift() >= LEAST_SHIFT).then(|| Self {
            shift: phase.shift(),
            rate: phase.sample_rate,
            steps: phase.num_steps,
        })
    }

    /// The rate of true positives, from below, of the attacker who says "in" when so many observations lie above a threshold,
    /// at a rate of false ones of `fpr`.
    ///
    /// Both counts are binomial, so that it is one lower bound of the curve for each threshold and number, and by chance between
    /// two numbers. Nearly everything where the noise is small and the record is drawn often.
    pub(super) fn least_tpr(&self, fpr: f64) -> f64 {
        let Self { shift, rate, steps } = *self;
        // Of tails up to the shift, whose argument is rounded as well; below normal numbers they are off by one of these.
        let rounding = 2.0 * normal::relative_error(shift);
        let at = |part: u8| {
            let threshold = shift * f64::from(part) / PARTS;
            let out = normal::sf(threshold);
            let inn = (1.0 - rate) * out + rate * normal::sf(threshold - shift);
            if steps * inn > MOST {
                return 0.0;
            }
            let out = Binomial::new(steps, out * (1.0 + rounding) + f64::MIN_POSITIVE);
            let inn = Binomial::new(steps, inn * (1.0 - rounding));
            of_counts(out, inn, fpr)
        };
        THRESHOLDS.map(at).fold(0.0, f64::max)
    }
}

/// The same for the laws of one count.
fn of_counts(out: Binomial, inn: Binomial, fpr: f64) -> f64 {
    let fewer = out.quantile(fpr);
    let rates = |number: f64| {
        if number <= 0.0 {
            return (1.0, 1.0);
        }
        let false_ones = level_of_score(out.score_of_many(number));
        let missed = level_of_score(inn.score_of_few(number - 1.0));
        (false_ones, (1.0 - missed).next_down().max(0.0))
    };
    let (more, fewer) = (rates(fewer + 1.0), rates(fewer));
    if more.0 > fpr {
        return 0.0;
    }
    let share = ((fpr - more.0) / (fewer.0 - more.0)).clamp(0.0, 1.0);
    let mixed = (1.0 - share) * more.1 + share * fewer.1;
    (mixed * (1.0 - ROUNDING)).max(more.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::PrivacyCurve;
    use crate::mechanism::{Demand, PairPhase, SampledGaussian};

    fn least(noise: f64, sample_rate: f64, num_steps: f64, fpr: f64) -> f64 {
        let phase = PairPhase {
            noise_per_shift: noise,
            sample_rate,
            num_steps,
        };
        let pair = DominatingPair {
            shape: Shape::Mixture { group_size: 1 },
            noise: Noise::Gaussian,
            phases: vec![phase],
        };
        CountedObservations::of(&pair).unwrap().least_tpr(fpr)
    }

    /// No attacker does better than the best one, as the engines know it.
    #[test]
    fn the_best_attacker_does_better() {
        let mut near = 0;
        for (noise, rate, steps) in [
            (0.05, 1e-3, 1.0),
            (0.1, 1e-3, 100.0),
            (0.2, 0.01, 500.0),
            (0.3, 0.05, 200.0),
            (0.15, 1e-4, 10_000.0),
            (0.5, 0.5, 40.0),
        ] {
            for fpr in [1e-12, 1e-9, 1e-6, 1e-3, 0.1] {
                let run = SampledGaussian::new(noise, rate, steps).unwrap();
                let demand = Demand {
                    fpr: vec![fpr],
                    ..Demand::default()
                };
                let best = PrivacyCurve::new(&run, &demand).tpr(fpr);
                let found = least(noise, rate, steps, fpr);
                assert!(
                    found <= best.upper,
                    "{noise}, {rate}, {steps}, {fpr}: {found} of {best:?}"
                );
                near += usize::from(found > 0.9 * best.lower);
            }
        }
        assert!(near >= 15, "{near} of 30 are near");
    }

    /// About a draw in nine runs, which shows: the rate lies between that of the counts and the chance of a draw, and has a line, of
    /// an event that is not rare at its tilt.
    #[test]
    fn one_draw_has_a_line() {
        let (noise, rate, steps, fpr) = (0.1144, 1.058e-6, 124_432.0, 1e-9);
        let run = SampledGaussian::new(noise, rate, steps).unwrap();
        let demand = Demand {
            fpr: vec![fpr],
            ..Demand::default()
        };
        let found = PrivacyCurve::new(&run, &demand).tpr(fpr);
        assert!(found.width() < 1e-6 * found.upper, "{found:?}");
        assert!(found.upper > least(noise, rate, steps, fpr), "{found:?}");
        let drawn = -libm::expm1(steps * libm::log1p(-rate));
        assert!(found.lower < drawn + fpr, "{found:?} of {drawn}");
    }

    /// Where a record is drawn some twenty times and each stands out, counting misses hardly anything: with the threshold at three
    /// quarters of the shift, fewer than four of 22.57 Poisson-distributed ones have probability 3.4e-7.
    #[test]
    fn what_stands_out_is_counted() {
        let found = least(0.1203, 7.284e-6, 3_158_070.0, 1e-12);
        assert!(1.0 - found < 4e-7, "{found}");
    }
}
