//! A population of subpopulations that differ by the names of their classes alone (Humphries et al. 2020, section 5.3).

use super::records::Records;
use crate::random::{Random, Source};

/// As many classes and features as subpopulations. In subpopulation `j` the record of class `y` has its one at feature
/// `(y - j) mod m`, as the paper's figure 5 and its example have it; its equation (18) says otherwise (see the errata).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Population {
    pub(crate) subpopulations: usize,
    /// Standard deviation of what is added to each feature.
    pub(crate) spread: f64,
}

impl Population {
    /// The same subpopulation for all records of a training: that makes them depend on each other.
    pub(crate) fn subpopulation<S: Source>(&self, random: &mut Random<S>) -> usize {
        random.index(self.subpopulations)
    }

    /// Records that share a subpopulation.
    pub(crate) fn records<S: Source>(
        &self,
        count: usize,
        subpopulation: usize,
        random: &mut Random<S>,
    ) -> Records {
        let mut records = Records::new(self.subpopulations, self.subpopulations);
        for _ in 0..count {
            self.push(&mut records, subpopulation, random);
        }
        records
    }

    /// Records that each have a subpopulation of their own: what the law of one record is, member or not.
    pub(crate) fn mixed<S: Source>(&self, count: usize, random: &mut Random<S>) -> Records {
        let mut records = Records::new(self.subpopulations, self.subpopulations);
        for _ in 0..count {
            let subpopulation = self.subpopulation(random);
            self.push(&mut records, subpopulation, random);
        }
        records
    }

    fn push<S: Source>(&self, records: &mut Records, subpopulation: usize, random: &mut Random<S>) {
        let m = self.subpopulations;
        let feature = random.index(m);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "features of single precision"
        )]
        let features = (0..m).map(|place| {
            (f64::from(u8::from(place == feature)) + self.spread * random.normal()) as f32
        });
        records.push(
            features.collect::<Vec<f32>>(),
            (feature + subpopulation) % m,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 5's table and the example below it: the second row of the third subpopulation has class 4, all counted from 1.
    #[test]
    fn classes_are_those_of_the_figure() {
        let population = Population {
            subpopulations: 5,
            spread: 0.01,
        };
        let mut random = Random::seeded(3, 0);
        for subpopulation in 0..5 {
            let records = population.records(100, subpopulation, &mut random);
            for record in 0..100 {
                let row = records.features(record);
                let one = (0..5).find(|place| row[*place] > 0.5).expect("a one");
                let class = [
                    [1, 2, 3, 4, 5],
                    [2, 3, 4, 5, 1],
                    [3, 4, 5, 1, 2],
                    [4, 5, 1, 2, 3],
                    [5, 1, 2, 3, 4],
                ][one][subpopulation];
                assert_eq!(records.label(record) + 1, class);
            }
        }
    }

    /// The fairness requirement (definition 5.1): the law of a record is the same for members and non-members. Each of the 25
    /// pairs of feature and class has probability 1/25; chi-square of 24 degrees of freedom, exceeded with probability 1e-6 at 75.
    #[test]
    fn a_record_tells_nothing_before_the_training() {
        let population = Population {
            subpopulations: 5,
            spread: 0.01,
        };
        let mut random = Random::seeded(4, 0);
        let mut counts = [[0.0_f64; 25]; 2];
        for _ in 0..5000 {
            let subpopulation = population.subpopulation(&mut random);
            let member = population.records(1, subpopulation, &mut random);
            let other = population.mixed(1, &mut random);
            for (counts, record) in counts.iter_mut().zip([member, other]) {
                let one = record.features(0).iter().position(|x| *x > 0.5);
                counts[5 * record.label(0) + one.expect("a one")] += 1.0;
            }
        }
        for counts in counts {
            let statistic: f64 = counts
                .iter()
                .map(|n| (n - 200.0) * (n - 200.0) / 200.0)
                .sum();
            assert!(statistic < 75.0, "{statistic}");
        }
    }
}
