//! What the engines leave together of a curve that has no closed form.

use super::always_valid::Coarse;
use super::counted_observations::CountedObservations;
use super::engine::{Engine, LARGEST_EXPONENT, beyond, reversed};
use super::epochs::Epochs;
use super::epsilon::crossing;
#[cfg(not(first_module))]
use super::fewer_records::FewerRecords;
use super::large_observations::{Asked, Known};
use super::least_line::{tpr_from_advantage, tpr_on_lines, tpr_on_nearest};
use super::loss_range::LossRange;
use super::rarely_drawn;
use super::rays::Rays;
use crate::fourier::{Aim, Lines, Tail};
use crate::grid::{GridCurve, GridDemand};
use crate::mechanism::{Demand, DominatingPair, Enclosure, Gaussian, PairPhase, Shape};
use crate::numerics::{Interval, lowest};
use core::cell::RefCell;

/// Width of the advantage at which the first engine is enough; for a small advantage, the share of it that is.
const RESOLVED: f64 = 1e-8;
const SMALL: f64 = 1e-6;
const RELATIVELY_RESOLVED: f64 = 1e-4;
/// Relative width of the advantage at which a grid for it alone is worth its time.
const POOR: f64 = 1e-3;
/// Overlap below which no figure but epsilon differs from that of laws without any.
const SEPARATED: f64 = 1e-12;
/// The same for a picture.
const DRAWN: f64 = 1e-3;
/// Relative width of a figure at which no line is sought for it and no grid laid.
const NARROW_ENOUGH: f64 = 1e-6;
/// The same for a rate that is only a point of a drawn curve.
const NARROW_POINT: f64 = 1e-2;
/// The same for a rate that large observations tell, beside which lines are not read.
const NARROW_BY_CELLS: f64 = 1e-8;
/// One of so many of them is looked at, their neighbours being alike.
const POINTS_ALIKE: usize = 8;
/// Shift of a record from which on, and draws up to which, a grid knows no more than what is known within this relative width.
const STANDS_OUT: f64 = 10.0;
const HARDLY_DRAWN: f64 = 1e-3;
const BEYOND_GRIDS: f64 = 1e-4;
/// Epochs from which on the knots of a grid tell no more than lines do.
const MANY_EPOCHS: f64 = 1e3;
/// How much higher than the curve a tangent may be at its rate.
const TOUCHES: f64 = 1.0 + 1e-9;
/// Figures below this are as good as 0.
const NOTHING: f64 = 1e-300;
/// Longest transforms of the second engine.
const MOST_POINTS: usize = 1 << 20;
const MOST_POINTS_DRAWN: usize = 1 << 14;
/// The transform of a grid for the tails alone.
const POINTS_OF_TAILS: usize = 1 << 18;

/// Width of the advantage that is enough.
fn enough(demand: &Demand) -> f64 {
    if demand.draft { DRAWN } else { RESOLVED }
}

/// Bounds that hold everywhere, the first engine where a pair has lines, and the engines that were added.
pub(super) struct Enclosures {
    coarse: Coarse,
    range: LossRange,
    /// Whether the reverse divergence is the divergence.
    is_symmetric: bool,
    /// None where the loss is no analytic function of an observation.
    lines: Option<Box<Lines>>,
    /// What is known in closed form: by the draws that are counted, or by heavy or light observations of epochs.
    closed: Option<Box<dyn Engine>>,
    others: Vec<Box<dyn Enclosure>>,
    /// Whether a group of fewer records is among these, which says little of epsilon.
    has_fewer: bool,
    has_grid: bool,
    has_rays: bool,
    /// What few large observations know, and what is to be read off them.
    cells: Option<Box<Known>>,
    unread: Option<Box<Known>>,
    counts: Option<CountedObservations>,
    /// Figures of tails that were read since something was added.
    read: RefCell<Vec<((Tail, Aim), Interval)>>,
}

