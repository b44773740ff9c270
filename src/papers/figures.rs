//! Which figures there are, and the question for one of them.

use super::plan::Plan;
use super::result::PaperFigureResult;
use super::{closed_form, dependence, less_can_be_more, membership_privacy, optimal_bounds};
use crate::figure::{Error, Range, word_of};
use crate::numerics::count;
use serde::Deserialize;

/// Each figure: its variant, its name, and how it is drawn.
macro_rules! figures {
    ($($(#[$doc:meta])+ $figure:ident = $name:literal: $plan:expr;)+) => {
        /// A figure of one of the five papers, or one of its parts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum PaperFigure {
            $($(#[$doc])+ #[serde(rename = $name)] $figure,)+
        }

        impl PaperFigure {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$figure),+];

            fn plan(self) -> Plan {
                match self {
                    $(Self::$figure => $plan,)+
                }
            }
        }
    };
}

figures! {
    /// Mahloujifar et al., Figure 1a.
    OptimalBounds1a = "optimal_bounds_1a": optimal_bounds::advantage(1.0);
    /// Figure 1b.
    OptimalBounds1b = "optimal_bounds_1b": optimal_bounds::advantage(0.01);
    /// Figure 1c.
    OptimalBounds1c = "optimal_bounds_1c": optimal_bounds::true_positives(1.0);
    /// Figure 1d.
    OptimalBounds1d = "optimal_bounds_1d": optimal_bounds::true_positives(0.01);
    /// Figure 3, noise multiplier 0.5.
    OptimalBounds3a = "optimal_bounds_3a": optimal_bounds::sampling(0.5);
    /// Figure 3, noise multiplier 1.
    OptimalBounds3b = "optimal_bounds_3b": optimal_bounds::sampling(1.0);
    /// Figure 3, noise multiplier 2.
    OptimalBounds3c = "optimal_bounds_3c": optimal_bounds::sampling(2.0);
    /// Figure 4a.
    OptimalBounds4a = "optimal_bounds_4a": optimal_bounds::one_hot(2000.0, 0.1);
    /// Figure 4b.
    OptimalBounds4b = "optimal_bounds_4b": optimal_bounds::one_hot(10_000.0, 0.1);
    /// Figure 4c.
    OptimalBounds4c = "optimal_bounds_4c": optimal_bounds::one_hot(100_000.0, 0.1);
    /// Figure 5.
    OptimalBounds5 = "optimal_bounds_5": optimal_bounds::one_hot(2000.0, 0.01);
    /// Cherubin et al., Figure 2.
    ClosedForm2 = "closed_form_2": closed_form::approximation();
    /// Figure 3.
    ClosedForm3 = "closed_form_3": closed_form::choice();
    /// Figure 4.
    ClosedForm4 = "closed_form_4": closed_form::closed_form_error(
        1e-3,
        "sample rate 0.001, one record exchanged; one series for each noise multiplier",
    );
    /// Figure 6.
    ClosedForm6 = "closed_form_6": closed_form::from_epsilon();
    /// Figure 7.
    ClosedForm7 = "closed_form_7": closed_form::true_positives();
    /// Figure 10, sample rate 0.0001.
    ClosedForm10a = "closed_form_10a": closed_form::closed_form_error(
        1e-4,
        "sample rate 0.0001, one record exchanged; one series for each noise multiplier",
    );
    /// Figure 10, sample rate 0.01.
    ClosedForm10b = "closed_form_10b": closed_form::closed_form_error(
        0.01,
        "sample rate 0.01, one record exchanged; one series for each noise multiplier",
    );
    /// Figure 10, sample rate 0.1.
    ClosedForm10c = "closed_form_10c": closed_form::closed_form_error(
        0.1,
        "sample rate 0.1, one record exchanged; one series for each noise multiplier",
    );
    /// The table of Section 6.2.
    ClosedFormTable = "closed_form_table_6_2": closed_form::results();
    /// Thudi et al., Figure 1.
    LessCanBeMore1 = "less_can_be_more_1": less_can_be_more::positive_accuracy();
    /// Figure 2.
    LessCanBeMore2 = "less_can_be_more_2": less_can_be_more::two_samplings();
    /// Figure 7.
    LessCanBeMore7 = "less_can_be_more_7": less_can_be_more::deletions();
    /// Figure 8a.
    LessCanBeMore8a = "less_can_be_more_8a": less_can_be_more::threshold_positive_accuracy();
    /// Figure 8b.
    LessCanBeMore8b = "less_can_be_more_8b": less_can_be_more::threshold_accuracy();
    /// Figure 9.
    LessCanBeMore9 = "less_can_be_more_9": less_can_be_more::accuracies();
    /// Figure 10.
    LessCanBeMore10 = "less_can_be_more_10": less_can_be_more::biased_accuracies();
    /// Izzo et al., Figure 1.
    MembershipPrivacy1 = "membership_privacy_1": membership_privacy::noise();
    /// Humphries et al., Figure 1.
    Dependence1 = "dp_does_not_bound_1": dependence::bounds();
}

impl PaperFigure {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        word_of::<Self>(self as usize)
    }
}

/// A figure, or a part of its points.
#[derive(Clone, Copy, Debug)]
pub struct PaperFigureOptions {
    /// The figure.
    pub figure: PaperFigure,
    /// Index of the first point, 0 if left out.
    pub first_point: Option<f64>,
    /// Number of points, all that follow if left out.
    pub points: Option<f64>,
}

impl PaperFigureOptions {
    /// Indices of points.
    pub(crate) const INDEX: Range = Range::whole(0.0, 1000.0);
    /// Numbers of points.
    pub(crate) const COUNT: Range = Range::whole(1.0, 1000.0);

    /// Computes the points; past the last one there are none.
    ///
    /// ```
    /// use mi_bounds::{PaperFigure, PaperFigureOptions};
    /// let options = PaperFigureOptions { figure: PaperFigure::Dependence1, first_point: None, points: None };
    /// let result = options.result()?;
    /// assert_eq!(result.x.len(), result.points);
    /// assert_eq!(result.series[2].name, "Humphries et al. (8)");
    /// # Ok::<(), mi_bounds::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a number of points out of range.
    pub fn result(&self) -> Result<PaperFigureResult, Error> {
        let first = Self::INDEX.check("first_point", self.first_point.unwrap_or(0.0))?;
        let points = Self::COUNT.check("points", self.points.unwrap_or(1000.0))?;
        let plan = self.figure.plan();
        let all = plan.grid.len();
        let first = count(first).min(all);
        let end = (first + count(points)).min(all);
        plan.result(self.figure.name(), first, end)
    }
}
