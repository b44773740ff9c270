// The simulation: what is averaged, why its interval may be watched, and why its digits repeat.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, tex } from "./chapter";

export const monteCarlo = (link: LinkTo) =>
  chapter(
    "monte-carlo",
    html`<p>
        The simulation is the independent witness. It draws the noise of every step of every training and never computes a
        law. Its agreement with the certified interval therefore means something.
      </p>
      <h3>Algorithm 1, corrected</h3>
      <p>Draw a training without the record, add up its loss, and average how far below one its ratio lies:</p>
      ${tex` \eta_j=\sum_{i=1}^{T}\ln\bigl(1-q+q\,e^{\,z_{ij}/\sigma-1/(2\sigma^2)}\bigr)`}
      ${tex` \text{estimate}=\frac1m\sum_{j=1}^{m}\bigl(1-e^{\min(\eta_j,\,0)}\bigr)`}
      <p>
        The printed routine has a maximum where the minimum belongs (${errata(link, "E1")}). The summands now lie between 0
        and 1, their mean is the advantage, and Hoeffding's inequality applies to a number of trainings fixed in advance
        (${errata(link, "E5")}).
      </p>
      <h3>Less variance for the same work</h3>
      <dl class="terms">
        <dt>Mirrored pairs</dt>
        <dd>Each draw of noise is used again with its sign turned. Luck in one direction cancels in the other.</dd>
        <dt>Control variate</dt>
        <dd>
          The sum of all noise is a normal law for which the answer is known. The estimate is corrected by how far that law's
          own estimate was off. The multiple is fixed by a pilot that is drawn apart, so that the mean stays right.
        </dd>
        <dt>Mixture</dt>
        <dd>
          Trainings with and without the record in equal parts; the mean of ${tex`\lvert\tanh(L/2)\rvert`} is the advantage,
          for ${tex`\mathrm{TV}=\int\frac{\lvert P-Q\rvert}{P+Q}\,\frac{P+Q}2`}.
        </dd>
      </dl>
      <h3>An interval that may be watched</h3>
      <p>
        An interval for a fixed number of trainings is wrong if one stops when it looks good. The page shows its interval
        while it runs, so it has to hold at every look at once. It comes from a bet against each candidate for the mean: a
        quantity that starts at one, stays at one on average or falls if the candidate is the truth, and grows if what was
        seen speaks against it. With ${tex`\xi`} for a summand's distance from a number fixed beforehand, scaled so that
        ${tex`\xi\ge-1`}, and the candidate's mean distance ${tex`\mu`}, it is an average over several ${tex`\lambda`} of
      </p>
      ${tex` \prod_j\exp\bigl(\lambda(\xi_j-\mu)-(-\ln(1-\lambda)-\lambda)\,\xi_j^2\bigr)`}
      <p>
        By Ville's inequality such a quantity ever reaches ${tex`2/\alpha`} with probability at most ${tex`\alpha/2`}. The
        candidates at which it has not reached it, on either side, are the interval (Howard et al. 2021). It is narrow when
        the summands spread little. Rates of attacks are counted, and use the same idea with a mixture of binomial
        likelihoods (Robbins 1970). The interval fails at any time with probability at most ${tex`\alpha`}, mostly less.
      </p>
      <h3>The same digits everywhere</h3>
      <p>
        A run is cut into chunks, and chunk ${tex`c`} draws from stream ${tex`c`} of the seed. Sums are added in the order of
        the chunks, whoever computed them. So the seed in the link gives the same digits on one core and on sixteen.
        Logarithms and exponentials come from the core's own library, not from the machine's.
      </p>`,
  );
