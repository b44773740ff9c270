//! What a grid is computed for.

/// What a grid is computed for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GridDemand {
    /// Wanted width of the advantage.
    pub(crate) width: f64,
    /// Shortest transform, from which on the width is approached; 0 for the shortest that there is.
    pub(crate) least_points: usize,
    /// Longest transform.
    pub(crate) most_points: usize,
    /// Largest absolute order at which values are wanted.
    pub(crate) epsilon_max: f64,
    /// Smallest probability (delta or FPR) of interest; 0.1 if only the advantage matters.
    pub(crate) smallest: f64,
}

impl GridDemand {
    /// Whether small probabilities matter, not the advantage alone.
    pub(crate) fn tails(&self) -> bool {
        self.smallest < 0.1
    }
}