impl Enclosures {
    /// What the first engine knows, and what is known in closed form.
    pub(super) fn first(
        pair: &DominatingPair,
        closed: Option<Box<dyn Engine>>,
        unread: Option<Box<Known>>,
        demand: &Demand,
    ) -> Self {
        // Where draws are counted they tell the advantage, or large observations do, and a line of its own each figure of a tail that is
        // asked for.
        let is_narrow = |advantage: Interval| is_within(advantage, NARROW_ENOUGH);
        let told = |known: &Known| is_narrow(known.hockey_stick(0.0));
        let knows_advantage = !demand.draft
            && demand.drawn.is_empty()
            && (closed
                .as_ref()
                .is_some_and(|known| is_narrow(known.advantage()))
                || !cfg!(first_module) && unread.as_deref().is_some_and(told));
        let mut others: Vec<Box<dyn Enclosure>> = Vec::new();
        let lines = match Self::epochs(pair, demand) {
            Some(Epochs::One(curve)) => {
                others.push(curve);
                None
            }
            Some(Epochs::Few(curve)) => {
                others.push(curve);
                None
            }
            Some(Epochs::Many(tables)) => Lines::of_tables(tables, demand),
            None => Lines::new(pair, demand, knows_advantage),
        };
        let mut has_fewer = false;
        #[cfg(not(first_module))]
        if lines.is_none()
            && let Some(fewer) = FewerRecords::of(pair, demand)
        {
            others.push(Box::new(fewer));
            has_fewer = true;
        }
        Self {
            range: LossRange::of(pair),
            is_symmetric: pair.shape.is_symmetric(),
            coarse: Coarse::new(pair, lines.as_ref().map(|lines| &lines.middle)),
            lines: lines.map(Box::new),
            closed,
            others,
            has_fewer,
            has_grid: false,
            has_rays: false,
            cells: None,
            unread,
            counts: CountedObservations::of(pair),
            read: RefCell::default(),
        }
    }

    /// The small module has none.
    fn epochs(pair: &DominatingPair, demand: &Demand) -> Option<Epochs> {
        if cfg!(first_module) {
            None
        } else {
            Epochs::of(pair, demand)
        }
    }

    /// What few large observations know of a pair, where that resolves what is asked: no line is built then. Else what else may be
    /// read off them.
    pub(super) fn by_large_observations(
        pair: &DominatingPair,
        demand: &Demand,
    ) -> Result<Self, Option<Box<Known>>> {
        if !Known::comes_first(pair, demand) {
            return Err(None);
        }
        let known = Known::all(pair).ok_or(None)?;
        if demand.delta.is_some_and(|delta| !known.finds(delta)) {
            return Err(Some(Box::new(known)));
        }
        let mut enclosed = Self {
            range: LossRange::of(pair),
            is_symmetric: pair.shape.is_symmetric(),
            coarse: Coarse::new(pair, None),
            lines: None,
            closed: None,
            others: Vec::new(),
            has_fewer: false,
            has_grid: false,
            has_rays: false,
            cells: Some(Box::new(known)),
            unread: None,
            counts: CountedObservations::of(pair),
            read: RefCell::default(),
        };
        let draws = |known: &Known| demand.drawn.is_empty() || known.draws(demand);
        if enclosed.resolves(demand) && enclosed.cells.as_deref().is_some_and(draws) {
            enclosed.cells = enclosed.cells.map(|known| Box::new(known.accepted()));
            enclosed.read.get_mut().clear();
            return Ok(enclosed);
        }
        Err(enclosed.cells)
    }

    /// Whether what is known resolves what is asked.
    pub(super) fn suffices(&self, demand: &Demand) -> bool {
        let first = self.advantage();
        let small = first.upper < SMALL && first.width() <= RELATIVELY_RESOLVED * first.lower;
        // Nearly separated laws and poor lines: order 0 is resolved, the orders asked for may not be.
        let asked = demand.delta.is_some()
            || demand.rates().any(|fpr| fpr < 1.0)
            || demand.epsilon.iter().any(|&epsilon| epsilon != 0.0);
        let poor = self.summed().is_some_and(Lines::is_poor);
        let separated = first.lower > 1.0 - SMALL && first.lower < 1.0 - SEPARATED;
        let little = self.has_fewer && demand.delta.is_some();
        let unresolved = first.width() > enough(demand) && !small || little;
        !unresolved && !(asked && !demand.draft && (poor || separated))
    }

    /// Whether nothing resolves something that is asked for, so that a line is sought for it.
    pub(super) fn is_to_seek(&self, demand: &Demand) -> bool {
        self.open()
            .into_iter()
            .any(|aim| self.is_unresolved(aim, demand))
    }

    /// Whether a line is read from a table.
    pub(super) fn has_long_lines(&self) -> bool {
        self.lines.as_deref().is_some_and(Lines::has_long)
    }

    /// What no line resolves.
    fn open(&self) -> Vec<(Tail, Aim)> {
        self.lines.as_deref().map_or_else(Vec::new, Lines::open)
    }

    /// Seeks lines for what is asked for and not yet resolved; with the middle line that was put off where these do not resolve it.
    pub(super) fn seek(&mut self, demand: &Demand) {
        self.seek_open(demand);
        if !self.resolves(demand)
            && let Some(lines) = &mut self.lines
            && lines.sum_put_off(demand)
        {
            self.read.get_mut().clear();
            self.seek_open(demand);
        }
    }

