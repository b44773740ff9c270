//! Records as a network sees them: a row of numbers and a class each.

/// Dense rows of features with their classes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Records {
    width: usize,
    classes: usize,
    features: Vec<f32>,
    labels: Vec<usize>,
}

impl Records {
    /// Records without any yet.
    pub(crate) fn new(width: usize, classes: usize) -> Self {
        Self {
            width,
            classes,
            features: Vec::new(),
            labels: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, features: impl IntoIterator<Item = f32>, label: usize) {
        self.features.extend(features);
        self.labels.push(label);
        debug_assert_eq!(self.features.len(), self.width * self.labels.len());
        debug_assert!(label < self.classes);
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Features of a record.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn classes(&self) -> usize {
        self.classes
    }

    pub(crate) fn features(&self, record: usize) -> &[f32] {
        &self.features[self.width * record..][..self.width]
    }

    pub(crate) fn features_mut(&mut self, record: usize) -> &mut [f32] {
        &mut self.features[self.width * record..][..self.width]
    }

    /// Puts a record of others in the place of one.
    pub(crate) fn copy_from(&mut self, place: usize, others: &Self, record: usize) {
        self.features_mut(place)
            .copy_from_slice(others.features(record));
        self.labels[place] = others.labels[record];
    }

    pub(crate) fn label(&self, record: usize) -> usize {
        self.labels[record]
    }

    /// Those named, in that order.
    pub(crate) fn select(&self, records: &[usize]) -> Self {
        let mut selected = Self::new(self.width, self.classes);
        selected.features.reserve(self.width * records.len());
        for &record in records {
            selected.push(self.features(record).iter().copied(), self.label(record));
        }
        selected
    }
}
