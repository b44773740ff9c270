//! Readers of the options of guarantees, output noise and attribute inference.

use crate::options::malformed;
use crate::{
    AttributesOptions, BayesSecurityOptions, DependentDataOptions, Error, GradientDistanceOptions,
    Guarantee, GuaranteeOptions, IsoBoundOptions, MipTable, MomentOptions, NoiseOptions,
    NoiseSampleOptions, Options, OutputNoise, PowersOfTwoOptions, RANGES, UnboundedExampleOptions,
    UnlearningCurveOptions, Value,
};

const NOISES: [(&str, OutputNoise); 3] = [
    ("exponential_norm", OutputNoise::ExponentialNorm),
    ("laplace", OutputNoise::Laplace),
    ("gaussian", OutputNoise::Gaussian),
];

/// Longest list of records or steps.
const MOST: usize = 1_000_000;

impl Options {
    /// Options of [`GuaranteeOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Conflict`] unless exactly one guarantee is given.
    pub fn guarantee(mut self) -> Result<GuaranteeOptions, Error> {
        let epsilon = self.number("epsilon")?;
        let target_delta = self.number("target_delta")?;
        let own_delta = self.number("delta")?;
        // Beside epsilon, target_delta alone is the delta of the guarantee.
        let delta = own_delta.or(target_delta.filter(|_| epsilon.is_some()));
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
        if let Some(mu) = self.number("gdp_mu")? {
            given.push(("gdp_mu", Guarantee::Gdp { mu }));
        }
        if let Some(rho) = self.number("zcdp_rho")? {
            given.push(("zcdp_rho", Guarantee::Zcdp { rho }));
        }
        if let Some(orders) = self.orders()? {
            given.push(("rdp", Guarantee::Rdp { orders }));
        }
        if let [(first, _), (second, _), ..] = given[..] {
            return Err(Error::Conflict {
                parameter: second,
                other: first,
            });
        }
        let Some((_, guarantee)) = given.pop() else {
            return Err(Error::Missing {
                parameter: "epsilon",
                needed: "one of epsilon (with delta), gdp_mu, zcdp_rho and rdp",
            });
        };
        let options = GuaranteeOptions {
            guarantee,
            fpr: self.numbers("fpr")?,
            target_delta,
            prior: self.number("prior")?,
            roc_points: self.number("roc_points")?,
            sampling_probability: self.number("sampling_probability")?,
            attack_rate: self.number("attack_rate")?,
            negative_attack_rate: self.number("negative_attack_rate")?,
            sampling_probabilities: self.many("sampling_probabilities")?.unwrap_or_default(),
            target_positive_accuracy: self.number("target_positive_accuracy")?,
            loss_level: self.numbers("loss_level")?.unwrap_or_default(),
            dataset_size: self.number("dataset_size")?,
            target_absence: self.number("target_absence")?,
            deletions: self.number("deletions")?,
            loss_bound: self.number("loss_bound")?,
            subset_fraction: self.number("subset_fraction")?,
            dependent_records: self.number("dependent_records")?,
        };
        self.finish().map(|()| options)
    }

    fn orders(&mut self) -> Result<Option<Vec<(f64, f64)>>, Error> {
        let wrong = |shown: String| {
            malformed(
                "rdp",
                format!("is {shown}; it must be a list of [order, divergence]"),
            )
        };
        match self.0.remove("rdp") {
            None | Some(Value::Nothing(())) => Ok(None),
            Some(Value::Rows(rows)) => rows
                .iter()
                .map(|row| match row[..] {
                    [order, divergence] => Ok((order, divergence)),
                    _ => Err(wrong(format!(
                        "a list with {} numbers in an entry",
                        row.len()
                    ))),
                })
                .collect::<Result<_, _>>()
                .map(Some),
            Some(other) => Err(wrong(other.shown())),
        }
    }