    fn seek_open(&mut self, demand: &Demand) {
        for aim in self.open() {
            // A point that is drawn may be one that is asked for, too.
            if !is_only_drawn(aim.1, demand) && self.open().contains(&aim) {
                self.seek_for(aim, demand);
            }
        }
    }

    /// Seeks lines for what is only drawn and would be seen to be wide.
    pub(super) fn seek_points(&mut self, demand: &Demand) {
        let open = self.open().into_iter();
        let points = open.filter(|&(_, aim)| is_only_drawn(aim, demand));
        // What the lines for these leave wide lies between them.
        let between = small_rates(&demand.drawn).map(|aim| (Tail::Upper, aim));
        let points: Vec<_> = points.step_by(POINTS_ALIKE).collect();
        for aim in points.into_iter().chain(between.step_by(POINTS_ALIKE)) {
            if self.open().contains(&aim) {
                self.seek_for(aim, demand);
            }
        }
    }

    fn seek_for(&mut self, aim: (Tail, Aim), demand: &Demand) {
        if !self.is_unresolved(aim, demand) {
            return;
        }
        let Some(lines) = &mut self.lines else {
            return;
        };
        lines.forget(aim);
        for attempt in 0..lines.attempts() {
            let is_told = self
                .lines
                .as_mut()
                .is_some_and(|lines| lines.seek(aim, attempt));
            self.read.get_mut().clear();
            if is_told && !self.is_unresolved(aim, demand) {
                break;
            }
        }
    }

    fn is_unresolved(&self, (tail, aim): (Tail, Aim), demand: &Demand) -> bool {
        if self.is_the_smaller(tail, aim) {
            return false;
        }
        let relative = if is_only_drawn(aim, demand) {
            NARROW_POINT
        } else {
            NARROW_ENOUGH
        };
        !is_within(self.aimed_at(tail, aim), relative)
    }

    /// Whether what is aimed at in the tail of small losses is certainly less than the same of the other direction, so that no figure
    /// depends on it.
    fn is_the_smaller(&self, tail: Tail, aim: Aim) -> bool {
        if tail == Tail::Upper {
            return false;
        }
        match aim {
            Aim::Order(order) => {
                let found = self.reverse_hockey_stick(-order);
                found.upper <= self.hockey_stick(-order).lower
            }
            Aim::Divergence(log) => {
                let order = self.aimed_at(Tail::Upper, aim).lower;
                self.reverse_hockey_stick(order).upper <= libm::exp(log)
            }
            Aim::Rate(_) => false,
        }
    }

    /// Whether lines of their own resolve what is asked and, as then no grid is laid, what is only drawn.
    pub(super) fn settles(&mut self, demand: &Demand) -> bool {
        if !cfg!(first_module) {
            self.seek(demand);
        }
        if !self.resolves(demand) {
            return false;
        }
        if !cfg!(first_module) {
            self.seek_points(demand);
        }
        self.draws(demand)
    }

    /// Whether no point of a drawn curve would be seen to be wide.
    fn draws(&self, demand: &Demand) -> bool {
        let mut points = small_rates(&demand.drawn).step_by(POINTS_ALIKE);
        points.all(|aim| is_within(self.aimed_at(Tail::Upper, aim), NARROW_POINT))
    }

    /// Whether what is known is narrower than a grid is: of many epochs, or where a drawn record stands out or hardly ever is drawn, as its
    /// cells are too wide for the losses then.
    fn is_beyond_grids(&self, pair: &DominatingPair, demand: &Demand) -> bool {
        let shifts = pair.phases.iter().map(PairPhase::shift);
        let stands_out = shifts.fold(f64::INFINITY, f64::min);
        let draws = pair.phases.iter();
        let draws = draws.map(|phase| phase.num_steps * phase.sample_rate);
        let expected: f64 = draws.sum();
        let is_many = pair.shape == Shape::Allocation && expected >= MANY_EPOCHS;
        (is_many || stands_out >= STANDS_OUT || expected <= HARDLY_DRAWN)
            && !demand.draft
            && self.is_advantage_narrow()
            && self.resolves_within(demand, BEYOND_GRIDS)
    }

    /// Whether every figure that is asked for is narrow enough, of epsilon and delta the larger one of both directions.
    fn resolves(&self, demand: &Demand) -> bool {
        self.is_advantage_narrow() && self.resolves_within(demand, NARROW_ENOUGH)
    }

