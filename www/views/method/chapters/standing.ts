// The pair for each relation and sampling, and how far it is from the truth; src/mechanism/domination.rs tells the engine.
import { html } from "lit";
import { chapter, table, tex } from "./chapter";

export const standing = () =>
  chapter(
    "standing",
    html`<p>
        The sampling that the analysis assumes has to be the one that the data loader does. "Exact" means that the pair
        bounds every data set and that some data set attains it. "Upper bound" means that it bounds every data set and may
        be far above. "Unknown" means that nothing is proven; the page then gives no number. ${tex`N(c)`} is short for
        ${tex`N(c,\sigma^2)`}.
      </p>
      ${table(
        "dominating pair by sampling and relation, with its status and source",
        ["Sampling and relation", "Pair for one step", "Status", "Source"],
        [
          [
            "Poisson; add or remove, zero out",
            tex`(1-q)N(0)+q\,N(1)\;\text{ and }\;N(0)`,
            "Exact, in both orders.",
            "Mahloujifar et al., Theorem 6; Zhu, Dong and Wang, Theorem 11",
          ],
          [
            "Poisson; replace",
            tex`(1-q)N(0)+q\,N(1)\;\text{ and }\;(1-q)N(0)+q\,N(-1)`,
            "Exact. A sampled step shifts by up to twice the clipping norm.",
            "Lebeda, Regehr, Kamath and Steinke, Proposition 13",
          ],
          [
            "No sampling",
            html`${tex`N(1)`} and ${tex`N(0)`}; all steps together are one normal law of
            ${tex`\mu=\sqrt{\textstyle\sum_t\sigma_t^{-2}}`}`,
            "Exact, in closed form.",
            "Dong, Roth and Su, Corollary 3.3",
          ],
          [
            "Poisson; a group of k, add or remove",
            html`The mixture of ${tex`N(j)`} over the binomial number ${tex`j`} of sampled members of the group`,
            "Exact where the members are sampled independently. Replacing a group: unknown.",
            "Ganesh 2024",
          ],
          [
            "Fixed batch without replacement; add or remove",
            html`As with Poisson, at sensitivity two: ${tex`N(2)`} in the place of ${tex`N(1)`}`,
            "Upper bound; the order in against out is attained.",
            "A batch without the record is a batch with it in which another record took its place",
          ],
          [
            "Fixed batch without replacement; replace, zero out",
            html`For orders from one upwards the curve of ${tex`(1-q)N(0)+q\,N(2)`} against ${tex`N(0)`}; below one, its
            mirror`,
            "Upper bound: tight for one step, not known to be for several. The lower end belongs to actual data sets.",
            "Balle, Barthe and Gaboardi 2018; Zhu, Dong and Wang, Theorem 11",
          ],
          [
            "Shuffled epochs; replace, zero out",
            html`Above, an epoch without amplification; below, the data set in which only the record's batch moves`,
            "Between two bounds, which can be far apart. Poisson figures do not apply.",
            "Chua et al. 2024",
          ],
          ["Shuffled epochs; add or remove", "none", "Unknown: an additional record changes how the epoch is cut.", ""],
          [
            "Balls and bins; add or remove, zero out",
            html`For an epoch of ${tex`B`} steps, ${tex`\tfrac1B\sum_b N(e_b,\sigma^2I)`} and ${tex`N(0,\sigma^2I)`}`,
            "Exact for each epoch; epochs compose. One that is cut off counts whole above and is left out below.",
            "Chua et al. 2025",
          ],
          [
            "Balls and bins; replace",
            "An epoch without amplification, at sensitivity two",
            "Upper bound; nothing tight is known.",
            "",
          ],
          [
            "Poisson, Laplace noise; add or remove, zero out",
            html`As for the normal law, with Laplace laws and clipping in ${tex`\ell_1`}`,
            "Exact: the likelihood ratio is monotone.",
            "Mahloujifar et al., Section 4",
          ],
          [
            "Poisson, Laplace noise; replace",
            "Joint convexity at sensitivity two",
            "Upper bound; the lower end belongs to actual data sets.",
            "Balle, Barthe and Gaboardi 2018",
          ],
          ["Epoch-wise sampling with Laplace noise", "none", "Unknown.", ""],
        ],
      )}`,
  );
