//! Few phases for many: a schedule whose noise or rate is set anew at each step has as many phases as steps, most of them alike.

use super::lines::LEAST_MERGED;
use super::phase_cell::{Asked, PhaseCell};
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::truncation::{Decay, LayerCake};
use crate::mechanism::{DominatingPair, Noise, PairPhase, Shape};
use crate::numerics::{count, independent, recombined};
use core::cell::Cell;
use std::rc::Rc;

/// Share of the phases that may be left.
const WORTH: f64 = 0.25;
/// Fewest phases of a cell that is parted: of fewer as many as there are would be left.
const LEAST_PARTED: usize = 48;
/// Variance of the loss from which on both laws hardly overlap: nothing is summed in the middle.
const SEPARATED: f64 = 5e3;
/// Largest degree of polynomials of which the sums are kept.
const MOST_DEGREE: usize = 24;
/// What may be left beyond in each cell, and the same where the characteristic function is small.
const TOLERANCE: f64 = 1e-15;
const TOLERANCE_OF_TAILS: f64 = 1e-13;
const MOST_TOLERANCE: f64 = 1e-3;
/// Half the range of shifts or rates of a cell at first, as a share of its centre, and to which share of itself it is narrowed.
const WIDEST: f64 = 0.25;
const HALF: f64 = 0.6;
/// The same of boxes in which the decay of the characteristic function is bounded at once.
const WIDTH_OF_BOX: f64 = 0.01;
/// Frequencies, in standard deviations, from which on degrees are chosen, how much higher the next one is, and most of them.
const FIRST: f64 = 1.0;
const HIGHER: f64 = 1.5;
const MOST_FREQUENCIES: usize = 24;
/// Logarithm of what the characteristic function is where no frequency counts.
const LOG_NOTHING: f64 = -45.0;
/// Tilts beyond the pole, in standard deviations, for which degrees are chosen as well, and shares of their distance at which there may be
/// one.
const FAR: f64 = 5.0;
const NEAR: f64 = 1.5;
const NEARER: [f64; 4] = [1.0, 0.6, 0.4, 0.2];

/// A phase in the place of others of its cell.
#[derive(Clone, Debug)]
pub(super) struct StandsFor {
    cell: Rc<PhaseCell>,
    /// What one of its steps has of the cell's deviation.
    share: f64,
    /// Where the first one has them: all phases, roughly, for how fast the characteristic function decays.
    pub(super) boxes: Rc<[PhaseBox]>,
}

/// What a tilted step is off by for standing for others.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    others: StandsFor,
    s: f64,
    /// At frequencies up to the first number the second one, as was found last.
    last: Cell<(f64, f64)>,
}

impl Apart {
    /// `None` of a step that stands for itself.
    pub(super) fn of(step: &SmoothStep, s: f64) -> Option<Box<Self>> {
        let others = step.stands_for()?.clone();
        let last = Cell::new((-1.0, 0.0));
        Some(Box::new(Self { others, s, last }))
    }

    /// Bound of what the normalised characteristic function differs by at a frequency, of those that are asked for in ascending order.
    pub(super) fn at(&self, t: f64) -> f64 {
        let (highest, error) = self.last.get();
        if t <= highest && t >= 0.5 * highest {
            return error;
        }
        let StandsFor { cell, share, .. } = &self.others;
        let highest = PhaseCell::level(t);
        let deviation = cell.deviation(self.s, t) + cell.deviation(self.s, 0.0);
        let error = libm::expm1(share * deviation);
        self.last.set((highest, error));
        error
    }
}

/// Phases that are nearly alike, as the one in the middle with the steps of all.
#[derive(Clone, Debug)]
pub(super) struct PhaseBox {
    pub(super) middle: SmoothStep,
    pub(super) cell: Rc<PhaseCell>,
}

impl StandsFor {
    /// Bound of what the logarithm of a step's `E_Q[w^(s + iu)]`, `u <= t`, differs by, in the mean of the cell.
    pub(super) fn deviation(&self, s: f64, t: f64) -> f64 {
        self.share * self.cell.deviation(s, t)
    }
}

