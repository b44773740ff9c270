//! Two clusters of points by k-means (Lloyd 1982), begun as k-means++ begins (Arthur and Vassilvitskii 2007).

use super::records::Records;
use crate::random::{Random, Source};

/// Rounds after which the clusters stand as they are.
const MOST_ROUNDS: usize = 100;

/// Which of the records named lie in the second cluster.
pub(super) fn two_clusters<S: Source>(
    records: &Records,
    among: &[usize],
    random: &mut Random<S>,
) -> Vec<bool> {
    if among.len() < 2 {
        return vec![false; among.len()];
    }
    let row = |place: usize| records.features(among[place]);
    let wide = |row: &[f32]| row.iter().map(|x| f64::from(*x)).collect::<Vec<f64>>();
    let first = wide(row(random.index(among.len())));
    let weights: Vec<f64> = (0..among.len())
        .map(|place| distance(row(place), &first))
        .collect();
    let mut left = random.uniform() * weights.iter().sum::<f64>();
    let second = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    let mut centres = [first, wide(row(second.unwrap_or(among.len() - 1)))];
    let mut in_second = vec![false; among.len()];
    for _ in 0..MOST_ROUNDS {
        let nearest: Vec<bool> = (0..among.len())
            .map(|place| distance(row(place), &centres[1]) < distance(row(place), &centres[0]))
            .collect();
        if nearest == in_second {
            break;
        }
        in_second = nearest;
        for (cluster, centre) in centres.iter_mut().enumerate() {
            let members =
                || (0..among.len()).filter(|place| usize::from(in_second[*place]) == cluster);
            let count = members().count() as f64;
            if count == 0.0 {
                continue;
            }
            centre.fill(0.0);
            for place in members() {
                for (sum, x) in centre.iter_mut().zip(row(place)) {
                    *sum += f64::from(*x) / count;
                }
            }
        }
    }
    in_second
}

fn distance(row: &[f32], centre: &[f64]) -> f64 {
    let squares = row.iter().zip(centre).map(|(x, c)| {
        let apart = f64::from(*x) - c;
        apart * apart
    });
    squares.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planted_clusters_are_found() {
        let mut random = Random::seeded(11, 0);
        let mut records = Records::new(3, 1);
        let mut planted = Vec::new();
        for record in 0..200 {
            let side = record % 3 == 0;
            planted.push(side);
            let middle = if side { 4.0 } else { -4.0 };
            #[expect(clippy::cast_possible_truncation, reason = "a feature")]
            let row = core::array::from_fn::<f32, 3, _>(|_| (middle + random.normal()) as f32);
            records.push(row, 0);
        }
        let all: Vec<usize> = (0..200).collect();
        for seed in 0..20 {
            let found = two_clusters(&records, &all, &mut Random::seeded(seed, 1));
            let same = (0..200).filter(|i| found[*i] == planted[*i]).count();
            assert!(same == 0 || same == 200, "{same}");
        }
    }

    #[test]
    fn points_that_are_all_the_same_are_one_cluster() {
        let mut records = Records::new(1, 1);
        for _ in 0..5 {
            records.push([2.0], 0);
        }
        let found = two_clusters(&records, &[0, 1, 2, 3, 4], &mut Random::seeded(1, 0));
        assert_eq!(found, [false; 5]);
    }
}
