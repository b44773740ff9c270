//! A run without what is too rare to matter, and without the large observations that get a line of their own.

use super::chernoff::Chernoff;
use super::event_tails::Run;
use super::large_loss_line::{LargeLoss, Places, is_rare};
use super::saddle::{Aim, Tail, best_law};
use super::smooth_step::SmoothStep;
use super::step::Step;
use super::tail_lines::LEAST_LOG;
use super::tilted_law::TiltedLaw;
use std::rc::Rc;

/// Logarithm of the size from which on the neglected observations are measured, and of their share of it.
const SMALLEST_TARGET: f64 = -35.0;
const NEGLECTED: f64 = -24.0;
/// Most phases of which observations are left out.
const MOST_SPLIT: usize = 128;
/// By which share of itself a bound has to fall.
const WORTH: f64 = 1e-3;
/// How often what is neglected is made smaller, to suit a size that turns out to be.
const ROUNDS: usize = 8;
/// Edges that are tried, and how much nearer each is.
const EDGES: i32 = 12;
const CLOSER: f64 = 0.5;

/// A run below an edge, at the tilt with the least bound, and the event above it.
pub(super) struct Split {
    /// What the mass says of the aim: see [`Aim::bound`].
    pub(super) bound: f64,
    pub(super) steps: Vec<Step>,
    pub(super) law: TiltedLaw,
    pub(super) large: Option<LargeLoss>,
}

impl Split {
    /// Bound of the probability that something is left out.
    pub(super) fn left_out(&self) -> f64 {
        self.steps.iter().map(Step::left_out).sum()
    }

    fn chernoff(&self) -> Chernoff {
        Chernoff::new(&self.law, self.left_out())
    }

    fn improves(&self, other: &Self) -> bool {
        self.bound < other.bound - WORTH * other.bound.abs()
    }

    fn distance(&self, tail: Tail) -> f64 {
        (self.law.s - tail.pole().0).abs()
    }
}

/// What a run is split into, the best first, and a bound by each that needs no other line.
pub(super) struct Splits {
    pub(super) best: Vec<Split>,
    pub(super) bounds: Vec<Chernoff>,
}

/// How a run is seen for an aim.
struct Search<'a> {
    tail: Tail,
    aim: Aim,
    steps: &'a [Step],
    /// Least distance of a tilt from the pole.
    least: f64,
}

impl Splits {
    /// For an aim at one tail, with tilts at this distance from the pole at least.
    pub(super) fn new(steps: &[Step], tail: Tail, aim: Aim, least: f64) -> Self {
        let search = Search {
            tail,
            aim,
            steps,
            least,
        };
        let Self {
            mut best,
            mut bounds,
        } = search.whole();
        if tail == Tail::Upper {
            search.improve(&mut best, &mut bounds);
        }
        Self { best, bounds }
    }

    /// The run as one.
    pub(super) fn whole(steps: &[Step], tail: Tail, aim: Aim, least: f64) -> Self {
        let search = Search {
            tail,
            aim,
            steps,
            least,
        };
        search.whole()
    }
}

