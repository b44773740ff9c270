// Every figure of the page as a functional of one curve.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, tex } from "./chapter";

export const oneNumber = (link: LinkTo) =>
  chapter(
    "one-number",
    html`<p>
        An attack is a set of outcomes on which it says "in". Its advantage, true positives less false positives, is the
        difference of the two laws on that set. The best attack takes every outcome that is likelier under in than under
        out, and what it gains is the total variation, the hockey stick of order one:
      </p>
      ${tex` \mathrm{Adv}=\max_S\,[P(S)-Q(S)]=\tfrac12\int\lvert p-q\rvert=H_1`}
      <p>
        With a fair coin it is right with probability ${tex`(1+\mathrm{Adv})/2`}. So an advantage of 0.1 means 550 right
        guesses of 1000, where blind guessing gets 500.
      </p>
      <h3>The ROC curve</h3>
      <p>
        An attacker who must keep false positives rare does best by a threshold on the loss (Neyman and Pearson): say "in"
        when ${tex`L`} exceeds a level. Every threshold is a point of the best ROC curve, no attack lies above it, and its
        slope at the point is ${tex`e^L`}. The same curve is the lowest of a family of lines, one for each order of the
        hockey stick:
      </p>
      ${tex` \mathrm{TPR}(\mathrm{FPR})=\min_{g\ge0}\;\bigl[\,g\,\mathrm{FPR}+H_g(P\|Q)\,\bigr]`}
      <p>
        Any single ${tex`g`} gives a valid upper bound. That is how an upper bound on the hockey stick becomes an upper
        bound on the rate, and why the page needs only the one function ${tex`H_g`} (${errata(link, "E3", "E4")}).
      </p>
      <h3>With a prior</h3>
      <p>
        If members have probability ${tex`p`}, the best guess weighs both laws by it. The share of errors is
        ${tex`\int\min(p\,P,(1-p)\,Q)`}. The generalised advantage is twice the accuracy less twice that of the better
        blind guess. With ${tex`g=(1-p)/p`} and ${tex`p\le\frac12`} it is
      </p>
      ${tex` \mathrm{Adv}(p)=2\,p\,H_{g}(P\|Q)`}
      ${tex` \mathrm{Adv}(p)=2(1-p)\,\mathrm{TV}_{p/(1-p)}(Q,P)-\lvert1-2p\rvert`}
      <p>
        which is the corrected form of Theorem 21 (${errata(link, "E2")}). Precision is the share of members among those the
        attacker names, ${tex`p\,\mathrm{TPR}/(p\,\mathrm{TPR}+(1-p)\,\mathrm{FPR})`} at the point of the curve where it
        works. It can come close to one when FPR is tiny, whatever ε is: no bound on the advantage prevents that, and the
        page shows it at the rate that you choose.
      </p>
      <h3>Bayes security</h3>
      <p>
        The errors of the best attacker divided by those of a blind guesser. The smallest value over all priors is at the
        even prior (Cherubin et al., Theorem 1), where it is ${tex`\beta^*=1-\mathrm{Adv}`}. One means that nothing is
        learnt, zero that everything is.
      </p>`,
  );
