//! One column of a table: numbers, or categories by name, some of them missing.

/// Most different values of a category; a column with more of them is text that tells records apart and nothing else.
pub(crate) const MOST_CATEGORIES: usize = 1000;

/// The place of a missing category.
pub(crate) const MISSING: u32 = u32::MAX;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) values: Values,
}

#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// Finite numbers; NaN stands for a missing one.
    Numbers(Vec<f64>),
    /// Places in `names`, which are in the order in which they were met, or [`MISSING`].
    Categories {
        names: Vec<String>,
        places: Vec<u32>,
    },
    /// More than [`MOST_CATEGORIES`] different values: whether each is missing is all that is kept.
    Text { missing: Vec<bool> },
}

/// Two columns are the same if the same values are missing.
impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Numbers(one), Self::Numbers(two)) => {
                let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
                one.len() == two.len() && one.iter().zip(two).all(same)
            }
            (
                Self::Categories { names, places },
                Self::Categories {
                    names: others,
                    places: rest,
                },
            ) => names == others && places == rest,
            (Self::Text { missing }, Self::Text { missing: others }) => missing == others,
            _ => false,
        }
    }
}

impl Column {
    pub(crate) fn len(&self) -> usize {
        match &self.values {
            Values::Numbers(numbers) => numbers.len(),
            Values::Categories { places, .. } => places.len(),
            Values::Text { missing } => missing.len(),
        }
    }

    pub(crate) fn is_missing(&self, row: usize) -> bool {
        match &self.values {
            Values::Numbers(numbers) => numbers[row].is_nan(),
            Values::Categories { places, .. } => places[row] == MISSING,
            Values::Text { missing } => missing[row],
        }
    }

    /// Whether all values that are there are the same.
    pub(crate) fn is_constant(&self) -> bool {
        match &self.values {
            Values::Numbers(numbers) => {
                let mut there = numbers.iter().filter(|number| !number.is_nan());
                let first = there.next();
                there.all(|number| Some(number) == first)
            }
            Values::Categories { places, .. } => {
                let mut there = places.iter().filter(|place| **place != MISSING);
                let first = there.next();
                there.all(|place| Some(place) == first)
            }
            Values::Text { .. } => false,
        }
    }
}
