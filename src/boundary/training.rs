//! Questions about a training: the run itself, its figures, and the closed form of Bayes security.

#[cfg(test)]
use super::generated::Line;
use super::options::{Options, malformed};
use super::table::{Kind, List, Number, Numbers, Pair, part, table, word};
use crate::figure::{ASKED_FPR, Error, RANGES};
use crate::mechanism::{NeighboringRelation, Noise, Phase, RunOptions, Sampling};
use crate::training::{BayesSecurityOptions, TrainingOptions};

/// Rates at which true positives are told where nothing else is asked for.
pub(super) const RATES: &[f64] = &ASKED_FPR;

table! { RunOptions {
    /// Standard deviation of the noise over the clipping norm (of Laplace noise its scale).
    noise_multiplier: Number(RANGES.noise_multiplier), "clipping norms";
    /// Probability with which a record enters a step. 1 is no sampling.
    sample_rate: Number(RANGES.sample_rate), "probability";
    /// Expected number of records in a step; with `dataset_size`, instead of `sample_rate`.
    batch_size: Number(RANGES.batch_size), "records";
    /// Number of records.
    dataset_size: Number(RANGES.dataset_size), "records";
    /// Number of noisy steps.
    num_steps: Number(RANGES.num_steps), "steps";
    /// Passes over the data, instead of `num_steps`. Steps are epochs / sample_rate, rounded up. For "shuffle" and
    /// "balls_and_bins" an epoch has 1 / sample_rate steps, rounded up, and steps are epochs times these; an epoch that is
    /// cut off is counted whole in upper bounds and left out of lower ends.
    epochs: Number(RANGES.epochs), "epochs";
    /// Noise multiplier, sample rate and number of steps of each phase, in the order of Opacus' `history`; at most 10,000
    /// phases, instead of all of the above.
    history: History;
    /// Which pairs of data sets an attacker has to tell apart.
    neighboring_relation: word::<NeighboringRelation>();
    /// How batches are drawn.
    sampling: word::<Sampling>();
    /// The law of the noise.
    noise: word::<Noise>();
    /// Records that enter or stay out together.
    group_size: Number(RANGES.group_size), "records";
}}

table! { TrainingOptions {
    run: part::<RunOptions>();
    /// Asks for `epsilon` and for the bounds that follow from it.
    target_delta: Number(RANGES.target_delta), "probability";
    /// Probability that the record is a member before the attack.
    prior: Number(RANGES.prior), "probability";
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.fpr).or(RATES), "rate";
    /// Orders at which `hockey_stick` is wanted.
    epsilon: List(Numbers::of(RANGES.epsilon)), "nats";
    /// Probabilities with which the best guess about a record would be right without what was trained, such as 1e-6: asks for
    /// `baseline`.
    baseline: List(Numbers::of(RANGES.baseline)), "probability";
    /// Number of points of `roc`; 0 leaves it out.
    roc_points: Number(RANGES.roc_points), "points";
    /// Asks for `gdp_mu` over [smallest, largest] rate of false positives.
    fpr_range: Pair { range: RANGES.fpr_range, default: None }, "rate";
    /// Asks for `flagged_precision`: the share of all candidates that the attacker names at least.
    flagged_share: Number(RANGES.flagged_share), "share";
    /// Asks for `positive_accuracy`: the share of the members that the attacker recognises at least; the prior is then P_x(1),
    /// the probability with which a record was sampled into the data set.
    attack_rate: Number(RANGES.attack_rate), "share";
}}

table! { BayesSecurityOptions {
    run: part::<RunOptions>();
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.fpr).or(RATES), "rate";
    /// Asks for the estimate of epsilon (E16j).
    target_delta: Number(RANGES.target_delta), "probability";
    /// Asks for `choice`: the parameters of equation 4.
    target_bayes_security: Number(RANGES.positive_accuracy), "probability";
}}

/// Phases of a schedule.
struct History;

impl Kind for History {
    type Read = Option<Vec<Phase>>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        const ROW: &str = "[noise_multiplier, sample_rate, num_steps]";
        let Some(rows) = options.rows(name, &format!("a list of {ROW}"))? else {
            return Ok(None);
        };
        let phase = |(i, row): (usize, Vec<f64>)| match row[..] {
            [noise_multiplier, sample_rate, num_steps] => Ok(Phase {
                noise_multiplier,
                sample_rate,
                num_steps,
            }),
            _ => Err(malformed(
                name,
                format!(
                    "has {} numbers in entry {}; each entry is {ROW}",
                    row.len(),
                    i + 1
                ),
            )),
        };
        rows.into_iter()
            .enumerate()
            .map(phase)
            .collect::<Result<_, _>>()
            .map(Some)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("HistoryEntry[]")]
    }
}

impl Options {
    /// Options of [`TrainingOptions::result`].
    ///
    /// # Errors
    /// [`Error::Malformed`] for an unknown name, a name given twice or a value of the wrong type.
    pub fn training(self) -> Result<TrainingOptions, Error> {
        self.by_table()
    }

    /// Options of [`BayesSecurityOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn bayes_security(self) -> Result<BayesSecurityOptions, Error> {
        self.by_table()
    }
}
