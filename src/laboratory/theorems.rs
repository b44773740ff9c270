//! What the figures of an experiment rest on.

use crate::figure::theorems;

theorems! {
    GUESSES = "Twice the share of right guesses in independent trials less one; interval valid at every look by Robbins' mixture",
        from "robbins1970statistical";
    TRAININGS = "The mean over independent trainings of a number between known ends; interval valid at every look (Waudby-Smith and Ramdas 2024)",
        from "waudbysmith2024estimating";
    MEAN_DISTANCE = "Twice p (1 - e^(-D/(2 s))), D the mean distance when the record is exchanged for a random one, over all halves; \
                     Laplace noise on one number",
        from "mibounds";
    MEAN_DISTANCE_SAMPLED = "Twice p (1 - e^(-D/(2 s))), D the mean distance over sampled halves, which promises nothing",
        from "mibounds";
    MEAN_DISTANCE_OF_SEVERAL = "tanh(D/(2 s)), D the mean distance when the record is exchanged for a random one, over all halves; noise of \
                                density exp(-||x||/s), in any dimension",
        from "mibounds";
    MEAN_DISTANCE_OF_SEVERAL_SAMPLED = "tanh(D/(2 s)), D the mean distance over sampled halves, which promises nothing",
        from "mibounds";
    PILED_UP = "None: a radius |Laplace|, as printed, piles the noise up at the centre",
        from "mibounds";
    ALL_HALVES = "Over all halves, each of which was tried",
        from "mibounds";
    SAMPLED_HALVES = "Over sampled halves: an estimate, no bound",
        from "mibounds";
    CHOSEN = "What the experiment was set up with",
        from "mibounds";
    DEMONSTRATION = "One published output from the seed: whoever knows the seed can take the noise off again",
        from "mibounds";
}
