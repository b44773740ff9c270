//! What follows from a guarantee.

#[cfg(test)]
use super::generated::Line;
use super::options::{Options, malformed};
use super::table::{Filled, Kind, List, Needed, Number, Numbers, Table, table};
use super::training::RATES;
use super::value::Value;
use crate::figure::{Error, RANGES};
use crate::guarantee::{DependentDataOptions, Guarantee, GuaranteeOptions};

/// Most records whose sampling probabilities may be given.
const MOST_RECORDS: usize = 1_000_000;

table! { GuaranteeOptions {
    guarantee: Form;
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.fpr).or(RATES), "rate";
    /// Delta at which GDP, zCDP and RDP are read as (epsilon, delta); without it those forms have no `epsilon`.
    target_delta: Number(RANGES.target_delta), "probability";
    /// Probability that the record is a member before the attack.
    prior: Number(RANGES.prior), "probability";
    /// Probabilities with which the best guess about a record would be right without the output: asks for `baseline`.
    baseline: List(Numbers::of(RANGES.baseline)), "probability";
    /// Number of points of `roc`; 0 leaves it out.
    roc_points: Number(RANGES.roc_points), "points";
    /// P_x(1): probability with which the record was sampled into the data set. Asks for `positive_accuracy` and more.
    sampling_probability: Number(RANGES.probability), "probability";
    /// P(S | x in D): how often the attack says "member" of a member. Needed for any bound when delta > 0 (E9).
    attack_rate: Number(RANGES.probability), "rate";
    /// P(S | x not in D): how often the attack says "no member" of a non-member. Left out, `attack_rate`.
    negative_attack_rate: Number(RANGES.probability), "rate";
    /// P_x(1) of each record: asks for `records`.
    sampling_probabilities: List(Numbers::of(RANGES.probability).at_most(MOST_RECORDS)), "probability";
    /// Asks for the largest epsilon and the largest P_x(1) that keep the positive accuracy at or below it.
    target_positive_accuracy: Number(RANGES.positive_accuracy), "probability";
    /// Levels e' above epsilon at which the tail of the privacy loss is wanted (E16c).
    loss_level: List(Numbers::of(RANGES.guarantee)), "nats";
    /// Number N of records that are sampled from. With `target_absence` asks for `unlearning`.
    dataset_size: Number(RANGES.dataset_size), "records";
    /// B: the probability with which all deleted records must have been absent.
    target_absence: Number(RANGES.positive_accuracy), "probability";
    /// Number of deleted records.
    deletions: Number(RANGES.deletions), "records";
    /// Upper bound of the loss function.
    loss_bound: Number(RANGES.loss_bound), "loss";
    /// k/n of membership inference privacy.
    subset_fraction: Number(RANGES.subset_fraction), "share";
    /// Records that depend on each other: asks for `dependent_data`.
    dependent_records: Number(RANGES.dependent_records), "records";
}}

table! { DependentDataOptions {
    /// The epsilon wanted for the whole group.
    epsilon: Needed(RANGES.guarantee), "nats";
    /// The delta wanted for the whole group.
    delta: Filled(RANGES.delta.with_default(0.0)), "probability";
    /// Number n of records that depend on each other.
    dependent_records: Needed(RANGES.dependent_records), "records";
    /// Number m of equally likely subpopulations of which the training set holds one.
    subpopulations: Number(RANGES.subpopulations), "subpopulations";
}}

/// The one form in which a guarantee is given.
struct Form;

pub(super) struct Given {
    epsilon: Option<f64>,
    delta: Option<f64>,
    gdp_mu: Option<f64>,
    zcdp_rho: Option<f64>,
    rdp: Option<Vec<(f64, f64)>>,
}

table! { Given {
    /// Epsilon of pure DP; of (epsilon, delta) with `delta`, or with `target_delta` where `delta` is left out. Give exactly
    /// one of `epsilon`, `gdp_mu`, `zcdp_rho` and `rdp`.
    epsilon: Number(RANGES.guarantee), "nats";
    /// Delta beside `epsilon`.
    delta: Number(RANGES.delta), "probability";
    /// The mu of Gaussian DP.
    gdp_mu: Number(RANGES.guarantee);
    /// The rho of zero-concentrated DP.
    zcdp_rho: Number(RANGES.guarantee), "nats";
    /// Rényi DP: pairs of order (> 1) and divergence.
    rdp: Orders;
}}

