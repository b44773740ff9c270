//! Noise on a published statistic: a random half of the records is used, and the attacker who knows them all says whether the
//! record that moves the statistic most was among it (Izzo et al., Definition 1 and Algorithm 1).

use super::data::TableSource;
use super::experiment::{Experiment, Trials, seed, sums};
use super::halves::{Outputs, play};
use super::noise_records::{NoiseRecords, published};
use super::observations::{AttackObservation, Measure, Observations};
use super::posterior::{NoiseDensity, Posterior};
use super::published::{Published, Statistic};
use super::setting::Setting;
use super::theorems;
use crate::figure::{Error, Figure, RANGES, Range, Theorem, malformed};
use crate::numerics::{Interval, count};
use crate::output_noise::{
    MomentOptions, MomentResult, NoiseLaw, eta_from_distance, laplace_mechanism_scale,
    printed_scale, scale_from_distance, scale_from_moment,
};
use crate::random::{Random, Source};
use core::cell::OnceCell;

/// Options of the experiment with noise on a statistic.
#[derive(Clone, Debug, Default)]
pub struct NoiseGameOptions {
    /// The records.
    pub records: NoiseRecords,
    /// What is published.
    pub statistic: Statistic,
    /// Level of the quantile; 0.75 if left out.
    pub quantile_level: Option<f64>,
    /// The table.
    pub table: Option<TableSource>,
    /// The column whose values are published, or foretold by a regression.
    pub column: Option<String>,
    /// Names of the columns that it is regressed on, with commas between them.
    pub predictors: Option<String>,
    /// Number of records, even; 16 if left out.
    pub dataset_size: Option<f64>,
    /// Accuracy above blind guessing that the noise is chosen for; 0.1 if left out.
    pub eta: Option<f64>,
    /// Published outputs for each scale of noise; 20,000 if left out.
    pub trials: Option<f64>,
    /// Makes the experiment repeatable.
    pub seed: Option<f64>,
    /// Confidence of each interval by itself.
    pub confidence: Option<f64>,
}

/// Members, members named, non-members, non-members named.
const WIDTH: usize = 4;
/// Outputs of a unit.
const BLOCK: usize = 2000;
/// The streams of units begin after those of records and halves.
const FIRST_STREAM: u64 = 2;
/// Scales whose streams take turns from there; those of any other begin half-way.
const IN_TURN: usize = 4;
const LATER_STREAMS: u64 = 1 << 63;

struct NoiseGame {
    published: Published,
    names: Vec<String>,
    outputs: Outputs,
    scales: Vec<Scale>,
    moments: OnceCell<Option<MomentResult>>,
    eta: f64,
    trials: usize,
    seed: u64,
    confidence: f64,
}

struct Scale {
    scale: f64,
    density: NoiseDensity,
    attacker: Posterior,
}

impl NoiseGameOptions {
    pub(crate) const SIZE: Range = Range::whole(4.0, 10_000.0).with_default(16.0);
    pub(crate) const LEVEL: Range = Range::closed(0.01, 0.99).with_default(0.75);
    pub(crate) const ETA: Range = Range::closed(1e-3, 0.49).with_default(0.1);
    pub(crate) const TRIALS: Range = Range::whole(100.0, 1e7).with_default(20_000.0);

    pub(super) fn experiment(&self) -> Result<Experiment, Error> {
        let eta = Self::ETA.or_default("eta", self.eta)?;
        let trials = count(Self::TRIALS.or_default("trials", self.trials)?);
        let confidence = RANGES
            .confidence
            .or_default("confidence", self.confidence)?;
        let seed = seed(self.seed)?;
        let (published, names) = published(self, seed)?;
        let outputs = Outputs::new(&published, &mut Random::seeded(seed, 1));
        let moves = outputs.units.iter().all(|unit| *unit > 0.0);
        if !(moves && outputs.distance > 0.0 && outputs.sigma_2.is_finite()) {
            return Err(malformed(
                "statistic",
                "is the same number for every half, so there is nothing to hide".into(),
            ));
        }
        let scales = scales(&outputs, eta);
        let settings = scales.iter().map(|&(label, scale, density)| Setting {
            parameter: "noise_scale",
            value: scale,
            label: Some(label.into()),
            run: None,
            clipping_norm: None,
            prior: None,
            bound: Some(bound(&outputs, scale, density)),
        });
        let attackers = scales.iter().map(|&(_, scale, density)| Scale {
            scale,
            density,
            attacker: Posterior::new(&outputs, scale, density),
        });
        Ok(Experiment::new(
            "noise",
            settings.collect(),
            NoiseGame {
                scales: attackers.collect(),
                published,
                names,
                outputs,
                moments: OnceCell::new(),
                eta,
                trials,
                seed,
                confidence,
            },
        ))
    }
}

