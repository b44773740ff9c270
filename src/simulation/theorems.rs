//! What the estimates of a simulation rest on.

use super::result::SimulatedSide;
use crate::figure::{Theorem, theorems};

/// A statement about each pair that may stand for the training.
pub(crate) struct BySide {
    exact: &'static Theorem,
    upper: &'static Theorem,
    lower: &'static Theorem,
}

impl BySide {
    pub(crate) fn of(&self, side: SimulatedSide) -> &'static Theorem {
        match side {
            SimulatedSide::Exact => self.exact,
            SimulatedSide::Upper => self.upper,
            SimulatedSide::Lower => self.lower,
        }
    }
}

macro_rules! by_side {
    ($($name:ident, $upper:ident, $lower:ident, $exact:ident = $text:literal, from $($source:literal),+;)+) => {
        $(pub(crate) const $name: BySide = BySide {
            exact: $exact,
            upper: $upper,
            lower: $lower,
        };)+
        theorems! {
            $($exact = concat!($text, "; interval valid at every look (Howard et al. 2021)"),
                from $($source),+, "howard2021time";
            $upper = concat!(
                $text,
                ", of a pair that bounds the truth from above; interval valid at every look (Howard et al. 2021)"
            ),
                from $($source),+, "howard2021time";
            $lower = concat!(
                $text,
                ", of an actual data set, a lower bound of the worst; interval valid at every look (Howard et al. 2021)"
            ),
                from $($source),+, "howard2021time";)+
        }
    };
}

by_side! {
    TOTAL_VARIATION, TOTAL_VARIATION_ABOVE, TOTAL_VARIATION_BELOW, TOTAL_VARIATION_ITSELF =
        "Total variation by simulated trainings (Mahloujifar et al., Algorithm 1, sign of erratum E1)",
        from "mahloujifar2022optimal";
    ACCURACY, ACCURACY_ABOVE, ACCURACY_BELOW, ACCURACY_ITSELF =
        "1/2 + (1 - p) TV_a at a = p/(1 - p) by simulated trainings (Mahloujifar et al., Theorem 21, sign of erratum E2)",
        from "mahloujifar2022optimal";
    TV_A, TV_A_ABOVE, TV_A_BELOW, TV_A_ITSELF =
        "Half the integral of |out - a in| by simulated trainings (Mahloujifar et al., Definition 4; erratum E3)",
        from "mahloujifar2022optimal";
    RATES, RATES_ABOVE, RATES_BELOW, RATES_ITSELF =
        "Rates of the attacks that threshold the loss (Neyman and Pearson), all at once by Robbins' mixture and the concavity of the curve",
        from "robbins1970statistical";
}
