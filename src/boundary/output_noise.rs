//! Noise on an output for membership inference privacy.

#[cfg(test)]
use super::generated::Line;
use super::options::Options;
use super::table::{Kind, List, Needed, Number, Numbers, part, table, word};
use super::training::RATES;
use crate::figure::{Error, RANGES, Range};
use crate::output_noise::{
    MipTable, MomentOptions, NoiseNorm, NoiseOptions, NoiseSampleOptions, OutputNoise,
    PowersOfTwoOptions,
};

/// Most sigmas of a noise vector.
const MOST_SIGMAS: usize = 1_000_000;

table! { NoiseOptions {
    /// Accuracy above 1/2 (above max(k/n, 1 - k/n)) that is allowed. Give `eta` or `noise_scale`.
    eta: Number(RANGES.eta), "accuracy";
    /// The scale of the noise: asks for the eta that follows.
    noise_scale: Number(RANGES.moment);
    /// Upper bound of E||theta - E theta||. Give this or `sigma_m`.
    sigma_1: Number(RANGES.moment);
    /// Upper bound of (E||theta - E theta||^M)^(1/M), which is at least sigma_1.
    sigma_m: Number(RANGES.moment);
    /// M.
    moment_order: Number(RANGES.moment_order);
    /// Number of coordinates that are published.
    dimension: Number(RANGES.dimension), "coordinates";
    /// k/n.
    subset_fraction: Number(RANGES.subset_fraction), "share";
    /// max ||A(D) - A(D')|| over neighbours: asks for the DP scale beside the others.
    sensitivity: Number(RANGES.moment);
    /// max over x of E||A(D) - A(D with x exchanged for a random non-member)||: asks for `swap`.
    swap_distance: Number(RANGES.moment);
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.fpr).or(RATES), "rate";
}}

/// Noise vectors, and how they are drawn.
pub(super) struct Draw {
    vectors: NoiseSampleOptions,
    seed: Option<f64>,
}

table! { NoiseSampleOptions {
    /// The law of the noise.
    noise: word::<OutputNoise>();
    /// Scale s, Laplace scale or standard deviation.
    noise_scale: Needed(RANGES.moment);
    /// Number of coordinates.
    dimension: Needed(RANGES.dimension), "coordinates";
    /// The norm of "exponential_norm": the weighted one of moment_order and sigmas, or the l2 norm, in which sigma_1 is given.
    norm: word::<NoiseNorm>();
    /// M of the weighted norm (E |x_i/sigma_i|^M / d)^(1/M), at least 1; "exponential_norm" only.
    moment_order: Number(RANGES.moment_order);
    /// sigma_i: one number for all, or one each; 1 if left out.
    sigmas: Sigmas;
    /// Number of vectors; at most 1e6 numbers in all.
    samples: Number(RANGES.samples.with_default(1.0)), "vectors";
}}

table! { Draw {
    vectors: part::<NoiseSampleOptions>();
    /// Left out: noise to be released, from a key of 256 bits of entropy that is used once and kept nowhere. Given: the same
    /// noise each time, for demonstration; whoever knows the seed, or tries them all, takes it off.
    seed: Number(RANGES.seed);
}}

table! { MomentOptions {
    /// M.
    moment_order: Number(RANGES.moment_order);
    /// Resamplings for the interval.
    bootstrap: Number(RANGES.bootstrap), "resamplings";
    /// Makes the resamplings repeatable.
    seed: Number(RANGES.seed.with_default(0.0));
    /// Confidence of each interval.
    confidence: Number(RANGES.confidence), "probability";
}}

table! { MipTable {
    /// Without `records`: one row for each output, [P(output | x in), P(output | x out)]. With `records` = n: one row for each
    /// subset, n times 0 or 1, then the probabilities of the outputs.
    table: Rows;
    /// Number of records whose membership the rows begin with.
    records: Number(RANGES.dataset_size), "records";
    /// k/n of a table with two columns, 0.5 if left out; a table of subsets has its own.
    subset_fraction: Number(RANGES.subset_fraction.without_default()), "share";
    /// Rates of false positives at which `tpr` is wanted.
    fpr: Numbers::of(RANGES.probability).or(RATES), "rate";
}}

table! { PowersOfTwoOptions {
    /// Number n of records, even.
    dataset_size: Needed(Range::whole(4.0, 60.0)), "records";
    /// Accuracy above blind guessing that is allowed.
    eta: Number(RANGES.eta.with_default(0.1)), "accuracy";
}}

/// One number for all coordinates, or a list.
struct Sigmas;

impl Kind for Sigmas {
    type Read = Vec<f64>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        List(Numbers::of(RANGES.moment).at_most(MOST_SIGMAS)).read(options, name)
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        let numbers = Numbers::of(RANGES.moment).at_most(MOST_SIGMAS);
        vec![option.numbers(&numbers).typed("number | number[]")]
    }
}

/// Rows of probabilities.
struct Rows;

impl Kind for Rows {
    type Read = Vec<Vec<f64>>;

    fn read(&self, options: &mut Options, name: &'static str) -> Result<Self::Read, Error> {
        options.rows(name, "a list of rows")?.ok_or(Error::Missing {
            parameter: name,
            needed: "table, a list of rows of probabilities",
        })
    }

    #[cfg(test)]
    fn lines(&self, option: Line) -> Vec<Line> {
        vec![option.typed("number[][]").required()]
    }
}

impl Options {
    /// Options of [`NoiseOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn noise(self) -> Result<NoiseOptions, Error> {
        self.by_table()
    }

    /// Options of [`NoiseSampleOptions::released`] or, if there is a seed, of [`NoiseSampleOptions::demonstration`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn noise_sample(self) -> Result<(NoiseSampleOptions, Option<f64>), Error> {
        self.by_table()
            .map(|Draw { vectors, seed }| (vectors, seed))
    }

    /// Options of [`MomentOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn moments(self) -> Result<MomentOptions, Error> {
        self.by_table()
    }

    /// A table of [`MipTable::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] without a table.
    pub fn membership_table(self) -> Result<MipTable, Error> {
        self.by_table()
    }

    /// Options of [`PowersOfTwoOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] without a size.
    pub fn powers_of_two(self) -> Result<PowersOfTwoOptions, Error> {
        self.by_table()
    }
}
