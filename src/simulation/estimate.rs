//! What the sums of a Monte Carlo run say: estimates with intervals that hold at every look.

use super::estimator::Order;
use super::loss_histogram::LossHistogram;
use super::moments::Moments;
use super::result::{MonteCarloResult, SimulatedTotalVariation, SimulatedTpr};
use super::roc_band::RocBand;
use super::simulation::Simulation;
use super::tally::{Tally, moments};
use super::theorems;
use crate::figure::{Error, Figure, Kind, Roc, Theorem, VERSION, log_odds_against};
use crate::numerics::{ConfidenceSequence, Interval, Seen};

/// The mean of the summands at one order.
pub(crate) struct Estimate {
    mean: f64,
    pub(crate) interval: Interval,
    standard_error: f64,
    hoeffding: f64,
}

impl Simulation {
    /// The estimates after the chunks that were added to `tally`, the pilot among them.
    ///
    /// Every interval holds the true value at all times at once with the confidence, so it may be looked at whenever a
    /// chunk is done and the run stopped for what it shows. It holds for any set of chunks, as long as which chunks are
    /// done does not depend on the values in them: time, cores and patience do not. `confidence_sequence.rs` has
    /// the proof; the interval takes from the pilot, which is not averaged, where to centre, which variance to expect and how to weigh
    /// the control. All summands lie in a known range, and an interval is cut to it and to what its figure can be: an
    /// advantage to `[0, 1]`, an accuracy to `[max(prior, 1 - prior), 1]`, `TV_a` to `[|1 - a|/2, (1 + a)/2]`. The
    /// estimate is not cut, so that it stays unbiased. Before the first chunk beside the pilot it is the pilot's.
    ///
    /// Rounding of the sums is in the intervals; that of the losses, drawn in single precision where that serves, is
    /// not: a relative error near 1e-7 of `w - 1` a step.
    ///
    /// `hoeffding_half_width` is `r sqrt(ln(2/alpha)/(2 n))` of `n` independent summands in a range of length `r`
    /// (Proposition 8 of Mahloujifar et al. with erratum E5), and never more than `r`.
    ///
    /// # Errors
    /// [`Error::Malformed`] if `tally` is not made of chunks of this run, or the pilot is missing.
    pub fn result(&self, tally: &Tally) -> Result<MonteCarloResult, Error> {
        let (sums, pilots) = self.checked(tally)?;
        let estimates: Vec<Estimate> = (0..self.orders.len())
            .map(|i| self.estimate(&self.orders[i], &sums[i], &pilots[i]))
            .collect();
        let advantage = self.advantage(&estimates[0]);
        let reached = |width| {
            advantage
                .upper
                .zip(advantage.lower)
                .map(|(u, l)| u - l <= width)
        };
        let band = (!self.edges.is_empty()).then(|| {
            RocBand::new(
                &self.edges,
                &tally.out,
                &tally.member,
                1.0 - self.confidence,
            )
        });
        let band = band.as_ref();
        let (_, scale) = self.orders[0].total_variation();
        Ok(MonteCarloResult {
            library_version: VERSION,
            estimator: self.plan.estimator,
            side: self.side,
            status: self.status.text,
            status_sources: self.status.sources,
            accuracy: self.accuracy(&estimates[1]),
            tv_a: (2..self.orders.len())
                .map(|i| self.total_variation(&self.orders[i], &estimates[i]))
                .collect(),
            tpr: band.map_or_else(Vec::new, |band| {
                let figure = |&fpr| SimulatedTpr {
                    fpr,
                    tpr: self.tpr(band, fpr),
                };
                self.fpr.iter().map(figure).collect()
            }),
            roc: band
                .filter(|_| !self.drawn.is_empty())
                .map(|band| roc(band, &self.drawn)),
            histogram: self.histogram.then(|| LossHistogram {
                edges: self.edges.clone(),
                out: tally.out.clone(),
                member: tally.member.clone(),
                threshold: log_odds_against(self.prior),
            }),
            samples: tally.samples,
            seed: self.seed as f64,
            confidence: self.confidence,
            standard_error: scale * estimates[0].standard_error,
            hoeffding_half_width: scale * estimates[0].hoeffding,
            width_reached: self.width.and_then(reached).unwrap_or(false),
            advantage,
        })
    }

    /// The moments of the run and of the pilot, if they can be this run's.
    pub(crate) fn checked(&self, tally: &Tally) -> Result<(Vec<Moments>, Vec<Moments>), Error> {
        let wrong = |problem: &str| Error::Malformed {
            parameter: "tally".into(),
            problem: problem.into(),
        };
        let orders = self.orders.len();
        let bins = self.edges.len().saturating_sub(1);
        let read = |list| moments(list, orders);
        let (Some(sums), Some(pilots)) = (read(&tally.sums), read(&tally.pilot)) else {
            return Err(wrong("has not the sums of this run's orders"));
        };
        if tally.out.len() != bins || tally.member.len() != bins {
            return Err(wrong("has not the bins of this run"));
        }
        let trainings = self.plan.estimator.trainings();
        if pilots
            .iter()
            .any(|pilot| pilot.n * trainings != self.plan.pilot)
        {
            return Err(wrong("must hold the pilot, chunk 0, once"));
        }
        let counts =
            |counts: &[f64]| bins == 0 || counts.iter().sum::<f64>() == tally.samples / trainings;
        if sums.iter().any(|sum| sum.n * trainings != tally.samples)
            || tally.samples > self.plan.samples
            || !counts(&tally.out)
            || !counts(&tally.member)
        {
            return Err(wrong(
                "has sums that do not belong to its number of samples",
            ));
        }
        Ok((sums, pilots))
    }

