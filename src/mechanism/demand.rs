//! What is asked of the curve of a pair.

/// What will be asked of the curve; the cost grows with the largest order that is needed.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// False-positive rates.
    pub fpr: Vec<f64>,
    /// False-positive rates that are only points of a drawn curve: a relative width of a thousandth is enough for them.
    pub drawn: Vec<f64>,
    /// Orders `eps`.
    pub epsilon: Vec<f64>,
    /// A delta at which epsilon is wanted.
    pub delta: Option<f64>,
    /// Whether a picture is all that is wanted: the second engine then spends little where the first does not reach.
    pub draft: bool,
}

impl Demand {
    /// All false-positive rates.
    pub(crate) fn rates(&self) -> impl Iterator<Item = f64> + Clone {
        self.fpr.iter().chain(&self.drawn).copied()
    }
}
