//! What the figures of an audit rest on.

use crate::figure::theorems;

theorems! {
    COUNTS = "Two binomial tests for each rate of false positives, added by normal scores with weights fixed before (Stouffer), at the \
              largest p-value over all rates",
        from "mibounds";
    SCORES = "The same at the scores of non-members with fixed ranks, whose false-positive rates follow a Beta law, with the level \
              shared evenly among them",
        from "mibounds";
    ONE_RUN = "The recursion of Mahloujifar, Melis and Chaudhuri over the number of right guesses, with the trade-off curve from the \
               safe side",
        from "mahloujifar2024auditing";
    ONE_RUN_EPSILON = "Steinke, Nasr and Jagielski: so many right guesses about canaries that are in by fair coins",
        from "steinke2023privacy";
    NOISE = "The smallest noise at which the run is refuted: any at least as large is refuted by the same results",
        from "mibounds";
    POSSIBLE = "The largest difference between the least of many tangents of the declared curve and blind guessing",
        from "mibounds";
    SHARE = "The advantage that the attack shows over the largest that the declared run allows",
        from "mibounds";
}
