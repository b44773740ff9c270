//! Statements that figures rest on, each with what it is cited from.

/// A statement in words and the keys of its sources in the bibliography; `mibounds` is this project's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theorem {
    pub(crate) text: &'static str,
    pub(crate) sources: &'static [&'static str],
}

/// The theorems of a room, one constant each, and all of them together for the test that every source is known.
macro_rules! theorems {
    ($($name:ident = $text:expr, from $($source:literal),+;)+) => {
        $(pub(crate) const $name: &$crate::figure::Theorem = &$crate::figure::Theorem {
            text: $text,
            sources: &[$($source),+],
        };)+
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, &$crate::figure::Theorem)] = &[$((stringify!($name), $name)),+];
    };
}
pub(crate) use theorems;

theorems! {
    TPR = "Neyman-Pearson: min over eps of H(eps) + FPR e^eps (Mahloujifar et al., Corollary 11, every a)",
        from "mahloujifar2022optimal";
    BASELINE = "Guesses that are right with probability b where the record is out are right with at most the TPR at FPR b where it is \
                in; averaged over records by concavity (Kulynych et al.)",
        from "kulynych2025unifying";
    ANY_PRIOR = "1 - beta* (1 - b) for any prior over any number of candidates whose likeliest has b (Cherubin et al., Game 2), beta* \
                 one less the advantage of exchanging the record, at most twice that of adding it",
        from "cherubin2024closed";
    GAUSSIAN_SUCCESS = "Phi(Phi^-1(b) + mu) for the Gaussian mechanism (Kaissis et al.)",
        from "kaissis2023bounding";
    PRECISION = "Bayes' rule at the prior, growing with the true-positive rate",
        from "mibounds";
}

#[cfg(test)]
mod tests {
    use crate::{
        audit, curve, guarantee, laboratory, mechanism, output_noise, simulation, training,
    };
    use std::collections::BTreeMap;

    const BIBLIOGRAPHY: &str = include_str!("../../www/words/bibliography.ts");

    /// Each text stands once, and each source is in the page's bibliography.
    #[test]
    fn every_theorem_is_said_once_and_its_sources_are_known() {
        let mut seen = BTreeMap::new();
        for room in [
            super::ALL,
            audit::THEOREMS,
            curve::THEOREMS,
            guarantee::THEOREMS,
            laboratory::THEOREMS,
            mechanism::THEOREMS,
            output_noise::THEOREMS,
            simulation::THEOREMS,
            training::THEOREMS,
        ] {
            for (name, theorem) in room {
                if let Some(other) = seen.insert(theorem.text, name) {
                    panic!("{other} and {name} say the same: {}", theorem.text);
                }
                for source in theorem.sources {
                    let known = BIBLIOGRAPHY.contains(&format!("\"{source}\""));
                    assert!(known, "{name} is from {source}, which is in no list");
                }
            }
        }
        assert!(seen.len() > 90, "{}", seen.len());
    }
}
