// The method on one screen: what is computed, how it is certified, and where each part of it is told.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { to } from "./chapter";

export const summary = (link: LinkTo) => html`<section class="prose" aria-labelledby="method-summary">
  <h2 id="method-summary" tabindex="-1">The method in short</h2>
  <p>
    A fair coin decides whether one record joins the training set. An attacker who sees every noisy gradient, and knows
    everything else, has to say how it fell (${to(link, "game", "the game")}). How far the best attacker possible is ahead of
    blind guessing is the <em>advantage</em>; every other figure is read off the same curve
    (${to(link, "one-number", "from the game to one number")}).
  </p>
  <p>
    Each step of the training comes down to one pair of laws that is the hardest for any data set
    (${to(link, "pairs", "dominating pairs")}; for which trainings this is proven: ${to(link, "standing", "what is proven")}). The
    whole training is a sum of independent terms, whose law is computed by a Fourier series. Every error of that computation is
    bounded and added to the interval that is shown, rounding included (${to(link, "certified", "how an interval is certified")}).
  </p>
  <p>
    Two more ways check it: a second engine that shares no code with the first, and a simulation that draws trainings step by
    step and counts (${to(link, "monte-carlo", "Monte Carlo")}). The validation page puts the same questions to other tools.
  </p>
  <p>
    Every number says on which side of the truth it is (${to(link, "kinds", "kinds of numbers")}), which statement it rests on
    (${to(link, "theorems", "the theorems in use")}), and whether that statement had to be corrected: some of what the five
    papers print does not hold (${to(link, "errata", "errata")}). What a word means stands ${to(link, "words", "in the glossary")}.
  </p>
</section>`;