/// Steps of fewer phases that stand for those of a long schedule of one record under Gaussian noise, there or replaced; none for other pairs, and where
/// that saves little.
pub(super) fn merged(pair: &DominatingPair) -> Option<Vec<Step>> {
    if pair.noise != Noise::Gaussian
        || !matches!(
            pair.shape,
            Shape::Mixture { group_size: 1 } | Shape::Substitution
        )
        || pair.phases.len() < LEAST_MERGED
    {
        return None;
    }
    let variance = |phase: &PairPhase| Some(SmoothStep::new(pair.shape, phase)?.rough_variance());
    let variances: Option<Vec<f64>> = pair.phases.iter().map(variance).collect();
    let variance: f64 = variances?.iter().sum();
    if variance > SEPARATED {
        return None;
    }
    let unit = 1.0 / libm::sqrt(variance);
    let boxes = boxes(pair)?;
    let cakes = boxes.iter().map(|phases| LayerCake::of_box(phases, 0.5));
    let decay = Decay(cakes.collect());
    let mut steps = [&[FAR, NEAR][..], &[NEAR], &[]].iter().find_map(|tilts| {
        let tilts = tilts
            .iter()
            .filter_map(|&tilt| tilt_of(&boxes, tilt * unit));
        let mut merging = Merging {
            shape: pair.shape,
            asked: &asked(&decay, unit, &tilts.collect::<Vec<f64>>()),
            most: count(WORTH * pair.phases.len() as f64),
            steps: Vec::new(),
        };
        let parts = parted(pair.phases.clone(), WIDEST);
        parts
            .into_iter()
            .try_for_each(|phases| merging.merge(phases))?;
        Some(merging.steps)
    })?;
    steps.first_mut()?.stand_for_all(boxes.into());
    Some(steps.into_iter().map(Step::Smooth).collect())
}

/// A tilt so far beyond the pole, or nearer, where a large observation would be all that counts.
fn tilt_of(boxes: &[PhaseBox], beyond: f64) -> Option<f64> {
    NEARER
        .iter()
        .map(|nearer| 1.0 + nearer * beyond)
        .find(|&s| boxes.iter().all(|phases| phases.cell.is_gentle(s)))
}

/// All phases, those that are nearly alike in boxes.
fn boxes(pair: &DominatingPair) -> Option<Vec<PhaseBox>> {
    let parts = parted(pair.phases.clone(), WIDTH_OF_BOX).into_iter();
    let of_part = |part: Vec<PairPhase>| {
        let cell = around(pair.shape, &part);
        let middle = PairPhase {
            noise_per_shift: 1.0 / cell.shift.0,
            sample_rate: cell.rate.0,
            num_steps: cell.num_steps,
        };
        let middle = SmoothStep::new(pair.shape, &middle)?;
        Some(PhaseBox {
            middle,
            cell: Rc::new(cell),
        })
    };
    parts.map(of_part).collect()
}

/// What is asked at frequencies up to those at which hardly anything is left, in the middle and at tilts of the upper tail.
fn asked(decay: &Decay, unit: f64, tilts: &[f64]) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut t = FIRST * unit;
    let mut log_modulus = 0.0;
    for _ in 0..MOST_FREQUENCIES {
        let line = |s: f64, tolerance: f64| {
            let tolerance = (tolerance * libm::exp(-log_modulus)).min(MOST_TOLERANCE);
            Asked { s, t, tolerance }
        };
        asked.push(line(0.5, TOLERANCE));
        asked.extend(tilts.iter().map(|&s| line(s, TOLERANCE_OF_TAILS)));
        log_modulus = decay.log_modulus(t);
        if log_modulus < LOG_NOTHING {
            break;
        }
        t *= HIGHER;
    }
    asked
}

/// Phases that stand for others, as they are found.
struct Merging<'a> {
    shape: Shape,
    asked: &'a [Asked],
    /// How many there may be.
    most: usize,
    steps: Vec<SmoothStep>,
}

impl Merging<'_> {
    /// Has few stand for these phases, or for each half of them; none where there are too many.
    fn merge(&mut self, phases: Vec<PairPhase>) -> Option<()> {
        let cell = around(self.shape, &phases);
        match cell.weights(self.asked, MOST_DEGREE) {
            Some(scales) => self.add(cell, &phases, &scales),
            None if phases.len() >= LEAST_PARTED => {
                let widest = cell.shift.1.max(cell.rate.1);
                let halves = parted(phases, HALF * widest);
                halves.into_iter().try_for_each(|half| self.merge(half))
            }
            None => None,
        }
    }

    /// Adds those that stand for the phases of a cell, with the same sums of polynomials, which matter by these scales.
    fn add(&mut self, mut cell: PhaseCell, phases: &[PairPhase], scales: &[f64]) -> Option<()> {
        let functions = polynomials(&cell, phases, scales.len() - 1);
        let weights: Vec<f64> = phases.iter().map(|phase| phase.num_steps).collect();
        let scaled = |(degree, values): &(usize, Vec<f64>)| -> Vec<f64> {
            let scale = scales[*degree] / scales[0];
            values.iter().map(|value| scale * value).collect()
        };
        let basis = independent(functions.iter().map(scaled).collect());
        let kept = recombined(&basis, &weights);
        if self.steps.len() + kept.len() > self.most {
            return None;
        }
        cell.residues = vec![0.0; scales.len()];
        for (degree, values) in &functions {
            cell.residues[*degree] += residue(*degree, values, &weights, &kept);
        }
        let cell = Rc::new(cell);
        let share = 1.0 / kept.iter().map(|&(_, weight)| weight).sum::<f64>();
        for (place, num_steps) in kept {
            let phase = PairPhase {
                num_steps,
                ..phases[place]
            };
            let stands_for = StandsFor {
                cell: Rc::clone(&cell),
                share,
                boxes: Rc::from([]),
            };
            let step = SmoothStep::new(self.shape, &phase)?;
            self.steps.push(step.standing_for(stands_for));
        }
        Some(())
    }
}