    /// The same for this relative width, but for the advantage.
    fn resolves_within(&self, demand: &Demand, relative: f64) -> bool {
        let is_narrow = |figure: Interval| is_within(figure, relative);
        let larger = |aim: Aim| {
            let back = match aim {
                Aim::Order(epsilon) => Aim::Order(-epsilon),
                aim => aim,
            };
            let (remove, add) = (Tail::Upper, Tail::Lower);
            self.aimed_at(remove, aim).larger(self.aimed_at(add, back))
        };
        let mut rates = small_rates(&demand.fpr);
        let delta = demand.delta.map(|delta| Aim::Divergence(libm::log(delta)));
        let orders = demand.epsilon.iter().map(|&epsilon| Aim::Order(epsilon));
        rates.all(|aim| is_narrow(self.aimed_at(Tail::Upper, aim)))
            && orders.chain(delta).all(|aim| is_narrow(larger(aim)))
    }

    /// The figure that is aimed at.
    fn aimed_at(&self, tail: Tail, aim: Aim) -> Interval {
        // The small module reads each once.
        if cfg!(first_module) {
            return self.search(tail, aim);
        }
        let read = self.read.borrow();
        if let Some((_, known)) = read.iter().find(|(place, _)| *place == (tail, aim)) {
            return *known;
        }
        drop(read);
        let found = self.search(tail, aim);
        self.read.borrow_mut().push(((tail, aim), found));
        found
    }

    fn search(&self, tail: Tail, aim: Aim) -> Interval {
        match (tail, aim) {
            (_, Aim::Order(0.0)) => self.advantage(),
            (_, Aim::Rate(log)) => self.tpr(libm::exp(log), self.advantage(), &mut 0.0),
            (Tail::Upper, Aim::Order(epsilon)) => self.hockey_stick(epsilon),
            (Tail::Lower, Aim::Order(epsilon)) => self.reverse_hockey_stick(-epsilon),
            (Tail::Upper, Aim::Divergence(log)) => {
                crossing(libm::exp(log), &|epsilon| self.hockey_stick(epsilon))
            }
            (Tail::Lower, Aim::Divergence(log)) => crossing(libm::exp(log), &|epsilon| {
                self.reverse_hockey_stick(epsilon)
            }),
        }
    }

    /// Adds the second engine for the tails, where it was not asked yet.
    pub(super) fn with_tails(mut self, pair: &DominatingPair, demand: &Demand) -> Self {
        if !self.has_grid && !self.is_beyond_grids(pair, demand) && !self.by_rays(pair, demand) {
            // A middle line that was put off may have shown that order 0 alone is resolved.
            if !self.suffices(demand) {
                return self.with_second(pair, demand);
            }
            let wanted = self.grid_demand(demand, pair.phases.len());
            self.add_grid(
                pair,
                &GridDemand {
                    width: 1.0,
                    least_points: POINTS_OF_TAILS.min(wanted.most_points),
                    ..wanted
                },
            );
        }
        self
    }

    /// Adds a grid, and says what it knows of the advantage.
    fn add_grid(&mut self, pair: &DominatingPair, wanted: &GridDemand) -> Option<Interval> {
        let grid = GridCurve::new(pair, wanted)?;
        let advantage = grid.advantage();
        self.others.push(Box::new(grid));
        self.has_grid = true;
        self.read.get_mut().clear();
        Some(advantage)
    }

    /// Looks by the large observations for what is wide, before any other line and any grid.
    pub(super) fn with_cells(mut self, pair: &DominatingPair, demand: &Demand) -> Self {
        if !demand.draft
            && Known::serves(pair)
            && (self.is_to_seek(demand) || !self.resolves(demand))
        {
            let unread = self.unread.take().map(|known| *known);
            let known = Known::of(pair, unread, demand, &|asked| {
                self.is_asked_wide(asked, demand)
            });
            self.cells = known.map(Box::new);
            self.read.get_mut().clear();
        }
        self
    }

    /// Whether a figure that large observations may know is wide.
    fn is_asked_wide(&self, asked: Asked, demand: &Demand) -> bool {
        let aim = match asked {
            Asked::Order(order) => Aim::Order(order),
            Asked::Rate(fpr) if fpr >= 0.5 => return false,
            Asked::Rate(fpr) => Aim::Rate(libm::log(fpr)),
            Asked::Delta(delta) => Aim::Divergence(libm::log(delta)),
        };
        self.is_unresolved((Tail::Upper, aim), demand)
    }

    /// Whether the advantage of what is no picture is narrow, so that lines may resolve the rest without the second engine.
    pub(super) fn has_advantage(&self, demand: &Demand) -> bool {
        !demand.draft && self.is_advantage_narrow()
    }