    pub(crate) fn estimate(&self, order: &Order, sums: &Moments, pilot: &Moments) -> Estimate {
        let alpha = 1.0 - self.confidence;
        let (beta, control_mean, (low, high)) = match &self.control {
            Some(control) => (
                pilot.slope(),
                control.mean(order.epsilon),
                control.range(order.epsilon, order.estimator.is_mirrored()),
            ),
            None => (0.0, 0.0, (0.0, 0.0)),
        };
        let range = Interval {
            lower: (beta * (control_mean - high)).next_down(),
            upper: (order.highest + beta * (control_mean - low)).next_up(),
        };
        let variance = |moments: &Moments| {
            let mean = moments.sum(beta, control_mean) / moments.n.max(1.0);
            let (squares, _) = moments.sum_of_squares(beta, control_mean, mean);
            squares / (moments.n - 1.0).max(1.0)
        };
        let seen_first = pilot.sum(beta, control_mean) / pilot.n;
        let sequence = ConfidenceSequence::new(
            alpha,
            seen_first.clamp(range.lower, range.upper),
            range,
            variance(pilot),
            self.plan.samples / self.plan.estimator.trainings(),
        );
        // Every sum is of so many numbers at most, one after the other.
        let additions = 32.0 + self.plan.samples_per_chunk / 16.0 + self.plan.chunks;
        let rounding = additions * f64::EPSILON;
        let (squares, squares_size) = sums.sum_of_squares(beta, control_mean, sequence.centre());
        let interval = sequence.interval(&Seen {
            n: sums.n,
            sum: sums.sum(beta, control_mean),
            sum_error: rounding * (sums.x + beta * (sums.c + sums.n * control_mean)),
            squares,
            squares_error: rounding * squares_size,
        });
        let used = if sums.n > 0.0 { sums } else { pilot };
        let length = range.width();
        let hoeffding = length * libm::sqrt(libm::log(2.0 / alpha) / (2.0 * sums.n));
        Estimate {
            mean: used.sum(beta, control_mean) / used.n,
            interval,
            standard_error: libm::sqrt(variance(used) / used.n),
            hoeffding: hoeffding.min(length),
        }
    }

    /// The figure `shift + scale mean`, which lies in `possible` whatever the training.
    fn figure(
        &self,
        estimate: &Estimate,
        (shift, scale): (f64, f64),
        possible: Interval,
        theorem: &'static Theorem,
    ) -> Figure {
        let lower = (shift + (scale * estimate.interval.lower).next_down()).next_down();
        let upper = (shift + (scale * estimate.interval.upper).next_up()).next_up();
        let lower = lower.clamp(possible.lower, possible.upper);
        Figure {
            lower: Some(lower),
            estimate: shift + scale * estimate.mean,
            upper: Some(upper.clamp(lower, possible.upper)),
            kind: Kind::Estimate,
            method: self.plan.estimator.name(),
            theorem: theorem.text,
            sources: theorem.sources,
            erratum: None,
            assumptions: None,
        }
    }

    fn advantage(&self, estimate: &Estimate) -> Figure {
        let theorem = theorems::TOTAL_VARIATION.of(self.side);
        let possible = Interval {
            lower: 0.0,
            upper: 1.0,
        };
        let affine = self.orders[0].total_variation();
        Figure {
            erratum: Some("E1"),
            ..self.figure(estimate, affine, possible, theorem)
        }
    }

    fn accuracy(&self, estimate: &Estimate) -> Figure {
        let theorem = theorems::ACCURACY.of(self.side);
        let possible = Interval {
            lower: self.prior.max(1.0 - self.prior),
            upper: 1.0,
        };
        let affine = self.orders[1].accuracy(self.prior);
        self.figure(estimate, affine, possible, theorem)
    }

    fn total_variation(&self, order: &Order, estimate: &Estimate) -> SimulatedTotalVariation {
        let theorem = theorems::TV_A.of(self.side);
        let a = libm::exp(order.epsilon);
        let possible = Interval {
            lower: 0.5 * libm::expm1(order.epsilon).abs(),
            upper: 0.5 * (1.0 + a),
        };
        SimulatedTotalVariation {
            epsilon: order.epsilon,
            tv_a: self.figure(estimate, order.total_variation(), possible, theorem),
        }
    }

    fn tpr(&self, band: &RocBand, fpr: f64) -> Figure {
        let (interval, estimate) = band.tpr(fpr);
        let theorem = theorems::RATES.of(self.side);
        Figure {
            lower: Some(interval.lower),
            estimate,
            upper: Some(interval.upper),
            kind: Kind::Estimate,
            method: "loss_counts",
            theorem: theorem.text,
            sources: theorem.sources,
            erratum: None,
            assumptions: None,
        }
    }
}

fn roc(band: &RocBand, rates: &[f64]) -> Roc {
    let mut roc = Roc {
        fpr: rates.to_vec(),
        lower: Vec::new(),
        estimate: Vec::new(),
        upper: Vec::new(),
        kind: vec![Kind::Estimate; rates.len()],
    };
    for &fpr in rates {
        let (interval, estimate) = band.tpr(fpr);
        roc.lower.push(interval.lower);
        roc.estimate.push(estimate);
        roc.upper.push(interval.upper);
    }
    roc
}