impl Search<'_> {
    fn whole(&self) -> Splits {
        let whole = self.at(self.steps.to_vec(), None, self.least);
        Splits {
            bounds: whole.iter().map(Split::chernoff).collect(),
            best: whole.into_iter().collect(),
        }
    }

    /// Without observations that are too rare to matter, or with an edge from which on they get a line of their own, where
    /// that makes the bound smaller.
    fn improve(&self, best: &mut Vec<Split>, bounds: &mut Vec<Chernoff>) {
        let smooth: Option<Vec<&SmoothStep>> = self.steps.iter().map(Step::smooth).collect();
        let Some(smooth) = smooth.filter(|smooth| {
            let is_whole = |step: &&SmoothStep| !step.stands_out() && !step.stands_for_others();
            smooth.len() <= MOST_SPLIT && smooth.iter().all(is_whole)
        }) else {
            return;
        };
        let log_size = match self.aim {
            Aim::Divergence(log) | Aim::Rate(log) => log,
            Aim::Order(_) => best.first().map_or(0.0, |whole| whole.bound),
        };
        let mut log_neglected = log_size.min(SMALLEST_TARGET) + NEGLECTED;
        // The tilt is near that of the split before.
        let mut start = best
            .first()
            .map_or(self.least, |whole| whole.distance(self.tail));
        let mut found = Vec::new();
        for _ in 0..ROUNDS {
            let Some(seen) = seen(&smooth, log_neglected) else {
                break;
            };
            found.clear();
            found.extend(self.at(
                seen.iter().cloned().map(Step::Smooth).collect(),
                None,
                start,
            ));
            bounds.extend(found.iter().map(Split::chernoff));
            if self.suits(log_neglected, &found) {
                let farthest = smooth.iter().map(|step| step.farthest(log_neglected));
                let farthest: Vec<f64> = farthest.collect();
                let edge = self.best_edge((&smooth, seen), &farthest, found.first(), start);
                if let Some(edge) = edge {
                    found.insert(0, edge);
                }
            }
            if self.suits(log_neglected, &found) {
                break;
            }
            let Some(first) = found.first() else {
                break;
            };
            start = first.distance(self.tail);
            log_neglected = (first.bound + NEGLECTED)
                .max(2.0 * log_neglected)
                .max(LEAST_LOG + NEGLECTED);
        }
        found.retain(|split| best.iter().all(|whole| split.improves(whole)));
        best.splice(0..0, found);
    }

    /// Whether what is neglected is small beside the size: at an order that is known by its bound alone.
    fn suits(&self, log_neglected: f64, found: &[Split]) -> bool {
        let is_small = |split: &Split| log_neglected <= split.bound + NEGLECTED;
        !matches!(self.aim, Aim::Order(_))
            || log_neglected <= LEAST_LOG + NEGLECTED
            || found.first().is_none_or(is_small)
    }

    /// The best one with an edge below the farthest one, above which observations get a line of their own, if it improves on
    /// the one without.
    fn best_edge(
        &self,
        (steps, seen): (&[&SmoothStep], Vec<SmoothStep>),
        farthest: &[f64],
        without: Option<&Split>,
        start: f64,
    ) -> Option<Split> {
        let mut start = without.map_or(start, |split| split.distance(self.tail));
        let ats = (1..EDGES).map(|k| -> Places {
            let nearer = |at| Some(at - CLOSER * f64::from(k));
            farthest.iter().map(nearer).collect()
        });
        let ats: Vec<Places> = ats
            .take_while(|at| is_rare(steps.iter().copied(), at))
            .collect();
        let below = |places: &[Option<f64>]| -> Option<Vec<Step>> {
            let below = |(step, at): (&&SmoothStep, &Option<f64>)| step.below((*at)?);
            let rest = steps.iter().zip(places).map(below);
            rest.map(|step| step.map(Step::Smooth)).collect()
        };
        // The lower the edge, the smaller the bound of the rest: where the lowest one does not help, none does.
        let lowest = self.at(below(ats.last()?)?, None, start);
        if let (Some(lowest), Some(without)) = (&lowest, without)
            && !lowest.improves(without)
        {
            return None;
        }
        let mut best: Option<Split> = None;
        let run = Rc::new(Run::new(seen));
        for at in &ats {
            let Some(large) = LargeLoss::new(&run, at, self.aim) else {
                continue;
            };
            let before = best.as_ref().or(without);
            // And the larger that of the event.
            if before.is_some_and(|before| large.bound(self.aim) >= before.bound) {
                break;
            }
            let split = below(at).and_then(|rest| self.at(rest, Some(large), start));
            let Some(split) = split else {
                continue;
            };
            start = split.distance(self.tail);
            if before.is_none_or(|before| split.improves(before)) {
                best = Some(split);
            }
        }
        best
    }

    /// The split of steps and the event beside them, the search for its tilt beginning at a distance from the pole.
    fn at(&self, steps: Vec<Step>, large: Option<LargeLoss>, start: f64) -> Option<Split> {
        let law = best_law(&steps, self.tail, self.aim, self.least, start)?;
        let bound = self.aim.bound(self.tail, &law);
        let beside = large.as_ref().map_or(bound, |large| large.bound(self.aim));
        Some(Split {
            bound: bound.max(beside),
            steps,
            law,
            large,
        })
    }
}

/// The steps without what is too rare to matter.
fn seen(smooth: &[&SmoothStep], log_neglected: f64) -> Option<Vec<SmoothStep>> {
    let below = |step: &&SmoothStep| step.below(step.farthest(log_neglected));
    smooth.iter().map(below).collect()
}
