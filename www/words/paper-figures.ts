// What each figure of the papers shows, and where ours differs from the print and why. Loaded with the view.
import type { Experiment, Paper } from "../state/paper-figures";
import { PAPERS } from "./bibliography";

export interface FigureWords {
  /** What it is of, in a few words. */
  title: string;
  shows: string;
  /** Of a figure that is computed: where ours differs and why. Of another: why it is not computed here. */
  differs: string;
}

/** The paper's key in the bibliography. */
export const PAPER_KEYS: Record<Paper, string> = {
  "optimal-bounds": "mahloujifar2022optimal",
  "closed-form": "cherubin2024closed",
  "less-can-be-more": "thudi2024less",
  "membership-privacy": "izzo2024provable",
  "dp-does-not-bound": "humphries2020differentially",
};

/** Its title. */
export function paperTitle(paper: Paper): string {
  return PAPERS.find(({ key }) => key === PAPER_KEYS[paper])?.title ?? paper;
}

/** What each training run shows. */
export const EXPERIMENTS: Record<Experiment, string> = {
  gaussian_game: "the likelihood attack, played",
  one_hot: "attacks on a logistic regression of one-hot vectors",
  dependent_data: "members that are all of one subpopulation",
  biased_split: "members and others from different parts of a table",
  instrumented: "a training that records the distances of its gradients",
  sampling: "attacks against data sets that are sampled at different rates",
  noise: "noise on the output of a training",
  trade_off: "the accuracy of the model against what an attacker learns",
};

const NAMES_NO = "Text and caption name neither delta nor the rate of false positives; ours are 1e-5, and 0.1% and 1%.";
const IMAGES =
  "It needs image data (MNIST, CIFAR-10, SVHN) that this page does not ship, and hundreds of trained networks";
const SHADOW = `${IMAGES}; the same attack can be run on the shipped table or your own.`;
const EXACT_IS_EMPIRICAL =
  "The printed “empirical” line estimates the exact one by simulation, so it is not drawn twice; the text names no delta, ours is 1e-5.";
const SIGNED =
  "The print shows the absolute difference to a PLD accountant as a heat map; ours keeps the sign, and below zero the closed form claims less risk than there is (E8).";
const OSCILLATION =
  "The print leaves its oscillations unexplained: they come from rounding 5 / rate up to whole steps. Only the noise scale 0.5 is in the text; 1 and 2 are ours, and so is delta 1e-5.";
const FINAL_MODEL =
  "The attack's line is its expected advantage, not a simulation; the caption says that a smaller dimension closes the gap, and it is a larger one (E16n). The attack on the intermediate models and Yeom's game need a training run.";

