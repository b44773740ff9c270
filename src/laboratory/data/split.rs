//! Who owns which records: members, tests of the owner, non-members, and the public rest that shadow models learn from.

use super::clusters::two_clusters;
use super::column::{MISSING, Values};
use super::encoding::{Encoding, median};
use super::records::Records;
use super::table::Table;
use crate::figure::{Error, malformed};
use crate::random::{Random, Source};

/// What the owner's side of the records is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// Those of one value of a column; of a number, those at most its median.
    Value { column: String, value: String },
    /// One of two clusters of each class, tossed for each class.
    Clusters,
}

/// Places of records.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Split {
    /// Trained with.
    pub(crate) members: Vec<usize>,
    /// Of the owner, not trained with: the accuracy is measured on them.
    pub(crate) tests: Vec<usize>,
    /// Of the others, as many as members.
    pub(crate) non_members: Vec<usize>,
    /// Whatever is left on either side.
    pub(crate) public: Vec<usize>,
}

/// Fewest members of a training.
const FEWEST: usize = 8;

impl Part {
    /// Whether each record is on the owner's side; tossed anew for each call where chance decides.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the column or its value is not there.
    pub(crate) fn owned<S: Source>(
        &self,
        table: &Table,
        encoding: &Encoding,
        records: &Records,
        random: &mut Random<S>,
    ) -> Result<Vec<bool>, Error> {
        match self {
            Self::Value { column, value } => {
                let rows = encoding.rows(table);
                let has = has_value(table, column, value)?;
                Ok(rows.into_iter().map(|row| has[row]).collect())
            }
            Self::Clusters => {
                let mut owned = vec![false; records.len()];
                for class in 0..records.classes() {
                    let of_class = (0..records.len()).filter(|i| records.label(*i) == class);
                    let of_class: Vec<usize> = of_class.collect();
                    let second = two_clusters(records, &of_class, random);
                    let chosen = random.sign() > 0.0;
                    for (place, second) in of_class.into_iter().zip(second) {
                        owned[place] = second == chosen;
                    }
                }
                Ok(owned)
            }
        }
    }
}

fn has_value(table: &Table, column: &str, value: &str) -> Result<Vec<bool>, Error> {
    let place = table.place("split_column", column)?;
    match &table.columns[place].values {
        Values::Numbers(numbers) => {
            let most = median(numbers);
            Ok(numbers.iter().map(|number| *number <= most).collect())
        }
        Values::Categories { names, places } => {
            let wanted = names.iter().position(|name| name == value);
            let wanted = wanted.ok_or_else(|| {
                malformed(
                    "split_value",
                    format!("is {value:?}, which column {column:?} does not have"),
                )
            })?;
            let has = |place: &u32| *place != MISSING && *place as usize == wanted;
            Ok(places.iter().map(has).collect())
        }
        Values::Text { .. } => Err(malformed(
            "split_column",
            format!("is column {column:?}, which is text"),
        )),
    }
}

impl Split {
    /// Members with a quarter as many tests from those that are `owned`, as many non-members from the others: as many as
    /// there are, at most `most` members (Humphries et al. 2020, section 4.1).
    ///
    /// # Errors
    /// [`Error::Malformed`] if a side has too few records.
    pub(crate) fn new<S: Source>(
        owned: &[bool],
        most: usize,
        random: &mut Random<S>,
    ) -> Result<Self, Error> {
        let side = |wanted: bool| (0..owned.len()).filter(move |place| owned[*place] == wanted);
        let mut mine: Vec<usize> = side(true).collect();
        let mut others: Vec<usize> = side(false).collect();
        shuffle(&mut mine, random);
        shuffle(&mut others, random);
        let members = (mine.len() * 4 / 5).min(others.len()).min(most);
        if members < FEWEST {
            return Err(malformed(
                "split",
                format!(
                    "puts {} records on one side and {} on the other; at least {} are needed",
                    mine.len(),
                    others.len(),
                    FEWEST * 5 / 4
                ),
            ));
        }
        let tests = (members / 4).min(mine.len() - members);
        let mut public = mine.split_off(members + tests);
        public.extend(others.split_off(members));
        Ok(Self {
            tests: mine.split_off(members),
            members: mine,
            non_members: others,
            public,
        })
    }
}

/// Every order with the same probability (Fisher and Yates).
pub(crate) fn shuffle<T, S: Source>(items: &mut [T], random: &mut Random<S>) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.index(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laboratory::data::{Roles, TableFile};

    fn table() -> Table {
        let mut file = TableFile::new();
        file.push(b"x,town,y\n");
        for row in 0..200 {
            let town = if row % 4 == 0 { "a" } else { "b" };
            let y = row / 100;
            let x = if row % 3 == 0 { 9 } else { -9 };
            file.push(format!("{x},{town},{y}\n").as_bytes());
        }
        file.finish().expect("a table")
    }

    fn owned(part: &Part, seed: u64) -> Result<Vec<bool>, Error> {
        let table = table();
        let roles = Roles {
            label: "y".into(),
            left_out: vec!["town".into()],
        };
        let encoding = Encoding::new(&table, &roles)?;
        let records = encoding.encode(&table);
        part.owned(&table, &encoding, &records, &mut Random::seeded(seed, 0))
    }

    fn value(column: &str, value: &str) -> Part {
        Part::Value {
            column: column.into(),
            value: value.into(),
        }
    }

    #[test]
    fn sides_are_as_asked() {
        let by_town = owned(&value("town", "a"), 1).expect("sides");
        assert!((0..200).all(|row| by_town[row] == (row % 4 == 0)));
        let by_number = owned(&value("x", ""), 1).expect("sides");
        assert!((0..200).all(|row| by_number[row] == (row % 3 != 0)));
        let mut met = [false; 4];
        for seed in 0..20 {
            let clusters = owned(&Part::Clusters, seed).expect("sides");
            let side = [clusters[0], clusters[100]];
            met[usize::from(side[0]) + 2 * usize::from(side[1])] = true;
            for row in 0..200 {
                let same = (row % 3 == 0) == (row / 100 * 100 % 3 == 0);
                assert_eq!(clusters[row] == side[row / 100], same);
            }
        }
        assert_eq!(met, [true; 4]);
        assert!(owned(&value("town", "c"), 1).is_err());
    }

    #[test]
    fn nobody_is_in_two_parts() {
        let owned: Vec<bool> = (0..100).map(|place| place < 60).collect();
        let split = Split::new(&owned, 1000, &mut Random::seeded(5, 0)).expect("a split");
        let sizes = [
            &split.members,
            &split.tests,
            &split.non_members,
            &split.public,
        ]
        .map(Vec::len);
        assert_eq!(sizes, [40, 10, 40, 10]);
        assert!(
            split
                .members
                .iter()
                .chain(&split.tests)
                .all(|place| owned[*place])
        );
        assert!(split.non_members.iter().all(|place| !owned[*place]));
        let mut all = [split.members, split.tests, split.non_members, split.public].concat();
        all.sort_unstable();
        assert_eq!(all, (0..100).collect::<Vec<_>>());
        let few = [true, false].repeat(4);
        assert!(Split::new(&few, 10, &mut Random::seeded(5, 0)).is_err());
    }
}
