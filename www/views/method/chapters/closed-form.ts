// The closed form of Bayes security: what it leaves out, what bounds it, and what must not be made of it.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, tex } from "./chapter";

export const closedForm = (link: LinkTo) =>
  chapter(
    "closed-form",
    html`<p>
        Bayes security is the share of a blind guesser's errors that the best attacker still makes: at 1 the attacker does no
        better than guessing, at 0 it is always right. Cherubin et al. give a formula for it that a pocket calculator can
        evaluate. With replacement of one record it is
      </p>
      ${tex` \beta^*\approx1-\mathrm{erf}\Bigl(\frac{q\sqrt T}{\sqrt2\,\sigma}\Bigr)`}
      <p>
        and with add or remove the argument is half as large. It replaces the law of each step by a normal law, and is not a
        bound. The Training view sets it beside the exact figure, under "Other bounds".
      </p>
      <h3>What makes a bound of it</h3>
      <dl class="terms">
        <dt>Its own error term</dt>
        <dd>
          Proven, but larger than 1 for nearly every training that people run; the bound then says nothing
          (${errata(link, "E8")}).
        </dd>
        <dt>An honest error</dt>
        <dd>A smaller error term, also proven: the chi-square distance of each sampled step from its normal law.</dd>
        <dt>The chi-square bound</dt>
        <dd>Proven without the closed form, from the chi-square divergence of a step, which multiplies over the steps.</dd>
        <dt>The Gaussian limit</dt>
        <dd>
          The same idea as the closed form with the right variance of the loss, which is larger. It comes close, and is not
          proven.
        </dd>
      </dl>
      <h3>The rate of members found</h3>
      <p>
        From the true Bayes security it follows that ${tex`\mathrm{TPR}\le1+\mathrm{FPR}-\beta^*`}, whatever the prior
        (${errata(link, "E6")}). This is a straight line: at small rates it lies far above the curve of the best attacker. With
        the closed form in the place of the true security it is no bound, and may lie below that curve.
      </p>
      <h3>Epsilon</h3>
      <p>
        The step from Bayes security to ε gives a lower bound on ε, and only from the true security. The closed form is not
        that, so what comes out is neither an upper nor a lower bound (${errata(link, "E16j")}). It must never be reported as
        a guarantee.
      </p>
      <h3>Noise for a target</h3>
      <p>
        Equation 4 of the paper solves the formula for the noise. It inherits the error of the closed form: where this claims
        more security than there is, the noise is too small for the target. The Training view says what that noise really
        gives, and how much noise keeps to the target.
      </p>`,
  );