/// By how much the values of a polynomial at the phases, at most 1 each, sum to more with all weights than with those that are kept, from above.
fn residue(degree: usize, values: &[f64], weights: &[f64], kept: &[(usize, f64)]) -> f64 {
    // In pairs, so that rounding hardly adds up.
    fn sum(terms: &[f64]) -> f64 {
        if terms.len() <= 8 {
            return terms.iter().sum();
        }
        let (left, right) = terms.split_at(terms.len() / 2);
        sum(left) + sum(right)
    }
    let mut terms: Vec<f64> = values.iter().zip(weights).map(|(v, w)| v * w).collect();
    terms.extend(kept.iter().map(|&(place, weight)| -weight * values[place]));
    let size: f64 = terms.iter().map(|term| term.abs()).sum();
    let depth = 8.0 + libm::log2(terms.len() as f64);
    // The slope of a polynomial is the square of its degree at most.
    let of_values = 4.0 * (1.0 + (degree * degree) as f64);
    sum(&terms).abs() + (depth + of_values) * f64::EPSILON * size
}

/// Chebyshev polynomials in shift and rate up to a degree, each with its degree and its values at the phases.
fn polynomials(cell: &PhaseCell, phases: &[PairPhase], degree: usize) -> Vec<(usize, Vec<f64>)> {
    let within = |(centre, width): (f64, f64), value: f64| {
        if width == 0.0 {
            0.0
        } else {
            // The difference is exact.
            ((value - centre) / (centre * width)).clamp(-1.0, 1.0)
        }
    };
    let columns = |coordinate: &dyn Fn(&PairPhase) -> f64| -> Vec<Vec<f64>> {
        let angles: Vec<f64> = phases
            .iter()
            .map(|phase| libm::acos(coordinate(phase)))
            .collect();
        let of_degree = |n: usize| {
            angles
                .iter()
                .map(|angle| libm::cos(n as f64 * angle))
                .collect()
        };
        (0..=degree).map(of_degree).collect()
    };
    let shifts = columns(&|phase| within(cell.shift, phase.shift()));
    let rates = columns(&|phase| within(cell.rate, phase.sample_rate));
    let (most_of_shift, most_of_rate) = (
        if cell.shift.1 == 0.0 { 0 } else { degree },
        if cell.rate.1 == 0.0 { 0 } else { degree },
    );
    let mut all = Vec::new();
    for (i, of_shift) in shifts.iter().take(most_of_shift + 1).enumerate() {
        for (j, of_rate) in rates
            .iter()
            .take(most_of_rate.min(degree - i) + 1)
            .enumerate()
        {
            let product = of_shift.iter().zip(of_rate).map(|(a, b)| a * b);
            all.push((i + j, product.collect()));
        }
    }
    all
}

/// The cell around phases.
fn around(shape: Shape, phases: &[PairPhase]) -> PhaseCell {
    let [shift, rate] = ranges(phases);
    let num_steps = phases.iter().map(|phase| phase.num_steps).sum();
    PhaseCell::new(shape == Shape::Substitution, shift, rate, num_steps)
}

/// The middle of the shifts and of the rates of phases, and how far these are from it at most, as a share of it.
fn ranges(phases: &[PairPhase]) -> [(f64, f64); 2] {
    let range = |of: &dyn Fn(&PairPhase) -> f64| {
        let (low, high) = phases
            .iter()
            .fold((f64::INFINITY, 0.0_f64), |(low, high), phase| {
                (low.min(of(phase)), high.max(of(phase)))
            });
        let centre = 0.5 * (low + high);
        let width = if low == high {
            0.0
        } else {
            0.5 * (high - low) / centre * (1.0 + 1e-9)
        };
        (centre, width)
    };
    [range(&PairPhase::shift), range(&|phase| phase.sample_rate)]
}

