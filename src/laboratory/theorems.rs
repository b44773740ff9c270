//! What the figures of an experiment rest on.

use crate::figure::theorems;

theorems! {
    GUESSES = "Twice the share of right guesses in independent trials less one; interval valid at every look by Robbins' mixture",
        from "robbins1970statistical";
    TRAININGS = "The mean over independent trainings of a number between known ends; interval valid at every look (Howard et al. 2021)",
        from "howard2021time";
}
