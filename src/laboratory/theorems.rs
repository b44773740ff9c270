//! What the figures of an experiment rest on.

use crate::figure::theorems;

theorems! {
    GUESSES = "Twice the share of right guesses in independent trials less one; interval valid at every look by Robbins' mixture",
        from "robbins1970statistical";
    TRAININGS = "The mean over independent trainings of a number between known ends; interval valid at every look (Waudby-Smith and Ramdas 2024)",
        from "waudbysmith2024estimating";
}