/// Parts of phases of which none is wider than this.
fn parted(phases: Vec<PairPhase>, widest: f64) -> Vec<Vec<PairPhase>> {
    let [shift, rate] = ranges(&phases);
    if phases.len() < 2 || shift.1.max(rate.1) <= widest {
        return vec![phases];
    }
    let by_shift = shift.1 >= rate.1;
    let (left, right): (Vec<_>, Vec<_>) = phases.into_iter().partition(|phase| {
        if by_shift {
            phase.shift() < shift.0
        } else {
            phase.sample_rate < rate.0
        }
    });
    let mut parts = parted(left, widest);
    parts.extend(parted(right, widest));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fourier::Lines;
    use crate::mechanism::Demand;

    fn schedule(phases: usize, phase: impl Fn(f64) -> (f64, f64, f64)) -> DominatingPair {
        let phase = |k: usize| {
            let (noise_per_shift, sample_rate, num_steps) = phase(k as f64 / phases as f64);
            PairPhase {
                noise_per_shift,
                sample_rate,
                num_steps,
            }
        };
        DominatingPair {
            shape: Shape::Mixture { group_size: 1 },
            noise: Noise::Gaussian,
            phases: (0..phases).map(phase).collect(),
        }
    }

    /// Noise that falls, noise and rate that grow, phases in no order, phases that are all alike, and a replaced record: the lines of few phases and those of
    /// all say the same, and hardly less.
    #[test]
    fn few_phases_say_what_all_say() {
        let golden = |x: f64, k: f64| libm::fmod(x * 1000.0 * k, 1.0);
        let schedules = [
            schedule(1000, |x| (1.4 - 0.5 * x, 0.01, 8.0)),
            schedule(1000, |x| (0.9 + 0.3 * x, 2e-3 * (1.0 + x), 60.0)),
            schedule(1000, |x| {
                (
                    2.0 + 0.04 * golden(x, 0.618),
                    0.02 + 4e-4 * golden(x, 0.755),
                    1.0,
                )
            }),
            schedule(1000, |_| (1.1, 5e-3, 4.0)),
        ];
        let replaced = DominatingPair {
            shape: Shape::Substitution,
            ..schedule(1000, |x| (1.3 - 0.3 * x, 4e-3 * (1.0 + x), 20.0))
        };
        let schedules = schedules.into_iter().chain([replaced]);
        let demand = Demand {
            epsilon: vec![0.0, 1.0],
            delta: Some(1e-6),
            fpr: vec![1e-4],
            ..Demand::default()
        };
        for (place, pair) in schedules.enumerate() {
            let few = merged(&pair).expect("fewer phases");
            assert!(few.len() <= pair.phases.len() / 4, "{place}: {}", few.len());
            let steps = few
                .iter()
                .filter_map(Step::smooth)
                .map(SmoothStep::num_steps);
            let all: f64 = pair.phases.iter().map(|phase| phase.num_steps).sum();
            assert!((steps.sum::<f64>() / all - 1.0).abs() < 1e-12);
            let few = Lines::new(&pair, &demand, false).expect("lines");
            let all = Lines::of_all(&pair, &demand).expect("lines");
            let (mut said, mut compared) = (0, 0);
            for k in -4..=10 {
                let epsilon = 0.25 * f64::from(k);
                let readings = |lines: &Lines| {
                    let overlap = lines.overlap(epsilon);
                    [
                        Some(overlap),
                        lines.hockey_stick(epsilon),
                        lines.reverse_hockey_stick(-epsilon),
                    ]
                };
                for (few, all) in readings(&few).into_iter().zip(readings(&all)) {
                    let (Some(few), Some(all)) = (few, all) else {
                        continue;
                    };
                    compared += 1;
                    assert!(
                        few.lower <= all.upper && all.lower <= few.upper,
                        "{place}, {epsilon}: {few:?} {all:?}"
                    );
                    said += usize::from(few.width() <= 1e-9 * few.upper);
                }
            }
            assert!(
                compared > 20 && said > compared / 2,
                "{place}: {said} of {compared}"
            );
        }
    }

    /// Other pairs, few phases and phases that have nothing in common are left as they are.
    #[test]
    fn little_to_be_merged_is_left() {
        let falling = |x: f64| (1.4 - 0.5 * x, 0.01, 8.0);
        assert!(merged(&schedule(1000, falling)).is_some());
        assert!(merged(&schedule(LEAST_MERGED - 1, falling)).is_none());
        let group = DominatingPair {
            shape: Shape::Mixture { group_size: 2 },
            ..schedule(1000, falling)
        };
        assert!(merged(&group).is_none());
        let laplace = DominatingPair {
            noise: Noise::Laplace,
            ..schedule(1000, falling)
        };
        assert!(merged(&laplace).is_none());
        let apart = |x: f64| {
            (
                0.5 * libm::exp(6.0 * x),
                1e-3 * libm::exp(5.0 * libm::fmod(x * 61.0, 1.0)),
                1.0,
            )
        };
        assert!(merged(&schedule(1000, apart)).is_none());
    }
}