    /// Options of [`IsoBoundOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn iso_bound(mut self) -> Result<IsoBoundOptions, Error> {
        let options = IsoBoundOptions {
            target_positive_accuracy: self
                .numbers("target_positive_accuracy")?
                .unwrap_or_default(),
            delta: self.number("delta")?,
            attack_rate: self.number("attack_rate")?,
            points: self.number("points")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`UnlearningCurveOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn unlearning_curve(mut self) -> Result<UnlearningCurveOptions, Error> {
        let options = UnlearningCurveOptions {
            epsilon: self.needed("epsilon")?,
            dataset_size: self.needed("dataset_size")?,
            target_absence: self.needed("target_absence")?,
            points: self.number("points")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`UnboundedExampleOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn unbounded_example(mut self) -> Result<UnboundedExampleOptions, Error> {
        let options = UnboundedExampleOptions {
            noise_multiplier: self.number("noise_multiplier")?,
            epsilon: self.number("epsilon")?,
            thresholds: self.numbers("thresholds")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`DependentDataOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn dependent_data(mut self) -> Result<DependentDataOptions, Error> {
        let options = DependentDataOptions {
            epsilon: self.needed("epsilon")?,
            delta: self.number("delta")?.unwrap_or(0.0),
            dependent_records: self.needed("dependent_records")?,
            subpopulations: self.number("subpopulations")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`NoiseOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn noise(mut self) -> Result<NoiseOptions, Error> {
        let options = NoiseOptions {
            eta: self.number("eta")?,
            noise_scale: self.number("noise_scale")?,
            sigma_1: self.number("sigma_1")?,
            sigma_m: self.number("sigma_m")?,
            moment_order: self.number("moment_order")?,
            dimension: self.number("dimension")?,
            subset_fraction: self.number("subset_fraction")?,
            sensitivity: self.number("sensitivity")?,
            swap_distance: self.number("swap_distance")?,
            fpr: self.numbers("fpr")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`NoiseSampleOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] for a parameter that is left out.
    pub fn noise_sample(mut self) -> Result<NoiseSampleOptions, Error> {
        let options = NoiseSampleOptions {
            noise: self.choice("noise", &NOISES)?,
            noise_scale: self.needed("noise_scale")?,
            dimension: self.needed("dimension")?,
            moment_order: self.number("moment_order")?,
            sigmas: self.many("sigmas")?.unwrap_or_default(),
            samples: self.number("samples")?,
            seed: self.needed("seed")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`MomentOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn moments(mut self) -> Result<MomentOptions, Error> {
        let options = MomentOptions {
            moment_order: self.number("moment_order")?,
            bootstrap: self.number("bootstrap")?,
            seed: self.number("seed")?,
            confidence: self.number("confidence")?,
        };
        self.finish().map(|()| options)
    }

    /// A table of [`MipTable::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] without a table.
    pub fn membership_table(mut self) -> Result<MipTable, Error> {
        let table = match self.0.remove("table") {
            Some(Value::Rows(rows)) => rows,
            None | Some(Value::Nothing(())) => {
                return Err(Error::Missing {
                    parameter: "table",
                    needed: "table, a list of rows of probabilities",
                });
            }
            // An empty list of rows reads as an empty list of numbers.
            Some(Value::Numbers(numbers)) if numbers.is_empty() => Vec::new(),
            Some(other) => {
                return Err(malformed(
                    "table",
                    format!("is {}; it must be a list of rows", other.shown()),
                ));
            }
        };
        let options = MipTable {
            table,
            records: self.number("records")?,
            subset_fraction: self.number("subset_fraction")?,
            fpr: self.numbers("fpr")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`PowersOfTwoOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`], and [`Error::Missing`] without a size.
    pub fn powers_of_two(mut self) -> Result<PowersOfTwoOptions, Error> {
        let options = PowersOfTwoOptions {
            dataset_size: self.needed("dataset_size")?,
            eta: self.number("eta")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`AttributesOptions::result`]; `distances` stands for `gradient_distances`.
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn attributes(mut self, distances: Option<Vec<f64>>) -> Result<AttributesOptions, Error> {
        self.rename()?;
        let listed = self.many("gradient_distances")?;
        if listed.is_some() && distances.is_some() {
            return Err(Error::Conflict {
                parameter: "gradient_distances",
                other: "distances",
            });
        }
        if let Some(distances) = &distances
            && distances.len() > MOST
        {
            return Err(malformed(
                "gradient_distances",
                format!(
                    "has {} entries; at most {MOST} are allowed",
                    distances.len()
                ),
            ));
        }
        let options = AttributesOptions {
            noise_multiplier: self.number("noise_multiplier")?,
            sample_rate: self.number("sample_rate")?,
            num_steps: self.number("num_steps")?,
            clipping_norm: self.number("clipping_norm")?,
            gradient_distance: self.number("gradient_distance")?,
            gradient_distances: listed.or(distances),
            fpr: self.numbers("fpr")?,
            prior: self.number("prior")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`GradientDistanceOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn gradient_distance(mut self) -> Result<GradientDistanceOptions, Error> {
        let options = GradientDistanceOptions {
            clipping_norm: self.number("clipping_norm")?,
            values: self.number("values")?,
        };
        self.finish().map(|()| options)
    }

    /// Options of [`BayesSecurityOptions::result`].
    ///
    /// # Errors
    /// As [`Options::training`].
    pub fn bayes_security(mut self) -> Result<BayesSecurityOptions, Error> {
        self.rename()?;
        let options = BayesSecurityOptions {
            run: self.run()?,
            fpr: self.numbers("fpr")?,
            target_delta: self.number("target_delta")?,
            target_bayes_security: self.number("target_bayes_security")?,
        };
        self.finish().map(|()| options)
    }

    /// A number that must be given.
    fn needed(&mut self, name: &'static str) -> Result<f64, Error> {
        self.number(name)?.ok_or(Error::Missing {
            parameter: name,
            needed: name,
        })
    }

    /// A long list of numbers.
    fn many(&mut self, name: &'static str) -> Result<Option<Vec<f64>>, Error> {
        match self.0.remove(name) {
            Some(Value::Numbers(numbers)) if numbers.len() <= MOST => Ok(Some(numbers)),
            Some(Value::Numbers(numbers)) => Err(malformed(
                name,
                format!("has {} entries; at most {MOST} are allowed", numbers.len()),
            )),
            None | Some(Value::Nothing(())) => Ok(None),
            Some(Value::Number(number)) => Ok(Some(vec![number])),
            Some(other) => Err(malformed(
                name,
                format!("is {}; it must be a list of numbers", other.shown()),
            )),
        }
    }
}