export const FIGURE_WORDS: Record<string, FigureWords> = {
  "optimal-bounds-1a": {
    title: "Advantage against epsilon, no sampling",
    shows:
      "How far every bound that goes through epsilon lies above what the best attacker really gains, without sampling.",
    differs: EXACT_IS_EMPIRICAL,
  },
  "optimal-bounds-1b": {
    title: "Advantage against epsilon, sample rate 0.01",
    shows:
      "How far every bound that goes through epsilon lies above what the best attacker really gains, where each step takes a hundredth of the records.",
    differs: EXACT_IS_EMPIRICAL,
  },
  "optimal-bounds-1c": {
    title: "True positives against epsilon, no sampling",
    shows:
      "At equal epsilon, how many members the best attacker finds, beside what (epsilon, delta) alone would allow.",
    differs: NAMES_NO,
  },
  "optimal-bounds-1d": {
    title: "True positives against epsilon, sample rate 0.01",
    shows:
      "At equal epsilon and sample rate 0.01, how many members the best attacker finds, beside the several times as many that (epsilon, delta) alone would allow.",
    differs: NAMES_NO,
  },
  "optimal-bounds-2a": {
    title: "Risk against accuracy on CIFAR-10",
    shows: "The accuracy of trained networks against the bounds on membership inference.",
    differs:
      "It needs CIFAR-10, which this page does not ship, and trained networks; the same trade-off can be drawn for the shipped table or your own.",
  },
  "optimal-bounds-2b": {
    title: "Risk against accuracy on MNIST",
    shows:
      "The accuracy of trained networks against the bounds on membership inference: a bound of about 0.01 goes with an accuracy of about 93%.",
    differs:
      "It needs MNIST, which this page does not ship, and trained networks; the same trade-off can be drawn for the shipped table or your own.",
  },
  "optimal-bounds-3a": {
    title: "Advantage against the sample rate, noise 0.5",
    shows: "At little noise Pinsker's and Humphries' bounds soon say nothing, while the exact advantage stays below 1.",
    differs: OSCILLATION,
  },
  "optimal-bounds-3b": {
    title: "Advantage against the sample rate, noise 1",
    shows:
      "Five epochs at different sample rates: the more records in a step, the larger the advantage, though there are fewer steps.",
    differs: OSCILLATION,
  },
  "optimal-bounds-3c": {
    title: "Advantage against the sample rate, noise 2",
    shows: "With more noise Pinsker's bound comes close to the exact advantage, and epsilon's stays far above.",
    differs: OSCILLATION,
  },
  "optimal-bounds-4a": {
    title: "Attack on the final model, 2,000 dimensions",
    shows: "An attacker who sees the final model alone comes near the optimum, in a learning task made for it.",
    differs: FINAL_MODEL,
  },
  "optimal-bounds-4b": {
    title: "Attack on the final model, 10,000 dimensions",
    shows:
      "An attacker who sees the final model alone comes near the optimum, the nearer the fewer records share the coordinate that is attacked.",
    differs: FINAL_MODEL,
  },
  "optimal-bounds-4c": {
    title: "Attack on the final model, 100,000 dimensions",
    shows: "With hardly any shared coordinate, what is left between attack and optimum is what the final model hides.",
    differs: `${FINAL_MODEL} The text lists 10,000 twice; the figure says 100,000.`,
  },
  "optimal-bounds-5": {
    title: "Attack on the final model, sample rate 0.01",
    shows:
      "With few records in a step, the final model hides much of what its course shows, until there is enough noise.",
    differs:
      "The attack's line is its expected advantage, not a simulation; the attack on the intermediate models needs a training run.",
  },
  "closed-form-table-1": {
    title: "Notation",
    shows: "The letters of the paper.",
    differs: "There is nothing to compute; the Method view has the notation of this page.",
  },
  "closed-form-1": {
    title: "Security against accuracy on Adult and Purchase",
    shows: "Bayes security against membership and attribute inference over the accuracy of the model.",
    differs:
      "It needs gradients of trained models, and Purchase, which may not be passed on; the same analysis can be run on the shipped table or your own.",
  },
  "closed-form-2": {
    title: "Error of one Gaussian in place of the mixture",
    shows:
      "How far a sampled step is from the Gaussian that the closed form puts in its place, and what Proposition 4 allows.",
    differs:
      "The text has an error below 1e-4 for ratios below 1e-3; at noise 1 it is 2.3e-4 (E16i). The bound is drawn with its constant (E8), and is hundreds of times too large.",
  },
  "closed-form-3": {
    title: "Sample rate for a wanted security",
    shows: "Which sample rate keeps Bayes security at a level, for each noise multiplier, over 5,000 steps.",
    differs:
      "Equation 4 drops its error term: at noise 0.5 it allows more than twice the rate that is certified, from noise 2 on nearly the same. Of the levels the text names 0.98 only.",
  },
  "closed-form-4": {
    title: "Error of the closed form, sample rate 0.001",
    shows: "By how much the closed form misses the exact advantage, over epochs and noise.",
    differs: `${SIGNED} At noise 1 and 50 epochs it is -0.0143, where the text has at most 0.01.`,
  },
  "closed-form-5": {
    title: "Time of an answer",
    shows:
      "How long the exact answer takes for longer and longer trainings, beside a closed form and a numerical accountant.",
    differs:
      "Ours is measured now, in this browser; the accountant was measured once and stored. The print has an exact answer orders of magnitude slower than the closed form: here it is an answer while a slider moves.",
  },
  "closed-form-6": {
    title: "Advantage from epsilon and delta, one step",
    shows:
      "The smaller the epsilon at which (epsilon, delta) is read, the tighter the bound on the advantage; at 0 it is exact.",
    differs:
      "The epsilons of the print are not in the text: 0.1, 0.01 and 0.001 are ours. For one step the closed form lies above the truth, twice as high at noise 0.4.",
  },
  "closed-form-7": {
    title: "True positives from Bayes security and f-DP",
    shows: "Bayes security bounds true positives well at large rates of false positives, and f-DP at small ones, too.",
    differs:
      "Both printed lines put a Gaussian in place of the mixture and lie a little below the exact rate, so they are no bounds (E8); they meet at the rate 0.486, not at 0.5 (E7).",
  },
  "closed-form-8": {
    title: "Running time of the analyses",
    shows: "The time of an epoch without privacy, with an accountant, and with each analysis.",
    differs: "It needs a training that computes the gradient of each value of the attribute.",
  },
  "closed-form-9": {
    title: "Full against approximate analysis",
    shows: "Bayes security against attribute inference over the steps, by all pairs of gradients and by their mean.",
    differs:
      "It needs a training that records the distances of its gradients; the printed 0.945 and 0.950 stand in an order that cannot be (E7).",
  },
  "closed-form-table-6-2": {
    title: "Success and true positives of the best models",
    shows:
      "What the Bayes security of the best models means for an attacker: success at even prior, and true positives at 10% false ones.",
    differs:
      "From the printed securities 0.88 and 0.93 follow 22% and 17%, where 20% and 16% are printed (E7). The securities themselves need a training.",
  },
  "closed-form-10a": {
    title: "Error of the closed form, sample rate 0.0001",
    shows: "By how much the closed form misses the exact advantage at the smallest sample rate.",
    differs: `${SIGNED} At noise 0.5 the accountant of the print gave no answer.`,
  },
  "closed-form-10b": {
    title: "Error of the closed form, sample rate 0.01",
    shows: "By how much the closed form misses the exact advantage where each step takes a hundredth of the records.",
    differs: `${SIGNED} The text names the rates 0.001 and 0.0001 only; of the five printed, four are drawn here (0.001 is Figure 4).`,
  },
  "closed-form-10c": {
    title: "Error of the closed form, sample rate 0.1",
    shows: "At a sample rate of a tenth the closed form is above the truth for some settings and below it for others.",
    differs: `${SIGNED} The text names the rates 0.001 and 0.0001 only; of the five printed, four are drawn here (0.001 is Figure 4).`,
  },
  "less-can-be-more-1": {
    title: "Positive accuracy over the sampling of the data set",
    shows:
      "The rarer a record is sampled into the data set, the less a claim of membership can be trusted, at every epsilon.",
    differs: "The lines agree; the epsilons are ours, as the text names none.",
  },
  "less-can-be-more-2": {
    title: "Two ways of sampling",
    shows: "Sampling fewer records into the data set helps without limit, a smaller epsilon by at most a constant.",
    differs: "It agrees: both lines are closed forms without a constant to choose.",
  },
  "less-can-be-more-3": {
    title: "Positive accuracy of an attack",
    shows: "The positive accuracy of LiRA on networks trained with privacy, over the sampling of the data set.",
    differs: SHADOW,
  },
  "less-can-be-more-4": {
    title: "Improvement over the baseline",
    shows: "By how much LiRA beats always saying “member”, over the sampling of the data set.",
    differs: SHADOW,
  },
  "less-can-be-more-5": {
    title: "Best accuracy at a fixed bound",
    shows: "The best accuracy of the model over sampling rates that keep the same bound.",
    differs: `${IMAGES}. The curves of equal bound themselves are in the Guarantee view.`,
  },
  "less-can-be-more-6": {
    title: "Final accuracy at a fixed bound",
    shows: "The accuracy after the last epoch over sampling rates that keep the same bound.",
    differs: `${IMAGES}. The curves of equal bound themselves are in the Guarantee view.`,
  },
  "less-can-be-more-7": {
    title: "Deletion capacity",
    shows: "How many records may be deleted without touching the model, over the expected size of the training set.",
    differs:
      "The printed line has the wrong sign of epsilon and promises several times too many deletions (E10): 60 at an expected size of 100, where 8 are right. It is drawn beside the corrected one.",
  },
  "less-can-be-more-8a": {
    title: "Positive accuracy without a bound",
    shows: "With a delta, a rare output can make the positive accuracy of an attack as large as one likes.",
    differs:
      "It is the same attack, with the bound for its own attack rate beside it, which says nothing once that rate is below delta. The printed noise gives delta 2.4e-6, not 1e-5 (E16f).",
  },
  "less-can-be-more-8b": {
    title: "Accuracy of the same attack",
    shows: "The accuracy of that attack stays bounded, unlike its positive accuracy.",
    differs: "It is the same attack, with the bound from epsilon and its exact delta beside it (E16f).",
  },
  "less-can-be-more-9": {
    title: "Bounds of the accuracy",
    shows: "At an even prior the paper's bound is that of Humphries et al., below the two that came before.",
    differs: "The lines agree; the text has 1 + e^-epsilon where its inverse is meant (E16g).",
  },
  "less-can-be-more-10": {
    title: "Positive accuracy by two bounds",
    shows: "Over the sampling of the data set the paper's bound is below that of Sablayrolles et al. everywhere.",
    differs: "The lines agree; the epsilons are ours, as the text names none.",
  },
  "less-can-be-more-11": {
    title: "Rates of LiRA",
    shows: "True against false positives of LiRA on networks trained with privacy.",
    differs: SHADOW,
  },
  "less-can-be-more-12": {
    title: "LiRA without privacy",
    shows: "The positive accuracy of LiRA where the networks are trained without noise.",
    differs: SHADOW,
  },
  "less-can-be-more-13": {
    title: "LiRA with other shadow models",
    shows: "The positive accuracy of LiRA with shadow models of other sampling rates.",
    differs: SHADOW,
  },
  "less-can-be-more-14": {
    title: "Attack P",
    shows: "The positive accuracy of an attack by a common threshold on the loss.",
    differs: SHADOW,
  },
  "less-can-be-more-15": {
    title: "Attack R",
    shows: "The positive accuracy of an attack by a threshold for each record.",
    differs: SHADOW,
  },
  "less-can-be-more-16": {
    title: "Attack R at other rates",
    shows: "The positive accuracy of that attack at other rates of false positives.",
    differs: SHADOW,
  },
  "less-can-be-more-17": {
    title: "Attack R with matched shadow models",
    shows: "The positive accuracy of that attack with shadow models that sample like the target.",
    differs: SHADOW,
  },
  "membership-privacy-1": {
    title: "Noise for membership privacy and for DP",
    shows:
      "On a data set made for it, hiding membership takes a noise that does not grow with the data, and DP one that grows exponentially.",
    differs:
      "The printed line is valid for one number, and tens of thousands of times larger than needed where eta is small: the corrected ones (E13) lie below every DP line. Sizes other than 36 and 48 are ours.",
  },
  "dp-does-not-bound-table-1": {
    title: "Notation",
    shows: "The letters of the paper.",
    differs: "There is nothing to compute; the Method view has the notation of this page.",
  },
  "dp-does-not-bound-1": {
    title: "Bounds of the advantage",
    shows: "The bound of the paper against the two that came before, by almost 0.2 at usual epsilons.",
    differs: "It agrees: the gap to Erlingsson et al. is 0.172 at most, at epsilon 0.88 (E16l).",
  },
  "dp-does-not-bound-table-2": {
    title: "Set-up of the experiments",
    shows: "Which data set is split how, with which model.",
    differs: "It lists trainings: each is a run of its own.",
  },
  "dp-does-not-bound-2": {
    title: "Adult split by education",
    shows: "Where members and others differ in education, attacks exceed the bounds, even at a small epsilon.",
    differs: "It needs a training on a split table.",
  },
  "dp-does-not-bound-3": {
    title: "Adult split by clusters",
    shows: "Where members and others are different clusters of a table, attacks exceed the bounds.",
    differs: "It needs a training on a split table.",
  },
  "dp-does-not-bound-4": {
    title: "COMPAS split by clusters",
    shows: "Where members and others are different clusters, attacks exceed the bounds on another table, too.",
    differs: "It needs a training on a split table, and COMPAS, which this page does not ship: bring your own copy.",
  },
  "dp-does-not-bound-5": {
    title: "A population of subpopulations",
    shows: "How members that are all of one subpopulation are drawn.",
    differs: "It is the plan of a training run; its printed index disagrees with its own example (E16h).",
  },
  "dp-does-not-bound-6": {
    title: "Attacks on dependent data",
    shows:
      "Where all members are of one subpopulation, attacks reach an advantage near 1 though the training is private.",
    differs: "It needs a training run; the printed cap 0.9 should be 1 - 1/m = 0.95 (E15).",
  },
};

/** "Optimal bounds, Figure 1a". */
export function wordsOf(id: string): FigureWords {
  return FIGURE_WORDS[id] ?? { title: id, shows: "", differs: "" };
}