impl Kind for Form {
    type Read = Guarantee;

    fn read(&self, options: &mut Options, _: &'static str) -> Result<Guarantee, Error> {
        let target_delta = match options.0.get("target_delta") {
            Some(Value::Number(delta)) => Some(*delta),
            _ => None,
        };
        Given::read(options)?.guarantee(target_delta)
    }

    #[cfg(test)]
    fn lines(&self, _: Line) -> Vec<Line> {
        Given::lines()
    }
}

impl Given {
    /// The first form that is given.
    pub(super) fn first_name(&self) -> Option<&'static str> {
        let forms = [
            ("epsilon", self.epsilon.is_some()),
            ("delta", self.delta.is_some()),
            ("gdp_mu", self.gdp_mu.is_some()),
            ("zcdp_rho", self.zcdp_rho.is_some()),
            ("rdp", self.rdp.is_some()),
        ];
        forms
            .iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| *name)
    }

    pub(super) fn guarantee(self, target_delta: Option<f64>) -> Result<Guarantee, Error> {
        let Self { epsilon, delta, .. } = self;
        // Beside epsilon, target_delta alone is the delta of the guarantee.
        let delta = delta.or(target_delta.filter(|_| epsilon.is_some()));
        let mut given = Vec::new();
        if let Some(epsilon) = epsilon {
            let guarantee = match delta {
                Some(delta) if delta > 0.0 => Guarantee::ApproximateDp { epsilon, delta },
                None | Some(0.0) => Guarantee::PureDp { epsilon },
                Some(delta) => {
                    RANGES.delta.check("delta", delta)?;
                    Guarantee::PureDp { epsilon }
                }
            };
            given.push(("epsilon", guarantee));
        } else if delta.is_some() {
            return Err(Error::Missing {
                parameter: "epsilon",
                needed: "epsilon beside delta",
            });
        }
        if let Some(mu) = self.gdp_mu {
            given.push(("gdp_mu", Guarantee::Gdp { mu }));
        }
        if let Some(rho) = self.zcdp_rho {
            given.push(("zcdp_rho", Guarantee::Zcdp { rho }));
        }
        if let Some(orders) = self.rdp {
            given.push(("rdp", Guarantee::Rdp { orders }));
        }
        if let [(first, _), (second, _), ..] = given[..] {
            return Err(Error::Conflict {
                parameter: second,
                other: first,
            });
        }
        given
            .pop()
            .map(|(_, guarantee)| guarantee)
            .ok_or(Error::Missing {
                parameter: "epsilon",
                needed: "one of epsilon (with delta), gdp_mu, zcdp_rho and rdp",
            })
    }
}

/// Orders of Rényi DP, each with its divergence.
struct Orders;

impl Kind for Orders {
    type Read = Option<Vec<(f64, f64)>>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        const ROW: &str = "[order, divergence]";
        let Some(rows) = options.rows(name, &format!("a list of {ROW}"))? else {
            return Ok(None);
        };
        let pair = |row: &Vec<f64>| match row[..] {
            [order, divergence] => Ok((order, divergence)),
            _ => Err(malformed(
                name,
                format!(
                    "is a list with {} numbers in an entry; it must be a list of {ROW}",
                    row.len()
                ),
            )),
        };
        rows.iter().map(pair).collect::<Result<_, _>>().map(Some)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("[number, number][]")]
    }
}

impl Options {
    /// Options of [`GuaranteeOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Conflict`] unless exactly one guarantee is given.
    pub fn guarantee(self) -> Result<GuaranteeOptions, Error> {
        self.by_table()
    }

    /// Options of [`DependentDataOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn dependent_data(self) -> Result<DependentDataOptions, Error> {
        self.by_table()
    }
}