    /// What large observations tell of a small advantage is as good as what the first engine does, see [`Self::suffices`].
    fn is_advantage_narrow(&self) -> bool {
        let advantage = self.advantage();
        let is_small = self.cells.is_some() && advantage.upper < SMALL;
        let enough = if is_small {
            RELATIVELY_RESOLVED
        } else {
            NARROW_ENOUGH
        };
        is_within(advantage, enough)
    }

    /// Adds the second engine where lines of their own do not resolve what is asked: these resolve a small advantage, too, which a grid
    /// does not.
    pub(super) fn by_lines_or_second(mut self, pair: &DominatingPair, demand: &Demand) -> Self {
        let is_small = self.advantage().upper < SMALL;
        if self.has_advantage(demand) || !demand.draft && is_small {
            self.seek(demand);
            if self.resolves(demand) || self.is_beyond_grids(pair, demand) {
                return self;
            }
        }
        self.with_second(pair, demand)
    }

    /// Whether rays resolve what the middle line does not, of so few steps that no other line is sought before.
    pub(super) fn by_rays_of_few_steps(&mut self, pair: &DominatingPair, demand: &Demand) -> bool {
        !cfg!(first_module)
            && !demand.draft
            && Rays::serve_few_steps(pair)
            && !self.resolves(demand)
            && self.by_rays(pair, demand)
    }

    /// Whether rays resolve what is asked, after adding them where they were not asked yet.
    fn by_rays(&mut self, pair: &DominatingPair, demand: &Demand) -> bool {
        if cfg!(first_module) || self.has_rays {
            return false;
        }
        self.has_rays = true;
        let Some(rays) = Rays::prepared(pair, demand) else {
            return false;
        };
        self.others.push(Box::new(rays));
        self.read.get_mut().clear();
        let is_resolved = self.resolves(demand) && self.draws(demand);
        // A grid draws a curve in less time.
        if !is_resolved && !demand.drawn.is_empty() {
            self.others.pop();
            self.read.get_mut().clear();
        }
        is_resolved
    }

    /// Adds the second engine.
    pub(super) fn with_second(mut self, pair: &DominatingPair, demand: &Demand) -> Self {
        if self.by_rays(pair, demand) {
            return self;
        }
        let wanted = self.grid_demand(demand, pair.phases.len());
        let bulk = GridDemand {
            epsilon_max: 0.0,
            smallest: 0.1,
            ..wanted
        };
        // A grid that reaches the orders asked for may not exist, or be too coarse, where one for order 0 does.
        let poor = |advantage: Interval| advantage.width() > POOR * advantage.upper;
        if self.add_grid(pair, &wanted).is_none_or(poor) {
            self.add_grid(pair, &bulk);
        }
        if self.advantage().width() > enough(demand)
            && let Some(known) = rarely_drawn::advantage(pair, wanted.width, wanted.most_points)
        {
            self.coarse.advantage = self.coarse.advantage.intersect(known);
            self.read.get_mut().clear();
        }
        self
    }

    /// What the second engine must reach.
    fn grid_demand(&self, demand: &Demand, phases: usize) -> GridDemand {
        // Q(L > eps) <= e^-eps bounds the order of a rate.
        let orders = demand.epsilon.iter().map(|epsilon| epsilon.abs());
        let of_rates = demand.rates().map(|fpr| -libm::log(fpr));
        let of_delta = demand.delta.map(|delta| {
            let (remove, add) = self.epsilon_from_moments(delta);
            let unsampled = self
                .coarse
                .unsampled
                .map_or(f64::INFINITY, |gaussian| gaussian.largest_order(delta));
            remove.max(add).min(unsampled).min(1e4)
        });
        let rates = demand.rates().filter(|&fpr| fpr < 0.1);
        GridDemand {
            width: enough(demand),
            least_points: 0,
            most_points: if demand.draft {
                MOST_POINTS_DRAWN
            } else {
                (MOST_POINTS / phases.div_ceil(8)).max(MOST_POINTS_DRAWN)
            },
            epsilon_max: orders.chain(of_rates).chain(of_delta).fold(0.0, f64::max),
            smallest: rates.chain(demand.delta).fold(0.1, f64::min),
        }
    }

    /// The lines, where the middle one was summed.
    fn summed(&self) -> Option<&Lines> {
        self.lines.as_deref().filter(|lines| lines.is_summed())
    }

    /// What the closed form leaves of an interval.
    fn closed(&self, first: Interval, reading: impl Fn(&dyn Engine) -> Interval) -> Interval {
        self.closed
            .as_deref()
            .map_or(first, |known| reading(known).intersect(first))
    }

