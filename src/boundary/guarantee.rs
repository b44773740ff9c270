//! What follows from a guarantee.

use super::options::{Options, malformed};
use super::value::Value;
use crate::figure::{Error, RANGES};
use crate::guarantee::{DependentDataOptions, Guarantee, GuaranteeOptions};

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
            None | Some(Value::Nothing) => Ok(None),
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
}