/// The law by which the scale is chosen.
fn law(outputs: &Outputs) -> NoiseLaw {
    if outputs.units.len() == 1 {
        NoiseLaw::Laplace
    } else {
        NoiseLaw::ExponentialNorm
    }
}

/// Noise for `eta` by each route, in the units of the outputs, and its law.
fn scales(outputs: &Outputs, eta: f64) -> [(&'static str, f64, NoiseDensity); 5] {
    let Outputs {
        distance,
        sensitivity,
        sigma_1,
        sigma_2,
        ..
    } = *outputs;
    let law = law(outputs);
    let printed = if outputs.units.len() == 1 {
        NoiseDensity::Exponential
    } else {
        NoiseDensity::PiledUp
    };
    let exponential = NoiseDensity::Exponential;
    [
        (
            "mean_distance",
            scale_from_distance(law, distance, eta, 0.5),
            exponential,
        ),
        (
            "first_moment",
            scale_from_moment(law, sigma_1, eta, 0.5),
            exponential,
        ),
        (
            "laplace_mechanism",
            laplace_mechanism_scale(sensitivity, eta, 0.5),
            exponential,
        ),
        ("printed", printed_scale(6.16, sigma_2, eta, 2.0), printed),
        (
            "corrected",
            printed_scale(7.5, sigma_2, eta, 2.0),
            exponential,
        ),
    ]
}

/// What is proved of the advantage at a scale; without a promise where halves were sampled.
fn bound(outputs: &Outputs, scale: f64, density: NoiseDensity) -> Figure {
    if density == NoiseDensity::PiledUp {
        return Figure::upper(1.0, "mean_distance", theorems::PILED_UP).with_erratum("E12");
    }
    let law = law(outputs);
    let eta = eta_from_distance(law, outputs.distance, scale, 0.5);
    let advantage = (2.0 * eta).next_up().min(1.0);
    let several = law == NoiseLaw::ExponentialNorm;
    let promise: [&Theorem; 2] = if several {
        [
            theorems::MEAN_DISTANCE_OF_SEVERAL,
            theorems::MEAN_DISTANCE_OF_SEVERAL_SAMPLED,
        ]
    } else {
        [theorems::MEAN_DISTANCE, theorems::MEAN_DISTANCE_SAMPLED]
    };
    if outputs.all {
        Figure::upper(advantage, "mean_distance", promise[0])
    } else {
        Figure::approximation(advantage, "mean_distance", promise[1])
    }
}

impl Trials for NoiseGame {
    fn units(&self) -> usize {
        self.scales.len() * self.trials.div_ceil(BLOCK)
    }

    fn width(&self) -> usize {
        WIDTH
    }

    fn unit(&self, index: usize) -> Vec<f64> {
        let (block, place) = (index / self.scales.len(), index % self.scales.len());
        let Scale {
            scale,
            density,
            attacker,
        } = &self.scales[place];
        let stream = if place < IN_TURN {
            FIRST_STREAM + (block * IN_TURN + place) as u64
        } else {
            LATER_STREAMS + block as u64
        };
        let mut random = Random::seeded(self.seed, stream);
        let mut row = vec![0.0; WIDTH];
        for _ in 0..BLOCK.min(self.trials - block * BLOCK) {
            let (mut output, member) = play(&self.published, self.outputs.target, &mut random);
            let noise = noise(self.outputs.units.len(), *scale, *density, &mut random);
            for ((x, unit), noise) in output.iter_mut().zip(&self.outputs.units).zip(noise) {
                *x = *x / unit + noise;
            }
            let class = &mut row[if member { 0 } else { 2 }..];
            class[0] += 1.0;
            class[1] += f64::from(u8::from(attacker.names(&output)));
        }
        row
    }

    fn observed(&self, setting: usize, rows: &[&[f64]]) -> Observations {
        let sums = sums(WIDTH, rows);
        let counts = [sums[0], sums[1], sums[2], sums[3]];
        let attack = AttackObservation::counted("posterior", None, counts, self.confidence);
        Observations {
            trainings: attack.trials,
            attacks: vec![attack],
            measures: self.measures(&self.scales[setting]),
            series: Vec::new(),
        }
    }
}

/// Noise in the units of the outputs: a direction `Y/||Y||` of normal numbers, and a radius (erratum E12).
fn noise<S: Source>(
    width: usize,
    scale: f64,
    density: NoiseDensity,
    random: &mut Random<S>,
) -> Vec<f64> {
    if width == 1 {
        return vec![scale * random.sign() * random.exponential()];
    }
    let direction: Vec<f64> = (0..width).map(|_| random.normal()).collect();
    let square = direction.iter().map(|y| y * y).sum::<f64>() / width as f64;
    let radius = match density {
        NoiseDensity::Exponential => random.gamma(width as f64),
        NoiseDensity::PiledUp => random.exponential(),
    };
    let length = scale * radius / libm::sqrt(square.max(f64::MIN_POSITIVE));
    direction.into_iter().map(|y| length * y).collect()
}

impl NoiseGame {
    fn measures(&self, scale: &Scale) -> Vec<Measure> {
        let spread = self.outputs.sigma_2;
        let mut measures = vec![
            exactly("wanted_advantage", 2.0 * self.eta, theorems::CHOSEN),
            exactly("noise_over_spread", scale.scale / spread, theorems::CHOSEN),
        ];
        measures.extend(self.estimated());
        let mut random = Random::seeded(self.seed, u64::MAX);
        let (output, _) = play(&self.published, self.outputs.target, &mut random);
        let Outputs { units, .. } = &self.outputs;
        let noise = noise(units.len(), scale.scale, scale.density, &mut random);
        for (((name, x), unit), noise) in self.names.iter().zip(output).zip(units).zip(noise) {
            let published = x + unit * noise;
            measures.push(Measure {
                name: name.clone().into(),
                mean: Figure::approximation(published, "drawn", theorems::DEMONSTRATION),
            });
        }
        measures
    }

    /// What the scales are chosen by: known where all halves were tried, else estimated.
    fn estimated(&self) -> Vec<Measure> {
        let Outputs {
            distance,
            sigma_1,
            sigma_2,
            ..
        } = self.outputs;
        let named = [
            ("mean_distance", distance),
            ("first_moment", sigma_1),
            ("second_moment", sigma_2),
        ];
        // Where nothing is estimated nothing is resampled.
        let moments = (!self.outputs.all).then(|| self.moments()).flatten();
        let measures = named.into_iter().map(|(name, value)| {
            if self.outputs.all {
                return exactly(name, value, theorems::ALL_HALVES);
            }
            let interval = moments.and_then(|moments| match name {
                "first_moment" => Some(&moments.sigma_1),
                "second_moment" => Some(&moments.sigma_m),
                _ => None,
            });
            let mean = match interval {
                Some(figure) => self.of_all(figure, value),
                None => Figure::approximation(value, "sampled", theorems::SAMPLED_HALVES),
            };
            Measure {
                name: name.into(),
                mean,
            }
        });
        measures.collect()
    }

    /// The norm of several numbers divides by the root of how many they are.
    fn of_all(&self, figure: &Figure, value: f64) -> Figure {
        let times = value / figure.estimate;
        Figure {
            lower: figure.lower.map(|lower| lower * times),
            estimate: value,
            upper: figure.upper.map(|upper| upper * times),
            ..figure.clone()
        }
    }

    fn moments(&self) -> Option<&MomentResult> {
        let found = self.moments.get_or_init(|| {
            let options = MomentOptions {
                bootstrap: Some(200.0),
                confidence: Some(self.confidence),
                ..MomentOptions::default()
            };
            let width = self.outputs.units.len();
            options.result(&self.outputs.measured, width).ok()
        });
        found.as_ref()
    }
}

fn exactly(name: &'static str, value: f64, theorem: &'static Theorem) -> Measure {
    let interval = Interval {
        lower: value,
        upper: value,
    };
    Measure {
        name: name.into(),
        mean: Figure::exact(interval, "chosen", theorem),
    }
}