    /// What the large observations leave of an interval.
    fn in_cells(&self, first: Interval, reading: impl FnOnce(&Known) -> Interval) -> Interval {
        if cfg!(first_module) {
            // The small module asks for none.
            return first;
        }
        self.cells
            .as_ref()
            .map_or(first, |known| reading(known).intersect(first))
    }

    /// What the others leave of an interval.
    fn meet(&self, first: Interval, reading: &dyn Fn(&dyn Enclosure) -> Interval) -> Interval {
        if cfg!(first_module) {
            // The small module asks for no other engine, so it need not carry how one is read.
            return first;
        }
        self.others.iter().fold(first, |known, other| {
            reading(other.as_ref()).intersect(known)
        })
    }

    /// The divergence of the run without sampling, and what the range of its losses, from this side, leaves.
    fn most(&self, epsilon: f64, range: LossRange) -> f64 {
        let unsampled = self.coarse.unsampled;
        unsampled
            .map_or(1.0, |gaussian| gaussian.hockey_stick(epsilon).upper)
            .min(range.hockey_stick(epsilon))
    }

    /// The complement of the overlap.
    fn divergence(&self, epsilon: f64) -> Interval {
        let divergence = self.overlap(epsilon).complement();
        // Nothing lies below (1 - e^eps)_+, the divergence of two equal laws.
        let least = (-libm::expm1(epsilon)).next_down().max(0.0);
        Interval {
            lower: divergence.lower.max(least),
            upper: divergence.upper.min(self.most(epsilon, self.range)),
        }
    }
}

/// What the lines leave of a rate that large observations may know, from the order of a rate nearby on; `near` is the order that these
/// say where the lines know no better one.
fn tpr_beside_cells(
    lines: &Lines,
    fpr: f64,
    known: Interval,
    (start, near): (f64, &mut f64),
) -> Interval {
    let is_told = |relative: f64| {
        let rest = known.upper.min(1.0 - known.lower);
        known.width() <= relative * rest
    };
    if is_told(NARROW_BY_CELLS) {
        return known;
    }
    let is_point = is_told(NARROW_POINT);
    let mut order = if is_point { *near } else { start };
    let found = if is_point {
        tpr_on_nearest(lines, fpr, known, &mut order)
    } else {
        tpr_on_lines(lines, fpr, known, &mut order)
    };
    if found.upper < known.upper {
        *near = order;
    }
    found
}

/// Whether a figure has this relative width at most, or is as good as 0.
fn is_within(figure: Interval, relative: f64) -> bool {
    figure.upper < NOTHING || figure.width() <= relative * figure.upper
}

/// The rates of false positives that lie in the tail of large losses.
fn small_rates(rates: &[f64]) -> impl Iterator<Item = Aim> {
    let small = rates.iter().filter(|&&fpr| fpr < 0.5);
    small.map(|fpr| Aim::Rate(libm::log(*fpr)))
}

/// Whether what is aimed at is only a point of a drawn curve: a rate that nobody asks for.
fn is_only_drawn(aim: Aim, demand: &Demand) -> bool {
    matches!(aim, Aim::Rate(_)) && !small_rates(&demand.fpr).any(|rate| rate == aim)
}

