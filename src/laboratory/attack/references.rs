//! Reference models: networks of other trainings, each with some of the records that are attacked.

/// What one of them says of each record.
struct Reference {
    trained_with: Vec<bool>,
    confidences: Vec<f64>,
}

#[derive(Default)]
pub(crate) struct References(Vec<Reference>);

impl References {
    /// One more model, with the records that it was trained with among those that are attacked.
    pub(crate) fn push(&mut self, trained_with: Vec<bool>, confidences: Vec<f64>) {
        debug_assert_eq!(trained_with.len(), confidences.len());
        self.0.push(Reference {
            trained_with,
            confidences,
        });
    }

    /// Records that are attacked.
    pub(crate) fn records(&self) -> usize {
        self.0
            .first()
            .map_or(0, |reference| reference.confidences.len())
    }

    /// Confidences in a record of the models that were, or were not, trained with it.
    pub(crate) fn of(&self, record: usize, trained_with: bool) -> Vec<f64> {
        let asked = self
            .0
            .iter()
            .filter(|reference| reference.trained_with[record] == trained_with);
        asked
            .map(|reference| reference.confidences[record])
            .collect()
    }
}