impl Engine for Enclosures {
    fn method(&self) -> &'static str {
        // The small module has no other engine.
        if !cfg!(first_module)
            && let Some(other) = self.others.last()
        {
            other.method()
        } else if self.lines.as_deref().is_some_and(Lines::are_summed) {
            "fourier"
        } else if self.cells.is_some() {
            "cells"
        } else if let Some(known) = &self.closed {
            known.method()
        } else {
            "hellinger"
        }
    }

    fn advantage(&self) -> Interval {
        let mut first = self.overlap(0.0).complement();
        first.upper = first.upper.min(self.range.hockey_stick(0.0));
        let first = first.intersect(self.coarse.advantage);
        let tail = self
            .lines
            .as_ref()
            .and_then(|lines| lines.hockey_stick(0.0));
        let first = tail.map_or(first, |tail| tail.intersect(first));
        let first = self.closed(first, |known| known.advantage());
        self.meet(first, &|other| other.advantage())
    }

    fn overlap(&self, epsilon: f64) -> Interval {
        let coarse = self.coarse.overlap(epsilon);
        let first = self
            .lines
            .as_ref()
            .map_or(coarse, |lines| lines.overlap(epsilon).intersect(coarse));
        let first = self.closed(first, |known| known.overlap(epsilon));
        let first = self.in_cells(first, |known| known.hockey_stick(epsilon).complement());
        self.meet(first, &|other| other.overlap(epsilon))
    }

    fn hockey_stick(&self, epsilon: f64) -> Interval {
        let divergence = self.divergence(epsilon);
        let tail = self
            .lines
            .as_ref()
            .and_then(|lines| lines.hockey_stick(epsilon));
        let first = tail.map_or(divergence, |tail| tail.intersect(divergence));
        let first = self.closed(first, |known| known.hockey_stick(epsilon));
        let first = self.in_cells(first, |known| known.hockey_stick(epsilon));
        self.meet(first, &|other| other.hockey_stick(epsilon))
    }

    fn reverse_hockey_stick(&self, epsilon: f64) -> Interval {
        let most = self.most(epsilon, self.range.reversed());
        let divergence = if epsilon > LARGEST_EXPONENT {
            beyond(self.reverse_hockey_stick(LARGEST_EXPONENT), most)
        } else {
            reversed(epsilon, self.overlap(-epsilon), most)
        };
        let tail = self
            .lines
            .as_ref()
            .and_then(|lines| lines.reverse_hockey_stick(epsilon));
        let first = tail.map_or(divergence, |tail| tail.intersect(divergence));
        let first = self.closed(first, |known| known.reverse_hockey_stick(epsilon));
        let first = self.meet(first, &|other| other.reverse_hockey_stick(epsilon));
        if self.is_symmetric && epsilon >= 0.0 {
            first.intersect(self.hockey_stick(epsilon))
        } else {
            first
        }
    }

    fn tpr(&self, fpr: f64, advantage: Interval, near: &mut f64) -> Interval {
        if fpr >= 1.0 {
            return Interval {
                lower: 1.0,
                upper: 1.0,
            };
        }
        let mut known = tpr_from_advantage(fpr, advantage);
        known.upper = known.upper.min(self.range.tpr(fpr));
        known.lower = known.lower.max(self.coarse.least_tpr(fpr));
        // The lines come late: where the others have resolved it, they are not searched as long.
        let start = *near;
        let known = self.in_cells(known, |cells| cells.tpr(fpr, near));
        let known = self.meet(known, &|other| other.tpr(fpr));
        let lines = self.lines.as_deref().filter(|lines| lines.are_summed());
        // The small module has no cells.
        let known = lines.map_or(known, |lines| {
            if cfg!(first_module) || self.cells.is_none() {
                tpr_on_lines(lines, fpr, known, near)
            } else {
                tpr_beside_cells(lines, fpr, known, (start, near))
            }
        });
        let mut known = self.closed(known, |closed| {
            closed.tpr(fpr, advantage, &mut near.clone())
        });
        // The small module leaves what is as wide to the whole one.
        if !cfg!(first_module)
            && !is_within(known, NARROW_POINT)
            && let Some(counts) = &self.counts
        {
            known.lower = known.lower.max(counts.least_tpr(fpr));
        }
        known
    }

    fn order(&self, fpr: f64, tpr: Interval, found: f64) -> f64 {
        let line = |epsilon: f64| self.hockey_stick(epsilon).upper + fpr * libm::exp(epsilon);
        let touches = || line(found) <= tpr.upper * TOUCHES;
        // The small module has no other engine.
        let is_alone = cfg!(first_module) || self.others.is_empty();
        if self.summed().is_some() && (is_alone || touches())
            || !cfg!(first_module) && self.cells.is_some() && touches()
        {
            return found;
        }
        lowest(&line)
    }

    fn reverse_tpr(&self, fpr: f64) -> Interval {
        let all = Interval {
            lower: 0.0,
            upper: self.range.reversed().tpr(fpr),
        };
        self.meet(all, &|other| other.reverse_tpr(fpr))
    }

    fn epsilon_from_moments(&self, delta: f64) -> (f64, f64) {
        self.lines
            .as_ref()
            .map_or((f64::INFINITY, f64::INFINITY), |lines| {
                (
                    lines.middle.epsilon_of_in(delta),
                    lines.middle.epsilon_of_out(delta),
                )
            })
    }

    fn largest_losses(&self) -> (f64, f64) {
        (self.range.most(), self.range.reversed().most())
    }

    fn unsampled(&self) -> Option<Gaussian> {
        self.coarse.unsampled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::PrivacyCurve;
    use crate::mechanism::Noise;

    fn fourier(shape: Shape, phases: &[(f64, f64, f64)], demand: &Demand) -> PrivacyCurve {
        let pair = DominatingPair {
            shape,
            noise: Noise::Gaussian,
            phases: phases
                .iter()
                .map(|&(noise_per_shift, sample_rate, num_steps)| PairPhase {
                    noise_per_shift,
                    sample_rate,
                    num_steps,
                })
                .collect(),
        };
        let first = Enclosures::first(&pair, None, None, demand);
        assert!(first.summed().is_some());
        PrivacyCurve::read_off(Box::new(first))
    }

    fn demand() -> Demand {
        Demand {
            fpr: vec![1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.9],
            epsilon: vec![-6.0, -1.0, 0.3, 4.0, 9.0],
            delta: Some(1e-15),
            ..Demand::default()
        }
    }

    /// Without sampling the run is one Gaussian: every figure has a closed form, in both tails.
    #[test]
    fn unsampled_runs_meet_the_closed_form() {
        for (shape, phases, mu) in [
            (
                Shape::Mixture { group_size: 1 },
                vec![(20.0, 1.0, 400.0)],
                1.0,
            ),
            (
                Shape::Mixture { group_size: 3 },
                vec![(30.0, 1.0, 400.0)],
                2.0,
            ),
            (Shape::Substitution, vec![(40.0, 1.0, 400.0)], 1.0),
            (
                Shape::Mixture { group_size: 1 },
                vec![(10.0, 1.0, 9.0), (5.0, 1.0, 4.0), (2.0, 1.0, 3.0)],
                1.0,
            ),
            (
                Shape::Mixture { group_size: 1 },
                vec![(200.0, 1.0, 100.0)],
                0.05,
            ),
            (
                Shape::Mixture { group_size: 1 },
                vec![(2.0, 1.0, 64.0)],
                4.0,
            ),
        ] {
            let demand = demand();
            let curve = fourier(shape, &phases, &demand);
            let truth = Gaussian { mu };
            let near = |found: Interval, wanted: Interval, relative: f64, what: &str| {
                let slack = 1e-14 * wanted.upper.abs();
                assert!(
                    found.lower <= wanted.upper + slack && wanted.lower <= found.upper + slack,
                    "{what}: {found:?} against {wanted:?}"
                );
                assert!(
                    found.width() <= relative * wanted.upper.abs(),
                    "{what}: width of {found:?}"
                );
            };
            for &fpr in &demand.fpr {
                near(
                    curve.tpr(fpr),
                    truth.tpr(fpr),
                    1e-6,
                    &format!("{mu}: TPR at {fpr}"),
                );
            }
            for &epsilon in &demand.epsilon {
                let wanted = truth.hockey_stick(epsilon);
                if wanted.upper > 1e-25 {
                    near(
                        curve.hockey_stick(epsilon),
                        wanted,
                        1e-6,
                        &format!("{mu}: H({epsilon})"),
                    );
                    near(
                        curve.reverse_hockey_stick(epsilon),
                        wanted,
                        1e-6,
                        &format!("{mu}: reverse H({epsilon})"),
                    );
                }
            }
            let (epsilon, _) = curve.epsilon(1e-15);
            let delta = |epsilon: f64| truth.hockey_stick(epsilon);
            assert!(
                delta(epsilon.lower * (1.0 - 1e-12)).upper >= 1e-15,
                "{mu}: {epsilon:?}"
            );
            assert!(
                delta(epsilon.upper * (1.0 + 1e-12)).lower <= 1e-15,
                "{mu}: {epsilon:?}"
            );
            assert!(epsilon.width() < 1e-6 * epsilon.upper, "{mu}: {epsilon:?}");
        }
    }

    /// Laws that hardly overlap: epsilon lies at orders whose exponential is no number, and has its lines there, in both
    /// directions.
    #[test]
    fn separated_gaussians_meet_the_closed_form() {
        for (noise_per_shift, steps) in [(1.0, 1e6), (0.3, 900.0)] {
            let pair = DominatingPair {
                shape: Shape::Mixture { group_size: 1 },
                noise: Noise::Gaussian,
                phases: vec![PairPhase {
                    noise_per_shift,
                    sample_rate: 1.0,
                    num_steps: steps,
                }],
            };
            let truth = Gaussian {
                mu: f64::sqrt(steps) / noise_per_shift,
            };
            for delta in [1e-5, 1e-15] {
                let demand = Demand {
                    delta: Some(delta),
                    ..Demand::default()
                };
                let mut first = Enclosures::first(&pair, None, None, &demand);
                assert!(first.summed().is_none());
                first.seek(&demand);
                assert_eq!(first.method(), "fourier");
                let curve = PrivacyCurve::read_off(Box::new(first));
                let (remove, add) = curve.directed_epsilon(delta);
                for epsilon in [remove, add] {
                    assert!(epsilon.width() < 1e-7 * epsilon.upper, "{epsilon:?}");
                    assert!(truth.hockey_stick(epsilon.lower * (1.0 - 1e-12)).upper >= delta);
                    assert!(truth.hockey_stick(epsilon.upper * (1.0 + 1e-12)).lower <= delta);
                }
            }
        }
    }
}
